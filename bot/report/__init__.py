"""What people and machines read: one formatter a file in ``formats``, each imported when it is asked for.

Records in, text out: nothing here reads, writes or asks anybody. ``json``, ``jsonl``, ``sarif`` and ``junit`` are always
English, the others speak the reader's language.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from bot.errors import UsageError
from bot.model.message import msg
from bot.report import formats

if TYPE_CHECKING:
    from bot.locale import Speech
    from bot.model.report import Report


@dataclass(frozen=True, slots=True)
class Style:
    """How a report is shown: width in columns, colour, marks that any console has, and whether only faults are wanted.

    ``written`` says that a tidy's safe edits were already made, ``every`` that no finding and no edit is left out of its group.
    """

    width: int = 80
    color: bool = False
    ascii_only: bool = False
    quiet: bool = False
    written: bool = False
    every: bool = False


#: How a report is shown where nobody says otherwise.
PLAIN = Style()
#: Every format by its name on the command line, which is its file's; a person's own comes first.
FORMATS = ("text", *sorted(module.name for module in iter_modules(formats.__path__) if module.name != "text"))


def render(report: Report, form: str, speech: Speech, style: Style = PLAIN) -> str:
    """A report in one of ``FORMATS``. Raises UsageError for a format there is not."""
    if form not in FORMATS:
        raise UsageError(msg("there is no format {name}", name=form), msg("formats: {names}", names=", ".join(FORMATS)))
    written: str = import_module(f"bot.report.formats.{form}").render(report, speech, style)
    return written
