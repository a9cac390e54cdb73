"""Decisions hang on ids: a page that people reformat, rename and reorder keeps them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.config import JudgeSettings, Settings
from bot.gate import overrule_subject
from bot.jobs.check import CheckOptions, check
from bot.jobs.session import Session, choose_profile
from bot.model.page import Page
from bot.net.cassettes import ReplayClock
from bot.store import open_store
from tests.fakes.resolver import network
from tests.fakes.services import Services
from tests.run.night import FAULTS

PROVEN, WRONG = FAULTS["nonexistent"][0], FAULTS["wrong_work"][0]
BEFORE = f"Первое утверждение.{PROVEN}\n\nВторое утверждение.{WRONG}\n\n== Примечания ==\n<references/>"
#: The same page: paragraphs the other way round, refs named, white space and a list of notes moved.
AFTER = (
    f"Второе   утверждение.{WRONG.replace('<ref>', '<ref name=новое>')}\n\n\n"
    f"Первое\nутверждение.{PROVEN.replace('<ref>', '<ref name=other >')}\n\n<references />\n"
)


def test_findings_and_overrules_survive_reformatting(tmp_path: Path) -> None:
    """The ids of what a check raises, and what a person's overruling hangs on, are the same before and after."""
    settings = replace(Settings(), judge=JudgeSettings(kind="none"))
    seen = []
    with Services() as services, open_store(tmp_path / "store.sqlite3") as store:
        session = Session(settings, store, clock=ReplayClock(), network=network(services))
        for text in (BEFORE, AFTER):
            page = Page("page.wiki", "Страница", text)
            report = check([page], choose_profile("mlru", settings), session, CheckOptions()).pages[0]
            subjects = {overrule_subject(found.citation) for found in report.citations}
            seen.append(({finding.id for finding in report.findings if finding.raised}, subjects))
    assert seen[0] == seen[1]
    assert len(seen[0][0]) == 2
