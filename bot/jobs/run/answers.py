"""What people wrote on the report page beside findings: read by the next run, attributed by the page's history."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from bot.jobs.check import OVERRULED
from bot.jobs.run.page import Bench
from bot.jobs.run.report import ROW
from bot.model.plan import Choice
from bot.store import Decided
from bot.wiki.backend import Revision

FALSE = frozenset({"ложно", "false"})
FIXED = frozenset({"исправлено", "fixed"})
_ROW = re.compile(rf'^\|-\s*id="{ROW}([0-9a-f]{{16}})"[^\n]*\n\|([^\n]*)', re.MULTILINE)
_SIGNED = re.compile(r"\s*(?:--|—)?\s*\[\[.*", re.DOTALL)


@dataclass(slots=True)
class Answers:
    """What was understood, by finding; ``kept`` are cells that say something else and stay on the page."""

    false: dict[str, str] = field(default_factory=dict)
    fixed: dict[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)


def cells(text: str) -> dict[str, str]:
    """The answer cells that hold something, by finding id."""
    found = {}
    for row in _ROW.finditer(text):
        said = row[2].rpartition("||")[2].strip()
        if said and "||" in row[2]:
            found[row[1]] = said
    return found


def read_answers(revisions: Sequence[Revision], account: str) -> Answers:
    """Understand the newest revision's cells; who wrote one is whoever's revision first has it.

    An answer stands with whoever saved it; the bot's own account answers nothing.
    """
    answers = Answers()
    if not revisions:
        return answers
    for finding, said in cells(revisions[0].text).items():
        word, _, reason = _SIGNED.sub("", said).partition(" ")
        author = _author(revisions, finding, said)
        meaning = word.strip(".,;:—- ").casefold()
        if meaning in FALSE and author not in {account, ""}:
            answers.false[finding] = f"{author}\n{reason.strip() or said}"
        elif meaning in FIXED and author not in {account, ""}:
            answers.fixed[finding] = author
        else:
            answers.kept[finding] = said
    return answers


def _author(revisions: Sequence[Revision], finding: str, said: str) -> str:
    author = ""
    for revision in revisions:  # newest first: the oldest of the unbroken stretch is where it was written
        if not revision.readable:  # hidden: who wrote it there nobody can know
            return ""
        if cells(revision.text).get(finding) != said:
            break
        author = revision.user
    return author


def take_answers(bench: Bench, trusted: Collection[str]) -> Mapping[str, str]:
    """Read the report page and act on it; the cells that were not understood. Raises WikiError.

    *False* silences that finding for good, and releases its citation for the gate where a trusted user wrote it; *fixed* has the
    page looked at anew.
    """
    title = bench.world.settings.run.report_page
    answers = read_answers(bench.client.history(title), bench.account)
    if not (answers.false or answers.fixed):
        return answers.kept
    for row in bench.journal.pages(bench.wiki):
        for need in row.needs:
            name = need["id"]
            if name in answers.false:
                author, _, reason = answers.false[name].partition("\n")
                bench.world.store.decide(Decided(name, Choice.false_alarm.value, reason, author))
                if need.get("subject") and author in trusted:
                    bench.world.store.decide(Decided(need["subject"], OVERRULED, reason, author))
            if name in answers.false or name in answers.fixed:
                bench.journal.forget(bench.wiki, row.title)
    return answers.kept
