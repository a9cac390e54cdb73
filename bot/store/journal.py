"""The scheduled bot's journal: every step is written down before it is taken, so that a killed run can be understood."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.store.database import Database, Values, upsert


class RunState(StrEnum):
    """How a run ended; ``running`` of a process that is gone was killed."""

    running = "running"
    done = "done"
    stopped = "stopped"
    interrupted = "interrupted"
    incomplete = "incomplete"


class EditState(StrEnum):
    """How far one save got: ``planned`` was never sent, ``saving`` may have been."""

    planned = "planned"
    saving = "saving"
    saved = "saved"
    failed = "failed"
    undone = "undone"


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run. Times are seconds since 1970 (UTC); ``job`` says what it was asked, ``why`` why it ended."""

    id: str
    wiki: str
    account: str
    job: str
    state: RunState
    why: str
    counts: Mapping[str, int]
    started: float
    beat: float
    ended: float | None


@dataclass(frozen=True, slots=True)
class EditRow:
    """One save of a run; ``ids`` are the edits in it, ``before`` the text of revision ``base``."""

    run: str
    wiki: str
    title: str
    base: int
    newid: int | None
    state: EditState
    ids: tuple[str, ...]
    summary: str
    before: str
    why: str
    stored: float


@dataclass(frozen=True, slots=True)
class PageRow:
    """What the bot last saw of a page: ``needs`` are findings that wait for a person, ``logic`` the rules that found them."""

    wiki: str
    title: str
    run: str
    revid: int
    logic: str
    outcome: str
    complete: bool
    needs: tuple[Mapping[str, str], ...]
    human: str


_RUN = "id, wiki, account, job, state, why, counts, started, beat, ended"
_EDIT = "run, wiki, title, base, newid, state, ids, summary, before, why, stored"
_PAGE = "wiki, title, run, revid, logic, outcome, complete, needs, human"
_PUT_EDIT = upsert("edits", _EDIT, "run, title, base")
_PUT_PAGE = upsert("pages", f"{_PAGE}, stored", "wiki, title")


class Journal:
    """Runs, edits and pages in the store. Each call that writes is on the disk when it returns."""

    def __init__(self, db: Database, now: Callable[[], float]) -> None:
        self._db = db
        self._now = now

    def begin(self, name: str, wiki: str, account: str, job: str, task: str = "") -> None:
        """A run begins; ``task`` is the approval under which it works."""
        now = self._now()
        self._write(
            "INSERT INTO runs (id, wiki, account, job, state, started, beat, task) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (name, wiki, account, job, RunState.running.value, now, now, task),
        )

    def go_on(self, name: str) -> None:
        """A run that was killed or interrupted goes on."""
        self._write(
            "UPDATE runs SET state = ?, why = '', ended = NULL, beat = ? WHERE id = ?",
            (RunState.running.value, self._now(), name),
        )

    def beat(self, name: str, counts: Mapping[str, int]) -> None:
        """The run is alive, and this is how far it is."""
        self._write("UPDATE runs SET beat = ?, counts = ? WHERE id = ?", (self._now(), json.dumps(dict(counts)), name))

    def end(self, name: str, state: RunState, why: str, counts: Mapping[str, int]) -> None:
        """The run ended."""
        now = self._now()
        self._write(
            "UPDATE runs SET state = ?, why = ?, counts = ?, beat = ?, ended = ? WHERE id = ?",
            (state.value, why, json.dumps(dict(counts)), now, now, name),
        )

    def runs(self, limit: int = 20, *, wiki: str | None = None, account: str | None = None) -> tuple[RunRow, ...]:
        """The newest runs first."""
        rows = self._db.execute(
            f"SELECT {_RUN} FROM runs WHERE (:wiki IS NULL OR wiki = :wiki) AND (:account IS NULL OR account = :account)"  # noqa: S608  # a constant
            " ORDER BY started DESC, id DESC LIMIT :most",
            {"wiki": wiki, "account": account, "most": limit},
        )
        return tuple(_run(row) for row in rows)

    def run(self, name: str) -> RunRow | None:
        """One run by its id."""
        row = self._db.execute(f"SELECT {_RUN} FROM runs WHERE id = ?", (name,)).fetchone()  # noqa: S608  # a constant
        return None if row is None else _run(row)

    def plan(self, run: str, wiki: str, title: str, base: int, ids: Sequence[str], summary: str, before: str) -> None:
        """A save is planned."""
        self._write(
            _PUT_EDIT,
            (
                run,
                wiki,
                title,
                base,
                None,
                EditState.planned.value,
                json.dumps(list(ids)),
                summary,
                before,
                "",
                self._now(),
            ),
        )

    def mark(self, edit: tuple[str, str, int], state: EditState, *, newid: int | None = None, why: str = "") -> None:
        """An edit (run, title, base) is in another state now."""
        self._write(
            "UPDATE edits SET state = ?, newid = coalesce(?, newid), why = ?, stored = ?"
            " WHERE run = ? AND title = ? AND base = ?",
            (state.value, newid, why, self._now(), *edit),
        )

    def unsettled(self, wiki: str, account: str) -> tuple[EditRow, ...]:
        """Edits that a killed process left planned or saving."""
        rows = self._db.execute(
            f"SELECT {', '.join('edits.' + name for name in _EDIT.split(', '))}"  # noqa: S608  # a constant
            " FROM edits JOIN runs ON runs.id = edits.run WHERE edits.wiki = ? AND runs.account = ?"
            " AND edits.state IN ('planned', 'saving') ORDER BY edits.stored",
            (wiki, account),
        )
        return tuple(_edit(row) for row in rows)

    def edits(self, run: str) -> tuple[EditRow, ...]:
        """A run's edits in their order."""
        rows = self._db.execute(f"SELECT {_EDIT} FROM edits WHERE run = ? ORDER BY stored, title", (run,))  # noqa: S608  # a constant
        return tuple(_edit(row) for row in rows)

    def edit_states(self, run: str, title: str | None = None) -> Mapping[EditState, int]:
        """How many of a run's edits (of one page only where it is named) are in each state."""
        rows = self._db.execute(
            "SELECT state, count(*) FROM edits WHERE run = :run AND (:title IS NULL OR title = :title) GROUP BY state",
            {"run": run, "title": title},
        )
        return {EditState(state): int(count) for state, count in rows}

    def under(self, wiki: str, account: str, task: str) -> tuple[EditRow, ...]:
        """Every edit that was ever made under an approval, also those that were taken back since; none for no approval."""
        rows = self._db.execute(
            f"SELECT {', '.join('edits.' + name for name in _EDIT.split(', '))}"  # noqa: S608  # a constant
            " FROM edits JOIN runs ON runs.id = edits.run WHERE edits.wiki = ? AND runs.account = ? AND runs.task = ?"
            " AND runs.task != '' AND edits.state IN ('saved', 'undone') ORDER BY edits.stored, edits.title",
            (wiki, account, task),
        )
        return tuple(_edit(row) for row in rows)

    def saved(self, wiki: str, title: str) -> tuple[EditRow, ...]:
        """What was ever saved on a page and not undone."""
        rows = self._db.execute(
            f"SELECT {_EDIT} FROM edits WHERE wiki = ? AND title = ? AND state = 'saved' ORDER BY stored",  # noqa: S608  # a constant
            (wiki, title),
        )
        return tuple(_edit(row) for row in rows)

    def drop_texts(self, until: float) -> None:
        """Forget the texts before edits of long ago; the wiki has them by their revisions."""
        self._write("UPDATE edits SET before = '' WHERE stored < ? AND state NOT IN ('planned', 'saving')", (until,))

    def see(self, page: PageRow) -> None:
        """Write down what was seen of a page."""
        self._write(
            _PUT_PAGE,
            (page.wiki, page.title, page.run, page.revid, page.logic, page.outcome, int(page.complete),
             json.dumps([dict(one) for one in page.needs], ensure_ascii=False), page.human, self._now()),
        )  # fmt: skip

    def seen(self, wiki: str, title: str) -> PageRow | None:
        """What was last seen of a page."""
        found = self._db.execute(
            f"SELECT {_PAGE} FROM pages WHERE wiki = ? AND title = ?",  # noqa: S608  # a constant
            (wiki, title),
        ).fetchone()
        return None if found is None else _page(found)

    def forget(self, wiki: str, title: str) -> None:
        """Look at the page anew next time."""
        self._write("DELETE FROM pages WHERE wiki = ? AND title = ?", (wiki, title))

    def pages(self, wiki: str, *, run: str | None = None) -> tuple[PageRow, ...]:
        """Every page that was seen, by title; of one run only where that is asked."""
        rows = self._db.execute(
            f"SELECT {_PAGE} FROM pages WHERE wiki = :wiki AND (:run IS NULL OR run = :run) ORDER BY title",  # noqa: S608  # a constant
            {"wiki": wiki, "run": run},
        )
        return tuple(_page(row) for row in rows)

    def _write(self, sql: str, values: Values) -> None:
        """A step of the bot is known before it is taken, and is known after the power failed."""
        with self._db.lasting():
            self._db.execute(sql, values)


def _run(row: Sequence[object]) -> RunRow:
    name, wiki, account, job, state, why, counts, started, beat, ended = row
    return RunRow(
        str(name), str(wiki), str(account), str(job), RunState(str(state)), str(why),
        {str(key): int(value) for key, value in json.loads(str(counts)).items()},
        float(str(started)), float(str(beat)), None if ended is None else float(str(ended)),
    )  # fmt: skip


def _edit(row: Sequence[object]) -> EditRow:
    run, wiki, title, base, newid, state, ids, summary, before, why, stored = row
    return EditRow(
        str(run), str(wiki), str(title), int(str(base)), None if newid is None else int(str(newid)),
        EditState(str(state)), tuple(json.loads(str(ids))), str(summary), str(before), str(why), float(str(stored)),
    )  # fmt: skip


def _page(row: Sequence[object]) -> PageRow:
    wiki, title, run, revid, logic, outcome, complete, needs, human = row
    return PageRow(
        str(wiki), str(title), str(run), int(str(revid)), str(logic), str(outcome), bool(complete),
        tuple(json.loads(str(needs))), str(human),
    )  # fmt: skip
