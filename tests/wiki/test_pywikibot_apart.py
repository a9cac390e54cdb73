"""pywikibot kept apart: its habits of executing files, asking questions and writing into HOME reach nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mediawiki import APP, BOT, SECRET, Wiki

ROOT = Path(__file__).resolve().parents[2]

_READ = """
import logging, sys
from pathlib import Path
logging.basicConfig(level=logging.DEBUG, filename="LOG")
from bot.config import WikiSettings
from bot.wiki import open_wiki
from tests.wiki.clock import TestClock
url, user, secret, state, title = sys.stdin.read().split("\\n")
wiki = open_wiki(WikiSettings(url=url, user=user), password=secret, contact="x@example.org", state=Path(state), clock=TestClock())
page = wiki.read(title)
assert page is not None and page.text == "текст", page
assert wiki.account().name == user.partition("@")[0]
"""


def run(code: str, folder: Path, home: Path, given: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder with a HOME of its own, and nothing else of the machine's environment."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "USERPROFILE": str(home),
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.mediawiki
def test_a_hostile_user_config_is_never_executed(wiki_139: Wiki, tmp_path: Path) -> None:
    """Neither the current folder's file nor one named on the command line runs; nothing is created in either place or in HOME.

    No output, and no password in the log, even with every logger at DEBUG.
    """
    work, home, state = tmp_path / "work", tmp_path / "home", tmp_path / "state"
    for folder in (work, home, work / "families"):
        folder.mkdir()
    trap = f"open({str(tmp_path / 'SPRUNG')!r}, 'w').close()\n"
    (work / "user-config.py").write_text(trap, encoding="utf-8")
    (work / "families" / "trap_family.py").write_text(trap, encoding="utf-8")
    (home / ".pywikibot").mkdir()
    (home / ".pywikibot" / "user-config.py").write_text(trap, encoding="utf-8")
    before = sorted(str(path) for path in tmp_path.rglob("*"))
    title = wiki_139.title("Ловушка")
    wiki_139.person().write(title, "текст")
    given = "\n".join([wiki_139.address, wiki_139.bot_login, SECRET, str(state), title])
    done = run(_READ, work, home, given, f"-dir:{work}", "-v", "-config:user-config")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    log = work / "LOG"
    assert SECRET not in log.read_text(encoding="utf-8")
    log.unlink()
    after = sorted(str(path) for path in tmp_path.rglob("*") if state not in [path, *path.parents])
    assert after == before
    assert state.joinpath("pywikibot").stat().st_mode & 0o077 == 0
    kept = [path for path in state.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]
    assert kept == []


_SCRIPT = """
import pywikibot
site = pywikibot.Site()
site.login()
page = pywikibot.Page(site, input())
page.text += " и строка скрипта"
page.save("из скрипта", minor=False, quiet=True)
print(site.user())
"""


@pytest.mark.mediawiki
def test_the_user_config_of_this_project_works_with_pywikibot(wiki_139: Wiki, tmp_path: Path) -> None:
    """Copied with another wiki's address, it logs in by bot password and saves, without a warning."""
    work, home = tmp_path / "work", tmp_path / "home"
    work.mkdir()
    home.mkdir()
    config = (ROOT / "user-config.py").read_text(encoding="utf-8")
    ours = config.replace("http://www.machinelearning.ru/wiki/api.php", wiki_139.api)
    assert ours != config
    ours = ours.replace("minthrottle = 1", "minthrottle = 0").replace("put_throttle = 10.0", "put_throttle = 0")
    (work / "user-config.py").write_text(ours, encoding="utf-8")
    password = work / "user-password.py"
    password.write_text(f"({BOT!r}, BotPassword({APP!r}, {SECRET!r}))\n", encoding="utf-8")
    password.chmod(0o600)
    title = wiki_139.title("Скрипт")
    wiki_139.person().write(title, "текст")
    done = run(_SCRIPT, work, home, title)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [BOT]
    assert "Warning" not in done.stderr
    assert wiki_139.person().read(title) == "текст и строка скрипта"
    assert list(home.iterdir()) == []


def test_the_user_config_stays_small_and_holds_no_code() -> None:
    """At most 40 lines, imports nothing, calls nothing, and says from which MediaWiki on machinelearning.ru works there."""
    text = (ROOT / "user-config.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    code = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert all("import" not in line and "(" not in line for line in code)
    assert "1.31" in text
