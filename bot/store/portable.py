"""What of a store goes to another machine or a colleague: JSON lines, the first one naming the form.

Decisions (accepted, rejected, overruled, false alarms), a judge's answers, texts that a person supplied, a person's wordings,
what is remembered of dead links and of each page's last check. Answers of services and pages are asked anew; runs and edits
belong to the account that made them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.errors import InputError
from bot.model.message import Message, msg
from bot.model.plan import Choice

if TYPE_CHECKING:
    import sqlite3

SCHEMA = "mlwiki/store/1"
#: Kinds of answers that are a person's or a judge's work.
ANSWERS = ("given", "judge", "link", "reworded")
_TABLES: Mapping[str, str] = {
    "decision": "SELECT subject, kind, reason, who, stored FROM decisions ORDER BY subject, kind",
    "answer": "SELECT kind, key, value, stored, expires FROM answers WHERE kind IN ('given', 'judge', 'link', 'reworded')"
    " AND (expires IS NULL OR expires > ?1) ORDER BY kind, key",
    "checked": "SELECT wiki, title, stored, (SELECT json_group_array(finding) FROM (SELECT finding FROM checks"
    " WHERE checks.wiki = checked.wiki AND checks.title = checked.title ORDER BY finding)) AS findings"
    " FROM checked ORDER BY wiki, title",
}


@dataclass(frozen=True, slots=True)
class Imported:
    """How many records were taken, and how many were left because the store had the same or a newer one."""

    taken: int = 0
    left: int = 0


def lines_of(db: sqlite3.Connection, now: float) -> Iterator[str]:
    """Every portable record, a line each, in an order that does not depend on when it was stored."""
    yield _line({"schema": SCHEMA})
    for name, query in _TABLES.items():
        cursor = db.execute(query, (now,) if "?1" in query else ())
        columns = [column[0] for column in cursor.description]
        for row in cursor:
            record = dict(zip(columns, row, strict=True))
            if name == "checked":
                record["findings"] = json.loads(record["findings"])
            yield _line({name: record})


def _line(record: Mapping[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def take_in(db: sqlite3.Connection, lines: Iterable[str]) -> Imported:
    """Take in what ``lines_of`` gave; the caller holds the transaction. What the store has newer, or as new, stays.

    Raises InputError, naming the line, for anything else.
    """
    taken = left = 0
    for number, line in enumerate(lines, start=1):
        record = _read(line, number)
        if number == 1:
            if record != {"schema": SCHEMA}:
                raise InputError(msg("line 1 is not that of an exported store ({schema})", schema=SCHEMA), _whence())
            continue
        (name, fields), *more = record.items()
        if more or name not in _TAKE or not isinstance(fields, dict) or not _fits(name, fields):
            raise _not_ours(number)
        if _TAKE[name](db, fields):
            taken += 1
        else:
            left += 1
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


_KINDS: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "decision": {"subject": (str,), "kind": (str,), "reason": (str,), "who": (str,), "stored": (int, float)},
    "answer": {
        "kind": (str,),
        "key": (str,),
        "value": (str,),
        "stored": (int, float),
        "expires": (int, float, type(None)),
    },
    "checked": {"wiki": (str,), "title": (str,), "stored": (int, float), "findings": (list,)},
}


def _fits(name: str, fields: Mapping[str, Any]) -> bool:
    """Exactly the fields of its kind, each of its type; times are real numbers."""
    kinds = _KINDS[name]
    if set(fields) != set(kinds) or any(type(value) not in kinds[key] for key, value in fields.items()):
        return False
    if not all(math.isfinite(fields[key]) for key in ("stored", "expires") if fields.get(key) is not None):
        return False
    if name == "decision":
        return fields["kind"] in set(Choice)
    if name == "answer":
        return fields["kind"] in ANSWERS
    return all(isinstance(finding, str) for finding in fields["findings"])


def _take_decision(db: sqlite3.Connection, fields: Mapping[str, Any]) -> bool:
    return bool(
        db.execute(
            "INSERT INTO decisions VALUES (:subject, :kind, :reason, :who, :stored) ON CONFLICT (subject, kind) DO UPDATE SET"
            " reason = excluded.reason, who = excluded.who, stored = excluded.stored WHERE excluded.stored > decisions.stored",
            fields,
        ).rowcount
    )


def _take_answer(db: sqlite3.Connection, fields: Mapping[str, Any]) -> bool:
    return bool(
        db.execute(
            "INSERT INTO answers VALUES (:kind, :key, :value, :stored, :expires) ON CONFLICT (kind, key) DO UPDATE SET"
            " value = excluded.value, stored = excluded.stored, expires = excluded.expires"
            " WHERE excluded.stored > answers.stored",
            fields,
        ).rowcount
    )


def _take_checked(db: sqlite3.Connection, fields: Mapping[str, Any]) -> bool:
    known = db.execute("SELECT stored FROM checked WHERE wiki = :wiki AND title = :title", fields).fetchone()
    if known is not None and known[0] >= fields["stored"]:
        return False
    db.execute("DELETE FROM checks WHERE wiki = :wiki AND title = :title", fields)
    db.execute("INSERT OR REPLACE INTO checked VALUES (:wiki, :title, :stored)", fields)
    rows = [(fields["wiki"], fields["title"], finding, fields["stored"]) for finding in fields["findings"]]
    db.executemany("INSERT OR REPLACE INTO checks VALUES (?, ?, ?, ?)", rows)
    return True


_TAKE: Mapping[str, Callable[[sqlite3.Connection, Mapping[str, Any]], bool]] = {
    "decision": _take_decision,
    "answer": _take_answer,
    "checked": _take_checked,
}
