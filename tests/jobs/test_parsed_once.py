"""A page is read once: a check lexes its text one time, a push each of its texts (base, draft, mended) one time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from bot.config import GateSettings, Settings
from bot.jobs.check import CheckOptions, check
from bot.jobs.files import read_file
from bot.jobs.push import PushOptions, push
from bot.jobs.session import Session, choose_profile
from bot.model.page import Page
from bot.model.ports import WikiClient
from bot.model.report import Saved
from bot.store import open_store
from bot.wikitext import lexer, refs
from bot.wikitext.footnote_releases import CiteRules
from bot.wikitext.lexer import Lexed, TagRules
from tests.jobs.test_bugs import Empty

LONG = "Модель описана в статье.<ref>Книга {0}</ref> Метод **важен** здесь.\n\n"
TEXT = "".join(LONG.format(number) for number in range(20)) + "<references/>"


@pytest.fixture
def session() -> Iterator[Session]:
    """Offline, with a store in memory."""
    with open_store(None) as store:
        yield Session(Settings(gate=GateSettings(text="no-proven-fault")), store)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> dict[str, Counter[str]]:
    """How often each long text was lexed, and a footnote table was made of it."""
    seen: dict[str, Counter[str]] = {"lexed": Counter(), "table": Counter()}
    scanner, builder = lexer._Scanner.__init__, refs._Builder.__init__

    def lexing(self: lexer._Scanner, text: str, rules: TagRules) -> None:
        seen["lexed"][text] += len(text) > len(TEXT) // 2
        scanner(self, text, rules)

    def building(self: refs._Builder, lexed: Lexed, rules: CiteRules) -> None:
        seen["table"][lexed.text] += len(lexed.text) > len(TEXT) // 2
        builder(self, lexed, rules)

    monkeypatch.setattr(lexer._Scanner, "__init__", lexing)
    monkeypatch.setattr(refs._Builder, "__init__", building)
    return seen


def test_a_check_reads_its_page_once(session: Session, read: dict[str, Counter[str]]) -> None:
    """One lexing, one footnote table: for the cost, the citations, the notes of templates and the proposals."""
    chosen = choose_profile("modern", Settings())
    report = check([Page("p", "P", TEXT)], chosen, session, CheckOptions(offline=True))
    assert len(report.pages[0].citations) == 20
    assert (read["lexed"][TEXT], read["table"][TEXT]) == (1, 1)
    assert max(read["lexed"].values()) == 1


def test_a_push_reads_each_text_once(session: Session, read: dict[str, Counter[str]], tmp_path: Path) -> None:
    """The base, the draft and what mending makes of it: three lexings, though eight steps look at them."""
    base = TEXT.replace("Книга 3", "Книга 33").replace("**", "")
    draft = TEXT + "\n\nЕщё `код` тут."
    (tmp_path / "П.wiki").write_text(draft, encoding="utf-8")

    class Wiki(Empty):
        """One page, and no refusal."""

        def read(self, title: str) -> Page:
            """The base, or what was saved over it."""
            return Page(title, title, base if not self.saved else draft, revid=7)

        def save(self, base: Page, text: str, summary: str, allowed: object, **_: object) -> Saved:  # noqa: ARG002
            """Take it."""
            self.saved.append(base.title)
            return Saved(7, 8)

    from bot.wiki.folder import write_sidecar

    path = tmp_path / "П.wiki"
    write_sidecar(path, Page("П", "П", base, revid=7), base)
    chosen, options = choose_profile("modern", Settings()), PushOptions(save=True, summary="s")
    report = push([read_file(path)], lambda: cast("WikiClient", Wiki()), chosen, session, options)
    assert [page.saved is not None for page in report.pages] == [True]
    long = {text: times for text, times in read["lexed"].items() if times}
    assert set(long.values()) == {1}
    assert len(long) == 3
    assert max(read["table"].values()) == 1
