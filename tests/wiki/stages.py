"""Wikis of all kinds behind one face, so that one suite of tests holds for every client.

The real 1.39 is taken through all three clients; the older ones are stand-ins of the loopback (tests/fakes/mw112).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from bot.config import WikiSettings, user_agent
from bot.wiki import open_wiki
from bot.wiki.api_reader import ApiReader
from bot.wiki.api_saver import ApiSaver
from bot.wiki.connection import WikiConnection
from bot.wiki.form_saver import FormSaver
from bot.wiki.page_reader import PageReader
from bot.wiki.probe import _without_api, probe
from bot.wiki.saving import Terms
from bot.wiki.wiki_client import SafeWiki
from tests.fakes.mw112 import MiniWiki
from tests.fakes.mw112.model import Answer, Session
from tests.mediawiki import BOT, PASSWORD, SECRET, ApiRefusal, Wiki
from tests.wiki.clock import TestClock

OLD_PASSWORD = "bot112pass"
CONTACT = "mailto:owner@example.org"


@dataclass(frozen=True)
class Line:
    """A line of a page's history as the wiki itself has it."""

    revid: int
    parent: int
    user: str
    comment: str
    text: str
    minor: bool


class Stage(Protocol):
    """A wiki with people, and a bot's client for it."""

    bot: str
    clock: TestClock
    state: Path

    @property
    def has_api(self) -> bool:
        """Whether the client reads by api.php; what only it tells is not known otherwise."""

    def client(self, **more: Any) -> SafeWiki:
        """A fresh client; keywords change the settings, ``password`` the secret, ``contact`` the contact."""

    def title(self, stem: str = "Страница") -> str:
        """A title nobody has used."""

    def person_writes(self, title: str, text: str) -> int:
        """A person saves; the revision."""

    def bot_writes(self, title: str, text: str) -> int:
        """Another process of the bot's account saves; the revision."""

    def opens(self, name: str, title: str) -> tuple[str, str]:
        """A person opens a page to edit it: its text, and what their browser needs to save it."""

    def saves(self, name: str, title: str, text: str, handle: str) -> bool:
        """They save it, perhaps much later; False for a conflict that the wiki tells them of."""

    def history(self, title: str) -> list[Line]:
        """The wiki's own record, newest first."""

    def delete(self, title: str) -> None:
        """An administrator deletes the page."""

    def protect(self, title: str) -> None:
        """An administrator protects the page."""

    def blocked(self) -> AbstractContextManager[None]:
        """The bot is blocked inside."""

    def locked(self) -> AbstractContextManager[None]:
        """The wiki is read-only inside."""


@dataclass
class RealStage:
    """The real 1.39 by one of our clients."""

    wiki: Wiki
    kind: str
    state: Path
    bot: str = BOT
    clock: TestClock = field(default_factory=TestClock)

    @property
    def has_api(self) -> bool:
        """By pages, as if there were none."""
        return self.kind != "pages"

    def client(self, *, password: str | None = "", contact: str = CONTACT, **more: Any) -> SafeWiki:
        """Pywikibot as ``open_wiki`` gives it; the others put together by hand, since the probe would not choose them."""
        by_form = self.kind in {"form", "pages"}  # bot passwords are for the API
        user = more.get("user", BOT if by_form else self.wiki.bot_login)
        if password == "":
            password = SECRET if "@" in user else PASSWORD
        settings = self.wiki.settings(**(more | {"user": user}))
        if self.kind == "pywikibot":
            return open_wiki(settings, password=password, contact=contact, state=self.state, clock=self.clock)
        transport = WikiConnection(user_agent(contact))
        found = _without_api(self.wiki.api, transport) if self.kind == "pages" else probe(settings.url, transport)
        assert found is not None
        kind = PageReader if self.kind == "pages" else ApiReader
        reader = kind(found, settings.user, password, transport)
        saver = FormSaver(reader) if by_form else ApiSaver(reader)
        return SafeWiki(reader, saver, found.index, Terms.of(settings, contact), self.clock, self.state)

    def title(self, stem: str = "Страница") -> str:
        """A title nobody has used."""
        return self.wiki.title(stem)

    def person_writes(self, title: str, text: str) -> int:
        """A person saves."""
        return self.wiki.person().write(title, text)

    def bot_writes(self, title: str, text: str) -> int:
        """The bot's account saves."""
        return self.wiki.person(BOT).write(title, text)

    def opens(self, name: str, title: str) -> tuple[str, str]:
        """As action=edit needs it."""
        newest = self.wiki.person(name).history(title, limit=1)[0]
        return newest.text, str(newest.revid)

    def saves(self, name: str, title: str, text: str, handle: str) -> bool:
        """With the base they opened."""
        try:
            self.wiki.person(name).write(title, text, baserevid=handle)
        except ApiRefusal as refused:
            if refused.code == "editconflict":
                return False
            raise
        return True

    def history(self, title: str) -> list[Line]:
        """The wiki's own record."""
        return [
            Line(rev.revid, rev.parent, rev.user, rev.comment, rev.text, rev.minor)
            for rev in self.wiki.person().history(title)
        ]

    def delete(self, title: str) -> None:
        """Admin deletes."""
        self.wiki.admin.delete(title)

    def protect(self, title: str) -> None:
        """Admin protects."""
        self.wiki.admin.protect(title)

    @contextmanager
    def blocked(self) -> Iterator[None]:
        """Admin blocks."""
        self.wiki.admin.block(BOT)
        try:
            yield
        finally:
            self.wiki.admin.unblock(BOT)

    def locked(self) -> AbstractContextManager[None]:
        """Read-only."""
        return self.wiki.knobs("$wgReadOnly = 'проба';")


@dataclass
class StandInStage:
    """A stand-in of an older version."""

    wiki: MiniWiki
    address: str
    state: Path
    bot: str = "МойБот"
    number: int = 0
    chance: random.Random = field(default_factory=lambda: random.Random(0))  # noqa: S311  # no secret
    clock: TestClock = field(init=False)

    def __post_init__(self) -> None:
        """Accounts, and a clock that takes the wiki's along."""
        self.wiki.add_user("МойБот", OLD_PASSWORD, "bot")
        self.wiki.add_user("Человек", "human112pass")
        self.clock = TestClock(self.wiki.tick)

    @property
    def has_api(self) -> bool:
        """Unless it is switched off."""
        return self.wiki.api_enabled

    def client(self, *, password: str | None = OLD_PASSWORD, contact: str = CONTACT, **more: Any) -> SafeWiki:
        """As ``open_wiki`` gives it."""
        given: dict[str, Any] = {"user": self.bot, "throttle": 0.0, **more}
        settings = WikiSettings(url=self.address, **given)
        return open_wiki(settings, password=password, contact=contact, state=self.state, clock=self.clock)

    def title(self, stem: str = "Страница") -> str:
        """A title nobody has used."""
        self.number += 1
        return f"{stem} {self.number}"

    def person_writes(self, title: str, text: str) -> int:
        """A person saves, and some time passes."""
        return self._writes(title, text, "Человек")

    def bot_writes(self, title: str, text: str) -> int:
        """The bot's account saves, and some time passes."""
        return self._writes(title, text, self.bot)

    def opens(self, name: str, title: str) -> tuple[str, str]:
        """The form's text and times; the second may still be that of the newest save."""
        self._hesitates(name)
        newest = self.wiki.history(title)[0]
        return newest.text, f"{newest.time} {self.wiki.time()}"

    def saves(self, name: str, title: str, text: str, handle: str) -> bool:
        """By the form, with the wiki's own rules for conflicts."""
        self._hesitates(name)
        session = Session(name, self.wiki.users[name])
        base, start = handle.split()
        fields = {"wpEdittime": base, "wpStarttime": start, "wpEditToken": session.token(), "wpTextbox1": text}
        with self.wiki.lock:
            return self.wiki._save(session, title, fields | {"wpSummary": "правка"})[0] is Answer.redirect

    def _hesitates(self, name: str) -> None:
        """People are seldom, but sometimes, faster than a second."""
        self.wiki.users.get(name) or self.wiki.add_user(name, OLD_PASSWORD)
        if self.chance.random() < 0.7:
            self.pass_time(1.0)

    def _writes(self, title: str, text: str, user: str) -> int:
        revid = self.wiki.write(title, text, user)
        self.pass_time()
        return revid

    def pass_time(self, seconds: float = 2.0) -> None:
        """For the wiki and for the bot alike."""
        self.wiki.tick(seconds)
        self.clock.passed += seconds

    def history(self, title: str) -> list[Line]:
        """The wiki's own record."""
        name = str(self.wiki.canonical(title))
        return [
            Line(rev.revid, rev.parent, rev.user, rev.comment, rev.text, rev.minor) for rev in self.wiki.history(name)
        ]

    def delete(self, title: str) -> None:
        """Gone, some time after whatever was before."""
        self.pass_time()
        self.wiki.delete(str(self.wiki.canonical(title)))

    def protect(self, title: str) -> None:
        """Only for administrators from now on."""
        self.wiki.protected.add(str(self.wiki.canonical(title)))

    @contextmanager
    def blocked(self) -> Iterator[None]:
        """The bot is blocked."""
        self.wiki.users[self.bot].blocked_by = "WikiSysop"
        try:
            yield
        finally:
            self.wiki.users[self.bot].blocked_by = None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Read-only."""
        self.wiki.read_only = "Идёт обновление базы"
        try:
            yield
        finally:
            self.wiki.read_only = ""
