"""A cited work against a record: every field's level, then one verdict by the table of title and people.

Year, venue and numbers cannot make another work; where they contradict, the right work is described wrongly. What cannot be
compared agrees with nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.identity import imprint, rosters, titles, venues, years
from bot.identity.levels import Level, weight
from bot.identity.rosters import PeopleMatch, Roster, named_in
from bot.identity.titles import Likeness, TitleMatch
from bot.identity.years import Year
from bot.model.citation import Cited
from bot.model.message import msg
from bot.model.source import Work
from bot.model.verdict import FieldCheck
from bot.model.words import IdKind

#: From this share of common letters on a title with other words, and other people, is the record's, badly copied.
_NEARLY = 0.7


class Bond(StrEnum):
    """What a comparison shows. ``other`` needs title and authors to differ; where little can be compared it is ``open``."""

    same = "same"
    differs = "differs"
    other = "other"
    open = "open"


#: What a title and people show together. Every pair stands here (tests/identity/test_match.py).
#: ``first`` asks that the first author is one, ``near`` that the titles share seven letters in ten, ``telling`` that the title
#: is one; where that does not hold nothing is known.
VERDICTS: dict[tuple[Likeness, Roster], tuple[Bond, str]] = {
    (Likeness.same, Roster.same): (Bond.same, ""),
    (Likeness.same, Roster.partly): (Bond.differs, ""),
    (Likeness.same, Roster.others): (Bond.differs, ""),
    (Likeness.same, Roster.doubtful): (Bond.open, ""),
    (Likeness.same, Roster.unknown): (Bond.same, ""),
    (Likeness.altered, Roster.same): (Bond.differs, ""),
    (Likeness.altered, Roster.partly): (Bond.differs, ""),
    (Likeness.altered, Roster.others): (Bond.differs, "near"),
    (Likeness.altered, Roster.doubtful): (Bond.open, ""),
    (Likeness.altered, Roster.unknown): (Bond.differs, "near"),
    (Likeness.uncertain, Roster.same): (Bond.differs, ""),
    (Likeness.uncertain, Roster.partly): (Bond.differs, ""),
    (Likeness.uncertain, Roster.others): (Bond.differs, "near"),
    (Likeness.uncertain, Roster.doubtful): (Bond.open, ""),
    (Likeness.uncertain, Roster.unknown): (Bond.open, ""),
    (Likeness.different, Roster.same): (Bond.differs, "first"),
    (Likeness.different, Roster.partly): (Bond.differs, "first"),
    (Likeness.different, Roster.others): (Bond.other, "telling"),
    (Likeness.different, Roster.doubtful): (Bond.open, ""),
    (Likeness.different, Roster.unknown): (Bond.open, ""),
    (Likeness.incomparable, Roster.same): (Bond.same, ""),
    (Likeness.incomparable, Roster.partly): (Bond.differs, ""),
    (Likeness.incomparable, Roster.others): (Bond.open, ""),
    (Likeness.incomparable, Roster.doubtful): (Bond.open, ""),
    (Likeness.incomparable, Roster.unknown): (Bond.open, ""),
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every field's check, the bond, and how the titles compare (None without titles); ``people`` likewise."""

    bond: Bond
    fields: tuple[FieldCheck, ...]
    title: Likeness | None = None
    people: Roster = Roster.unknown

    @property
    def wrong(self) -> tuple[FieldCheck, ...]:
        """Fields that differ, and not in small things alone."""
        return tuple(check for check in self.fields if check.agrees is False and not check.minor)

    @property
    def weight(self) -> float:
        """The sum of the levels' weights: how much this record is the cited work rather than another."""
        return sum(check.weight or 0.0 for check in self.fields)


def compare(cited: Cited, work: Work) -> Comparison:
    """Compare. A record whose title stands in the note word for word, between marks, is the cited work, however it was parsed."""
    cited = replace(cited, venue=_venue(cited) or None)
    title = titles.compare(cited.title, work.titles) if cited.title and work.titles else None
    met = rosters.compare(cited.authors, work.authors, plain=cited.plain, complete=work.roster_complete)
    likeness, level = _likeness(cited, work, title)
    named = met.level.stands is Roster.unknown and named_in(cited.plain, work.authors)
    stands = Roster.same if named else met.level.stands
    bond = _bond(likeness, stands, cited, title, met)
    described = bond in {Bond.same, Bond.differs}
    fields = (*_title_and_people(cited, work, title, level, met), *(_printed(cited, work) if described else ()))
    compared = Comparison(bond, fields, title.likeness if title else None, stands)
    return replace(compared, bond=Bond.differs) if described and compared.wrong else compared


def _printed(cited: Cited, work: Work) -> Iterator[FieldCheck]:
    """When and where."""
    year = years.compare(cited, work)
    yield from _year(cited, work, year)
    editions, same_year = _editions(cited, work, year.stands), year.stands is Year.same
    yield from imprint.checks(cited, work, editions=editions, same_year=same_year)


def compare_among(cited: Cited, work: Work) -> Comparison:
    """Compare a record with a note that lists several works: it is one of them, or nothing is known.

    What the note says first belongs to one of the works only, so that it cannot speak against the others.
    """
    named = any(titles.mentioned(found, cited.plain) for found in work.titles) or named_in(cited.plain, work.authors)
    return Comparison(Bond.same if named else Bond.open, ())


def _likeness(cited: Cited, work: Work, title: TitleMatch | None) -> tuple[Likeness, Level[Any, Likeness] | None]:
    """How the titles stand: as they were read, unless the note holds the record's where another was read, or none."""
    read = title.likeness if title else Likeness.incomparable
    if read is not Likeness.same and any(titles.mentioned(found, cited.plain) for found in work.titles):
        return Likeness.same, IN_THE_NOTE
    return read, title.level if title else None


IN_THE_NOTE = Level[Any, Likeness](
    "in the note", lambda _: True, True, Likeness.same, msg("the note holds the record's title word for word")
)


def _bond(likeness: Likeness, stands: Roster, cited: Cited, title: TitleMatch | None, met: PeopleMatch) -> Bond:
    """The table's row, where its condition holds; a note that gives neither title nor people contradicts nothing."""
    if not cited.title and likeness is Likeness.incomparable and stands is Roster.unknown:
        return Bond.same
    bond, condition = VERDICTS[likeness, stands]
    holds = {
        "": True,
        "first": met.first,
        "near": title is not None and title.score >= _NEARLY,
        "telling": _telling(cited.title or ""),
    }
    return bond if holds[condition] else Bond.open


def _title_and_people(
    cited: Cited, work: Work, title: TitleMatch | None, level: Level[Any, Likeness] | None, met: PeopleMatch
) -> Iterator[FieldCheck]:
    """What is shown of title and people, cited against found, each by itself."""
    if title and level and cited.title:
        yield _check("title", cited.title, title.found, level, work.service)
    if cited.authors and work.authors:
        yield _check("authors", _listed(cited.authors), _listed(work.authors), met.level, work.service)


def _year(cited: Cited, work: Work, level: Level[Any, Year]) -> Iterator[FieldCheck]:
    """The year, beside the record's own that is meant."""
    if cited.year is not None and work.years:
        nearest = min(work.years, key=lambda found: abs(found - (cited.year or 0)))
        found = nearest if level.stands is Year.same else work.years[0]
        yield _check("year", str(cited.year), str(found), level, work.service)


def _check(field: str, cited: str, found: str, level: Level[Any, Any], service: str) -> FieldCheck:
    """A field's check by its level."""
    return FieldCheck(
        field,
        cited,
        found,
        level.agrees,
        service,
        level=level.name,
        weight=weight(field, level.name),
        speaks=level.speaks,
    )


def _editions(cited: Cited, work: Work, year: Year) -> bool:
    """Whether the record may be of an edition with numbers of its own."""
    return imprint.has_numbers_of_its_own(cited, work) or year is not Year.same


def _listed(names: tuple[str, ...]) -> str:
    """At most six names; the rest as a count would say nothing that a reader can check."""
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")


def _telling(title: str) -> bool:
    """Whether a cited title is one: two words with eight letters; «here» or «article» speaks against nothing."""
    told = titles.words_of(title)
    return len(told) >= 2 and sum(map(len, told)) >= 8


def names_a_place(cited: Cited) -> bool:
    """Whether a citation says where the work appeared: a conference or a journal."""
    return venues.is_place(_venue(cited))


def claims_indexed_place(cited: Cited) -> bool:
    """Whether a citation claims a place whose papers services index: a known conference or journal, arXiv."""
    return venues.is_known(_venue(cited)) or cited.first(IdKind.arxiv) is not None


def _venue(cited: Cited) -> str:
    """The venue as it was read, else a known one or one that calls itself a conference or journal right behind the title."""
    return cited.venue or venues.behind(cited.title or "", cited.plain)
