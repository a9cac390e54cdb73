"""Several works in one note: each with its own people, title and identifier."""

from __future__ import annotations

import re

from bot.model.citation import Cited
from bot.model.words import IdKind
from bot.wikitext.citation import read_citation

#: Items of a list, lines, a semicolon before a name: what people put between the works of a note.
_BETWEEN = re.compile(r"(?:^|\n)[*#:;]+[ \t]*|\n+|<br[ ]?/?>|;\s+(?=['\[{]*[^\W\d_a-zа-яё])", re.IGNORECASE)
_OWN = frozenset({IdKind.doi, IdKind.arxiv, IdKind.isbn, IdKind.pmid, IdKind.pmcid})


def bundled(content: str) -> tuple[Cited, ...]:
    """What a note says of each of its works; nothing where it is about one.

    A part without people, a title or an identifier is no work of its own: a second edition, a preprint's number, a remark.
    """
    parts = [part for part in _BETWEEN.split(_templates_apart(content)) if part.strip()]
    if len(parts) < 2:
        return ()
    read = [cited for cited in map(read_citation, parts) if _is_work(cited)]
    return tuple(read) if len(read) > 1 else ()


def _templates_apart(content: str) -> str:
    """A line end between two templates."""
    return re.sub(r"\}\}[\s;,.]*(?=\{\{)", "}}\n", content)


def _is_work(cited: Cited) -> bool:
    return bool(cited.title and cited.authors) and any(item.kind in _OWN for item in cited.identifiers)
