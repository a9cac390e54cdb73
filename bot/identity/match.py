"""A cited work against a record: field by field, then whether they are one work.

Thresholds were measured on recorded answers of registries (2026).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.identity import authors, imprint, titles
from bot.identity.authors import Roster
from bot.identity.titles import Likeness, TitleMatch
from bot.language.romanise import name_key, script_of
from bot.model.citation import Cited
from bot.model.source import Work
from bot.model.verdict import FieldCheck
from bot.model.words import IdKind

#: Below this share of matched authors the people are others; at ``authors.Roster.agrees`` they are the same.
FEW = 0.34
#: From this likeness on a title with a changed word is the record's, badly copied.
_NEARLY = 0.7


class Year(StrEnum):
    """How the cited year stands to the record's years."""

    same = "same"
    near = "near"
    far = "far"
    unknown = "unknown"


class Bond(StrEnum):
    """What a comparison shows. ``other`` needs title and authors to differ; where little can be compared it is ``open``."""

    same = "same"
    differs = "differs"
    other = "other"
    open = "open"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every comparable field, the bond, and how the titles compare (None without titles)."""

    bond: Bond
    fields: tuple[FieldCheck, ...]
    title: Likeness | None = None

    @property
    def wrong(self) -> tuple[FieldCheck, ...]:
        """Fields that differ, and not in small things alone."""
        return tuple(check for check in self.fields if not check.agrees and not check.minor)


def compare(cited: Cited, work: Work) -> Comparison:
    """Compare. A record whose title and an author stand in the note word for word is the cited work, however it was parsed."""
    title = titles.compare(cited.title, work.titles) if cited.title and work.titles else None
    people = authors.roster(cited.authors, work.authors, complete=work.roster_complete)
    if people.coverage is not None and people.coverage < FEW and _author_in(cited.plain, work, least=2):
        people = Roster()  # the note names them, the list was read wrongly
    if people.coverage is None and authors.PLACEHOLDER.search(cited.plain):
        people = Roster(0.0)  # authors are spoken of, and nobody is named
    year = year_of(cited, work)
    named = any(titles.mentioned(found, cited.plain) for found in work.titles)
    met = people.agrees or (people.coverage is None and _author_in(cited.plain, work))
    nobody = _nobody(cited, work, people)
    bond, wrong = _bond(cited, title, people, year, named=named, met=met, nobody=nobody)
    fields = _fields(cited, work, title, people, year)
    if bond in {Bond.same, Bond.differs}:
        fields = tuple(replace(check, agrees=check.field not in wrong) for check in fields)
        editions = imprint.has_numbers_of_its_own(cited, work) or year is not Year.same
        printed = imprint.checks(cited, work, editions=editions)
        fields += printed
        if any(not check.agrees and not check.minor for check in printed):
            bond = Bond.differs
    return Comparison(bond, fields, title.likeness if title else None)


def compare_among(cited: Cited, work: Work) -> Comparison:
    """Compare a record with a note that lists several works: it is one of them, or nothing is known.

    What the note says first belongs to one of the works only, so that it cannot speak against the others.
    """
    named = any(titles.mentioned(found, cited.plain) for found in work.titles) or _author_in(cited.plain, work)
    return Comparison(Bond.same if named else Bond.open, ())


def year_of(cited: Cited, work: Work) -> Year:
    """One year apart is print against online; two or three are a preprint, a translation or another edition."""
    if cited.year is None or not work.years:
        return Year.unknown
    distance = min(abs(cited.year - found) for found in work.years)
    if distance == 0:
        return Year.same
    return Year.near if distance <= (3 if _has_editions(cited, work) else 1) else Year.far


def _bond(
    cited: Cited, title: TitleMatch | None, people: Roster, year: Year, *, named: bool, met: bool, nobody: bool
) -> tuple[Bond, frozenset[str]]:
    """The bond and the fields that differ (which count only for ``differs``)."""
    likeness = title.likeness if title else None
    if named or likeness is Likeness.same or (likeness is Likeness.close and (met or people.coverage is None)):
        return _known(people, year)
    if likeness in {None, Likeness.incomparable}:
        if met or (likeness is None and people.coverage is None):
            return _known(people, year)
        return Bond.open, frozenset()
    if people.agrees and (likeness is not Likeness.different or people.first):
        return Bond.differs, _known(people, year)[1] | {"title"}
    if title and likeness is Likeness.uncertain and title.score >= _NEARLY and nobody:
        return Bond.differs, _known(people, year)[1] | {"title", "authors"}
    if likeness is Likeness.different and people.coverage is not None and people.coverage < FEW and not met:
        return (Bond.other, frozenset()) if _telling(cited.title or "") else (Bond.open, frozenset())
    return Bond.open, frozenset()


def _nobody(cited: Cited, work: Work, people: Roster) -> bool:
    """Whether several people are cited, all comparable, and none of the record's is among them or anywhere in the note."""
    several = len(cited.authors) >= 2 and people.comparable and people.coverage == 0
    return several and not _author_in(cited.plain, work)


def _known(people: Roster, year: Year) -> tuple[Bond, frozenset[str]]:
    """The work is the right one: which of the other fields are wrong."""
    wrong = set()
    if people.extras or (people.coverage is not None and people.coverage < FEW and people.comparable):
        wrong.add("authors")
    if year is Year.far:
        wrong.add("year")
    return (Bond.differs, frozenset(wrong)) if wrong else (Bond.same, frozenset())


def _fields(cited: Cited, work: Work, title: TitleMatch | None, people: Roster, year: Year) -> tuple[FieldCheck, ...]:
    """What is shown, cited against found, each by itself; a field that cannot be compared is left out."""
    checks = []
    if title and title.likeness is not Likeness.incomparable and cited.title:
        agrees = title.likeness is not Likeness.different
        checks.append(FieldCheck("title", cited.title, title.found, agrees, work.service))
    if people.coverage is not None:
        agrees = people.coverage >= FEW
        checks.append(FieldCheck("authors", _listed(cited.authors), _listed(work.authors), agrees, work.service))
    if year is not Year.unknown and cited.year is not None:
        nearest = min(work.years, key=lambda found: abs(found - (cited.year or 0)))
        found = nearest if year is Year.same else work.years[0]
        checks.append(FieldCheck("year", str(cited.year), str(found), year is not Year.far, work.service))
    return tuple(checks)


def _listed(people: tuple[str, ...]) -> str:
    """At most six names; the rest as a count would say nothing that a reader can check."""
    return ", ".join(people[:6]) + (", …" if len(people) > 6 else "")


def _has_editions(cited: Cited, work: Work) -> bool:
    """Whether years may rightly differ by more than one: preprints, books, translations."""
    kinds = {item.kind for item in (*work.identifiers, *cited.identifiers)}
    translated = bool(cited.title) and all(script_of(found) != script_of(cited.title or "") for found in work.titles)
    return bool(kinds & {IdKind.arxiv, IdKind.isbn}) or translated


def _author_in(plain: str, work: Work, least: int = 1) -> bool:
    """Whether surnames of the record's first three authors stand in the note: ``least`` of them, or all if there are fewer."""
    words = {name_key(word) for word in re.findall(r"[^\W\d_]{3,}", plain)}
    people = [person for name in work.authors[:3] if (person := authors.read(name)) is not None]
    surnames = {person.surnames[0] for person in people if person.surnames}  # two of one name are met once
    met = sum(len(surname) > 3 and surname in words for surname in surnames)
    return met >= min(least, max(len(surnames), 1))


def _telling(title: str) -> bool:
    """Whether a cited title is one: two words with eight letters; «here» or «article» speaks against nothing."""
    words = titles.words_of(title)
    return len(words) >= 2 and sum(map(len, words)) >= 8
