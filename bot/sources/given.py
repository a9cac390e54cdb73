"""Texts that a person supplies for a citation: ``--source KEY=FILE`` and ``--sources DIR``.

KEY is what a place is called («3», «Литература, 2», «link 1»: as reports print it, or with the kind's word of the JSON, «listed
2»), a ref's name, or an identifier. A bare number is a footnote's, else that of the only other citation that has it. A text is
given once: the store keeps it by the work. Nobody knows how much of the work it is, so it may support a claim and never says that
the source is silent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.bounded import read_bounded
from bot.errors import InputError
from bot.identifiers import find_identifiers
from bot.language.charset import decode, tree_of
from bot.locale import LANGUAGES, Speech
from bot.model.citation import Citation, Identifier
from bot.model.message import Message, msg
from bot.model.ports import Cache
from bot.model.source import SourceText
from bot.model.words import CitationKind, IdKind, Scope
from bot.report.citation_labels import compressed_message, joined, place_label, place_labels
from bot.sources.reading import ContentKind, kind_of
from bot.sources.text.blocks import assemble

_KIND = "given"
_LARGEST = 60 << 20


@dataclass(frozen=True, slots=True)
class Given:
    """A supplied text and the key it was supplied under; ``by_name`` where a person wrote the key, not a file's name."""

    key: str
    text: SourceText
    by_name: bool = False

    @property
    def is_number(self) -> bool:
        """Whether the key is a plain number; longer ones are identifiers."""
        return re.fullmatch(r"\d{1,4}", _folded(self.key)) is not None

    def belongs_to(self, citation: Citation) -> bool:
        """Whether the key names this citation: what one of its places is called, a ref's name, its key or an identifier."""
        bare = self.key.strip().strip("[]").strip()
        if _folded(bare) in _names(citation) or bare in citation.names or bare in citation.keys:
            return True
        named = {(item.kind, item.value) for item in _identifiers(bare)}
        return any((item.kind, item.value) in named for item in citation.cited.identifiers)


def settled(given: Iterable[Given], citations: Sequence[Citation]) -> tuple[Given, ...]:
    """Numbers turned into the works that they name on this page. Raises InputError where a name is that of several works."""
    return tuple(_settled(one, citations) for one in given)


def unused(given: Iterable[Given], pages: Sequence[Sequence[Citation]]) -> tuple[Message, ...]:
    """What is to be said of texts that are for no citation of these pages, where a person named them.

    Raises InputError for a number that no page has a citation for, with the ways to name one; and where ``settled`` does.
    """
    told = []
    for one in given:
        taken = [_settled(one, cited) is not one or any(map(one.belongs_to, cited)) for cited in pages]
        if any(taken) or not one.by_name:
            continue
        told.append(msg("--source {key} is not used: no citation has this name or identifier", key=one.key))
        if one.is_number:
            raise InputError(
                msg("--source {key}: no citation has this number", key=one.key),
                msg("there are: {labels}", labels=compressed_message([found for cited in pages for found in cited])),
            )
    return tuple(told)


def _settled(one: Given, citations: Sequence[Citation]) -> Given:
    named = [found for found in citations if _folded(one.key) in _names(found)]
    if not named and one.is_number:
        named = [found for found in citations if _has_number(found, int(_folded(one.key)))]
    if len(named) > 1:
        raise InputError(
            msg("--source {key}: several citations have this name", key=one.key),
            msg("say which: {labels}", labels=joined([_label(found, one) for found in named])),
        )
    return replace(one, key=named[0].key) if named else one


def _has_number(citation: Citation, number: int) -> bool:
    """Whether a reader counts to a place of it by that number: nobody counts short references."""
    return any(place.number == number and place.kind is not CitationKind.short for place in citation.places)


def _label(citation: Citation, one: Given) -> Message:
    """The label of the place that the key may mean."""
    labels = place_labels(citation)
    meant = [said for place, said in labels if str(place.number) in _folded(one.key).split()]
    return (meant or [said for _, said in labels] or [Message("{text}", (("text", citation.key),))])[0]


def _names(citation: Citation) -> frozenset[str]:
    """What its places are called, in every language and as in JSON («listed 3»); a bare number is that of a note."""
    found: set[str] = set()
    for place, said in place_labels(citation):
        plain = place_label(place.kind, "", str(place.number))
        called = (said,) if place.kind is CitationKind.note else (said, plain)
        found |= {_folded(Speech(language).say(one)) for one in called for language in LANGUAGES}
        found.add(_folded(f"{place.kind.value} {place.number}"))
    return frozenset(found)


def _folded(name: str) -> str:
    return " ".join(re.findall(r"\w+", name.casefold()))


def from_option(option: str) -> Given:
    """``KEY=FILE``. Raises InputError."""
    key, equals, name = option.rpartition("=")
    if not equals or not key.strip() or not name.strip():
        raise InputError(
            msg("--source {option} is not KEY=FILE", option=option),
            msg(
                "KEY is what reports call it (3, “link 1”, “list item 2”), a name, a DOI, an arXiv id, an ISBN or an address."
            ),
        )
    return Given(key.strip(), read_file(Path(name.strip())), by_name=True)


def from_folder(folder: Path) -> tuple[Given, ...]:
    """Every file of a folder; its name without the ending is the key, with ``_`` where a DOI has a slash. Raises InputError."""
    if not folder.is_dir():
        raise InputError(msg("{path} is not a folder", path=str(folder)), msg("Name the folder that holds the texts."))
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    return tuple(Given(_key_of(path), read_file(path)) for path in files)


def read_file(path: Path) -> SourceText:
    """The text of a file: PDF, HTML, DOCX or plain text. Raises InputError for one that cannot be read or holds no text."""
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(msg("{path} is too big to be read as a source", path=str(path)), _WHAT)
        body = read_bounded(path, _LARGEST)
    except OSError as error:
        raise InputError(
            msg("{path} cannot be read: {error}", path=str(path), error=error.strerror or ""), _WHAT
        ) from error
    text = assemble(
        _blocks(path, body), url="", scope=Scope.none, title=path.name, media_type=kind_of(body, ""), fetched=None
    )
    if text is None:
        raise InputError(msg("{path} holds no readable text", path=str(path)), _WHAT)
    return text


def keep(cache: Cache, citation: Citation, text: SourceText) -> None:
    """Keep a supplied text for good, by its work."""
    parts = [[text.text[block.start : block.end], block.where] for block in text.blocks]
    cache.put(_KIND, citation.key, json.dumps({"title": text.title, "parts": parts}, ensure_ascii=False), days=None)


def kept(cache: Cache, citation: Citation) -> SourceText | None:
    """The text that was supplied for this work before."""
    try:
        record = json.loads(next(filter(None, (cache.get(_KIND, key) for key in citation.keys)), "{}"))
        parts = [(str(text), str(where)) for text, where in record.get("parts", [])]
        title = record.get("title")
    except (AttributeError, TypeError, ValueError):
        return None
    return assemble(parts, url="", scope=Scope.none, title=title, media_type="", fetched=None)


def choose(given: Iterable[Given], cache: Cache, citation: Citation) -> SourceText | None:
    """The text supplied for a citation now, else before."""
    for one in given:
        if one.belongs_to(citation):
            keep(cache, citation, one.text)
            return one.text
    return kept(cache, citation)


_WHAT = msg("Supply a PDF with a text layer, an HTML page, a DOCX or a plain text.")


def _blocks(path: Path, body: bytes) -> list[tuple[str, str]]:
    """(text, where) of a file by what it is. Raises InputError."""
    from bot.sources.text import docx, html, pdf

    try:
        match kind_of(body, "text/plain"):
            case ContentKind.pdf:
                return pdf.blocks(body)
            case ContentKind.docx:
                return docx.blocks(body)
            case ContentKind.html:
                tree = tree_of(decode(body))
                if tree is None:
                    return []
                html.show(tree)
                return html.whole_blocks(tree)
            case ContentKind.text:
                return [(part, "") for part in decode(body).split("\n\n")]
            case ContentKind.other:
                raise InputError(msg("{path} is of no kind that can be read", path=str(path)), _WHAT)
    except (pdf.UnreadablePdfError, docx.UnreadableDocxError) as error:
        raise InputError(msg("{path} cannot be read: {error}", path=str(path), error=str(error)), _WHAT) from error


def _identifiers(key: str) -> tuple[Identifier, ...]:
    """Identifiers that a key is, with or without its kind's name."""
    found = find_identifiers(key)
    named = [*found, *find_identifiers(f"arXiv:{key}"), *find_identifiers(f"ISBN {key}")]
    return tuple(item for item in named if item.kind is not IdKind.url or key.startswith(("http", "www.")))


def _key_of(path: Path) -> str:
    """The key that a file's name stands for."""
    stem = path.stem
    return stem.replace("_", "/", 1) if stem.startswith("10.") else stem
