"""An address over time: *gone* is one look, *dead* needs the same failure on another day."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from bot.model.outcome import Missing, Outcome, Shown
from bot.model.ports import Cache

_KIND = "link"
#: Failures older than this without another look in between are forgotten (days).
_KEPT = 400.0


@dataclass(frozen=True, slots=True)
class History:
    """``first_failed`` and ``last_failed`` are times of failed looks (ISO 8601, UTC), ``days`` how many different days failed."""

    first_failed: str
    last_failed: str
    looks: int = 1
    days: int = 1

    @property
    def dead(self) -> bool:
        """Whether the address failed on two days at least, with no good look between."""
        return self.days >= 2


def look(cache: Cache, url: str, outcome: Outcome, now: str) -> None:
    """Remember a fresh look. A good one ends the history; one that says nothing leaves it as it was."""
    if isinstance(outcome, Shown):
        if of(cache, url) is not None:
            cache.put(_KIND, url, "{}", days=_KEPT)
    elif isinstance(outcome, Missing):
        cache.put(_KIND, url, json.dumps(asdict(_failed(of(cache, url), now))), days=_KEPT)


def of(cache: Cache, url: str) -> History | None:
    """The failures of an address so far, None when its last look was good or there was none."""
    try:
        record = json.loads(cache.get(_KIND, url) or "{}")
        return History(**record) if record else None
    except (TypeError, ValueError):
        return None


def _failed(before: History | None, now: str) -> History:
    """One more failed look; the date is what counts as a day."""
    if before is None:
        return History(now, now)
    another = before.last_failed[:10] < now[:10]
    return replace(before, last_failed=max(now, before.last_failed), looks=before.looks + 1, days=before.days + another)
