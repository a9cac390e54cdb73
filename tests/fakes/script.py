"""The table of the scripted model: ``data/demo_answers.json``, which a person can edit."""

from __future__ import annotations

import json

from tests.fakes.library import DATA
from tests.fakes.model import Part, Scripted


def answers() -> tuple[Scripted, ...]:
    """What `scripted-demo` answers, in the order in which entries are tried."""
    listed = json.loads((DATA / "demo_answers.json").read_text(encoding="utf-8"))
    return tuple(
        Scripted(**{**item, "parts": tuple(Part(**part) for part in item.get("parts", ()))}) for item in listed
    )
