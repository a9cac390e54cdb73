"""What each title and each list of people show together, by citations that meet them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.identity.match import Bond, compare
from bot.identity.rosters import Roster
from bot.identity.titles import Likeness
from bot.model.citation import Cited
from bot.model.source import Work

TITLE = "Estimating sparse effects of treatment from noisy records: a penalised approach"
RECORD = Work("crossref", (TITLE,), ("Alice Marie Brown", "Carl Davies", "Eva Fischer"), (2019,))
TITLES = {
    Likeness.same: TITLE,
    Likeness.altered: TITLE.replace("sparse", "causal"),
    Likeness.uncertain: "Sparse treatment effects: estimating from noisy record data by penalties",
    Likeness.different: "Ranking answers of search engines",
    Likeness.incomparable: "Оценка разрежённых эффектов",
}
PEOPLE = {
    Roster.same: ("Alice Brown", "Carl Davies"),
    Roster.partly: ("Alice Brown", "Carl Davies", "Bart Quigglesworth"),
    Roster.others: ("John Smith", "Jane Roe"),
    Roster.doubtful: ("Browning A.",),
    Roster.unknown: (),
}
#: What the lists of PEOPLE show beside each title: s is the work, d the work described otherwise, o another work, - nothing.
SHOWN = {"same": "sdd-s", "altered": "ddd-d", "uncertain": "dd---", "different": "ddo--", "incomparable": "sd---"}
_BONDS = {"s": Bond.same, "d": Bond.differs, "o": Bond.other, "-": Bond.open}
CASES = [
    (likeness, roster, _BONDS[letter])
    for likeness in Likeness
    for roster, letter in zip(Roster, SHOWN[likeness], strict=True)
]


@pytest.mark.parametrize(("likeness", "roster", "bond"), CASES)
def test_a_title_and_people_show_together(likeness: Likeness, roster: Roster, bond: Bond) -> None:
    """Every pair of the table, with what is wrong then."""
    found = compare(Cited(TITLES[likeness], PEOPLE[roster]), RECORD)
    assert (found.title, found.people, found.bond) == (likeness, roster, bond)
    assert (found.bond is Bond.differs) <= bool(found.wrong)


LONE, NAMESAKE = ("Alice Brown", "John Smith", "Jane Roe", "Max Moritz"), ("John Smith", "Carl Davies", "Eva Fischer")
FAR = "Sparse effects of treatment and a thousand other topics of record in the clinics"


@pytest.mark.parametrize(
    ("title", "people", "bond"),
    [
        ("Ranking answers of search engines", ("Carl Davies", "Eva Fischer"), Bond.open),
        ("Ranking answers of search engines", ("Carl Davies", "Eva Fischer", "Bart Quigglesworth"), Bond.open),
        ("Ranking answers of search engines", LONE, Bond.other),
        ("Article", PEOPLE[Roster.others], Bond.open),
        ("Rankings", PEOPLE[Roster.others], Bond.open),
        ("An essay", PEOPLE[Roster.others], Bond.open),
        ("Two essays", PEOPLE[Roster.others], Bond.other),
        ("Sparse treatment effects: estimation from noisy records, penalised approaches", NAMESAKE, Bond.differs),
    ],
)
def test_what_makes_a_pair_tell(title: str, people: tuple[str, ...], bond: Bond) -> None:
    """Another title by some of the people is theirs only with the first one; «Article» is nobody's title."""
    assert compare(Cited(title, people), RECORD).bond is bond


@pytest.mark.parametrize("people", [PEOPLE[Roster.others], PEOPLE[Roster.unknown]])
def test_a_title_that_is_altered_beyond_knowing_shows_nothing(people: tuple[str, ...]) -> None:
    """Seven letters in ten make it the record's, badly copied; below that it may be anybody's."""
    near = Cited(TITLES[Likeness.altered], people)
    assert compare(near, RECORD).bond is Bond.differs
    last = Cited("Learning sparse effects of treatment from noisy charts by gradient boosting", people)
    assert compare(last, RECORD).bond is Bond.differs
    record = replace(RECORD, titles=("Learning to rank answers",))
    far = Cited("Learning to rank by gradients of mixed trees", people)
    assert compare(far, record).title is Likeness.altered
    assert compare(far, record).bond is Bond.open


def test_a_note_without_title_and_people_contradicts_nothing() -> None:
    """A year and an identifier alone."""
    assert compare(Cited(None, (), 2019), RECORD).bond is Bond.same
    assert compare(Cited(None, (), 2011), RECORD).bond is Bond.differs


def test_the_note_itself_may_hold_the_title_and_the_people() -> None:
    """However it was read: the record's title between marks, a surname of the record's first three."""
    misread = Cited("Brown A., Davies C", ("Estimating",), 2019, plain=f"Brown A., Davies C. {TITLE}. 2019.")
    found = compare(misread, RECORD)
    assert found.bond is not Bond.open
    assert next(check.level for check in found.fields if check.field == "title") == "in the note"
    nobody = Cited("Оценка разрежённых эффектов", (), 2019, plain="Оценка разрежённых эффектов (Fischer), 2019")
    assert compare(nobody, RECORD).people is Roster.same
    assert compare(replace(nobody, plain="Оценка разрежённых эффектов, 2019"), RECORD).bond is Bond.open


def test_a_short_title_that_is_only_alike_is_the_records_badly_copied() -> None:
    """«Deep learnings» by others: both are wrong; in other words altogether it may be anybody's."""
    record = replace(RECORD, titles=("Deep learning",))
    found = compare(Cited("Deep learnings", PEOPLE[Roster.others]), record)
    assert (found.title, found.people, found.bond) == (Likeness.uncertain, Roster.others, Bond.differs)
    assert compare(Cited("Deep learnings"), record).bond is Bond.open
