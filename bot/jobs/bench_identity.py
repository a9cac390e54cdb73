"""Measure the matcher on labelled references: how often it convicts a good one, how many faults of each kind it finds.

A reference is a line of JSON, ``{"note": wikitext, "label": "valid" or a kind of fault}``; other keys are ignored.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot import strictjson
from bot.bounded import read_text_bounded
from bot.errors import InputError
from bot.jobs.connections import opened_sources
from bot.jobs.session import Session
from bot.model.citation import Citation
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import Sources
from bot.model.words import IdentityVerdict
from bot.profiles import profile
from bot.wikitext.text import Wikitext

VALID = "valid"
#: The verdicts that speak against a reference.
CONVICTS = frozenset({IdentityVerdict.nonexistent, IdentityVerdict.wrong_work, IdentityVerdict.misdescribed})


@dataclass(frozen=True, slots=True)
class Labelled:
    """One reference and what is true of it."""

    note: str
    label: str


@dataclass(frozen=True, slots=True)
class Scores:
    """Verdicts by label: ``counts`` maps a label to how often each verdict was given."""

    counts: dict[str, Counter[IdentityVerdict]]
    convicted: tuple[tuple[Labelled, IdentityVerdict], ...] = ()
    missed: tuple[tuple[Labelled, IdentityVerdict], ...] = ()

    def rate(self, label: str) -> float:
        """The share of a label's references that were convicted: errors for ``valid``, finds for a kind of fault."""
        given = self.counts.get(label, Counter())
        return sum(number for verdict, number in given.items() if verdict in CONVICTS) / max(given.total(), 1)

    def as_json(self) -> dict[str, object]:
        """What ``--format json`` prints."""
        labels = {
            label: {
                "references": given.total(),
                "convicted": round(self.rate(label), 4),
                "verdicts": dict(sorted(given.items())),
            }
            for label, given in sorted(self.counts.items())
        }
        return {"schema": "mlwiki/bench-identity/1", "labels": labels}


def read_labelled(path: Path) -> tuple[Labelled, ...]:
    """The references of a file. Raises InputError for what is none."""
    try:
        lines = read_text_bounded(path).splitlines()
        return tuple(_labelled(strictjson.loads(line)) for line in lines if line.strip())
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            msg("{path} holds no labelled references: {error}", path=str(path), error=_why(error)),
            msg("Give a file whose lines are JSON with “note” and “label”."),
        ) from error


def bench_identity(
    references: Sequence[Labelled],
    session: Session,
    *,
    replay: tuple[Path, ...] = (),
    record: Path | None = None,
    note: str = "",
) -> Scores:
    """Look every reference up as ``check`` would, over the session's network and store.

    ``replay`` are cassettes that answer instead of the network, ``record`` is one to write, its first line ``note``. Raises
    InputError for a cassette that cannot be read.
    """
    if not replay and record is None:
        return asyncio.run(_run(references, session))
    from bot.net.cassettes import ReplayClock, recording, replaying

    cassette = replaying(*replay) if record is None else recording(record, note=note)
    with cassette:
        return asyncio.run(_run(references, replace(session, clock=ReplayClock()) if replay else session))


async def measure(references: Iterable[Labelled], sources: Sources) -> Scores:
    """Look every reference up and count the verdicts."""
    listed = list(references)
    cited = [_citation(one) for one in listed]
    sources.expect([citation for citation in cited if citation is not None])
    verdicts = await asyncio.gather(*(_verdict(citation, sources) for citation in cited))
    counts: dict[str, Counter[IdentityVerdict]] = {}
    convicted: list[tuple[Labelled, IdentityVerdict]] = []
    missed: list[tuple[Labelled, IdentityVerdict]] = []
    for reference, verdict in zip(listed, verdicts, strict=True):
        counts.setdefault(reference.label, Counter())[verdict] += 1
        if reference.label == VALID and verdict in CONVICTS:
            convicted.append((reference, verdict))
        elif reference.label != VALID and verdict not in CONVICTS:
            missed.append((reference, verdict))
    return Scores(counts, tuple(convicted), tuple(missed))


async def _run(references: Sequence[Labelled], session: Session) -> Scores:
    """Open the sources and measure."""
    async with opened_sources(session) as sources:
        return await measure(references, sources)


def _citation(one: Labelled) -> Citation | None:
    """A note read as the only footnote of a page. Without claims: nothing is to be judged, so that no text need be read."""
    page = Page(name="bench", title="bench", text=f"x<ref>{one.note}</ref>")
    found = Wikitext(page, profile("modern")).citations
    return replace(found[0], claims=()) if found else None


async def _verdict(citation: Citation | None, sources: Sources) -> IdentityVerdict:
    """The verdict on a citation; a note that cites nothing is not checked."""
    return (await sources.look(citation)).identity.verdict if citation is not None else IdentityVerdict.unchecked


def _why(error: Exception) -> str:
    """The system's own words for a file, the parser's for a line."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _labelled(record: dict[str, object]) -> Labelled:
    """One line."""
    note, label = record["note"], record["label"]
    if not isinstance(note, str) or not isinstance(label, str):
        raise TypeError("note and label must be strings")
    return Labelled(note, label)
