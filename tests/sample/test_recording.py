"""The demo's cassettes are recorded, never written: recording again makes the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Settings
from bot.jobs.check import CheckOptions, check
from bot.jobs.demo import demo_settings, sample_page
from bot.jobs.session import Session, choose_profile
from bot.model.reasons import Reason
from bot.model.verdict import Unjudged
from bot.sample import cassette
from bot.store import open_store
from tests.fakes.record import FOLDER, JUDGES, record

FIRST_LINE = "# recorded from replicas written for this project\n"


@pytest.mark.parametrize("judge", JUDGES)
def test_recording_again_reproduces_the_file(judge: str, tmp_path: Path) -> None:
    """The real check job against the replicas writes exactly what is committed."""
    record(tmp_path, judge)
    same = (tmp_path / f"{judge}.yaml").read_bytes() == (FOLDER / f"{judge}.yaml").read_bytes()
    assert same, "requests or replicas have changed: record anew with `python -m tests.fakes.record`"


@pytest.mark.parametrize("judge", JUDGES)
def test_a_cassette_says_where_it_comes_from_and_holds_public_addresses(judge: str) -> None:
    """First line, no loopback address, no date or server header, no key."""
    text = (FOLDER / f"{judge}.yaml").read_text(encoding="utf-8")
    assert text.startswith(FIRST_LINE)
    lowered = text.lower()
    assert "https://api.crossref.org/works/" in lowered
    unwanted = ("127.0.0.1", "localhost", "\n      date:", "\n      server:", "authorization", "no-key")
    assert [word for word in unwanted if word in lowered] == []


def test_a_question_that_no_cassette_holds_leaves_the_check_incomplete() -> None:
    """The page as it came differs from the recorded one in a few claims: these are unjudged as not stored, nothing breaks."""
    settings = demo_settings("openai", Settings())
    with open_store(None) as store:
        session = Session(settings, store, environment={"MLWIKI_JUDGE_API_KEY": "no-key"})
        options = CheckOptions(replay=(cassette("openai"),), remember=False)
        report = check([sample_page()], choose_profile("mlru", settings), session, options)
    supports = [claim.support for found in report.pages[0].citations for claim in found.claims]
    missed = [found for found in supports if isinstance(found, Unjudged) and found.reason is Reason.not_stored]
    assert 0 < len(missed) < len(supports) / 2
    assert not report.complete
