"""Verdicts raise findings; hints and doubts raise nothing."""

from __future__ import annotations

import pytest

from bot.judge.joint import joint
from bot.judge.quote import locate
from bot.judge.support_findings import support_findings
from bot.model.citation import Citation, CitationPlace, Cited
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.model.report import ClaimCheck
from bot.model.verdict import (
    Conflict,
    Contradicted,
    Evidence,
    NotInSource,
    Partial,
    Quote,
    Support,
    Supported,
    Unjudged,
    verdict_of,
)
from bot.model.words import ConflictKind, Hint
from tests.judge.rig import claim, source

CONFLICT = Conflict(ConflictKind.figure, "9", "8")

PAGE = Page("p", "P", "Введение.\nФормат хранит восемь бит.<ref>x</ref>", wiki="http://wiki.example/")
CLAIM = claim("Формат хранит восемь бит.")
CITATION = Citation("c1", "doi:10.1/x", 1, None, (), "", (CitationPlace(2, 26),), "x", Cited())


def quote() -> Quote:
    """A located quote."""
    found = locate(source("The format keeps eight bits."), "The format keeps eight bits")
    assert found is not None
    return found


SUPPORTS: dict[str, Support] = {
    "supported": Supported(quote(), Evidence()),
    "partial": Partial(quote(), Evidence()),
    "contradicted": Contradicted(quote(), Evidence(), CONFLICT),
    "silent": NotInSource(Evidence()),
    "unjudged": Unjudged(Reason.hint_only, hint=Hint.no_evidence_found),
    "down": Unjudged(Reason.judge_down),
}


@pytest.mark.parametrize(
    ("support", "beside", "code"),
    [
        ("supported", None, None),
        ("unjudged", None, None),
        ("down", None, None),
        ("contradicted", None, "SUP101"),
        ("contradicted", "supported", "SUP101"),
        ("silent", None, "SUP102"),
        ("silent", "partial", "SUP102"),
        ("silent", "supported", "SUP104"),
        ("partial", None, "SUP103"),
        ("partial", "supported", None),
    ],
)
def test_each_verdict_raises_its_code(support: str, beside: str | None, code: str | None) -> None:
    """One claim, at most one finding; a footnote beside it can carry the words."""
    check = ClaimCheck(CLAIM, SUPPORTS[support], SUPPORTS[beside] if beside else None)
    assert [found.code for found in support_findings(PAGE, CITATION, check)] == ([code] if code else [])


def test_only_faults_count_for_the_exit_code() -> None:
    """A contradiction and silence are raised; a part and a spare footnote are notes."""
    raised = {}
    for name in ("contradicted", "silent", "partial"):
        for found in support_findings(PAGE, CITATION, ClaimCheck(CLAIM, SUPPORTS[name])):
            raised[found.code] = found.raised
    assert raised == {"SUP101": True, "SUP102": True, "SUP103": False}


def test_a_finding_keeps_its_name_when_the_page_moves() -> None:
    """Its id hangs on wiki, title, code, claim and source key, not on positions."""
    moved = Page("p", "P", "Новая строка.\n" + PAGE.text, wiki=PAGE.wiki)
    check = ClaimCheck(CLAIM, SUPPORTS["silent"])
    assert support_findings(PAGE, CITATION, check)[0].id == support_findings(moved, CITATION, check)[0].id


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        (("supported", "silent"), "supported"),
        (("partial", "silent"), "partial"),
        (("silent", "silent"), "not_in_source"),
        (("silent", "unjudged"), "unjudged"),
        (("contradicted", "silent"), "contradicted"),
        (("contradicted", "supported"), "unjudged"),
        ((), "unjudged"),
    ],
)
def test_adjacent_sources_are_judged_together(names: tuple[str, ...], verdict: str) -> None:
    """One source that says it is enough; sources that disagree wait for a person."""
    assert verdict_of(joint(SUPPORTS[name] for name in names)) == verdict


def test_an_outage_outweighs_a_doubt() -> None:
    """Of several reasons the one that a second run can mend is told."""
    found = joint([SUPPORTS["unjudged"], SUPPORTS["down"]])
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.judge_down
