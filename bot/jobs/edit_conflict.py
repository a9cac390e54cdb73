"""A page that a person and the wiki changed in the same places: both versions beside the file, and the way on.

``NAME.wiki`` stays the person's. ``NAME.wiki.theirs`` is the wiki's text, ``NAME.wiki.merged`` both with the places marked; no
command that takes a folder reads either. Who has settled the marked places renames the merged file to ``NAME.wiki``: that text
stands on the revision of ``NAME.wiki.theirs``, and a push or a pull takes it so.
"""

from __future__ import annotations

import re
from pathlib import Path

from bot.atomic import write_atomic
from bot.errors import InputError
from bot.jobs.files import read_file
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.wiki.compare import as_stored, marked_merge

THEIRS, MERGED = ".theirs", ".merged"
_MARK = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)


def lay_beside(path: Path, base: str, page: Page) -> Message:
    """Write the wiki's text and the marked one beside ``path``; what to do next. Raises OutputError."""
    marked = marked_merge(base, as_stored(read_file(path).text), page.text, page.revid or 0)
    for suffix, text in ((THEIRS, page.text), (MERGED, marked)):
        write_atomic(path.with_name(path.name + suffix), text.encode("utf-8", "surrogatepass"), follow=False)
    return msg(
        "{path}: you and revision {newest} changed the same places. Settle those that are marked in {merged}, rename it to "
        "{name}, then push it",
        path=str(path),
        newest=page.revid or 0,
        merged=path.name + MERGED,
        name=path.name,
    )


def is_settled(path: Path, text: str, page: Page) -> bool:
    """Whether ``text``, the file's, was merged by a person with the very text that the wiki has now."""
    theirs, merged = (path.with_name(path.name + suffix) for suffix in (THEIRS, MERGED))
    if not theirs.is_file() or merged.exists() or _MARK.search(text):
        return False
    return as_stored(read_file(theirs).text) == as_stored(page.text)


def clear(path: Path) -> None:
    """The conflict is over: the wiki's older text beside the file is of no use any more."""
    if not path.with_name(path.name + MERGED).exists():
        path.with_name(path.name + THEIRS).unlink(missing_ok=True)


def refuse_marks(name: str, text: str) -> None:
    """Raises InputError for a text in which a conflict is still marked."""
    mark = _MARK.search(text)
    if mark is not None:
        raise InputError(
            msg("{name}: line {line} still marks a conflict", name=name, line=text.count("\n", 0, mark.start()) + 1),
            msg("settle it: keep what is right and take the lines with <<<<<<<, ======= and >>>>>>> out"),
        )
