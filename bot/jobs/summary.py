"""The edit summary, made from the edits that are really saved, in the wiki's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.locale import Speech
from bot.model.edit import Edit
from bot.model.message import Message, msg
from bot.model.words import Fix

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
