"""What a page cites, and the words each citation is attached to."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.page import Place
from bot.model.words import CitationKind, IdKind


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier in its canonical form (DOI lower case without prefix, arXiv id without version …).

    ``as_written`` keeps what the page says (an arXiv version, an unescaped address) where that differs.
    """

    kind: IdKind
    value: str
    as_written: str = ""


@dataclass(frozen=True, slots=True)
class Cited:
    """What a ref says about the work: every field may be missing, nothing is guessed.

    ``plain`` is the note's text without markup, for searching and for people. ``venue`` is the journal, proceedings or
    collection as written; ``volume``, ``issue`` and ``pages`` («436–444») are as written, without their words. ``pointers``
    name places inside the work («§ 2», «теорема 3», «с. 15»). A note of several works is described by its first; ``works``
    then holds those that have an identifier of their own.
    """

    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    identifiers: tuple[Identifier, ...] = ()
    plain: str = ""
    venue: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    pointers: tuple[str, ...] = ()
    works: tuple[Cited, ...] = ()

    def first(self, kind: IdKind) -> Identifier | None:
        """The first identifier of that kind, if there is one."""
        return next((found for found in self.identifiers if found.kind is kind), None)


@dataclass(frozen=True, slots=True)
class Claim:
    """The words one or more adjacent refs are attached to.

    ``text`` is readable (markup removed, formulas between dollar signs); ``start`` and ``end`` are its offsets in the page's
    wikitext; ``sentence`` is the whole sentence (a cell's row, an argument with its name), ``before`` the sentence before it,
    or all since the ref before (a table's head), and ``heading`` the section: context that is not judged. ``refs`` are
    the citation ids of the adjacent refs. ``checkable`` is False for what states nothing (a see-also, a notation). ``aliases``
    are the texts that earlier versions read here: decisions about the claim are found under them too.
    """

    text: str
    start: int
    end: int
    refs: tuple[str, ...]
    sentence: str = ""
    before: str = ""
    heading: str | None = None
    checkable: bool = True
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class CitationPlace:
    """Where a page names a work: line and column as a person counts them, ``start`` and ``end`` as offsets, end exclusive.

    ``number`` is a note's as the reader sees it, a listed work's in its list, whose heading is ``heading``; of a link in the text
    and so on the running number of its kind on the page; None where it has none.
    """

    line: int
    column: int
    kind: CitationKind = CitationKind.note
    number: int | None = None
    start: int = 0
    end: int = 0
    heading: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """One cited work on one page. Several notes, items and links with the same source key are one citation.

    ``kind`` is the strongest of its places' kinds, ``number`` the first number of that kind, ``places`` are where the page
    names the work, ``wikitext`` is the defining content, ``key`` the source key (contract, «Identity»). ``others`` is what else
    the page says of the work, in differently worded notes under the same key: one good description covers no bad one.
    ``address_only``: nothing is said of the work but its address, so that the address is all that can be confirmed.
    ``unresolved``: short references alone, of a work that nothing on the page describes. ``former`` are the source keys that
    earlier versions read here.
    """

    id: str
    key: str
    number: int | None
    section: str | None
    names: tuple[str, ...]
    group: str
    places: tuple[CitationPlace, ...]
    wikitext: str
    cited: Cited
    claims: tuple[Claim, ...] = ()
    others: tuple[Cited, ...] = ()
    former: tuple[str, ...] = ()
    kind: CitationKind = CitationKind.note
    address_only: bool = False
    unresolved: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The source key, then the former ones."""
        return (self.key, *self.former)

    @property
    def positions(self) -> tuple[Place, ...]:
        """Lines and columns of its places."""
        return tuple(Place(place.line, place.column) for place in self.places)
