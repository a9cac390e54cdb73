"""One grep over everything that a session with a wiki leaves behind: no password and no key in any of it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, quote_plus, urlsplit

import pytest

from tests.fakes.mw112 import MiniWiki, serve
from tests.wiki.stages import StandInStage

PASSWORD = "тайна-0f8e1c-wiki"
KEY = "sk-0f8e1c-judge"
ROOT = Path(__file__).resolve().parents[2]
COPIES = (
    "Раз.<ref>Иванов И. И. Труд о методах. — М., 2001. — 100 с.</ref> "
    "Два.<ref>Иванов И. И. Труд о методах. — М., 2001. — 100 с.</ref> "
    "Три.<ref>[{source} Источник]</ref>\n\n<references />"
)
#: Makes the program break in the middle of a save, with the password within reach.
BROKEN = """
import bot.wiki.form_saver as form
form.FormSaver.write = lambda self, order: self._reader._password.nothing
"""


@dataclass
class Session:
    """Commands in a folder, and all that they showed."""

    folder: Path
    old: StandInStage
    shown: list[bytes] = field(default_factory=list)
    processes: list[bytes] = field(default_factory=list)

    def mlwiki(self, *words: str, **more: str) -> int:
        """Run a command and watch it; its exit code."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MLWIKI_")}
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        ours = {"MLWIKI_STATE": str(self.folder / "state"), "MLWIKI_LANG": "en", "PYTHONUTF8": "1"}
        ours["MLWIKI_CONFIG"] = str(self.folder / "mlwiki.toml")
        paths = os.pathsep.join([str(self.folder / "broken"), str(ROOT)])
        running = subprocess.Popen(
            [sys.executable, "-m", "bot", *words],
            cwd=self.folder,
            env=kept | ours | {"TMPDIR": str(temporary), "PYTHONPATH": paths} | more,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        ended = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(running.pid, ended))
        watcher.start()
        out, err = running.communicate(timeout=120)
        ended.set()
        watcher.join()
        self.shown += [out, err]
        return running.returncode

    def _watch(self, pid: int, ended: threading.Event) -> None:
        """Command line and environment of the process and its children, as `ps` would show them."""
        while not ended.wait(0.05):
            for number in (pid, *_children(pid)):
                for part in ("cmdline", "environ"):
                    try:
                        self.processes.append(Path(f"/proc/{number}/{part}").read_bytes())
                    except OSError:
                        continue


def _children(pid: int) -> list[int]:
    try:
        return [int(number) for number in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A wiki of 1.12 with one page to mend, an account whose password lies in a private file, a judge with a key."""
    wiki = MiniWiki()
    with serve(wiki) as address:
        old = StandInStage(wiki, address, tmp_path / "people")
        wiki.users[old.bot].password = PASSWORD
        old.person_writes("Источник", "Слова источника.")
        old.person_writes("Страница", COPIES.format(source=f"{address}?title={quote('Источник')}&action=raw"))
        secret = tmp_path / "password"
        secret.write_text(PASSWORD, encoding="utf-8")
        secret.chmod(0o600)
        (tmp_path / "mlwiki.toml").write_text(
            f'contact = "mailto:bot@example.org"\n[wiki]\nurl = "{address}"\nuser = "{old.bot}"\nprofile = "mlru"\n'
            f'password_file = "{secret}"\nthrottle = 0.0\n[judge]\nkind = "none"\n'
            f'[network]\nallow_hosts = ["{urlsplit(address).netloc}"]\n'
            '[run]\nreport_page = "Участник:МойБот/Отчёт"\n',
            encoding="utf-8",
        )
        yield Session(tmp_path, old)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc to look at processes")
def test_nothing_that_is_left_behind_holds_a_secret(session: Session) -> None:
    """Output, log with -v, reports, a cassette, the store, a crash with its traceback, the list of processes."""
    key = {"MLWIKI_JUDGE_API_KEY": KEY}
    at = session.folder
    recorded = ("--record", "cassette.yaml", "--format", "json", "--output", "report.json")
    codes = {
        "doctor": session.mlwiki("doctor", **key),
        "settings": session.mlwiki("config", "show", **key),
        "pull": session.mlwiki("pull", "Страница", "-v", **key),
        "check": session.mlwiki("check", "Страница", "-v", *recorded, **key),
        "push": session.mlwiki("push", "pages/Страница.wiki", "--save", "-m", "сноски", "-v", **key),
    }
    session.old.person_writes("Другая", COPIES.format(source="http://127.0.0.1:1/"))
    codes["run"] = session.mlwiki("run", "--save", "-v", "--format", "json", **key)
    codes["status"] = session.mlwiki("status", "--format", "json", **key)
    wrong = {"MLWIKI_WIKI_PASSWORD_FILE": str(at / "other"), "MLWIKI_WIKI_USER": "Человек"}
    (at / "other").write_text(PASSWORD, encoding="utf-8")
    (at / "other").chmod(0o600)
    codes["refused"] = session.mlwiki("push", "pages/Страница.wiki", "--save", "-m", "ещё", "-v", **key, **wrong)
    (at / "broken").mkdir()
    (at / "broken" / "sitecustomize.py").write_text(BROKEN, encoding="utf-8")
    session.old.person_writes("Третья", COPIES.format(source="http://127.0.0.1:1/"))
    codes["crash"] = session.mlwiki("run", "--save", "-v", **key)

    said = b"".join(session.shown).decode("utf-8", "replace")
    assert (codes["settings"], codes["refused"], codes["crash"]) == (0, 3, 5), (codes, said)
    assert len(session.old.history("Страница")) > 1, (codes, said)
    assert (at / "cassette.yaml").stat().st_size > 200
    mine = {at / "password", at / "other"}
    files = {path: path.read_bytes() for path in at.rglob("*") if path.is_file() and path not in mine}
    assert {"report.json", "cassette.yaml", "Страница.wiki"} <= {path.name for path in files}
    assert any("state" in path.parts for path in files)
    (crash,) = (text.decode() for path, text in files.items() if path.name.startswith("mlwiki-bug-"))
    assert "AttributeError: 'str' object has no attribute 'nothing'" in crash
    assert len(session.processes) > 20
    places = {"output": b"".join(session.shown), **{str(path): text for path, text in files.items()}}
    for secret in (PASSWORD, quote(PASSWORD), quote_plus(PASSWORD), PASSWORD.encode("unicode_escape").decode()):
        assert [place for place, text in places.items() if secret.encode() in text] == []
        assert not any(secret.encode() in shown for shown in session.processes)
    assert [place for place, text in places.items() if KEY.encode() in text] == []
