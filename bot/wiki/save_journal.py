"""The journal of one account's saves: one writer at a time, the saves under way, and when the last was. It survives SIGKILL.

A save is written down before it is sent, with the time. Whoever opens the journal next and finds one still open looks at the
page's history instead of saving again (``bot.wiki.saving``): a killed process and a lost answer are the same then.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from bot.atomic import exclusive
from bot.errors import NotAllowed, OutputError
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import Clock
from bot.wiki.confirm import LATE
from bot.wiki.protocols import SaveOrder

#: How long another writer of the same account is waited for, in seconds.
_PATIENCE = 120
#: Own revisions that are known again: more than anybody looks through.
_REMEMBERED = 500


@dataclass(frozen=True, slots=True)
class _Record:
    """An order in a form that JSON keeps; of the base only what reading the history back needs. ``since``: when it was sent."""

    title: str
    wiki: str
    revid: int | None
    timestamp: str | None
    text: str
    summary: str
    minor: bool
    user: str
    since: str = ""

    @property
    def order(self) -> SaveOrder:
        """The order; its base's text is not kept."""
        base = Page(self.title, self.title, "", self.wiki, self.revid, self.timestamp)
        return SaveOrder(base, self.text, self.summary, self.minor, self.user)


@dataclass(frozen=True, slots=True)
class Pending:
    """An order that was sent and is not settled: since when, and for how many seconds it may still arrive."""

    order: SaveOrder
    since: str
    left: float


class SaveJournal:
    """The files of one account at one wiki, in a private folder of the state."""

    def __init__(self, state: Path, wiki: str, account: str, clock: Clock) -> None:
        name = hashlib.sha256(f"{wiki}\n{account}".encode()).hexdigest()[:16]
        self._folder = state / "desk"  # its name since 0.1: saves that are pending there are found by later versions
        self._pending = self._folder / f"{name}.saving.json"
        self._last = self._folder / f"{name}.last"
        self._made = self._folder / f"{name}.made"
        self._late = self._folder / f"{name}.late.json"
        self._lock = self._folder / f"{name}.lock"
        self._clock = clock

    @contextmanager
    def held(self) -> Iterator[None]:
        """Write alone, across processes; given up when the process ends, however it ends.

        Raises NotAllowed when another writer does not leave it in two minutes.
        """
        self._make_folder()
        for _ in range(_PATIENCE):
            with exclusive(self._lock) as ours:
                if ours:
                    yield
                    return
            asyncio.run(self._clock.sleep(1.0))
        raise NotAllowed(
            msg("another run is saving with this account"),
            msg("wait until it has ended, or stop it; `mlwiki status` shows it"),
        )

    def begin(self, order: SaveOrder) -> None:
        """Write down, durably, that this order is about to be sent."""
        base = order.base
        record = _Record(
            base.title, base.wiki, base.revid, base.timestamp, order.text, order.summary, order.minor, order.user,
            self._clock.now(),
        )  # fmt: skip
        self._keep([*self._without(base.title), record])

    def pending(self) -> tuple[Pending, ...]:
        """The orders that were under way when somebody left, or whose answer was lost; one a page, oldest first."""
        records = self._records()
        now = self._clock.now()
        # a record of an older version has no time, and a clock that went back must not make one wait for days
        dated = [replace(record, since=now) if not "" < record.since <= now else record for record in records]
        if dated != records:
            self._keep(dated)
        return tuple(
            Pending(record.order, record.since, max(LATE - (age(record.since, self._clock) or 0.0), 0.0))
            for record in dated
        )

    def end(self, order: SaveOrder, *made: int) -> None:
        """The order is settled: known to have made these revisions, or none."""
        if made:
            self._write(self._last, self._clock.now())
            ids = [*sorted(self.made()), *made][-_REMEMBERED:]
            self._write(self._made, "".join(f"{revid}\n" for revid in ids))
        self._keep(self._without(order.base.title))

    def arrive(self, order: SaveOrder, revid: int) -> None:
        """Remember, for the command that sent it, as which revision a late save has arrived."""
        found = [*self._arrivals(), [order.base.title, order.base.revid or 0, revid]][-_REMEMBERED:]
        self._write(self._late, json.dumps(found))

    def arrived(self, title: str, base: int) -> int | None:
        """As which revision a late save of ``title`` over revision ``base`` (0: a new page) has arrived; None for no such."""
        return next((int(row[2]) for row in reversed(self._arrivals()) if list(row[:2]) == [title, base]), None)

    def _arrivals(self) -> list[list[str | int]]:
        try:
            found = json.loads(self._late.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError, RecursionError):  # it only spares a person a look at the wiki
            return []
        return [row for row in found if isinstance(row, list) and len(row) == 3] if isinstance(found, list) else []

    def _records(self) -> list[_Record]:
        try:
            found = json.loads(self._pending.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        except (ValueError, RecursionError) as error:
            raise _damaged(self._pending) from error
        try:
            return [_Record(**record) for record in (found if isinstance(found, list) else [found])]
        except TypeError as error:
            raise _damaged(self._pending) from error

    def _without(self, title: str) -> list[_Record]:
        return [record for record in self._records() if record.title != title]

    def _keep(self, records: list[_Record]) -> None:
        if records:
            self._write(self._pending, json.dumps([asdict(record) for record in records]))
        else:
            self._pending.unlink(missing_ok=True)

    def made(self) -> frozenset[int]:
        """The newest revisions that were made from here."""
        try:
            words = self._made.read_text(encoding="utf-8").split()
        except OSError:
            return frozenset()
        return frozenset(int(word) for word in words if word.isdecimal())

    def since_last(self) -> float | None:
        """Seconds since this account's last save from this machine; None when there was none."""
        try:
            last = _seconds(self._last.read_text(encoding="utf-8").strip())
        except (FileNotFoundError, ValueError):
            return None
        return _seconds(self._clock.now()) - last

    def _make_folder(self) -> None:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(self._folder, error) from error

    def _write(self, path: Path, text: str) -> None:
        """Replace a file of this private folder, flushed to the disk before it counts."""
        temporary = path.with_suffix(".new")
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError as error:
            raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> OutputError:
    return OutputError(
        msg("cannot write {path}: {why}", path=str(path), why=error.strerror or "?"),
        msg("nothing was saved; name another folder in `[store] path` or MLWIKI_STATE"),
    )


def _damaged(path: Path) -> OutputError:
    return OutputError(
        msg("{path} is damaged: what was being saved cannot be told", path=str(path)),
        msg("look at the account's contributions on the wiki, then remove that file"),
    )


def _seconds(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()


def age(timestamp: str | None, clock: Clock) -> float | None:
    """Seconds since a wiki's time by this machine's clock; None when there is none."""
    try:
        return _seconds(clock.now()) - _seconds(timestamp or "")
    except ValueError:
        return None
