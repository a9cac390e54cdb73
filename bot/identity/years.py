"""The year as cited against a record's years: the levels.

One year apart is print against online. A preprint may appear years later, and a conference's paper again in a journal: what was
cited is then another year of the same work, which cannot be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.identity.levels import Level, always, level_met
from bot.identity.venues import is_conference, is_journal
from bot.language.romanise import script_of
from bot.model.citation import Cited
from bot.model.message import msg
from bot.model.source import Work
from bot.model.words import IdKind

#: Years that an edition or a translation may be apart; from posting to a conference, and to a journal.
#: Papers of up to this year were put on arXiv long after they appeared.
_BEFORE_PREPRINTS = 2000
_EDITIONS, _TO_CONFERENCE, _TO_JOURNAL, _REPRINTED = 3, 2, 5, 6


class Year(StrEnum):
    """How the years stand to each other, for the table of verdicts."""

    same = "same"
    near = "near"
    far = "far"
    unknown = "unknown"


@dataclass(frozen=True, slots=True)
class Years:
    """A citation and a record, for their years; both have one."""

    cited: Cited
    work: Work

    @property
    def ahead(self) -> int:
        """Years from the record's first to the cited one; negative where the cited is earlier."""
        return (self.cited.year or 0) - min(self.work.years)

    @property
    def apart(self) -> int:
        """The least distance to a year of the record."""
        return min(abs((self.cited.year or 0) - found) for found in self.work.years)

    @property
    def preprint(self) -> bool:
        """Whether the record is a preprint's, which says nothing of where it appeared."""
        return self.work.service == "arxiv" or (
            not self.work.venues and any(item.kind is IdKind.arxiv for item in self.work.identifiers)
        )


def _nothing(years: Years) -> bool:
    return years.cited.year is None or not years.work.years


def _same(years: Years) -> bool:
    return years.apart == 0


def _one_apart(years: Years) -> bool:
    return years.apart == 1


def _edition(years: Years) -> bool:
    """Books and translations."""
    kinds = {item.kind for item in (*years.work.identifiers, *years.cited.identifiers)}
    title = years.cited.title or ""
    translated = bool(title) and all(script_of(found) != script_of(title) for found in years.work.titles)
    return (IdKind.isbn in kinds or translated) and years.apart <= _EDITIONS


def _appeared_later(years: Years) -> bool:
    """A preprint that is cited by where it appeared: a conference within two years, a journal within five."""
    venue = years.cited.venue or ""
    most = _TO_JOURNAL if venue and is_journal(venue) and not is_conference(venue) else _TO_CONFERENCE
    return years.preprint and 0 <= years.ahead <= most


def _posted_later(years: Years) -> bool:
    """An old paper whose preprint was posted after it appeared."""
    old = (years.cited.year or 0) <= _BEFORE_PREPRINTS or years.ahead >= -_TO_CONFERENCE
    return years.preprint and bool(years.cited.venue) and years.ahead < 0 and old


def _printed_again(years: Years) -> bool:
    """A conference's paper whose record is of the journal that printed it later (NIPS 2012, Communications of the ACM 2017)."""
    earlier = -_REPRINTED <= years.ahead < 0
    return earlier and years.work.periodical and is_conference(years.cited.venue or "")


_L = Level[Years, Year]
YEAR: tuple[_L, ...] = (
    _L("not given", _nothing, None, Year.unknown, msg("one of both gives no year")),
    _L("the same", _same, True, Year.same, msg("the same year")),
    _L("one apart", _one_apart, True, Year.near, msg("one year apart, as print and online are")),
    _L("another edition", _edition, True, Year.near, msg("the year of another edition or a translation")),
    _L("appeared later", _appeared_later, None, Year.unknown, msg("a preprint, cited by where it appeared later")),
    _L("posted later", _posted_later, None, Year.unknown, msg("a preprint that was posted after the paper appeared")),
    _L("printed again", _printed_again, None, Year.unknown, msg("a conference's paper that a journal printed later")),
    _L("years apart", always, False, Year.far, msg("years apart")),
)


def compare(cited: Cited, work: Work) -> _L:
    """The level met."""
    return level_met(YEAR, Years(cited, work))
