"""The wording of every edit summary, in the wiki's language: what a person, a run, an undo and the report page say they did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.locale import Speech
from bot.model.edit import Edit
from bot.model.message import Message, msg
from bot.model.words import Fix
from bot.wiki.etiquette import LIMIT, cut_summary, marked

#: A link longer than this (bytes) would leave a summary no room to say what was done.
_LONGEST_TASK = 120
#: Codes that merge copies of a footnote.
_MERGES = frozenset({"REF001", "REF002"})


def made_of(edits: Iterable[Edit]) -> tuple[Message, ...]:
    """What was done, with counts, and that a person approved it where one of the edits was a person's to take."""
    listed = tuple(edits)
    counts = Counter(_kind(edit) for edit in listed)
    counts["person"] = any(edit.fix is Fix.review for edit in listed)
    said = {
        "merge": msg("copies of footnotes merged: {n}", n=counts["merge"]),
        "ref": msg("footnotes mended: {n}", n=counts["ref"]),
        "art": msg("markup mended: {n}", n=counts["art"]),
        "silent": msg("sources marked that do not say it: {n}", n=counts["silent"]),
        "dead": msg("dead links marked or archived: {n}", n=counts["dead"]),
        "field": msg("references filled in from registries: {n}", n=counts["field"]),
        "person": msg("found by a program, approved by a person"),
    }
    return tuple(said[kind] for kind in said if counts[kind])


def _kind(edit: Edit) -> str:
    if edit.code in _MERGES:
        return "merge"
    known = {"SUP102": "silent", "SRC202": "dead", "SRC401": "field", "SRC402": "field"}
    return known.get(edit.code, "ref" if edit.code.startswith("REF") else "art")


def summary_of(edits: Iterable[Edit], before: str, after: str, speech: Speech, tail: str = "") -> str:
    """«копий сносок слито: 3; … (−120)», then ``tail``; the number is the change in bytes, as the wiki shows it."""
    parts = "; ".join(speech.say(part) for part in made_of(edits))
    size = len(after.encode("utf-8", "surrogatepass")) - len(before.encode("utf-8", "surrogatepass"))
    sized = f"{parts} ({size:+d})".replace("-", "−")
    return f"{sized} {tail}".strip()


def summary_by_person(edits: Iterable[Edit], before: str, after: str, language: str, looked_at: str = "") -> str:
    """What a person finds in the field: made of the edits, cut as the wiki cuts; ``looked_at`` are the numbers of sources."""
    speech = Speech(language)
    tail = speech.say(msg("sources looked at: {numbers}", numbers=looked_at)) if looked_at else ""
    return cut_summary(summary_of(edits, before, after, speech, tail))


def summary_of_run(
    edits: Iterable[Edit], before: str, after: str, speech: Speech, *, run: str, approved_task: str = ""
) -> str:
    """What was done, the task that was approved, whole, and the run's mark at the end."""
    said, task = summary_of(edits, before, after, speech), task_link(approved_task)
    if task:
        said = f"{cut_summary(said, LIMIT - len(marked(task, run).encode()) - 1)} {task}"
    return marked(said, run)


def summary_of_undo(newid: int, run: str, language: str) -> str:
    """Which own edit is taken back."""
    return marked(Speech(language).say(msg("own edit {new} of run {run} taken back", new=newid, run=run)))


def summary_of_report(needs: int, edits: int, speech: Speech, run: str) -> str:
    """What the report page has to say."""
    return marked(speech.say(msg("needs a person: {n}; edits: {edits}", n=needs, edits=edits)), run)


def task_link(task: str) -> str:
    """The approved task as a summary shows it: a link to its page, an address as it is; "" for none or for a longer one."""
    task = task.strip()
    shown = task if not task or "//" in task or task.startswith("[[") else f"[[{task}]]"
    return shown if len(shown.encode()) <= _LONGEST_TASK else ""
