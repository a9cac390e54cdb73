"""The judging child with faults planted: what the claim names is done. Run by ``tests.judge.test_apart`` alone."""

from __future__ import annotations

import asyncio
import os
import re
from dataclasses import replace

from bot.judge import judging_child
from bot.judge.embedded import EmbeddedJudge
from bot.model.citation import Claim
from bot.model.source import SourceText
from bot.model.verdict import Evidence, Quote, Support, Supported

_judge = EmbeddedJudge.judge


async def judge(self: EmbeddedJudge, claim: Claim, source: SourceText, *, title: str) -> Support:
    """As always, unless the claim asks for a fault."""
    if "HANG" in claim.text:
        re.match(r"(?:a|a)*b", "a" * 60)  # holds the interpreter for longer than anybody lives
    if "BIG" in claim.text:
        _ = bytes(4 << 30)
    if "DEEP" in claim.text:
        deep(0)
    if "DIE" in claim.text:
        os._exit(1)
    if "BUG" in claim.text:
        raise ValueError(source.text)
    if "LIE" in claim.text:
        return Supported(Quote("never said", 0, 10, source.sha256), Evidence())
    return await _judge(self, replace(claim, text=claim.text), source, title=title)


def deep(level: int) -> int:
    """Recursion without an end."""
    return deep(level + 1) + 1


if __name__ == "__main__":
    EmbeddedJudge.judge = judge  # type: ignore[method-assign]
    judging_child._bound()
    asyncio.run(judging_child._main())
