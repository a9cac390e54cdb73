"""The oracle: one real MediaWiki for the session's parsing tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.mediawiki import REQUIRED, missing
from tests.oracle.wiki import Oracle, running_oracle


@pytest.fixture(scope="session")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Oracle]:
    """A process that parses with MediaWiki 1.39, or a skip that says why there is none."""
    reason = missing()
    if reason is not None:
        if "mediawiki" in REQUIRED:
            pytest.fail(f"MLWIKI_REQUIRE names mediawiki, but {reason}", pytrace=False)
        pytest.skip(f"no MediaWiki for this test: {reason}")
    with running_oracle(tmp_path_factory.mktemp("oracle")) as running:
        yield running
