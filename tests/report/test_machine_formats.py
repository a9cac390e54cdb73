"""SARIF and JUnit: what build servers and code hosts read, in their own grammar."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings

from bot.errors import UsageError
from bot.locale import Speech
from bot.model.report import CheckReport, PushReport, TidyReport
from bot.report import FORMATS, render
from tests.report import builders, strategies

EN, RU = Speech("en"), Speech("ru")
SLOW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


def test_sarif_has_a_result_a_finding_with_place_level_and_fingerprint() -> None:
    """A code host finds line, column and the identity that survives a moved page."""
    log = json.loads(render(builders.check_report(), "sarif", EN))
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    assert run["columnKind"] == "unicodeCodePoints"
    assert [result["level"] for result in run["results"]] == ["error"] * 3 + ["warning"] * 2 + ["note"]
    first = run["results"][0]
    place = first["locations"][0]["physicalLocation"]
    assert unquote(place["artifactLocation"]["uri"]) == builders.TITLE
    assert place["region"]["startLine"] == 4
    assert first["partialFingerprints"]["mlwiki/v1"] == builders.page_check().findings[0].id
    assert "BF16 has eight exponent bits" in first["message"]["text"]


@SLOW
@given(strategies.check_reports)
def test_any_sarif_is_one_that_hosts_take(report: CheckReport) -> None:
    """Rules and results agree, addresses are relative URI references in ASCII, messages are never empty."""
    run = json.loads(render(report, "sarif", EN))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["message"]["text"]
        for location in result["locations"]:
            assert re.fullmatch(r"[A-Za-z0-9%/._~-]+", location["physicalLocation"]["artifactLocation"]["uri"])
    assert run["invocations"] == [{"executionSuccessful": report.complete}]


def test_junit_fails_what_is_raised_and_skips_what_could_not_be_judged() -> None:
    """Unchecked never counts as passed."""
    root = ET.fromstring(render(builders.check_report(), "junit", EN))  # noqa: S314  # our own report
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("7", "4", "0")
    assert [suite.get("skipped") for suite in root] == ["1"]
    skipped = next(case for case in root.iter("testcase") if case.find("skipped") is not None)
    assert skipped.get("name") == "[6] Руководство"
    assert "does not let bots in" in str(skipped.find("skipped").attrib)  # type: ignore[union-attr]  # it is there


@SLOW
@given(strategies.check_reports, strategies.tidy_reports, strategies.push_reports)
def test_any_junit_is_xml_whose_counts_add_up(check: CheckReport, tidy: TidyReport, push: PushReport) -> None:
    """Whatever characters a page holds, a parser takes the file."""
    for text in (render(check, "junit", EN), render(tidy, "junit", EN), render(push, "junit", EN)):
        root = ET.fromstring(text)  # noqa: S314  # our own report
        cases = list(root.iter("testcase"))
        assert int(root.get("tests", "")) == len(cases)
        assert int(root.get("failures", "")) == sum(case.find("failure") is not None for case in cases)
        skipped = sum(int(suite.get("skipped", "")) for suite in root)
        assert skipped == sum(case.find("skipped") is not None for case in cases)
        # what Jenkins' schema of the format knows, and nothing beside it
        assert set(root.keys()) <= {"name", "tests", "failures", "errors", "time", "disabled"}
        assert all(set(suite.keys()) <= {"name", "tests", "failures", "errors", "skipped", "time"} for suite in root)
        assert all(set(case.keys()) <= {"name", "classname", "time"} for case in cases)
        assert {part.tag for case in cases for part in case} <= {"failure", "skipped", "system-out"}


@pytest.mark.parametrize("fmt", ["json", "jsonl", "sarif", "junit"])
def test_machine_formats_are_never_translated(fmt: str) -> None:
    """A script sees the same bytes whatever the reader speaks."""
    report = builders.check_report()
    assert render(report, fmt, RU) == render(report, fmt, EN)


@pytest.mark.parametrize("fmt", FORMATS)
def test_every_command_has_every_format(fmt: str) -> None:
    """The table of formats holds nothing that a command cannot show."""
    shown = (
        render(builders.check_report(), fmt, RU),
        render(builders.tidy_report(), fmt, RU),
        render(builders.push_report(), fmt, RU),
    )
    assert all(text.endswith("\n") and text.encode("utf-8") for text in shown)


def test_an_unknown_format_is_a_usage_error_that_names_the_known_ones() -> None:
    """One line with what to do next."""
    with pytest.raises(UsageError) as caught:
        render(builders.clean_report(), "pdf", EN)
    assert "wikitext" in str(caught.value.hint)
