"""What a bot leaves alone."""

from __future__ import annotations

import pytest

from bot.model.page import Page
from bot.profiles import profile
from bot.wiki.etiquette import distrust, excluded, in_clear, must_stop, not_the_bots, personal, skip
from bot.wiki.protocols import Account, Contribution
from bot.wikitext.lexer import lex
from bot.wikitext.text import Wikitext

MODERN = profile("modern")


@pytest.mark.parametrize(
    "text",
    [
        "{{nobots}}",
        "{{Nobots}} текст",
        "{{bots|deny=МойБот}}",
        "{{Bots|deny=Foo,МойБот}}",
        "{{bots| deny = Foo , мойбот }}",
        "{{bots|deny=all}}",
        "{{bots|allow=Другой}}",
        "{{bots|allow=none}}",
        "{{nobots|МойБот}}",
        "{{nobots|all}}",
        "{{bots|optout=all}}",
        "{{Шаблон:nobots}}",
        "{{ nobots }}",
        "{{bots\n|deny=МойБот\n}}",
        "{{bots|deny=Foo}} {{nobots}}",
    ],
)
def test_pages_that_keep_the_bot_away(text: str) -> None:
    """Every form of Template:Bots, whatever its case and spacing."""
    assert excluded(lex(text, MODERN), "МойБот")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{{bots}}",
        "{{bots|allow=МойБот}}",
        "{{bots|allow=all}}",
        "{{bots|deny=none}}",
        "{{bots|deny=Foo}}",
        "{{nobots|Другой}}",
        "{{bots|optout=orphan}}",
        "<!-- {{nobots}} -->",
        "<nowiki>{{nobots}}</nowiki>",
        "{{robots}} {{nobotsever}}",
        "nobots",
    ],
)
def test_pages_that_do_not(text: str) -> None:
    """Other bots' names, other templates, comments and nowiki."""
    assert not excluded(lex(text, MODERN), "МойБот")


@pytest.mark.parametrize(
    ("title", "text", "skipped"),
    [
        ("Дропаут", "текст", False),
        ("Дропаут", "#ПЕРЕНАПРАВЛЕНИЕ [[Другая]]", True),
        ("Дропаут", "#redirect [[Другая]]", True),
        ("Дропаут", "# первый пункт", False),
        ("Участник:Анна", "текст", True),
        ("Обсуждение участника:Анна/Архив", "текст", True),
        ("User:Anna", "text", True),
        ("Участник:МойБот/Отчёт", "текст", False),
        ("Участники конкурса", "текст", False),
        ("Дропаут", "{{nobots}}", True),
    ],
)
def test_redirects_and_people_s_pages_are_left_alone(title: str, text: str, skipped: bool) -> None:
    """By an unattended run; the reason names the page."""
    reason = skip(Wikitext(Page(title, title, text), MODERN), "МойБот")
    assert (reason is not None) == skipped
    assert reason is None or title in str(reason)


def test_an_account_with_a_person_s_rights_is_distrusted() -> None:
    """Before a self-conflict MediaWiki gives no warning, and a slip with delete rights costs pages."""
    assert distrust(Account("МойБот", False, rights=frozenset({"edit", "bot", "move"}))) is None
    assert "delete" in str(distrust(Account("Админ", False, rights=frozenset({"edit", "delete", "protect"}))))


def test_a_message_or_a_block_stops_unattended_work() -> None:
    """Somebody wants to be heard first."""
    assert must_stop(Account("МойБот", False)) is None
    assert "WikiSysop" in str(must_stop(Account("МойБот", False, blocked_by="WikiSysop")))
    assert "talk page" in str(must_stop(Account("МойБот", False, has_messages=True)))


@pytest.mark.parametrize(
    ("address", "warned"),
    [
        ("http://www.machinelearning.ru/wiki/index.php", True),
        ("https://ru.wikipedia.org/w/index.php", False),
        ("http://127.0.0.1:8139/index.php", False),
    ],
)
def test_a_password_over_plain_http_is_told(address: str, warned: bool) -> None:
    """The operator should use an account that is worth little."""
    assert (in_clear(address) is not None) == warned


def edit(
    comment: str = "правка", *, revid: int = 7, title: str = "Страница", space: int = 0, day: str = "30"
) -> Contribution:
    """One edit of the account «МойБот», by hand unless told otherwise."""
    return Contribution(revid, title, space, f"2026-11-{day}T10:00:00Z", comment)


@pytest.mark.parametrize(
    ("one", "counted"),
    [
        (edit(), True),
        (edit("копий сносок слито: 1 (−12) — mlwiki r1a2b3c4d"), False),
        (edit("нужен человек: 3; правок: 1 — mlwiki r1a2b3c4d"), False),
        (edit("своя правка 8 отменена — mlwiki"), False),
        (edit("о программе mlwiki"), True),
        (edit(revid=5), False),
        (edit(title="Участник:МойБот", space=2), False),
        (edit(title="Участник:мойБот/черновик", space=2), False),
        (edit(title="Участник:Человек", space=2), True),
        (edit(title="Обсуждение участника:Человек", space=3), False),
        (edit(title="MachineLearning:Отчёт бота", space=4), False),
        (edit(title="MachineLearning:Форум", space=4), True),
        (edit(day="01"), False),
    ],
)
def test_only_what_a_person_must_have_done_counts_against_an_account(one: Contribution, *, counted: bool) -> None:
    """The mark, what this machine saved, talk, own pages and long ago do not: a false alarm would stop every night."""
    found = not_the_bots([one], "МойБот", known={5}, pages=["MachineLearning:Отчёт бота"], since="2026-11-15T00:00:00Z")
    assert bool(found) is counted
    assert (personal(Account("МойБот", False), found) is not None) is counted
