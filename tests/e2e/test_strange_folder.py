"""A folder that somebody else wrote: nothing of it runs, nothing leaves for its addresses, and each command says why in one line.

By the ``mlwiki`` command as pip makes it, from a wheel's files and from an editable install. (`python -m bot` puts the folder
first by Python's own rule: docs/security.md.)
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import venv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.registries import addresses
from tests.cli.command_line import Ran

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="makes a command as pip does on POSIX")

#: What pip writes for an entry point.
SCRIPT = """#!{python}
import sys
from bot.cli import main
if __name__ == '__main__':
    sys.exit(main())
"""
#: Modules that a command, its libraries or its reading child import, and files that libraries execute or read.
MODULES = ("bot", "lxml", "click", "trafilatura", "openai", "pywikibot")
FILES = ("json.py", "sitecustomize.py", "usercustomize.py", "typing.py", "user-config.py", "user-password.py", "vcr.py")
PAGE = "Half precision halves the memory of the weights of a network.\n" * 20


@dataclass(frozen=True, slots=True)
class Server:
    """A loopback server that answers every request with one page, and what it was sent."""

    address: str
    heard: list[bytes]


@pytest.fixture
def strangers() -> Iterator[Server]:
    """Whoever wrote the folder listens there."""
    yield from _served()


@pytest.fixture
def own() -> Iterator[Server]:
    """The server that the person named in their environment."""
    yield from _served()


def _served() -> Iterator[Server]:
    heard: list[bytes] = []
    body = f"<html><title>A page</title><body><p>{PAGE}</p></body></html>".encode()
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(
        body
    )
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    heard.append(connection.recv(65_536))
                    connection.sendall(answer + body)

        threading.Thread(target=serve, daemon=True).start()
        yield Server(f"http://127.0.0.1:{listening.getsockname()[1]}", heard)


@pytest.fixture(scope="module", params=["wheel", "editable"])
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``mlwiki`` in an environment of its own that borrows the libraries of this one: no network, no pip."""
    home = tmp_path_factory.mktemp(request.param)
    venv.create(home, with_pip=False, symlinks=True)
    packages = next(home.glob("lib/python*/site-packages"))
    borrowed = [entry for entry in sys.path if entry.endswith("site-packages")]
    if request.param == "wheel":  # the files that pyproject.toml puts into one
        shutil.copytree(ROOT / "bot", packages / "bot", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "cassettes" / "demo", packages / "bot" / "sample" / "cassettes", dirs_exist_ok=True)
    else:
        borrowed.insert(0, str(ROOT))
    (packages / "borrowed.pth").write_text("".join(f"{entry}\n" for entry in borrowed), encoding="utf-8")
    script = home / "bin" / "mlwiki"
    script.write_text(SCRIPT.format(python=home / "bin" / "python"), encoding="utf-8")
    script.chmod(0o755)
    return script


@pytest.fixture
def folder(tmp_path: Path, strangers: Server) -> Path:
    """The folder, full of traps; what runs leaves a file ``ran-…`` beside it."""
    place = tmp_path / "cloned"
    place.mkdir()
    for name in MODULES:
        (place / name).mkdir()
        (place / name / "__init__.py").write_text(_trap(tmp_path, name), encoding="utf-8")
        (place / name / "__main__.py").write_text(_trap(tmp_path, name), encoding="utf-8")
    for name in FILES:
        (place / name).write_text(_trap(tmp_path, name), encoding="utf-8")
    host = strangers.address.removeprefix("http://")
    (place / ".netrc").write_text(f"machine {host.partition(':')[0]} login you password stolen\n", encoding="utf-8")
    (place / "mlwiki.toml").write_text(_settings(tmp_path, strangers.address), encoding="utf-8")
    (place / "page.wiki").write_text("Слова.\n", encoding="utf-8")
    sidecar = {"wiki": f"{strangers.address}/index.php", "title": "Page", "revid": 7, "timestamp": None, "user": None,
               "sha256": ""}  # fmt: skip
    (place / "page.wiki.wiki.json").write_text(json.dumps(sidecar), encoding="utf-8")
    (place / "plan.json").write_text(json.dumps(_plan(tmp_path)), encoding="utf-8")
    return place


def _trap(beside: Path, name: str) -> str:
    return f"open({str(beside / ('ran-' + name))!r}, 'w').close()\n"


def _settings(beside: Path, address: str) -> str:
    (beside / "secret").write_text("the password\n", encoding="utf-8")
    (beside / "secret").chmod(0o600)
    return (
        f'[wiki]\nurl = "{address}/index.php"\nuser = "You"\npassword_file = "{beside / "secret"}"\n'
        f'[judge]\nkind = "openai"\nmodel = "m"\nbase_url = "{address}/v1"\ntoken_command = "touch {beside / "ran-token"}"\n'
        f'[services.crossref]\nurl = "{address}"\n'
        f'[network]\nallow_hosts = ["{address.removeprefix("http://")}"]\nproxy = "{address}"\n[store]\npath = "state"\n'
    )


def _plan(beside: Path) -> dict[str, object]:
    """A plan that would write outside the folder, by decisions of its own."""
    outside = beside / "bashrc"
    outside.write_text("alias ls=ls\n", encoding="utf-8")
    edit = {"id": "e1", "code": "ART002", "start": 0, "end": 0, "replacement": "touch ran-bashrc\n", "fix": "suggested"}
    page = {"name": str(outside), "title": "", "wiki": "", "revid": None, "text_sha256": "", "edits": [edit],
            "decisions": [{"id": "e1", "decision": "accept", "reason": "", "by": "you", "at": None}]}  # fmt: skip
    return {"schema": "mlwiki/plan/1", "pages": [page]}


def run(command: Path, folder: Path, *words: str, **more: str) -> Ran:
    """One command as a person types it who keeps their keys in the environment."""
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "MLWIKI_LANG": "en",
        "MLWIKI_JUDGE_API_KEY": "sk-secret", "MLWIKI_WIKI_PASSWORD": "secret", "MLWIKI_CONTACT": "you@example.org",
    }  # fmt: skip
    done = subprocess.run(
        [command, *words], cwd=folder, env=environment | more, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=120, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


def ran(folder: Path) -> list[str]:
    """Which traps were sprung."""
    return sorted(path.name for path in folder.parent.glob("ran-*")) + sorted(
        path.name for path in folder.glob("ran-*")
    )


def named(address: str) -> Mapping[str, str]:
    """An environment that points everything to a server of the person's own."""
    services = {f"MLWIKI_SERVICES_{name.upper()}_URL": address for name in addresses()}
    return services | {"MLWIKI_NETWORK_ALLOW_HOSTS": address.removeprefix("http://")}


@pytest.mark.parametrize(
    "words",
    [
        ("check", "page.wiki"),
        ("check", "page.wiki", "--since", "7", "--judge", "openai"),
        ("tidy", "page.wiki", "--write"),
        ("push", "page.wiki", "--save", "-m", "x"),
        ("apply", "plan.json", "--save"),
        ("run", "--recent", "1", "--save"),
        ("doctor",),
        ("store", "export", "out.jsonl"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_in_a_strangers_folder_stops_in_one_line(
    command: Path, folder: Path, strangers: Server, words: tuple[str, ...]
) -> None:
    """Each setting that can harm is named with `mlwiki trust`; nothing was run, sent, or written."""
    before = sorted(folder.rglob("*"))
    told = run(command, folder, *words)
    assert (told.code, len(told.error_lines), told.out) == (2, 1, b""), told.err
    assert "mlwiki trust" in told.err
    for key in ("wiki.url", "wiki.password_file", "judge.token_command", "services.crossref.url", "network.proxy"):
        assert key in told.err
    assert (ran(folder), strangers.heard) == ([], [])
    assert sorted(folder.rglob("*")) == before
    assert (folder.parent / "bashrc").read_text() == "alias ls=ls\n"


def test_a_page_is_read_there_by_our_own_code(command: Path, folder: Path, own: Server, strangers: Server) -> None:
    """Without its settings the folder is like any other: a source is fetched, read in a child, and none of the modules ran."""
    (folder / "mlwiki.toml").unlink()
    (folder / "page.wiki").write_text(f"Слова<ref>{own.address}/page A page</ref>.\n", encoding="utf-8")
    told = run(command, folder, "check", "page.wiki", "--judge", "none", "--format", "json", **named(own.address))
    assert told.code in {0, 1, 4}, told.err
    assert own.heard != []
    assert "too_big" not in told.text
    page = json.loads(told.text)["pages"][0]
    assert page["citations"][0]["link"]["state"] == "alive"
    assert '"text_read": 1' in told.text
    assert (ran(folder), strangers.heard) == ([], [])


def test_what_stands_beside_a_file_opens_no_address(
    command: Path, folder: Path, own: Server, strangers: Server
) -> None:
    """A sidecar names a wiki; only one that the person configured is asked."""
    (folder / "mlwiki.toml").unlink()
    told = run(command, folder, "check", "page.wiki", "--since", "7", "--judge", "none", **named(own.address))
    assert (told.code, len(told.error_lines)) == (2, 1), told.err
    assert (ran(folder), strangers.heard) == ([], [])


def test_a_mailed_plan_writes_nothing(command: Path, folder: Path) -> None:
    """Its page is a file outside the folder, its decisions are its own."""
    (folder / "mlwiki.toml").unlink()
    told = run(command, folder, "apply", "plan.json", "--save")
    assert told.code in {2, 3}, told.err
    assert len(told.error_lines) == 1, told.err
    assert (folder.parent / "bashrc").read_text() == "alias ls=ls\n"
    assert ran(folder) == []


def test_the_traps_work_for_who_trusts_the_folder(command: Path, folder: Path, strangers: Server) -> None:
    """The same folder, believed: its address is asked and its command runs, so the tests above would have seen it."""
    assert run(command, folder, "trust").code == 0
    (folder / "page.wiki").write_text("Words<ref>{DOI: 10.1234/x}</ref>.\n", encoding="utf-8")
    told = run(command, folder, "doctor")
    assert "of this folder, trusted" in told.text
    assert strangers.heard != []
    assert [name for name in ran(folder) if name != "ran-token"] == []
