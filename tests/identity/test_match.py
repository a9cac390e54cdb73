"""One table says what title and people show together; nothing that cannot be compared agrees, and order is no matter."""

from __future__ import annotations

import inspect
import pydoc
import random
import unicodedata
from dataclasses import replace
from importlib import import_module
from itertools import product

import pytest

from bot.identity import titles
from bot.identity.levels import always, weight
from bot.identity.match import VERDICTS, Bond, compare
from bot.identity.rosters import PEOPLE, Roster
from bot.identity.titles import TITLE, Likeness, romanised
from bot.identity.venues import VENUE
from bot.identity.years import YEAR
from bot.model.citation import Cited, Identifier
from bot.model.source import Work
from bot.model.words import IdKind

TITLE_OF = "Estimating sparse effects of treatment from noisy records: a penalised approach"
RECORD = Work(
    "crossref", (TITLE_OF,), ("Alice Marie Brown", "Carl Davies", "Eva Fischer"), (2019,), (Identifier(IdKind.doi, "10.1/x"),),
    venues=("Proceedings of the International Conference on Machine Learning",), pages="10-19",
)  # fmt: skip
CITED = Cited(TITLE_OF, RECORD.authors, 2019, venue="ICML", pages="10–19")


#: Modules of the standard library with many documented functions; none of them opens anything on import.
MODULES = """
argparse ast bdb calendar collections concurrent.futures configparser copy csv datetime difflib dis email.message fractions ftplib
functools gettext gzip heapq html.parser http.client http.server imaplib inspect io ipaddress json logging lzma mailbox math
mimetypes multiprocessing.pool numbers os pathlib pdb pickle platform plistlib pprint pydoc queue random sched shelve shlex
shutil smtplib socket socketserver ssl statistics string struct subprocess tarfile tempfile textwrap threading time tokenize
trace turtle types unittest unittest.mock urllib.request uuid wave weakref xml.dom.minidom xml.etree.ElementTree xmlrpc.client
zipfile decimal sqlite3 ctypes asyncio
"""


def english_lines() -> list[str]:
    """First lines of the standard library's docstrings: thousands of short English texts that every machine has."""
    found = set()
    for name in MODULES.split():
        try:
            module = import_module(name)
        except ImportError:  # turtle without Tk
            continue
        for member in vars(module).values():
            inner = vars(member).values() if inspect.isclass(member) else ()
            for one in (member, *inner):
                line = pydoc.splitdoc(inspect.getdoc(one) or "")[0] if callable(one) else ""
                if 3 <= len(line.split()) <= 20 and line.isascii():
                    found.add(line.rstrip("."))
    return sorted(found)


def test_every_pair_of_title_and_people_has_its_verdict() -> None:
    """The table is whole, and what cannot be compared on both sides shows nothing."""
    assert set(VERDICTS) == set(product(Likeness, Roster))
    assert VERDICTS[Likeness.incomparable, Roster.unknown][0] is Bond.open
    assert {bond for (_, stands), (bond, _) in VERDICTS.items() if stands is Roster.doubtful} == {Bond.open}
    assert {pair for pair, (bond, _) in VERDICTS.items() if bond is Bond.other} == {(Likeness.different, Roster.others)}


@pytest.mark.parametrize("rows", [TITLE, PEOPLE, YEAR, VENUE])
def test_a_field_ends_with_a_level_that_always_holds(rows: tuple[titles._L, ...]) -> None:
    """Each level has its name and its words."""
    assert rows[-1].test is always
    assert len({row.name for row in rows}) == len(rows)
    assert all(row.speaks for row in rows)


def test_no_line_of_english_is_romanised_russian() -> None:
    """Thousands of lines, and titles whose words end like Russian ones."""
    lines = english_lines()
    assert len(lines) > 3000
    assert [line for line in lines if romanised(line)] == []
    assert not romanised("Low-Cost Post-Training Quantization")
    assert not romanised("Most Robust Host Cost")


def test_unrelated_lines_are_no_one_title() -> None:
    """Of a thousand pairs of English lines none is the same title, whatever their length."""
    lines = english_lines()
    chance = random.Random(14)  # noqa: S311 (a seeded test)
    pairs = [chance.sample(lines, 2) for _ in range(1000)]
    met = [(one, other) for one, other in pairs if titles.compare(one, (other,)).likeness is Likeness.same]
    assert met == []


HONEST = {
    "initials": replace(CITED, authors=("Brown A. M.", "Davies C.", "Fischer E.")),
    "family first": replace(CITED, authors=("Brown, Alice", "Davies, Carl", "Fischer, Eva")),
    "shortened list": replace(CITED, authors=("Brown A.", "et al.")),
    "another order": replace(CITED, authors=RECORD.authors[::-1]),
    "a short form": replace(CITED, authors=("Alice Brown", "Carl Davies", "Eva Fischer")),
    "Cyrillic names": replace(CITED, authors=("Браун А.", "Дэвис К.", "Фишер Е.")),
    "capitals": replace(CITED, title=TITLE_OF.upper()),
    "no subtitle": replace(CITED, title=TITLE_OF.partition(":")[0]),
    "American spelling": replace(CITED, title=TITLE_OF.replace("penalised", "penalized")),
    "a dash": replace(CITED, title=TITLE_OF.replace(":", " —")),
    "a misprint": replace(CITED, title=TITLE_OF.replace("treatment", "tratment")),
    "decomposed letters": replace(CITED, authors=tuple(unicodedata.normalize("NFD", name) for name in RECORD.authors)),
    "a year apart": replace(CITED, year=2018),
    "no year": replace(CITED, year=None),
    "the venue in full": replace(CITED, venue="International Conference on Machine Learning"),
    "a publisher": replace(CITED, venue="PMLR"),
    "a page inside": replace(CITED, pages="12"),
}
FOREIGN = {
    "a preposition": replace(CITED, title=TITLE_OF.replace("from", "with")),
    "a word": replace(CITED, title=TITLE_OF.replace("sparse", "causal")),
    "a word less": replace(CITED, title=TITLE_OF.replace("noisy ", "")),
    "a word more": replace(CITED, title=TITLE_OF.replace("noisy", "noisy hospital")),
    "plural": replace(CITED, title=TITLE_OF.replace("treatment", "treatments")),
    "another title": replace(CITED, title="Learning to rank answers of search engines"),
    "another given name": replace(CITED, authors=("Robert Brown", "Carl Davies", "Eva Fischer")),
    "other people": replace(CITED, authors=("John Smith", "Jane Roe")),
    "other people in Cyrillic": replace(CITED, authors=("Сидоров П. К.", "Иванова М. Н.")),
    "one more": replace(CITED, authors=(*RECORD.authors, "Bartholomew Quigglesworth")),
    "another year": replace(CITED, year=2011),
    "another venue": replace(CITED, venue="CVPR"),
    "no such venue": replace(CITED, venue="Symposium on Reward Alignment"),
    "a journal": replace(CITED, venue="International Journal of Reward Alignment"),
    "a correction": replace(CITED, title=f"Corrigendum to: {TITLE_OF}"),
    "a comment": replace(CITED, title=f"Comment on “{TITLE_OF}”"),
}


@pytest.mark.parametrize("name", HONEST)
def test_what_careful_citers_change_keeps_the_work(name: str) -> None:
    """Each honest variation alone."""
    found = compare(HONEST[name], RECORD)
    assert (found.bond, found.wrong) == (Bond.same, ())


@pytest.mark.parametrize("name", FOREIGN)
def test_what_they_do_not_change_loses_it(name: str) -> None:
    """Each foreign field alone: the work is described wrongly, or nothing is known."""
    assert compare(FOREIGN[name], RECORD).bond is not Bond.same


@pytest.mark.parametrize("name", [*HONEST, *FOREIGN])
def test_composed_and_decomposed_letters_compare_alike(name: str) -> None:
    """NFC and NFD of the citation and of the record."""
    cited = (HONEST | FOREIGN)[name]
    other = replace(
        cited,
        title=unicodedata.normalize("NFD", cited.title or ""),
        authors=tuple(unicodedata.normalize("NFD", author) for author in cited.authors),
    )
    record = replace(RECORD, titles=(unicodedata.normalize("NFD", TITLE_OF),))
    assert compare(other, record).bond is compare(cited, RECORD).bond


def test_what_cannot_be_compared_agrees_with_nothing() -> None:
    """Another script's title, a body for people, a preprint's venue: shown with neither yes nor no."""
    cited = replace(
        CITED, title="Оценка разрежённых эффектов", authors=("Brown A.", "Davies C.", "Fischer E."), venue="arXiv"
    )
    checks = {check.field: check.agrees for check in compare(cited, RECORD).fields}
    assert checks == {"title": None, "authors": True, "year": True, "venue": None, "pages": True}
    body = {check.field: check.agrees for check in compare(replace(CITED, authors=("Brown Institute",)), RECORD).fields}
    assert body["authors"] is None


def test_years_of_preprints_and_reprints_contradict_nothing() -> None:
    """arXiv, then a journal; NIPS, then the journal that printed it again; an old paper that was posted later."""
    preprint = replace(
        RECORD, service="arxiv", venues=(), pages="", identifiers=(Identifier(IdKind.arxiv, "1901.00001"),)
    )
    reprint = replace(RECORD, venues=("Communications of the ACM",), years=(2017,), periodical=True, pages="")
    assert compare(replace(CITED, venue="Journal of Machine Learning Research", year=2023), preprint).bond is Bond.same
    assert compare(replace(CITED, year=2021), preprint).bond is Bond.same
    assert compare(replace(CITED, year=2023), preprint).bond is Bond.differs
    assert compare(replace(CITED, year=1998, venue="Machine Learning"), preprint).bond is Bond.same
    assert compare(replace(CITED, year=2012, venue="NIPS", pages=None), reprint).bond is Bond.same
    assert compare(replace(CITED, year=2009, venue="NIPS", pages=None), reprint).bond is Bond.differs


def test_a_level_carries_its_fitted_weight() -> None:
    """The same title speaks for the work, another against it; the sum orders candidates."""
    assert (weight("title", "identical") or 0) > 0 > (weight("title", "another") or 0)
    assert compare(CITED, RECORD).weight > compare(FOREIGN["other people"], RECORD).weight
