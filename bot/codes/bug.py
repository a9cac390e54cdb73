"""BUG: what this program could not do through a fault of its own."""

from __future__ import annotations

from bot.codes import Code
from bot.model.words import Severity

CODES: tuple[Code, ...] = (
    Code(
        "BUG001",
        Severity.error,
        "a bug of this program",
        "The program failed unexpectedly on this page or citation. Everything else was done as usual; of this nothing is known, "
        "and nothing is saved of such a page.",
        "Report it with the file that is named: it holds places in the program, no text of the page. The command ends with 5.",
    ),
)
