"""Title, authors and year of a reference in free text. What does not fit a known form is left out rather than guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from bot.language.pointers import PointerKind, in_note
from bot.wikitext.bibtex_entry import bibtex_fields, names_in
from bot.wikitext.name_tokens import MARK, UPPER
from bot.wikitext.people import People, body_of, people
from bot.wikitext.plaintext import strip_markup
from bot.wikitext.titles_in_text import Rest, bare_title, first_quoted, title_of

_YEAR = re.compile(r"(?<![\d/.\-])((?:1[5-9]|20)\d\d)(?![\d/])(?!\.\d)(?!-\d\d)")
#: The year right behind the people: in brackets, or before a mark; «n.d.» and other asides in brackets say nothing.
_DATE = re.compile(
    rf"[\s{MARK}]*(?:\((?P<bracketed>(?:1[5-9]|20)\d\d)[a-z]?(?:,[^)]*)?\)[.,:]?|(?P<bare>(?:1[5-9]|20)\d\d)[a-z]?[.,:](?=\s)"
    r"|\([^)]*\)[.,:]?)\s*"
)
_LINK = re.compile(r"\[(?:https?:)?//[^\s\[\]<>]++[ \t]++([^\[\]]++)\]")
_MARKDOWN = (
    (re.compile(r"\[([^\[\]\n]+)\]\((https?://[^\s()]+)\)"), r"[\2 \1]"),
    (
        re.compile(r"\*\*(?=\S)([^*\n]{2,400})(?<=\S)\*\*|(?<![\w*])\*(?=\S)([^*\n]{2,400})(?<=\S)\*(?![\w*])"),
        r"''\1\2''",
    ),
    (re.compile(r"(?<![\w_/])_(?=[^\s_])([^_\n]{2,400})(?<=\S)_(?![\w_])"), r"''\1''"),
)
_NO_TITLE = re.compile(
    r"^(?:https?:|pmid\b|pmc\d|oclc\b|issn\b|www\.|doi\b|10\.\d{4}|arxiv\b|isbn\b|pp?\.|с\.|стр\.|там же|ibid)",
    re.IGNORECASE,
)
_HOST = re.compile(r"^[\w.-]+\.[a-z]{2,}(?:/\S*)?$", re.IGNORECASE)
#: A patent's or a law's heading before its title: numbers and classes.
_HEADING = re.compile(rf"(?:Пат|А\. ?с|Заявка|Patent)[.\s][^;]{{3,200}}?\d\.\s+(?={UPPER})")
#: «Название / А. Б. Иванов, …»; editors and translators wrote nothing.
_RESPONSIBLE = re.compile(r"\s/\s+(?!(?:под|пер|ред|сост|ed|trans)[\s.])")
_BRACKETED = re.compile(r"\s\((?=[^()]{3,300}\))")
_ALONE_END = re.compile(
    r"(?<!\s)\s*+(?:(?<!:)//|(?<=\s)/\s|\.\s*§|[.,]?\s*[—–]\s|\.\s*-\s"
    r"|,\s+(?:IEEE|ISO|ГОСТ|RFC)\b|\.\s+(?:In|Proc|Technical report)\b)"
)


class FreeReading(NamedTuple):
    """What a reference's text says; None and () where it says nothing."""

    title: str | None
    authors: tuple[str, ...]
    year: int | None


def read_free(content: str, plain: str) -> FreeReading:
    """Title, authors and year of a reference; ``plain`` is ``content`` without markup."""
    return _of_bibtex(content) or _of_free_text(content, plain)


def _of_bibtex(content: str) -> FreeReading | None:
    """A BibTeX entry's fields, None where the text is none."""
    fields = bibtex_fields(content)
    dated = _YEAR.search(fields.get("year", fields.get("date", "")))
    read = FreeReading(fields.get("title"), names_in(fields.get("author", "")), int(dated[1]) if dated else None)
    return read if fields else None


def _of_free_text(content: str, plain: str) -> FreeReading:
    """People, the year behind them, then the title in the form that they announce."""
    wiki = _in_wikitext(content)
    marked = strip_markup(re.sub("'{2,5}", MARK, wiki)) if "''" in wiki or "](" in content else plain
    found = _people(marked)
    rest = _dated(found)
    label = _label(wiki)
    if label is not None and rest.text.lstrip(" .,:" + MARK).startswith(label):
        title: str | None = bare_title(label)
    elif rest.people or rest.year:
        title = title_of(rest)
    else:
        title, found = _without_people(rest, label, found)
    title = title if title and not _names_no_work(title) else None
    return FreeReading(title, found.names, rest.year or _only_year(plain, title))


def _names_no_work(title: str) -> bool:
    """Whether these words are an identifier, a place in a work or a host."""
    return _NO_TITLE.match(title) is not None or _HOST.match(title) is not None


def _dated(found: People) -> Rest:
    """What stands behind the people and the year that may follow them."""
    date = _DATE.match(found.rest) if found.names or not _in_brackets(found.rest) else None
    if date is None:
        return Rest(found.rest, bool(found.names), found.separator)
    year = next((int(part) for part in date.group("bracketed", "bare") if part), None)
    return Rest(found.rest[date.end() :], bool(found.names), found.separator, year)


def _people(marked: str) -> People:
    """The people at the beginning of a text, or a body in their place."""
    found = people(marked)
    return found if found.names else body_of(found.rest.lstrip(MARK))


def _in_brackets(rest: str) -> bool:
    """Whether a bracket that opens the rest belongs to it: nobody stands before it."""
    return rest.startswith("(") and re.match(r"\((?:1[5-9]|20)\d\d", rest) is None


def _in_wikitext(content: str) -> str:
    """Markdown's links and emphasis as the wiki's."""
    for pattern, wiki in _MARKDOWN:
        content = pattern.sub(wiki, content)
    return content


def _label(wiki: str) -> str | None:
    """The first link's label, where it may be a title and is no address, host or identifier."""
    match = _LINK.search(wiki)
    label = strip_markup(match[1]).strip(' .«»"“”') if match else ""
    short = len(label) < 6 or " " not in label
    return None if short or _HOST.match(label) or _NO_TITLE.match(label) or people(label).names else label


def _without_people(rest: Rest, label: str | None, found: People) -> tuple[str | None, People]:
    """A title that nobody's name stands before, and the people behind it."""
    text = rest.text.strip()
    heading = _HEADING.match(text)
    text = text[heading.end() :] if heading else text
    emphasised = re.match(rf"{MARK}([^{MARK}]{{6,600}}){MARK}[\s.,]*", text)
    slash = _RESPONSIBLE.search(text)
    bracket = _BRACKETED.search(text)
    if emphasised:
        return bare_title(emphasised[1]), People(people(text[emphasised.end() :]).names, "")
    if slash and "//" not in text[: slash.start()]:
        return bare_title(text[: slash.start()]), People(people(text[slash.end() :]).names, "")
    if bracket and (named := people(text[bracket.end() :]).names):
        return bare_title(text[: bracket.start()]), People(named, "")
    quoted = first_quoted(text)
    return (label or quoted or _alone(text)), found


def _alone(text: str) -> str | None:
    """The words before a mark that surely follows a title; several words, where a sentence's end has to do."""
    if _NO_TITLE.match(text.strip(' .,;:«»"“”')):
        return None
    end = _ALONE_END.search(text)
    title = bare_title(text[: end.start()]) if end else title_of(Rest(text, people=True))
    return title if title and (end or " " in title) and len(title) > 3 else None


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
    volume, issue, pages = _numbers(rest)
    return Imprint(_venue(rest, serial=bool(volume or pages)), volume, issue, pages)


def _numbers(rest: str) -> tuple[str | None, str | None, str | None]:
    """Volume, issue and pages: by their words, else as «521(7553):436» or «521:436»."""
    volume, issue, pages = _first(_VOLUME, rest), _first(_ISSUE, rest), _first(_PAGES, rest)
    compact = _COMPACT.search(rest) if pages is None else None
    if compact:
        dated = re.fullmatch(r"1[5-9]\d\d|20\d\d", compact[2]) is not None
        return volume or compact[1], issue or (None if dated else compact[2]), compact[3]
    colon = _COLON.search(rest) if volume is None and pages is None else None
    return (colon[1], issue, colon[2]) if colon else (volume, issue, pages)


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
