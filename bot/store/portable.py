"""What of a store goes to another machine or a colleague: JSON lines, the first one naming the form.

Decisions (accepted, rejected, overruled, false alarms) with the former names they hang on, a judge's answers, texts that a
person supplied, a person's wordings, what is remembered of dead links and of each page's last check, and the bot's journal: its
runs, its edits and what it last saw of each page. Answers of services and pages are asked anew.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.errors import InputError
from bot.model.message import Message, msg
from bot.model.plan import Choice
from bot.store.database import Database
from bot.store.journal import EditState, RunState

SCHEMA = "mlwiki/store/2"
#: The form before the journal went along: what it has is read as ever.
_READ = frozenset({SCHEMA, "mlwiki/store/1"})
#: Kinds of answers that are a person's or a judge's work.
ANSWERS = ("given", "judge", "link", "reworded")
#: The largest number that both databases keep whole.
_MOST = 2**63 - 1

Fields = Mapping[str, Any]
Holds = Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class Imported:
    """How many records were taken, and how many were left because the store had the same or a newer one."""

    taken: int = 0
    left: int = 0


def _text(value: object) -> bool:
    return isinstance(value, str)


def _time(value: object) -> bool:
    return type(value) in {int, float} and math.isfinite(value)  # type: ignore[arg-type]  # it is a number


def _time_or_none(value: object) -> bool:
    return value is None or _time(value)


def _whole(value: object) -> bool:
    return type(value) is int and abs(value) <= _MOST


def _whole_or_none(value: object) -> bool:
    return value is None or _whole(value)


def _one_of(words: Iterable[str]) -> Holds:
    known = frozenset(map(str, words))
    return lambda value: isinstance(value, str) and value in known


def _json(holds: Holds) -> Holds:
    """A text of JSON in which that holds: the journal keeps lists and counts so."""

    def read(value: object) -> bool:
        try:
            return isinstance(value, str) and holds(json.loads(value))
        except (ValueError, RecursionError):
            return False

    return read


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _counts(value: object) -> bool:
    return isinstance(value, dict) and all(map(_whole, value.values()))


def _needs(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) and _texts([*one.values()]) for one in value)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table that goes along: what each column may hold, by which of them a row is known, and which one says how new it is.

    ``only`` is a condition on the rows, with ``:now``; "" for all. Without ``newest`` a row that is there stays.
    """

    table: str
    columns: Mapping[str, Holds]
    keys: str
    newest: str = "stored"
    only: str = ""

    @property
    def select(self) -> str:
        """Every row that goes along, in an order that does not depend on when it was stored."""
        where = f" WHERE {self.only}" if self.only else ""
        return f"SELECT {', '.join(self.columns)} FROM {self.table}{where} ORDER BY {self.keys}"  # noqa: S608  # constants

    @property
    def take(self) -> str:
        """Write a row unless the store has it as new."""
        marks = ", ".join(f":{name}" for name in self.columns)
        new = ", ".join(f"{name} = excluded.{name}" for name in self.columns if name not in self.keys.split(", "))
        newer = (
            f"UPDATE SET {new} WHERE excluded.{self.newest} > {self.table}.{self.newest}" if self.newest else "NOTHING"
        )
        return (
            f"INSERT INTO {self.table} ({', '.join(self.columns)}) VALUES ({marks})"  # noqa: S608  # constants
            f" ON CONFLICT ({self.keys}) DO {newer}"
        )


_TABLES: Mapping[str, _Table] = {
    "decision": _Table(
        "decisions",
        {"subject": _text, "kind": _one_of(Choice), "reason": _text, "who": _text, "stored": _time},
        "subject, kind",
    ),
    "alias": _Table("aliases", {"name": _text, "former": _text}, "name, former", newest=""),
    "answer": _Table(
        "answers",
        {"kind": _one_of(ANSWERS), "key": _text, "value": _text, "stored": _time, "expires": _time_or_none},
        "kind, key",
        only=f"kind IN {ANSWERS!r} AND (expires IS NULL OR expires > :now)",
    ),
    "checked": _Table("checked", {"wiki": _text, "title": _text, "stored": _time, "findings": _texts}, "wiki, title"),
    "run": _Table(
        "runs",
        {"id": _text, "wiki": _text, "account": _text, "job": _text, "state": _one_of(RunState), "why": _text,
         "counts": _json(_counts), "started": _time, "beat": _time, "ended": _time_or_none, "task": _text},
        "id",
        newest="beat",
    ),
    "edit": _Table(
        "edits",
        {"run": _text, "wiki": _text, "title": _text, "base": _whole, "newid": _whole_or_none, "state": _one_of(EditState),
         "ids": _json(_texts), "summary": _text, "before": _text, "why": _text, "stored": _time},
        "run, title, base",
    ),
    "page": _Table(
        "pages",
        {"wiki": _text, "title": _text, "run": _text, "revid": _whole, "logic": _text, "outcome": _text, "complete": _whole,
         "needs": _json(_needs), "human": _text, "stored": _time},
        "wiki, title",
    ),
}  # fmt: skip
_CHECKED = "SELECT wiki, title, stored FROM checked ORDER BY wiki, title"
_FINDINGS = "SELECT finding FROM checks WHERE wiki = :wiki AND title = :title ORDER BY finding"


def lines_of(db: Database, now: float) -> Iterator[str]:
    """Every portable record, a line each, in an order that does not depend on when it was stored."""
    yield _line({"schema": SCHEMA})
    for name, table in _TABLES.items():
        rows = (
            db.execute(_CHECKED) if name == "checked" else db.execute(table.select, {"now": now} if table.only else ())
        )
        columns = rows.columns
        for row in list(rows):
            record = dict(zip(columns, row, strict=True))
            if name == "checked":
                record["findings"] = [one[0] for one in db.execute(_FINDINGS, {"wiki": row[0], "title": row[1]})]
            yield _line({name: record})


def _line(record: Mapping[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def take_in(db: Database, lines: Iterable[str]) -> Imported:
    """Take in what ``lines_of`` gave; the caller holds the transaction. What the store has newer, or as new, stays.

    Raises InputError, naming the line, for anything else.
    """
    taken = left = 0
    for number, line in enumerate(lines, start=1):
        record = _read(line, number)
        if number == 1:
            if set(record) != {"schema"} or record["schema"] not in _READ:
                raise InputError(msg("line 1 is not that of an exported store ({schema})", schema=SCHEMA), _whence())
            continue
        (name, fields), *more = record.items()
        if more or name not in _TABLES or not isinstance(fields, dict) or not _fits(_TABLES[name], fields):
            raise _not_ours(number)
        written = (
            _take_checked(db, fields) if name == "checked" else db.execute(_TABLES[name].take, fields).rowcount > 0
        )
        taken, left = taken + written, left + (not written)
    return Imported(taken, left)


def _read(line: str, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _not_ours(number) from error
    if not isinstance(found, dict) or not found:
        raise _not_ours(number)
    return found


def _not_ours(number: int) -> InputError:
    return InputError(
        msg("line {number} is no record of an exported store; nothing was taken in", number=number), _whence()
    )


def _whence() -> Message:
    return msg("give a file that `mlwiki store export` of this version wrote")


def _fits(table: _Table, fields: Fields) -> bool:
    """Exactly the columns of its table, each with what it may hold."""
    return set(fields) == set(table.columns) and all(holds(fields[name]) for name, holds in table.columns.items())


def _take_checked(db: Database, fields: Fields) -> bool:
    """A page's last check with its findings, in place of an older one."""
    page = {name: fields[name] for name in ("wiki", "title", "stored")}
    known = db.execute("SELECT stored FROM checked WHERE wiki = :wiki AND title = :title", page).fetchone()
    if known is not None and known[0] >= fields["stored"]:
        return False
    db.execute("DELETE FROM checks WHERE wiki = :wiki AND title = :title", page)
    db.execute("DELETE FROM checked WHERE wiki = :wiki AND title = :title", page)
    db.execute("INSERT INTO checked VALUES (:wiki, :title, :stored)", page)
    rows = [page | {"finding": finding} for finding in sorted(set(fields["findings"]))]
    db.executemany("INSERT INTO checks VALUES (:wiki, :title, :finding, :stored)", rows)
    return True
