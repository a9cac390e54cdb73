"""arXiv's own API: Atom, one request every three seconds.

https://info.arxiv.org/help/api/user-manual.html

An id that is well formed and unknown answers 200 with no entry; a malformed one answers 400 with an entry titled «Error».
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.identifiers.arxiv_ids import well_formed
from bot.model.citation import Cited, Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind, Notice
from bot.registries import Registry, Services, english_paper
from bot.registries.shape import composed, year

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NAME = "arxiv"
#: Seconds between two requests of ours, to its interface and for its pages.
_APART = 3.0
_BEGAN = 1991
_ATOM = "{http://www.w3.org/2005/Atom}"
_OWN = "{http://arxiv.org/schemas/atom}"
_SEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
#: A comment that speaks of a publication, or names a venue with its year («ICML 2020», «NeurIPS'19»).
_APPEARED = re.compile(
    r"\b(?:published|accepted|appears?|appeared|to appear|camera[- ]ready|proceedings|journal|conference|workshop)\b"
    r"|\b(?-i:(?=[A-Z][A-Za-z]{0,20}[A-Z]{2}))[\w-]{3,40},?\s?'?(?:(?:19|20)\d\d|\d\d)\b",
    re.IGNORECASE,
)
#: «NeurIPS 2019», «ICML'20».
_ACRONYM = re.compile(r"\b((?=[A-Z][A-Za-z]{0,20}[A-Z]{2})[A-Za-z-]{3,20}),?\s?'?(?:(?:19|20)\d\d|\d\d)\b")
_WITHDRAWN = re.compile(
    r"\b(?:has been|is|was|been|paper|article|submission)\s+withdrawn\b|^\s*withdrawn\b", re.IGNORECASE
)


async def look_up(services: Services, number: str) -> Answer:
    """The record of an id, of its last version unless ``number`` names one.

    Absent by proof only when arXiv answers a well-formed id with an empty, whole feed. An id that its scheme cannot give is
    not asked for: arXiv would refuse it as malformed.
    """
    return (await look_up_many(services, (number,)))[number]


async def look_up_many(services: Services, numbers: tuple[str, ...]) -> dict[str, Answer]:
    """The records of up to a hundred ids by one request, each as ``look_up`` gives it. An unknown id is silently left out."""
    possible = [number for number in numbers if well_formed(_bare(number))]
    found: dict[str, Answer] = {number: Absent(Reason.no_record) for number in numbers}
    if not possible:
        return found
    listed = ",".join(quote(number, safe="/.") for number in possible)
    path = f"/api/query?id_list={listed}&max_results={len(possible)}"
    reply = await services.ask(NAME, path, accept="application/atom+xml", clean=_clean)
    return found | (dict.fromkeys(possible, reply) if isinstance(reply, Silent) else _answers(reply, possible))


def _answers(reply: Reply, asked: list[str]) -> dict[str, Answer]:
    """The answer to each id in a feed; a feed that is none, or holds what nobody asked for, says nothing."""
    works = _works(reply)
    if works is None or not set(works) <= set(map(_bare, asked)):
        return dict.fromkeys(asked, Silent(Reason.garbled_answer))
    absent = Absent(Reason.arxiv_has_no_such_id)
    return {number: Found(works[_bare(number)]) if _bare(number) in works else absent for number in asked}


def _works(reply: Reply) -> dict[str, Work] | None:
    """The works of a feed by their ids; None where one has no title, or the feed is none."""
    entries = _entries(reply)
    works = [read(entry) for entry in entries or ()]
    if entries is None or not all(work.titles for work in works):
        return None
    return {item.value: work for work in works for item in work.identifiers if item.kind is IdKind.arxiv}


async def search(services: Services, cited: Cited) -> tuple[Work, ...] | Silent:
    """Papers whose title holds the words of the cited one; the caller compares."""
    words = " ".join(re.findall(r"\w+", cited.title or ""))[:250]
    phrase = f'ti:"{words}"'
    path = f"/api/query?search_query={quote(phrase)}&max_results=3"
    reply = await services.ask(NAME, path, accept="application/atom+xml", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    return tuple(read(entry) for entry in _entries(reply) or ())


def _entries(reply: Reply) -> list[Element] | None:
    """The entries of a feed; None for a refusal, or for a feed that does not hold what it counts."""
    feed = _feed(reply)
    entries = [] if feed is None else feed.findall(f"{_ATOM}entry")
    if feed is None or any(map(_is_error, entries)) or reply.status != 200:
        return None
    total = feed.findtext(f"{_SEARCH}totalResults", "").strip()
    return (
        entries
        if total.isdecimal() and (int(total) == len(entries) or (entries and int(total) > len(entries)))
        else None
    )


def _bare(number: str) -> str:
    """An id without its version."""
    return re.sub(r"v\d+$", "", number)


def read(entry: Element) -> Work:
    """A work out of one Atom entry.

    ``years`` begin with the first version's. A later version's year counts where the entry speaks of a publication: a
    paper is cited by the year of its journal, never by that of an author's last correction.
    """
    number, version = _number(entry)
    published = entry.findtext(f"{_OWN}doi", "").strip().lower()
    summary = _squeezed(entry.findtext(f"{_ATOM}summary", ""))
    comment = _squeezed(entry.findtext(f"{_OWN}comment", ""))
    journal = _squeezed(entry.findtext(f"{_OWN}journal_ref", ""))
    withdrawn = bool(_WITHDRAWN.search(comment)) or summary.lower().startswith("this paper has been withdrawn")
    title = _squeezed(entry.findtext(f"{_ATOM}title", ""))
    return Work(
        NAME,
        titles=(title,) if title else (),
        authors=tuple(_squeezed(name.text or "") for name in entry.iterfind(f"{_ATOM}author/{_ATOM}name")),
        years=_years(entry, f"{journal} {comment}", appeared=bool(published or journal or _APPEARED.search(comment))),
        identifiers=(
            Identifier(IdKind.arxiv, number, f"{number}{version}"),
            *([Identifier(IdKind.doi, published)] if published else []),
        ),
        url=f"https://arxiv.org/abs/{number}",
        text_urls=(f"https://arxiv.org/html/{number}{version}", f"https://arxiv.org/pdf/{number}{version}"),
        abstract=summary or None,
        notices=(Notice.withdrawn,) if withdrawn else (),
        venues=_venues(journal, comment),
    )


def _venues(journal: str, comment: str) -> tuple[str, ...]:
    """Where the entry says that the paper appeared: the journal's reference, an acronym with its year, a comment that says so.

    Not where the comment speaks of a workshop, whose conference it names.
    """
    named = _ACRONYM.findall(comment) + ([comment] if _APPEARED.search(comment) else [])
    named = [] if re.search(r"workshop", comment, re.IGNORECASE) else named
    return tuple(dict.fromkeys(name for name in (re.sub(r"(?<!\W)\W*+\b\d.*", "", journal), *named) if name))


def _years(entry: Element, printed: str, *, appeared: bool) -> tuple[int, ...]:
    """Years by which the paper may be cited; ``printed`` is what the entry says of its publication."""
    first = year(entry.findtext(f"{_ATOM}published", ""))
    latest = year(entry.findtext(f"{_ATOM}updated", ""))
    named = (int(found) for found in re.findall(r"(?<![\d/.-])(?:19|20)\d\d(?![\d/.-])", printed))
    years = [first, *((latest, *named) if appeared else ())]
    return tuple(dict.fromkeys(found for found in years if found))


def _clean(reply: Reply) -> bool:
    """A feed, whole to its closing tag."""
    return reply.status in {200, 400} and _feed(reply) is not None


def _feed(reply: Reply) -> Element | None:
    """The feed of a reply. A document with a type declaration is refused: arXiv's has none, and entities can explode."""
    from xml.etree.ElementTree import ParseError, fromstring

    if b"<!DOCTYPE" in reply.body or b"<!ENTITY" in reply.body:
        return None
    try:
        root = fromstring(reply.body)  # noqa: S314 (declarations are refused above)
    except (ParseError, ValueError, LookupError):
        return None
    return root if root.tag == f"{_ATOM}feed" else None


def _is_error(entry: Element) -> bool:
    """Whether the entry is the service's way of refusing an id."""
    return "/api/errors" in entry.findtext(f"{_ATOM}id", "")


def _number(entry: Element) -> tuple[str, str]:
    """Id and version («v3», or "") of an entry's address."""
    written = entry.findtext(f"{_ATOM}id", "").partition("/abs/")[2].strip()
    match = re.fullmatch(r"(.+?)(v\d{1,4})?", written)
    return (match[1], match[2] or "") if match else ("", "")


def _squeezed(value: str) -> str:
    """One line: arXiv breaks long ones."""
    return composed(re.sub(r"\s+", " ", value)).strip()


REGISTRY = Registry(
    NAME,
    "https://export.arxiv.org",
    (_APART, 1),  # one request every three seconds, one connection, over all machines
    rank=40,
    asked_about="an arXiv id, its first version; a title",
    asked_when="first, all ids of a page at once",
    may_convict="yes",
    pace_in_words="one in 3 seconds, over all processes",
    pages_apart=_APART,
    search=search,
    may_find=lambda cited: english_paper(cited) and (cited.year is None or cited.year >= _BEGAN),
)
