"""Debian's MediaWiki 1.39 on SQLite, served by PHP's own server: a real wiki for tests, installed in a few seconds.

Tests that use the fixture ``wiki_139`` carry ``@pytest.mark.mediawiki``. Where PHP or MediaWiki are absent they are skipped
with the reason; with ``mediawiki`` in the environment variable MLWIKI_REQUIRE (as in CI) their absence is a failure.
By hand: ``python -m tests.mediawiki`` serves a fresh wiki until interrupted.
"""

from __future__ import annotations

import http.cookiejar
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pytest

from bot.config import WikiSettings

#: Read once, at import: the guard in conftest hides every MLWIKI_ variable from the tests themselves.
REQUIRED = frozenset(os.environ.get("MLWIKI_REQUIRE", "").replace(",", " ").split())
#: Every run takes a promise through two clients, pywikibot on 1.39 and the form on the stand-in of 1.12; the night through all.
NIGHT = os.environ.get("MLWIKI_NIGHT", "") == "1"
SOURCE = Path("/usr/share/mediawiki")
PHP_MODULES = ("pdo_sqlite", "xml", "mbstring", "intl")

BOT = "МойБот"
APP = "mlwiki"
SECRET = "0123456789abcdef0123456789abcdef"
#: Main password of every account of the wiki, and of Admin, who may delete, protect and block.
PASSWORD = "MainPass-1234567"
ADMIN = "Admin"
#: Extra settings are written here by a test and read by every request.
KNOBS = "knobs.php"

_EXTRA_SETTINGS = """
# what the tests add: nothing is cached, nothing is limited, accounts' names may be Cyrillic
$wgRateLimits = [];
$wgJobRunRate = 0;
$wgEnableEmail = false;
$wgDisableCounters = true;
$wgReadOnlyFile = __DIR__ . '/READONLY';
if ( is_file( __DIR__ . '/knobs.php' ) ) { require __DIR__ . '/knobs.php'; }
"""


class ApiRefusal(Exception):  # it is what the wiki answered, not a fault of the harness
    """The wiki answered a helper's request with an error; ``code`` is MediaWiki's."""

    def __init__(self, code: str, info: str) -> None:
        super().__init__(f"{code}: {info}")
        self.code = code


class Person:
    """Somebody else at the wiki, with a browser's session of their own, working over the API (never through our clients)."""

    def __init__(self, api: str, name: str, password: str) -> None:
        self.name = name
        self._api = api
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), jar)
        self._csrf = ""
        token = self.call(action="query", meta="tokens", type="login")["query"]["tokens"]["logintoken"]
        answer = self.call(action="login", lgname=name, lgpassword=password, lgtoken=token)
        if answer["login"]["result"] != "Success":
            raise ApiRefusal("login", str(answer))

    def call(self, **parameters: str) -> dict[str, Any]:
        """One POST to the API. Raises ApiRefusal."""
        fields = {"format": "json", "formatversion": "2", **parameters}
        with self._opener.open(self._api, urllib.parse.urlencode(fields).encode(), timeout=60) as answer:
            data: dict[str, Any] = json.load(answer)
        if "error" in data:
            raise ApiRefusal(data["error"]["code"], data["error"]["info"])
        return data

    def change(self, **parameters: str) -> dict[str, Any]:
        """A request that needs a token."""
        if not self._csrf:
            self._csrf = self.call(action="query", meta="tokens")["query"]["tokens"]["csrftoken"]
        return self.call(token=self._csrf, **parameters)

    def write(self, title: str, text: str, summary: str = "правка человека", **more: str) -> int:
        """Save a page as this person; the new revision id (0 for a null edit). More parameters as action=edit takes them."""
        answer = self.change(action="edit", title=title, text=text, summary=summary, **more)
        return int(answer["edit"].get("newrevid", 0))

    def read(self, title: str) -> str | None:
        """The current text, or None."""
        found = self.history(title, limit=1)
        return found[0].text if found else None

    def history(self, title: str, limit: int = 50) -> list[Revision]:
        """The newest revisions of a page, newest first; empty when there is none."""
        answer = self.call(
            action="query",
            prop="revisions",
            titles=title,
            rvprop="ids|timestamp|user|comment|content|flags|tags",
            rvslots="main",
            rvlimit=str(limit),
        )
        return [
            Revision(
                revid=item["revid"],
                parent=item["parentid"],
                timestamp=item["timestamp"],
                user=item["user"],
                comment=item["comment"],
                minor=bool(item.get("minor")),
                text=item["slots"]["main"]["content"],
            )
            for item in answer["query"]["pages"][0].get("revisions", [])
        ]

    def delete(self, title: str) -> None:
        """Delete a page (Admin only)."""
        self.change(action="delete", title=title)

    def protect(self, title: str, level: str = "sysop") -> None:
        """Protect a page's edits (Admin only)."""
        self.change(action="protect", title=title, protections=f"edit={level}")

    def block(self, name: str) -> None:
        """Block an account (Admin only)."""
        self.change(action="block", user=name, expiry="never", reason="проба")

    def unblock(self, name: str) -> None:
        """Lift a block (Admin only)."""
        self.change(action="unblock", user=name, reason="проба")


@dataclass(frozen=True, slots=True)
class Revision:
    """One line of a page's history, as the wiki tells it."""

    revid: int
    parent: int
    timestamp: str
    user: str
    comment: str
    minor: bool
    text: str


@dataclass
class Wiki:
    """A running wiki. ``folder`` holds its database, settings and log."""

    folder: Path
    port: int
    _people: dict[str, Person] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def address(self) -> str:
        """What a user would write into ``[wiki] url``."""
        return f"http://127.0.0.1:{self.port}/index.php"

    @property
    def api(self) -> str:
        """The address of api.php."""
        return f"http://127.0.0.1:{self.port}/api.php"

    @property
    def bot_login(self) -> str:
        """The bot's login name with its bot password's name: «МойБот@mlwiki»; the secret is ``SECRET``."""
        return f"{BOT}@{APP}"

    def settings(self, user: str | None = None, **more: Any) -> WikiSettings:
        """``[wiki]`` for this wiki; ``user`` None means the bot, "" nobody. Saving is not throttled."""
        given: dict[str, Any] = {"profile": "modern", "throttle": 0.0, **more}
        return WikiSettings(url=self.address, user=self.bot_login if user is None else user, **given)

    def person(self, name: str = "Человек") -> Person:
        """A logged-in person; the account is made on first use."""
        if name not in self._people:
            if name not in {ADMIN, BOT}:
                self.maintenance("createAndPromote.php", name, PASSWORD)
            self._people[name] = Person(self.api, name, PASSWORD)
        return self._people[name]

    @property
    def admin(self) -> Person:
        """Who may delete, protect and block."""
        return self.person(ADMIN)

    def title(self, stem: str = "Страница") -> str:
        """A title that no other test of this session has."""
        return f"{stem} {next(self._numbers)}"

    def maintenance(self, script: str, *arguments: str) -> str:
        """Run one of MediaWiki's maintenance scripts on this wiki; its output."""
        return _php(self.folder, f"maintenance/{script}", *arguments)

    @contextmanager
    def knobs(self, php: str) -> Iterator[None]:
        """Settings that hold inside the block, e.g. ``$wgReadOnly = 'проба';``."""
        path = self.folder / KNOBS
        path.write_text(f"<?php\n{php}\n", encoding="utf-8")
        try:
            yield
        finally:
            path.unlink()


def missing() -> str | None:
    """Why there can be no wiki here, or None when everything is installed."""
    php = shutil.which("php")
    if php is None:
        return "PHP is not installed"
    if not (SOURCE / "maintenance" / "install.php").is_file():
        return "Debian's package mediawiki is not installed"
    present = subprocess.run([php, "-m"], capture_output=True, text=True, check=True).stdout.lower().split()
    lacking = [name for name in PHP_MODULES if name not in present]
    return f"PHP lacks {', '.join(lacking)}" if lacking else None


@pytest.fixture(scope="session")
def wiki_139(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """One real MediaWiki 1.39 for the whole session; take titles from ``wiki.title()``."""
    reason = missing()
    if reason is not None:
        if "mediawiki" in REQUIRED:
            pytest.fail(f"MLWIKI_REQUIRE names mediawiki, but {reason}", pytrace=False)
        pytest.skip(f"no MediaWiki for this test: {reason}")
    with running_wiki(tmp_path_factory.mktemp("mediawiki")) as wiki:
        yield wiki


@contextmanager
def running_wiki(folder: Path, *, workers: int = 1) -> Iterator[Wiki]:
    """Install a wiki into ``folder`` and serve it; stopped (the whole process group) when the block ends."""
    wiki = install(folder)
    log = (folder / "server.log").open("wb")
    server = subprocess.Popen(
        ["php", "-d", "opcache.enable_cli=1", "-S", f"127.0.0.1:{wiki.port}", "-t", str(SOURCE)],
        cwd=folder,
        env=_environment(folder) | {"PHP_CLI_SERVER_WORKERS": str(workers)},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    try:
        _wait(wiki, server)
        yield wiki
    finally:
        _stop(server)
        log.close()


def install(folder: Path) -> Wiki:
    """Install a wiki in Russian with Admin and the bot (bot group, bot password) into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    wiki = Wiki(folder, free_port())
    _php(
        folder,
        "maintenance/install.php",
        f"--confpath={folder}",
        "--dbtype=sqlite",
        f"--dbpath={folder / 'data'}",
        "--dbname=wiki",
        f"--server=http://127.0.0.1:{wiki.port}",
        "--scriptpath=",
        "--lang=ru",
        f"--pass={PASSWORD}",
        "--extensions=Cite,ParserFunctions,SyntaxHighlight_GeSHi",
        "--skins=Vector",
        "ПробнаяВики",
        ADMIN,
    )
    with (folder / "LocalSettings.php").open("a", encoding="utf-8") as settings:
        settings.write(_EXTRA_SETTINGS)
    wiki.maintenance("createAndPromote.php", "--bot", BOT, PASSWORD)
    grants = "basic,highvolume,editpage,createeditmovepage,editprotected"
    wiki.maintenance("createBotPassword.php", "--appid", APP, "--grants", grants, BOT, SECRET)
    return wiki


def free_port() -> int:
    """A port of the loopback that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _environment(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", os.defpath), "MW_CONFIG_FILE": str(folder / "LocalSettings.php")}


def _php(folder: Path, script: str, *arguments: str) -> str:
    environment = _environment(folder)
    if script.endswith("install.php"):  # which refuses to run where there are settings already
        del environment["MW_CONFIG_FILE"]
    done = subprocess.run(
        ["php", str(SOURCE / script), *arguments],
        cwd=SOURCE,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{script} failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def _wait(wiki: Wiki, server: subprocess.Popen[bytes], seconds: float = 60) -> None:
    """Until the wiki answers; the first request also fills MediaWiki's message cache."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    end = time.monotonic() + seconds
    while True:
        try:
            with opener.open(f"{wiki.api}?action=query&meta=siteinfo&format=json", timeout=seconds) as answer:
                json.load(answer)
        except (urllib.error.URLError, ConnectionError):
            if server.poll() is not None or time.monotonic() > end:
                log = (wiki.folder / "server.log").read_text(encoding="utf-8", errors="replace")
                raise RuntimeError(f"the wiki does not answer: {log[-2000:]}") from None
            time.sleep(0.05)
        else:
            return


def _stop(server: subprocess.Popen[bytes]) -> None:
    """End the server's group: with several workers the children outlive a killed parent and keep the port."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(server.pid, how)
        except ProcessLookupError:
            break
        try:
            server.wait(5)
            break
        except subprocess.TimeoutExpired:
            continue


def main() -> None:
    """Serve a fresh wiki until interrupted or terminated, at whatever moment; then nothing of it is left."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    with tempfile.TemporaryDirectory() as folder, running_wiki(Path(folder)) as wiki:
        # a tool by hand
        print(f"{wiki.address}\nbot: {wiki.bot_login} {SECRET}\npeople: {PASSWORD}", flush=True)
        threading.Event().wait()


def _leave(number: int, frame: object) -> NoReturn:  # noqa: ARG001  # what a signal's handler is given
    """End through every «finally»; a second signal must not break the tidying up off."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    raise SystemExit(0)


if __name__ == "__main__":
    main()
