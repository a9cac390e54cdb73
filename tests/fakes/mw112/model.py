"""The wiki's state and its rules for saving, as EditPage.php of 1.12.0 has them (facts/mediawiki-1.12, 3.4 and part B)."""

from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
import threading
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from bot.wiki.compare import merge3
from tests.fakes.mw112 import parse

NAMESPACES = {
    -2: "Медиа",
    -1: "Служебная",
    0: "",
    1: "Обсуждение",
    2: "Участник",
    3: "Обсуждение участника",
    4: "MachineLearning",
    5: "Обсуждение MachineLearning",
    6: "Изображение",
    7: "Обсуждение изображения",
    8: "MediaWiki",
    9: "Обсуждение MediaWiki",
    10: "Шаблон",
    11: "Обсуждение шаблона",
    12: "Справка",
    13: "Обсуждение справки",
    14: "Категория",
    15: "Обсуждение категории",
}
MAX_KB = 2048


class Answer(StrEnum):
    """How a posted edit form is answered."""

    redirect = "redirect"
    form = "form"
    preview = "preview"
    session_preview = "session_preview"
    conflict = "conflict"
    recreate = "recreate"
    captcha = "captcha"
    summary = "summary"
    too_big = "too_big"
    no_right = "no_right"
    read_only = "read_only"
    spam = "spam"
    rate = "rate"


@dataclass(frozen=True)
class Traits:
    """How versions differ. ``strict``: unknown values are errors; ``login_token``: the login takes two steps."""

    version: str = "1.12.0"
    write_api: bool = False
    strict: bool = True
    login_token: bool = False
    meta_tokens: bool = False
    file_namespace: bool = False


#: Profiles of later wikis, for what our clients ask of them (facts, 4).
PROFILES = {
    "1.12": Traits(),
    "1.15": Traits("1.15.5", write_api=True, strict=False, login_token=True),
    "1.19": Traits("1.19.24", write_api=True, strict=False, login_token=True),
    "1.27": Traits("1.27.7", write_api=True, strict=False, login_token=True, meta_tokens=True),
}


@dataclass
class User:
    """An account."""

    name: str
    password: str
    groups: tuple[str, ...] = ()
    blocked_by: str | None = None
    messages: bool = False
    #: edits a minute; None is no limit (1.12's bots have no ``noratelimit``)
    rate: int | None = None
    edits: int = 0


@dataclass(frozen=True)
class Rev:
    """A stored revision; ``time`` is 14 digits, UTC. Bytes that are no UTF-8 stand as lone surrogates in the texts."""

    revid: int
    parent: int
    time: str
    user: str
    comment: str
    text: str
    minor: bool = False
    bot: bool = False


@dataclass
class Session:
    """A browser's session: who, and the number its tokens are made of."""

    key: str
    user: User | None = None

    def token(self) -> str:
        r"""The edit token: the same for the whole session, «+\» for everybody who is not logged in."""
        if self.user is None:
            return "+\\"
        return hashlib.md5(f"{self.key}{self.user.name}".encode(), usedforsecurity=False).hexdigest() + "+\\"


@dataclass
class MiniWiki:
    """Pages, accounts and switches. Every public method may be called from the server's threads."""

    traits: Traits = field(default_factory=Traits)
    users: dict[str, User] = field(default_factory=dict)
    pages: dict[str, list[Rev]] = field(default_factory=dict)
    deleted: dict[str, str] = field(default_factory=dict)
    protected: set[str] = field(default_factory=set)
    sessions: dict[str, Session] = field(default_factory=dict)
    read_only: str = ""
    spam: str = ""
    captcha_links: bool = False
    need_summary: bool = False
    api_enabled: bool = True
    #: ``$wgGroupPermissions['*']['read'] = false`` (recording m09_private_read)
    closed: bool = False
    exports_history: bool = True
    lists_contributions: bool = True
    #: 1.8 to 1.11 have no action=parse; what it and the preview make of a text
    parses: bool = True
    renders: Callable[[str], str] = field(default=parse.html)
    #: failed logins of this address so far, when the wiki has a cache to count them in (facts, part B)
    counts_logins: bool = False
    failed_logins: int = 0
    #: what the next posted forms should suffer, for faults that depend on chance: called with the title before the save
    before_save: Callable[[str], None] | None = None
    #: so many of the next saves are taken and not answered; they land when a test says so (``land``), as PHP goes on after the
    #: client has gone. ``hangs`` keeps the connection open until it is set, for a client that waits for its own time-out
    holds: int = 0
    hangs: threading.Event | None = None
    held: list[Callable[[], object]] = field(default_factory=list)
    now: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    offset: float = 0.0
    _last: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock)

    # -- time and titles

    def time(self) -> str:
        """Now, as 14 digits."""
        return (self.now() + timedelta(seconds=self.offset)).strftime("%Y%m%d%H%M%S")

    def tick(self, seconds: float = 2.0) -> None:
        """Let the wiki's clock go on."""
        self.offset += seconds

    @staticmethod
    def canonical(title: str) -> str | None:
        r"""The title as the wiki writes it; None for an impossible one. «T#x» is T and an empty one the main page."""
        title = unicodedata.normalize("NFC", title).replace("_", " ").partition("#")[0].strip()
        if re.search(r"[\[\]{}|<>]", title):
            return None
        title = re.sub(r" +", " ", title) or "Заглавная страница"
        prefix, colon, rest = title.partition(":")
        if colon and prefix[:1].upper() + prefix[1:] in NAMESPACES.values():
            rest = rest.strip()
            return f"{prefix[:1].upper()}{prefix[1:]}:{rest[:1].upper()}{rest[1:]}"
        return title[:1].upper() + title[1:]

    # -- people's side, for tests

    def add_user(self, name: str, password: str, *groups: str) -> User:
        """Make an account."""
        self.users[name] = User(name, password, groups)
        return self.users[name]

    def write(self, title: str, text: str, user: str = "Человек", comment: str = "правка человека") -> int:
        """Somebody saves a page, seeing its newest revision; the new revision id."""
        with self.lock:
            return self._store(str(self.canonical(title)), text, user, comment)

    def delete(self, title: str) -> None:
        """An administrator deletes a page."""
        with self.lock:
            del self.pages[title]
            self.deleted[title] = self.time()

    def text(self, title: str) -> str | None:
        """The current text."""
        revisions = self.pages.get(title)
        return revisions[-1].text if revisions else None

    def history(self, title: str) -> list[Rev]:
        """Newest first."""
        return list(reversed(self.pages.get(title, [])))

    def _store(self, title: str, text: str, user: str, comment: str, *, minor: bool = False, bot: bool = False) -> int:
        revisions = self.pages.setdefault(title, [])
        stored = clean(text).rstrip(" \t\n\r\0\x0b")
        if revisions and revisions[-1].text == stored:
            return revisions[-1].revid
        self._last += 1
        parent = revisions[-1].revid if revisions else 0
        revisions.append(Rev(self._last, parent, self.time(), user, comment, stored, minor, bot))
        return self._last

    # -- the bot's side

    def may_edit(self, user: User | None, title: str) -> bool:
        """Whether the page's source is offered for editing."""
        if user is None or user.blocked_by:
            return False
        return title not in self.protected or "sysop" in user.groups

    def save(self, session: Session, title: str, fields: dict[str, str]) -> tuple[Answer, str]:
        """A posted edit form; the answer, and the text that conflicts with it."""
        if "wpPreview" in fields:
            return Answer.preview, ""
        self.hold(lambda: self._save(session, title, fields))
        if self.before_save is not None:
            self.before_save(title)
        with self.lock:
            return self._save(session, title, fields)

    def hold(self, save: Callable[[], object]) -> None:
        """Keep a save for later where the test wants that. Raises ConnectionError then: there is no answer."""
        with self.lock:
            if not self.holds:
                return
            self.holds -= 1
            self.held.append(save)
        raise ConnectionAbortedError

    def land(self) -> None:
        """The held saves are finished now, against the pages as they are."""
        with self.lock:
            held, self.held = self.held, []
            for save in held:
                save()

    def _save(self, session: Session, title: str, fields: dict[str, str]) -> tuple[Answer, str]:
        user = session.user
        base = fields.get("wpEdittime", "")
        if self.read_only:
            return Answer.read_only, ""
        # a bad token makes a preview of it, and a preview asks for no rights (a fault of 1.12)
        good = fields.get("wpEditToken") == session.token()
        if good and not self.may_edit(user, title):
            return Answer.no_right, ""
        if user is None or not good or not re.fullmatch(r"\d{14}", base):
            return Answer.session_preview, ""
        text = clean(fields.get("wpTextbox1", ""))
        stopped = self._filters(user, text, fields)
        if stopped is not None:
            return stopped, ""
        return self._put(user, title, text, base, fields)

    def _filters(self, user: User, text: str, fields: dict[str, str]) -> Answer | None:
        if self.captcha_links and "http" in text and "bot" not in user.groups:
            return Answer.captcha
        if self.spam and re.search(self.spam, text):
            return Answer.spam
        if len(text.encode()) > MAX_KB * 1024:
            return Answer.too_big
        if user.rate is not None and user.edits >= user.rate:
            return Answer.rate
        summary = fields.get("wpSummary", "").strip()
        return Answer.summary if self.need_summary and not summary and "wpIgnoreBlankSummary" not in fields else None

    def _put(self, user: User, title: str, text: str, base: str, fields: dict[str, str]) -> tuple[Answer, str]:
        summary = cut(fields.get("wpSummary", "")) or automatic_summary(text, new=title not in self.pages)
        flags = {"minor": "wpMinoredit" in fields, "bot": "bot" in user.groups and fields.get("bot") != "0"}
        deleted = self.deleted.get(title, "")
        if deleted > fields.get("wpStarttime", "") and "wpRecreate" not in fields:
            return Answer.recreate, ""
        revisions = self.pages.get(title)
        user.edits += 1
        if not revisions:
            if text.strip():
                self._store(title, text, user.name, summary, **flags)
            return Answer.redirect, ""
        newest = revisions[-1]
        # the rule looks at the last editor alone: an account's own other edit is overwritten without a word
        if newest.time != base and newest.user != user.name:
            merged = self._merged(revisions, base, text)
            if merged is None:
                return Answer.conflict, newest.text
            text = merged
        self._store(title, text, user.name, summary, **flags)
        return Answer.redirect, ""

    @staticmethod
    def _merged(revisions: list[Rev], base: str, text: str) -> str | None:
        known = next((rev for rev in reversed(revisions) if rev.time <= base), None)
        if known is None:
            return None
        return diff3(known.text, clean(text), revisions[-1].text)


def clean(text: str) -> str:
    """What WebRequest does to every text: line ends, NFC, no control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text))


def cut(summary: str) -> str:
    """250 bytes on a character border, trimmed, without an ellipsis."""
    return clean(summary).encode()[:250].decode("utf-8", "ignore").strip()


def automatic_summary(text: str, *, new: bool) -> str:
    """What 1.12 writes when there is no summary."""
    found = re.match(r"#(?:ПЕРЕНАПРАВЛЕНИЕ|REDIRECT)\s*\[\[([^\]]+)\]\]", text, re.IGNORECASE)
    if found:
        return f"Перенаправление на [[{found[1]}]]"
    return f"Новая: {text[:200]}" if new else ""


def diff3(base: str, mine: str, theirs: str) -> str | None:
    """The wiki's own merge: the program diff3 where there is one, as MediaWiki calls it, else ours."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, text in (("mine", mine), ("base", base), ("theirs", theirs)):
                path = Path(folder) / name
                path.write_text(text + "\n", encoding="utf-8", newline="")
                paths.append(str(path))
            done = subprocess.run(["diff3", "-m", *paths], capture_output=True, check=False)
    except OSError:
        return merge3(base, mine, theirs)
    return done.stdout.decode().removesuffix("\n") if done.returncode == 0 else None


def in_namespace(wiki: MiniWiki, prefix: str) -> list[str]:
    """The titles of a namespace ("" for the main one), in order."""
    return sorted(title for title in wiki.pages if (title.startswith(f"{prefix}:") if prefix else ":" not in title))
