"""SUP: does the source support the words."""

from __future__ import annotations

from bot.codes import Code
from bot.model.words import Severity

CODES: tuple[Code, ...] = (
    Code(
        "SUP101",
        Severity.error,
        "the source says otherwise",
        "The judge found words in the fetched source that cannot be true together with the claim, and code found exactly "
        "those words there.",
        "Read the quote in its place. Correct the claim, or cite a source that really says it.",
    ),
    Code(
        "SUP102",
        Severity.warning,
        "the source does not say it",
        "The text of the source was searched as a whole and holds nothing that says the claim.",
        "Cite a source that says it, move the footnote to the words it does support, or take the claim out.",
    ),
    Code(
        "SUP103",
        Severity.note,
        "the source says only a part of it",
        "The quote supports a part of the claim; for the rest the source has nothing.",
        "Narrow the claim to what the quote says, or add a source for the rest.",
    ),
    Code(
        "SUP104",
        Severity.note,
        "another footnote beside it carries the claim",
        "Several footnotes stand at these words. One of their sources says the claim, this one does not.",
        "Keep it if it is meant as further reading; otherwise move it to the words it supports.",
    ),
)
