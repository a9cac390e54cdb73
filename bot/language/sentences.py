"""Where sentences begin and end, in Russian and English."""

from __future__ import annotations

import re

#: After these the sentence always goes on: a name, a number or a title follows.
_LEADS = frozenset(
    "рис табл стр с гл п пп см ср напр акад проф доц им ул ред сост пер отв вып кн изд англ рус нем фр лат греч ит исп букв "
    "доп прим разд ч т тт тыс св гр "
    "fig figs eq eqs sec secs tab ch chap no nos vol vols pp p ed eds trans dr mr mrs ms prof st cf vs e.g i.e al approx resp "
    "ca dept univ proc conf trans jan feb mar apr jun jul aug sept sep oct nov dec".split()
)
#: These end a sentence as often as not: a capital letter then begins the next one.
_MAY_END = frozenset("г гг в вв др пр руб коп н.э д т.д т.п т.е etc inc ltd jr sr co".split())
_END = re.compile(r"(?:[.!?…]+|[。！？])[\"'»”’)\]]*")
_HARD = re.compile(r"[ \t\r\f\v]*\n[ \t\r\f\v]*(?:\n\s*)+")
_WORD_BEFORE = re.compile(r"[^\W\d_]+(?:\.\s?[^\W\d_]+)*$")
_OPENERS = "\"'«“„‘([*—–- \t\r\n\u00a0\u2009\u202f"


def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the sentences of ``text`` (code points, end exclusive), without the white space between them.

    A blank line always ends a sentence. Abbreviations, initials, decimals and ellipses in the middle do not.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for hard in [*_HARD.finditer(text), None]:
        stop = hard.start() if hard else len(text)
        spans += _in_paragraph(text, start, stop)
        start = hard.end() if hard else stop
    return tuple(spans)


def _in_paragraph(text: str, start: int, stop: int) -> list[tuple[int, int]]:
    """Spans between two hard ends."""
    spans = []
    begin = start
    for mark in _END.finditer(text, start, stop):
        if mark.start() >= begin and _ends(text, begin, mark, stop):
            spans.append((begin, mark.end()))
            begin = mark.end()
    spans.append((begin, stop))
    return [stripped for span in spans if (stripped := _stripped(text, *span))]


def _ends(text: str, begin: int, mark: re.Match[str], stop: int) -> bool:
    """Whether the punctuation at ``mark`` ends the sentence that began at ``begin``."""
    if mark[0][0] in "。！？":
        return True
    rest = text[mark.end() : min(stop, mark.end() + 40)]
    if not rest.strip():
        return True
    if not rest[0].isspace():
        return False
    following = rest.lstrip(_OPENERS)[:1]
    if following.islower():
        return False
    if mark[0][0] in "!?" or mark[0][:2] == "..":
        return True
    named = re.match(r"[^\W\d_]\.", rest.lstrip(_OPENERS)) is not None
    return not _abbreviates(
        text[max(begin, mark.start() - 24) : mark.start()], goes_on=named or not following.isupper()
    )


def _abbreviates(before: str, *, goes_on: bool) -> bool:
    """Whether the full stop after ``before`` belongs to an abbreviation or to initials.

    ``goes_on``: what follows is no capitalised word, or it is somebody's initial («в 2017 г. А. Иванов»).
    """
    found = _WORD_BEFORE.search(before)
    if not found:
        return False
    joined = re.sub(r"\s", "", found[0])
    last = joined.rpartition(".")[2]
    if joined.lower() in _MAY_END or last.lower() in _MAY_END - {"в", "д", "т"}:
        return goes_on
    if len(last) == 1 and last.isupper():
        return True
    return last.lower() in _LEADS or joined.lower() in _LEADS


def _stripped(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without white space at its ends; None when nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
