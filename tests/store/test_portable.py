"""What a person decided goes along to another machine, and nothing there that is newer is lost by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import InputError
from bot.model.plan import Choice
from bot.store import Decided, Store, open_store
from bot.store.portable import ANSWERS, SCHEMA
from tests.cli.command_line import mlwiki
from tests.store.test_store import memory

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)
DECISIONS = st.lists(st.builds(Decided, TEXT, st.sampled_from([one.value for one in Choice]), TEXT, TEXT), max_size=5)


def filled(now: list[float]) -> Store:
    """A store with some of everything."""
    store = memory(now)
    store.decide(Decided("a", "overrule", "проверено\u2028по книге", "Автор"))
    store.decide(Decided("b", "false_alarm", "", "Автор"))
    store.put("judge", "question", '{"verdict": "supported"}', days=None)
    store.put("given", "isbn:1", '{"title": "Книга"}', days=None)
    store.put("link", "http://x", "{}", days=30)
    store.put("page", "http://x", "the page's text", days=90)
    store.put("serve", "draft", "a draft of this machine", days=None)
    store.keep_findings("http://w", "Страница", ["f1", "f2"])
    return store


def test_decisions_verdicts_and_given_texts_arrive_as_they_were() -> None:
    """Each with its time; answers of services and drafts of this machine stay at home."""
    here, there = filled([1000.0]), memory([5000.0])
    lines = list(here.exported())
    done = there.take_in(lines)
    assert (done.taken, done.left) == (6, 0)
    assert there.decisions("overrule") == here.decisions("overrule")
    assert there.get("judge", "question") == '{"verdict": "supported"}'
    assert there.last_findings("http://w", "Страница") == frozenset({"f1", "f2"})
    assert there.get("page", "http://x") is None
    assert there.get("serve", "draft") is None
    assert list(there.exported()) == lines


def test_what_is_newer_here_stays() -> None:
    """An older file never takes a later decision or answer back; the same file twice changes nothing."""
    now = [1000.0]
    lines = list(filled(now).exported())
    now[0] = 2000.0
    store = memory(now)
    store.decide(Decided("a", "overrule", "новее", "Другой"))
    store.put("given", "isbn:1", "newer", days=None)
    store.keep_findings("http://w", "Страница", ["f3"])
    assert store.take_in(lines).left == 3
    assert store.decisions("overrule")["a"].reason == "новее"
    assert store.get("given", "isbn:1") == "newer"
    assert store.last_findings("http://w", "Страница") == frozenset({"f3"})
    assert store.take_in(lines).taken == 0


@settings(max_examples=40)
@given(DECISIONS, st.dictionaries(TEXT, TEXT, max_size=5))
def test_any_text_survives_the_way(decided: list[Decided], answers: dict[str, str]) -> None:
    """Line ends, quotes and every separator that Unicode knows are part of a text, not of the form."""
    here, there = memory([1.0]), memory([2.0])
    for one in decided:
        here.decide(one)
    for key, value in answers.items():
        here.put(ANSWERS[0], key, value, days=None)
    text = "".join(here.exported())
    there.take_in(text.rstrip("\n").split("\n"))
    assert "".join(there.exported()) == text


GOOD = {"subject": "s", "kind": "reject", "reason": "", "who": "", "stored": 1.0}


@pytest.mark.parametrize(
    "line",
    [
        "not JSON",
        "[]",
        "{}",
        json.dumps({"decision": GOOD | {"more": 1}}),
        json.dumps({"decision": GOOD | {"kind": "invented"}}),
        json.dumps({"decision": GOOD | {"stored": "1"}}),
        json.dumps({"decision": GOOD | {"stored": float("nan")}}),
        json.dumps({"decision": {name: GOOD[name] for name in ("subject", "kind")}}),
        json.dumps({"answer": {"kind": "page", "key": "k", "value": "v", "stored": 1.0, "expires": None}}),
        json.dumps({"decision": GOOD, "answer": {}}),
        json.dumps({"runs": {}}),
        "[" * 100_000,
    ],
)
def test_a_line_that_is_none_of_ours_is_named_and_nothing_is_taken_in(line: str) -> None:
    """All or nothing: the good lines before it are not kept either."""
    store = memory([0.0])
    with pytest.raises(InputError, match="line 3"):
        store.take_in([json.dumps({"schema": SCHEMA}), json.dumps({"decision": GOOD}), line])
    assert store.all_decisions() == ()
    with pytest.raises(InputError, match="line 1"):
        store.take_in([json.dumps({"schema": "mlwiki/store/3"})])


def test_the_command_takes_decisions_to_another_machine(tmp_path: Path) -> None:
    """export, then import with another store: the same decisions; the file is the owner's alone, and wrong calls are told."""
    with open_store(tmp_path / "state" / "store.sqlite3") as store:
        store.decide(Decided("a", "overrule", "проверено", "Автор"))
    ran = mlwiki("store", "export", "out.jsonl", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, b"", "out.jsonl: 1 records\n")
    assert (tmp_path / "out.jsonl").stat().st_mode & 0o077 == 0
    elsewhere = {"MLWIKI_STATE": str(tmp_path / "other")}
    ran = mlwiki("store", "import", "out.jsonl", cwd=tmp_path, environment=elsewhere)
    assert (ran.code, ran.err) == (0, "out.jsonl: 1 taken in, 0 were here as new\n")
    with open_store(tmp_path / "other" / "store.sqlite3") as store:
        assert store.decisions("overrule")["a"].reason == "проверено"
    for words in (("export",), ("import",), ("path", "x"), ("import", "absent"), ("export", "state/store.sqlite3")):
        ran = mlwiki("store", *words, cwd=tmp_path)
        assert (ran.code, len(ran.error_lines)) == (2, 1), words
