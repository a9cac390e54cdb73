"""A check and its money: what ends it, what it says, and how a second run goes on. The model and the services are replicas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from bot.cli.check import exit_code
from bot.config import JudgeSettings, Settings
from bot.errors import ExitCode
from bot.jobs.check import CheckOptions, asked_again, check
from bot.jobs.demo import demo_settings
from bot.jobs.estimates import estimate
from bot.jobs.session import Session, choose_profile
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.model.report import CheckReport
from bot.model.verdict import Supported, Unjudged
from bot.sources.given import Given
from bot.store import Store, open_store
from tests.fakes.model import Reply, Scripted, ScriptedModel, error, payment_required_after
from tests.fakes.resolver import network
from tests.fakes.services import Services
from tests.judge.rig import PatientClock, source

SOURCE = "The bfloat16 format keeps the eight exponent bits of single precision. Its fraction has seven bits."
SCRIPT = [Scripted("", "supported", "keeps the eight exponent bits of single precision")]
LETTERS = "абвгд"
CHOSEN = choose_profile("modern", Settings())


def page(letters: str = LETTERS) -> Page:
    """A page with a claim a letter, each with a note of its own."""
    words = "\n\n".join(
        f"Формат bfloat16 сохраняет 8 бит порядка ({one}).<ref name={one}>Книга {one}</ref>" for one in letters
    )
    return Page("page.wiki", "Форматы", f"{words}\n\n<references/>")


@dataclass
class Desk:
    """Checks of that page with one store, and what the model was asked in each."""

    services: Services
    store: Store
    clock: PatientClock = field(default_factory=PatientClock)
    told: list[str] = field(default_factory=list)

    def check(self, model: ScriptedModel, wanted: Page | None = None, **more: object) -> CheckReport:
        """One check; the texts of all notes are given."""
        port = int(model.url.rpartition(":")[2].partition("/")[0])
        judge: JudgeSettings = replace(demo_settings("openai", Settings()).judge, concurrency=1, **more)  # type: ignore[arg-type]
        session = Session(
            Settings(judge=judge),
            self.store,
            self.clock,
            notify=lambda message: self.told.append(str(message)),
            network=network(self.services, model_port=port),
        )
        given = tuple(Given(one, source(SOURCE)) for one in "абвгдежз")
        return check([wanted or page()], CHOSEN, session, CheckOptions(given=given))


@pytest.fixture
def desk() -> Iterator[Desk]:
    """Replicas of the services and a store in memory."""
    with Services() as services, open_store(None) as store:
        yield Desk(services, store)


def verdicts(report: CheckReport) -> list[str]:
    """What came of each claim: *supported*, or the reason why nobody knows."""
    found = [claim.support for checked in report.pages[0].citations for claim in checked.claims]
    return [one.reason.value if isinstance(one, Unjudged) else type(one).__name__ for one in found]


def test_an_empty_account_leaves_the_rest_for_a_second_run(desk: Desk) -> None:
    """402 after two answers: two verdicts stand, the report is incomplete (exit 4) and says why; later only three are asked."""
    with ScriptedModel(SCRIPT, payment_required_after(2)) as model:
        first = desk.check(model)
        assert len(model.requests) == 3
        model.behaviour = None
        second = desk.check(model)
        assert len(model.requests) == 3 + 3
    assert verdicts(first).count("Supported") == 2
    assert verdicts(first).count(Reason.judge_down) == 3
    assert exit_code(first) == ExitCode.incomplete
    assert any("money" in str(hint) for hint in first.hints)
    assert verdicts(second) == ["Supported"] * 5
    assert second.complete


@pytest.mark.parametrize("code", [401, 403])
def test_a_refused_key_stops_at_once(desk: Desk, code: int) -> None:
    """One call, no waiting, exit 4."""
    with ScriptedModel(SCRIPT, lambda _, __: error(code, "no")) as model:
        report = desk.check(model)
        assert len(model.requests) == 1
    assert desk.clock.waits == []
    assert exit_code(report) == ExitCode.incomplete
    assert report.hints


@pytest.mark.parametrize("code", [429, 503])
def test_a_busy_provider_is_waited_for_as_told(desk: Desk, code: int) -> None:
    """Retry-After is kept to, and the check is complete."""

    def busy(_: dict[str, object], number: int) -> Reply | None:
        return error(code, "busy", ("Retry-After", "9")) if number == 1 else None

    with ScriptedModel(SCRIPT, busy) as model:
        report = desk.check(model)
    assert desk.clock.waits.count(9.0) == 1
    assert verdicts(report) == ["Supported"] * 5
    assert report.complete


def test_a_dead_provider_makes_the_check_incomplete(desk: Desk) -> None:
    """Nothing is guessed; what waits for another run is counted by its reason."""
    with ScriptedModel(SCRIPT, lambda _, __: error(500, "dead")) as model:
        report = desk.check(model)
    assert verdicts(report) == [Reason.judge_down] * 5
    assert dict(report.pages[0].coverage.skipped)[Reason.judge_down] == 5
    assert exit_code(report) == ExitCode.incomplete


def test_a_token_budget_ends_the_check_and_the_next_goes_on(desk: Desk) -> None:
    """Reserved before each call: what is over the budget is not asked."""
    with ScriptedModel(SCRIPT) as model:
        first = desk.check(model, budget_tokens=6000)
        asked = len(model.requests)
        second = desk.check(model)
        assert 0 < asked < 5
        assert len(model.requests) == 5
    assert first.cost.tokens_in + first.cost.tokens_out <= 6000
    assert Reason.budget_spent in verdicts(first)
    assert exit_code(first) == ExitCode.incomplete
    assert second.complete


def test_an_unchanged_page_makes_no_call_and_a_changed_sentence_one(desk: Desk) -> None:
    """Verdicts expire with their sentence or source, and with nothing else."""
    with ScriptedModel(SCRIPT) as model:
        desk.check(model)
        assert len(model.requests) == 5
        desk.check(model)
        assert len(model.requests) == 5
        changed = replace(page(), text=page().text.replace("порядка (в)", "показателя степени (в)"))
        report = desk.check(model, changed)
        assert len(model.requests) == 6
        desk.check(model, replace(changed, text="Новый первый абзац.\n\n" + changed.text))
        assert len(model.requests) <= 7
    claims = [claim.support for checked in report.pages[0].citations for claim in checked.claims]
    assert all(isinstance(one, Supported) for one in claims)


def asked_as_before(letter: str) -> str:
    """An answer about one claim of the page as `judge-3` kept it."""
    words = f"Формат bfloat16 сохраняет 8 бит порядка ({letter})."
    context = "<context-0a>\nArticle: Форматы\nSection: Введение\n</context-0a>"
    user = f'<source-0a title="Книга">\n[1] Text.\n</source-0a>\n\n{context}\n\n<claim-0a>\n{words}\n</claim-0a>'
    return json.dumps({"system": "Does the source say the claim?", "user": user, "answer": "{}"}, ensure_ascii=False)


def test_a_new_prompt_says_how_many_answers_it_makes_old(desk: Desk) -> None:
    """Before the first question and in an estimate: the claims of these pages; once they are asked again, nothing is said."""
    for number, letter in enumerate("абвж"):
        desk.store.put("judge", f"old {number}", asked_as_before(letter), days=None)
    desk.store.put("judge", "broken", "[", days=None)
    judge = replace(demo_settings("openai", Settings()).judge)
    session = Session(Settings(judge=judge), desk.store, desk.clock)
    again = "3 claims were answered under an older prompt and are asked again"
    assert again in map(str, estimate([page()], CHOSEN, session))
    assert str(asked_again(session)).startswith("4 claims")
    with ScriptedModel(SCRIPT) as model:
        desk.check(model)
        assert again in desk.told
        desk.told.clear()
        desk.check(model)
        assert len(model.requests) == 5
    assert not any("older prompt" in line for line in desk.told)
    assert again not in map(str, estimate([page()], CHOSEN, session))
    assert str(asked_again(session)).startswith("1 claim ")


def test_answers_of_an_older_prompt_are_known_when_the_next_one_comes(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever changes in it: each answer is kept with its prompt's name and what it was about."""
    with ScriptedModel(SCRIPT) as model:
        desk.check(model)
    monkeypatch.setattr("bot.judge.kept._NOW", "judge-5/1")
    session = Session(Settings(judge=JudgeSettings(kind="openai", model="m")), desk.store, desk.clock)
    assert str(estimate([page()], CHOSEN, session)[-1]).startswith("5 claims were answered under an older prompt")
