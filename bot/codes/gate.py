"""GATE: why the gate did not let an edit through. Reasons of a decision, not findings of a page."""

from __future__ import annotations

from bot.codes import Code
from bot.model.words import Severity

CODES: tuple[Code, ...] = (
    Code(
        "GATE000",
        Severity.note,
        "nothing against this citation",
        "The citation is verified and supported, or a person released it with a reason.",
        "Nothing to do.",
    ),
    Code(
        "GATE001",
        Severity.note,
        "the policy only reports",
        "The policy `report-only` holds every edit, whatever was found.",
        "Choose another policy under [gate], or save by hand.",
    ),
    Code(
        "GATE101",
        Severity.error,
        "a proven fault blocks the edit",
        "The home registry of the identifier denies it, or names another work under it.",
        "Mend the reference; if the registry is wrong, overrule the citation by name with `mlwiki review`.",
    ),
    Code(
        "GATE102",
        Severity.warning,
        "the source says otherwise",
        "The judge found words in the source that speak against the claim.",
        "Read the quote, mend the sentence or the reference, or release the citation with `mlwiki review`.",
    ),
    Code(
        "GATE201",
        Severity.warning,
        "not both verified and supported",
        "The policy `confirmed` lets only citations through whose work is verified and whose words the source supports. "
        "This one is not wrong; nobody has shown that it is right.",
        "Read the source and release the citation with `mlwiki review`, or use a judge that can confirm.",
    ),
    Code(
        "GATE301",
        Severity.error,
        "a bug of this program holds the edit",
        "The program failed on this citation or page, so nobody knows what is wrong or right there. No policy saves such a page.",
        "Report the bug; a citation can be released by name with `mlwiki review`.",
    ),
)
