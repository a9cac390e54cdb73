"""Prompts as files. A changed prompt is a new file with a new version: answers are kept by it."""

from __future__ import annotations

from importlib.resources import files

#: The version in use; part of every kept answer's key.
VERSION = "judge-5"
#: What is added where several sources are shown at once; part of those answers' keys.
TOGETHER = "together-2"
#: What introduces the points of a second question.
AGAIN = (
    "Look again at these points. In each claim make every point that concerns it a statement of its own, "
    "supported only if the answer is yes:"
)


def instructions(version: str = VERSION) -> str:
    """The instructions of that version, as the model gets them."""
    return (files(__name__) / f"{version}.txt").read_text(encoding="utf-8").strip()
