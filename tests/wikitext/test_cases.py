"""Every case of ``tests/cases`` holds; an editor adds one by writing a text file (its README says how)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bot.model.edit import Edit, TidyPage, apply_edits
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import PROFILE_NAMES, Profile, profile
from bot.wikitext.proof import prove
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

FOLDER = Path(__file__).resolve().parents[1] / "cases"
SECTIONS = ("input", "output", "accepted", "edits", "findings")


@dataclass
class Case:
    """One case of a file."""

    name: str
    profiles: tuple[str, ...]
    templates: frozenset[str] | None = None
    parts: dict[str, str] = field(default_factory=dict)


_SECTION = re.compile(rf"^--- (?=(?:{'|'.join(SECTIONS)})$)", re.MULTILINE)


def read(path: Path) -> Iterator[Case]:
    """The cases of a file: «=== name», «profile: …», then «--- section» lines, each with its text."""
    for block in re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, *rest = _SECTION.split(block)
        lines = head.strip().splitlines()
        profiles = next((line.partition(":")[2].split() for line in lines[1:] if line.startswith("profile:")), ["mlru"])
        own = next((line.partition(":")[2].split("|") for line in lines[1:] if line.startswith("templates:")), None)
        templates = None if own is None else frozenset(map(str.strip, own))
        case = Case(f"{path.stem}: {lines[0]}", tuple(profiles), templates)
        for part in rest:
            section, _, text = part.partition("\n")
            shown = re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match.group(1), 16)), text.replace("␠", " "))
            last = section == "findings" or part is rest[-1]
            case.parts[section] = shown.rstrip("\n") if last else shown.removesuffix("\n")
        yield case


CASES = [case for path in sorted(FOLDER.glob("*.case")) for case in read(path)]
RUNS = [pytest.param(case, name, id=f"{case.name} [{name}]") for case in CASES for name in case.profiles]


def markup(case: Case, name: str) -> Profile:
    """The profile, with the templates that the case's wiki has."""
    return replace(profile(name), own_templates=case.templates)


def tidied(case: Case, name: str) -> TidyPage:
    """The case's input under a profile."""
    return tidy_page(Wikitext(Page("case", "Проба", case.parts["input"]), markup(case, name)))


def listed(edits: tuple[Edit, ...]) -> list[str]:
    """Edits as a case lists them."""
    return sorted(f"{edit.code} {edit.fix.value}" for edit in edits)


@pytest.mark.parametrize(("case", "name"), RUNS)
def test_case(case: Case, name: str) -> None:
    """Text after the safe edits, edits and findings are those of the case; nothing is withheld; a second run is empty."""
    result = tidied(case, name)
    assert result.proof.ok, result.proof.checks
    assert result.text == case.parts.get("output", case.parts["input"])
    if "edits" in case.parts:
        assert (
            listed(result.edits) == sorted(case.parts["edits"].split("\n")) if case.parts["edits"] else not result.edits
        )
    if "findings" in case.parts:
        found = sorted(f"{finding.code} {finding.excerpt}".strip() for finding in result.findings)
        assert found == sorted(filter(None, case.parts["findings"].split("\n")))
    assert tidy_page(Wikitext(Page("case", "Проба", result.text), markup(case, name))).text == result.text


@pytest.mark.parametrize(("case", "name"), [run for run in RUNS if "accepted" in run.values[0].parts])  # type: ignore[union-attr] # a Case
def test_accepted_edits_of_a_case(case: Case, name: str) -> None:
    """All edits together, as a person would take them, make the case's text and pass the proof."""
    result = tidied(case, name)
    assert apply_edits(case.parts["input"], result.edits) == case.parts["accepted"]
    assert prove(Wikitext.of(case.parts["input"], markup(case, name)), result.edits).ok
    assert any(edit.fix is Fix.review for edit in result.edits)


@pytest.mark.parametrize(("case", "name"), RUNS)
def test_line_ends_are_kept(case: Case, name: str) -> None:
    """A page of Windows lines gets the same edits and findings, and keeps its lines' ends."""
    bare = tidied(case, name)
    page = Page("case", "Проба", case.parts["input"].replace("\n", "\r\n"))
    result = tidy_page(Wikitext(page, markup(case, name)))
    assert result.text == bare.text.replace("\n", "\r\n")
    assert result.findings == bare.findings
    assert [edit.id for edit in result.edits] == [edit.id for edit in bare.edits]
    assert apply_edits(page.text, result.edits) == apply_edits(bare.page.text, bare.edits).replace("\n", "\r\n")


@pytest.mark.parametrize(("case", "name"), RUNS)
def test_a_second_run_finds_nothing_new(case: Case, name: str) -> None:
    """What the safe edits uncover is told with them: nobody learns of it a run later."""
    first = tidied(case, name)
    second = tidy_page(Wikitext(Page("case", "Проба", first.text), markup(case, name)))
    assert {finding.id for finding in second.findings} <= {finding.id for finding in first.findings}


def test_case_files_are_read() -> None:
    """There are cases, each with an input, a known profile and a name of its own."""
    assert len(CASES) > 100
    assert all("input" in case.parts and set(case.profiles) <= set(PROFILE_NAMES) for case in CASES)
    assert len({case.name for case in CASES}) == len(CASES)
