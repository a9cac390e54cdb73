"""Notes that cite several works at once: where one ends and the next begins.

A list, a line break, a second template, or a semicolon before new authors. A note is divided only where two parts at least
carry an identifier of their own: any other semicolon belongs to one work.
"""

from __future__ import annotations

import re

from bot.identifiers import find_identifiers
from bot.model.words import IdKind
from bot.wikitext.braces import template_name, templates
from bot.wikitext.people import NAME
from bot.wikitext.plain import GENERIC, lex_plain

_ITEM = re.compile(r"(?:^|\n)[ \t]*[*#]+[ \t]*|<br[ \t]*/?>", re.IGNORECASE)
#: A semicolon, then people: in italics, or in a usual form.
_SEMICOLON = re.compile(rf";\s+(?=''(?!')|{NAME})")
_CITE = re.compile(r"(?:cite|citation|книга|статья|публикация)\b", re.IGNORECASE)
_OWN = frozenset({IdKind.doi, IdKind.arxiv, IdKind.isbn, IdKind.pmid, IdKind.pmcid})
_MOST = 12


def parts(content: str) -> tuple[str, ...]:
    """The wikitext of every work that has an identifier, () for a note that cites one."""
    pieces = [part for piece in _ITEM.split(content) for part in _divided(piece)]
    named = [piece for piece in pieces if _named(piece)]
    return tuple(named) if 2 <= len(named) <= _MOST else ()


def _divided(piece: str) -> list[str]:
    """A line at its second templates, else at semicolons before people."""
    cuts = _templates(piece)
    if len(cuts) < 2:
        cuts = [0]
        for match in _SEMICOLON.finditer(piece):
            if _named(piece[cuts[-1] : match.start()]):
                cuts.append(match.end())
    return [piece[start:end] for start, end in zip(cuts, [*cuts[1:], len(piece)], strict=True)]


def _templates(piece: str) -> list[int]:
    """Where citation templates of the outermost level start in a line."""
    if piece.count("{{") < 2:
        return []
    found = templates(lex_plain(piece, GENERIC))
    return [one.start for one in found if one.outer < 0 and _CITE.match(template_name(piece, one))]


def _named(piece: str) -> bool:
    """Whether a part names its work by a registry's identifier."""
    return any(item.kind in _OWN for item in find_identifiers(piece))
