"""What a search by title finds: the cited work beyond doubt, the work described otherwise, or nothing that says anything.

A search always finds something. Only what nobody could take for another work may speak, and against a citation only where the
rest of it holds the two together: works of one title by other people are many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.identity.match import Bond, Comparison, claims_indexed_place, compare
from bot.identity.rosters import Roster
from bot.identity.titles import Likeness, spelled, words_of
from bot.language.romanise import script_of
from bot.model.citation import Cited
from bot.model.reasons import Reason
from bot.model.source import Work
from bot.model.verdict import Identity
from bot.model.words import Consulted, IdentityVerdict, IdKind

#: From so many words on a title is one work's as good as always.
_LONG = 5


@dataclass(frozen=True, slots=True)
class _Find:
    """A record with its comparison."""

    cited: Cited
    comparison: Comparison

    def agrees(self, field: str) -> bool | None:
        """What the comparison says of a field; None where it says nothing."""
        return next((check.agrees for check in self.comparison.fields if check.field == field), None)

    @property
    def long(self) -> bool:
        """Whether the cited title is long enough to be one work's."""
        return is_long(self.cited.title or "")


def is_long(title: str) -> bool:
    """Whether a title is long enough to be one work's: five words that are no articles and conjunctions."""
    return len(spelled(words_of(title))) >= _LONG


def _other_people(find: _Find) -> bool:
    """The whole long title, in the same year or place, by other people."""
    held = find.agrees("year") is True or find.agrees("venue") is True
    return find.comparison.title is Likeness.same and find.long and held


def _same_people(find: _Find) -> bool:
    """The whole title by the cited people: year, place or a name differs."""
    return find.comparison.title is Likeness.same and find.comparison.people in {Roster.same, Roster.partly}


def _near_title(find: _Find) -> bool:
    """A long title with a changed word, by the cited people in the cited year."""
    people = find.comparison.people is Roster.same and len(find.cited.authors) >= 2
    return find.comparison.title is Likeness.altered and people and find.long and find.agrees("year") is True


#: What lets a find speak against a citation; one of them must hold.
SPEAKS: frozenset[Callable[[_Find], bool]] = frozenset({_same_people, _other_people, _near_title})


def is_exact(cited: Cited, work: Work) -> bool:
    """Whether a record that nobody cited is the cited work beyond doubt: whole title, people, the year where there is one."""
    comparison = compare(cited, work)
    find = _Find(cited, comparison)
    whole = comparison.title is Likeness.same and comparison.people is Roster.same and comparison.bond is Bond.same
    return (
        bool(cited.authors)
        and whole
        and (cited.year is None or (bool(work.years) and find.agrees("year") is not False))
    )


def speaks_against(cited: Cited, comparison: Comparison) -> bool:
    """Whether a find is the cited work, described otherwise than in the citation."""
    find = _Find(cited, comparison)
    return comparison.bond is Bond.differs and bool(comparison.wrong) and any(test(find) for test in SPEAKS)


def best_find(cited: Cited, found: Iterable[Work]) -> Work | None:
    """The record that is the cited work, else the likeliest that speaks against the citation; None where none says anything."""
    works = list(found)
    exact = [work for work in works if is_exact(cited, work)]
    if exact:
        return max(exact, key=lambda work: compare(cited, work).weight)
    against = [(work, comparison) for work in works if speaks_against(cited, comparison := compare(cited, work))]
    return max(against, key=lambda pair: (-len(pair[1].wrong), pair[1].weight), default=(None, None))[0]


def venue_is_open(cited: Cited, work: Work) -> bool:
    """Whether a record does not tell where the cited work appeared."""
    return all(check.agrees is None for check in compare(cited, work).fields if check.field == "venue")


#: Services that index by title what conferences, journals and arXiv publish in English.
INDEXES = ("crossref", "arxiv", "dblp", "semanticscholar")
#: Works before this year are in these indexes by chance.
_INDEXED_SINCE = 1990


def unknown_to(cited: Cited, identity: Identity, when: str) -> tuple[str, ...]:
    """The services that should know a work and do not: every index answered, and none has it. () where that says nothing.

    Nothing is said of books, theses, web pages, works in other scripts, places that are no known conference or journal, or works
    of the year of the look (``when``, ISO 8601) and later, which indexes learn of late.
    """
    consulted = dict(identity.consulted)
    empty = all(consulted.get(name) is Consulted.not_found for name in INDEXES)
    nobody = identity.verdict is IdentityVerdict.unconfirmed and identity.reason is Reason.no_record
    return INDEXES if nobody and empty and _should_be_indexed(cited, when) else ()


def _should_be_indexed(cited: Cited, when: str) -> bool:
    """Whether a citation claims what the services index."""
    described = bool(cited.title and cited.authors) and script_of(cited.title or "") == "latin"
    dated = cited.year is None or _INDEXED_SINCE <= cited.year < int(when[:4] or 0)
    return described and dated and cited.first(IdKind.isbn) is None and claims_indexed_place(cited)
