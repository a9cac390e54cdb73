"""Where a title stands behind the people of a reference: one row a form, tried in order; the first that fits has the title."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from bot.wikitext.name_tokens import MARK, UPPER

_YEAR = r"(?:1[5-9]|20)\d\d"
_QUOTES = {"«": "»", "“": "”", '"': '"', "„": "“”", "‘": "’", "'": "'"}
_LONGEST = 600
#: What ends a sentence: a full stop that belongs to no initial and no usual abbreviation, before a capital, a number, a quote.
_SENTENCE = re.compile(
    rf"(?:[?!]|(?<!\bvs)(?<!\bDr)(?<!\bSt)(?<!\bNo)(?<![\s.(]{UPPER})\.)"
    rf"(?=\s+[\"“«„(\d]|\s+{UPPER}|\s*{MARK}|\s*$|\s+(?:arXiv|doi|https?:|[a-z]+\.[a-z]{{2,4}}\b))"
)
#: Certain ends in any form: identifiers, addresses, GOST's marks of kind.
_SURE = re.compile(
    r"(?<!\s)\s*+\[(?:Электронный ресурс|Текст|Text|Electronic resource)\]"
    r"|(?<!\s)\s*+[.,]?\s*+(?:arXiv[:\s]\s?(?:preprint|\d)|\bdoi\s?[:=]|DOI\s?[:\s]|https?:|URL:|ISBN\b|CoRR\b|PMID\b)"
    r"|(?<!\s)\s++\((?:1[5-9]|20)\d\d\)|(?<!\s)\s++\((?:doi|arXiv|https?)\b",
)
#: What GOST R 7.0.100 calls «сведения, относящиеся к заглавию»: the kind of the work, a translation, behind a colon.
_ABOUT = re.compile(
    r"(?<!\s)\s*+:\s*+(?:пер\.|перевод|учеб|монография|сборник|сб\.|автореф|дис\.|дисс|практикум|справочник|словарь|материалы|тезисы|докл|"
    r"в \d+ т|\[?пер\b|моногр|хрестоматия|руководство|курс лекций|избранн|науч\.|[Пп]ер\. с).*$",
    re.IGNORECASE | re.DOTALL,
)
_EDITION = re.compile(
    r"(?<!\s)\s*+\[[^\[\]]*+\]\s*+$"
    r"|(?<!\s)\s*+\((?:\d+(?:st|nd|rd|th)|[Rr]ev\.?|[Vv]ol\.|\d+-е)[^()]*+\)\s*+$|[.,]\s+\d+(?:(?:st|nd|rd|th) ed|-е изд).*$"
)
#: What kind of work a quoted title is.
_KIND = re.compile(
    r"(?:лекция|статья|доклад|книга|глава|раздел|видео|курс|lecture|chapter|article|talk|video|paper)", re.IGNORECASE
)
_GOST_DASH = re.compile(r"(?<!\s)\s*+[.,]?\s*+[—–]\s+|\.\s*+[—–]\s*|\.\s+-\s+|\.-\s")
_RESPONSIBLE = re.compile(r"\s/\s")
_COMMA_END = re.compile(
    rf",\s+(?:(?=\d+(?:st|nd|rd|th)\b)|(?={UPPER})|(?=in\s+{UPPER})|(?=pp?\.|vol\.|no\.|{_YEAR}\b))"
)
_PAGES_END = re.compile(r",\s+(?:p|pp|vol|v)\.\s")
_YEAR_END = re.compile(rf",\s+(?:[A-Z]{{3,}}[\w'’ -]{{0,20}},\s+)?{_YEAR}\b")


@dataclass(frozen=True, slots=True)
class Rest:
    """What stands behind the people: ``text`` may hold ``MARK``; ``separator`` closed their list, ``year`` followed it."""

    text: str
    people: bool
    separator: str = ""
    year: int | None = None


class _Form(NamedTuple):
    """A form of references: how it marks its titles."""

    name: str
    title: Callable[[Rest], str | None]


def title_of(rest: Rest) -> str | None:
    """The title at the beginning of ``rest`` in the first form that fits."""
    return next((bare for form in FORMS if (title := form.title(rest)) and (bare := bare_title(title))), None)


def _quoted(rest: Rest) -> str | None:
    """IEEE, Chicago, MLA: quotes round the whole of it; quotes that only open a title belong to it."""
    text = rest.text.lstrip(" .,:;—–-" + MARK)
    end = _quote_end(text)
    if end is None:
        return None
    inner, after = text[1:end], text[end + 1 :].lstrip(MARK)
    if re.match(r"\s*(?::|[a-zа-я]{2})", after) and not re.match(r"\s*(?:in|In)\b", after):
        return None
    whole = inner.rstrip()[-1:] in ",.?!" or re.match(r"\s*(?:[.,;(]|$|//|/|[—–-]\s|[Ii]n\b|\d|[A-ZА-ЯЁ\x02])", after)
    return inner.strip().rstrip(",.") if whole and "//" not in inner else None


def _quote_end(text: str) -> int | None:
    """Where the quote that opens ``text`` closes; quotes of two shapes may stand in one another."""
    opening, closing = text[:1], _QUOTES.get(text[:1], "")
    nested = opening not in closing
    depth = 1
    for place, char in enumerate(text[1:_LONGEST] if closing else "", 1):
        if char in closing and not _is_apostrophe(text, place):
            depth -= 1
        elif nested and char == opening:
            depth += 1
        if depth == 0:
            return place if place > _SHORTEST_QUOTE else None
    return None


#: A quote of fewer letters is a word of a title.
_SHORTEST_QUOTE = 4


def _is_apostrophe(text: str, place: int) -> bool:
    """Whether a closing quote stands inside a word."""
    return text[place] in "'’" and text[place + 1 : place + 2].isalpha()


def first_quoted(text: str) -> str | None:
    """A title in quotes behind what names people in no style that is read, behind the kind of work, or a law's number."""
    match = re.search('[«“"„]', text[:400])
    before = text[: match.start()].strip() if match else ""
    if match is None or len(before.split()) > 12 or "//" in before:
        return None
    kind = _KIND.fullmatch(before)
    if before and not (kind or before.endswith((".", ",", ":", ";")) or re.search(r"№\s?\S+$", before)):
        return None
    return _quoted(Rest(text[match.start() :], people=False))


def _italic(rest: Rest) -> str | None:
    """Books, in APA, MLA and IEEE: italics or bold round the title, behind people or at the very beginning."""
    match = re.match(rf"[\s.,:]*{MARK}([^{MARK}]{{4,600}}){MARK}", rest.text)
    return match[1] if match and (rest.people or rest.year) else None


def _double_slash(rest: Rest) -> str | None:
    """GOST's part of a work: all before « // », without who is responsible behind « / »."""
    match = re.search(r"(?<!:)//\s*(?!\S*\.\w+/)", rest.text)
    return _RESPONSIBLE.split(rest.text[: match.start()])[0] if match and match.start() < _LONGEST else None


def _gost(rest: Rest) -> str | None:
    """GOST's description: all before its first dash between areas, without who is responsible behind « / »."""
    dash = _GOST_DASH.search(rest.text)
    slash = _RESPONSIBLE.search(rest.text)
    ends = [match.start() for match in (dash, slash) if match and match.start() < _LONGEST]
    title = rest.text[: min(ends)] if ends else None
    if title is None or _SURE.search(title):
        return None
    # a reference in another form may hold a dash or a slash further on
    published = re.search(rf"\.\s+{UPPER}[^.]*(?::\s|,\s+)(?:\S+,\s)?{_YEAR}|\.\s+{UPPER}\w+\s*[:,]\s", title)
    return None if published or re.search(rf"[,.]\s*{_YEAR}\b", title) else title


def _comma(rest: Rest) -> str | None:
    """AMS, physics, books of IEEE: the people end with a comma, the title with a comma or a full stop."""
    if rest.separator != "," or rest.year:
        return None
    return _until(rest.text, _COMMA_END)


def _dated(rest: Rest) -> str | None:
    """Harvard of geologists: «1962, History of ocean basins: …, p. 599»."""
    return _until(rest.text, _PAGES_END) if rest.year else None


def _sentence(rest: Rest) -> str | None:
    """APA, Chicago, Vancouver, LNCS, ACL: a sentence."""
    return _until(rest.text, _YEAR_END) if rest.people or rest.year else None


def _until(text: str, mark: re.Pattern[str]) -> str | None:
    """The text before the first sentence's end, mark or certain end."""
    ends = [match.start() for pattern in (mark, _SURE) if (match := pattern.search(text, 1))]
    sentence = _SENTENCE.search(text, 1)
    while sentence and re.match(r"\.\s+[IVX]{1,4}[,.:]", text[sentence.start() :]):  # «… de Weil. I, Publ. Math.»
        sentence = _SENTENCE.search(text, sentence.end())
    if sentence:
        ends.append(sentence.start() + (sentence[0] in "?!"))
    return text[: min(ends, default=len(text))] or None


def bare_title(title: str) -> str:
    """A title without marks round it, its edition and what it says about itself; quotes that belong to words stay in pairs."""
    title = _SURE.split(title.replace(MARK, ""), maxsplit=1)[0]
    title = _EDITION.sub("", _ABOUT.sub("", title)).strip(" .,;:—–")
    for opening, closing in ("«»", "“”", '""'):
        if title.startswith(opening) and title.endswith(closing) and _quote_end(title) == len(title) - 1:
            title = title[1:-1].strip(" .,")
    title = re.sub(r"(?<!\s)\s++([:;,])", r"\1", " ".join(title.split()))
    return title if re.search(r"[^\W\d_]{3}", title) else ""


#: Sure marks first, a sentence's end last.
FORMS = (
    _Form("quoted", _quoted),
    _Form("italic", _italic),
    _Form("GOST, a part", _double_slash),
    _Form("GOST, a book", _gost),
    _Form("comma", _comma),
    _Form("year and comma", _dated),
    _Form("sentence", _sentence),
)
