"""The note of a work in a wiki's own form, written from a registry's record: what the record lacks is left out, never guessed.

Free text follows GOST R 7.0.5–2008 as machinelearning.ru's pages write it; templates take the parameters that the profile names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from bot.language.romanise import script_of
from bot.model.source import Work
from bot.model.words import IdKind
from bot.profiles import Profile
from bot.profiles.citation_templates import NoteForm
from bot.wikitext.ref_names import NameMaker, quoted
from bot.wikitext.text import Wikitext

#: So many authors are named; of more, the first and «et al.» (GOST R 7.0.5–2008: three; the first wiki's pages: up to four).
_MOST_AUTHORS = 4
_INITIALS = re.compile(r"(?:-?[^\W\d_]\.)+|[A-ZА-ЯЁ]{1,3}")
_PARTICLES = frozenset("van von der den de di la le du da dos del ten ter af av zu".split())
_BODY = re.compile(
    r"\b(?:collaboration|team|group|consortium|committee|institute|university|inc|ltd|foundation|lab)\b", re.IGNORECASE
)
#: What wikitext would read, and what would end a template's parameter.
_MARKUP = re.compile(r"[\[\]{}<>|]|'{2,}|~{3,}|__|^[*#:;=]|&(?=#?\w+;)")


class WorkKind(StrEnum):
    """What a note is written as."""

    article = "article"
    preprint = "preprint"
    book = "book"
    page = "page"


def kind_of(work: Work) -> WorkKind:
    """A book has an ISBN and no journal, a preprint is arXiv's alone, a page has no identifier; the rest are articles."""
    kinds = {item.kind for item in work.identifiers}
    if IdKind.isbn in kinds and not work.periodical:
        return WorkKind.book
    if kinds & {IdKind.doi, IdKind.pmid} or work.periodical or work.venues:
        return WorkKind.article
    return WorkKind.preprint if IdKind.arxiv in kinds else WorkKind.page


def note_of(work: Work, profile: Profile, day: str) -> str:
    """The note's text in the wiki's form; ``day`` (ISO 8601, or "" for not known) is when a page was read."""
    forms = {} if profile.templates is None else profile.templates.notes
    form = forms.get(kind_of(work).value)
    return _free(work, profile, day) if form is None else _template(work, form, day)


def ref_of(note: str, profile: Profile) -> str:
    """The note as a named ref, by the habit of ref names."""
    name = NameMaker(Wikitext.of("", profile).table).make(note)
    return f"<ref name={quoted(name)}>{note}</ref>"


def family_first(name: str) -> str:
    """«Given Middle Family» as «Family G. M.»; a body's name, and a single word, as they are."""
    family, given = _split(name)
    return " ".join((family, *map(_initial, given)))


def _split(name: str) -> tuple[str, list[str]]:
    """The family name, with its particles, and the given names or initials of a record's author; of a body the whole name."""
    family, comma, given = name.partition(",")
    words = name.split()
    if comma:
        return " ".join(family.split()), given.split()
    if len(words) < 2 or _BODY.search(name):
        return " ".join(words), []
    if all(map(_INITIALS.fullmatch, words[1:])) and not _INITIALS.fullmatch(words[0]):
        return words[0], words[1:]  # PubMed's «Hubel D», Russian «Воронцов К. В.»
    start = next((at for at, word in enumerate(words[1:-1], 1) if word.casefold() in _PARTICLES), len(words) - 1)
    return " ".join(words[start:]), words[:start]


def _initial(given: str) -> str:
    """A given name's initial; «Jean-Pierre» is «J.-P.», «KV» is «K.V.»."""
    if _INITIALS.fullmatch(given) and "." not in given:
        return "".join(f"{letter}." for letter in given)
    parts = [part for part in given.replace(".", ". ").replace("-", " -").split() if part.strip("-.")]
    return "".join(f"{'-' if part.startswith('-') else ''}{part.lstrip('-')[0].upper()}." for part in parts)


def _free(work: Work, profile: Profile, day: str) -> str:
    """``''Family G.'' Title // Venue. — Year. — Vol. 1, no. 2. — P. 3–4. — DOI …``, as GOST has it."""
    title = work.titles[0] if work.titles else ""
    russian = script_of(title) == "cyrillic"
    named = list(map(family_first, work.authors[:_MOST_AUTHORS]))
    if len(work.authors) > _MOST_AUTHORS:
        named = [f"{named[0]} {'и др.' if russian else 'et al.'}"]
    authors = f"''{_safe(', '.join(named))}'' " if named else ""
    if kind_of(work) is WorkKind.page and work.url:
        parts = [f"{authors}[{work.url} {_safe(title) or _safe(work.url)}]", *map(_safe, work.venues[:1]), *_year(work)]
        return _joined(parts) + _seen(profile, day) + "."
    head = " // ".join((authors + _title(work), *map(_safe, work.venues[:1])))
    return _joined([head, *_year(work), *_places(work, russian=russian), *_identifiers(work)]) + "."


def _joined(parts: list[str]) -> str:
    return ". — ".join(part.rstrip(".") for part in parts)


def _seen(profile: Profile, day: str) -> str:
    """When a page was read, in the wiki's language; "" where nobody knows."""
    if not day:
        return ""
    if profile.language == "ru":
        return f" (дата обращения: {day[8:10]}.{day[5:7]}.{day[:4]})"
    return f" (accessed: {day[:10]})"


def _title(work: Work) -> str:
    """The main title; PubMed's ends in a full stop."""
    return _safe(work.titles[0]).rstrip(".") if work.titles else ""


def _year(work: Work) -> Iterator[str]:
    if work.years:
        yield str(work.years[0])


def _places(work: Work, *, russian: bool) -> Iterator[str]:
    """Volume with issue, pages."""
    volume, issue, pages = ("Т.", "№", "С.") if russian else ("Vol.", "no.", "P.")
    if work.volume or work.issue:
        yield ", ".join(
            f"{word} {_safe(value)}" for word, value in ((volume, work.volume), (issue, work.issue)) if value
        )
    if work.pages:
        yield f"{pages} {_safe(work.pages.replace('--', '–').replace('-', '–'))}"


def _identifiers(work: Work) -> Iterator[str]:
    """The identifier that a reader can follow: of a published work its DOI, else arXiv's number, the ISBN, the PubMed id."""
    by_kind = {item.kind: item.value for item in reversed(work.identifiers)}
    if (doi := by_kind.get(IdKind.doi)) is not None:
        yield f"DOI [https://doi.org/{_address(doi)} {_safe(doi)}]"
    elif (number := by_kind.get(IdKind.arxiv)) is not None:
        yield f"[https://arxiv.org/abs/{number} arXiv:{number}]"
    elif (isbn := by_kind.get(IdKind.isbn)) is not None:
        yield f"ISBN {isbn}"
    elif (pmid := by_kind.get(IdKind.pmid)) is not None:
        yield f"PMID {pmid}"


def _template(work: Work, form: NoteForm, day: str) -> str:
    """``{{cite journal |last1=… |title=…}}``: a parameter for each value that the record has."""
    values = _values(work, day)
    written = [f"{name}={values[field]}" for field, name in form.fields if values.get(field)]
    return "{{" + " |".join((form.name, *_template_authors(work, form), *written)) + "}}"


def _values(work: Work, day: str) -> dict[str, str]:
    """What a template's parameters may take, by the names of ``NoteForm.fields``; an address and a day only of a page."""
    page = kind_of(work) is WorkKind.page
    return {
        "title": _title(work),
        "venue": _safe("".join(work.venues[:1])),
        "year": "".join(map(str, work.years[:1])),
        "volume": _safe(work.volume),
        "issue": _safe(work.issue),
        "pages": _safe(work.pages.replace("--", "–").replace("-", "–")),
        "url": _address(work.url or "") if page else "",
        "day": day[:10] if page else "",
        **{item.kind.value: _safe(item.value) for item in reversed(work.identifiers) if item.kind is not IdKind.url},
    }


def _template_authors(work: Work, form: NoteForm) -> Iterator[str]:
    if form.last:
        for number, name in enumerate(work.authors[: 2 * _MOST_AUTHORS], start=1):
            family, given = _split(name)
            yield f"{form.last}{number}={_safe(family)}"
            if given:
                yield f"{form.first}{number}={_safe(' '.join(given))}"
        if len(work.authors) > 2 * _MOST_AUTHORS and form.others:
            yield form.others
    elif work.authors:
        names = ", ".join(map(family_first, work.authors[: 2 * _MOST_AUTHORS]))
        yield f"{form.authors}={_safe(names)}" + (" и др." if len(work.authors) > 2 * _MOST_AUTHORS else "")


def _safe(text: str) -> str:
    """Text of a registry in which the wiki reads no markup."""
    return _MARKUP.sub(lambda found: "".join(f"&#{ord(char)};" for char in found[0]), " ".join(text.split()))


def _address(text: str) -> str:
    """An address that neither a link's bracket nor a template's bar ends."""
    return re.sub(r"[\[\]{}<>|\s\"']", lambda found: f"%{ord(found[0]):02X}", text)
