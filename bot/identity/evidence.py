"""What registries and the page said of a cited work, weighed: each answer with its comparison, and all of them together.

What follows from it is the table in ``bot.identity.verdicts``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from bot.identifiers.doi_names import arxiv_number
from bot.identity.match import Bond, Comparison, compare, compare_among
from bot.identity.search import speaks_against
from bot.identity.titles import Likeness
from bot.model.citation import Cited, Identifier
from bot.model.source import Absent, Answer, Found, Work
from bot.model.verdict import FieldCheck
from bot.model.words import Consulted, IdKind, Reason

#: Services whose search finds what they themselves are the home registry of.
HOMES = frozenset({"crossref", "arxiv"})


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody answered about an identifier.

    ``home``: the identifier's home registry, which may convict; all others may only confirm. ``absence_is_proof``: what is not
    there does not exist. ``searched``: the identifier was not cited but found by a search. ``heard``: who
    else answered on the way. ``spare``: asked only because others did not know; where
    these answered, its outage leaves nothing open. ``written``: what the note has, where ``identifier`` is another reading of it
    and no way in which its publisher writes it.
    """

    identifier: Identifier
    service: str
    answer: Answer
    home: bool = True
    absence_is_proof: bool = True
    searched: bool = False
    heard: tuple[str, ...] = ()
    spare: bool = False
    written: Identifier | None = None

    @property
    def cited(self) -> Identifier:
        """The identifier as the note has it."""
        return self.written or self.identifier


@dataclass(frozen=True, slots=True)
class Weighed:
    """An answer with its comparison, where there is a record."""

    asked: Asked
    comparison: Comparison | None = None
    speaks: bool = False

    @property
    def checks(self) -> tuple[FieldCheck, ...]:
        """The fields that were compared."""
        return self.comparison.fields if self.comparison else ()

    @property
    def work(self) -> Work | None:
        """The record, where there is one."""
        return self.asked.answer.work if isinstance(self.asked.answer, Found) else None

    @property
    def absent(self) -> bool:
        """The home registry denies the identifier."""
        return isinstance(self.asked.answer, Absent) and self.asked.home and self.asked.absence_is_proof

    @property
    def other(self) -> bool:
        """The home registry gives this very identifier to another work; an alias' record says nothing of the alias."""
        return self._own and self.comparison is not None and self.comparison.bond is Bond.other

    @property
    def faulty(self) -> bool:
        """The home registry speaks against the identifier."""
        return self.absent or self.other

    @property
    def strange(self) -> bool:
        """The home registry's record does not look like the cited work, and is not beyond doubt another one."""
        doubtful = {Likeness.different, Likeness.uncertain}
        open_ = self.comparison is not None and self.comparison.bond is Bond.open and self.comparison.title in doubtful
        return self._own and open_

    @property
    def foreign(self) -> bool:
        """The record's title is another one, whatever the authors."""
        return self.comparison is not None and self.comparison.title is Likeness.different

    @property
    def against(self) -> bool:
        """A search's find that is the cited work, described otherwise."""
        return self.asked.searched and self.comparison is not None and self.speaks

    @property
    def _own(self) -> bool:
        """Whether this is the home registry's record of the very identifier that was asked for."""
        if not self.asked.home or not isinstance(self.asked.answer, Found):
            return False
        return names(self.asked.answer.work, self.asked.identifier)

    @property
    def right(self) -> bool:
        """The home registry's record is the cited work, well or badly described."""
        bond = self.comparison.bond if self.comparison else Bond.open
        return bond is Bond.same or (self.asked.home and bond is Bond.differs)


@dataclass(frozen=True, slots=True)
class IdentityEvidence:
    """All that was said of one citation.

    ``rights`` are records of the cited work, ``faults`` say that an identifier is denied or is another work's, ``strangers`` are
    records under it that do not look like the cited work, ``against`` are finds of searches that describe the work otherwise.
    ``seen`` compares the page that the citation names. ``idle`` is the reason where nothing could be asked or read (a wall, no
    address …).
    """

    cited: Cited
    weighed: tuple[Weighed, ...]
    rights: tuple[Weighed, ...]
    faults: tuple[Weighed, ...]
    strangers: tuple[Weighed, ...]
    against: tuple[Weighed, ...]
    page: Work | None
    seen: Comparison | None
    idle: Reason
    consulted: tuple[tuple[str, Consulted], ...]

    @property
    def at_home(self) -> tuple[Weighed, ...]:
        """The answers of identifiers' home registries."""
        return tuple(one for one in self.weighed if one.asked.home)

    @property
    def seen_fields(self) -> tuple[FieldCheck, ...]:
        """The fields of the page that was read, () where it may be another work's or none was."""
        return self.seen.fields if self.seen is not None and self.seen.bond is not Bond.open else ()

    @property
    def page_is_the_work(self) -> bool:
        """Whether the page shows the cited work."""
        return self.seen is not None and self.seen.bond is Bond.same


def weigh(
    cited: Cited,
    asked: Sequence[Asked],
    page: Work | None,
    idle: Reason,
    consulted: tuple[tuple[str, Consulted], ...],
) -> IdentityEvidence:
    """Compare every answer, and the page, with the citation."""
    several = _lists_works(asked)
    weighed = tuple(_weighed(cited, one, several=several) for one in asked)
    return IdentityEvidence(
        cited,
        weighed,
        rights=tuple(filter(attrgetter("right"), weighed)),
        faults=tuple(filter(attrgetter("faulty"), weighed)),
        strangers=tuple(filter(attrgetter("strange"), weighed)),
        against=tuple(filter(attrgetter("against"), weighed)),
        page=page,
        seen=compare(cited, page) if page is not None and (cited.title or cited.authors) else None,
        idle=idle,
        consulted=consulted,
    )


def names(work: Work, identifier: Identifier) -> bool:
    """Whether a record carries an identifier."""
    return any((item.kind, item.value) == (identifier.kind, identifier.value) for item in work.identifiers)


def cites(cited: Cited, identifier: Identifier) -> bool:
    """Whether a part of a note carries an identifier."""
    return any((item.kind, item.value) == (identifier.kind, identifier.value) for item in cited.identifiers)


def _weighed(cited: Cited, one: Asked, *, several: bool) -> Weighed:
    """An answer with its comparison."""
    comparison = _compared(cited, one, several=several)
    speaks = one.searched and comparison is not None and speaks_against(cited, comparison)
    return Weighed(one, comparison, speaks)


def _lists_works(asked: Sequence[Asked]) -> bool:
    """Whether a note carries two identifiers of one kind: two DOIs are two works, a DOI and an arXiv id are one."""
    cited = {(one.identifier.kind, one.identifier.value) for one in asked if one.home}
    return len({kind for kind, _ in cited}) < len(cited)


def _compared(cited: Cited, one: Asked, *, several: bool) -> Comparison | None:
    """The comparison with a record that describes a work; a bare «it exists» describes none.

    In a note of several works the record is compared with that part that carries the identifier, unless the whole note
    speaks of it anyway.
    """
    if not isinstance(one.answer, Found) or not (one.answer.work.titles or one.answer.work.authors):
        return None
    work = one.answer.work
    part = next((part for part in cited.works if cites(part, one.cited)), None)
    if part is None or _lists_works_of(part):
        return compare_among(cited, work) if several else compare(cited, work)
    own, among = compare(part, work), compare_among(cited, work)
    # works of a list are named in short: a title that is cut is no fault where the people are the record's
    cut = own.bond is Bond.other or any(check.field == "title" for check in own.wrong)
    return among if cut and among.bond is Bond.same else own


def _lists_works_of(part: Cited) -> bool:
    """Whether a part still carries two identifiers of one registry."""
    kinds = [
        item.kind
        for item in part.identifiers
        if item.kind in {IdKind.doi, IdKind.arxiv} and not arxiv_number(item.value)
    ]
    return len(set(kinds)) < len(kinds)
