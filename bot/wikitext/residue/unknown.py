"""What one wiki knows and another does not: file namespaces, tags, commands of formulas that its renderer cannot draw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from bot.model.message import msg
from bot.model.words import Fix
from bot.profiles import mimetex
from bot.wikitext.readers_view import replaced
from bot.wikitext.residue.context import RuleContext

#: What stands for a tag that the wiki shows as text; a person looks, for the sense may get lost.
_INSTEAD = {"kbd": "code", "samp": "code", "mark": "b", "dfn": "em"}


@lru_cache(maxsize=16)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"<(/?)({'|'.join(sorted(names))})(?=[\s/>])[^<>]*>", re.IGNORECASE)


def files(context: RuleContext) -> None:
    """``[[Файл:…]]`` where the wiki knows ``[[Изображение:…]]`` alone."""
    wrong = context.profile.wrong_file_prefixes
    if not wrong:
        return
    pattern = re.compile(r"\[\[[ \t]*(" + "|".join(map(re.escape, wrong)) + r")[ \t]*(?=:)", re.IGNORECASE)
    found = context.places("ART013", pattern)
    for match in found:
        context.edit(
            "ART013",
            msg("«{old}:» becomes «{new}:»", old=match.group(1), new=context.profile.file_prefix),
            [(*match.span(1), context.profile.file_prefix)],
            declares=replaced(match.group(1), context.profile.file_prefix),
        )


def tags(context: RuleContext) -> None:
    """HTML tags that the wiki shows as text."""
    names = context.profile.unknown_tags - {"syntaxhighlight"}
    if not names:
        return
    opened: dict[str, re.Match[str]] = {}
    found = context.places("ART014", _pattern(names))
    for match in found:
        name = match.group(2).lower()
        if not match.group(1):
            context.note(
                "ART014", msg("the wiki shows «{tag}» as text", tag=f"<{name}>"), match.start(), match.group() + name
            )
            opened[name] = match
        elif name in opened and name in _INSTEAD:
            first, other = opened.pop(name), _INSTEAD[name]
            message = msg("«{old}» becomes «{new}»", old=f"<{name}>", new=f"<{other}>")
            context.edit(
                "ART014", message, [(*first.span(), f"<{other}>"), (*match.span(), f"</{other}>")], fix=Fix.review
            )


_COMMAND = re.compile(r"\\([A-Za-z]+)")
_SIZED = re.compile(
    r"\\(?:" + "|".join(mimetex.SIZES) + r")[ ]*(?=(" + "|".join(map(re.escape, mimetex.UNSIZED)) + "))"
)
_ENVIRONMENT = re.compile(r"\\begin\{([A-Za-z]+\*?)\}")
_CYRILLIC = re.compile(r"[А-Яа-яЁё]+")
_ARGUMENT = re.compile(r"\s*(?:\{([A-Za-z0-9])\}|([A-Za-z0-9]))(?![A-Za-z])|\s*\{([A-Za-z0-9]+)\}")


def formulas(context: RuleContext) -> None:
    """Unknown commands, unknown environments and Cyrillic in every formula of the page."""
    if context.profile.formula_renderer != "mimetex":
        return
    found = [element for element in context.lexed.elements if element.name == context.profile.formula_tag]
    if context.too_many("ART050", found):
        return
    for element in found:
        start, end = element.open_end, element.close_start
        body = context.text[start:end]
        if "\\" in body:
            _commands(context, body, start)
        cyrillic = _CYRILLIC.search(body)
        if cyrillic:
            message = msg("Cyrillic letters in a formula: «{words}»", words=cyrillic.group()[:40])
            context.note("ART051", message, start + cyrillic.start(), body)


class _Unknown(NamedTuple):
    """What the renderer does not know in a formula's source, and what may stand for it (None: nothing is exact)."""

    start: int
    end: int
    shown: str
    exact: str | None


def _unknown(body: str) -> Iterator[_Unknown]:
    """Commands, sizes before brackets that take none, and environments."""
    for match in _COMMAND.finditer(body):
        if match[1] in mimetex.UNKNOWN:
            yield _Unknown(*match.span(), match[0], _exact(match[1], body, match.end()))
    for match in _SIZED.finditer(body):
        yield _Unknown(*match.span(), match[0].rstrip() + match[1], "")
    for match in _ENVIRONMENT.finditer(body):
        if match[1] in mimetex.UNKNOWN_ENVIRONMENTS:
            yield _Unknown(*match.span(), match[0], None)


def _commands(context: RuleContext, body: str, start: int) -> None:
    unknown = sorted(_unknown(body), key=lambda one: one.start)
    if not unknown:
        return
    shown = ", ".join(dict.fromkeys(one.shown for one in unknown))
    spans = [(start + one.start, start + one.end, one.exact) for one in unknown if one.exact is not None]
    at = spans[0][0] if spans else start + unknown[0].start
    context.note("ART050", msg("the formula renderer does not know {commands}", commands=shown), at, body)
    if spans:
        message = msg("in a formula, {commands} becomes what the renderer knows", commands=shown)
        context.edit("ART050", message, spans, fix=Fix.review)


def _exact(name: str, body: str, end: int) -> str | None:
    """What may stand for a command; None where nothing is exact."""
    if name in mimetex.BOLD:
        return r"\mathbf" if _ARGUMENT.match(body, end) else None
    exact = mimetex.EXACT.get(name)
    if exact is not None and exact[-1:].isalpha() and body[end : end + 1].isalpha():
        return exact + " "
    return exact
