"""Plans for pages of a real wiki: applied through the gate, refused when the page has moved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.jobs.plan_file import read_plan
from bot.registries import addresses
from bot.review.decisions import accept
from bot.store import open_store
from bot.store.base import FILE_NAME
from tests.cli.command_line import mlwiki
from tests.mediawiki import BOT, SECRET, Wiki

pytestmark = pytest.mark.mediawiki

MARKUP = "Функция `fit` обучает модель."


@pytest.fixture
def settings(wiki_139: Wiki) -> dict[str, str]:
    """The environment of an editor."""
    return {
        "MLWIKI_CONTACT": "mailto:bot@example.org",
        "MLWIKI_WIKI_URL": wiki_139.address,
        "MLWIKI_WIKI_USER": wiki_139.bot_login,
        "MLWIKI_WIKI_PASSWORD": SECRET,
        "MLWIKI_WIKI_PROFILE": "mlru",
        "MLWIKI_WIKI_THROTTLE": "0",
        # the wiki is asked and nobody else: --offline would keep from the wiki, too
        **{f"MLWIKI_SERVICES_{name.upper()}_ENABLED": "false" for name in addresses()},
    }


def accepted_here(plan: dict[str, Any], folder: Path) -> dict[str, str]:
    """A store in which a person has accepted the plan's edits; the variable that names it."""
    state = folder / "kept"
    state.mkdir(exist_ok=True)
    with open_store(state / FILE_NAME) as store:
        for edit in read_plan("plan.json", json.dumps(plan)).pages[0].edits:
            accept(store, edit, "Автор")
    return {"MLWIKI_STATE": str(state)}


def test_a_plan_for_a_page_is_applied_to_that_revision_only(
    wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]
) -> None:
    """Shown, then saved with a summary made from the edits; a second apply is refused, for the page has moved."""
    title = wiki_139.title("План")
    wiki_139.person().write(title, MARKUP)
    made = mlwiki("tidy", f"title:{title}", "--plan", "plan.json", cwd=tmp_path, environment=settings)
    plan = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    assert plan["pages"][0]["title"] == title, made.err
    shown = mlwiki("apply", "plan.json", "--judge", "none", cwd=tmp_path, environment=settings)
    assert shown.code == 0, shown.err
    assert wiki_139.person().read(title) == MARKUP
    done = mlwiki("apply", "plan.json", "--judge", "none", "--save", cwd=tmp_path, environment=settings)
    assert done.code == 0, done.err
    newest = wiki_139.person().history(title)[0]
    assert (newest.user, newest.text) == (BOT, "Функция <code>fit</code> обучает модель.")
    assert "исправлено в разметке: 1" in newest.comment
    again = mlwiki("apply", "plan.json", "--judge", "none", "--save", cwd=tmp_path, environment=settings)
    assert (again.code, len(again.error_lines)) == (3, 1)
    assert str(newest.revid) in again.err


def test_an_edit_that_only_a_person_stands_for_is_judged_as_text(
    wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]
) -> None:
    """A person's own wording beside a citation that nobody confirmed is held: exit 3, and the page stays.

    Before that person has accepted those words into this store the plan is refused, whatever its own decisions say.
    """
    title = wiki_139.title("План")
    text = f"Книга говорит это.<ref>Иванов И. Книга. 1999.</ref> {MARKUP}\n<references/>"
    wiki_139.person().write(title, text)
    mlwiki("tidy", f"title:{title}", "--plan", "plan.json", cwd=tmp_path, environment=settings)
    plan = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    page = plan["pages"][0]
    word = text.index("говорит")
    page["edits"] = [
        {
            "id": "0123456789abcdef", "code": "ART002", "fix": "review", "message": "x", "needs": [],
            "spans": [{"start": word, "end": word + 7, "line": 1, "before": "говорит", "after": "доказывает"}],
        }
    ]  # fmt: skip
    page["decisions"] = [
        {"id": "0123456789abcdef", "decision": "accept", "reason": "", "by": "Автор", "at": None},
    ]
    (tmp_path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    refused = mlwiki("apply", "plan.json", "--judge", "none", "--save", cwd=tmp_path, environment=settings)
    assert (refused.code, len(refused.error_lines)) == (3, 1), refused.err
    assert "nobody here has accepted" in refused.err or "никто не принимал" in refused.err
    settings |= accepted_here(plan, tmp_path)
    held = mlwiki("apply", "plan.json", "--judge", "none", "--save", cwd=tmp_path, environment=settings)
    assert held.code == 3, held.err
    assert wiki_139.person().read(title) == text.rstrip()


def test_an_accepted_mark_is_saved_where_a_word_more_is_held(
    wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]
) -> None:
    """A mark brings neither words nor a citation, so that the gate asks nothing of it; anything more is a person's text."""
    title, english = wiki_139.title("План"), settings | {"MLWIKI_WIKI_PROFILE": "enwiki"}
    text = "The book says so.<ref>Smith J. A book. 1999.</ref> More of it.\n<references/>"
    wiki_139.person().write(title, text)
    mlwiki(
        "check",
        f"title:{title}",
        "--judge",
        "none",
        "--plan",
        "plan.json",
        cwd=tmp_path,
        environment=english,
    )
    plan = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    at = text.index(" More")
    mark = "{{Failed verification|date=November 2026}}"
    page = plan["pages"][0]
    page["decisions"].append({"id": "m1", "decision": "accept", "reason": "", "by": "Editor", "at": None})
    for after, code in ((mark + " or not", 3), (mark, 0)):
        span = {"start": at, "end": at, "line": 1, "before": "", "after": after}
        page["edits"] = [{"id": "m1", "code": "SUP102", "fix": "review", "message": "x", "needs": [], "spans": [span]}]
        (tmp_path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        kept = english | accepted_here(plan, tmp_path)
        done = mlwiki("apply", "plan.json", "--judge", "none", "--save", cwd=tmp_path, environment=kept)
        assert done.code == code, done.err
    newest = wiki_139.person().history(title)[0]
    assert newest.text == text.replace(" More", mark + " More")
    assert newest.user == BOT
    assert "одобрено человеком" in newest.comment
