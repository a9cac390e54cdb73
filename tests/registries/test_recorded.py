"""Clients read real recorded answers of the registries. The recordings of other projects are not part of this one."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from bot.config import Settings
from bot.model.citation import Cited
from bot.model.reasons import Reason
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.net.cassettes import ReplayClock
from bot.net.network import Rerouted
from bot.net.services import ServiceClient
from bot.net.transport import Transport
from bot.registries import arxiv, crossref, doi, wayback
from tests.sources.servers import Page, Replica

#: MLWIKI_RECORDED names the folder; else it is looked for beside the checkout.
FOLDER = Path(os.environ.get("MLWIKI_RECORDED", Path(__file__).parents[3] / "shared" / "recorded"))
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="recorded answers are not here: set MLWIKI_RECORDED")


_HOSTS = ("export.arxiv.org", "api.crossref.org", "doi.org", "web.archive.org")


def ask(look_up: Callable[[ServiceClient, str], Awaitable[Answer]], key: str, page: Page) -> Answer:
    """One look-up against a replica that gives this recorded answer to everything."""

    async def run(port: int) -> Answer:
        transport = Transport("test", Rerouted(dict.fromkeys(_HOSTS, port)))
        try:
            return await look_up(ServiceClient(Settings(), transport, ReplayClock()), key)
        finally:
            await transport.aclose()

    with Replica(lambda _host, _path: page) as server:
        return asyncio.run(run(server.port))


def paper(name: str) -> Page:
    """A recorded Atom answer."""
    record = json.loads(next((FOLDER / "arxiv").glob(f"id_{name}_s0*.json")).read_text(encoding="utf-8"))
    return (record["status_code"], {"content-type": "application/atom+xml"}, record["body"].encode())


def work(doi: str) -> Page:
    """A recorded answer of Crossref to a single work."""
    for path in sorted((FOLDER / "crossref").glob("*.yaml")):
        for one in yaml.safe_load(path.read_text(encoding="utf-8"))["interactions"]:
            if one["request"]["uri"] in {
                f"https://api.crossref.org/works/{doi}",
                f"https://api.crossref.org/works/{quote(doi, safe='')}",
            }:
                return _page(one["response"])
    raise LookupError(doi)


def _page(response: dict[str, Any]) -> Page:
    """A recorded response as the transport would hand it on, inflated."""
    import gzip

    body = response["body"]["string"]
    body = body.encode() if isinstance(body, str) else body
    kind = next(
        (value[0] for name, value in response["headers"].items() if name.lower() == "content-type"), "text/plain"
    )
    return (
        response["status"]["code"],
        {"content-type": kind},
        gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body,
    )


@pytest.mark.parametrize(
    ("name", "number", "title", "year"),
    [
        ("1707.08567", "1707.08567", "Proceedings of Workshop AEW10", 2017),
        ("1605.08386", "1605.08386", "Heat-bath random walks with Markov bases", 2016),
        ("astro-ph_0601001", "astro-ph/0601001", "", 2005),
        ("quant-ph_0201082v1", "quant-ph/0201082", "", 2002),
    ],
)
def test_papers_that_arxiv_has(name: str, number: str, title: str, year: int) -> None:
    """New and old ids, with title, people and year."""
    answer = ask(arxiv.look_up, number, paper(name))
    assert isinstance(answer, Found)
    assert answer.work.titles[0].startswith(title)
    assert answer.work.authors
    assert abs(answer.work.years[0] - year) <= 1
    assert answer.work.abstract


def test_an_unknown_paper_is_an_empty_feed_and_absent() -> None:
    """A feed with no entry for a well-formed id; for an impossible one it proves nothing."""
    assert ask(arxiv.look_up, "0808.0539", paper("0808.05394")) == Absent(Reason.arxiv_has_no_such_id)
    assert ask(arxiv.look_up, "0000.0000", paper("0000.0000")) == Absent(Reason.no_record)


def test_an_error_entry_is_no_record() -> None:
    """Status 400 with an entry titled «Error»."""
    assert ask(arxiv.look_up, "1707.08567", paper("abc")) == Silent(Reason.garbled_answer)


def test_an_answer_about_another_paper_is_no_answer() -> None:
    """The entry must be the one that was asked for."""
    assert isinstance(ask(arxiv.look_up, "1605.08386", paper("1707.08567")), Silent)


@pytest.mark.parametrize(
    ("doi", "year"),
    [
        ("10.1371/journal.pone.0033693", 2012), ("10.1371/journal.pone.0020476", 2011), ("10.1038/srep16696", 2015),
        ("10.1016/j.neurobiolaging.2010.03.024", 2012), ("10.1002/jor.1100150407", 1997), ("10.1109/icdcsw.2003.1203662", 2003),
    ],
)  # fmt: skip
def test_works_that_crossref_has(doi: str, year: int) -> None:
    """Title, people and every year that the record gives."""
    answer = ask(crossref.look_up, doi, work(doi))
    assert isinstance(answer, Found)
    assert answer.work.titles
    assert answer.work.authors
    assert any(abs(found - year) <= 2 for found in answer.work.years)
    assert answer.work.identifiers[0].value == doi


def test_crossrefs_not_found_is_absence_there_and_no_more() -> None:
    """Plain text, whatever its content type says."""
    assert ask(crossref.look_up, "10.1371/notarealdoi", work("10.1371/notarealdoi")) == Absent(Reason.no_record)


def recorded(folder: str, start: str) -> list[tuple[str, Page]]:
    """Every recorded answer to an address that starts so: address and page."""
    return [
        (one["request"]["uri"], _page(one["response"]))
        for path in sorted((FOLDER / folder).glob("*.yaml"))
        for one in yaml.safe_load(path.read_text(encoding="utf-8"))["interactions"]
        if one["request"]["uri"].startswith(start)
    ]


def test_every_recorded_list_of_crossref_is_read() -> None:
    """Searches of every kind, a sample, a selection of fields: each record has its DOI, most have a title."""

    async def look_up(services: ServiceClient, _: str) -> Answer:
        found = await crossref.search(services, Cited(title="ecology"))
        if isinstance(found, Silent):
            return found
        assert all(work.identifiers[0].value.startswith("10.") for work in found)
        return Found(next(work for work in found if work.titles))

    lists = [page for address, page in recorded("crossref", "https://api.crossref.org/works?") if page[0] == 200]
    assert len(lists) >= 5
    for page in lists:
        assert isinstance(ask(look_up, "", page), Found)


def test_records_by_content_negotiation_are_read_and_others_are_no_answer() -> None:
    """CSL JSON has title, people and year; a style's text, BibTeX, RDF, a 404 page and a 406 are none of it."""
    starts = (
        "https://api.crossref.org/v1/works/10.1126%2F",
        "https://api.crossref.org/works/10.1126/",
        "https://doi.org/",
    )
    pages = [page for start in starts for _, page in recorded("crossref", start)]
    answers = [ask(doi.record_of, "10.1126/science.169.3946.635", page) for page in pages if page[0] not in {301, 302}]
    read = [answer.work for answer in answers if isinstance(answer, Found)]
    assert read
    assert all(work.titles[0].startswith("The Structure of Ordinary Water") and 1970 in work.years for work in read)
    assert all(isinstance(answer, (Found, Silent, Absent)) for answer in answers)
    assert len(read) < len(answers)


def test_no_recorded_answer_of_the_archive_is_taken_for_a_copy() -> None:
    """Another form of the index, a blocked site, a limit: no copy is named by what is not the table that was asked for."""

    async def look_up(services: ServiceClient, url: str) -> Answer:
        return (
            Found(Work("wayback", ("copy",))) if await wayback.latest_copy(services, url) else Absent(Reason.no_record)
        )

    answers = recorded("wayback", "https://web.archive.org/cdx/")
    assert answers
    for _, page in answers:
        assert ask(look_up, "http://zew.de", page) == Absent(Reason.no_record)
