"""What a judge is worth on labelled claims: balanced figures with intervals, never bare accuracy."""

from __future__ import annotations

import math
import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.model.words import SupportVerdict

#: A wiki has one bad citation in so many; precision is told at both.
BASE_RATES = (1 / 20, 1 / 50)
_RESAMPLES = 300
_BINS = 10
_Z = 1.96

GOOD = SupportVerdict.supported
#: Verdicts that a report raises.
RAISED = (SupportVerdict.contradicted, SupportVerdict.not_in_source)


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """One labelled claim after it was judged.

    ``label`` is one of supported, partial, contradicted, not_in_source. ``score`` ranks (None: the judge gives none),
    ``found_at`` is the rank (from 1) of the first passage that holds the evidence (None: not among them, or no evidence named).
    """

    label: SupportVerdict
    verdict: SupportVerdict
    group: str = ""
    score: float | None = None
    evidence: bool = False
    found_at: int | None = None


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float
    n: int


def share(hits: int, n: int) -> Rate:
    """A share with Wilson's interval; of nothing it is unknown, 0 to 1."""
    if n == 0:
        return Rate(float("nan"), 0.0, 1.0, 0)
    p = hits / n
    middle = (p + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
    half = _Z * math.sqrt(p * (1 - p) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
    return Rate(p, max(0.0, middle - half), min(1.0, middle + half), n)


def balanced_accuracy(outcomes: Sequence[JudgedClaim]) -> Rate:
    """The mean of the share of supported claims confirmed and of the share of the rest not confirmed."""
    return _resampled(outcomes, _balanced)


def area(outcomes: Sequence[JudgedClaim]) -> Rate | None:
    """AUROC of the score: any support (supported, partial) against none. None without scores or without both kinds."""
    if any(one.score is None for one in outcomes) or math.isnan(_area(outcomes)):
        return None
    return _resampled(outcomes, _area)


def calibration(outcomes: Sequence[JudgedClaim]) -> Rate | None:
    """How far the score is from the share that it promises: the mean gap over ten bins (ECE). None without scores."""
    if not outcomes or any(one.score is None for one in outcomes):
        return None
    return _resampled(outcomes, _gap)


def f1(outcomes: Sequence[JudgedClaim]) -> Rate:
    """The harmonic mean of precision and recall of what needs review."""
    return _resampled(outcomes, _f1)


def confirmed(outcomes: Sequence[JudgedClaim]) -> dict[str, Rate]:
    """*Supported*: how often it is right where it is said, and of how many fully supported claims it is said."""
    right = sum(one.label is GOOD and one.verdict is GOOD for one in outcomes)
    return {
        "precision": share(right, sum(one.verdict is GOOD for one in outcomes)),
        "recall": share(right, sum(one.label is GOOD for one in outcomes)),
    }


def needs_review(outcomes: Sequence[JudgedClaim]) -> dict[str, Rate]:
    """Flagged is whatever was not confirmed; it should be flagged when it is not fully supported."""
    bad = [one for one in outcomes if one.label is not GOOD]
    good = [one for one in outcomes if one.label is GOOD]
    caught = sum(one.verdict is not GOOD for one in bad)
    false = sum(one.verdict is not GOOD for one in good)
    return {
        "precision": share(caught, caught + false),
        "recall": share(caught, len(bad)),
        "false_alarms": share(false, len(good)),
    }


def raised(outcomes: Sequence[JudgedClaim], verdict: SupportVerdict) -> dict[str, Rate]:
    """A raised verdict: how often it is right to raise it, how many faults it finds, how many good claims it hits."""
    good = [one for one in outcomes if one.label is GOOD]
    bad = [one for one in outcomes if one.label in RAISED]
    hits = sum(one.verdict is verdict for one in bad)
    false = sum(one.verdict is verdict for one in good)
    return {
        "precision": share(hits, hits + false),
        "found": share(hits, len(bad)),
        "false_alarms": share(false, len(good)),
    }


def precision_at(base_rate: float, found: Rate, false_alarms: Rate) -> Rate:
    """What a raised verdict is worth where only ``base_rate`` of the claims are bad.

    The low end takes the worst of both intervals: what a gate may rely on.
    """

    def at(hit: float, false: float) -> float:
        total = base_rate * hit + (1 - base_rate) * false
        return base_rate * hit / total if total > 0 else float("nan")

    return Rate(
        at(found.value, false_alarms.value),
        at(found.low, false_alarms.high) if found.n else 0.0,
        at(found.high, false_alarms.low) if found.n else 1.0,
        found.n + false_alarms.n,
    )


def recall_at(outcomes: Sequence[JudgedClaim], k: int) -> Rate:
    """The share of claims with named evidence that have it among the first ``k`` passages."""
    named = [one for one in outcomes if one.evidence]
    return share(sum(one.found_at is not None and one.found_at <= k for one in named), len(named))


def _balanced(outcomes: Sequence[JudgedClaim]) -> float:
    good = [one.verdict is GOOD for one in outcomes if one.label is GOOD]
    bad = [one.verdict is not GOOD for one in outcomes if one.label is not GOOD]
    return (sum(good) / len(good) + sum(bad) / len(bad)) / 2 if good and bad else float("nan")


def _f1(outcomes: Sequence[JudgedClaim]) -> float:
    caught = sum(one.label is not GOOD and one.verdict is not GOOD for one in outcomes)
    wrong = sum((one.label is GOOD) != (one.verdict is GOOD) for one in outcomes)
    return 2 * caught / (2 * caught + wrong) if caught or wrong else float("nan")


def _gap(outcomes: Sequence[JudgedClaim]) -> float:
    bins: dict[int, list[JudgedClaim]] = {}
    for one in outcomes:
        bins.setdefault(min(int((one.score or 0.0) * _BINS), _BINS - 1), []).append(one)
    gaps = [
        abs(sum((one.score or 0.0) - (one.label in {GOOD, SupportVerdict.partial}) for one in inside))
        for inside in bins.values()
    ]
    return sum(gaps) / len(outcomes) if outcomes else float("nan")


def _area(outcomes: Sequence[JudgedClaim]) -> float:
    high = [one.score or 0.0 for one in outcomes if one.label in {GOOD, SupportVerdict.partial}]
    low = sorted(one.score or 0.0 for one in outcomes if one.label in RAISED)
    if not high or not low:
        return float("nan")
    return sum(bisect_left(low, one) + bisect_right(low, one) for one in high) / (2 * len(high) * len(low))


def _resampled(outcomes: Sequence[JudgedClaim], measure: Callable[[Sequence[JudgedClaim]], float]) -> Rate:
    """A bootstrap over sources, not claims: claims of one source are alike. Seeded, so that it repeats."""
    groups: dict[str, list[JudgedClaim]] = {}
    for one in outcomes:
        groups.setdefault(one.group, []).append(one)
    names = sorted(groups)
    choose = random.Random(2026)  # noqa: S311  resampling, no secret
    values = []
    for _ in range(_RESAMPLES):
        drawn = [one for name in choose.choices(names, k=len(names)) for one in groups[name]] if names else []
        value = measure(drawn)
        if not math.isnan(value):
            values.append(value)
    values.sort()
    if not values:
        return Rate(measure(outcomes), 0.0, 1.0, len(outcomes))
    return Rate(
        measure(outcomes), values[int(0.025 * len(values))], values[int(0.975 * (len(values) - 1))], len(outcomes)
    )
