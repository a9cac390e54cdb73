"""A whole small session for push: a real MediaWiki, replicas of the internet's services, a scripted model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from bot.config import JudgeSettings, Settings, WikiSettings
from bot.jobs.check import CheckOptions, check
from bot.jobs.files import read_file
from bot.jobs.push import PushOptions, push
from bot.jobs.session import Chosen, Session, choose_profile
from bot.model.ports import Clock, WikiClient
from bot.model.report import CheckReport, PushReport
from bot.net.cassettes import ReplayClock
from bot.store import Store, open_store
from bot.wiki import open_wiki
from bot.wiki.folder import Folder
from tests.fakes.model import ScriptedModel
from tests.fakes.resolver import MODEL_HOST, network
from tests.fakes.script import answers
from tests.fakes.services import Services
from tests.mediawiki import SECRET, Wiki

MODEL = JudgeSettings(kind="openai", model="scripted-demo", base_url=f"https://{MODEL_HOST}/v1")
EMBEDDED = JudgeSettings(kind="embedded")


@dataclass(frozen=True, slots=True)
class Stage:
    """What a push is handed."""

    session: Session
    chosen: Chosen
    folder: Path
    client: WikiClient

    @property
    def store(self) -> Store:
        """Where decisions are kept."""
        return self.session.store

    def draft(self, title: str, text: str) -> Path:
        """A person's file for a page of that title, without a sidecar."""
        path = Folder(self.folder).path_for(title)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return path

    def push(self, paths: Sequence[Path], *, save: bool = True) -> PushReport:
        """Push files as the bot's account."""
        files = [read_file(path) for path in paths]
        options = PushOptions(save=save, summary="источники проверены", check=CheckOptions())
        return push(files, lambda: self.client, self.chosen, self.session, options)

    def check(self, path: Path, title: str) -> CheckReport:
        """Check a file under the identity that push gives it."""
        from bot.model.page import Page

        page = Page(str(path), title, read_file(path).text, wiki=self.client.describe().address)
        return check([page], self.chosen, self.session, CheckOptions(remember=False))


@contextmanager
def stage(wiki: Wiki, folder: Path, judge: JudgeSettings) -> Iterator[Stage]:
    """Everything running and connected to the real wiki."""
    with connected(wiki.settings(profile="mlru"), SECRET, folder, judge) as at:
        yield at


@contextmanager
def connected(
    wiki: WikiSettings, password: str, folder: Path, judge: JudgeSettings, clock: Clock | None = None
) -> Iterator[Stage]:
    """Everything running and connected to any wiki: services are replicas on loopback, the model is scripted."""
    settings = replace(Settings(), judge=judge, wiki=wiki, contact="mailto:bot@example.org")
    with Services() as services, ScriptedModel(answers()) as model, open_store(None) as store:
        port = urlsplit(model.url).port
        session = Session(
            settings,
            store,
            clock=ReplayClock(),
            environment={"MLWIKI_JUDGE_API_KEY": "no-key"},
            network=network(services, model_port=port),
        )
        client = open_wiki(
            settings.wiki,
            password=password,
            contact=settings.contact,
            state=folder / "state",
            clock=clock or session.clock,
        )
        yield Stage(session, choose_profile("mlru", settings), folder / "pages", client)
