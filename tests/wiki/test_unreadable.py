"""Texts, names and summaries that a wiki cannot encode or does not show: never another text, never a traceback.

On the stand-ins a byte that is no UTF-8 is a lone surrogate; their API answers ``null`` for it, as PHP 5.2 does.
"""

from __future__ import annotations

import copy
import json
import random
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.errors import BotError, ExitCode, UnreadablePage
from bot.jobs.pull import PullState, pull
from bot.wiki.api_reader import ApiReader
from bot.wiki.connection import WikiConnection
from bot.wiki.probe import Probed
from bot.wiki.protocols import Listing, Revision
from tests.fakes.mw112.model import Rev
from tests.fakes.odd_server import http, odd_server
from tests.wiki.stages import Stage, StandInStage
from tests.wiki.test_contract import pulled, save
from tests.wiki.test_garbled import GOOD, VALUES, places
from tests.wiki.test_pull import Steps

BROKEN = "Начало \udcd0 и конец."
OFFSET = len("Начало ".encode())


@pytest.fixture
def standin(stage: Stage) -> StandInStage:
    """A wiki that can hold such bytes: later ones store a replacement character instead."""
    if not isinstance(stage, StandInStage):
        pytest.skip("this MediaWiki stores no such byte")
    return stage


def test_a_text_with_a_broken_byte_is_no_text(standin: StandInStage) -> None:
    """Not «None», not four bytes, not U+FFFD: one line that names the revision and the byte, and exit code 2."""
    title = standin.title()
    revid = standin.person_writes(title, BROKEN)
    with pytest.raises(UnreadablePage, match=rf"revision {revid} .*offset {OFFSET}\b") as caught:
        standin.client().read(title)
    assert (caught.value.exit_code, caught.value.code) == (ExitCode.usage, "WIKI012")
    assert standin.client().read_many([title]) == {}
    older = standin.client().history(title)
    assert [(one.revid, one.readable) for one in older] == [(revid, False)]


def test_one_such_page_keeps_nobody_from_the_others(standin: StandInStage, tmp_path: Path) -> None:
    """``pull`` writes the readable ones, nothing for the other, and ends with 2."""
    good, bad = pulled(standin.client(), standin, "хороший"), standin.title("Плохая")
    standin.person_writes(bad, BROKEN)
    report = pull(standin.client(user="", password=None), [bad, good.title], tmp_path, Steps())
    assert [page.state for page in report.pages] == [PullState.unreadable, PullState.new]
    assert report.exit_code is ExitCode.usage
    assert sum("UTF-8" in str(line) for line in report.lines) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{good.title}.wiki", f"{good.title}.wiki.json"]


def test_an_older_revision_that_cannot_be_read_is_no_obstacle(standin: StandInStage) -> None:
    """Somebody mended the page: it is read, saved and read back; the broken revision's text is asked of nobody."""
    title = standin.title()
    standin.person_writes(title, BROKEN)
    page = pulled_again(standin, title, "Начало и конец.")
    save(standin.client(), page, "Начало, и конец.")
    assert standin.history(title)[0].text == "Начало, и конец."


def pulled_again(stage: StandInStage, title: str, text: str) -> Any:
    """The page after a person mended it."""
    stage.person_writes(title, text)
    page = stage.client().read(title)
    assert page is not None
    assert page.text == text
    return page


def test_names_and_summaries_that_cannot_be_told_are_none(standin: StandInStage) -> None:
    """Null or missing: nobody and nothing, never «None»; and a save beside them works."""
    title = standin.title()
    page = pulled(standin.client(), standin, "текст", "Имена")
    kept = standin.wiki.pages[str(standin.wiki.canonical(page.title))]
    kept.append(Rev(kept[-1].revid + 1000, kept[-1].revid, standin.wiki.time(), "Уч\udcd0", "пр\udcd0", "другой"))
    standin.wiki._last = kept[-1].revid
    standin.pass_time()
    newest = standin.client().history(page.title)[0]
    assert "None" not in newest.user + newest.comment
    if standin.has_api:
        assert (newest.user, newest.comment) == ("", "")
    again = standin.client().read(page.title)
    assert again is not None
    save(standin.client(), again, "третий")
    assert title != page.title


def probed(address: str) -> Probed:
    """A wiki of 1.12."""
    where = f"{address}/wiki/"
    return Probed(f"{where}api.php", f"{where}index.php", "В", "1.12.0", (1, 12), "ru", frozenset({"ref"}), False, ())


def answering(revision: dict[str, Any], raw: bytes | None = None) -> Any:
    """A wiki whose API gives that revision, and whose ``action=raw`` gives those bytes (None: refuses)."""

    def manner(line: str, connection: socket.socket) -> None:
        if "action=raw" in line:
            refused = http(b"no", "403 Forbidden", kind="text/html")
            (refused if raw is None else http(raw, kind="text/x-wiki; charset=UTF-8"))(line, connection)
        else:
            page = {"title": "А", "revisions": [revision]}
            http(json.dumps({"query": {"pages": {"1": page}}}).encode())(line, connection)

    return odd_server(manner)


def read(revision: dict[str, Any], raw: bytes | None = None) -> Revision:
    """The newest revision by the API."""
    with answering(revision, raw) as address:
        session = ApiReader(probed(address), "", None, WikiConnection("test", seconds=5))
        return session.history("А", 1)[1][0]


def test_the_exact_bytes_are_asked_for_where_the_api_has_none() -> None:
    """And taken where they are UTF-8."""
    assert read({"revid": 3, "user": "Анна", "*": None}, "точный текст".encode()).text == "точный текст"
    assert read({"revid": 3, "*": "полов\ud83dина"}, "целый 😀".encode()).text == "целый 😀"


@pytest.mark.parametrize(
    "revision",
    [
        {"revid": 3, "*": None},
        {"revid": 3, "texthidden": ""},
        {"revid": 3, "texthidden": "", "suppressed": "", "userhidden": "", "commenthidden": ""},
        {"revid": 3, "*": "полов\ud83dина"},
    ],
)
def test_a_text_that_is_not_given_is_none(revision: dict[str, Any]) -> None:
    """Hidden, suppressed, null, half a character: whoever asks for it gets the error."""
    found = read(revision)
    assert (found.revid, found.user, found.comment, found.readable) == (3, "", "", False)
    with pytest.raises(UnreadablePage, match="revision 3"):
        assert found.text


@pytest.mark.parametrize("seed", range(40))
def test_no_reader_takes_another_kind_for_a_text(seed: int) -> None:
    """One field at a time of another kind: what a reader gives is of its kind and never Python's spelling of it."""
    chance = random.Random(seed)  # noqa: S311  # no secret, a repeatable case
    data = copy.deepcopy(GOOD)
    *path, last = chance.choice(list(places(data)))
    inner: Any = data
    for key in path:
        inner = inner[key]
    inner[last] = copy.deepcopy(chance.choice(VALUES))
    found: list[object] = []
    with odd_server(http(json.dumps(data).encode())) as address:
        session = ApiReader(probed(address), "Бот", "x", WikiConnection("test", seconds=5))
        for ask in (
            session.account,
            lambda: session.history("А", 5),
            lambda: [(one.user, one.comment, one.text) for one in session.history("А", 5)[1]],
            lambda: session.revision(3),
            lambda: session.latest(["А"]),
            lambda: session.revids(["А"]),
            lambda: session.contributions(50),
            lambda: session.listing(Listing(), {}),
        ):
            with suppress(BotError):
                found.append(ask())
    said = repr(found)
    assert "'None'" not in said
    assert not any(f"'{word}'" in said for word in ("True", "False", "1.5", "[]", "{}", "[1]", "{'a': 1}"))
