"""A small internet for the sources' tests: replicas of the registries over a library of works, and web pages from a table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar
from urllib.parse import unquote

from bot.config import NetworkSettings, ServiceSettings, Settings
from bot.model.citation import Citation, Cited, Claim
from bot.model.page import Page
from bot.model.ports import Cache, Clock, Looked
from bot.net.cassettes import ReplayClock
from bot.net.network import Rerouted
from bot.profiles import profile
from bot.sources.citation_sources import CitationSources, open_sources
from bot.wikitext.text import Wikitext
from tests.fakes import aggregators, registries
from tests.fakes.library import Library, Replica
from tests.fakes.services import Services
from tests.sources.servers import Page as Reply
from tests.sources.servers import Replica as Server

REGISTRIES = ("doi.org", "api.crossref.org", "api.datacite.org", "export.arxiv.org", "arxiv.org")
#: Services that may only confirm; a test that wants them says so with ``helpers``.
HELPERS = aggregators.HOSTS
Result = TypeVar("Result")
Spoil = Callable[[str, str, Reply], Reply | None]

ADAM = Replica(
    "adam", "Adam: A Method for Stochastic Optimization", ("Diederik P. Kingma", "Jimmy Ba"),
    arxiv="1412.6980", version=9, published="2014-12-22", updated="2017-01-30", categories=("cs.LG",),
    comment="Published as a conference paper at the 3rd International Conference for Learning Representations, San Diego, 2015",
)  # fmt: skip
ATTENTION = Replica(
    "attention", "Attention Is All You Need", ("Ashish Vaswani", "Noam Shazeer", "Niki Parmar", "Jakob Uszkoreit"),
    arxiv="1706.03762", version=7, published="2017-06-12", updated="2023-08-02", categories=("cs.CL",),
    comment="15 pages, 5 figures",
)  # fmt: skip
NATURE = Replica(
    "nature", "Deep learning", ("Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"), doi="10.1038/nature14539",
    agency="Crossref", type="journal-article", container="Nature", issued=(2015, 5, 27), landing="https://www.nature.com/articles/nature14539",
)  # fmt: skip
SICI = Replica(
    "sici", "Dopamine in the cortex of the macaque", ("Peter Sesack", "Vera King"),
    doi="10.1002/(sici)1096-9861(19960101)364:1<113::aid-cne9>3.0.co;2-#",
    agency="Crossref", type="journal-article", container="J. Comp. Neurol.", issued=(1996,), landing="https://wiley.com/1",
)  # fmt: skip
RUSSIAN = Replica(
    "russian", "О сходимости градиентного спуска", ("Иван Петрович Соловьёв", "Анна Щербакова"), doi="10.4213/sm6181",
    agency="Crossref", type="journal-article", container="Математический сборник", issued=(2008,), landing="https://www.mathnet.ru/sm6181",
)  # fmt: skip
BOOK = Replica(
    "book", "Прикладная статистика", ("Сергей Айвазян", "Владимир Мхитарян"), isbn="9785941571161", issued=(2001,),
    rsl="01000735521", landing="https://openlibrary.org/books/OL1M",
)  # fmt: skip
APEX = Replica("apex", "Tools for mixed precision training", ("NVIDIA",), github="NVIDIA/apex", issued=(2018,))
HABR = Replica("habr", "Градиентный спуск по косточкам", ("Игорь Петров",), habr="467185", issued=(2019,))
LENINKA = Replica(
    "leninka", "Обзор методов глубокого обучения", ("Анна Созыкина",), cyberleninka="obzor-metodov",
    container="Вестник ЮУрГУ", issued=(2017,),
)  # fmt: skip
SBORNIK = Replica(
    "sbornik", "О равномерной сходимости частот", ("Владимир Вапник", "Алексей Червоненкис"), mathnet="sm6182", issued=(1971,),
    container="Математический сборник", translated="On the uniform convergence of relative frequencies",
)  # fmt: skip
CELLS = Replica(
    "cells", "Signals of the visual cortex", ("David Hubel", "Torsten Wiesel"), pmid="14403679", issued=(1959,)
)
WORKS = (ADAM, ATTENTION, NATURE, SICI, RUSSIAN, BOOK, APEX, HABR, LENINKA, SBORNIK, CELLS)


class NoCache:
    """Keeps nothing."""

    def get(self, kind: str, key: str) -> str | None:  # noqa: ARG002 (the port's names)
        """Nothing."""
        return None

    def put(self, kind: str, key: str, value: str, *, days: float | None) -> None:
        """Nothing."""


class DictCache:
    """Keeps everything."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get(self, kind: str, key: str) -> str | None:
        """What was put."""
        return self.kept.get((kind, key))

    def put(self, kind: str, key: str, value: str, *, days: float | None) -> None:  # noqa: ARG002 (the port's names)
        """Put it."""
        self.kept[kind, key] = value


def cite(*notes: str, claims: bool = True) -> list[Citation]:
    """The citations of a page whose footnotes are ``notes``."""
    text = " ".join(f"Слово{number}.<ref>{note}</ref>" for number, note in enumerate(notes))
    found = Wikitext(Page("p", "p", text), profile("mlru")).citations
    return list(found) if claims else [bare(one.cited) for one in found]


def bare(cited: Cited, claims: tuple[Claim, ...] = ()) -> Citation:
    """A citation without a page."""
    return Citation("id", "key", 1, None, (), "", (), "", cited, claims)


class World:
    """The internet of one test. ``pages`` maps «host/path» to a reply; ``spoil`` may change or refuse (None) any reply.

    ``patience`` is how long a silent server is waited for (seconds). ``helpers`` puts the services that may only confirm on this
    internet; without it they are hosts that nobody finds. ``homes`` are the home registries that are found.
    """

    def __init__(
        self,
        pages: Mapping[str, Reply] | None = None,
        *,
        works: Sequence[Replica] = WORKS,
        spoil: Spoil | None = None,
        cache: Cache | None = None,
        clock: Clock | None = None,
        off: Sequence[str] = (),
        helpers: bool = False,
        homes: Sequence[str] = REGISTRIES,
        patience: float = 3.0,
    ) -> None:
        self._pages = dict(pages or {})
        self._services = Services(Library(tuple(works)))
        self._spoil = spoil
        self._cache = cache or NoCache()
        self._clock = clock or ReplayClock()
        self._off = off
        self._patience = patience
        self._replicas = (*homes, *(HELPERS if helpers else ()))
        self.server = Server(self._answer)

    @property
    def asked(self) -> list[str]:
        """Every request so far, as «host/path»."""
        return self.server.asked

    def look(self, *notes: str) -> list[Looked]:
        """Look all notes up at once, as one page's citations."""
        return self.look_at(cite(*notes))

    def look_at(self, found: Sequence[Citation], *, together: bool = False) -> list[Looked]:
        """Look citations up at once; ``together`` announces them first, as a check of a page does."""

        async def look(sources: CitationSources) -> list[Looked]:
            if together:
                sources.expect(found)
            return list(await asyncio.gather(*map(sources.look, found)))

        return self.with_sources(look)

    def with_sources(self, work: Callable[[CitationSources], Awaitable[Result]]) -> Result:
        """Do some work with sources on this internet."""

        async def run() -> Result:
            hosts = {*self._replicas, *(name.partition("/")[0] for name in self._pages)}
            network = Rerouted(dict.fromkeys(hosts, self.server.port))
            async with open_sources(self.settings(), clock=self._clock, cache=self._cache, network=network) as sources:
                return await work(sources)

        with self.server:
            return asyncio.run(run())

    def settings(self) -> Settings:
        """Default settings, with some services off."""
        plain = Settings(contact="mailto:test@example.org", network=NetworkSettings(timeout=self._patience))
        services = {name: ServiceSettings(one.url, name not in self._off) for name, one in plain.services.items()}
        return Settings(contact=plain.contact, network=plain.network, services=services)

    def _answer(self, host: str, path: str) -> Reply | None:
        if path.startswith("/works?query.bibliographic=") and f"{host}{path}" not in self._pages:
            reply: Reply = (200, {"content-type": "application/json"}, self._found(path))
        elif host in self._replicas and f"{host}{path}" not in self._pages:
            answer = self._services.answer(host, path)
            reply = (answer.status, {"content-type": answer.media, **dict(answer.headers)}, answer.body)
        else:
            reply = self._pages.get(f"{host}{path}", (404, {}, b"<html><title>Not Found</title></html>"))
        return self._spoil(host, path, reply) if self._spoil else reply

    def _found(self, path: str) -> bytes:
        """Crossref's search: everything it has, best words first; it always finds something."""
        words = set(unquote(path).lower().split())
        works = [work for work in self._services.library.works if work.agency == "Crossref"]
        works.sort(key=lambda work: -len(words & set(work.title.lower().split())))
        items = [registries.crossref(work)["message"] for work in works[:5]]
        return json.dumps({"status": "ok", "message-type": "work-list", "message": {"items": items}}).encode()
