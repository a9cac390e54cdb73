"""What people wrote on the report page beside findings: read by the next run, attributed by the page's history."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bot.entities import unescape
from bot.jobs.check import OVERRULED
from bot.jobs.run.one_page import RunContext
from bot.jobs.run.report_page import ROW
from bot.model.plan import Choice
from bot.report.visible import one_line
from bot.store import Decided
from bot.wiki.protocols import Revision

FALSE = frozenset({"ложно", "false"})
FIXED = frozenset({"исправлено", "fixed"})
#: Characters of an answer that are kept.
MOST_SAID = 300
_ID = re.compile(rf' *+id="{ROW}([0-9a-f]{{16}})"')


@dataclass(slots=True)
class PageAnswers:
    """What was understood, by finding; ``kept`` are cells that say something else and stay on the page, as text."""

    false: dict[str, str] = field(default_factory=dict)
    fixed: dict[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)

    def take(self, finding: str, said: str, author: str) -> None:
        """Sort one cell's answer by its first word; what is nobody's (``author`` is "") is kept as text."""
        meaning, reason = _meaning(said)
        if author and meaning in FALSE:
            self.false[finding] = f"{author}\n{reason or said}"
        elif author and meaning in FIXED:
            self.fixed[finding] = author
        else:
            self.kept[finding] = said


@dataclass(frozen=True, slots=True)
class Row:
    """A finding's row as somebody saved it: what stands before the answer, as it is, and the answer as one line of text."""

    asked: str
    said: str


def rows(text: str) -> dict[str, tuple[Row, ...]]:
    """The rows of the report page by finding id, as often as each stands there. One pass over the lines."""
    found: dict[str, tuple[Row, ...]] = {}
    lines = text.split("\n")
    for line, after in pairwise(lines):
        name = _ID.match(line, 2) if line.startswith("|-") else None
        if name is not None and after.startswith("|"):
            asked, bar, said = after[1:].rpartition("||")
            row = Row(asked.strip(), spelled(said)) if bar else Row(after[1:].strip(), "")
            found[name[1]] = (*found.get(name[1], ()), row)
    return found


def spelled(cell: str) -> str:
    """A cell as one line of plain text, entities read as their characters: the bot's own spelling of it gives the same."""
    return one_line(unescape(cell[: 20 * MOST_SAID]), MOST_SAID)


def read_answers(revisions: Sequence[Revision], account: str) -> PageAnswers:
    """Understand the newest revision's cells; an answer is whose revision first has it, or nobody's.

    ``revisions`` are newest first. What is nobody's (its beginning is not among them, somebody may have changed what was asked,
    its finding stands there twice) is kept as text and does nothing; the bot's own account answers nothing.
    """
    answers = PageAnswers()
    if not revisions:
        return answers
    seen = [rows(revision.text) if revision.readable else None for revision in revisions]
    for finding, cells in rows(revisions[0].text).items():
        said = next((row.said for row in cells if row.said), "")
        if said:
            author = _author(revisions, seen, account, finding, said) if len(cells) == 1 else ""
            answers.take(finding, said, author)
    return answers


def _meaning(said: str) -> tuple[str, str]:
    """The first word of a cell, and the reason behind it; a signature is neither."""
    before, link, _ = said.partition("[[")
    word, _, reason = (before.rstrip(" -—") if link else said).partition(" ")
    return word.strip(".,;:—- ").casefold(), reason.strip()


_Seen = Sequence[Mapping[str, tuple[Row, ...]] | None]


def _author(revisions: Sequence[Revision], seen: _Seen, account: str, finding: str, said: str) -> str:
    """Who first wrote the answer; "" where that cannot be told.

    Whoever moved it, put it back or saved it along with something else is not its author: of all revisions that have it the
    oldest counts, and one without it must be seen before. What they answered must be what the bot had asked there.
    """
    first = max(number for number, cells in enumerate(seen) if cells is None or _says(cells, finding, said))
    user, written = revisions[first].user, seen[first]
    if written is None or user == account:
        return ""
    asked = _asked(revisions[first + 1 :], seen[first + 1 :], account, finding)
    answered = written[finding]
    return user if asked is not None and [row.asked for row in answered] == [asked] else ""


def _asked(earlier: Sequence[Revision], seen: _Seen, account: str, finding: str) -> str | None:
    """What the bot itself had asked there before; None where it had not."""
    for revision, cells in zip(earlier, seen, strict=True):
        if cells is not None and revision.user == account and finding in cells:
            return cells[finding][0].asked
    return None


def _says(seen: Mapping[str, tuple[Row, ...]], finding: str, said: str) -> bool:
    return any(row.said == said for row in seen.get(finding, ()))


def take_answers(context: RunContext, trusted: Collection[str]) -> Mapping[str, str]:
    """Read the report page and act on it; the cells that were not understood. Raises WikiError.

    *False* silences that finding for good, and releases its citation for the gate where a trusted user wrote it; *fixed* has the
    page looked at anew.
    """
    title = context.session.settings.run.report_page
    answers = read_answers(context.client.history(title), context.account)
    if not (answers.false or answers.fixed):
        return answers.kept
    for row in context.journal.pages(context.wiki):
        for need in row.needs:
            name = need["id"]
            if name in answers.false:
                author, _, reason = answers.false[name].partition("\n")
                context.session.store.decide(Decided(name, Choice.false_alarm.value, reason, author))
                if need.get("subject") and author in trusted:
                    context.session.store.decide(Decided(need["subject"], OVERRULED, reason, author))
            if name in answers.false or name in answers.fixed:
                context.journal.forget(context.wiki, row.title)
    return answers.kept
