"""The password of the account is nowhere but in the request that needs it."""

from __future__ import annotations

import logging
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from bot.errors import BotError
from bot.wiki.wiki_client import SafeWiki
from tests.wiki.stages import OLD_PASSWORD, RealStage, Stage, StandInStage
from tests.wiki.test_contract import pulled, save

WRONG = "wrong-but-secret-0123456789abcd"


def chained(error: BaseException) -> str:
    """Everything a traceback shows: messages, causes, contexts, and the reprs of their arguments."""
    return "".join(traceback.format_exception(error)) + repr(error) + repr(error.__context__) + repr(error.__cause__)


def test_no_log_and_no_traceback_shows_it(
    stage: Stage, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """With every logger at DEBUG: a refused login, a save, a conflict, a block."""
    caplog.set_level(logging.DEBUG)
    secret = _secret(stage)
    errors: list[BaseException] = []
    client = stage.client()
    page = pulled(client, stage, "было")
    save(client, page, "стало")
    for attempt in (
        lambda: stage.client(password=WRONG).account(),
        lambda: save(client, page, "ещё раз"),
        lambda: _blocked(stage, client),
    ):
        with pytest.raises(BotError) as caught:
            attempt()
        errors.append(caught.value)
    shown = caplog.text + "".join(capfd.readouterr()) + "".join(chained(error) for error in errors)
    assert len(errors) == 3
    assert WRONG not in shown
    assert secret not in shown


def test_no_file_of_the_state_holds_it(stage: Stage) -> None:
    """Neither pywikibot's folder nor the journal."""
    client = stage.client()
    save(client, pulled(client, stage, "было"), "стало")
    state = stage.state if isinstance(stage, RealStage | StandInStage) else Path("unused")
    files = [path for path in state.rglob("*") if path.is_file()]
    assert files
    assert [path for path in files if _secret(stage).encode() in path.read_bytes()] == []


def _blocked(stage: Stage, client: SafeWiki) -> None:
    page = pulled(client, stage, "было")
    with stage.blocked():
        save(client, page, "стало")


def _secret(stage: Stage) -> str:
    if isinstance(stage, StandInStage):
        return OLD_PASSWORD
    from tests.mediawiki import PASSWORD, SECRET

    return PASSWORD if isinstance(stage, RealStage) and stage.kind == "form" else SECRET


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc to look at a process's command line")
def test_no_process_list_shows_it(old: StandInStage) -> None:
    """Nothing of ours starts a program with the password among its arguments or in its environment."""
    code = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from bot.config import WikiSettings\n"
        "from bot.wiki import open_wiki\n"
        "from tests.wiki.clock import TestClock\n"
        "secret = sys.stdin.read()\n"
        f"settings = WikiSettings(url={old.address!r}, user={old.bot!r})\n"
        f"wiki = open_wiki(settings, password=secret, contact='x@y', state=Path({str(old.state)!r}), clock=TestClock())\n"
        f"assert wiki.account().name == {old.bot!r}\n"
        "me = Path('/proc/self')\n"
        "print(secret.encode() in me.joinpath('cmdline').read_bytes() + me.joinpath('environ').read_bytes())\n"
        "print(me.joinpath('task', str(os.getpid()), 'children').read_text())\n"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=OLD_PASSWORD,
        env={"PYTHONPATH": str(root), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["False"]
