"""Every service of the settings is asked by somebody, reads its own answers, and takes nothing else for one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from urllib.parse import parse_qs

import pytest

from bot.config import Settings
from bot.model.citation import Cited
from bot.model.reasons import Reason
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import Consulted, IdentityVerdict, LinkState
from bot.net.cassettes import ReplayClock
from bot.net.network import Rerouted
from bot.net.services import ServiceClient
from bot.net.transport import Transport
from bot.registries import addresses, dblp, github, googlebooks, habr, paces, rsl, semanticscholar
from tests.fakes import aggregators
from tests.fakes.library import Library
from tests.sources.servers import Page, Replica
from tests.sources.world import WORKS, World

V = IdentityVerdict
#: A note that makes each service be asked, and the service's host.
ASKED = {
    "doi": ("''Somebody O.'' On bees of the north // Bees. — 2001. — DOI: 10.1000/nobody", "doi.org"),
    "crossref": ("''LeCun Y.'' Deep learning // Nature. — 2015. — DOI: 10.1038/nature14539", "api.crossref.org"),
    "datacite": ("''Somebody O.'' On bees of the north. — 2001. — DOI: 10.5281/zenodo.1", "api.datacite.org"),
    "arxiv": ("''Kingma D. P., Ba J.'' Adam: A Method for Stochastic Optimization. — arXiv:1412.6980", "export.arxiv.org"),
    "openalex": ("''Somebody O.'' On bees of the north. — 2001. — DOI: 10.5281/zenodo.1", "api.openalex.org"),
    "semanticscholar": ("''Somebody O.'' On bees of the north // Bees. — 2001.", "api.semanticscholar.org"),
    "unpaywall": ("''LeCun Y.'' Deep learning // Nature. — 2015. — DOI: 10.1038/nature14539", "api.unpaywall.org"),
    "pubmed": ("''Hubel D., Wiesel T.'' Signals of the visual cortex. — 1959. — PMID 14403679", "eutils.ncbi.nlm.nih.gov"),
    "europepmc": ("''Hubel D.'' Signals of the visual cortex. — 1959. — PMC1363130", "www.ebi.ac.uk"),
    "openlibrary": ("''Айвазян С., Мхитарян В.'' Прикладная статистика. — 2001. — ISBN 978-5-94157-116-1", "openlibrary.org"),
    "googlebooks": ("''Никто Н.'' Никакая книга о пчёлах. — 2001. — ISBN 978-0-306-40615-7", "www.googleapis.com"),
    "dblp": ("''Somebody O.'' On bees of the north // Bees. — 2001.", "dblp.org"),
    "github": ("Apex: tools. https://github.com/NVIDIA/apex", "api.github.com"),
    "youtube": ("A talk. https://youtu.be/abcdefghijK", "www.youtube.com"),
    "wayback": ("A page. http://site.org/page", "web.archive.org"),
    "cyberleninka": ("Обзор. https://cyberleninka.ru/article/n/obzor-metodov", "cyberleninka.ru"),
    "mathnet": ("''Вапник В.'' О сходимости. http://mi.mathnet.ru/sm6182", "www.mathnet.ru"),
    "habr": ("Градиентный спуск. https://habr.com/ru/post/467185/", "habr.com/kek"),
    "rsl": ("''Айвазян С.'' Прикладная статистика. https://search.rsl.ru/ru/record/01000735521", "search.rsl.ru/ru/record"),
}  # fmt: skip


def zenodo(host: str, path: str, reply: Page) -> Page:
    """A DOI of DataCite's, which the handle system knows and DataCite's own service cannot give now."""
    if "10.5281" not in path and "zenodo" not in path:
        return reply
    js = {"content-type": "application/json"}
    if host == "doi.org" and "/ra/" in path:
        return (200, js, b'[{"DOI": "10.5281/zenodo.1", "RA": "DataCite"}]')
    if host == "doi.org":
        return (200, js, b'{"responseCode": 1, "handle": "10.5281/zenodo.1", "values": []}')
    return (503, {}, b"<html>") if host == "api.datacite.org" else reply


@pytest.mark.parametrize("name", addresses())
def test_every_service_of_the_settings_is_asked(name: str) -> None:
    """None stands in ``config show`` for nothing: a note makes it be asked, and the same note does not when it is off."""
    note, host = ASKED[name]
    pages: dict[str, Page] = {
        f"{other}/nothing": (404, {}, b"") for other in (host.partition("/")[0], "github.com", "habr.com", "site.org")
    }
    world = World(pages, helpers=True, spoil=zenodo)
    world.look(note)
    assert any(asked.startswith(host) for asked in world.asked), world.asked
    off = World(pages, helpers=True, spoil=zenodo, off=(name,))
    off.look(note)
    own = note.partition("https://")[2]  # the note's own address is read like any page, and one beside it as a probe
    beside = own.rpartition("/")[0] or "-"
    assert [asked for asked in off.asked if asked.startswith(host) and not asked.startswith(beside)] == []
    assert off.asked.count(own) <= 1


def test_every_service_has_a_file_and_a_pace() -> None:
    """``registries/NAME.py`` with its name, and how fast it may be asked."""
    assert not set(addresses()) - set(paces("me@example.org"))
    for name in addresses():
        assert name == import_module(f"bot.registries.{name}").NAME


@dataclass(frozen=True)
class Client:
    """A look-up with a key that the replica has, and one that it has not."""

    look_up: Callable[[ServiceClient, str], Awaitable[Answer]]
    known: str
    unknown: str
    title: str


def _search(
    module_search: Callable[[ServiceClient, Cited], Awaitable[tuple[Work, ...] | Silent]],
) -> Callable[..., Awaitable[Answer]]:
    """A search as a look-up: its first find."""

    async def look_up(services: ServiceClient, title: str) -> Answer:
        found = await module_search(services, Cited(title=title))
        if isinstance(found, Silent):
            return found
        return Found(found[0]) if found else Absent(Reason.no_record)

    return look_up


CLIENTS = {
    "semanticscholar": Client(semanticscholar.look_up, "DOI:10.1038/nature14539", "ARXIV:2101.00001", "Deep learning"),
    "semanticscholar search": Client(_search(semanticscholar.search), "Deep learning", "Shallow bees", "Deep learning"),
    "dblp": Client(_search(dblp.search), "Attention Is All You Need", "Shallow bees", "Attention Is All You Need"),
    "googlebooks": Client(googlebooks.look_up, "9785941571161", "9780306406157", "Прикладная статистика"),
    "github": Client(github.look_up, "nvidia/apex", "nobody/nothing", "NVIDIA/apex"),
    "habr": Client(habr.look_up, "467185", "1", "Градиентный спуск по косточкам"),
    "rsl": Client(rsl.look_up, "01000735521", "01000000000", "Прикладная статистика : "),
}  # fmt: skip


def ask(client: Client, key: str, page: Page | None = None) -> tuple[Answer, int]:
    """One look-up against the replicas, or against one that gives ``page`` to everything; and the number of requests."""
    library = Library(WORKS)

    def answer(host: str, target: str) -> Page | None:
        if page is not None:
            return page
        path, _, query = target.partition("?")
        fields = {name: values[-1] for name, values in parse_qs(query).items()}
        said = aggregators.answer(library, host, path, fields)
        return (said[0], {"content-type": said[1]}, said[2]) if said else None

    async def run(port: int) -> Answer:
        transport = Transport("test", Rerouted(dict.fromkeys(aggregators.HOSTS, port)))
        try:
            return await client.look_up(ServiceClient(Settings(), transport, ReplayClock()), key)
        finally:
            await transport.aclose()

    with Replica(answer) as server:
        return asyncio.run(run(server.port)), len(server.asked)


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_reads_its_services_answers(name: str) -> None:
    """What is there with its title, people and year; what is not there as absent."""
    client = CLIENTS[name]
    found, _ = ask(client, client.known)
    assert isinstance(found, Found)
    assert found.work.titles[0].startswith(client.title.rstrip(" :"))
    assert found.work.authors
    assert found.work.years
    assert found.work.service == name.partition(" ")[0]
    assert not any(" 0001" in author or "(" in author for author in found.work.authors)
    assert ask(client, client.unknown)[0] == Absent(Reason.no_record)


WALL = b"<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>checking your browser</body></html>"
STATES = b'{"error": "not now"}'
WALLS: dict[str, tuple[Page, frozenset[Reason]]] = {
    "wall": ((200, {"content-type": "text/html"}, WALL), frozenset({Reason.bot_wall, Reason.garbled_answer})),
    "refusal": ((403, {}, WALL), frozenset({Reason.bot_wall})),
    "quota": ((403, {"x-ratelimit-remaining": "0"}, STATES), frozenset({Reason.rate_limited})),
    "429": ((429, {"retry-after": "3600"}, STATES), frozenset({Reason.rate_limited})),
    "500": ((500, {}, STATES), frozenset({Reason.server_error})),
    "law": ((451, {}, STATES), frozenset({Reason.legal_block})),
    "cut": ((200, {"content-type": "application/json"}, b'{"data": [{"title": "Dee'), frozenset({Reason.garbled_answer})),
    "shape": ((200, {"content-type": "application/json"}, b'{"data": 7, "result": []}'), frozenset({Reason.garbled_answer})),
    "list": ((200, {"content-type": "application/json"}, b"[1, 2]"), frozenset({Reason.garbled_answer})),
    "strange 404": ((404, {"content-type": "text/plain"}, b"try later"), frozenset({Reason.http_error})),
}  # fmt: skip


@pytest.mark.parametrize("harm", WALLS)
@pytest.mark.parametrize("name", CLIENTS)
def test_what_no_service_says_is_silence(name: str, harm: str) -> None:
    """A wall's page, a spent quota, an outage, half an answer, another shape: never a record, never an absence."""
    page, reasons = WALLS[harm]
    answer, _ = ask(CLIENTS[name], CLIENTS[name].known, page)
    assert isinstance(answer, Silent), answer
    assert answer.reason in reasons


def test_a_shared_quota_is_tried_once_more_and_no_third_time() -> None:
    """Semantic Scholar and Google Books answer 429 to most of those without a key."""
    for name in ("semanticscholar", "googlebooks"):
        answer, requests = ask(CLIENTS[name], CLIENTS[name].known, (429, {}, STATES))
        assert (answer, requests) == (Silent(Reason.rate_limited), 2)


def test_a_spent_quota_is_not_asked_again() -> None:
    """After «nothing left of this hour» the others of the run go without."""
    page: Page = (403, {"x-ratelimit-remaining": "0", "content-type": "application/json"}, STATES)

    async def run(port: int) -> list[Answer]:
        transport = Transport("test", Rerouted({"api.github.com": port}))
        services = ServiceClient(Settings(), transport, ReplayClock())
        try:
            return [await github.look_up(services, f"a/{number}") for number in range(5)]
        finally:
            await transport.aclose()

    with Replica(lambda _host, _path: page) as server:
        answers = asyncio.run(run(server.port))
    assert len(server.asked) == 1
    assert all(isinstance(answer, Silent) for answer in answers)


def test_a_renamed_repository_is_followed_to_its_new_name() -> None:
    """301 to the number of the repository; the record carries the name of today."""
    body = json.dumps({"full_name": "pytorch/fairseq", "name": "fairseq", "owner": {"login": "pytorch"}}).encode()

    def answer(_: str, path: str) -> Page:
        if path == "/repositories/7":
            return (200, {"content-type": "application/json"}, body)
        return (301, {"location": "/repositories/7"}, b'{"message": "Moved Permanently"}')

    async def run(port: int) -> Answer:
        transport = Transport("test", Rerouted({"api.github.com": port}))
        try:
            return await github.look_up(ServiceClient(Settings(), transport, ReplayClock()), "facebookresearch/fairseq")
        finally:
            await transport.aclose()

    with Replica(answer) as server:
        found = asyncio.run(run(server.port))
    assert isinstance(found, Found)
    assert [item.value for item in found.work.identifiers] == ["pytorch/fairseq"]


@pytest.mark.parametrize(
    ("note", "service"),
    [
        ("''Айвазян С. А., Мхитарян В. С.'' Прикладная статистика. — М., 2001. — ISBN 978-5-94157-116-1", "openlibrary"),
        ("Apex: Tools for mixed precision training. https://github.com/NVIDIA/apex", "github"),
        ("''Петров И.'' Градиентный спуск по косточкам. — 2019. https://habr.com/ru/company/ods/blog/467185/", "habr"),
        ("''Созыкина А.'' [https://cyberleninka.ru/article/n/obzor-metodov Обзор методов глубокого обучения]. 2017",
         "cyberleninka"),
        ("''Вапник В. Н., Червоненкис А. Я.'' О равномерной сходимости частот. 1971. http://mi.mathnet.ru/sm6182", "mathnet"),
        ("Vapnik V., Chervonenkis A. On the uniform convergence of relative frequencies. 1972. https://www.mathnet.ru/eng/sm6182",
         "mathnet"),
        ("''Айвазян С.'' Прикладная статистика. 2001. https://search.rsl.ru/ru/record/01000735521", "rsl"),
        ("''Hubel D. H., Wiesel T. N.'' Signals of the visual cortex. — 1959. — PMID 14403679", "pubmed"),
    ],
)  # fmt: skip
def test_a_work_of_a_single_site_is_verified_by_it(note: str, service: str) -> None:
    """Its record agrees, and the report says who said so, not that a home registry did."""
    identity = World({"github.com/x": (404, {}, b"")}, helpers=True).look(note)[0].identity
    assert identity.verdict is V.verified
    assert identity.reason in {Reason.other_registry_agrees, Reason.page_agrees}
    assert dict(identity.consulted)[service] is Consulted.answered
    assert {check.service for check in identity.fields} == {service}
    assert identity.suggestion is None


@pytest.mark.parametrize(
    "note",
    [
        "''Smith J., Brown P.'' A totally different book on bees. — 1990. — ISBN 978-5-94157-116-1",
        "''Smith J.'' A library for bees in the north. 1990. https://github.com/NVIDIA/apex",
        "''Смит Дж.'' Совсем другая заметка о пчёлах. — 1990. https://habr.com/ru/post/467185/",
        "''Смит Дж.'' Совсем другая заметка о пчёлах. — 1990. https://cyberleninka.ru/article/n/obzor-metodov",
        "''Смит Дж.'' Совсем другая заметка о пчёлах. — 1990. http://mi.mathnet.ru/sm6182",
        "''Смит Дж.'' Совсем другая заметка о пчёлах. — 1990. https://search.rsl.ru/ru/record/01000735521",
        "''Smith J.'' A totally different text on bees. — 1990. — PMID 14403679",
        "''Smith J.'' A totally different text on bees. https://habr.com/ru/post/1/",
        "''Smith J.'' A totally different text on bees. https://github.com/nobody/nothing",
    ],
)
def test_services_that_may_only_confirm_never_convict(note: str) -> None:
    """Another work under that number, or none: in doubt, and no more."""
    assert World(helpers=True).look(note)[0].identity.verdict in {V.unconfirmed, V.unchecked}


def test_arxivs_papers_are_confirmed_elsewhere_while_arxiv_is_down() -> None:
    """DataCite has their DOIs; a quota of nobody's is no «not found»."""

    def spoil(host: str, _: str, reply: Page) -> Page:
        if host == "api.semanticscholar.org":
            return (429, {}, STATES)
        return (503, {}, b"<html>") if host == "export.arxiv.org" else reply

    attributes = {
        "doi": "10.48550/arxiv.1412.6980",
        "titles": [{"title": "Adam: A Method for Stochastic Optimization"}],
        "creators": [{"givenName": "Diederik P.", "familyName": "Kingma"}],
        "publicationYear": 2014,
    }
    body = json.dumps({"data": {"attributes": attributes}}).encode()
    pages: dict[str, Page] = {
        "api.datacite.org/dois/10.48550%2Farxiv.1412.6980": (200, {"content-type": "application/json"}, body)
    }
    note = "''Kingma D. P.'' Adam: A Method for Stochastic Optimization. 2014. arXiv:1412.6980"
    identity = World(pages, spoil=spoil, helpers=True).look(note)[0].identity
    assert (identity.verdict, identity.reason) == (V.verified, Reason.other_registry_agrees)
    without = World(spoil=spoil, helpers=True, off=("dblp",)).look(note)[0].identity
    assert (without.verdict, without.reason) == (V.unchecked, Reason.server_error)


def test_an_aggregators_find_is_no_suggestion() -> None:
    """DBLP finds what Crossref and arXiv do not: the work is verified, no identifier is offered."""

    def spoil(host: str, _: str, reply: Page) -> Page:
        return (503, {}, b"<html>") if host in {"api.crossref.org", "export.arxiv.org"} else reply

    note = "''LeCun Y., Bengio Y., Hinton G.'' Deep learning // Nature. — 2015."
    identity = World(spoil=spoil, helpers=True).look(note)[0].identity
    assert (identity.verdict, identity.reason) == (V.verified, Reason.other_registry_agrees)
    assert identity.suggestion is None


def test_a_deleted_article_is_gone_as_a_page_and_no_conviction() -> None:
    """CyberLeninka's 404 is the link's state."""
    looked = World(helpers=True).look("''Петров И.'' Заметка о пчёлах. https://cyberleninka.ru/article/n/net-takoy")[0]
    assert looked.link.state is LinkState.gone
    assert looked.identity.verdict in {V.unconfirmed, V.unchecked}
