"""The whole way on MediaWiki 1.12, the first user's wiki: a stand-in held against recordings of the real one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.push import exit_code
from bot.config import WikiSettings
from bot.errors import EditConflict, InputError, NotAllowed
from bot.jobs.apply import ApplyOptions, apply
from bot.jobs.pull import pull
from bot.jobs.session import Quiet
from bot.jobs.tidy import tidy
from bot.model.words import Decision
from bot.review.finish import plan_of
from bot.sample import draft_text, mended_text
from tests.e2e.stage import MODEL, Stage, connected
from tests.fakes.mw112 import MiniWiki, parse
from tests.fakes.mw112.server import serve
from tests.wiki.stages import OLD_PASSWORD, StandInStage


@pytest.fixture
def old(tmp_path: Path) -> Iterator[tuple[StandInStage, Stage]]:
    """A stand-in of 1.12 with people on it, and a push connected to it."""
    wiki = MiniWiki()
    with serve(wiki) as address:
        people = StandInStage(wiki, address, tmp_path / "people")
        settings = WikiSettings(url=address, user=people.bot, profile="mlru", throttle=0.0)
        with connected(settings, OLD_PASSWORD, tmp_path, MODEL, people.clock) as at:
            yield people, at


def test_a_draft_is_refused_mended_and_saved_through_the_edit_form(old: tuple[StandInStage, Stage]) -> None:
    """No edit API, one attribute a ref, no list-defined refs: the same gate, the same bytes, read back from the history."""
    people, at = old
    title = people.title("Смешанная точность")
    assert at.client.describe().version.startswith("1.12")
    path = at.draft(title, draft_text())
    refused = at.push([path])
    assert (exit_code(refused), refused.pages[0].saved) == (3, None)
    assert people.history(title) == []

    path.write_text(mended_text(), encoding="utf-8")
    saved = at.push([path])
    assert saved.pages[0].check.gate.decision is Decision.passed, saved.pages[0].check.gate
    newest = people.history(title)[0]
    assert saved.pages[0].saved is not None
    assert newest.revid == saved.pages[0].saved.newid
    assert (newest.user, newest.comment) == (people.bot, "источники проверены")
    assert newest.text.rstrip() == saved.pages[0].text.rstrip()
    people.pass_time()
    assert at.push([path]).pages[0].saved is None
    assert len(people.history(title)) == 1


def test_a_person_between_pull_and_push_keeps_their_text(old: tuple[StandInStage, Stage]) -> None:
    """1.12 would merge or overwrite in silence; the push refuses and names both revisions."""
    people, at = old
    title = people.title()
    first = people.person_writes(title, "Первый текст без сносок.")
    pull(at.client, [title], at.folder, Quiet())
    path = next(at.folder.glob("*.wiki"))
    path.write_text("Мой текст без сносок.", encoding="utf-8")
    second = people.person_writes(title, "Их текст без сносок.")
    with pytest.raises(EditConflict) as caught:
        at.push([path])
    assert str(first) in str(caught.value)
    assert str(second) in str(caught.value)
    assert people.history(title)[0].text == "Их текст без сносок."


def test_a_push_that_the_wiki_would_render_with_a_loss_is_refused(old: tuple[StandInStage, Stage]) -> None:
    """A replica that stops at named refs: merging the copies would lose a note, so nothing is saved; else it is."""
    people, at = old
    source = "<ref>Иванов И. И. Труд о методах. — М., 2001. — 100 с.</ref>"
    title = people.title()
    people.person_writes(title, f"Раз.{source} Два.{source}\n\n<references />")
    pull(at.client, [title], at.folder, Quiet())
    path = next(at.folder.glob("*.wiki"))
    people.wiki.renders = lambda text: parse.html(text.partition("<ref name")[0])
    with pytest.raises(NotAllowed) as caught:
        at.push([path])
    assert caught.value.code == "WIKI010"
    assert len(people.history(title)) == 1
    people.wiki.renders = parse.html
    assert at.push([path]).pages[0].saved is not None
    assert people.history(title)[0].text.count("Труд о методах") == 1


def test_a_plan_that_the_wiki_would_render_with_a_loss_is_not_applied(old: tuple[StandInStage, Stage]) -> None:
    """The same for `apply`: the plan stays good, and is applied once the wiki renders what it should."""
    people, at = old
    source = "<ref>Иванов И. И. Труд о методах. — М., 2001. — 100 с.</ref>"
    title = people.title()
    people.person_writes(title, f"Раз.{source} Два.{source}\n\n<references />")
    page = at.client.read(title)
    assert page is not None
    chosen = at.chosen.on(at.client.describe())
    plan = plan_of(tidy([replace(page, name=f"title:{title}")], chosen, Quiet()).pages, at.store, "Человек")
    people.wiki.renders = lambda text: parse.html(text.partition("<ref name")[0])
    with pytest.raises(NotAllowed, match="Труд о методах"):
        apply(plan, lambda: at.client, at.chosen, at.session, ApplyOptions(save=True))
    assert len(people.history(title)) == 1
    people.wiki.renders = parse.html
    report = apply(plan, lambda: at.client, at.chosen, at.session, ApplyOptions(save=True))
    assert report.pages[0].saved is not None
    assert people.history(title)[0].text.count("Труд о методах") == 1


def test_a_conflict_has_a_way_out(old: tuple[StandInStage, Stage]) -> None:
    """Both changed one line: pull lays both versions beside the file; settled and renamed, the file is pushed onto the newest."""
    people, at = old
    title = people.title("Страница")
    people.person_writes(title, "== Раздел ==\n\nодин\n\nдва\n")
    pull(at.client, [title], at.folder, Quiet())
    path = next(at.folder.glob("*.wiki"))
    path.write_text("== Раздел ==\n\n[[Мой]]\n\nдва\n", encoding="utf-8")
    newest = people.person_writes(title, "== Раздел ==\n\n[[Их]]\n\nдва\n\n[[Категория:Методы]]\n")
    with pytest.raises(EditConflict):
        at.push([path])
    report = pull(at.client, [title], at.folder, Quiet())
    assert report.pages[0].overtaken
    merged, theirs = (path.with_name(path.name + end) for end in (".merged", ".theirs"))
    assert merged.name in str(report.pages[0].note)
    assert theirs.read_text(encoding="utf-8").rstrip() == "== Раздел ==\n\n[[Их]]\n\nдва\n\n[[Категория:Методы]]"
    marked = merged.read_text(encoding="utf-8")
    assert "<<<<<<< mine\n[[Мой]]\n=======\n[[Их]]\n>>>>>>> revision" in marked
    assert path.read_text(encoding="utf-8") == "== Раздел ==\n\n[[Мой]]\n\nдва\n"
    with pytest.raises(EditConflict):  # not settled yet
        at.push([path])
    merged.rename(path)
    with pytest.raises(InputError) as caught:
        at.push([path])
    assert "line 3" in str(caught.value)
    path.write_text("== Раздел ==\n\n[[Мой]] и [[Их]]\n\nдва\n\n[[Категория:Методы]]\n", encoding="utf-8")
    pushed = at.push([path]).pages[0]
    assert pushed.saved is not None, pushed.check.gate
    assert pushed.saved.oldid == newest
    assert people.history(title)[0].text.rstrip() == "== Раздел ==\n\n[[Мой]] и [[Их]]\n\nдва\n\n[[Категория:Методы]]"
    assert not theirs.exists()


def test_a_settled_conflict_that_was_overtaken_again_is_one_again(old: tuple[StandInStage, Stage]) -> None:
    """Somebody saved while it was being settled: nothing of theirs is written over."""
    people, at = old
    title = people.title("Страница")
    people.person_writes(title, "[[один]]")
    pull(at.client, [title], at.folder, Quiet())
    path = next(at.folder.glob("*.wiki"))
    path.write_text("[[мой]]", encoding="utf-8")
    people.person_writes(title, "[[их]]")
    pull(at.client, [title], at.folder, Quiet())
    path.with_name(path.name + ".merged").rename(path)
    path.write_text("[[мой]] [[их]]", encoding="utf-8")
    people.person_writes(title, "[[их новее]]")
    with pytest.raises(EditConflict):
        at.push([path])
    assert people.history(title)[0].text.rstrip() == "[[их новее]]"
