"""A DOI is denied only when none of its readings is registered."""

from __future__ import annotations

import pytest

from bot.model.words import IdentityVerdict as V
from tests.sources.servers import Page
from tests.sources.world import NATURE, World

_NOTE = "LeCun Y., Bengio Y., Hinton G. Deep learning // Nature. — 2015. — {}"
_DOI = NATURE.doi


@pytest.mark.parametrize(
    "written",
    [
        f"doi:{_DOI}/6128680",
        f"doi:{_DOI}/pdf",
        f"doi:{_DOI}/figures/1",
        f"doi:{_DOI}v2.full.pdf",
        f"doi:{_DOI}.Дата обращения: 12.05.2020",
        f"doi:{_DOI}[2]",
        f"https://doi.org/{_DOI}/1?cookieSet=1",
        "https://www.nature.com/articles/nature14539",
        "doi:10.1038/naturе14539",
    ],
)
def test_a_publishers_own_form_is_no_fault(written: str) -> None:
    """The work's DOI with what its publisher, a viewer or the note puts behind it."""
    assert World().look(_NOTE.format(written))[0].identity.verdict is V.verified


@pytest.mark.parametrize("written", [f"doi:{_DOI},2015", f"doi:{_DOI}.Nature"])
def test_another_reading_is_misdescribed_with_the_right_doi(written: str) -> None:
    """What is written is no DOI, what is meant is known."""
    found = World().look(_NOTE.format(written))[0].identity
    assert found.verdict is V.misdescribed
    assert found.suggestion is not None
    assert (found.suggestion.field, found.suggestion.value) == ("doi", _DOI)


@pytest.mark.parametrize(
    "written", ["doi:10.1038/nature99999", "doi:10.1038/nature99999/6128680", "doi:10.1038/nature99999,2015"]
)
def test_a_doi_that_nobody_registered_in_any_reading_does_not_exist(written: str) -> None:
    """All of them are asked, all denied."""
    assert World().look(_NOTE.format(written))[0].identity.verdict is V.nonexistent


def test_a_reading_that_got_no_answer_leaves_the_doi_open() -> None:
    """Only positive evidence convicts."""
    down: dict[str, Page] = {
        f"{host}{_DOI.replace('/', '%2F')}{tail}": (503, {}, b"down")
        for host, tail in (("api.crossref.org/works/", ""), ("doi.org/api/handles/", "?type=URL"))
    }
    assert World(down).look(_NOTE.format(f"doi:{_DOI}/6128680"))[0].identity.verdict is not V.nonexistent


def test_a_doi_that_only_an_address_makes_convicts_nobody() -> None:
    """A site may have pages without a DOI by its rule."""
    note = "Smith J. Data on bees. 2019. https://zenodo.org/record/17"
    assert World().look(note)[0].identity.verdict not in {V.nonexistent, V.wrong_work}
