"""What a finding code means: the text of ``mlwiki explain CODE``."""

from __future__ import annotations

from bot.codes import Code
from bot.locale import Speech
from bot.model.message import msg
from bot.report.words import word


def explain(code: Code, speech: Speech) -> str:
    """Title, what it is, what to do; ends in a line feed."""
    severity = speech.say(word(code.severity))
    return "\n".join(
        (
            f"{code.code} — {speech.say(code.title)} ({severity})",
            "",
            speech.say(msg("What it is:")),
            f"  {speech.say(code.what)}",
            "",
            speech.say(msg("What to do:")),
            f"  {speech.say(code.do)}",
            "",
        )
    )
