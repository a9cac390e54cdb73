"""Title, authors and year of a reference in free text. What does not fit a known form is left out rather than guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.entities import unescape
from bot.language.pointers import PointerKind, in_note
from bot.wikitext.people import ET_AL, INITIALS, NAME, UPPER, people, undotted

_ITALIC = re.compile(r"\s*''(?!')((?:[^'\[\]{}<>|]|'(?!')){3,600})''(?!')")
_AL_TAIL = re.compile(rf"(?<![\s,;])[\s,;]*+{ET_AL}\s*+$")
#: One person: up to six words, capitals or particles, at least one of them a word.
_PERSON = re.compile(
    rf"(?=.*[^\W\d_]{{2}})(?:(?>[d'’l]{{1,2}}['’]{UPPER}[\w\-]+|{UPPER}[\w'’\-]*+\.?|[a-zа-я]{{1,3}}\.?)[ \u00a0.,-]*+){{1,7}}"
)
_YEAR = re.compile(r"(?<![\d/.\-])((?:1[5-9]|20)\d\d)(?![\d/])(?!\.\d)(?!-\d\d)")
_APA_YEAR = re.compile(r"\s*\((?P<year>(?:1[5-9]|20)\d\d)[a-z]?(?:,[^)]*)?\)[.,:]?\s*")
#: «OpenAI (2023).»: a body in an author's place; it is nobody whom a registry would name.
_BODY = re.compile(rf"(?:{UPPER}[\w&'’\-]*+[ ]?){{1,5}}\.?\s*+(?=\((?:1[5-9]|20)\d\d[a-z]?(?:,[^)]*)?\))")
#: No title is longer than 600 characters; without an end each quote would read on to the end of the note.
_QUOTED = re.compile(
    r"«(?P<ru>[^»]{6,600}+)»|“(?P<en>[^”]{6,600}+)”|\"(?P<ascii>[^\"]{6,600}+)\"|„(?P<de>[^“”]{6,600}+)[“”]"
)
_LINK = re.compile(r"\[(?:https?:)?//[^\s\[\]<>]++[ \t]++([^\[\]]++)\]")
#: Where a title ends in a free reference: GOST's marks, a full stop before a capital, what no title holds.
_TITLE_END = re.compile(
    r"(?<!\s)\s*+(?://|(?<=\s)/\s|\.\s*§|\.\s*[—–-]\s|(?<=\s)[—–]\s(?=[A-ZА-ЯЁ][\w.]*[:.,]|\d)|\[(?:Электронный ресурс|Текст)\]|"
    r"\((?:1[5-9]|20)\d\d\)|,\s*(?:1[5-9]|20)\d\d\b|\.\s*(?:arXiv|DOI|doi|URL|ISBN|https?:|In:|In\s|Proc|Technical report|"
    r"arXiv preprint)|(?:[?!]|(?<!\bvs)(?<!\bDr)(?<!\bSt)(?<![\s.(]"
    + UPPER
    + r")\.)(?=\s+[A-ZА-ЯЁ«\"“\d])|\((?:doi|DOI|arXiv|https?)\b|\.\s*$|(?<=\s)(?:arXiv:|https?:|doi:)|$)"
)
#: What kind of work a quoted title is.
_KIND = re.compile(
    r"(?:лекция|статья|доклад|книга|глава|раздел|видео|курс|lecture|chapter|article|talk|video|paper)", re.IGNORECASE
)
#: A name behind the title.
_SIGNED = re.compile(rf",[ ]{NAME}\s*$")
_NO_TITLE = re.compile(
    r"^(?:https?:|pmid\b|pmc\d|oclc\b|issn\b|www\.|doi\b|arxiv\b|isbn\b|pp?\.|с\.|стр\.|там же|ibid)", re.IGNORECASE
)
_HOST = re.compile(r"^[\w.-]+\.[a-z]{2,}(?:/\S*)?$", re.IGNORECASE)


def read_free(content: str, plain: str) -> tuple[str | None, tuple[str, ...], int | None]:
    """Title, authors and year of a reference; ``plain`` is ``content`` without markup."""
    authors, rest = _italic_authors(content, plain) or people(plain)
    year = None
    body = None if authors else _BODY.match(rest)
    rest = rest[body.end() :] if body else rest
    apa = _APA_YEAR.match(rest)
    if apa:
        year, rest = int(apa["year"]), rest[apa.end() :]
    elif rest.startswith("("):
        rest = re.sub(r"^\([^)]*\)[.,:]?\s*", "", rest)
    title = (
        _labelled(content, plain)
        or _quoted(rest)
        or (None if authors else _quoted_later(rest))
        or _plain_title(rest, known_authors=bool(authors), apa=bool(apa))
    )
    if year is None:
        year = _only_year(plain, title)
    return title, authors, year


def _italic_authors(content: str, plain: str) -> tuple[tuple[str, ...], str] | None:
    """The list in italics that opens a reference in GOST's form, names in whatever order and length."""
    match = _ITALIC.match(unescape(content))
    listed = match[1].strip() if match else ""
    if match is None or not plain.startswith(listed):
        return None
    names = [
        undotted(name)
        for name in re.split(r"(?<!\s)\s*+[,;]\s*+(?:(?:and|и|&)\s)?|\s(?:and|и|&)\s", _AL_TAIL.sub("", listed))
    ]
    joined = _joined([name for name in names if name])
    rest = plain[len(listed) :].lstrip(" .,:")
    certain = len(joined) > 1 or any(re.search(rf"{UPPER}\.", name) for name in joined) or _AL_TAIL.search(listed)
    if not joined or not certain or not all(_PERSON.fullmatch(name) for name in joined):
        return None
    return tuple(joined), rest


def _joined(names: list[str]) -> list[str]:
    """«Bishop, C. M.» split at its comma is one name again."""
    found: list[str] = []
    for name in names:
        if found and re.fullmatch(rf"{INITIALS}", name) and not re.search(rf"{UPPER}\.", found[-1]):
            found[-1] += f", {name}"
        else:
            found.append(name)
    return found


def _labelled(content: str, plain: str) -> str | None:
    """A link's label, where it is a title and not an address or a host."""
    match = _LINK.search(content)
    if match is None:
        return None
    from bot.wikitext.plaintext import strip_markup

    label = strip_markup(match.group(1)).strip(' .«»"“”')
    if len(label) < 6 or _HOST.match(label) or _NO_TITLE.match(label) or " " not in label:
        return None
    authors, rest = people(label)
    if authors:  # the label is the whole reference
        return None if plain.startswith(label) else _quoted(rest) or _plain_title(rest, known_authors=True, apa=False)
    return label


def _quoted(rest: str) -> str | None:
    match = _QUOTED.search(rest)
    if match is None or rest[: match.start()].strip(" .,:;—–-"):
        return None
    return next(part for part in match.groups() if part is not None).strip(" .,")


def _quoted_later(rest: str) -> str | None:
    """A title in quotes behind what names people in no style that we read, or behind the kind of work."""
    match = _QUOTED.search(rest, 0, 400)
    before = rest[: match.start()].strip() if match else ""
    if match is None or len(before.split()) > 12 or "//" in before:
        return None
    if not (_KIND.fullmatch(before) or before.endswith((".", ",", ":", ";"))):
        return None
    return _quoted(rest[match.start() :])


def _plain_title(rest: str, *, known_authors: bool, apa: bool) -> str | None:
    """The stretch up to GOST's next mark; without authors before it only where such a mark really follows."""
    if _NO_TITLE.match(rest.strip(' .,;:«»"“”')):
        return None
    end = _TITLE_END.search(rest)
    while (
        end and end.group() in {"?", "!"} and "//" in rest[end.end() :]
    ):  # a title that asks goes on, up to GOST's mark
        end = _TITLE_END.search(rest, end.end())
    title = _bare(_SIGNED.sub("", rest[: end.start()])) if end else ""
    if len(title) < 4 or _NO_TITLE.match(title) or _HOST.match(title) or not re.search(r"[^\W\d_]{3}", title):
        return None
    if known_authors or apa:
        return title
    marked = end is not None and re.match(r"\s*(?://|/|\.\s*[—–-]|[—–])", end.group()) is not None
    return title if marked or " " in title else None


def _bare(title: str) -> str:
    """A title without marks and quotes round it; quotes that belong to words of it stay in pairs."""
    bare = title.strip(' .,;:«»"“”')
    return bare + "»" if bare.count("«") == bare.count("»") + 1 else bare


def _only_year(plain: str, title: str | None) -> int | None:
    """The year of a free reference: the only one that stands outside the title and the addresses."""
    bare = re.sub(r"https?://\S+|\b10\.\d{4,9}/\S+|arXiv:\s?\S+", " ", plain)
    bare = re.sub(
        r"\b\d{3,4}\s?[-–—]\s?\d{3,4}\b|\b(?:[СсPp]|pp|стр)\.\s?\d+(?:\s?[-–—]\s?\d+)?", " ", bare
    )  # pages, not years
    bare = re.sub(r"(?:дата обращения|проверено|accessed|retrieved)[^.)]*", " ", bare, flags=re.IGNORECASE)
    if title:
        bare = bare.replace(title, " ", 1)
    years = [int(found) for found in _YEAR.findall(bare) if int(found) < 2100]
    return years[0] if len(set(years)) == 1 else None


_RANGE = r"[A-Za-z]?\d+(?:\s?[-–—‑]\s?[A-Za-z]?\d+)?"
_VOLUME = re.compile(
    r"(?<![\w.])(?:Т(?:ом)?|T|[Vv](?:ol(?:ume)?)?|VOL|Bd|т(?:ом)?)\.?[\s\u00a0]*(\d{1,4}[A-Za-zА-Яа-я]?|[IVXLC]{1,7})(?![\w-])"
)
_ISSUE = re.compile(
    r"(?:№|(?<![\w.])(?:[Nn][oо]?|[Ii]ss(?:ue)?|[Вв]ып(?:уск)?|[Nn]um(?:ber)?)\.?)[\s\u00a0]*(\d{1,5}(?:[-–/]\d{1,5})?)(?![\w-])"
)
_PAGES = re.compile(rf"(?<![\w.])(?:[СсCPpS]|pp|Pp|PP|[Сс]тр)\.?[\s\u00a0]*({_RANGE})(?!\w)")
_COMPACT = re.compile(
    rf"(?<![\w.(])(\d{{1,4}})\s?\((\d{{1,4}}(?:[-–/]\d{{1,4}})?)\)\s?[:,]?\s?({_RANGE})(?![\w(]|\.\d)"
)
_COLON = re.compile(rf"(?<![\w.(/])(\d{{1,4}})\s?:\s?({_RANGE})(?![\w(]|\.\d)")
#: What follows a venue: GOST's dash, a comma before a number or its word, a full stop before a year or a volume, an end.
_VENUE_END = re.compile(
    r"(?<!\s)\s*+(?:\.?\s*[—–]\s|\.\s*-\s|,\s*(?:vol|v\.|no\.|pp?\.|т\.|№|\d)|\.\s*(?=(?:1[5-9]|20)\d\d\b|[ТTVСP]\.\s?\d|Vol\b|№|pp\b)"
    r"|:\s*\d|(?<=\s)\d{1,4}\s?[(:]|(?<=\s)/\s|\(\s*(?:1[5-9]|20)\d\d|\.\s*(?:doi|DOI|arXiv|URL|ISBN|http)|(?<=\s)(?:doi:|arXiv:|https?:)|\.?\s*$)"
)
_CONTAINER = re.compile(r"(?:^|[.,:»”\"]\s+|\s)In:?\s+(?=[A-ZА-ЯЁ])")
_AFTER_TITLE = re.compile(r"[\s.,»”\"]*([A-ZА-ЯЁ][^,;:\d()]{2,90}?)[.,]?\s*(?=,|\d|\(|\bvol\b|[VТ]\.)")


@dataclass(frozen=True, slots=True)
class Imprint:
    """Every part as written, without its word; None where the reference has none."""

    venue: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None


def read_imprint(plain: str, title: str | None) -> Imprint:
    """The imprint in a reference's text; what stands before the end of its title is not looked at."""
    bare = re.sub(r"(?:doi|arXiv)\s?[:.]?\s?\S+|10\.\d{4,9}/\S+|ISBN[\s\d-]+[XХ]?", " ", plain, flags=re.IGNORECASE)
    bare = re.sub(r"https?://\S+|(?:дата обращения|accessed|retrieved|проверено)[^)]*", " ", bare, flags=re.IGNORECASE)
    rest = bare.partition(title)[2] if title and title in bare else bare
    volume, issue, pages = _first(_VOLUME, rest), _first(_ISSUE, rest), _first(_PAGES, rest)
    compact = _COMPACT.search(rest)
    if compact and pages is None:
        dated = re.fullmatch(r"1[5-9]\d\d|20\d\d", compact[2]) is not None
        volume, issue, pages = volume or compact[1], issue or (None if dated else compact[2]), compact[3]
    elif volume is None and pages is None and (colon := _COLON.search(rest)):
        volume, pages = colon[1], colon[2]
    return Imprint(_venue(rest, serial=bool(volume or pages)), volume, issue, pages)


def pointers(plain: str) -> tuple[str, ...]:
    """Places inside the work that a reference names, as written: sections, theorems, figures, chapters."""
    return tuple(dict.fromkeys(one.words for one in in_note(plain) if one.kind is not PointerKind.page))


def _venue(rest: str, *, serial: bool) -> str | None:
    """What stands after «//», after «In:», or, in a reference with volume or pages, right after the title."""
    before, mark, after = rest.partition("//")
    if mark and ":" not in before[-6:]:
        return _named(after)
    container = _CONTAINER.search(rest)
    if container:
        return _named(rest[container.end() :])
    plain = _AFTER_TITLE.match(rest) if serial else None
    return _named(plain[1]) if plain else None


def _named(text: str) -> str | None:
    """The name at the start of ``text``, None for what can be none."""
    text = text.strip(" .,;«»\"“”'")
    end = _VENUE_END.search(text)
    name = (text[: end.start()] if end else text).strip(" .,;:«»\"“”'")
    return name if re.search(r"[^\W\d_]{2}", name) and len(name) <= 200 else None


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match[1] if match else None
