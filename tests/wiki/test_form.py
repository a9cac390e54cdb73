"""The edit form read from recordings of a real MediaWiki 1.12.0: every outcome told apart by structure."""

from __future__ import annotations

import pytest

from bot.wiki.form import ANONYMOUS_TOKEN, FormOutcome, outcome, read_form, said
from bot.wiki.probe import tags_of
from tests.wiki.recordings import recorded
from tests.wiki.stages import StandInStage

OUTCOMES = {
    "f04_create_302": FormOutcome.taken,
    "f05_edit_302": FormOutcome.taken,
    "f07_null_302": FormOutcome.taken,
    "f08_blank_new": FormOutcome.taken,
    "c02_merge_302": FormOutcome.taken,
    "c03_selfconflict_302": FormOutcome.taken,
    "c01_conflict": FormOutcome.conflict,
    "c09_create_race": FormOutcome.conflict,
    "n01_conflict_api_base": FormOutcome.conflict,
    "c10_deleted_meanwhile": FormOutcome.deleted,
    "n02_no_starttime_once_deleted": FormOutcome.deleted,
    "m21_captcha_asked": FormOutcome.captcha,
    "m12_summary_needed": FormOutcome.no_summary,
    "c12_bad_token": FormOutcome.session,
    "c13_token_no_suffix": FormOutcome.session,
    "c14_session_lost": FormOutcome.session,
    "c15_logged_out": FormOutcome.session,
    "c21_post_blocked": FormOutcome.session,
    "f12_missing_wpEdittime": FormOutcome.session,
    "f12_missing_wpEditToken": FormOutcome.session,
    "c25_too_big": FormOutcome.not_saved,
    "c18_anon_post": FormOutcome.no_right,
    "c20_form_blocked": FormOutcome.no_right,
    "n04_blocked_post_goodtoken": FormOutcome.no_right,
    "c22_form_protected": FormOutcome.no_right,
    "c23_post_protected": FormOutcome.no_right,
    "m01_readonly_form": FormOutcome.read_only,
    "m02_readonly_post": FormOutcome.read_only,
    "m04_spam": FormOutcome.spam,
    "m05_rate_limited": FormOutcome.busy,
    "r20_badtitle": FormOutcome.no_form,
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_every_recorded_outcome_is_told_apart(name: str) -> None:
    """No Russian word is needed for it."""
    answer = recorded(name)
    assert outcome(answer.status, answer.location, answer.body) is OUTCOMES[name]


def test_the_form_gives_what_a_browser_would_send() -> None:
    """Hidden fields with their values, no buttons, no unchecked boxes, nothing of the search form below."""
    form = read_form(recorded("f02_form_bot").body)
    assert form is not None
    fields = dict(form.fields)
    assert set(fields) == {
        "wpSection",
        "wpStarttime",
        "wpEdittime",
        "wpScrolltop",
        "wpSummary",
        "wpEditToken",
        "wpAutoSummary",
    }
    assert (form.base_time, form.token.endswith("+\\")) == ("20261130100544", True)
    assert form.text.startswith("<big>Вики-движок «MediaWiki» успешно установлен.</big>\n\nИнформацию")
    assert form.text.endswith("MediaWiki].\n")


def test_a_category_shown_as_a_preview_is_still_a_form() -> None:
    """A first GET may look like a preview (new categories, people's settings): that is no failure."""
    form = read_form(recorded("m23_form_previewonfirst").body)
    assert form is not None
    assert form.token != ANONYMOUS_TOKEN


@pytest.mark.parametrize("name", ["f01_form_anon", "c20_form_blocked", "c22_form_protected", "m01_readonly_form"])
def test_a_source_to_look_at_is_no_form(name: str) -> None:
    """A text area alone proves no right to edit."""
    assert read_form(recorded(name).body) is None


def test_a_lost_login_shows_in_the_token() -> None:
    """Everybody without an account has the same token."""
    form = read_form(recorded("c15_logged_out").body)
    assert form is not None
    assert form.token == ANONYMOUS_TOKEN


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("c20_form_blocked", "заблокированы"),
        ("c22_form_protected", "закрыта для редактирования"),
        ("m04_spam", "казино"),
        ("m01_readonly_form", "обновление базы"),
        ("c12_bad_token", "идентификатора сессии"),
        ("m05_rate_limited", "повторите попытку"),
    ],
)
def test_the_wiki_s_own_words_go_into_the_error(name: str, word: str) -> None:
    """One line, without markup."""
    words = said(recorded(name).body)
    assert word in words
    assert "\n" not in words
    assert "<" not in words


def test_the_version_page_tells_the_tags() -> None:
    """What 1.12's API does not say: which tags the extensions brought."""
    assert tags_of(recorded("r20_version").body) == {"pre", "ref", "references", "source", "tex"}
    assert tags_of(recorded("f01_form_anon").body) == frozenset()


def test_the_old_wiki_describes_itself(old: StandInStage) -> None:
    """Its tags come from the version page."""
    info = old.client().describe()
    assert (info.version, info.client) == ("1.12.0", "edit form")
    assert {"ref", "tex", "source"} <= info.tags
