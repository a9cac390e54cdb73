"""``mlwiki review`` in a real terminal of 80 columns, typed by a script."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.chat_draft import chat_draft
from tests.mediawiki import SECRET, Wiki

pty = pytest.importorskip("pty", reason="pseudo-terminals are a thing of Unix")

LONG = (
    "Метод `fit` учит, и это очень длинное предложение, которое не помещается в одну строку из восьмидесяти столбцов."
)
DRAFT = f"{LONG}\n\nМетод `predict` отвечает.\n"


def typed(
    folder: Path, *words: str, keys: list[str], settings: Mapping[str, str] | None = None, enter: str = "\n"
) -> tuple[int, str]:
    """Run the command on a terminal without colour; answer each prompt with the next line. Its exit code and what it showed.

    ``enter`` "" presses keys alone.
    """
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MLWIKI_")}
    environment |= {"MLWIKI_STATE": str(folder / "state"), "MLWIKI_LANG": "en", "TERM": "dumb", "COLUMNS": "80"}
    environment |= {"DISPLAY": "", "WAYLAND_DISPLAY": ""} | dict(settings or {})
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "review", *words],
        cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    shown, waiting, seen = "", list(keys), 0
    end = time.monotonic() + 60
    while time.monotonic() < end:
        ready, _, _ = select.select([ours], [], [], 0.2)
        if ready:
            try:
                piece = os.read(ours, 65_536)
            except OSError:  # Linux says so when the other side has closed
                break
            if not piece:
                break
            shown += piece.decode("utf-8", "replace")
        if waiting and re.search(r"(\]\??|»\):|reason:) $", shown[seen:]):
            seen = len(shown)
            os.write(ours, (waiting.pop(0) + enter).encode())
    assert process.stderr is not None
    error = process.stderr.read().decode("utf-8", "replace")
    process.stderr.close()
    os.close(ours)
    return process.wait(10), shown + error


def test_a_person_reviews_and_writes_a_draft(tmp_path: Path) -> None:
    """One edit taken, one left; the file is written after a yes, its original kept; no line is wider than the terminal."""
    (tmp_path / "draft.wiki").write_text(DRAFT, encoding="utf-8")
    code, shown = typed(tmp_path, "draft.wiki", "--profile", "mlru", "--edits-only", keys=["y", "n", "y"])
    assert code == 0, shown
    text = (tmp_path / "draft.wiki").read_text(encoding="utf-8")
    assert "<code>fit</code>" in text
    assert "`predict`" in text
    assert (tmp_path / "draft.wiki.orig").read_text(encoding="utf-8") == DRAFT
    assert "\x1b[" not in shown
    assert max(len(line) for line in shown.replace("\r", "").split("\n") if not line.startswith("[y n")) <= 80


def test_one_key_decides_without_enter(tmp_path: Path) -> None:
    """A whole draft: all its edits by two keys, a yes to write; an arrow and a key of another layout are read, too."""
    (tmp_path / "draft.wiki").write_text(DRAFT, encoding="utf-8")
    keys = ["\x1b[B", "\x1b[A", "A", "з", "y"]
    code, shown = typed(tmp_path, "draft.wiki", "--profile", "mlru", "--edits-only", keys=keys, enter="")
    assert code == 0, shown
    text = (tmp_path / "draft.wiki").read_text(encoding="utf-8")
    assert "<code>fit</code>" in text
    assert "<code>predict</code>" in text


def test_a_long_draft_is_written_after_at_most_ten_keys(tmp_path: Path) -> None:
    """``A``, ``p`` for all of the page, ``q`` past what no edit mends, yes to writing: no Markdown and no token is left."""
    (tmp_path / "draft.wiki").write_text(chat_draft(), encoding="utf-8")
    code, shown = typed(
        tmp_path, "draft.wiki", "--profile", "mlru", "--edits-only", keys=["A", "p", "q", "y"], enter=""
    )
    assert code == 1, shown[-2000:]
    text = (tmp_path / "draft.wiki").read_text(encoding="utf-8")
    for residue in ("**П", "## ", "|---", "contentReference", "$$"):
        assert residue not in text


def test_leaving_writes_nothing_and_the_next_time_goes_on(tmp_path: Path) -> None:
    """The first answer is kept; the second review asks only the second edit, and a no at the end leaves the file."""
    (tmp_path / "draft.wiki").write_text(DRAFT, encoding="utf-8")
    words = ("draft.wiki", "--profile", "mlru", "--edits-only")
    code, _ = typed(tmp_path, *words, keys=["y", "q", ""])
    assert code == 1
    code, shown = typed(tmp_path, *words, keys=["y", ""])
    assert code == 0, shown
    assert "1/1" in shown
    assert "predict" in shown
    assert (tmp_path / "draft.wiki").read_text(encoding="utf-8") == DRAFT


@pytest.mark.mediawiki
def test_a_page_of_a_real_wiki_is_saved_with_the_persons_summary(wiki_139: Wiki, tmp_path: Path) -> None:
    """With an account: one edit taken, a yes, words for the history; one revision more, and it is said which."""
    title = wiki_139.title("Обзор")
    person = wiki_139.person()
    before = person.write(title, "Функция `fit` учит.\n")
    settings = {
        "MLWIKI_WIKI_URL": wiki_139.address,
        "MLWIKI_WIKI_PROFILE": "mlru",
        "MLWIKI_WIKI_THROTTLE": "0",
        "MLWIKI_WIKI_USER": wiki_139.bot_login,
        "MLWIKI_WIKI_PASSWORD": SECRET,
        "MLWIKI_CONTACT": "mailto:bot@example.org",
    }
    keys = ["y", "y", "общеизвестно", "y", "просмотрено"]  # the edit; the page without a source; write; the summary
    code, shown = typed(tmp_path, f"title:{title}", "--judge", "none", keys=keys, settings=settings)
    after = person.history(title, 1)[0]
    assert (code, after.text.strip(), after.comment) == (0, "Функция <code>fit</code> учит.", "просмотрено"), shown
    assert f"Saved: revision {after.revid} over {before}." in shown


@pytest.mark.mediawiki
def test_without_an_account_the_text_waits_in_a_file(wiki_139: Wiki, tmp_path: Path) -> None:
    """Nothing is saved; the edit form is named, and it is said when somebody else has saved meanwhile."""
    title = wiki_139.title("Обзор")
    person = wiki_139.person()
    revision = person.write(title, "Функция `fit` учит.\n")
    settings = {"MLWIKI_WIKI_URL": wiki_139.address, "MLWIKI_WIKI_PROFILE": "mlru"}
    old = f"{wiki_139.address}?oldid={revision}"
    person.write(title, "Функция `fit` учит, и не одна.\n")
    code, shown = typed(tmp_path, old, "--judge", "none", keys=["y", "y", "общеизвестно"], settings=settings)
    assert code == 0, shown
    assert "has moved since it was read" in " ".join(shown.split())
    assert "action=edit" in shown
    assert person.history(title, 1)[0].text.strip() == "Функция `fit` учит, и не одна."
    mended = next(tmp_path.glob("*.mended.wiki")).read_text(encoding="utf-8")
    assert mended.strip() == "Функция <code>fit</code> учит."
