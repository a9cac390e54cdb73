"""Cite works: the note of each named work in the wiki's form, or why there is none."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.identifiers import find_identifiers
from bot.identity.evidence import Asked
from bot.identity.titles import Likeness, compare
from bot.jobs.connections import opened_sources
from bot.jobs.session import Session
from bot.model.citation import Cited, Identifier
from bot.model.message import Message, msg
from bot.model.outcome import Shown
from bot.model.source import Absent, Found, Silent, Work
from bot.model.words import IdKind, Notice
from bot.net.services import ServiceClient
from bot.profiles import Profile
from bot.registries import Registry, Search, searches
from bot.report.word_names import word
from bot.sources.citation_sources import CitationSources
from bot.wikitext.note_forms import note_of

#: A bare number of ten or thirteen digits is tried as an ISBN, a shorter one as a PubMed id.
_BARE_PMID = re.compile(r"[1-9]\d{3,8}")
#: Candidates shown of a title that several works have.
_MOST_CANDIDATES = 5
_BAD = frozenset({Notice.retracted, Notice.withdrawn})


@dataclass(frozen=True, slots=True)
class WorkNote:
    """What became of one name: its note (``text``; None: none), what to say of it, and how it counts.

    ``denied``: its registry denies it, or several works have the title, or it was taken back. ``unreached``: somebody who could
    know gave no answer.
    """

    name: str
    text: str | None = None
    said: tuple[Message, ...] = ()
    denied: bool = False
    unreached: bool = False


async def notes_of(
    names: Sequence[str], profile: Profile, session: Session, *, offline: bool = False
) -> tuple[WorkNote, ...]:
    """The note of each work in the order of ``names``; identifiers are asked at their registries, titles searched for."""
    async with opened_sources(session, offline=offline) as sources:
        return await notes_from(names, profile, sources, session.clock.now())


async def notes_from(
    names: Sequence[str], profile: Profile, sources: CitationSources, day: str
) -> tuple[WorkNote, ...]:
    """The same from open sources; ``day`` (ISO 8601) is today."""
    return tuple(await asyncio.gather(*(_noted(name, profile, sources, day) for name in names)))


async def _noted(name: str, profile: Profile, sources: CitationSources, day: str) -> WorkNote:
    identifiers = _named(name)
    if not identifiers:
        return await _by_title(name, profile, sources, day)
    cited = Cited(identifiers=identifiers, plain=name)
    asked = await sources.answers.at_home(cited)
    if not _works(asked):
        asked += await sources.answers.elsewhere(cited, asked)
    found = next(iter(_works(asked)), None) or await _page(identifiers, sources)
    if found is not None:
        return _written(name, found, profile, day)
    return _unfound(name, asked)


def _unfound(name: str, asked: list[Asked]) -> WorkNote:
    """Why there is no note: a registry denies the work, or gave no answer, or nothing at hand describes it."""
    silent = next((one for one in asked if isinstance(one.answer, Silent)), None)
    absent = next((one for one in asked if isinstance(one.answer, Absent)), None)
    if absent is not None and (absent.home or silent is None):
        said = msg("{service} does not know {name}", service=absent.service, name=name)
        return WorkNote(name, said=(said,), denied=True)
    if silent is not None and isinstance(silent.answer, Silent):
        said = msg("{service} gave no answer: {reason}", service=silent.service, reason=word(silent.answer.reason))
        return WorkNote(name, said=(said,), unreached=True)
    return WorkNote(name, said=(msg("nothing that could be read describes {name}", name=name),), unreached=True)


def _named(name: str) -> tuple[Identifier, ...]:
    """The identifiers that a word is; a bare number is tried as what it looks like."""
    bare = name.strip()
    if _BARE_PMID.fullmatch(bare):
        return find_identifiers(f"PMID {bare}")
    return find_identifiers(bare) or (find_identifiers(f"ISBN {bare}") if re.fullmatch(r"[\dXx-]{10,17}", bare) else ())


def _works(asked: Iterable[Asked]) -> list[Work]:
    """The records that were found, those of home registries first."""
    found = sorted((one for one in asked if isinstance(one.answer, Found)), key=lambda one: not one.home)
    return [one.answer.work for one in found if isinstance(one.answer, Found) and one.answer.work.titles]


async def _page(identifiers: tuple[Identifier, ...], sources: CitationSources) -> Work | None:
    """What the page at an address says of itself."""
    for item in identifiers:
        if item.kind is IdKind.url:
            outcome = await sources.pages.read(item.as_written or item.value)
            if isinstance(outcome, Shown) and outcome.work is not None and outcome.work.titles:
                return outcome.work
    return None


def _searches(services: ServiceClient, cited: Cited) -> Iterator[tuple[Registry, Search]]:
    """Who may be asked for a work by its title."""
    for row in searches():
        if row.search is not None and services.enabled(row.name) and row.may_find(cited):
            yield row, row.search


async def _by_title(name: str, profile: Profile, sources: CitationSources, day: str) -> WorkNote:
    """The one work that has exactly this title; several, or a silent service, are said."""
    cited = Cited(title=name, plain=name)
    same: dict[tuple[str, str], Work] = {}
    near: dict[tuple[str, str], Work] = {}
    silent: list[Message] = []
    for row, search in _searches(sources.services, cited):
        answer = await search(sources.services, cited)
        if isinstance(answer, Silent):
            silent.append(msg("{service} gave no answer: {reason}", service=row.name, reason=word(answer.reason)))
            continue
        for work in answer:
            likeness = compare(name, work.titles).likeness
            group = same if likeness is Likeness.same else near
            group.setdefault(_identity(work), work)
        if len(same) == 1:
            return _written(name, next(iter(same.values())), profile, day)
    said = tuple(map(_candidate, [*(same or near).values()][:_MOST_CANDIDATES]))
    if len(same) > 1:
        return WorkNote(name, said=(msg("several works have the title “{name}”:", name=name), *said), denied=True)
    if silent:
        return WorkNote(name, said=(*silent, *said), unreached=True)
    return WorkNote(name, said=(msg("no work with the title “{name}” was found", name=name), *said), denied=True)


def _identity(work: Work) -> tuple[str, str]:
    """What tells two records of a title apart: the first author's last word and the year; a preprint is its paper."""
    author = work.authors[0].split()[-1].casefold() if work.authors else ""
    return author, ""


def _candidate(work: Work) -> Message:
    number = next((f"{item.kind.value}:{item.value}" for item in work.identifiers), work.url or "")
    return msg(
        "{authors}: {title}, {year}; {number}",
        authors=", ".join(work.authors[:3]) or "?",
        title=work.titles[0] if work.titles else "?",
        year=str(work.years[0]) if work.years else "?",
        number=number or "?",
    )


def _written(name: str, work: Work, profile: Profile, day: str) -> WorkNote:
    bad = tuple(msg("{name}: {notice}", name=name, notice=word(notice)) for notice in work.notices if notice in _BAD)
    return WorkNote(name, note_of(work, profile, day), bad, denied=bool(bad))
