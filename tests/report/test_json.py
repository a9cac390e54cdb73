"""JSON is the contract: exact keys, closed words, valid against the committed schemas."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from bot.model import words
from bot.model.reasons import Reason
from bot.model.report import CheckReport, PushReport, TidyReport
from bot.report.formats.jsonl import lines as records_of
from bot.report.records import (
    SCHEMAS,
    check_json,
    dump,
    dump_line,
    plan_json,
    push_json,
    schema,
    tidy_json,
)
from tests.report import builders, strategies

VALIDATORS = {name: Draft202012Validator(schema(name)) for name in SCHEMAS}
ENUMS: dict[str, type[StrEnum]] = {
    "severity": words.Severity,
    "fix": words.Fix,
    "citation_kind": words.CitationKind,
    "link_state": words.LinkState,
    "identity_verdict": words.IdentityVerdict,
    "support_verdict": words.SupportVerdict,
    "hint": words.Hint,
    "decision": words.Decision,
    "policy": words.Policy,
    "scope": words.Scope,
    "consulted": words.Consulted,
    "notice": words.Notice,
    "id_kind": words.IdKind,
    "reason": Reason,
}
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def valid(name: str, text: str) -> Any:
    """Read a report back and hold it against its schema."""
    text.encode("utf-8")
    found = json.loads(text)
    VALIDATORS[name].validate(found)
    return found


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas_and_refuse_unknown_keys(name: str) -> None:
    """Each file is a valid JSON Schema 2020-12, and every object in it with named keys is closed."""
    Draft202012Validator.check_schema(schema(name))
    stack: list[Any] = [schema(name)]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            if node.get("type") == "object":
                assert "additionalProperties" in node
                if "properties" in node:
                    assert node["additionalProperties"] is False
                    assert node["required"] == list(node["properties"])
            stack += node.values()
        elif isinstance(node, list):
            stack += node


def test_schemas_know_the_words_of_the_house_and_no_other() -> None:
    """Every enum in a schema is the closed set of the same name, in its order."""
    for name in SCHEMAS:
        defs = schema(name)["$defs"]
        named = {key: value["enum"] for key, value in defs.items() if "enum" in value}
        assert named == {key: [word.value for word in ENUMS[key]] for key in named}
    assert set(ENUMS) == {key for name in SCHEMAS for key, value in schema(name)["$defs"].items() if "enum" in value}


@SLOW
@given(strategies.check_reports)
def test_any_check_is_valid_json_of_the_contract(report: CheckReport) -> None:
    """Whatever a page, a source or a service said, the report validates and can be written as UTF-8."""
    found = valid("check", dump(check_json(report)))
    assert [page["text_sha256"] for page in found["pages"]] == [page.page.sha256 for page in report.pages]


@SLOW
@given(strategies.tidy_reports)
def test_any_tidy_is_valid_and_its_spans_stand_where_they_say(report: TidyReport) -> None:
    """Offsets are code points of the named text, and a span's line is the line of its start."""
    found = tidy_json(report)
    valid("tidy", dump(found))
    for page, record in zip(report.pages, found["pages"], strict=True):
        for span in (span for edit in record["edits"] for span in edit["spans"]):
            assert page.page.text[span["start"] : span["end"]] == span["before"]
            assert page.page.text.count("\n", 0, span["start"]) + 1 == span["line"]


@SLOW
@given(strategies.push_reports)
def test_any_push_is_valid(report: PushReport) -> None:
    """A push validates, saved or not."""
    found = valid("push", dump(push_json(report)))
    assert len(found["pages"]) == len(report.pages)


@SLOW
@given(strategies.tidy_reports)
def test_any_plan_is_valid(report: TidyReport) -> None:
    """A plan holds what a later apply needs: base revision and hash."""
    found = valid("plan", dump(plan_json(report, profile="mlru")))
    assert [page["revid"] for page in found["pages"]] == [page.page.revid for page in report.pages]


def test_a_decision_goes_to_the_page_that_has_its_edit() -> None:
    """Decisions of other pages stay out of a page's plan."""
    mine = {"id": "e2", "decision": "accept", "reason": "", "by": "Автор", "at": None}
    other = {**mine, "id": "elsewhere"}
    found = valid("plan", dump(plan_json(builders.tidy_report(), [mine, other], profile="mlru")))
    assert found["pages"][0]["decisions"] == [mine]


def test_a_plan_of_a_check_holds_its_findings() -> None:
    """A person can decide on findings that have no edit."""
    found = valid("plan", dump(plan_json(builders.check_report(), profile="mlru")))
    assert len(found["pages"][0]["findings"]) == 6
    assert found["pages"][0]["edits"] == []


def test_a_check_says_each_verdict_in_the_words_of_the_contract() -> None:
    """The example report has one citation for each class; spot values come out under the contract's keys."""
    found = valid("check", dump(check_json(builders.check_report())))
    page = found["pages"][0]
    verdicts = [one["claims"][0]["support"]["verdict"] for one in page["citations"]]
    assert verdicts == ["supported", "contradicted", "unjudged", "not_in_source", "unjudged", "unjudged"]
    assert [one["identity"]["verdict"] for one in page["citations"]] == [
        "verified", "misdescribed", "wrong_work", "verified", "nonexistent", "unchecked",
    ]  # fmt: skip
    second = page["citations"][1]
    assert second["identity"]["fields"]["year"] == {
        "cited": "2018",
        "found": "2019",
        "agrees": False,
        "service": "arxiv",
        "level": None,
        "weight": None,
    }
    assert second["identity"]["suggestion"] == {"field": "year", "value": "2019", "service": "arxiv"}
    assert second["claims"][0]["support"]["quote_found"] is True
    assert page["coverage"]["skipped"] == {"identity_in_doubt": 1, "source_not_read": 1, "bot_wall": 1}
    assert page["gate"]["decision"] == "block"
    claim = second["claims"][0]
    assert builders.TEXT[claim["start"] : claim["end"]] == claim["text"]


def test_a_supported_verdict_without_a_quote_is_refused_by_the_schema() -> None:
    """*Supported* without a located quote is impossible in JSON too."""
    found = check_json(builders.check_report())
    support = found["pages"][0]["citations"][0]["claims"][0]["support"]
    support["quote"], support["quote_found"] = None, False
    assert not VALIDATORS["check"].is_valid(found)


def test_a_hint_is_only_ever_beside_unjudged() -> None:
    """The embedded judge's hint never stands beside a verdict."""
    found = check_json(builders.check_report())
    support = found["pages"][0]["citations"][0]["claims"][0]["support"]
    support["hint"] = "weak_evidence"
    assert not VALIDATORS["check"].is_valid(found)


def test_jsonl_is_a_line_a_page_and_a_line_a_finding() -> None:
    """Every line is JSON of its own; the last one of a check says whether it is complete."""
    lines = [json.loads(dump_line(record)) for record in records_of(builders.check_report())]
    assert [line["type"] for line in lines] == ["page", *["finding"] * 6, "end"]
    assert lines[-1]["complete"] is True
    assert {line["name"] for line in lines[:-1]} == {builders.TITLE}
    assert [line["type"] for line in records_of(builders.tidy_report())] == ["page", "finding"]
    assert [line["type"] for line in records_of(builders.push_report())] == ["page", "end"]
    assert all(dump_line(record).count("\n") == 1 for record in records_of(builders.check_report()))
