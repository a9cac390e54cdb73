"""Bad input ends in one line that says what, where and what next, with the contract's exit code; nothing is half-written."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from tests.cli.command_line import Ran, mlwiki

PAGE = (
    "Смешанная точность ускоряет обучение<ref>Micikevicius P. Mixed Precision Training. 2018. arXiv:1710.03740</ref>.\n\n"
    "<references/>\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one good page."""
    (tmp_path / "page.wiki").write_text(PAGE, encoding="utf-8")
    return tmp_path


def assert_one_line(ran: Ran, code: int, *said: str) -> None:
    """One line on standard error, no traceback, nothing on standard output, the right exit code."""
    assert ran.code == code, ran.err
    assert len(ran.error_lines) == 1, ran.err
    assert ran.err.startswith("mlwiki: ")
    assert "Traceback" not in ran.err
    assert ran.out == b""
    for text in said:
        assert text in ran.err


@pytest.mark.parametrize("command", ["tidy", "check", "push"])
def test_a_missing_file(folder: Path, command: str) -> None:
    """The path and where was looked are named; for check, the wiki that was not asked."""
    ran = mlwiki(command, "absent.wiki", cwd=folder)
    assert_one_line(ran, 2, "absent.wiki")


@pytest.mark.parametrize("command", ["tidy", "check", "push"])
def test_a_folder_without_pages(folder: Path, command: str) -> None:
    """A folder stands for its pages; one without any is an error, not silence."""
    (folder / "empty").mkdir()
    assert_one_line(mlwiki(command, "empty", cwd=folder), 2, "empty", "*.wiki")


@pytest.mark.parametrize("command", ["tidy", "check", "push"])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("Привет, мир! Это старая кодировка. ".encode("cp1251") * 5, "cp1251"),
        (b"text \x00 text", "NUL"),
        (b"a" * 5_000_000, "2 MB"),
    ],
    ids=["cp1251", "NUL", "5 MB"],
)
def test_a_file_that_is_no_page(folder: Path, command: str, data: bytes, said: str) -> None:
    """Not UTF-8, a NUL byte, or more than MediaWiki takes."""
    (folder / "bad.wiki").write_bytes(data)
    assert_one_line(mlwiki(command, "bad.wiki", cwd=folder), 2, "bad.wiki", said)


def test_twenty_thousand_braces_are_only_text(folder: Path) -> None:
    """A hostile nest of templates costs neither the stack nor the minute, and comes back unchanged."""
    hostile = ("{{" * 10_000 + "\n" + PAGE).encode()
    (folder / "braces.wiki").write_bytes(hostile)
    ran = mlwiki("tidy", "-", cwd=folder, stdin=hostile)
    assert ran.code in {0, 1}, ran.err
    assert ran.out == hostile
    assert mlwiki("check", "braces.wiki", "--offline", "--judge", "none", cwd=folder).code in {0, 1, 4}


def test_an_unknown_title_without_a_wiki(folder: Path) -> None:
    """Where no wiki is configured the line says so."""
    assert_one_line(mlwiki("check", "title:Нет такой", cwd=folder), 2, "no wiki is configured")


def without_privileges() -> tuple[str, ...]:
    """What makes root obey file modes like anybody else: the capabilities that ignore them are dropped."""
    if os.geteuid() != 0:
        return ()
    return ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")


@pytest.mark.skipif(os.name != "posix", reason="file modes mean nothing on Windows")
def test_no_permission(folder: Path) -> None:
    """A file that may not be read, and a folder that may not be written."""
    (folder / "page.wiki").chmod(0)
    assert_one_line(mlwiki("tidy", "page.wiki", cwd=folder, before=without_privileges()), 2, "page.wiki")
    (folder / "page.wiki").chmod(0o600)
    (folder / "locked").mkdir(mode=0o500)
    ran = mlwiki("tidy", "page.wiki", "--output", "locked/report.txt", cwd=folder, before=without_privileges())
    assert_one_line(ran, 2, "locked/report.txt")


def test_an_unwritable_report_leaves_nothing(folder: Path) -> None:
    """A report that cannot be written is an error, and no piece of it stays."""
    before = sorted(item.name for item in folder.iterdir())
    ran = mlwiki("tidy", "page.wiki", "--format", "json", "--output", "no/such/report.json", cwd=folder)
    assert_one_line(ran, 2, "cannot write", "report.json")
    assert sorted(item.name for item in folder.iterdir()) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device of a full disk")
def test_a_full_disk(folder: Path) -> None:
    """Standard output on a full disk ends in one line and exit code 2."""
    import subprocess
    import sys

    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bot", "tidy", "page.wiki", "--format", "json"],
            cwd=folder,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert_one_line(mlwiki("tidy", "page.wiki", "--output", "/dev/full", cwd=folder), 2, "/dev/full")
    assert Path("/dev/full").is_char_device()
    assert done.stderr.decode().count("\n") == 1
    assert "Traceback" not in done.stderr.decode()


def test_an_unknown_setting(folder: Path) -> None:
    """The setting that was probably meant is named."""
    (folder / "mlwiki.toml").write_text('[wiki]\nusr = "x"\n', encoding="utf-8")
    assert_one_line(mlwiki("check", "page.wiki", cwd=folder), 2, "wiki.usr", "wiki.user")


def test_an_unknown_command_option_and_code(folder: Path) -> None:
    """Typing errors are told in one line each."""
    assert_one_line(mlwiki("chekc", cwd=folder), 2, "mlwiki check")
    assert_one_line(mlwiki("tidy", "--dif", "page.wiki", cwd=folder), 2, "--dif")
    assert_one_line(mlwiki("explain", "SRC999", cwd=folder), 2, "SRC999")


def closed_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_a_wiki_that_is_down(folder: Path) -> None:
    """An unreachable wiki is exit code 4: a second run may find it."""
    environment = {"MLWIKI_WIKI_URL": f"http://127.0.0.1:{closed_port()}/index.php"}
    assert_one_line(mlwiki("check", "title:Дропаут", cwd=folder, environment=environment), 4)
    assert_one_line(mlwiki("pull", "Дропаут", cwd=folder, environment=environment), 4)


def test_a_model_that_is_down_makes_the_report_incomplete(folder: Path) -> None:
    """No verdict is invented: the claim is unjudged because the judge is down, and the exit code is 4."""
    import json

    environment = {
        "MLWIKI_JUDGE_BASE_URL": f"http://127.0.0.1:{closed_port()}/v1",
        "MLWIKI_JUDGE_MODEL": "m",
        "MLWIKI_JUDGE_API_KEY": "k",
    }
    ran = mlwiki(
        "check", "page.wiki", "--offline", "--judge", "openai", "--format", "json", cwd=folder, environment=environment
    )
    assert ran.code == 4, ran.err
    report = json.loads(ran.text)
    assert report["complete"] is False
    supports = [
        claim["support"]["verdict"]
        for page in report["pages"]
        for found in page["citations"]
        for claim in found["claims"]
    ]
    assert set(supports) == {"unjudged"}


def test_a_reader_that_leaves_early_is_no_error(folder: Path) -> None:
    """``mlwiki … | head`` ends quietly."""
    import subprocess
    import sys

    with subprocess.Popen(
        [sys.executable, "-m", "bot", "tidy", "page.wiki", "--format", "json"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        said = running.stderr.read()
        running.wait(timeout=60)
    assert said == b""
