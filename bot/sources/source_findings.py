"""What links and identities raise. A wall, an outage and anything unconfirmed raise nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.codes import code_named
from bot.identifiers.arxiv_ids import well_formed
from bot.identifiers.books import valid
from bot.identity.authors import PLACEHOLDER
from bot.identity.search import unknown_to
from bot.model.citation import Citation, Identifier
from bot.model.edit import Finding
from bot.model.ids import identities
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import Looked
from bot.model.reasons import Reason
from bot.model.source import SourceText
from bot.model.verdict import FieldCheck, Identity, Link
from bot.model.words import Caveat, IdentityVerdict, IdKind, LinkState, Notice

_NOTICES = {
    Notice.retracted: ("SRC301", msg("the registry says: retracted")),
    Notice.withdrawn: ("SRC301", msg("the registry says: withdrawn")),
    Notice.concern: ("SRC302", msg("the registry carries an expression of concern")),
    Notice.corrected: ("SRC302", msg("the registry carries a correction")),
    Notice.superseded: ("SRC302", msg("the registry names a later version")),
}
#: A number with crosses in it («20XX», «2025-XX-XX», «XX.XX.2024», «10.1145/XXXXXXX», «XXXX.XXXXX»), a field's name in brackets.
_BLANK = re.compile(
    r"\b(?:19|20)(?:[XХ]{2}|\?\?)(?!\w)|\b[XХ]{2}\.[XХ]{2}\.\d{4}\b|\b(?:19|20)\d\d-[XХ]{2}(?:-[XХ]{2})?\b"
    r"|\b10\.(?:\d{4,9}/\S*[XxХх]{4,}|[XxХх]{4,9}/)|\b(?:\d{4}|[XХ]{4})\.[XxХх]{4,5}\b"
    r"|\[(?:Authors?|Author Names?|Title|Year|Journal|Publisher|Авторы?|Название|Год|Журнал|Издательство)\]"
)
_DATE = re.compile(r"(?<![\d./])(\d{1,2})[./](\d{1,2})[./](?:19|20)\d\d(?![\d/.-]*\d)")
_CAVEATS = {
    Caveat.hidden_text: msg("the file holds words that nobody sees; they were left out"),
    Caveat.text_layers_differ: msg("two readings of the file's text differ: quotations from it may be broken"),
    Caveat.part_of_pages: msg("the file has more pages than were read"),
}
_FIELDS = {
    "title": msg("title"),
    "authors": msg("authors"),
    "year": msg("year"),
    "venue": msg("venue"),
    "volume": msg("volume"),
    "issue": msg("issue"),
    "pages": msg("pages"),
    "doi": msg("DOI"),
    "arxiv": msg("arXiv id"),
}


def source_findings(page: Page, citation: Citation, looked: Looked) -> tuple[Finding, ...]:
    """The findings of one citation's link and identity, each at every place of the citation."""
    said = [
        *_identity(looked.identity),
        *_suspicion(citation, looked),
        *_unresolved(citation),
        *_impossible(citation, looked),
        *_link(looked.link),
        *_text(looked.text),
    ]
    return tuple(
        Finding(
            id=name,
            aliases=tuple(aliases),
            code=code,
            severity=code_named(code).severity,
            message=message,
            places=citation.positions,
            excerpt=" ".join(citation.cited.plain.split()),
            citation=citation.id,
        )
        for code, message in said
        for name, *aliases in [identities(page.wiki, page.title, code, "", citation.keys)]
    )


def _identity(found: Identity) -> Iterator[tuple[str, Message]]:
    """What the identity raises."""
    proof = next((check for check in found.fields if check.field in {"doi", "arxiv"} and check.agrees is False), None)
    match found.verdict:
        case IdentityVerdict.nonexistent if proof:
            yield "SRC101", msg("{service} has never given out {id}", service=_who(proof), id=proof.cited)
        case IdentityVerdict.wrong_work if proof:
            yield (
                "SRC102",
                msg(
                    "under {id} {service} has “{title}”", id=proof.cited, service=_who(proof), title=_short(proof.found)
                ),
            )
        case IdentityVerdict.misdescribed:
            yield "SRC103", _differences(found)
        case IdentityVerdict.disputed:
            yield "SRC104", msg("the registry and the page contradict each other")
        case IdentityVerdict.unconfirmed if found.reason is Reason.record_differs:
            yield "SRC109", _differences(found)
    for notice in found.notices:
        yield _NOTICES[notice]


def _suspicion(citation: Citation, looked: Looked) -> Iterator[tuple[str, Message]]:
    """A work that claims a place that services index, and that none of these knows."""
    asked = unknown_to(citation.cited, looked.identity, looked.when)
    if asked:
        yield "SRC110", msg("{services} do not know this work", services=", ".join(_named(name) for name in asked))


def _unresolved(citation: Citation) -> Iterator[tuple[str, Message]]:
    """A short reference whose work the page does not describe."""
    if citation.unresolved:
        yield "SRC603", msg("nothing on the page describes the work of “{text}”", text=_short(citation.cited.plain))


def _impossible(citation: Citation, looked: Looked) -> Iterator[tuple[str, Message]]:
    """What cannot be, whoever is asked. A year is compared with the day of the look."""
    for message in map(_ill_formed, citation.cited.identifiers):
        if message is not None:
            yield "SRC105", message
    blank = _BLANK.search(citation.cited.plain) or PLACEHOLDER.search(citation.cited.plain)
    if blank:
        yield "SRC107", msg("“{text}” is a placeholder", text=_short(blank[0]))
    year = citation.cited.year
    if year is not None and _is_to_come(year, looked.when):
        yield "SRC106", msg("the reference is dated {year}", year=year)
    dates = _DATE.finditer(citation.cited.plain)
    false = next((date[0] for date in dates if not _is_day(int(date[1]), int(date[2]))), None)
    if false is not None:
        yield "SRC108", msg("there is no such day as {date}", date=false)


def _is_to_come(year: int, when: str) -> bool:
    """Whether a year is later than the next one of a time (ISO 8601)."""
    return when[:4].isdecimal() and year > int(when[:4]) + 1


def _ill_formed(item: Identifier) -> Message | None:
    """What is wrong with an identifier whose form nobody can have given out."""
    written = item.as_written or item.value
    if item.kind is IdKind.arxiv and not well_formed(item.value):
        return msg("arXiv cannot have an id {id}", id=written)
    if item.kind is IdKind.isbn and not valid(item.value):
        return msg("the check digit of ISBN {id} does not hold", id=written)
    return None


def _is_day(first: int, second: int) -> bool:
    """Whether two numbers can be a day and a month: the month stands second in Russian and German, first in American dates."""
    return 0 < min(first, second) <= 12 and max(first, second) <= 31


def _link(link: Link) -> Iterator[tuple[str, Message]]:
    """What the link raises."""
    match link.state:
        case LinkState.gone | LinkState.dead:
            code = "SRC201" if link.state is LinkState.gone else "SRC202"
            if link.status is None:
                yield code, msg("there is no such host")
            else:
                yield code, msg("the address answers {status}", status=link.status)
        case LinkState.soft_404:
            yield "SRC203", msg("the page says that nothing is found, with status {status}", status=link.status or 200)
        case LinkState.redirected_elsewhere:
            yield "SRC204", msg("the address leads to another page of the site")
        case LinkState.parked:
            yield "SRC205", msg("the domain is parked or for sale")


def _text(text: SourceText | None) -> Iterator[tuple[str, Message]]:
    """What to know of the text that was read: a note, whatever it is."""
    if text is None:
        return
    missing = [place.words for place in text.pointed if place.missing]
    if missing:
        yield (
            "SRC501",
            msg("the reference points at {place}; the text that was read has no such place", place=", ".join(missing)),
        )
    caveat = next((caveat for caveat in _CAVEATS if caveat in text.caveats), None)
    if caveat is not None:
        yield "SRC502", _CAVEATS[caveat]


def _differences(found: Identity) -> Message:
    """The first field that differs, cited against found."""
    wrong = [check for check in found.fields if check.agrees is False and not check.minor]
    check = next((one for one in wrong if one.field not in {"doi", "arxiv"}), wrong[0])
    name = _FIELDS.get(check.field, msg("field"))
    if not check.found:
        return msg("{field}: {cited} is not registered", field=name, cited=check.cited)
    return msg(
        "{field}: cited “{cited}”, {service} has “{found}”",
        field=name,
        cited=_short(check.cited),
        service=_who(check),
        found=_short(check.found),
    )


def _who(check: FieldCheck) -> str:
    """The service of a check."""
    return _named(check.service)


def _named(service: str) -> str:
    """A service's name as its users write it."""
    names = {"doi": "doi.org", "crossref": "Crossref", "datacite": "DataCite", "arxiv": "arXiv", "dblp": "DBLP"}
    return (names | {"semanticscholar": "Semantic Scholar", "openalex": "OpenAlex"}).get(service, service)


def _short(text: str) -> str:
    """At most a line of somebody else's words."""
    line = " ".join(text.split())
    return line if len(line) <= 160 else line[:159].rstrip() + "…"
