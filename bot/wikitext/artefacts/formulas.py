"""Formulas in another system's marks: dollars, TeX brackets, a foreign formula tag."""

from __future__ import annotations

import re

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.artefacts.scene import Scene
from bot.wikitext.mask import BLOT

_TAGS = re.compile(r"<(math|tex)(?:[ \t][^<>]*)?>([^\0]*?)</\1[ \t]*>", re.IGNORECASE)
_BRACKETS = re.compile(r"\\\(([^\0\n]{1,400}?)\\\)|\\\[([^\0]{1,2000}?)\\\]")
_DOUBLE = re.compile(r"\$\$(?<![\\$]\$\$)(?!\$)([^$\0]{1,2000}+)(?<!\\)\$\$(?!\$)")
_SINGLE = re.compile(r"\$(?<![\\$\w]\$)(?![\s$])([^$\0\n]{1,400}+)(?<![\s\\])\$(?![\w$])")
_ENVIRONMENT = re.compile(
    r"\\begin\{(align|aligned|equation|gather|multline|cases|array|pmatrix|bmatrix|matrix|eqnarray)(\*?)\}"
    r"(?:(?!\\begin\{\1)[^\0]){1,2000}?\\end\{\1\2\}"
)
#: What Markdown's escaped brackets and regular expressions hold: a number, words.
_ESCAPED = re.compile(r"\A[\d\s,;–-]*\Z|[А-яЁё]|[A-Za-z]{4}")
#: What makes a stretch a formula beyond doubt: a command, a power or an index, a relation.
_FORMULA = re.compile(r"\\[A-Za-z]+|[\^_=<>≤≥≈∈]|\\\\")
_MONEY = re.compile(r"\d[\d., ]*(?:[MBKmbk]|млн|млрд|тыс|million|billion)?")
_LONE = re.compile(
    r"[A-Za-zΑ-ω](?:'|\([A-Za-z, ]+\))?|[A-Za-z]{1,2}[ ]?[+\-*/|,][ ]?[\w]+|\([^()А-яё]{1,60}\)|[A-Z]{2,3}"
)


def _spans(scene: Scene, start: int, end: int, mark: int) -> list[tuple[int, int, str]]:
    """The marks at both ends replaced by the wiki's tag, space inside display marks kept out."""
    tag = scene.profile.formula_tag
    return [(start, start + mark, f"<{tag}>"), (end - mark, end, f"</{tag}>")]


def foreign_tags(scene: Scene) -> None:
    """``<math>`` on a wiki that knows ``<tex>`` alone, and the other way round."""
    own = scene.profile.formula_tag
    found = scene.places("ART006", _TAGS)
    for match in found:
        if match.group(1).lower() == own or match.group(1).lower() in scene.profile.opaque_tags:
            continue
        start, end = match.span()
        opening = scene.text.index(">", start) + 1
        closing = scene.text.rindex("<", start, end)
        scene.edit(
            "ART006",
            msg("«{old}» becomes «{new}»", old=f"<{match.group(1)}>", new=f"<{own}>"),
            [(start, opening, f"<{own}>"), (closing, end, f"</{own}>")],
        )
        scene.claim((start, end))


def brackets(scene: Scene) -> None:
    r"""``\(…\)`` and ``\[…\]``: safe where the inside is a formula beyond doubt."""
    found = scene.places("ART005", _BRACKETS)
    for match in found:
        body = match.group(1) or match.group(2)
        if not body.strip() or re.search(r"\n\s*\n", body):
            continue
        sure = _FORMULA.search(body) is not None and "[[" not in body
        if not sure and _ESCAPED.search(body):
            continue
        scene.edit(
            "ART005",
            msg("the TeX brackets become «{tag}»", tag=f"<{scene.profile.formula_tag}>"),
            _spans(scene, *match.span(), 2),
            fix=Fix.safe if sure else Fix.review,
        )
        scene.claim(match.span())


def environments(scene: Scene) -> None:
    r"""``\\begin{align}…\\end{align}`` without any marks round it."""
    found = scene.places("ART005", _ENVIRONMENT)
    tag = scene.profile.formula_tag
    for match in found:
        around = scene.shown[max(0, match.start() - 3) : match.start()].rstrip()
        if around.endswith(("$", "\\[", "\\(")) or re.search(r"\n\s*\n", match.group()):
            continue
        spans = [(match.start(), match.start(), f"<{tag}>"), (match.end(), match.end(), f"</{tag}>")]
        scene.edit("ART005", msg("the formula gets the wiki's tag"), spans, fix=Fix.review)
        scene.claim(match.span())


def dollars(scene: Scene) -> None:
    """``$…$`` and ``$$…$$``: always for a person, and never where it looks like money."""
    for pattern, mark in ((_DOUBLE, 2), (_SINGLE, 1)):
        found = scene.places("ART004", pattern)
        for match in found:
            body = match.group(1)
            if BLOT in body or not _is_formula(body) or re.search(r"\n\s*\n", body):
                continue
            scene.edit(
                "ART004",
                msg("the dollars become «{tag}»", tag=f"<{scene.profile.formula_tag}>"),
                _spans(scene, *match.span(), mark),
                fix=Fix.review,
            )
            scene.note("ART004", msg("a formula stands in dollar signs"), match.start(), match.group().strip("$"))
            scene.claim(match.span())
        scene.settle()


def _is_formula(body: str) -> bool:
    if _FORMULA.search(body):
        return True
    body = body.strip()
    return (_MONEY.fullmatch(body) is None and _LONE.fullmatch(body) is not None) or body.replace(".", "", 1).isdigit()
