"""A scan in numbers: findings by code, citations by kind, the worst pages; as text and as a page for a browser."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.codes import all_codes
from bot.locale import Speech
from bot.model.message import msg
from bot.model.words import CitationKind, Severity
from bot.report.visible import one_line

#: So many of the worst pages are named; so many codes stand in the text.
_WORST, _CODES = 10, 15


@dataclass(slots=True)
class Overview:
    """What was found so far; it grows with the codes that there are, not with the pages."""

    pages: int = 0
    with_findings: int = 0
    edits: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    on_pages: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    identities: Counter[str] = field(default_factory=Counter)
    links: Counter[str] = field(default_factory=Counter)
    _worst: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, record: dict[str, Any]) -> None:
        """Count one page's record (``mlwiki/scan/1``)."""
        self.pages += 1
        self.edits += len(record["edits"])
        codes = [one["code"] for one in record["findings"]]
        self.findings.update(codes)
        self.on_pages.update(set(codes))
        for one in record["citations"]:
            self.kinds[one["kind"]] += 1
            if one["identity"] is not None:
                self.identities[one["identity"]] += 1
                self.links[one["link"]] += 1
        raised = sum(one["severity"] != Severity.note.value for one in record["findings"])
        self.with_findings += bool(raised)
        if raised:
            heapq.heappush(self._worst, (raised, -self.pages, record["title"]))
            if len(self._worst) > _WORST:
                heapq.heappop(self._worst)

    @property
    def worst(self) -> tuple[tuple[str, int], ...]:
        """The pages with the most raised findings, the worst first, each with their number."""
        return tuple((title, raised) for raised, _, title in sorted(self._worst, reverse=True))

    def rows(self, speech: Speech) -> tuple[tuple[str, str, int, int], ...]:
        """(code, title, findings, pages), the most frequent first."""
        known = all_codes()
        return tuple(
            (code, speech.say(known[code].title) if code in known else "", count, self.on_pages[code])
            for code, count in sorted(self.findings.items(), key=lambda pair: (-pair[1], pair[0]))
        )


def overview_text(found: Overview, seconds: float, speech: Speech) -> str:
    """The summary for a terminal; ends in a line feed."""
    return "\n".join(_lines(found, seconds, speech)) + "\n"


def _lines(found: Overview, seconds: float, speech: Speech) -> Iterator[str]:
    rate = found.pages / seconds if seconds > 0 else 0.0
    yield speech.say(
        msg(
            "pages: {pages}, with findings: {bad}; edits offered: {edits}; {seconds} s, {rate} pages a second",
            pages=found.pages,
            bad=found.with_findings,
            edits=found.edits,
            seconds=round(seconds),
            rate=round(rate, 1),
        )
    )
    kinds = ", ".join(f"{kind.value} {found.kinds[kind.value]}" for kind in CitationKind)
    yield speech.say(msg("citations: {kinds}", kinds=kinds))
    for name, counts in (("identity", found.identities), ("link", found.links)):
        if counts:
            yield f"{name}: " + ", ".join(f"{word} {count}" for word, count in counts.most_common())
    rows = found.rows(speech)
    for code, title, count, pages in rows[:_CODES]:
        yield speech.say(
            msg("  {code} {count} on {pages} pages: {title}", code=code, count=count, pages=pages, title=title)
        )
    if len(rows) > _CODES:
        yield speech.say(msg("  and {n} more codes", n=len(rows) - _CODES))
    for title, raised in found.worst[:3]:
        yield speech.say(msg("most findings: {title} ({n})", title=one_line(title), n=raised))


def overview_html(found: Overview, seconds: float, source: str, speech: Speech) -> str:
    """The same as a page that loads nothing."""
    from bot.report.templating import environment

    template = environment(speech.language).get_template("scan.html")
    return (
        template.render(
            found=found,
            rows=found.rows(speech),
            seconds=round(seconds),
            source=source,
            title=speech.say(msg("Scan of a wiki")),
        )
        + "\n"
    )
