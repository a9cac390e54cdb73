"""``mlwiki trust``, the question of a terminal, and where the settings files in use are named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.config import Settings, SettingsFile, Standing
from bot.config.secrets import tell_first
from bot.model.message import msg
from tests.cli.command_line import Ran, mlwiki

HARMFUL = '[judge]\ntoken_command = "touch ran"\n[store]\npath = "mine"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with settings that need trust, and a page."""
    (tmp_path / "mlwiki.toml").write_text(HARMFUL, encoding="utf-8")
    (tmp_path / "page.wiki").write_text("Текст.\n", encoding="utf-8")
    return tmp_path


def test_trust_shows_what_it_is_given_to(folder: Path) -> None:
    """Each harmful setting with its value; the line for CI is the only data."""
    refused = mlwiki("tidy", "page.wiki", cwd=folder)
    assert (refused.code, len(refused.error_lines)) == (2, 1)
    assert "judge.token_command, store.path" in refused.err
    told = mlwiki("trust", cwd=folder)
    assert told.code == 0
    assert '\n  store.path = "mine"  # takes decisions from elsewhere\n' in told.err
    assert '  judge.token_command = "touch ran"  # runs a command\n' in told.err
    assert told.text.startswith(f"MLWIKI_TRUST={(folder / 'mlwiki.toml').resolve()}@sha256:")
    assert mlwiki("tidy", "page.wiki", cwd=folder).code == 0
    assert f"# {(folder / 'mlwiki.toml').resolve()}: trusted" in mlwiki("config", "show", cwd=folder).text.splitlines()
    assert mlwiki("trust", "--remove", cwd=folder).code == 0
    assert mlwiki("tidy", "page.wiki", cwd=folder).code == 2
    word = told.text.strip().removeprefix("MLWIKI_TRUST=")
    assert mlwiki("tidy", "page.wiki", cwd=folder, environment={"MLWIKI_TRUST": word}).code == 0


def test_what_is_no_settings_file_cannot_be_trusted(folder: Path) -> None:
    """A missing file, a broken one, one with an unknown setting: one line each."""
    (folder / "other.toml").write_text("[wiki]\nusr = 1\n", encoding="utf-8")
    for name in ("absent.toml", "other.toml", "page.wiki"):
        told = mlwiki("trust", name, cwd=folder)
        assert (told.code, len(told.error_lines)) == (2, 1), told.err


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("", 2), ("no", 2)])
def test_a_person_at_a_terminal_is_asked(folder: Path, answer: str, code: int) -> None:
    """Once: a yes is remembered, anything else ends the command as without a terminal."""
    shown, ended = at_a_terminal(folder, answer, "tidy", "page.wiki")
    assert ended == code
    assert 'store.path = "mine"' in shown
    assert mlwiki("tidy", "page.wiki", cwd=folder).code == code


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_nothing_of_the_file_acts_on_the_terminal(folder: Path) -> None:
    """Control characters and marks of direction are shown by their numbers; such values are then no values at all."""
    (folder / "mlwiki.toml").write_text('[judge]\ntoken_command = "x \\u001b[2J\\u202eran"\n', encoding="utf-8")
    shown, ended = at_a_terminal(folder, "y", "tidy", "page.wiki")
    assert ended == 2
    assert "\\u001b[2J\\u202eran" in shown
    assert not {"\x1b", "\u202e"} & set(shown)


def at_a_terminal(folder: Path, answer: str, *words: str) -> tuple[str, int]:
    """What a command shows whose question is answered, and its exit code."""
    import pty

    mine, theirs = pty.openpty()
    environment = {**os.environ, "MLWIKI_STATE": str(folder / "state"), "MLWIKI_LANG": "en"}
    with subprocess.Popen(
        [sys.executable, "-m", "bot", *words], cwd=folder, env=environment, stdin=theirs, stdout=subprocess.DEVNULL,
        stderr=theirs, start_new_session=True,
    ) as running:  # fmt: skip
        os.close(theirs)
        shown = ""
        while "[y/N]" not in shown:
            shown += os.read(mine, 4096).decode()
        os.write(mine, f"{answer}\n".encode())
        while True:
            try:
                data = os.read(mine, 4096)
            except OSError:  # Linux: the other end is closed
                break
            if not data:
                break
            shown += data.decode()
    os.close(mine)
    return shown, running.returncode


def test_doctor_names_the_file_in_use(folder: Path) -> None:
    """And why it is believed; without any it says so."""
    settings = folder / "named.toml"
    settings.write_text('[judge]\nkind = "none"\n', encoding="utf-8")

    def doctor(*words: str, **more: str) -> Ran:
        return mlwiki("doctor", *words, cwd=folder, environment=more)

    assert f"{settings} (named by --config or MLWIKI_CONFIG)" in doctor("--config", str(settings)).text
    assert f"{settings} (named by --config or MLWIKI_CONFIG)" in doctor(MLWIKI_CONFIG=str(settings)).text
    (folder / "mlwiki.toml").unlink()
    assert "settings: no file" in doctor().text


def test_before_a_secret_leaves_first_the_file_that_says_so_is_named() -> None:
    """Once for each secret, address and file; not where the environment alone says where it goes, and not when nobody listens."""
    told: list[str] = []
    by_file = Settings(files=(SettingsFile("/x/mlwiki.toml", Standing.trusted),))
    what = msg("the password of {user}", user="Bot")
    tell_first(what, "https://a.example/index.php", Settings(), lambda one: told.append(str(one)))
    tell_first(what, "https://a.example/index.php", by_file, None)
    assert told == []
    for address in ("https://me:pw@a.example/index.php", "https://a.example/", "https://b.example/"):
        tell_first(what, address, by_file, lambda one: told.append(str(one)))
    assert len(told) == 2
    assert told[0].startswith("the password of Bot goes to a.example, by the settings of /x/mlwiki.toml")
    assert "b.example" in told[1]
