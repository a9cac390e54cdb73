"""What a citation is called where a person looks for it: each kind in its own words, so that note 3 is never list item 3."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from bot.locale import Speech
from bot.model.citation import Citation, CitationPlace
from bot.model.message import Message, msg, msg_n
from bot.model.words import CitationKind
from bot.report.visible import one_line
from bot.report.word_names import CITATION_KINDS

#: A short reference is found by the item that it names, where the page has one.
_FOUND_BY = {CitationKind.short: CitationKind.listed}
#: So much of a heading, and of a text where there is no number.
_HEADING, _TEXT = 40, 30
#: Lines named of each kind.
_LINES = 6
_Series = tuple[CitationKind, str]


def label(citation: Citation, speech: Speech) -> str:
    """«[3]», «Литература, 3», «link 2»; where it has no number its name, else the start of its text."""
    told = label_message(citation)
    return speech.say(told) if told is not None else _unnumbered(citation)


def label_message(citation: Citation) -> Message | None:
    """The same, not yet in a language; None for a citation without a number."""
    found = _shown(citation)
    return None if found is None else place_label(*found[0], str(found[1]))


def in_words(citation: Citation) -> Message | None:
    """The same beside the name of its section, for a chat: «footnote 3», «list item 3»; None without a number."""
    found = _shown(citation)
    if found is None:
        return None
    (kind, series), number = found
    if kind is CitationKind.note:
        return msg("footnote {n}", n=f"{series} {number}".lstrip())
    return place_label(kind, "" if series == citation.section else series, str(number))


def stands(citation: Citation, speech: Speech) -> str:
    """«in a footnote, lines 5, 17; in a list of literature, line 40»: the kind of each place with its lines."""
    lines: dict[CitationKind, list[str]] = {}
    for place in citation.places:
        lines.setdefault(place.kind, []).append(str(place.line))
    return "; ".join(_lines(kind, tuple(dict.fromkeys(lines[kind])), speech) for kind in CitationKind if kind in lines)


def _lines(kind: CitationKind, lines: Sequence[str], speech: Speech) -> str:
    shown = ", ".join(lines[:_LINES]) + (f", … (+{len(lines) - _LINES})" if len(lines) > _LINES else "")
    said = msg_n(
        "{kind}, line {lines}", "{kind}, lines {lines}", min(len(lines), 2), kind=CITATION_KINDS[kind], lines=shown
    )
    return speech.say(said)


def place_label(kind: CitationKind, series: str, numbers: str, count: int = 1) -> Message:
    """What places of a kind are called by their ``numbers``; ``series`` is the note's group, the list's heading."""
    count = min(count, 2)  # one or several: «ссылки 1–21», not «ссылка»
    match kind:
        case CitationKind.note:
            return msg("[{numbers}]", numbers=f"{series} {numbers}".lstrip())
        case CitationKind.listed if series:
            return msg("{heading}, {numbers}", heading=series, numbers=numbers)
        case CitationKind.listed:
            return msg_n("list item {numbers}", "list items {numbers}", count, numbers=numbers)
        case CitationKind.inline:
            return msg_n("link {numbers}", "links {numbers}", count, numbers=numbers)
        case CitationKind.short:
            return msg_n("short reference {numbers}", "short references {numbers}", count, numbers=numbers)
        case CitationKind.draft:
            return msg_n("Markdown source {numbers}", "Markdown sources {numbers}", count, numbers=numbers)


def place_labels(citation: Citation) -> tuple[tuple[CitationPlace, Message], ...]:
    """Every numbered place of the citation with what it is called; a note that is called thrice is one."""
    found: dict[tuple[_Series, int], tuple[CitationPlace, Message]] = {}
    for place in citation.places:
        if place.number is not None:
            series = _series(place, citation)
            found.setdefault((series, place.number), (place, place_label(*series, str(place.number))))
    return tuple(found.values())


def compressed(citations: Sequence[Citation], speech: Speech) -> str:
    """Labels of citations, those of a kind together with runs of numbers drawn together: «[1–4], [7]; links 1, 2»."""
    return speech.say(compressed_message(citations))


def compressed_message(citations: Sequence[Citation]) -> Message:
    """The same, not yet in a language."""
    numbers: dict[_Series, set[int]] = {}
    rest = []
    for citation in citations:
        shown = _shown(citation)
        if shown is None:
            rest.append(_unnumbered(citation))
        else:
            numbers.setdefault(shown[0], set()).add(shown[1])
    order = list(CitationKind)
    series = sorted(numbers, key=lambda one: (order.index(one[0]), one[1]))
    return joined([*(_drawn_together(one, numbers[one]) for one in series), *rest])


def joined(parts: Sequence[Message | str]) -> Message:
    """Several labels as one message."""
    whole = [part if isinstance(part, Message) else Message("{text}", (("text", part),)) for part in parts]
    return reduce(lambda before, after: msg("{before}; {after}", before=before, after=after), whole or [Message("")])


def _drawn_together(series: _Series, numbers: set[int]) -> Message | str:
    runs = [str(first) if first == last else f"{first}–{last}" for first, last in _runs(numbers)]
    if series[0] is CitationKind.note:  # alike in every language
        return ", ".join(str(place_label(*series, run)) for run in runs)
    return place_label(*series, ", ".join(runs), len(numbers))


def _runs(numbers: set[int]) -> list[tuple[int, int]]:
    """The first and the last of numbers that follow one another."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        follows = bool(runs) and number == runs[-1][1] + 1
        runs[-1 if follows else len(runs) :] = [(runs[-1][0] if follows else number, number)]
    return runs


def _shown(citation: Citation) -> tuple[_Series, int] | None:
    """What the citation is called by: series and number."""
    if citation.number is None:
        return None
    found_by, own = _FOUND_BY.get(citation.kind), (citation.kind, citation.number)
    stand = [place for place in citation.places if place.number is not None]
    place = next((one for one in stand if one.kind is found_by), None)
    place = place or next((one for one in stand if (one.kind, one.number) == own), None)
    if place is None or place.number is None:
        return (citation.kind, one_line(citation.group, _HEADING)), citation.number
    return _series(place, citation), place.number


def _series(place: CitationPlace, citation: Citation) -> _Series:
    """The kind, and what numbers are counted in: a note's group, a list's heading."""
    named = {CitationKind.note: citation.group, CitationKind.listed: place.heading or ""}.get(place.kind, "")
    return place.kind, one_line(named, _HEADING)


def _unnumbered(citation: Citation) -> str:
    return one_line(citation.names[0] if citation.names else citation.cited.plain or citation.wikitext, _TEXT)
