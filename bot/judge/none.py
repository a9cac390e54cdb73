"""No judge: everything stays unjudged, and says so."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.citation import Claim
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Evidence, Support, Unjudged
from bot.model.words import Reason


class NoJudge:
    """The judge of ``[judge] kind = "none"``."""

    name = "none"
    confirms = False
    cost = Cost()

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:  # noqa: ARG002  a Judge's signature
        """Always *unjudged*."""
        return Unjudged(Reason.no_judge, Evidence(scope=source.scope))

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:  # noqa: ARG002
        """Say nothing."""
        return None
