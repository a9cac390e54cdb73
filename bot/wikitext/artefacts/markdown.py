"""Markdown's block and inline marks. What could be read otherwise is offered to a person, never made."""

from __future__ import annotations

import re

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.artefacts.scene import Scene, shortened
from bot.wikitext.mask import BLOT

_HEADING = re.compile(r"^(#{1,6})[ \t]+(\S[^\n]*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_BOLD = re.compile(r"\*\*(?<![*\w\\]\*\*)(?![\s*])([^*\n\0]{1,300}+)(?<!\s)\*\*(?![*\w])")
_BOLD_LOW = re.compile(r"__(?<![\w\\]__)(?![\s_])([^_\n\0]{1,300}+)(?<!\s)__(?!\w)")
_ITALIC = re.compile(r"\*(?<![*\w\\]\*)(?![\s*])([^*\n\0]{1,300}+)(?<!\s)\*(?![*\w])")
#: Magic words of the wiki, and names as ``__init__``.
_MAGIC = re.compile(r"[A-ZА-Я_]{3,}|[a-z0-9_]+")


def headings(scene: Scene) -> None:
    """``## Heading``: a numbered list to the wiki, so a person decides; two neighbours are a list."""
    lines = [match for match in _HEADING.finditer(scene.shown) if BLOT not in match.group()]
    if scene.too_many("ART007", lines):
        return
    for match in lines:
        level = len(match.group(1))
        if level == 1 and _in_list(scene.shown, match):
            continue
        marks = "=" * level
        scene.edit(
            "ART007",
            msg("the Markdown heading «{title}» becomes a heading of the wiki", title=shortened(match.group(2), 80)),
            [(match.start(), match.start(2), f"{marks} "), (match.end(2), match.end(), f" {marks}")],
            fix=Fix.review,
        )
        scene.note(
            "ART007", msg("a Markdown heading: the wiki makes a numbered list of it"), match.start(), match.group(2)
        )


def _in_list(shown: str, match: re.Match[str]) -> bool:
    """Whether a line of a numbered list stands right before or after."""
    before = shown[shown.rfind("\n", 0, max(match.start() - 1, 0)) + 1 : max(match.start() - 1, 0)]
    after = shown[match.end() + 1 : match.end() + 3]
    return before[:1] in {"#", "*", ":"} or after[:1] in {"#", "*", ":"}


def emphasis(scene: Scene) -> None:
    """``**bold**``, ``__bold__`` and ``*italic*``."""
    for pattern, mark, quotes in ((_BOLD, 2, "'''"), (_BOLD_LOW, 2, "'''"), (_ITALIC, 1, "''")):
        found = list(pattern.finditer(scene.shown))
        if scene.too_many("ART008", found):
            return
        for match in found:
            body = match.group(1)
            if (pattern is _BOLD_LOW and _MAGIC.fullmatch(body)) or (
                _starts_line(scene.shown, match.start()) and mark == 1
            ):
                continue
            start, end = match.span()
            scene.edit(
                "ART008",
                msg("the Markdown emphasis of «{words}» becomes the wiki's", words=shortened(body)),
                [(start, start + mark, quotes), (end - mark, end, quotes)],
                fix=Fix.review,
            )
            scene.note("ART008", msg("Markdown emphasis"), start, body)
            scene.claim((start, end))
        scene.settle()


def _starts_line(shown: str, at: int) -> bool:
    return at == 0 or shown[at - 1] == "\n"
