"""Each level of each field by values that meet it, also where one below would hold too: its name, what it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.identity import imprint, rosters, titles, venues, years
from bot.identity.rosters import PEOPLE, Roster
from bot.identity.titles import TITLE, Likeness
from bot.identity.venues import VENUE, Printed
from bot.identity.years import YEAR, Year
from bot.model.citation import Cited, Identifier
from bot.model.source import Work
from bot.model.words import IdKind

L, R, P, Y = Likeness, Roster, Printed, Year
EFFECTS = "Estimating effects of treatment"

TITLES = [
    (EFFECTS, EFFECTS.upper(), "identical", True, L.same),
    ("Robust colour of words", "Robust color of words", "other spelling", True, L.same),
    (f"{EFFECTS} (extended abstract)", EFFECTS, "without a bracket", True, L.same),
    (f"Reply: {EFFECTS}", EFFECTS, "about the work", False, L.altered),
    (EFFECTS, f"Corrigendum to “{EFFECTS}”", "about the work", False, L.altered),
    ("Estimating sparse effects…", "Estimating sparse effects: a penalised approach", "without the subtitle", True, L.same),
    ("Estimating social progress…", "Estimating social progresss", "cut short with dots", True, L.same),
    ("Convergence of gradeint descent", "Convergence of gradient descent", "a misprint", True, L.same),
    ("On equations of Schroedinger", "On equations of Schrodinger", "a misprint", True, L.same),
    ("Learning of wavelets by Kolmogoroff", "Learning of wavelets by Kolmogorow", "names spelled otherwise", True, L.same),
    ("Learning ranks with noisy votes", "Learning ranks from noisy votes", "small words differ", False, L.altered),
    ("Learning ranks your past noisy votes", "Learning ranks our past noisy votes", "small words differ", False, L.altered),
    (EFFECTS, f"{EFFECTS}s", "endings differ", False, L.altered),
    (EFFECTS, "Estimating effects of early treatment", "words added or dropped", False, L.altered),
    ("Estimating sparse effects: a penalised approach", "Estimating sparse effects: a robust approach", "words differ", False,
     L.altered),
    ("Estimating sparse effects: a penalised approach to noise", "Estimating sparse effects: hospital records of many kinds",
     "another subtitle", False, L.altered),
    ("Deep learnings", "Deep learning", "alike", False, L.uncertain),
    ("Ranking answers", EFFECTS, "another", False, L.different),
    ("O skhodimosti metoda", "О сходимости метода", "in other letters", True, L.same),
    ("Оценка эффектов", EFFECTS, "another language", None, L.incomparable),
]  # fmt: skip


@pytest.mark.parametrize(("cited", "found", "name", "agrees", "stands"), TITLES)
def test_titles(cited: str, found: str, name: str, agrees: bool | None, stands: Likeness) -> None:
    """From the same words to another language."""
    level = titles.compare(cited, (found,)).level
    assert (level.name, level.agrees, level.stands) == (name, agrees, stands)


FOUND = ("Paulius Micikevicius", "Sharan Narang", "Jonah Alben", "Gregory Diamos")
NOTE = "[4 authors] A title"
LISTS = [
    (("John Doe",), NOTE, True, "placeholder", False, R.others),
    ((), NOTE, True, "placeholder", False, R.others),
    ((), "", True, "not given", None, R.unknown),
    (("NVIDIA",), "", True, "a body for people", None, R.unknown),
    (FOUND, "", True, "the same", True, R.same),
    (FOUND[:2], "", True, "some of them", True, R.same),
    (("Mixed Precision", "Training Nets"), "Micikevicius P., Narang S. Mixed", True, "in the note", None, R.unknown),
    (("Mixed Precision", "Micikevich P."), "Micikevicius P., Narang S. Mixed", True, "in the note", None, R.unknown),
    (("Micikevicius P.", "Diamos G.", "Narangson S."), "", True, "spelled otherwise", True, R.same),
    (("Robert Micikevicius", "Sharan Narang"), "", True, "another given name", False, R.partly),
    (("Robert Micikevicius", *FOUND[1:], "Quigglesworth B."), "", False, "another given name", False, R.partly),
    ((*FOUND, "Quigglesworth B."), "", False, "more than listed", None, R.same),
    ((*FOUND, "Сидоров П."), "", False, "more than listed", None, R.same),
    ((*FOUND, "Quigglesworth B."), "", True, "somebody else", False, R.partly),
    (("Micikevicius P.", "Quigglesworth B."), "", True, "somebody else", False, R.partly),
    (("Микикевичус П.", "Наранг Ш.", "Сидоров Б."), "", True, "sound alike", True, R.same),
    (("Микикевичус П.", "Сидоров Б."), "", True, "few", False, R.others),
    (("Micikevicius P.", "Quigglesworth B.", "Doe J."), "", True, "few", False, R.others),
    (("Mikitsevitsius P.",), "", True, "resembling", False, R.doubtful),
    (("John Doe", "Jane Smith"), "", True, "nobody", False, R.others),
    (("John Doe", "Jane Smith"), "", False, "nobody known", False, R.doubtful),
]  # fmt: skip


@pytest.mark.parametrize(("cited", "plain", "complete", "name", "agrees", "stands"), LISTS)
def test_people(
    cited: tuple[str, ...], plain: str, complete: bool, name: str, agrees: bool | None, stands: Roster
) -> None:
    """From everybody to nobody; half of the cited people and more are the record's, a third and less are not."""
    level = rosters.compare(cited, FOUND, plain=plain, complete=complete).level
    assert (level.name, level.agrees, level.stands) == (name, agrees, stands)


def work(found: int | None = 2019, *, service: str = "crossref", **other: object) -> Work:
    """A record of a year."""
    return Work(service, ("A title",), ("Ann Lee",), () if found is None else (found,), **other)  # type: ignore[arg-type]  # a table


BOOK, PREPRINT = Identifier(IdKind.isbn, "9780306406157"), Identifier(IdKind.arxiv, "1901.00001")
PAPER, JOURNAL, MEETING = work(service="arxiv"), "Journal of Machine Learning Research", "NeurIPS"
POSTED = replace(PAPER, years=(2014,), identifiers=(PREPRINT,), service="crossref", periodical=True)
YEARS = [
    (None, None, work(), "not given", None, Y.unknown),
    (2019, None, work(None), "not given", None, Y.unknown),
    (2019, None, work(), "the same", True, Y.same),
    (2018, None, work(), "one apart", True, Y.near),
    (2020, None, work(identifiers=(BOOK,)), "one apart", True, Y.near),
    (2022, None, work(identifiers=(BOOK,)), "another edition", True, Y.near),
    (2016, None, work(identifiers=(BOOK,)), "another edition", True, Y.near),
    (2023, None, work(identifiers=(BOOK,)), "years apart", False, Y.far),
    (2021, None, replace(PAPER, identifiers=(BOOK,)), "another edition", True, Y.near),
    (2021, MEETING, PAPER, "appeared later", None, Y.unknown),
    (2022, MEETING, PAPER, "years apart", False, Y.far),
    (2024, JOURNAL, PAPER, "appeared later", None, Y.unknown),
    (2025, JOURNAL, PAPER, "years apart", False, Y.far),
    (2017, MEETING, PAPER, "posted later", None, Y.unknown),
    (2016, MEETING, PAPER, "years apart", False, Y.far),
    (2017, None, PAPER, "years apart", False, Y.far),
    (2000, MEETING, PAPER, "posted later", None, Y.unknown),
    (2001, MEETING, PAPER, "years apart", False, Y.far),
    (2012, MEETING, POSTED, "posted later", None, Y.unknown),
    (2013, MEETING, work(periodical=True), "printed again", None, Y.unknown),
    (2012, MEETING, work(periodical=True), "years apart", False, Y.far),
    (2013, JOURNAL, work(periodical=True), "years apart", False, Y.far),
    (2013, MEETING, work(), "years apart", False, Y.far),
]  # fmt: skip


@pytest.mark.parametrize(("cited", "venue", "record", "name", "agrees", "stands"), YEARS)
def test_years(
    cited: int | None, venue: str | None, record: Work, name: str, agrees: bool | None, stands: Year
) -> None:
    """Each term to its last year and one beyond."""
    level = years.compare(Cited("A title", ("Lee A.",), cited, venue=venue), record)
    assert (level.name, level.agrees, level.stands) == (name, agrees, stands)


PRINTED = [
    ("arXiv", "arXiv", False, "nothing to compare", None, P.unknown),
    ("ICML", "ICML", False, "identical", True, P.same),
    ("ICML", "International Conference on Machine Learning", False, "another name", True, P.same),
    ("ACL", "Annual Conference on Learning Theory", False, "another venue", False, P.another),
    ("Ann. Botany", "Annals of Botany", False, "short", True, P.same),
    ("ЖВМ и МФ (CMMP)", "Computational Mathematics and Mathematical Physics", False, "short", True, P.same),
    ("Записки по ботанике", "Annals of Botany", False, "another script", None, P.unknown),
    ("Материалы конференции NeurIPS", "Nature", True, "another script", None, P.unknown),
    ("Nature", "ICML", True, "never printed there", False, P.another),
    ("Nature", "ICML", False, "conference or journal", None, P.unknown),
    ("Machine Learning", "ICML", True, "conference or journal", None, P.unknown),
    ("International Journal of Representation Learning", "ICML", False, "no name of it", False, P.another),
    ("Journal of Botany", "ICML", False, "no name of it", False, P.another),
    ("Annals", "ICML", False, "unknown journal", False, P.another),
    ("Journal of Botany", "Annals of Topology", False, "nothing in common", False, P.another),
    ("Записки", "Вестник", False, "cannot tell", None, P.unknown),
]  # fmt: skip


@pytest.mark.parametrize(("cited", "found", "same_year", "name", "agrees", "stands"), PRINTED)
def test_venues(cited: str, found: str, same_year: bool, name: str, agrees: bool | None, stands: Printed) -> None:
    """From one name to two that say nothing of each other."""
    level = venues.compare(cited, [found], same_year=same_year)
    assert level is not None
    assert (level.name, level.agrees, level.stands) == (name, agrees, stands)


@pytest.mark.parametrize(
    ("cited", "found", "name", "agrees"),
    [("12", "XII", "the same", True), ("12", "13", "another number", False), ("12", "spring", "another form", None)],
)
def test_numbers(cited: str, found: str, name: str, agrees: bool | None) -> None:
    """Volumes, Roman or not."""
    check = imprint.checks(Cited(volume=cited), work(volume=found), editions=False)[0]
    assert (check.level, check.agrees) == (name, agrees)
    assert check.speaks


def test_every_level_has_its_example() -> None:
    """No row of a field is without one above."""
    for rows, names in (
        (TITLE, {case[2] for case in TITLES}),
        (PEOPLE, {case[3] for case in LISTS}),
        (YEAR, {case[3] for case in YEARS}),
        (VENUE, {case[3] for case in PRINTED}),
    ):
        assert {row.name for row in rows} <= names
