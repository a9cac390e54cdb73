"""Push onto a real MediaWiki: a faulty page is refused, a mended one saved, and a person can release what no machine confirms."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.push import exit_code
from bot.errors import EditConflict, NotAllowed
from bot.locale import Speech
from bot.model.words import Decision
from bot.review.decisions import waiting
from bot.review.terminal import Console, review
from bot.sample import draft_text, mended_text
from tests.e2e.stage import EMBEDDED, MODEL, stage
from tests.mediawiki import BOT, Wiki

pytestmark = pytest.mark.mediawiki


def test_the_faulty_sample_is_refused_with_reasons(wiki_139: Wiki, tmp_path: Path) -> None:
    """The gate blocks the page: exit 3, each proven fault among the reasons, and the wiki has no such page."""
    title = wiki_139.title("Смешанная точность")
    with stage(wiki_139, tmp_path, MODEL) as at:
        report = at.push([at.draft(title, draft_text())])
    assert exit_code(report) == 3
    gate = report.pages[0].check.gate
    assert gate.decision is Decision.block
    assert {"GATE101"} <= {reason.code for reason in gate.because}
    assert report.pages[0].saved is None
    assert wiki_139.person().read(title) is None


def test_the_mended_page_is_saved_with_the_scripted_model(wiki_139: Wiki, tmp_path: Path) -> None:
    """Saved and read back; file and sidecar then hold what the wiki has, and a second push is a null edit."""
    title = wiki_139.title("Смешанная точность")
    with stage(wiki_139, tmp_path, MODEL) as at:
        path = at.draft(title, mended_text())
        report = at.push([path])
        gate = report.pages[0].check.gate
        assert gate.because == ()
        saved = report.pages[0].saved
        assert saved is not None
        assert wiki_139.person().read(title) == report.pages[0].text.rstrip()
        newest = wiki_139.person().history(title)[0]
        assert (newest.revid, newest.user, newest.comment) == (saved.newid, BOT, "источники проверены")
        assert path.read_text(encoding="utf-8").rstrip() == report.pages[0].text.rstrip()
        again = at.push([path])
    assert again.pages[0].saved is None
    assert exit_code(again) == 0
    assert len(wiki_139.person().history(title)) == 1


def test_the_embedded_judge_holds_until_a_person_has_released_each_citation(wiki_139: Wiki, tmp_path: Path) -> None:
    """It confirms nothing, so the page holds and the two ways on are named; released one by one with a reason, it is saved."""
    title = wiki_139.title("Смешанная точность")
    with stage(wiki_139, tmp_path, EMBEDDED) as at:
        path = at.draft(title, mended_text())
        held = at.push([path])
        assert exit_code(held) == 3
        assert held.pages[0].check.gate.decision is Decision.hold
        said = " ".join(str(hint) for hint in held.hints)
        assert "--judge openai" in said
        assert "mlwiki review" in said
        assert wiki_139.person().read(title) is None

        items = waiting(at.check(path, title))
        assert items
        half, rest = len(items) // 2, len(items) - len(items) // 2
        shown: list[str] = []
        assert review(items, at.store, script(["y", "прочитано"] * half + ["q"], shown), "Автор") == rest
        assert exit_code(at.push([path])) == 3
        assert review(items, at.store, script(["y", "прочитано"] * rest, shown), "Автор") == 0
        assert any("утверждение:" in line for line in shown)

        released = at.push([path])
        assert released.pages[0].saved is not None
    assert wiki_139.person().read(title) == released.pages[0].text.rstrip()


def script(lines: list[str], shown: list[str]) -> Console:
    """A person who types these lines and then leaves."""
    waiting_lines = iter(lines)

    def ask(_: str) -> str:
        line = next(waiting_lines, None)
        if line is None:
            raise EOFError
        return line

    return Console(ask, shown.append, Speech("ru"))


def test_a_page_that_moved_is_not_overwritten(wiki_139: Wiki, tmp_path: Path) -> None:
    """Somebody edited between pull and push: the push says so with both revisions, and their text stays."""
    title = wiki_139.title("Страница")
    person = wiki_139.person()
    first = person.write(title, "Первый текст без сносок.")
    with stage(wiki_139, tmp_path, MODEL) as at:
        from bot.jobs.pull import pull
        from bot.jobs.session import Quiet

        pull(at.client, [title], at.folder, Quiet())
        path = next(at.folder.glob("*.wiki"))
        path.write_text("Мой текст без сносок.", encoding="utf-8")
        second = person.write(title, "Их текст без сносок.")
        with pytest.raises(EditConflict) as caught:
            at.push([path])
    assert str(first) in str(caught.value)
    assert str(second) in str(caught.value)
    assert person.read(title) == "Их текст без сносок."


def test_a_file_that_was_not_pulled_may_only_create(wiki_139: Wiki, tmp_path: Path) -> None:
    """A draft under the name of an existing page never replaces it."""
    title = wiki_139.title("Чужая страница")
    wiki_139.person().write(title, "Чужой текст.")
    with stage(wiki_139, tmp_path, MODEL) as at, pytest.raises(NotAllowed):
        at.push([at.draft(title, "Мой текст.")])
    assert wiki_139.person().read(title) == "Чужой текст."


def test_an_old_fault_elsewhere_does_not_stop_a_small_edit(wiki_139: Wiki, tmp_path: Path) -> None:
    """Only citations whose note or claim differs from the base revision are judged."""
    title = wiki_139.title("Смешанная точность")
    wiki_139.person().write(title, draft_text())
    with stage(wiki_139, tmp_path, MODEL) as at:
        from bot.jobs.pull import pull
        from bot.jobs.session import Quiet

        pull(at.client, [title], at.folder, Quiet())
        path = next(at.folder.glob("*.wiki"))
        path.write_text(
            path.read_text(encoding="utf-8") + "\n== Ссылки ==\nСм. также [[Нейронная сеть]].\n", encoding="utf-8"
        )
        report = at.push([path])
    assert report.pages[0].saved is not None, report.pages[0].check.gate
    assert "== Ссылки ==" in (wiki_139.person().read(title) or "")
