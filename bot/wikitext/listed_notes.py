"""Short references to a list of literature turned into named notes with the list's own text: for a person, all calls or none."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from bot.model.message import Message, msg
from bot.model.words import CitationKind, Fix
from bot.wikitext.drafts import Draft, Noted
from bot.wikitext.mentions import Mention, PageView
from bot.wikitext.ref_names import NameMaker, quoted

#: «, с. 5», «, p. 3»: a place in the work, which the list's text does not have.
_PLACE = re.compile(r"[,:;]\s?(?:(?:с|стр|p|pp|гл|ch)\b|§)", re.IGNORECASE)
#: Behind these a number in brackets is a word of its sentence: «В [1] показано». A closed class, of both languages' grammars.
_GOVERNS = frozenset(
    "в во на по из с со у от до для к ко о об при про через согласно вслед см ср и или "
    "in of on by from to at with for per see cf following and or".split()
)
_LAST_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]{1,20}+)\.?[ \t\u00a0]{0,8}\Z")
#: At the start of a sentence a call before a small letter is its subject.
_STARTS = re.compile(r"(?:\A|\n|[.!?…]['»”]{0,3}[ \t\u00a0]{0,8})[*#:;]{0,5}[ \t\u00a0]{0,8}\Z")
_GOES_ON = re.compile(r"[ \t\u00a0]{1,8}[^\W\d_A-ZА-ЯЁ]")
_MARK = re.compile(r"[*#][ \t]*\Z")
_NEAR = 40


@dataclass(frozen=True)
class _CalledWorks:
    """A page with the calls of its lists and the listed works, by where they stand."""

    view: PageView
    calls: Sequence[Mention]
    works: dict[int, Mention]

    @property
    def text(self) -> str:
        """The wikitext."""
        return self.view.text

    @cached_property
    def called(self) -> list[Mention]:
        """The works that a call names, in order."""
        return [
            self.works[start] for start in sorted({call.target for call in self.calls if call.target in self.works})
        ]

    @cached_property
    def in_brackets(self) -> Counter[int]:
        """How many calls one pair of brackets holds, by where it begins."""
        return Counter(call.start for call in self.calls)

    @cached_property
    def template_spans(self) -> list[tuple[int, int]]:
        """Templates that stand in no other."""
        return [(one.start, one.end) for one in self.view.templates if one.outer < 0]

    def line_start(self, at: int) -> int:
        """Where the line begins that holds the place."""
        return self.text.rfind("\n", 0, at) + 1

    def item(self, work: Mention) -> tuple[int, int]:
        """The work's line with its mark and its line end."""
        return self.line_start(work.start), min(work.end + 1, len(self.text))


_NAMED = r"[A-ZА-ЯЁ][^()\[\]\n|]{1,160}?[^\W\d_]\.?,?\s(?:1[5-9]|20)\d\d[a-zа-я]?(?:,\s?[\w.]{1,4}\s?[\d–-]{1,12})?"
#: Without one of these a page has no call: a number in brackets, brackets that begin with a name and have a year before an end.
#: Each begins with its bracket, which ``re`` looks for first.
_CALLS = (
    re.compile(r"\[\d{1,3}[\],;–-]"),
    re.compile(rf"\({_NAMED}[);]"),
    re.compile(rf"\[(?<!\[\[){_NAMED}[\];]"),
)


def may_call(text: str) -> bool:
    """Whether the page may have a short reference outside templates; a quick look, before its lists are read."""
    return any(pattern.search(text) for pattern in _CALLS)


def listed_notes(view: PageView, mentions: Sequence[Mention]) -> tuple[list[Draft], list[Noted]]:
    """One edit for the page: each call becomes a named note with the text of its item, and the items leave their list.

    Where one call or item does not allow it nothing is offered, and a finding says why.
    """
    calls = [one for one in mentions if one.kind is CitationKind.short and not view.text.startswith("{{", one.start)]
    page = _CalledWorks(view, calls, {one.start: one for one in mentions if one.kind is CitationKind.listed})
    if not page.called:
        return [], []
    for at, why in _obstacles(page):
        words = " ".join(view.text[at : at + 60].partition("\n")[0].split())
        return [], [Noted("REF041", msg("short references stay as they are: {why}", why=why), at, words, words)]
    message = msg("short references become notes with the text of their list: {n}", n=len({one.start for one in calls}))
    return [Draft("REF041", Fix.review, message, [*_notes(page), *_lists(page)])], []


def _notes(page: _CalledWorks) -> Iterator[tuple[int, int, str]]:
    """Each call's brackets, with the blanks before them, and the notes that stand there then."""
    names, made = NameMaker(page.view.table), dict[int, str]()
    for (start, end), calls in groupby(page.calls, key=lambda call: (call.start, call.end)):
        refs = []
        for target, place in dict.fromkeys((call.target, _place(call)) for call in calls if call.target is not None):
            content = page.works[target].content
            if place:  # a note of its own: no other call means this place
                refs.append(f"<ref>{content.rstrip(' .')}, {place}</ref>")
            elif target in made:
                refs.append(f"<ref name={made[target]} />")
            else:
                made[target] = quoted(names.make(content))
                refs.append(f"<ref name={made[target]}>{content}</ref>")
        before = page.text[max(0, start - 8) : start]
        yield start - (len(before) - len(before.rstrip(" \t\u00a0"))), end, "".join(refs)


def _lists(page: _CalledWorks) -> Iterator[tuple[int, int, str]]:
    """The called items' lines; where the page has no list of notes, it stands in place of the first."""
    notes = "" if page.view.table.lists else "<references/>\n"
    for work in page.called:
        yield *page.item(work), notes
        notes = ""


def _obstacles(page: _CalledWorks) -> Iterator[tuple[int, Message]]:
    """Why the calls stay, each with the place of the first that is so."""
    for why, holds in _OF_CALLS:
        yield from ((call.start, why) for call in page.calls if holds(page, call))
    for why, holds in _OF_ITEMS:
        yield from ((work.start, why) for work in page.called if holds(page, work))


def _place(call: Mention) -> str:
    """The place in the work that a call names: «с. 197» of «[2, с. 197]»."""
    found = _PLACE.search(call.content)
    return "" if found is None else call.content[found.start() :].lstrip(",:; ").rstrip("] ")


def _shares_its_place(page: _CalledWorks, call: Mention) -> bool:
    """Whether numbers in one pair of brackets have one place: nobody knows of which of them."""
    return call.number is not None and page.in_brackets[call.start] > 1 and _place(call) != ""


def _in_template(page: _CalledWorks, one: Mention) -> bool:
    at = bisect_right(page.template_spans, (one.start, len(page.text))) - 1
    return at >= 0 and one.start < page.template_spans[at][1]


def _is_word(page: _CalledWorks, call: Mention) -> bool:
    """Whether the sentence needs the call as a word."""
    before = page.text[max(0, call.start - _NEAR) : call.start]
    last = _LAST_WORD.search(before)
    if last is not None and last[1].casefold() in _GOVERNS:
        return True
    return _STARTS.search(before) is not None and _GOES_ON.match(page.text, call.end) is not None


def _is_no_line(page: _CalledWorks, work: Mention) -> bool:
    start, stop = page.item(work)
    mark = page.text[start : work.start]
    goes_on = page.text[stop : stop + 2]
    nested = len(goes_on) == 2 and goes_on[0] == mark[:1] and goes_on[1] in "*#:;"
    marked = _MARK.fullmatch(mark) is not None or (mark == "" and work.number is not None)
    return not marked or page.text[work.end : work.end + 1] not in {"", "\n"} or nested


def _cannot_move(_: _CalledWorks, work: Mention) -> bool:
    words = work.content
    pairs = (("{{", "}}"), ("[[", "]]"), ("{|", "|}"))
    return (
        "<ref" in words.casefold()
        or "\n" in words
        or any(words.count(one) != words.count(other) for one, other in pairs)
    )


_Row = tuple[Message, Callable[[_CalledWorks, Mention], bool]]
_OF_CALLS: tuple[_Row, ...] = (
    (msg("this one names no work of a list"), lambda page, call: call.target not in page.works),
    (msg("its brackets hold other words too"), lambda _, call: call.shown is not None),
    (msg("it names one place for several works"), _shares_its_place),
    (msg("it stands in a template"), _in_template),
    (msg("it stands in a heading"), lambda page, call: page.text.startswith("=", page.line_start(call.start))),
    (msg("it is a word of its sentence"), _is_word),
)
_OF_ITEMS: tuple[_Row, ...] = (
    (msg("the item is no single line of a list"), _is_no_line),
    (msg("the item's text cannot stand in a note"), _cannot_move),
)
