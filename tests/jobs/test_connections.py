"""Sources and judge are opened once a command, and what was learnt of a host on one page is known on the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bot.judge
import bot.sources.citation_sources
import bot.sources.reader
from bot.config import JudgeSettings, NetworkSettings, Settings
from bot.jobs.check import CheckOptions, check
from bot.jobs.connections import Connections
from bot.jobs.run import RunOptions, Stop, run
from bot.jobs.session import Session, choose_profile
from bot.model.page import Page
from bot.net.cassettes import ReplayClock
from bot.net.network import Rerouted
from bot.store import open_store
from bot.wiki import open_wiki
from tests.run.child import RunClock
from tests.run.night import LISTED, MARKUP
from tests.run.wikis import opened
from tests.sources.servers import STALLED, Replica
from tests.sources.servers import Page as Reply

WORDS = "<html><title>A page</title><p>" + "Words stand here and say what they say. " * 40


def counted(monkeypatch: pytest.MonkeyPatch, at: Any, name: str, counts: Counter[str]) -> None:
    """Count the calls of something that opens."""
    real: Callable[..., Any] = getattr(at, name)

    def calling(*given: Any, **named: Any) -> Any:
        counts[name] += 1
        return real(*given, **named)

    monkeypatch.setattr(at, name, calling)


def test_a_run_of_many_pages_opens_judge_network_and_children_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty pages, each with a source of its own: one judge, one transport, at most a command's reading children."""
    counts: Counter[str] = Counter()
    counted(monkeypatch, bot.judge, "open_judge", counts)
    counted(monkeypatch, bot.sources.citation_sources, "Transport", counts)
    counted(monkeypatch, bot.sources.reader, "module_command", counts)
    titles = tuple(f"Страница {number}" for number in range(20))
    with opened("standin", tmp_path) as (wiki, ask), Replica(lambda *_: (200, {}, WORDS.encode())) as replica:
        for number, title in enumerate(titles):
            wiki.write(title, f"Слова.<ref>[http://site.org/{number} Page of words]</ref> {MARKUP}{LISTED}")
        settings, state = ask.settings(), Path(ask.state)
        clock, network = RunClock(), Rerouted({"site.org": replica.port})
        with open_store(None) as store, Connections() as connections:
            session = Session(settings, store, clock, network=network, connections=connections)
            client = open_wiki(settings.wiki, password=ask.password, contact=settings.contact, state=state, clock=clock)
            chosen = choose_profile("mlru", settings)
            report = run(client, chosen, session, RunOptions(worklist=titles), state, stop=Stop())
    assert sum(report.counts.get(name, 0) for name in ("proposed", "held", "clean")) == len(titles), report.counts
    assert len({one for one in replica.asked if one.startswith("site.org/")}) >= len(titles)
    assert (counts["open_judge"], counts["Transport"]) == (1, 1)
    assert 1 <= counts["module_command"] <= bot.sources.reader.CHILDREN


def test_an_outage_of_a_host_seen_on_one_page_is_known_on_the_next() -> None:
    """Three silences on the first page, and the second page's address of that host is not asked at all."""
    silent: Callable[[str, str], Reply] = lambda *_: STALLED  # noqa: E731  # a table of one row
    network = NetworkSettings(timeout=0.3)
    settings = replace(Settings(), judge=JudgeSettings(kind="none"), network=network)
    notes = "".join(f"Слова.<ref>[http://site.org/{number} Page {number}]</ref>" for number in range(3))
    first = Page("a", "A", notes + "\n<references/>")
    second = Page("b", "B", "Слова.<ref>[http://site.org/last Last page]</ref>\n<references/>")
    chosen, options = choose_profile("modern", settings), CheckOptions(remember=False)
    with Replica(silent) as replica, open_store(None) as store, Connections() as connections:
        session = Session(settings, store, ReplayClock(), network=Rerouted({"site.org": replica.port}))
        kept = replace(session, connections=connections)
        assert not check([first], chosen, kept, options).complete
        assert not check([second], chosen, kept, options).complete
        assert "site.org/last" not in replica.asked
        check([second], chosen, session, options)  # whoever opens anew knows of no outage
        assert "site.org/last" in replica.asked
