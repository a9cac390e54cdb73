"""Markdown's block and inline marks. What could be read otherwise is offered to a person, never made."""

from __future__ import annotations

import re
from itertools import pairwise

from bot.model.message import msg
from bot.model.words import Fix
from bot.profiles.source_sections import SOURCE_HEADINGS
from bot.wikitext.mask import BLOT
from bot.wikitext.residue.context import RuleContext, shortened

#: The closing marks are counted: a line of them would be read again from each of its characters.
_HEADING = re.compile(r"^(#{1,6})[ \t]++(\S[^\n]*?)[ \t]{0,40}+#{0,40}+[ \t]{0,40}+$", re.MULTILINE)
#: «# 1 место» goes on in a small letter: an item.
_COUNTED = re.compile(r"\d+[ ][^\W\d_A-ZА-ЯЁ]")
#: What the wiki's markup or a source brings: a lone «# ''Ivanov I.'' Work. doi:…» is the only item of a list.
_OF_WIKI = re.compile(r"''|\[\[|\{\{|<ref\b|https?://|\b(?:doi|isbn|arxiv)\b", re.IGNORECASE)
#: Characters of empty lines between a heading and its section that are looked through.
_ABOVE = 200
_HASHES = re.compile(r"(#+)")
_UNDERLINED = re.compile(r"^(?<!\S\n)()([^\W_][^\n=|\0]{1,120}[^\s.;,:])[ \t]*\n={3,}[ \t]*$", re.MULTILINE)
_BOTH = re.compile(r"\*\*\*(?<![*\w\\]\*\*\*)(?![\s*])([^*\n]{1,300}+)(?<!\s)\*\*\*(?![*\w])")
_BOLD = re.compile(r"\*\*(?<![*\w\\]\*\*)(?![\s*])((?:[^*\n]|\*(?!\*)){1,300}+)(?<!\s)\*\*(?![*\w])")
_BOLD_LOW = re.compile(r"__(?<![\w\\]__)(?![\s_])([^_\n]{1,300}+)(?<!\s)__(?!\w)")
_ITALIC = re.compile(r"\*(?<![*\w\\]\*)(?![\s*])([^*\n]{1,300}+)(?<!\s)\*(?![*\w])")
#: Magic words of the wiki, and names as ``__init__``.
_MAGIC = re.compile(r"[A-ZА-Я_]{3,}|[a-z0-9_]+")
#: Behaviour switches, which the wiki reads in any case (MagicWord::$mDoubleUnderscoreIDs of 1.39).
_SWITCHES = frozenset(
    "notoc nogallery forcetoc toc noeditsection newsectionlink nonewsectionlink hiddencat expectunusedcategory "
    "expectunusedtemplate index noindex staticredirect notitleconvert notc nocontentconvert nocc".split()
)


def headings(context: RuleContext) -> None:
    """``## Heading``: a numbered list to the wiki, so a person decides; lines that can be its items are none."""
    lines = [match for match in _HEADING.finditer(context.shown) if _may_head(context.shown, match)]
    if context.too_many("ART007", lines):
        return
    if all(len(match.group(1)) == 1 for match in lines) and len(lines) > 1:
        return  # one title, or a list with blank lines between its items
    for match in lines:
        marks = "=" * len(match.group(1))
        _heading(
            context, match, [(match.start(), match.start(2), f"{marks} "), (match.end(2), match.end(), f" {marks}")]
        )


def underlined(context: RuleContext) -> None:
    """A line of words over a line of equals signs (CommonMark 4.3)."""
    for match in _UNDERLINED.finditer(context.shown):
        _heading(context, match, [(match.start(), match.start(), "= "), (match.end(2), match.end(), " =")])
        context.claim(match.span())


def _heading(context: RuleContext, match: re.Match[str], spans: list[tuple[int, int, str]]) -> None:
    title = context.text[slice(*match.span(2))]
    message = msg("the Markdown heading «{title}» becomes a heading of the wiki", title=shortened(title, 80))
    context.edit("ART007", message, spans, fix=Fix.review)
    context.note("ART007", msg("a Markdown heading: the wiki makes a numbered list of it"), match.start(), title)


def _may_head(shown: str, match: re.Match[str]) -> bool:
    """Whether a line can be a heading: it is no sentence, and no item of a list stands right beside it."""
    title = match.group(2)
    if title.startswith(BLOT) or title[-1] in ".;," or _COUNTED.match(title):
        return False
    if len(match.group(1)) == 1 and (_OF_WIKI.search(title) or _under_sources(shown, match.start())):
        return False
    return not _beside_list(shown, match) and _deeper(shown, match)


def _beside_list(shown: str, match: re.Match[str]) -> bool:
    """Whether an item of a list stands on the line before or after, or the line before leads into what follows."""
    before = shown[shown.rfind("\n", 0, max(match.start() - 1, 0)) + 1 : max(match.start() - 1, 0)].rstrip()
    after = shown[match.end() + 1 : shown.find("\n", match.end() + 1) + 1]
    item = before[:1] in tuple("*:;#") and not _HASHES.match(before)
    return item or before[-1:] == ":" or after[:1] in tuple("*:;")


def _under_sources(shown: str, at: int) -> bool:
    """Whether the next thing above is the wiki's heading of a list of sources: what stands there is its item."""
    end = len(shown[max(0, at - _ABOVE) : at].rstrip()) + max(0, at - _ABOVE)
    line = shown[shown.rfind("\n", 0, end) + 1 : end]
    return line.startswith("=") and line.strip("= \t").casefold() in SOURCE_HEADINGS


def _deeper(shown: str, match: re.Match[str]) -> bool:
    """Whether the lines with hashes right above and below are headings, too: each one level deeper than the one before."""
    start, end = match.start(), match.end()
    levels = [len(match.group(1))]
    while len(levels) < 7:
        line = shown.rfind("\n", 0, max(start - 1, 0)) + 1
        above = _HASHES.match(shown, line) if start else None
        if above is None:
            break
        levels.insert(0, len(above.group(1)))
        start = line
    while len(levels) < 7 and (below := _HASHES.match(shown, end + 1)) is not None:
        levels.append(len(below.group(1)))
        end = shown.find("\n", end + 1)
        end = len(shown) if end == -1 else end
    return all(other == one + 1 for one, other in pairwise(levels))


def emphasis(context: RuleContext) -> None:
    """``***both***``, ``**bold**``, ``__bold__`` and ``*italic*``; what stands between the marks is read by the next pattern."""
    for pattern, mark, quotes in ((_BOTH, 3, "'''''"), (_BOLD, 2, "'''"), (_BOLD_LOW, 2, "'''"), (_ITALIC, 1, "''")):
        found = context.places("ART008", pattern)
        for match in found:
            if "\n" not in context.text[slice(*match.span())] and not _is_no_emphasis(context.shown, match, mark):
                _emphasise(context, match.span(), mark, "" if _is_title(context.shown, match) else quotes)
        context.settle()


def _is_no_emphasis(shown: str, match: re.Match[str], mark: int) -> bool:
    """Whether the marks are a switch or a name in low lines, a list's star, or round nothing that this rule can read."""
    body = match.group(1)
    if match.re is _BOLD_LOW:
        return _MAGIC.fullmatch(body) is not None or body.casefold() in _SWITCHES
    if not any(char.isalnum() for char in body):
        return mark == 1 or BLOT not in body
    return mark == 1 and _may_be_item(shown, match)


def _emphasise(context: RuleContext, span: tuple[int, int], mark: int, quotes: str) -> None:
    start, end = span
    ends = (start, start + mark), (end - mark, end)
    words = context.text[start + mark : end - mark]
    message = msg("the Markdown emphasis of «{words}» becomes the wiki's", words=shortened(words))
    context.edit("ART008", message, [(*place, quotes) for place in ends], fix=Fix.review)
    context.note("ART008", msg("Markdown emphasis"), start, words)
    context.claim(*ends)


def _is_title(shown: str, match: re.Match[str]) -> bool:
    """Whether the words are a whole heading of the wiki, which is bold by itself."""
    start, end = _line(shown, match)
    before, after = shown[start : match.start()].strip(" "), shown[match.end() : end].strip(" ")
    return bool(before) and before == after and not before.strip("=")


def _may_be_item(shown: str, match: re.Match[str]) -> bool:
    """Whether a star that begins a line may be a list's: a list stands beside it, or words are glued to the end."""
    start, end = _line(shown, match)
    if shown[start : match.start()].strip("*#:;"):
        return False  # words stand before it
    if start != match.start():
        return True
    above = shown[shown.rfind("\n", 0, max(start - 1, 0)) + 1 : start]
    after = shown[match.end() : match.end() + 1]
    beside = above[:1], shown[end + 1 : end + 2]
    return not set("*#:;").isdisjoint(beside) or bool(after.strip(" \n.,;:!?)—–-"))


def _line(shown: str, match: re.Match[str]) -> tuple[int, int]:
    end = shown.find("\n", match.end())
    return shown.rfind("\n", 0, match.start()) + 1, len(shown) if end == -1 else end
