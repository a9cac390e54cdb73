"""pywikibot kept apart: its habits of executing files, asking questions and writing into HOME reach nobody."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

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


class Proxy(BaseHTTPRequestHandler):
    """An HTTP proxy: hands each request on, and keeps its headers."""

    passed: ClassVar[list[dict[str, str]]] = []

    def _hand_on(self) -> None:
        self.passed.append({name.lower(): value for name, value in self.headers.items()})
        target = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        there = HTTPConnection(target.netloc)
        kept = {name: value for name, value in self.headers.items() if not name.lower().startswith("proxy-")}
        there.request(self.command, f"{target.path}?{target.query}", body, kept)
        answer = there.getresponse()
        data = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in {"content-length", "transfer-encoding", "connection"}:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        there.close()

    do_GET = do_POST = _hand_on  # noqa: N815  # the names of the library

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's signature
        """Say nothing."""


@pytest.fixture
def proxy() -> Iterator[str]:
    """The address of a running proxy."""
    Proxy.passed.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def run(
    code: str, folder: Path, home: Path, given: str, *arguments: str, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder with a HOME of its own, and nothing else of the machine's environment but ``more``."""
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
        env=environment | more,
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


def hostile_home(tmp_path: Path) -> tuple[Path, Path, dict[str, str]]:
    """A working folder, a HOME whose .netrc has a password for this machine, and variables that name a proxy where nobody is."""
    work, home = tmp_path / "work", tmp_path / "home"
    for folder in (work, home):
        folder.mkdir()
        (folder / ".netrc").write_text("machine 127.0.0.1 login you password stolen\n", encoding="utf-8")
        (folder / ".netrc").chmod(0o600)
    nowhere = dict.fromkeys(("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"), "http://127.0.0.1:9")
    return work, home, {**nowhere, "NETRC": str(home / ".netrc")}


@pytest.mark.mediawiki
def test_neither_proxies_nor_passwords_of_the_environment_are_taken(wiki_139: Wiki, tmp_path: Path) -> None:
    """The wiki is reached directly, by both clients, though variables name a proxy where nobody listens."""
    work, home, variables = hostile_home(tmp_path)
    title = wiki_139.title("Прокси")
    wiki_139.person().write(title, "текст")
    given = "\n".join([wiki_139.address, wiki_139.bot_login, SECRET, str(tmp_path / "state"), title])
    done = run(_READ, work, home, given, **variables)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.mediawiki
def test_the_proxy_of_the_settings_is_the_wikis_for_every_client(wiki_139: Wiki, tmp_path: Path, proxy: str) -> None:
    """Probe and pywikibot go through it, and bring no password of .netrc along."""
    work, home, variables = hostile_home(tmp_path)
    title = wiki_139.title("Прокси")
    wiki_139.person().write(title, "текст")
    given = "\n".join([wiki_139.address, wiki_139.bot_login, SECRET, str(tmp_path / "state"), title])
    code = _READ.replace("clock=TestClock()", f"clock=TestClock(), proxy={proxy!r}")
    done = run(code, work, home, given, **variables)
    assert (done.returncode, done.stderr) == (0, "")
    agents = [headers.get("user-agent", "") for headers in Proxy.passed]
    assert any("Pywikibot" in agent for agent in agents)
    assert any("Pywikibot" not in agent for agent in agents)
    assert all("authorization" not in headers for headers in Proxy.passed)


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
