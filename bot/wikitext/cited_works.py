"""What a ref says about the work it cites: identifiers, title, authors, year, imprint. Any may be missing, none is guessed.

Read from the templates of Russian and English wikis, else from free text in the GOST manner («Автор. Название // Журнал. —
2018»), the Western one («Author (2018). Title. Journal») or a labelled link.
"""

from __future__ import annotations

import re
from dataclasses import replace
from unicodedata import normalize

from bot.identifiers import find_identifiers
from bot.model.citation import Cited, Identifier
from bot.model.words import IdKind
from bot.profiles.citation_templates import FIELDS
from bot.wikitext.braces import Template, template_arguments, template_name, templates
from bot.wikitext.freetext import pointers, read_free, read_imprint
from bot.wikitext.lexer import GENERIC, lex_plain
from bot.wikitext.people import people, split
from bot.wikitext.plaintext import strip_markup

_CITE = re.compile(r"(?:cite|citation|книга|статья|публикация|source|из|cite\b.*|web|sfn)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W_]+")
#: An address and nothing beside it says nothing else of the work, whatever words and years stand in its path.
_ADDRESS = re.compile(r"(?:https?|ftp)://[^\s<>\[\]{}|'\"&;]+")
_FOUR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")


def read_citation(content: str) -> Cited:
    """Read a ref's content (wikitext). A note of several works is described by its first, with each of them in ``works``.

    Letters and their accents are composed first (NFC), as MediaWiki composes all that it saves.
    """
    content = normalize("NFC", content)
    cited = _of_one(content)
    works = tuple(_of_one(part) for part in parts(content))
    return replace(cited, works=works) if works else cited


def read_address(address: str) -> Cited:
    """What nothing but an address says of a work: itself, and the identifiers it holds."""
    return Cited(identifiers=find_identifiers(address), plain=normalize("NFC", address))


def _of_one(content: str) -> Cited:
    """A note read as one work's."""
    if _ADDRESS.fullmatch(content):
        return Cited(identifiers=find_identifiers(content), plain=content, pointers=pointers(content))
    cited = _from_template(content)
    if cited is not None:
        return cited
    plain = strip_markup(content)
    title, authors, year = read_free(content, plain)
    if title is not None and "{{" in title:  # a template without an end: its source is no title
        title = None
    printed = read_imprint(plain, title)
    return Cited(
        title,
        authors,
        year,
        find_identifiers(content),
        # where a template that we do not read is all there is, its words tell one work from another
        plain if any(char.isalnum() for char in plain) else " ".join(_WORDS.findall(content)),
        printed.venue,
        printed.volume,
        printed.issue,
        printed.pages,
        pointers(plain),
    )


def _from_template(content: str) -> Cited | None:
    """The first citation template's fields, None where there is none."""
    if "{{" not in content:
        return None
    lexed = lex_plain(content, GENERIC)
    for template in templates(lexed):
        if _CITE.match(template_name(content, template)):
            return _fields(content, template)
    return None


def read_template(content: str, template: Template) -> tuple[Cited | None, dict[str, str]]:
    """What one citation template says of its work (None: it is no citation, or names no work), and its arguments as written."""
    if not _CITE.match(template_name(content, template)):
        return None, {}
    alone = content[template.start : template.end]
    given = _given(content, template)
    return _fields(alone, Template(0, len(alone), -1)), given


def _fields(content: str, template: Template) -> Cited | None:
    """What a template says; None where it names no work."""
    given = _given(content, template)
    title = _shown(given, FIELDS.title)
    identifiers = _identifiers(content, given)
    if title is None and not identifiers:
        return None
    shown = [strip_markup(given[name]) for name in FIELDS.shown if name in given]
    rest = strip_markup(content[: template.start] + " " + content[template.end :])
    plain = ". ".join(part for part in (*shown, rest) if part)
    venue, volume, issue, pages = (
        _shown(given, names) for names in (FIELDS.venue, FIELDS.volume, FIELDS.issue, FIELDS.pages)
    )
    return Cited(title, _authors(given), _year(given), identifiers, plain, venue, volume, issue, pages, pointers(rest))


def _given(content: str, template: Template) -> dict[str, str]:
    """A template's arguments that have a name and a value, the first of each."""
    given: dict[str, str] = {}
    for name, value, _ in template_arguments(content, template):
        if name is not None and value.strip():
            given.setdefault(name.lower(), value.strip())
    return given


def _year(given: dict[str, str]) -> int | None:
    """The first year in the arguments that hold one."""
    return next((int(found[1]) for name in FIELDS.year if (found := _FOUR.search(given.get(name, "")))), None)


def _shown(given: dict[str, str], names: tuple[str, ...]) -> str | None:
    """The first of those arguments that has a value, without markup."""
    return next((text for name in names if name in given and (text := strip_markup(given[name]).strip())), None)


def _identifiers(content: str, given: dict[str, str]) -> tuple[Identifier, ...]:
    labelled = [f"{label}{given[name]}" for name, label in FIELDS.labels.items() if name in given]
    return find_identifiers("\n".join([*labelled, content])) if labelled else find_identifiers(content)


def _authors(given: dict[str, str]) -> tuple[str, ...]:
    """The people of every argument that names some, in the order of their numbers."""
    authors = [author for name in FIELDS.authors if name in given for author in split(strip_markup(given[name]))]
    numbers = {name[len(name.rstrip("0123456789")) :] for name in given}
    for number in ("", *map(str, range(1, 31))):
        authors += _numbered(given, number) if not number or number in numbers else ()
    return tuple(dict.fromkeys(author for author in authors if author))


def _numbered(given: dict[str, str], number: str) -> tuple[str, ...]:
    """The person of one number: family and given name apart, or «author2», «автор2» (the first is among ``FIELDS.authors``)."""
    last = _shown(given, (f"last{number}", f"surname{number}"))
    if last:
        return (" ".join(filter(None, (_shown(given, (f"first{number}", f"given{number}")), last))),)
    whole = _shown(given, (f"author{number}", f"автор{number}")) if number not in {"", "1"} else None
    return split(whole) if whole else ()


_ITEM = re.compile(r"(?:^|\n)[ \t]*[*#]+[ \t]*|<br[ \t]*/?>", re.IGNORECASE)
_SEMICOLON = re.compile(r";\s+")
#: As much of a text as the first name of a list needs.
_A_NAME = 80
_WORK_TEMPLATE = re.compile(r"(?:cite|citation|книга|статья|публикация)\b", re.IGNORECASE)
_REGISTERED = frozenset({IdKind.doi, IdKind.arxiv, IdKind.isbn, IdKind.pmid, IdKind.pmcid})
_MOST_WORKS = 12


def parts(content: str) -> tuple[str, ...]:
    """The wikitext of every work that has an identifier, () for a note that cites one."""
    pieces = [part for piece in _ITEM.split(content) for part in _divided(piece)]
    named = [piece for piece in pieces if _named(piece)] if len(pieces) > 1 else []
    return tuple(named) if 2 <= len(named) <= _MOST_WORKS else ()


def _divided(piece: str) -> list[str]:
    """A line at its second templates, else at semicolons before people."""
    cuts = _work_templates(piece)
    if len(cuts) < 2:
        cuts, seen, named = [0], 0, False
        for match in _SEMICOLON.finditer(piece):
            named = named or _named(piece[seen : match.start()])  # no identifier goes on behind a space
            seen = match.end()
            if named and _begins_with_people(piece, seen):
                cuts.append(seen)
                named = False
    return [piece[start:end] for start, end in zip(cuts, [*cuts[1:], len(piece)], strict=True)]


def _begins_with_people(piece: str, place: int) -> bool:
    """Whether people stand at a place: in italics, or in a usual form."""
    return piece.startswith("''", place) or bool(people(piece[place : place + _A_NAME]).names)


def _work_templates(piece: str) -> list[int]:
    """Where citation templates of the outermost level start in a line."""
    if piece.count("{{") < 2:
        return []
    found = templates(lex_plain(piece, GENERIC))
    return [one.start for one in found if one.outer < 0 and _WORK_TEMPLATE.match(template_name(piece, one))]


def _named(piece: str) -> bool:
    """Whether a part names its work by a registry's identifier."""
    return any(item.kind in _REGISTERED for item in find_identifiers(piece))
