"""What runs did, are doing, and left undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.config import Settings
from bot.config.declared import seconds_of
from bot.errors import ExitCode
from bot.locale import Speech
from bot.model.message import Message, msg
from bot.store import EditRow, EditState, RunRow, RunState, Store

#: States in which a run did what it was asked.
_GOOD = frozenset({RunState.done})


@dataclass(frozen=True, slots=True)
class RunStatus:
    """One run with its edits; ``state`` «killed» is a running one whose process is gone."""

    row: RunRow
    state: str
    edits: tuple[EditRow, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """The newest runs first; ``overdue`` when the last good one is older than ``[run] expect_every``."""

    runs: tuple[RunStatus, ...]
    overdue: bool
    last_good: float | None

    @property
    def exit_code(self) -> ExitCode:
        """Non-zero when a person should look: nothing good happened for too long."""
        return ExitCode.incomplete if self.overdue else ExitCode.clean


def status(store: Store, settings: Settings, state: Path, limit: int = 10) -> Status:
    """Read the journal. Raises ConfigError for an impossible ``[run] expect_every``."""
    journal = store.journal
    expected = seconds_of(settings.run.expect_every, "run.expect_every")
    rows = journal.runs(limit)
    good = [row.ended for row in journal.runs(1000) if row.state in _GOOD and row.ended is not None]
    last = max(good, default=None)
    overdue = expected is not None and (last is None or store.now() - last > expected)
    return Status(
        tuple(RunStatus(row, _state(row, store, state), journal.edits(row.id)) for row in rows), overdue, last
    )


def _state(row: RunRow, store: Store, state: Path) -> str:
    """A run that calls itself running is, if its lock is held."""
    if row.state is not RunState.running:
        return row.state.value
    with store.alone(state / "run", row.wiki, row.account) as free:
        return "killed" if free else row.state.value


def status_json(status: Status, queue: Mapping[str, object] | None = None) -> dict[str, Any]:
    """``mlwiki/status/1``; ``queue`` is what the workers of ``[engine]`` have before them, where there are any."""
    return {
        "schema": "mlwiki/status/1",
        "overdue": status.overdue,
        "last_good": _time(status.last_good),
        "queue": None if queue is None else dict(queue),
        "runs": [_run_json(run) for run in status.runs],
    }


def _run_json(run: RunStatus) -> dict[str, Any]:
    row = run.row
    return {
        "id": row.id,
        "wiki": row.wiki,
        "account": row.account,
        "state": run.state,
        "why": row.why,
        "started": _time(row.started),
        "beat": _time(row.beat),
        "ended": _time(row.ended),
        "counts": dict(row.counts),
        "edits": [
            {
                "title": edit.title,
                "state": edit.state.value,
                "base": edit.base,
                "newid": edit.newid,
                "summary": edit.summary,
                "why": edit.why,
            }
            for edit in run.edits
        ],
    }


def _time(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def status_text(status: Status, speech: Speech) -> str:
    """For a person: a run, what it counted, and what of its edits needs a look."""
    if not status.runs:
        return speech.say(msg("no run yet")) + "\n"
    lines = []
    for run in status.runs:
        lines.append(
            f"{run.row.id}  {_time(run.row.started)}  {speech.say(_STATES[run.state])}  {run.row.why}".rstrip()
        )
        counts = count_lines(run.row.counts, speech)
        lines += [f"    {counts}"] if counts else []
        lines += [_edit_line(edit) for edit in run.edits if edit.state is not EditState.saved]
    if status.overdue:
        lines.append(speech.say(msg("no run has come to its end for longer than [run] expect_every")))
    return "\n".join(lines) + "\n"


def _edit_line(edit: EditRow) -> str:
    return f"    {edit.state.value}: {edit.title} ({edit.base} → {edit.newid or '—'}) {edit.why}".rstrip()


def count_lines(counts: Mapping[str, int], speech: Speech) -> str:
    """«pages saved 3, without a fault 12, …»: only what is not nought."""
    return ", ".join(f"{speech.say(_COUNTS[name])} {count}" for name, count in counts.items() if name in _COUNTS)


def how_it_went(name: str, counts: Mapping[str, int], why: Message | None, speech: Speech) -> Message:
    """The run's own line on the report page: what it reached, and what ended it where that was not the last page."""
    told = count_lines(counts, speech) or "—"
    if why is None:
        return msg("run {name}: {counts}", name=name, counts=told)
    return msg("run {name}: {counts}; ended: {why}", name=name, counts=told, why=why)


_STATES: Mapping[str, Message] = {
    "running": msg("running"),
    "killed": msg("killed; the next run goes on"),
    "done": msg("done"),
    "stopped": msg("stopped"),
    "interrupted": msg("interrupted; the next run goes on"),
    "incomplete": msg("incomplete"),
}
_COUNTS: Mapping[str, Message] = {
    "unchanged": msg("pages unchanged since they were seen:"),
    "clean": msg("pages with nothing to mend:"),
    "saved": msg("pages saved:"),
    "proposed": msg("pages that would be saved:"),
    "held": msg("pages held by the gate:"),
    "left_alone": msg("pages left alone:"),
    "failed": msg("pages the wiki refused:"),
    "unreadable": msg("pages whose text cannot be read:"),
    "needs": msg("findings for a person:"),
    "incomplete": msg("pages not checked whole:"),
    "tokens": msg("tokens of the judge:"),
}
