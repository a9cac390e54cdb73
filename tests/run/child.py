"""One process of a scheduled run, that can kill itself at a step: ``python -m tests.run.child`` with JSON on standard input.

The wiki is the one at the given address; the internet's services are replicas inside this process. The n-th step that matches
``at`` ends the process by SIGKILL, or by SIGTERM where that is asked.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.config import GateSettings, JudgeSettings, RunSettings, Settings, WikiSettings
from bot.jobs.run import RunOptions, RunReport, Stop, run
from bot.jobs.session import Session, choose_profile
from bot.net.cassettes import ReplayClock
from bot.store import open_store
from bot.store.base import FILE_NAME
from bot.wiki import open_wiki
from bot.wiki.protocols import SaveOrder
from tests.fakes.resolver import network
from tests.fakes.services import Services


class RunClock(ReplayClock):
    """The machine's time; services are not waited for."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What a child is told. ``at`` "" counts every step; ``kill`` 0 never kills."""

    url: str
    user: str
    password: str
    state: str
    titles: tuple[str, ...] | None = None
    at: str = ""
    kill: int = 0
    how: str = "KILL"
    save: bool = True
    max_edits: int = 1000
    report_page: str = ""
    stop_page: str = ""
    trusted: tuple[str, ...] = ()
    #: the wiki of a session is used by other tests with the same account
    allow_personal: bool = True
    approved_task: str = ""
    trial: int = 0

    def settings(self) -> Settings:
        """The settings of this run: no judge, so that only registries and pages speak."""
        return replace(
            Settings(),
            contact="mailto:bot@example.org",
            judge=JudgeSettings(kind="none"),
            gate=GateSettings(),
            wiki=WikiSettings(
                url=self.url,
                user=self.user,
                profile="mlru",
                throttle=0.0,
                stop_page=self.stop_page,
                allow_personal=self.allow_personal,
            ),
            run=RunSettings(
                self.max_edits, 10_000, report_page=self.report_page, approved_task=self.approved_task, trial=self.trial
            ),
            review=replace(Settings().review, trusted=self.trusted),
        )


def perform(ask: Ask, step: Callable[[str], None], stop: Stop) -> RunReport:
    """One run in this process; ``step`` hears every step, also «written»: sent to the wiki and not yet read back."""
    settings, state = ask.settings(), Path(ask.state)
    with Services() as services, open_store(state / FILE_NAME) as store:
        session = Session(settings, store, clock=RunClock(), network=network(services))
        client = open_wiki(
            settings.wiki, password=ask.password, contact=settings.contact, state=state, clock=session.clock
        )
        write = client._saver.write

        def written(order: SaveOrder) -> None:
            write(order)
            step("written")

        client._saver.write = written  # type: ignore[method-assign]  # a test stands between sending and reading back
        options = RunOptions(ask.save, worklist=ask.titles)
        return run(client, choose_profile("mlru", settings), session, options, state, stop=stop, step=step)


def main() -> None:
    """Read what is asked, do it, say how it ended."""
    told: dict[str, Any] = json.load(sys.stdin)
    told["titles"] = None if told["titles"] is None else tuple(told["titles"])
    ask = Ask(**{**told, "trusted": tuple(told["trusted"])})
    stop, counted = Stop(), 0
    signal.signal(signal.SIGTERM, stop.request)

    def step(name: str) -> None:
        nonlocal counted
        counted += ask.at in {"", name}
        if ask.kill and counted == ask.kill and ask.at in {"", name}:
            os.kill(os.getpid(), signal.SIGKILL if ask.how == "KILL" else signal.SIGTERM)

    report = perform(ask, step, stop)
    said = {"state": report.state.value, "exit": int(report.exit_code), "why": str(report.why or ""),
            "counts": dict(report.counts), "name": report.name, "steps": counted}  # fmt: skip
    sys.stdout.write(json.dumps(said, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
