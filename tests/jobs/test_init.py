"""A first settings file that loads, explains itself, and keeps the password out of itself."""

from __future__ import annotations

import os
import select
import stat
import sys
import tomllib
from pathlib import Path

import pytest

from bot.config.load import load
from bot.config.secrets import wiki_password
from bot.errors import OutputError
from bot.jobs.init import InitAnswers, guessed_profile, settings_text, write_settings
from bot.locale import Speech
from bot.model.ports import WikiInfo

EN = Speech("en")
NOBODY = "http://127.0.0.1:9/index.php"
FULL = InitAnswers("mailto:я@example.org", 'http://wiki.example.org/"x"', "mlru", "Бот@mlwiki", "openai", "m-1")


def test_what_was_answered_is_what_is_loaded(tmp_path: Path) -> None:
    """Every answer comes back from the file, odd characters included; nothing else is set."""
    path = write_settings(tmp_path, FULL, "пароль с пробелом", tmp_path / "state", EN)
    settings = load(path, {})
    assert (settings.contact, settings.wiki.url, settings.wiki.user) == (FULL.contact, FULL.url, FULL.user)
    assert (settings.wiki.profile, settings.judge.kind, settings.judge.model) == ("mlru", "openai", "m-1")
    assert wiki_password(settings.wiki, {}) == "пароль с пробелом"
    assert "пароль" not in path.read_text(encoding="utf-8")
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "state" / "wiki-password").stat().st_mode) == 0o600


def test_without_answers_everything_is_a_comment(tmp_path: Path) -> None:
    """Enter to each question gives a file of defaults that loads."""
    (tmp_path / "mlwiki.toml").write_text(settings_text(InitAnswers(), None, EN), encoding="utf-8")
    settings = load(tmp_path / "mlwiki.toml", {})
    assert set(settings.origins) == {"judge.kind"}


def test_the_comments_are_in_the_readers_language(tmp_path: Path) -> None:
    """A Russian file says the same settings as an English one, and no comment of it is left in English."""
    text = settings_text(FULL, tmp_path / "p", Speech("ru"))
    english = settings_text(FULL, tmp_path / "p", EN)
    assert tomllib.loads(text) == tomllib.loads(english)
    comments = {line.rpartition("  # ")[2] for line in english.splitlines() if "  # " in line}
    assert not [line for line in text.splitlines() if line.rpartition("  # ")[2] in comments]


def test_settings_that_are_there_stay(tmp_path: Path) -> None:
    """Init never overwrites."""
    (tmp_path / "mlwiki.toml").write_text('contact = "mine"\n', encoding="utf-8")
    with pytest.raises(OutputError, match="is there already"):
        write_settings(tmp_path, FULL, "", tmp_path / "state", EN)
    assert (tmp_path / "mlwiki.toml").read_text(encoding="utf-8") == 'contact = "mine"\n'


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_five_questions_in_a_terminal(tmp_path: Path) -> None:
    """As typed: an address where nobody answers, a word that is no markup, then one, an account, its password, a contact that is
    none, then one, no model.
    """
    import pty
    import subprocess

    mine, theirs = pty.openpty()
    environment = {**os.environ, "MLWIKI_STATE": str(tmp_path / "state"), "MLWIKI_LANG": "ru"}
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "init"], cwd=tmp_path, env=environment, stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True,
    ) as running:  # fmt: skip
        shown = ""
        for prompt, answer in (
            ("Адрес", NOBODY), ("Разметка", "вики"), ("Разметка", "mlru"), ("Учётная", "Бот"), ("пароль", "secret-1"),
            ("контакт", "не знаю"), ("контакт", "mailto:a@b"), ("модели", ""),
        ):  # fmt: skip
            while prompt not in shown:
                shown += os.read(mine, 4096).decode()
            shown = ""
            os.write(mine, (answer + "\n").encode())
        while running.poll() is None:
            if select.select([mine], [], [], 0.2)[0]:
                os.read(mine, 4096)
    os.close(mine)
    os.close(theirs)
    # nobody answers at that address: the settings are written, and the doctor's verdict is the exit code
    assert running.returncode == 4
    settings = load(tmp_path / "mlwiki.toml", {})
    assert (settings.wiki.user, settings.wiki.profile, settings.judge.kind) == ("Бот", "mlru", "embedded")
    assert settings.wiki.url == NOBODY
    assert wiki_password(settings.wiki, {}) == "secret-1"


@pytest.mark.parametrize(
    ("url", "version", "tags", "name"),
    [
        ("http://www.machinelearning.ru/wiki/index.php?title=SVM", None, "", "mlru"),
        ("https://ru.wikipedia.org/wiki/SVM", "1.45.0", "math ref", "ruwiki"),
        ("https://wiki.example.org/", "1.12.0", "tex ref", "mlru"),
        ("https://wiki.example.org/", "1.15.5", "math ref", "legacy"),
        ("https://wiki.example.org/", "1.39.4", "math ref", "modern"),
        ("https://wiki.example.org/", None, "", "modern"),
    ],
)
def test_the_profile_is_guessed_from_the_address_and_from_what_the_wiki_says(
    url: str, version: str | None, tags: str, name: str
) -> None:
    """A wiki's own profile by its host; else the release and the tags for formulas decide; nothing known is the newest."""
    said = None if version is None else WikiInfo(url, "Вики", version, "ru", frozenset(tags.split()), "form")
    assert guessed_profile(url, said) == name
