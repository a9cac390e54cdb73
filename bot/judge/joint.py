"""Adjacent footnotes stand for their words together."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.reasons import RETRYABLE, Reason
from bot.model.verdict import Contradicted, Evidence, NotInSource, Partial, Support, Supported, Unjudged

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
    ranked = sorted(supports, key=_rank)
    if not ranked:
        return Unjudged(Reason.source_not_read, Evidence())
    contradicting = next((one for one in ranked if isinstance(one, Contradicted)), None)
    if contradicting is not None and isinstance(ranked[0], Supported):
        return Unjudged(Reason.sources_disagree, contradicting.evidence)
    return ranked[0]


def _rank(support: Support) -> int:
    """How much a verdict says, the most first; of what is unjudged, what a second run could finish is the more useful."""
    match support:
        case Supported():
            return 0
        case Contradicted():
            return 1
        case Partial():
            return 2
        case Unjudged(reason=reason):
            return 3 if reason in RETRYABLE else 4
        case NotInSource():
            return 5
