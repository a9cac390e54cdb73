"""Adjacent footnotes stand for their words together."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.verdict import Contradicted, Evidence, NotInSource, Partial, Support, Supported, Unjudged
from bot.model.words import RETRYABLE, Reason

#: Single answers that another source beside it may mend.
_OPEN = frozenset({Reason.judge_unsure, Reason.number_not_in_quote, Reason.name_not_in_quote})


def adds_up(supports: Iterable[Support]) -> bool:
    """Whether a look at all the sources at once can say more than their single verdicts.

    It can where none carries or denies the words alone, and at least one holds a part of them.
    """
    found = tuple(supports)
    if len(found) < 2 or any(isinstance(one, (Supported, Contradicted)) for one in found):
        return False
    return any(isinstance(one, Partial) or (isinstance(one, Unjudged) and one.reason in _OPEN) for one in found)


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
