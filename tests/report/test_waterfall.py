"""Field by field, a report says how near a citation is to the record, and what that speaks for or against the work."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import pytest

from bot.config import JudgeSettings, Settings
from bot.jobs.check import CheckOptions, check
from bot.jobs.session import Session, choose_profile
from bot.locale import Speech
from bot.model.page import Page
from bot.model.report import CheckReport
from bot.net.cassettes import ReplayClock
from bot.report import render
from bot.store import open_store
from tests.fakes.resolver import network
from tests.fakes.services import Services

PAGE = "Метод.<ref>''Sidorov P., Petrov N.'' Mixed Precision Training. — 2011. — arXiv:1710.03740.</ref>"


@pytest.fixture(scope="module")
def report() -> CheckReport:
    """A real work's title with other people and another year; the registries are replicas."""
    settings = replace(Settings(), judge=JudgeSettings(kind="none"))
    with Services() as services, open_store(None) as store:
        session = Session(settings, store, clock=ReplayClock(), network=network(services))
        page = Page("p.wiki", "P", PAGE)
        return check([page], choose_profile("mlru", settings), session, CheckOptions(remember=False))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            ("title: the same words +", "authors: nobody of the cited people is the record's −", "year: years apart −"),
        ),
        ("ru", ("название: те же слова +", "авторы: никого из названных в записи нет −", "год: годы расходятся −")),
    ],
)
@pytest.mark.parametrize("form", ["text", "html"])
def test_the_levels_are_said_with_their_weights(
    report: CheckReport, form: str, language: str, said: tuple[str, ...]
) -> None:
    """In the terminal's report and in the browser's, in the reader's language."""
    shown = " ".join(unescape(render(report, form, Speech(language))).split())
    for words in said:
        assert words in shown, shown


def test_json_has_level_and_weight_of_each_field(report: CheckReport) -> None:
    """None of them is empty where two values were compared."""
    fields = report.pages[0].citations[0].identity.fields
    assert {one.field for one in fields} >= {"title", "authors", "year"}
    assert all(
        one.level and one.weight is not None and one.speaks
        for one in fields
        if one.field in {"title", "authors", "year"}
    )
