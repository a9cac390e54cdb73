"""Every form of the catalogue has its case: the table in ``tests/cases/README.md`` is read and held to what tidying says."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from bot.codes import family_codes
from tests.wikitext.test_cases import CASES, FOLDER, tidied

_ROW = re.compile(r"^\| (`+) ?(.+?) ?\1 \| ([A-Z0-9 ]+|nothing) \| (.+) \|$", re.MULTILINE)


class Form(NamedTuple):
    """A row of the table."""

    form: str
    codes: frozenset[str]
    case: str


def table() -> list[Form]:
    """The rows, with characters that cannot be seen as themselves."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    return [
        Form(
            re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match.group(1), 16)), form),
            frozenset() if codes == "nothing" else frozenset(codes.split()),
            case,
        )
        for _, form, codes, case in _ROW.findall(text)
    ]


@pytest.mark.parametrize("row", table(), ids=lambda row: f"{row.form} in {row.case}")
def test_a_form_is_spoken_of_in_its_case(row: Form) -> None:
    """The case holds the form, and its edits and findings have the codes of the table; none at all where nothing may be said."""
    case = next(case for case in CASES if case.name == row.case)
    assert row.form in case.parts["input"]
    for name in case.profiles:
        result = tidied(case, name)
        said = {edit.code for edit in result.edits} | {finding.code for finding in result.findings}
        assert said >= row.codes
        if not row.codes:
            assert not said
            assert result.text == case.parts["input"]


def test_the_table_is_read_whole() -> None:
    """No row is lost to its own markup."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8").partition("| form |")[2]
    assert len(table()) == sum(line.startswith("| `") for line in text.splitlines())
    assert len(table()) > 60


def test_every_code_is_shown_by_a_case() -> None:
    """Each fault of footnotes and each form of residue has a case; two codes speak of the program's own limits (test_tidy)."""
    results = [tidied(case, name) for case in CASES for name in case.profiles]
    said = {edit.code for result in results for edit in result.edits}
    said |= {finding.code for result in results for finding in result.findings}
    assert {*family_codes("REF"), *family_codes("ART")} - said == {"REF080", "REF090"}
