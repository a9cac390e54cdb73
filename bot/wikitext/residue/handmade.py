"""Footnotes made by hand: Markdown's ``[^1]`` with its text below, and numbers in brackets that name lines of a list of sources.

Both say exactly which text belongs where, so a real ref can be made; a person takes it, since a source changes its place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from bot.model.message import Message, msg
from bot.model.words import Fix
from bot.wikitext.calls import LIST_TEMPLATES
from bot.wikitext.markdown.inline import converted
from bot.wikitext.residue.context import RuleContext

#: CommonMark has no footnotes; the form is that of PHP Markdown Extra, GitHub and Pandoc.
_NOTE = re.compile(r"^\[\^([^\[\]\s^\0]{1,30})\^?\]:[ \t]*(\S[^\n]*(?:\n[ \t]{2,}\S[^\n]*)*)(?:\n|\Z)", re.MULTILINE)
_NOTE_USE = re.compile(r"(?<![ \t])[ \t]*+\[\^([^\[\]\s^\0]{1,30})\^?\](?!:)")
#: A call by a number: letters in such brackets are a class of a regular expression.
_LONE = re.compile(r"\[\^\d{1,3}\]")
_BY = r"\[\d{1,3}(?:[ ]?[,;–-][ ]?\d{1,3}){0,30}+\]"
#: A number in brackets that names a line: alone, some in a row, in parentheses, raised.
_IN_BRACKETS = re.compile(
    rf"(?<![ \t])[ \t]*+(?P<sup><sup>[ \t]*+)?(?P<open>\()?(?P<numbers>{_BY}(?:[ ]?{_BY}){{0,30}}+)(?(open)\))"
    r"(?(sup)[ \t]*</sup>)(?![(:])"
)
#: Words whose full stop a number of their own follows: «Рис.1».
_COUNTED_THINGS = frozenset("рис табл гл разд см ст вып стр пп fig figs tab sec eq ch vol no pp".split())
_RAISED = "¹²³⁴⁵⁶⁷⁸⁹⁰"
_PLAIN = str.maketrans(_RAISED, "1234567890")
_IN_RAISED = re.compile(
    rf"(?:(?<=[^\W\d_]{{2}})|(?<=[.,;:!?»”)]))(?P<numbers>[{_RAISED}]{{1,3}}+(?:[,⁻][{_RAISED}]{{1,3}}+){{0,9}}+)"
)
#: Gemini's reports: the number is glued to a sentence's full stop.
_AFTER_STOP = re.compile(r"(?<=[^\W\d_]{2}[.!?])(?P<numbers>\d{1,3})(?=[ \t]|\n|\Z)")
_HEADING = re.compile(r"^(?:=[^\n]*=[ \t]*+|#{1,6}[ \t][^\n]*+)$", re.MULTILINE)
_OF_SOURCES = frozenset(
    "литература,список литературы,источники,список источников,ссылки,примечания,сноски,библиография,"
    "references,sources,bibliography,notes,works cited,literature,citations".split(",")
)
#: What a line of a list of sources holds: a year, an address, an identifier.
_SOURCE = re.compile(r"\b(?:19|20)\d\d\b|https?://|\bdoi\b|\barxiv\b|\bisbn\b", re.IGNORECASE)
#: What a glued number may follow: a word, a year, a mark. After one letter or a closing bracket it is an index.
_WORD_END = re.compile(r"(?:[^\W\d_]{2}|(?<!\d)\d{4}|[.,;:!?»”%…]|['*]{2})\Z")
_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]++(?=[.!?]\Z)")
#: Signs after which brackets are mathematics.
_OPERATOR = re.compile(r"[=+\-−×·/∈∉⊂<>≤≥^_\\(]\Z")
_LISTS = re.compile(
    r"<references\b|\{\{\s*(?:" + "|".join(map(re.escape, sorted(LIST_TEMPLATES))) + r")\s*[|}]", re.IGNORECASE
)


class _Text(NamedTuple):
    """A source's text and the stretch that it goes from."""

    words: str
    start: int
    end: int


class _Use(NamedTuple):
    """Where sources are called, by their labels; ``certain`` where it can be nothing else."""

    labels: tuple[str, ...]
    start: int
    end: int
    certain: bool = True


class _Texts(dict[str, _Text]):
    """Texts that can stand in a ref, by label; ``stuck`` are the labels of those that cannot."""

    def __init__(self) -> None:
        super().__init__()
        self.stuck: set[str] = set()


class _Listing(NamedTuple):
    """A way to write a list of sources: its lines (number, words), whether only under a heading, how they are called."""

    line: re.Pattern[str]
    under_heading: bool
    calls: tuple[re.Pattern[str], ...]


_LISTINGS = (
    _Listing(
        re.compile(r"^(?:[*#:]++[ \t]*+)?\[(\d{1,3})\](?![,;\[])[ \t.:—–-]*+(\S[^\n]*)(?:\n|\Z)", re.MULTILINE),
        False,
        (_IN_BRACKETS,),
    ),
    _Listing(re.compile(rf"^([{_RAISED}]{{1,3}})[ \t]*(\S[^\n]*)(?:\n|\Z)", re.MULTILINE), False, (_IN_RAISED,)),
    _Listing(
        re.compile(r"^(\d{1,3})[.)][ \t]+(\S[^\n]*)(?:\n|\Z)", re.MULTILINE),
        True,
        (_IN_BRACKETS, _IN_RAISED, _AFTER_STOP),
    ),
    _Listing(re.compile(r"^()[*•][ \t]*([^\s*#:][^\n]*)(?:\n|\Z)", re.MULTILINE), True, (_IN_BRACKETS,)),
)


def markdown_notes(context: RuleContext) -> None:
    """``words[^1]`` with ``[^1]: source`` anywhere on the page."""
    if "[^" not in context.shown:
        return
    found = list(_NOTE.finditer(context.shown))
    calls = list(_NOTE_USE.finditer(context.shown))
    if context.too_many("ART017", [*found, *calls]):
        return
    texts = _texts(context, ((match.group(1), match.start(2), match) for match in found))
    uses = [_Use((match.group(1),), *match.span()) for match in calls if match.group(1) in texts]
    if uses:
        _offer(context, "ART017", msg("Markdown footnotes become refs: {n}", n=len(uses)), texts, uses)
    _lone_notes(context, found, calls)


def _lone_notes(context: RuleContext, texts: list[re.Match[str]], calls: list[re.Match[str]]) -> None:
    """A call whose text is nowhere: its words have no source; a text that nothing calls."""
    labels = {match.group(1) for match in texts}
    for match in calls:
        lone = _LONE.fullmatch(match.group().lstrip())
        if lone and match.group(1) not in labels and context.shown[match.start() - 1 : match.start()].strip():
            words = context.sentence_before(match.start())
            token = match.group().strip()
            context.note(
                "ART031", msg("the footnote «{token}» of these words has no text", token=token), match.start(), words
            )
    called = {match.group(1) for match in calls}
    for match in texts:
        if match.group(1) not in called:
            message = msg("nothing calls the footnote «{label}»", label=f"[^{match.group(1)}]")
            context.note("ART017", message, match.start(), match.group(2))


def numbers(context: RuleContext) -> None:
    """``words [1]`` with a line of sources that bears the number: the page's whole numbering, or nothing and why."""
    for listing in _LISTINGS:
        lines = _lines(context, listing)
        if not lines or context.too_many("ART018", lines):
            continue
        labels = [match.group(1).translate(_PLAIN) or str(n) for n, match in enumerate(lines, 1)]
        uses = next(filter(None, (_calls(context, form, lines) for form in listing.calls)), [])
        uses = [use for use in uses if use.certain or set(use.labels) <= set(labels)]
        if not uses:
            continue
        texts = _texts(context, zip(labels, (match.start(2) for match in lines), lines, strict=True))
        why = _blocked(context, lines, labels, texts, uses)
        if why is None:
            message = msg("numbers of a list of sources made by hand become refs: {n}", n=len(uses))
            _offer(context, "ART018", message, texts, uses)
        else:
            message = msg("the numbers of a list made by hand stay as they are: {why}", why=why)
            context.note("ART018", message, uses[0].start, context.sentence_before(uses[0].start))
        return


def _lines(context: RuleContext, listing: _Listing) -> list[re.Match[str]]:
    """The lines of a list of sources; of one without a heading those that hold what a source does."""
    shown = context.shown
    if not listing.under_heading:
        return [match for match in listing.line.finditer(shown) if _SOURCE.search(context.text, *match.span(2))]
    heading = next((match for match in reversed(list(_HEADING.finditer(shown))) if _of_sources(match)), None)
    if heading is None:
        return []
    following = _HEADING.search(shown, heading.end())
    return list(listing.line.finditer(shown, heading.end(), following.start() if following else len(shown)))


def _blocked(
    context: RuleContext, lines: list[re.Match[str]], labels: list[str], texts: _Texts, uses: list[_Use]
) -> Message | None:
    """Why not every call of the page can become a ref; None where each can."""
    called = {label for use in uses for label in use.labels}
    bare = not any(match.group(1) for match in lines)
    reasons: tuple[tuple[Callable[[], bool], Message], ...] = (
        (lambda: labels != [str(n) for n in range(1, len(labels) + 1)], msg("its lines do not count up from one")),
        (lambda: bool(called & texts.stuck), msg("a line holds a ref, or markup that goes on elsewhere")),
        (lambda: not called <= set(labels), msg("a number has no line in the list")),
        (lambda: any(context.in_ref(use.start) for use in uses), msg("a number stands inside a ref")),
        (lambda: bare and called != set(labels), msg("its lines bear no numbers, and not each is called")),
        (
            lambda: any(not context.shown[use.start - 1 : use.start].strip() for use in uses if use.certain),
            msg("a number stands before any words: nobody can say whose it is"),
        ),
    )
    return next((why for holds, why in reasons if holds()), None)


def _of_sources(heading: re.Match[str]) -> bool:
    line = heading.group().rstrip(" \t")
    level = len(line) - len(line.lstrip("="))
    if level != len(line) - len(line.rstrip("=")):
        return False
    return (line.strip("=") if level else line.lstrip("#")).strip(" \t*:'").casefold() in _OF_SOURCES


def _texts(context: RuleContext, found: Iterable[tuple[str, int, re.Match[str]]]) -> _Texts:
    """What can stand in a ref, by label; nothing when one label has two texts."""
    texts = _Texts()
    for label, at, match in found:
        words = " ".join(context.text[at : match.end()].split())
        if label in texts or label in texts.stuck:
            return _Texts()
        if _breaks_a_ref(words):
            texts.stuck.add(label)
        else:
            alone = re.fullmatch(r"\((https?://[^\s()]+)\)[ .:—–-]*(.*)", words)
            words = f"[{alone[1]} {alone[2]}]" if alone and alone[2] else alone[1] if alone else words
            texts[label] = _Text(converted(words, context.profile), *match.span())
    return texts


def _has_list(context: RuleContext) -> bool:
    """Whether notes are shown on the page, or will be by an edit that is offered already."""
    return _LISTS.search(context.text) is not None or context.writes("<references")


def _breaks_a_ref(words: str) -> bool:
    """Whether a text cannot be moved into a ref as it is: a ref in it, a call or link that goes on outside."""
    pairs = (("{{", "}}"), ("[[", "]]"), ("{|", "|}"))
    return "<ref" in words.casefold() or any(words.count(one) != words.count(other) for one, other in pairs)


def _calls(context: RuleContext, form: re.Pattern[str], lines: list[re.Match[str]]) -> list[_Use]:
    """Numbers that can be calls of a source, outside the list: not an index, an interval's end or a link."""
    shown = context.shown
    inside = [match.span() for match in lines]
    uses = []
    for match in form.finditer(shown):
        at = bisect_right(inside, (match.start("numbers"), len(shown))) - 1
        if at >= 0 and match.start("numbers") < inside[at][1]:
            continue
        before = shown[max(0, match.start() - 8) : match.start()]
        raised = form is not _IN_BRACKETS or bool(match["sup"])
        glued = raised or shown[match.start()] in "[("
        if form is _AFTER_STOP and _WORD.search(before)[0].casefold() in _COUNTED_THINGS:  # type: ignore[index] # the form asks for one
            continue
        if raised or (_is_call(before) if glued else not _OPERATOR.search(before)):
            uses.append(_Use(tuple(_counted(match["numbers"])), *match.span(), certain=glued))
    return uses


def _is_call(before: str) -> bool:
    """Whether brackets glued to what stands before them are a call, and no index."""
    return before[-1:] in {"", "\n"} or _WORD_END.search(before) is not None


def _counted(numbers: str) -> Iterator[str]:
    """``1, 3–5`` → 1, 3, 4, 5."""
    plain = re.sub(r"\][ ]?\[", ",", numbers).strip("[]").translate(_PLAIN)
    for part in re.split(r"[ ]?[,;][ ]?", plain):
        ends = [int(end) for end in re.split(r"[ ]?[–⁻-][ ]?", part)]
        yield from map(str, range(ends[0], min(ends[-1], ends[0] + 50) + 1) if len(ends) == 2 else ends)


def _offer(context: RuleContext, code: str, message: Message, texts: _Texts, uses: list[_Use]) -> None:
    """One edit for the page: every call becomes a ref with its text, and the texts leave their old place."""
    inside = [(text.start, text.end) for text in texts.values()]
    uses = [use for use in uses if not any(start <= use.start < end for start, end in inside)]
    if not uses or any(context.in_ref(use.start) for use in uses):
        return
    spans = _spans(context, texts, uses)
    context.edit(code, message, spans, fix=Fix.review)
    for use in uses:
        words = context.text[use.start : use.end].strip()
        by_hand = msg("a footnote made by hand: {words}", words=words[:60])
        context.note(code, by_hand, use.start, context.sentence_before(use.start))
    context.claim(*((start, end) for start, end, _ in spans))


def _refs(texts: _Texts, use: _Use) -> str:
    return "".join(f"<ref>{texts[label].words}</ref>" for label in use.labels)


def _spans(context: RuleContext, texts: _Texts, uses: list[_Use]) -> list[tuple[int, int, str]]:
    """The refs in place of the calls, and the wiki's list in place of the texts where none is left and none stands elsewhere."""
    called = set().union(*(use.labels for use in uses))
    spans = [(use.start, use.end, _refs(texts, use)) for use in uses]
    gone = sorted((text.start, text.end) for label, text in texts.items() if label in called)
    whole = len(gone) == len(texts) and not texts.stuck
    listed = whole and not context.refs and not _has_list(context)
    first = "<references/>" + "\n" * context.text.endswith("\n", *gone[-1]) if listed else ""
    return [*spans, (*gone[0], first), *((start, end, "") for start, end in gone[1:])]
