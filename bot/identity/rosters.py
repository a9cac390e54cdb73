"""Authors as cited against a record's list: the levels.

Order is no matter, nor «et al.», nor what a shorter list leaves out. An incomplete list of a record still has to hold somebody
who is cited; a list in another script has to sound like the cited one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bot.identity.authors import PLACEHOLDER, Person, Relation, echoes, read, relation
from bot.identity.levels import Level, always, level_met
from bot.language.romanise import name_key
from bot.model.message import msg

#: Names of a note that are compared, and of a record: each of ours is held against each of theirs.
MOST_CITED, MOST_FOUND = 100, 3000
#: From this share of matched authors on the people are the record's; below ``FEW`` they are others.
MOST, FEW = 0.5, 0.34


class Roster(StrEnum):
    """How the lists stand to each other, for the table of verdicts."""

    same = "same"
    partly = "partly"
    others = "others"
    doubtful = "doubtful"
    unknown = "unknown"


@dataclass(frozen=True)
class Lists:
    """Both lists, each cited person with the closest of the record's, who is nobody else's then."""

    cited: tuple[str, ...]
    found: tuple[str, ...]
    plain: str = ""
    complete: bool = True

    @cached_property
    def ours(self) -> list[Person]:
        """The cited people that a name was read of."""
        return [person for name in self.cited[:MOST_CITED] if (person := read(name)) is not None]

    @cached_property
    def theirs(self) -> list[Person]:
        """The record's."""
        return [person for name in self.found[:MOST_FOUND] if (person := read(name)) is not None]

    @cached_property
    def relations(self) -> list[Relation]:
        """How each cited person stands to the record; bodies that meet none say nothing and are left out."""
        first, free = self._met()
        if not self.one_script:
            first = [known or self._echo(place) for place, known in enumerate(first)]
        said = [known or _closest(person, free) for known, person in zip(first, self.ours, strict=True)]
        one_body = len(self.theirs) == 1 and self.theirs[0].body
        people = [not (person.body or one_body) for person in self.ours]
        return [one for one, person in zip(said, people, strict=True) if person or one is Relation.same]

    def _met(self) -> tuple[list[Relation | None], list[Person]]:
        """Which of ours are of the record, each met by a person of its own; and whom nobody met."""
        free, first = list(self.theirs), list[Relation | None]()
        for person in self.ours:
            met = next((other for other in free if relation(person, other) is Relation.same), None)
            if met is not None:
                free.remove(met)
            first.append(None if met is None else Relation.same)
        return first, free

    def _echo(self, place: int) -> Relation | None:
        """Whether the cited person at a place sounds like the record's at the same place, where the scripts differ."""
        if place >= len(self.theirs) or self.ours[place].script == self.theirs[place].script:
            return None
        return Relation.same if echoes(self.ours[place], self.theirs[place]) else None

    @cached_property
    def matched(self) -> int:
        """Cited people whom the record has."""
        return sum(one is Relation.same for one in self.relations)

    @property
    def share(self) -> float:
        """Their share of the cited people that can be compared."""
        return self.matched / max(len(self.relations), 1)

    @property
    def first(self) -> bool:
        """Whether the first of both is one person."""
        return bool(self.ours and self.theirs) and relation(self.ours[0], self.theirs[0]) is Relation.same

    @property
    def one_script(self) -> bool:
        """Whether all names stand in one script."""
        return len({person.script for person in (*self.ours, *self.theirs)}) == 1

    @property
    def whole(self) -> bool:
        """Whether the record lists everybody: whoever is missing from it is no author."""
        return self.complete and len(self.found) <= MOST_FOUND

    @property
    def strangers(self) -> int:
        """Cited people like nobody in the record."""
        return sum(one is Relation.stranger for one in self.relations)

    @property
    def namesakes(self) -> int:
        """Cited people with a surname of the record and another given name."""
        return sum(one is Relation.namesake for one in self.relations)


def _closest(person: Person, others: list[Person]) -> Relation:
    """How a person stands to whoever is closest."""
    order = list(Relation)
    return min((relation(person, other) for other in others), key=order.index, default=Relation.stranger)


def _placeholder(lists: Lists) -> bool:
    return bool(PLACEHOLDER.search(lists.plain)) and not lists.matched


def _nobody_given(lists: Lists) -> bool:
    return not lists.ours or not lists.theirs


def _bodies(lists: Lists) -> bool:
    """A body for the people who are it, or the reverse."""
    return not lists.relations


def _in_the_note(lists: Lists) -> bool:
    """The list was read wrongly: the note names the record's people all the same."""
    return lists.share < FEW and named_in(lists.plain, lists.found, least=2)


def _everybody(lists: Lists) -> bool:
    return lists.matched == len(lists.relations) >= len(lists.theirs)


def _some(lists: Lists) -> bool:
    return lists.matched == len(lists.relations)


def _spelled_otherwise(lists: Lists) -> bool:
    return lists.one_script and lists.share > MOST and not lists.strangers and not lists.namesakes


def _another_given_name(lists: Lists) -> bool:
    return lists.share >= MOST and lists.namesakes > 0 and lists.one_script


def _more_than_listed(lists: Lists) -> bool:
    return lists.share >= MOST and not lists.whole and len(lists.theirs) < len(lists.ours)


def _some_sound_alike(lists: Lists) -> bool:
    return lists.share > MOST and not lists.one_script


def _somebody_else(lists: Lists) -> bool:
    return lists.share >= MOST and lists.one_script


def _few(lists: Lists) -> bool:
    return lists.matched > 0


def _resemble(lists: Lists) -> bool:
    """Nobody is met, and everybody resembles somebody: misprints, or another person of a like name."""
    return lists.strangers == lists.namesakes == 0


def _nobody_whole(lists: Lists) -> bool:
    return lists.whole and (lists.one_script or len(lists.relations) >= 2)


_L = Level[Lists, Roster]
PEOPLE: tuple[_L, ...] = (
    _L("placeholder", _placeholder, False, Roster.others, msg("a placeholder stands for the authors")),
    _L("not given", _nobody_given, None, Roster.unknown, msg("one of both names nobody")),
    _L("a body for people", _bodies, None, Roster.unknown, msg("a body stands for people")),
    _L("the same", _everybody, True, Roster.same, msg("the same people")),
    _L("some of them", _some, True, Roster.same, msg("some of the record's people")),
    _L("in the note", _in_the_note, None, Roster.unknown, msg("the note names them elsewhere")),
    _L("spelled otherwise", _spelled_otherwise, True, Roster.same, msg("the same people, spelled otherwise")),
    _L("another given name", _another_given_name, False, Roster.partly, msg("a given name differs")),
    _L(
        "more than listed",
        _more_than_listed,
        None,
        Roster.same,
        msg("the record's people and more; its list is not whole"),
    ),
    _L(
        "sound alike",
        _some_sound_alike,
        True,
        Roster.same,
        msg("most names sound like the record's, in another script"),
    ),
    _L("somebody else", _somebody_else, False, Roster.partly, msg("somebody whom the record does not have")),
    _L("few", _few, False, Roster.others, msg("few of the cited people are the record's")),
    _L("resembling", _resemble, False, Roster.doubtful, msg("names that only resemble the record's")),
    _L("nobody", _nobody_whole, False, Roster.others, msg("nobody of the cited people is the record's")),
    _L(
        "nobody known",
        always,
        False,
        Roster.doubtful,
        msg("nobody of the cited people is in the record, which may lack some"),
    ),
)


@dataclass(frozen=True, slots=True)
class PeopleMatch:
    """The level met; ``share`` of the cited people found, and whether the first of both is one."""

    level: _L
    share: float = 0.0
    first: bool = False


def compare(cited: tuple[str, ...], found: tuple[str, ...], *, plain: str = "", complete: bool = True) -> PeopleMatch:
    """Compare the lists. ``plain`` is the whole note, in which people may be named that were not read as authors."""
    lists = Lists(cited, found, plain, complete)
    level = level_met(PEOPLE, lists)
    return PeopleMatch(level, lists.share if level.stands is not Roster.unknown else 0.0, lists.first)


def named_in(plain: str, found: tuple[str, ...], least: int = 1) -> bool:
    """Whether surnames of the record's first three authors stand in a note: ``least`` of them, or all if there are fewer."""
    told = {name_key(word) for word in re.findall(r"[^\W\d_]{3,}", plain)}
    people = [person for name in found[:3] if (person := read(name)) is not None]
    surnames = {person.surnames[0] for person in people if person.surnames}  # two of one name are met once
    met = sum(len(surname) > 3 and surname in told for surname in surnames)
    return met >= min(least, max(len(surnames), 1))
