"""Footnotes made by hand: Markdown's ``[^1]`` with its text below, and numbers in brackets that name lines of a list of sources.

Both say exactly which text belongs where, so a real ref can be made; a person takes it, since a source changes its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
_LINE = re.compile(r"^(?:[*#:]+[ \t]*)?\[(\d{1,3})\][ \t.:—–-]*([^\W\d_«\"'\[*][^\n]*)(?:\n|\Z)", re.MULTILINE)
_NUMBERED = re.compile(r"^(\d{1,3})[.)][ \t]+([^\W\d_«\"'\[*][^\n]*|[«\"'\[*][^\n]*)(?:\n|\Z)", re.MULTILINE)
_LINE_USE = re.compile(
    r"(?<![ \t])[ \t]*+(?P<sup><sup>[ \t]*+)?\[(?P<numbers>\d{1,3}(?:[ ]?[,;–-][ ]?\d{1,3})*)\](?(sup)[ \t]*</sup>)(?![(\[:])"
)
_HEADING = re.compile(r"^(?:=[^\n]*=[ \t]*+|#{1,6}[ \t][^\n]*+)$", re.MULTILINE)
_OF_SOURCES = frozenset(
    "литература,список литературы,источники,список источников,ссылки,примечания,сноски,библиография,"
    "references,sources,bibliography,notes,works cited,literature,citations".split(",")
)
#: What a line of a list of sources holds: a year, an address, an identifier.
_SOURCE = re.compile(r"\b(?:19|20)\d\d\b|https?://|\bdoi\b|\barxiv\b|\bisbn\b", re.IGNORECASE)
#: What a glued number may follow: a word, a year, a mark. After one letter or a closing bracket it is an index.
_WORD_END = re.compile(r"(?:[^\W\d_]{2}|(?<!\d)\d{4}|[.,;:!?»”%…]|['*]{2})\Z")
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
    """Where sources are called, by their labels."""

    labels: tuple[str, ...]
    start: int
    end: int


def markdown_notes(context: RuleContext) -> None:
    """``words[^1]`` with ``[^1]: source`` anywhere on the page."""
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
    """``words [1]`` with a line ``[1] source``, or ``1. source`` under a heading of sources."""
    texts = _listed(context)
    if not texts or context.too_many("ART018", texts):
        return
    uses = [use for use in _calls(context) if all(label in texts for label in use.labels)]
    message = msg("numbers of a list of sources made by hand become refs: {n}", n=len(uses))
    _offer(context, "ART018", message, texts, uses)


def _listed(context: RuleContext) -> dict[str, _Text]:
    """The lines of a list of sources by number, where they count up from one; else nothing."""
    shown = context.shown
    found = [match for match in _LINE.finditer(shown) if _SOURCE.search(context.text, *match.span(2))]
    if not found:
        headings = [match for match in _HEADING.finditer(shown) if _of_sources(match)]
        start = headings[-1].end() if headings else len(shown)
        found = list(_NUMBERED.finditer(shown, start))
    if [int(match.group(1)) for match in found] != list(range(1, len(found) + 1)):
        return {}
    return _texts(context, ((match.group(1), match.start(2), match) for match in found))


def _of_sources(heading: re.Match[str]) -> bool:
    line = heading.group().rstrip(" \t")
    level = len(line) - len(line.lstrip("="))
    if level != len(line) - len(line.rstrip("=")):
        return False
    return (line.strip("=") if level else line.lstrip("#")).strip(" \t*:'").casefold() in _OF_SOURCES


def _texts(context: RuleContext, found: Iterator[tuple[str, int, re.Match[str]]]) -> dict[str, _Text]:
    """Texts that can stand in a ref, by label; nothing when one label has two."""
    texts: dict[str, _Text] = {}
    for label, at, match in found:
        words = converted(" ".join(context.text[at : match.end()].split()), context.profile)
        if label in texts:
            return {}
        if not _breaks_a_ref(words):
            texts[label] = _Text(words, *match.span())
    return texts


def _has_list(context: RuleContext) -> bool:
    """Whether notes are shown on the page, or will be by an edit that is offered already."""
    return _LISTS.search(context.text) is not None or context.writes("<references")


def _breaks_a_ref(words: str) -> bool:
    """Whether a text cannot be moved into a ref as it is: a ref in it, a call or link that goes on outside."""
    pairs = (("{{", "}}"), ("[[", "]]"), ("{|", "|}"))
    return "<ref" in words.casefold() or any(words.count(one) != words.count(other) for one, other in pairs)


def _calls(context: RuleContext) -> Iterator[_Use]:
    """Numbers in brackets that can be calls of a source: not an index, an interval's end or a link."""
    shown = context.shown
    for match in _LINE_USE.finditer(shown):
        glued = shown[match.start()] in "[<"
        before = shown[max(0, match.start() - 8) : match.start()]
        if match["sup"] or (_WORD_END.search(before) if glued else not _OPERATOR.search(before)):
            yield _Use(tuple(_counted(match["numbers"])), *match.span())


def _counted(numbers: str) -> Iterator[str]:
    """``1, 3–5`` → 1, 3, 4, 5."""
    for part in re.split(r"[ ]?[,;][ ]?", numbers):
        ends = [int(end) for end in re.split(r"[ ]?[–-][ ]?", part)]
        yield from map(str, range(ends[0], min(ends[-1], ends[0] + 50) + 1) if len(ends) == 2 else ends)


def _offer(context: RuleContext, code: str, message: Message, texts: dict[str, _Text], uses: list[_Use]) -> None:
    """One edit for the page: every call becomes a ref with its text, and the texts leave their old place."""
    inside = [(text.start, text.end) for text in texts.values()]
    uses = [use for use in uses if not any(start <= use.start < end for start, end in inside)]
    if not uses or any(context.in_ref(use.start) for use in uses):
        return
    called = {label for use in uses for label in use.labels}
    spans = [(use.start, use.end, "".join(f"<ref>{texts[label].words}</ref>" for label in use.labels)) for use in uses]
    gone = sorted((text.start, text.end) for label, text in texts.items() if label in called)
    spans += [(start, end, "") for start, end in gone]
    if len(gone) == len(texts) and not context.refs and not _has_list(context):
        spans.remove((*gone[0], ""))
        spans.append((*gone[0], "<references/>" + "\n" * context.text.endswith("\n", *gone[-1])))
    context.edit(code, message, spans, fix=Fix.review)
    for use in uses:
        words = context.text[use.start : use.end].strip()
        context.note(
            code,
            msg("a footnote made by hand: {words}", words=words[:60]),
            use.start,
            context.sentence_before(use.start),
        )
    context.claim(*((start, end) for start, end, _ in spans))
