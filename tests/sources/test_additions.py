"""Fields that a note lacks: filled from the home registry alone, and only where nobody says otherwise."""

from __future__ import annotations

import pytest

from bot.model.words import IdentityVerdict, LinkState
from tests.sources.servers import Page
from tests.sources.world import World

LECUN = "''LeCun Y., Bengio Y., Hinton G.'' Deep learning // Nature."
CASES = {
    "the registry's only year": (f"{LECUN} doi:10.1038/nature14539", [("year", "2015", "crossref")]),
    "a year is there": (f"{LECUN} 2015. doi:10.1038/nature14539", []),
    "no identifier, only a search": (LECUN, []),
    "years of several editions": (
        "''Kingma D. P., Ba J.'' Adam: A Method for Stochastic Optimization. arXiv:1412.6980v9",
        [],
    ),
    "the latest version": (
        "Vaswani A. et al. Attention Is All You Need. 2017. arXiv:1706.03762",
        [("arxiv", "1706.03762v7", "arxiv")],
    ),
    "a version is named": ("Vaswani A. et al. Attention Is All You Need. 2017. arXiv:1706.03762v5", []),
    "both": (
        "Vaswani A. et al. Attention Is All You Need. arXiv:1706.03762",
        [("year", "2017", "arxiv"), ("arxiv", "1706.03762v7", "arxiv")],
    ),
    "another work": ("Smith J., Brown P. A totally invented title on bees. doi:10.1038/nature14539", []),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_only_what_the_home_registry_alone_says_is_filled_in(name: str) -> None:
    """The year where there is one year, the version where none is named; nothing from a search or for a work in doubt."""
    note, wanted = CASES[name]
    identity = World().look(note)[0].identity
    assert [(found.field, found.value, found.service) for found in identity.additions] == wanted


def test_a_page_of_another_year_keeps_the_registrys_from_being_filled_in() -> None:
    """One source that disagrees is enough."""
    head = "<meta name=citation_title content='Deep learning'><meta name=citation_author content='Yann LeCun'>"
    for year, wanted in (("2015", ["2015"]), ("2016", [])):
        page: Page = (200, {}, f"<html><head>{head}<meta name=citation_date content={year}></head></html>".encode())
        world = World({"site.org/page": page})
        identity = world.look(f"{LECUN} [http://site.org/page Text] doi:10.1038/nature14539")[0].identity
        assert identity.verdict is IdentityVerdict.verified
        assert [found.value for found in identity.additions] == wanted


def test_an_outage_fills_nothing_in() -> None:
    """A registry that does not answer has said nothing."""
    broken: Page = (503, {}, b"")
    world = World(spoil=lambda host, _path, reply: broken if host == "api.crossref.org" else reply)
    assert world.look(f"{LECUN} doi:10.1038/nature14539")[0].identity.additions == ()


def test_a_dead_address_whose_cited_copy_is_there_is_no_fault() -> None:
    """The copy stands in the note and can be read: that is what the reader needs. A copy of another page does not count."""
    article = f"<title>Old page</title><p>{'The old words of the page. ' * 30}".encode()
    copy = "web.archive.org/web/20200101000000/http://site.org/page"
    world = World({copy: (200, {}, article)})
    note = "[http://site.org/page Old page] [https://web.archive.org/web/20200101000000/http://site.org/{name} copy]"
    assert world.look(note.format(name="page"))[0].link.state is LinkState.alive
    assert world.look(note.format(name="other"))[0].link.state is LinkState.gone
