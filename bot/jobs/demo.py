"""Demo: the main job on the bundled sample, offline, and a comparison with the faults that were planted in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.config import JudgeSettings, Settings
from bot.errors import InputError
from bot.jobs.check import CheckOptions, check
from bot.jobs.session import Chosen, Session, say_nothing
from bot.jobs.tidy import tidy
from bot.model.edit import Finding
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.report import CheckReport, DemoComparison, DemoReport, PageCheck, Planted
from bot.sample import TITLE, cassette, draft_text, planted

#: The model of the recording and where it answered: a name that can never exist (RFC 2606).
MODEL = "scripted-demo"
MODEL_URL = "https://scripted-demo.invalid/v1"
#: What an endpoint without keys is sent; nothing else of the machine's environment reaches the replay.
_KEY = {"MLWIKI_JUDGE_API_KEY": "no-key"}


def demo(chosen: Chosen, session: Session) -> DemoReport:
    """Tidy the sample, check what tidying made of it, and compare the raised findings with the planted ones.

    ``session.settings.judge.kind`` chooses the judge: ``embedded`` is computed, ``openai`` replays the scripted model. No
    socket is
    opened. Raises InputError when the recording is not there.
    """
    kind = session.settings.judge.kind
    recording = cassette(kind)
    if not recording.is_file():
        raise InputError(
            msg("the demo's recording {path} is missing", path=str(recording)),
            msg("install mlwiki-bot again, or make it with `python -m tests.fakes.record`"),
        )
    draft = sample_page()
    tidied = tidy([draft], chosen, session.progress)
    # nothing leaves the machine here, so nobody has to be told what would
    staged = replace(session, settings=demo_settings(kind, session.settings), environment=_KEY, notify=say_nothing)
    options = CheckOptions(replay=(recording,), remember=False)
    checked = check([replace(draft, text=tidied.pages[0].text)], chosen, staged, options)
    raised = [*tidied.pages[0].findings, *(found for page in checked.pages for found in page.findings)]
    comparison = compare([found for found in raised if found.raised], checked, planted(kind))
    return DemoReport(tidied, checked, comparison, head(kind))


def sample_page() -> Page:
    """The sample as a page that is on no wiki."""
    return Page(name="mixed_precision.wiki", title=TITLE, text=draft_text())


def demo_settings(kind: str, settings: Settings) -> Settings:
    """Settings of a demo's run: the services where they are in public, nothing of the machine's own but the judge's kind."""
    judge = JudgeSettings(kind=kind)
    if kind == "openai":
        judge = JudgeSettings(kind=kind, model=MODEL, base_url=MODEL_URL)
    return Settings(judge=judge, store=settings.store)


def head(kind: str) -> tuple[Message, ...]:
    """The first lines: what is replayed, what is computed, and what that proves."""
    services = msg(
        "demo: the services' answers are replayed; they were recorded from replicas written for this project, "
        "so they prove nothing about the real services"
    )
    checked = msg("checked is the page as the safe edits leave it; lines of the check are counted there")
    if kind == "openai":
        return (
            services,
            msg(
                "demo: the answers of the model `{model}` are replayed too; they were written by this project "
                "and prove nothing about any model",
                model=MODEL,
            ),
            msg("computed now: the edits, the findings, the search for each quote, the comparison of numbers"),
            checked,
        )
    return (services, msg("computed now: the edits, the findings, and the hints of the embedded judge"), checked)


def compare(raised: Sequence[Finding], checked: CheckReport, wanted: Iterable[Planted]) -> DemoComparison:
    """Pair raised findings with planted faults, one to one: same code, and the fault's words at the finding's place."""
    words = {finding.id: _words(finding, checked.pages) for finding in raised}
    left = list(raised)
    matched: list[Planted] = []
    missing: list[Planted] = []
    for fault in wanted:
        found = next((item for item in left if item.code == fault.code and fault.where in words[item.id]), None)
        if found is None:
            missing.append(fault)
        else:
            matched.append(fault)
            left.remove(found)
    return DemoComparison(tuple(matched), tuple(missing), tuple(left))


def _words(finding: Finding, pages: Iterable[PageCheck]) -> str:
    """Everything that says where a finding stands: its excerpt, and the note of its citation."""
    notes = [
        checked.citation.wikitext
        for page in pages
        for checked in page.citations
        if checked.citation.id == finding.citation
    ]
    return "\n".join([finding.excerpt, *notes])
