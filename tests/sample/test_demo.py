"""The demo raises every planted fault and nothing else, without a socket."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path
from typing import NoReturn

import pytest

from bot.config import JudgeSettings, Settings
from bot.jobs.demo import compare, demo, head
from bot.jobs.session import Session, choose_profile
from bot.model.edit import Finding
from bot.model.message import msg
from bot.model.reasons import Reason
from bot.model.report import CheckReport, DemoReport, Planted
from bot.model.verdict import Partial, Supported, Unjudged
from bot.model.words import CitationKind, Hint, LinkState, Severity
from bot.sample import planted
from bot.store import open_store
from tests.cli.command_line import mlwiki

SAMPLE = Path(__file__).parents[2] / "bot" / "sample"


def run(judge: str) -> DemoReport:
    """The demo with that judge, where no address can be looked up or connected to."""
    settings = Settings(judge=JudgeSettings(kind=judge))

    def refuse(*_: object, **__: object) -> NoReturn:
        pytest.fail("the demo opened a socket")

    with pytest.MonkeyPatch.context() as patch, open_store(None) as store:
        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket.socket, "connect_ex", refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        return demo(choose_profile("mlru", settings), Session(settings, store))


@pytest.fixture(scope="module")
def embedded() -> DemoReport:
    """The demo with the embedded judge, once."""
    return run("embedded")


@pytest.fixture(scope="module")
def scripted() -> DemoReport:
    """The demo with the scripted model, once."""
    return run("openai")


def test_the_embedded_run_raises_what_was_planted_for_it(embedded: DemoReport) -> None:
    """Footnotes, residue, links and identities; a hint is never a finding."""
    assert embedded.comparison.missing == ()
    assert embedded.comparison.unexpected == ()
    assert len(embedded.comparison.raised) == len(planted("embedded"))


def test_the_model_run_raises_everything_planted(scripted: DemoReport) -> None:
    """The two runs together raise every planted fault and nothing else."""
    assert scripted.comparison.missing == ()
    assert scripted.comparison.unexpected == ()
    assert scripted.as_planted


def test_with_the_model_good_references_are_supported_by_located_quotes(scripted: DemoReport) -> None:
    """At least five supported, each by words that stand in the text; at least three partial or unjudged beyond the trivial."""
    supports = [claim.support for found in scripted.check.pages[0].citations for claim in found.claims]
    supported = [found for found in supports if isinstance(found, Supported)]
    assert len(supported) >= 5
    assert all(found.quote.text for found in supported)
    trivial = {Reason.no_judge, Reason.hint_only, Reason.judge_down, Reason.not_stored}
    doubtful = [
        found
        for found in supports
        if isinstance(found, Partial) or (isinstance(found, Unjudged) and found.reason not in trivial)
    ]
    assert len(doubtful) >= 3


def test_no_hint_says_that_little_was_found_of_what_the_source_says(embedded: DemoReport, scripted: DemoReport) -> None:
    """Where an answer is *supported* by a quote that code found, the embedded judge does not say that little was found."""
    said = {
        claim.claim.text
        for found in scripted.check.pages[0].citations
        for claim in found.claims
        if isinstance(claim.support, Supported)
    }
    hints = [
        claim.support.hint
        for found in embedded.check.pages[0].citations
        for claim in found.claims
        if claim.claim.text in said and isinstance(claim.support, Unjudged)
    ]
    assert len(hints) >= 5
    assert Hint.no_evidence_found not in hints


def test_a_bot_wall_is_counted_and_raises_nothing(embedded: DemoReport) -> None:
    """The walled page is blocked, its claim is skipped for that reason, and no finding names it."""
    page = embedded.check.pages[0]
    silent = json.loads((SAMPLE / "planted.json").read_text(encoding="utf-8"))["silent"]
    for item in silent:
        walled = next(found for found in page.citations if item["where"] in found.citation.wikitext)
        raised = [finding for finding in page.findings if finding.citation == walled.citation.id and finding.raised]
        assert raised == []
        assert all(isinstance(claim.support, Unjudged) for claim in walled.claims)
    assert any(found.link.state is LinkState.blocked for found in page.citations)
    assert dict(page.coverage.skipped)[Reason.bot_wall] >= 1


def test_both_runs_are_complete(embedded: DemoReport, scripted: DemoReport) -> None:
    """The recordings answer every question: nothing is left for a second run."""
    assert embedded.check.complete
    assert scripted.check.complete


def test_the_first_lines_say_what_is_replayed_and_that_it_proves_nothing() -> None:
    """For the model too."""
    assert "replayed" in str(head("embedded")[0])
    assert "prove nothing about any model" in str(head("openai")[1])


def test_no_socket_is_opened(embedded: DemoReport, scripted: DemoReport) -> None:
    """Not even loopback: both runs ended as planted with every way out shut (see ``run``)."""
    assert embedded.as_planted
    assert scripted.as_planted


def test_a_comparison_pairs_one_to_one() -> None:
    """Two findings do not answer for one planted fault, and one finding not for two."""

    def finding(name: str, code: str, excerpt: str) -> Finding:
        return Finding(name, code, Severity.warning, msg("x"), excerpt=excerpt)

    nothing = CheckReport((), complete=True)
    wanted = (Planted("REF011", "one", "a"), Planted("REF011", "two", "b"))
    raised = [finding("1", "REF011", "one two"), finding("2", "REF011", "three"), finding("3", "REF010", "two")]
    result = compare(raised, nothing, wanted)
    assert (result.raised, result.missing) == (wanted[:1], wanted[1:])
    assert [found.id for found in result.unexpected] == ["2", "3"]


def test_a_machines_format_is_the_check_alone(tmp_path: Path) -> None:
    """Standard output holds JSON and nothing else; what is replayed and the comparison go to standard error."""
    done = mlwiki("demo", "--format", "json", cwd=tmp_path)
    assert done.code == 0
    assert json.loads(done.text)["schema"] == "mlwiki/check/2"
    assert done.error_lines[0].startswith("demo: ")
    assert f"{len(planted('embedded'))} of {len(planted('embedded'))}" in done.error_lines[-1]


def test_faults_are_planted_in_the_list_and_links_stand_in_the_text(embedded: DemoReport) -> None:
    """An invented work, a misdescribed one and a good one in the list, two links: what is read beside footnotes."""
    page = embedded.check.pages[0]
    listed = [found for found in page.citations if found.kind is CitationKind.listed]
    assert [found.identity.verdict.value for found in listed] == ["verified", "misdescribed", "nonexistent"]
    links = [found for found in page.citations if found.kind is CitationKind.inline]
    assert [(found.link.state, len(found.claims)) for found in links] == [(LinkState.alive, 1)] * 2


@pytest.mark.parametrize("name", ["README.md", "README.ru.md"])
def test_the_readme_says_the_samples_counts(embedded: DemoReport, name: str) -> None:
    """Works cited and faults planted, without and with a model."""
    lines = (SAMPLE.parents[1] / name).read_text(encoding="utf-8").split("\n")
    row = next(line for line in lines if "`mlwiki demo`;" in line)
    without, with_model = len(planted("embedded")), len(planted("openai"))
    said = [int(number) for number in re.findall(r"\d+", row)]
    works = len(embedded.check.pages[0].citations)
    assert said == [works, without, with_model, without, without, with_model, with_model]
