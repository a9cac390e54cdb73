"""The review page as it runs: in this process over given results, or as ``mlwiki serve`` in another."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx

from bot.config import Settings
from bot.jobs.check import CheckOptions, check
from bot.jobs.demo import demo_settings, sample_page
from bot.jobs.session import Quiet, Session, choose_profile
from bot.jobs.tidy import tidy
from bot.locale import Speech
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.plan import Plan
from bot.model.report import PushReport
from bot.review.web.app import make_app
from bot.review.web.entries import Entry, Origin, Ready, State, Unreadable
from bot.review.web.request_guard import Keys
from bot.review.web.server import bind, make_server
from bot.review.web.workspace import Workspace
from bot.sample import cassette
from bot.store import Store, open_store
from tests.report import builders

MLRU = choose_profile("mlru", Settings())


@dataclass(slots=True)
class Prepared:
    """Stands in for the worker: results that were made before, by a page's title."""

    results: Mapping[str, State]
    saves: list[tuple[Plan, str]] = field(default_factory=list)
    passes: bool = True
    offered: PushReport | None = None
    now: Page | None = None

    def submit(self, entry: Entry) -> None:
        """Take the result at once."""
        title = entry.page.title if entry.page is not None else entry.name
        entry.state = self.results.get(title) or Unreadable(msg("there is no text"))

    def apply(self, plan: Plan, summary: str, *, save: bool) -> Future[PushReport]:
        """Answer as it was told to; note what is to be saved."""
        if save:
            self.saves.append((plan, summary))
        done: Future[PushReport] = Future()
        shown = self.offered or offered(passes=self.passes)
        done.set_result(builders.push_report(saved=True) if save else shown)
        return done

    def current(self, page: Page) -> Future[Page | None]:
        """What the test says the wiki has of any page."""
        assert page.title in self.results
        done: Future[Page | None] = Future()
        done.set_result(self.now)
        return done


def offered(*, passes: bool) -> PushReport:
    """What would be saved: what the gate lets through, or what it blocks with its reasons."""
    report = builders.push_report(saved=passes)
    page = replace(report.pages[0], text=builders.tidy_report().pages[0].text, saved=None)
    return replace(report, pages=(page,))


@dataclass(slots=True)
class Site:
    """A running server: its secrets and where its store is."""

    keys: Keys
    store: Path
    ids: dict[str, str] = field(default_factory=dict)
    worker: Prepared = field(default_factory=lambda: Prepared({}))

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self.keys.port}"

    def address(self, title: str) -> str:
        """The address of a page on the workspace."""
        return f"{self.origin}/p/{self.ids[title]}"

    def client(self) -> AbstractContextManager[httpx.Client]:
        """A browser's session after it opened the start address."""
        return client_of(self.keys.address)


@contextmanager
def client_of(start: str) -> Iterator[httpx.Client]:
    """A session that has opened a start address."""
    with httpx.Client(base_url=start.partition("/start")[0], trust_env=False) as client:
        assert client.get(start).status_code == 200
        yield client


def bug(error: BaseException) -> Message:
    """What the command writes into a file."""
    return Message(type(error).__name__)


@contextmanager
def serving(results: Mapping[str, State], folder: Path, language: str = "en", *, account: str = "") -> Iterator[Site]:
    """A real uvicorn on loopback in a thread, with a page for each result; with an account they are pages of a wiki."""
    sock = bind(0)
    site = Site(Keys(sock.getsockname()[1]), folder / "store.sqlite3", worker=Prepared(results))
    up: Future[None] = Future()
    stop: list[object] = []

    def run() -> None:
        with open_store(site.store) as store:
            workspace = Workspace(store, MLRU, Speech(language), site.worker, "tester", account=account)
            workspace.lay_out(Page(title, title, "text") for title in results)
            for entry in workspace.entries.values():
                entry.origin = Origin.wiki if account else Origin.pasted
            site.ids = {entry.name: entry.id for entry in workspace.entries.values()}
            server = make_server(make_app(workspace, site.keys, bug))
            stop.append(server)
            up.set_result(None)
            asyncio.run(server.serve(sockets=[sock]))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    up.result(30)
    try:
        yield site
    finally:
        stop[0].should_exit = True  # type: ignore[attr-defined]  # the server that ``run`` put there
        thread.join(10)
        sock.close()
        assert not thread.is_alive()


def sample(judge: str = "embedded") -> Ready:
    """The bundled sample, tidied and checked by replay. Runs in a thread: Playwright may hold this one's loop."""

    def make() -> Ready:
        page = replace(sample_page(), name="sample")
        tidied = tidy([page], MLRU, Quiet())
        settings = demo_settings(judge, Settings())
        with open_store(None) as store:
            session = Session(settings, store, environment={"MLWIKI_JUDGE_API_KEY": "no-key"})
            options = CheckOptions(replay=(cassette(judge),), remember=False)
            return Ready(tidied, check([replace(page, text=tidied.pages[0].text)], MLRU, session, options))

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(make).result()


def decisions(site: Site) -> dict[str, tuple[str, str]]:
    """What the store holds: kind and reason by subject."""
    with open_store(site.store) as store:
        return all_decisions(store)


def all_decisions(store: Store) -> dict[str, tuple[str, str]]:
    """Every decision of a store."""
    from bot.review.decisions import chosen

    return {subject: (one.kind, one.reason) for subject, one in chosen(store).items()}


@dataclass(slots=True)
class Command:
    """``mlwiki serve`` in another process."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        """Where it listens."""
        found = re.search(r":(\d+)/", self.address)
        assert found is not None
        return int(found[1])

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait(10)


@contextmanager
def command(words: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[Command]:
    """Start it without a browser; ends with the block."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("MLWIKI_")}
    variables |= {"MLWIKI_STATE": str(folder / "state"), "MLWIKI_LANG": "en"} | dict(environment or {})
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "serve", "--no-browser", *words],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        yield Command(process, process.stdout.readline().strip())
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(10)
        process.stdout.close()
        process.stderr.close()
