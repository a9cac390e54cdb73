"""The doctor for a wiki: what is well, what is not, and what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.config import WikiSettings
from bot.errors import ExitCode
from bot.jobs.doctor import Diagnosis, Health, Patient, doctor_wiki
from bot.profiles import profile
from tests.mediawiki import ADMIN, PASSWORD, SECRET, Wiki, free_port
from tests.wiki.stages import CONTACT, OLD_PASSWORD, StandInStage
from tests.wiki.test_contract import pulled, save


def examined(stage: StandInStage, contact: str = CONTACT, **more: Any) -> Diagnosis:
    """The doctor's word on the old wiki."""
    given = {"url": stage.address, "user": stage.bot, "stop_page": "Участник:МойБот/run", **more}
    return doctor_wiki(Patient(WikiSettings(**given), OLD_PASSWORD, contact, stage.state, stage.clock))


def lines(found: Diagnosis, health: Health) -> str:
    """All lines of one health."""
    return "\n".join(f"{line.what} > {line.do}" for line in found.lines if line.health is health)


def test_a_wiki_in_order_is_all_well(old: StandInStage) -> None:
    """Version, client with its reason, login, clock, stop page."""
    old.person_writes("Участник:МойБот/run", "run")
    found = examined(old)
    assert (found.exit_code, lines(found, Health.fail), lines(found, Health.warn)) == (ExitCode.clean, "", "")
    said = lines(found, Health.ok)
    assert all(word in said for word in ("1.12.0", "edit form", "МойБот", "bot", "clock", "run"))


def test_without_an_account_it_reads(old: StandInStage) -> None:
    """A warning, no failure."""
    found = examined(old, user="")
    assert found.exit_code is ExitCode.clean
    assert "reading only" in lines(found, Health.warn)


@pytest.mark.parametrize(
    ("fault", "word"),
    [
        (lambda old: setattr(old.wiki.users[old.bot], "blocked_by", "WikiSysop"), "blocked"),
        (lambda old: setattr(old.wiki.users[old.bot], "messages", True), "talk page"),
        (lambda old: setattr(old.wiki.users[old.bot], "groups", ("sysop", "bot")), "delete"),
        (lambda old: old.person_writes("Участник:МойБот/run", "стоп"), "stop page"),
    ],
)
def test_what_would_keep_a_run_from_saving_fails(old: StandInStage, fault: Any, word: str) -> None:
    """Exit code 3, each line with what to do."""
    old.person_writes("Участник:МойБот/run", "run")
    fault(old)
    found = examined(old)
    assert found.exit_code is ExitCode.refused
    assert word in lines(found, Health.fail)
    assert all(line.do is not None for line in found.lines if line.health is not Health.ok)


def test_a_person_s_edits_are_told_from_the_bots(old: StandInStage) -> None:
    """A fresh account passes, and one with the bot's own edits, its pages and its talk; one edit by hand is named."""
    old.person_writes("Участник:МойБот/run", "run")
    assert examined(old).exit_code is ExitCode.clean
    client = old.client(stop_page="Участник:МойБот/run")
    page = pulled(client, old, "было")
    save(client, page, "стало")
    for title in ("Участник:МойБот", "Участник:МойБот/run", "Обсуждение участника:Человек", "Проект:Отчёт"):
        old.bot_writes(title, "run")
    old.wiki.write("Старая ночь", "текст", old.bot, "копий сносок слито: 1 (−12) — mlwiki r1a2b3c4d")
    settings = WikiSettings(url=old.address, user=old.bot, stop_page="Участник:МойБот/run")
    pages = ("Проект:Отчёт",)
    patient = Patient(settings, OLD_PASSWORD, CONTACT, old.state, old.clock, own_pages=pages)
    assert lines(doctor_wiki(patient), Health.fail) == ""
    revid = old.bot_writes("Страница руками", "текст")
    found = doctor_wiki(patient)
    assert found.exit_code is ExitCode.refused
    assert f"newest {revid} of «Страница руками»" in lines(found, Health.fail)
    allowed = replace(patient, settings=replace(settings, allow_personal=True))
    assert "Страница руками" in lines(doctor_wiki(allowed), Health.warn)
    assert doctor_wiki(allowed).exit_code is ExitCode.clean


def test_edits_that_cannot_be_looked_at_convict_nobody(old: StandInStage) -> None:
    """A warning with the reason (a wiki whose answer has no such list)."""
    old.person_writes("Участник:МойБот/run", "run")
    old.wiki.lists_contributions = False
    found = examined(old)
    assert found.exit_code is ExitCode.clean
    assert "cannot be looked at" in lines(found, Health.warn)


def test_a_wiki_without_its_api_is_examined_as_far_as_it_goes(old: StandInStage) -> None:
    """Version, account, stop page and clock; what only the API tells is a warning, and convicts nobody."""
    old.person_writes("Участник:МойБот/run", "run")
    old.bot_writes("Страница руками", "текст")
    old.wiki.api_enabled = False
    found = examined(old)
    assert (found.exit_code, lines(found, Health.fail)) == (ExitCode.clean, "")
    said, warned = lines(found, Health.ok), lines(found, Health.warn)
    assert all(word in said for word in ("1.12.0", "edit form", "МойБот", "clock", "run"))
    assert "the bot's own" not in said
    assert "does not tell the account's rights" in warned
    assert "cannot be looked at" in warned


def test_a_personal_account_may_be_allowed_on_purpose(old: StandInStage) -> None:
    """Then it is a warning."""
    old.person_writes("Участник:МойБот/run", "run")
    old.wiki.users[old.bot].groups = ("sysop", "bot")
    found = examined(old, allow_personal=True)
    assert found.exit_code is ExitCode.clean
    assert "delete" in lines(found, Health.warn)


@pytest.mark.parametrize(("name", "lacking"), [("mlru", ""), ("modern", "math"), ("enwiki", "syntaxhighlight")])
def test_a_profile_that_does_not_fit_is_warned_of(old: StandInStage, name: str, lacking: str) -> None:
    """The wiki knows tex and source; another profile would write what it prints as text."""
    settings = WikiSettings(url=old.address)
    found = doctor_wiki(Patient(settings, None, CONTACT, old.state, old.clock, profile(name)))
    said = lines(found, Health.warn)
    assert ("does not know" in said) == bool(lacking)
    assert lacking in said


def test_a_clock_that_is_off_is_warned_of(old: StandInStage) -> None:
    """An hour between this machine and the server, either way; a second is none."""
    for passed in (3600.0, -7200.0):
        old.clock.passed = passed
        said = lines(examined(old), Health.warn)
        assert "clock" in said
        assert str(abs(round(passed)))[:2] in said


def test_haste_and_a_missing_stop_page_are_warned_of(old: StandInStage) -> None:
    """And a missing contact fails."""
    found = examined(old, contact="", throttle=1.0, stop_page="")
    assert "faster" in lines(found, Health.warn)
    assert "stop page" in lines(found, Health.warn)
    assert "contact" in lines(found, Health.fail)


def test_a_wrong_password_is_a_line(old: StandInStage) -> None:
    """With the exit code of the login, and without the password."""
    settings = WikiSettings(url=old.address, user=old.bot)
    found = doctor_wiki(Patient(settings, "не тот пароль", CONTACT, old.state, old.clock))
    assert found.exit_code is ExitCode.refused
    assert "WrongPass" in lines(found, Health.fail)
    assert "не тот пароль" not in str(found)


def test_no_wiki_is_a_line(old: StandInStage) -> None:
    """Exit code 4."""
    settings = WikiSettings(url=f"http://127.0.0.1:{free_port()}/index.php")
    found = doctor_wiki(Patient(settings, None, CONTACT, old.state, old.clock))
    assert found.exit_code is ExitCode.incomplete


@pytest.mark.mediawiki
def test_the_real_wiki_is_examined(wiki_139: Wiki, old: StandInStage) -> None:
    """The bot is well there; an administrator's account is not for a bot."""
    # other tests have used the account too
    settings = wiki_139.settings(throttle=10.0, allow_personal=True)
    found = doctor_wiki(Patient(settings, SECRET, CONTACT, old.state, old.clock))
    assert "pywikibot" in lines(found, Health.ok)
    assert lines(found, Health.fail) == ""
    admin = doctor_wiki(Patient(wiki_139.settings(user=ADMIN), PASSWORD, CONTACT, old.state, old.clock))
    assert "delete" in lines(admin, Health.fail)
