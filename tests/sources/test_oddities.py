"""Records that are wrong themselves: one registry's oddity convicts nobody where a second one or the page agrees."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.model.page import Page
from bot.model.words import IdentityVerdict
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from tests.fakes.library import Replica
from tests.sources.servers import Page as Reply
from tests.sources.world import World

V = IdentityVerdict
WORK = Replica(
    "odd", "Recursive estimates of gradients for spoken words", ("Anna Quigley", "Brian Marsh"), doi="10.1000/odd",
    agency="Crossref", type="journal-article", container="Neural Computation", issued=(2011,), landing="https://publisher.org/odd",
)  # fmt: skip
NOTE = f"''Quigley A., Marsh B.'' {WORK.title} // Neural Computation. — 2011. — DOI: 10.1000/odd"
LANDING = (
    f"<html><head><meta name='citation_title' content='{WORK.title}'><meta name='citation_author' content='Quigley, Anna'>"
    "<meta name='citation_author' content='Marsh, Brian'><meta name='citation_date' content='2011'></head>"
    f"<body><h1>{WORK.title}</h1><p>{'Words of the article. ' * 60}</p></body></html>"
)
ODD: dict[str, dict[str, list[object] | dict[str, object]]] = {
    "the first author left out": {"author": [{"family": "Marsh", "given": "Brian", "sequence": "first"}]},
    "a title of honour for a family name": {
        "author": [{"family": "F.R.S.", "given": "Anna Quigley"}, {"family": "F.R.S.", "given": "Brian Marsh"}]
    },
    "the title «Comment»": {"title": ["Comment"]},
    "the title «Review»": {"title": [f"Review. {WORK.title}"]},
    "the day of deposit for the year": {"issued": {"date-parts": [[2003, 5, 1]]}},
}


def odd(name: str, *, second: bool = False, page: bool = False) -> World:
    """A world whose Crossref has the work oddly."""

    def spoil(host: str, path: str, reply: Reply) -> Reply | None:
        if host != "api.crossref.org" or not path.startswith("/works/"):
            return reply
        record = json.loads(reply[2])
        record["message"] |= ODD[name]
        if "issued" in ODD[name]:
            for field in ("published", "published-print", "published-online"):
                record["message"].pop(field, None)
        return (reply[0], reply[1], json.dumps(record).encode())

    pages = {"publisher.org/odd": (200, {"content-type": "text/html"}, LANDING.encode())} if page else {}
    return World(pages, works=[WORK], helpers=second, spoil=spoil)


@pytest.mark.parametrize("name", ODD)
def test_a_second_registry_that_agrees_leaves_it_disputed_at_most(name: str) -> None:
    """Verified or disputed, and no correction is offered."""
    identity = odd(name, second=True).look(NOTE)[0].identity
    assert identity.verdict in {V.verified, V.disputed}, identity
    assert identity.suggestion is None


@pytest.mark.parametrize("name", ODD)
def test_a_page_that_agrees_leaves_it_disputed_at_most(name: str) -> None:
    """The publisher's own page, which the note names."""
    identity = odd(name, page=True).look(f"{NOTE} — https://publisher.org/odd")[0].identity
    assert identity.verdict in {V.verified, V.disputed}, identity
    assert identity.suggestion is None


@pytest.mark.parametrize("name", ODD)
def test_no_oddity_alone_makes_it_another_work(name: str) -> None:
    """At most the description is said to differ."""
    assert odd(name).look(NOTE)[0].identity.verdict not in {V.wrong_work, V.nonexistent}


def test_a_short_reference_is_the_work_that_its_page_describes() -> None:
    """{{sfn}} and the entry that it names are one citation, looked up by the entry's DOI."""
    text = (
        "Слово{{sfn|Quigley|Marsh|2011|p=4}}.\n== Литература ==\n* {{cite journal|last1=Quigley|first1=Anna"
        f"|last2=Marsh|first2=Brian|year=2011|title={WORK.title}|journal=Neural Computation|doi=10.1000/odd}}}}"
    )
    found = Wikitext(Page("p", "p", text), profile("ruwiki")).citations
    assert len(found) == 1
    assert World(works=[WORK]).look_at(found)[0].identity.verdict is V.verified


def test_the_world_is_not_odd_without_its_oddity() -> None:
    """The note is right, and a wrong one is still convicted."""
    assert World(works=[WORK]).look(NOTE)[0].identity.verdict is V.verified
    wrong = replace(WORK, issued=(1999,))
    assert World(works=[wrong], helpers=True).look(NOTE)[0].identity.verdict is V.misdescribed
