"""The edit summary, made from the edits that are really saved, in the wiki's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.locale import Speech
from bot.model.edit import Edit
from bot.model.message import Message, msg

#: Codes that merge copies of a footnote.
_MERGES = frozenset({"REF001", "REF002"})


def made_of(edits: Iterable[Edit]) -> tuple[Message, ...]:
    """What was done, with counts: copies merged, footnotes mended, markup of models mended."""
    counts = Counter(_kind(edit) for edit in edits)
    said = {
        "merge": msg("copies of footnotes merged: {n}", n=counts["merge"]),
        "ref": msg("footnotes mended: {n}", n=counts["ref"]),
        "art": msg("markup mended: {n}", n=counts["art"]),
    }
    return tuple(said[kind] for kind in said if counts[kind])


def _kind(edit: Edit) -> str:
    if edit.code in _MERGES:
        return "merge"
    return "ref" if edit.code.startswith("REF") else "art"


def summary_of(edits: Iterable[Edit], before: str, after: str, speech: Speech, tail: str = "") -> str:
    """«копий сносок слито: 3; … (−120)», then ``tail``; the number is the change in bytes, as the wiki shows it."""
    parts = "; ".join(speech.say(part) for part in made_of(edits))
    size = len(after.encode("utf-8", "surrogatepass")) - len(before.encode("utf-8", "surrogatepass"))
    sized = f"{parts} ({size:+d})".replace("-", "−")
    return f"{sized} {tail}".strip()
