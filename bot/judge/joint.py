"""Adjacent footnotes stand for their words together."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.verdict import Contradicted, Evidence, NotInSource, Partial, Support, Supported, Unjudged
from bot.model.words import RETRYABLE, Reason


def joint(supports: Iterable[Support]) -> Support:
    """The verdict of several sources on the same words: the best that one of them says.

    Sources that support and contradict are left to a person. What one source leaves out another may hold, so two partial
    verdicts stay partial: whether they add up needs a judge that reads both.
    """
    found = tuple(supports)
    contradicting = [one for one in found if isinstance(one, Contradicted)]
    supporting = [one for one in found if isinstance(one, Supported)]
    if contradicting and supporting:
        return Unjudged(Reason.sources_disagree, contradicting[0].evidence)
    if supporting or contradicting:
        return (supporting or contradicting)[0]
    partial = [one for one in found if isinstance(one, Partial)]
    if partial:
        return partial[0]
    unjudged = [one for one in found if isinstance(one, Unjudged)]
    if unjudged:
        # what a second run could finish is the more useful reason
        return next((one for one in unjudged if one.reason in RETRYABLE), unjudged[0])
    silent = [one for one in found if isinstance(one, NotInSource)]
    return silent[0] if silent else Unjudged(Reason.source_not_read, Evidence())
