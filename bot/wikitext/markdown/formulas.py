"""Formulas in another system's marks: dollars, TeX brackets, a foreign formula tag."""

from __future__ import annotations

import re

from bot.model.edit import Declared
from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.clickable import clickable, holds_address
from bot.wikitext.mask import BLOT
from bot.wikitext.residue.context import RuleContext

#: No formula begins in a formula: an opening tag without an end is passed over when the next is met.
_TAGS = re.compile(r"<(math|tex)(?:[ \t][^<>]*)?>((?:[^\0<]++|<(?!/?(?:math|tex)\b))*+)</\1[ \t]*+>", re.IGNORECASE)
_BRACKETS = re.compile(r"\\\(([^\0\n]{1,400}?)\\\)|\\\[([^\0]{1,2000}?)\\\]")
_DOUBLE = re.compile(r"\$\$(?<![\\$]\$\$)(?!\$)([^$\0]{1,2000}+)(?<!\\)\$\$(?!\$)")
_SINGLE = re.compile(r"\$(?<![\\$\w]\$)(?![\s$])([^$\0\n]{1,400}+)(?<![\s\\])\$(?![\w$])")
#: A dollar alone on the line before a formula and on the line after it, as some chats set off formulas.
_SET_OFF = re.compile(r"^\$[ \t]{0,20}\n((?:(?!\n[ \t]*\n)[^$\0]){1,2000})(?<=\n)\$(?=[ \t]{0,20}$)", re.MULTILINE)
_ENVIRONMENT = re.compile(
    r"\\begin\{(align|aligned|equation|gather|multline|cases|array|pmatrix|bmatrix|matrix|eqnarray)(\*?)\}"
    r"(?:(?!\\begin\{\1)[^\0]){1,2000}?\\end\{\1\2\}"
)
#: What no formula holds: a link or what may become one, a tag, a call.
_MARKUP = re.compile(r"\](?:\(|\[)|\[\[")
_DOUBTFUL = re.compile(r"<|\{\{")
#: A command with its argument: words in it are no prose. Taken out from the inside.
_COMMAND = re.compile(r"\\[A-Za-z]++\*?(?:[ \t]*+\{[^{}]*+\})?|\\.", re.DOTALL)
_BRACED = re.compile(r"\{[^{}]*+\}")
#: Two words in a row with nothing but space between are prose; a word and a letter, or letters that no formula is set in (not
#: Latin, not Greek), may be.
_IN_A_ROW = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+[,:;]?[ \t\n]++[^\W\d_]{2}")
_MAYBE_WORDS = re.compile(
    r"(?<![^\W\d_])[^\W\d_]{3,}+[ \t\n]++[^\W\d_]|[^\W\d_A-Za-z\u00c0-\u024f\u0370-\u03ff\u2100-\u214f]{2}"
)
#: Signs beside which a bracket is a string's or a pattern's: quotes, a slash, a word.
_BESIDE = re.compile(r"[\w\"'`“”/$^|]|\\(?![(\[])")
#: What Markdown's escaped brackets and regular expressions hold: a number, words.
_ESCAPED = re.compile(r"\A[\d\s,;–-]*\Z|[А-яЁё]|[A-Za-z]{4}")
#: What makes a stretch a formula beyond doubt: a command, a power or an index, a relation.
_FORMULA = re.compile(r"\\[A-Za-z]+|\\[,;:!%{}|]|\{,\}|[\^_=<>≤≥≈∈]|\\\\")
_MONEY = re.compile(r"\d[\d., ]*(?:[MBKmbk]|млн|млрд|тыс|million|billion)?")
#: Groups within groups are looked into so far.
_DEEPEST = 8
#: So much of a line is looked at.
_LINE = 1000
_QUOTES = tuple("\"'`“”")
_LONE = re.compile(
    r"[A-Za-zΑ-ω](?:'|\([A-Za-z, ]+\))?|[A-Za-z]{1,2}[ ]?[+\-*/|,][ ]?[\w]+|\([^()А-яё]{1,60}\)|[A-Z]{2,3}|\|[A-Za-zΑ-ω]\|"
)

#: A formula without a command: letters, numbers, brackets and signs; a word of four letters is a function's name or none of it.
_SIGNS = re.compile(r"[\sA-Za-zΑ-ω0-9'()\[\]|,;:.+\-*/!]{2,200}+")
_NO_NAME = re.compile(r"(?<![A-Za-z])[A-Za-z]{4,}+(?!\()")
_LETTER, _SIGN = re.compile("[A-Za-zΑ-ω]"), re.compile(r"[(|,;+*/]")


def _spans(context: RuleContext, start: int, end: int, mark: int) -> list[tuple[int, int, str]]:
    """The marks at both ends replaced by the wiki's tag, space inside display marks kept out."""
    tag = context.profile.formula_tag
    return [(start, start + mark, f"<{tag}>"), (end - mark, end, f"</{tag}>")]


def foreign_tags(context: RuleContext) -> None:
    """``<math>`` on a wiki that knows ``<tex>`` alone, and the other way round."""
    own = context.profile.formula_tag
    found = context.places("ART006", _TAGS)
    for match in found:
        if match.group(1).lower() == own or match.group(1).lower() in context.profile.opaque_tags:
            continue
        start, end = match.span()
        plain = _MARKUP.search(match.group(2)) is None and not holds_address(match.group(2))
        opening = context.text.index(">", start) + 1
        closing = context.text.rindex("<", start, end)
        spans = [(start, opening, f"<{own}>"), (closing, end, f"</{own}>")]
        context.edit(
            "ART006",
            msg("«{old}» becomes «{new}»", old=f"<{match.group(1)}>", new=f"<{own}>"),
            spans,
            fix=Fix.safe if plain else Fix.review,
            declares=context.account(spans) + Declared(tuple(clickable(match.group(2)))),
        )
        context.claim((start, end))


def _may_be_formula(body: str, *, formula: bool) -> bool:
    """Whether what stands between TeX brackets can be a formula: neither two paragraphs, nor a link, nor escaped prose."""
    if not body.strip() or re.search(r"\n[ \t\r]*+\n", body) or _is_link_or_prose(body):
        return False
    return formula or _ESCAPED.search(body) is None


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether quotes stand on both sides: a string or a pattern of a program."""
    return text[start - 1 : start] in _QUOTES and text[end : end + 1] in _QUOTES


def brackets(context: RuleContext) -> None:
    r"""``\(…\)`` and ``\[…\]``: safe where the inside is a formula beyond doubt."""
    found = context.places("ART005", _BRACKETS)
    for match in found:
        body = match.group(1) or match.group(2)
        start, end = match.span()
        formula = _FORMULA.search(body) is not None
        if not _may_be_formula(body, formula=formula) or _is_quoted(context.text, start, end):
            continue
        doubt = _DOUBTFUL.search(body) or _MAYBE_WORDS.search(_bare(body)) or _in_a_string(context.shown, start, end)
        sure = formula and not doubt
        context.edit(
            "ART005",
            msg("the TeX brackets become «{tag}»", tag=f"<{context.profile.formula_tag}>"),
            _spans(context, *match.span(), 2),
            fix=Fix.safe if sure else Fix.review,
        )
        context.claim(match.span())


def _is_link_or_prose(body: str) -> bool:
    """Whether a stretch holds what no formula does: a link, an address, words in a row."""
    return _holds_link(body) or _IN_A_ROW.search(_bare(body)) is not None


def _holds_link(body: str) -> bool:
    return _MARKUP.search(body) is not None or holds_address(body)


def _bare(body: str) -> str:
    """A formula without its commands, their arguments and what stands in braces."""
    for _ in range(_DEEPEST):
        body, commands = _COMMAND.subn(" + ", body)
        body, braced = _BRACED.subn(" + ", body)
        if not commands + braced:
            break
    return body


def _in_a_string(text: str, start: int, end: int) -> bool:
    """Whether a stretch may be a part of a string or a pattern of a program: glued to a word or a sign, or in straight quotes.

    A display formula has an end of its line to itself.
    """
    if _BESIDE.match(text, max(0, start - 1), start) or _BESIDE.match(text, end, end + 2):
        return True
    left = text[text.rfind("\n", max(0, start - _LINE), start) + 1 or max(0, start - _LINE) : start]
    right = text[end : end + _LINE].partition("\n")[0]
    if text.startswith("\\[", start) and left.strip(" \t*#:") and right.strip(" \t.,;:"):
        return True
    return left.count('"') % 2 == 1 and '"' in right


def environments(context: RuleContext) -> None:
    r"""``\\begin{align}…\\end{align}`` without any marks round it."""
    found = context.places("ART005", _ENVIRONMENT)
    tag = context.profile.formula_tag
    for match in found:
        if (
            _is_enclosed(context.shown, match.start())
            or re.search(r"\n\s*\n", match.group())
            or _holds_link(match.group())
        ):
            continue
        spans = [(match.start(), match.start(), f"<{tag}>"), (match.end(), match.end(), f"</{tag}>")]
        context.edit("ART005", msg("the formula gets the wiki's tag"), spans, fix=Fix.review)
        context.claim(match.span())


def _is_enclosed(shown: str, at: int) -> bool:
    """Whether an environment stands within marks of a formula: another rule's."""
    line = shown[shown.rfind("\n", max(0, at - _LINE), at) + 1 : at]
    return shown[max(0, at - 3) : at].rstrip().endswith(("$", "\\[", "\\(")) or line.count("$") % 2 == 1


def displays(context: RuleContext) -> None:
    """``$$…$$``, before anything in it is read."""
    _dollars(context, _DOUBLE, 2)


def dollars(context: RuleContext) -> None:
    """``$…$``, and a formula between two lines of a dollar: always for a person, and never where it looks like money."""
    _dollars(context, _SET_OFF, 1)
    context.settle()
    _dollars(context, _SINGLE, 1)


def _dollars(context: RuleContext, pattern: re.Pattern[str], mark: int) -> None:
    found = context.places("ART004", pattern)
    for match in found:
        body = match.group(1)
        if BLOT in body or not _is_formula(body) or re.search(r"\n[ \t\r]*+\n", body) or _is_link_or_prose(body):
            continue
        context.edit(
            "ART004",
            msg("the dollars become «{tag}»", tag=f"<{context.profile.formula_tag}>"),
            _spans(context, *match.span(), mark),
            fix=Fix.review,
        )
        context.note("ART004", msg("a formula stands in dollar signs"), match.start(), match.group().strip("$"))
        context.claim(match.span())


def _is_formula(body: str) -> bool:
    if _FORMULA.search(body):
        return True
    body = body.strip()
    if (_MONEY.fullmatch(body) is None and _LONE.fullmatch(body) is not None) or body.replace(".", "", 1).isdigit():
        return True
    return _is_expression(body)


def _is_expression(body: str) -> bool:
    """Letters with brackets or signs between them and nothing that is a word: «L(y, F(x))», «p(y | x)»."""
    shaped = _SIGNS.fullmatch(body) is not None and _NO_NAME.search(body) is None
    balanced = body.count("(") == body.count(")") and body.count("[") == body.count("]")
    return shaped and balanced and _LETTER.search(body) is not None and _SIGN.search(body) is not None
