"""What a measured judge is worth, as lines for a person."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bot.jobs.bench_judge import JudgeScores
from bot.jobs.bench_links import LinkScores
from bot.judge import measure
from bot.judge.measure import Rate
from bot.locale import Speech
from bot.model.message import Message, msg
from bot.report.words import word


def judge_table(scores: JudgeScores, speech: Speech) -> str:
    """A line a figure, each with its 95 % interval; never bare accuracy."""
    head = msg("judge {judge}, {n} labelled claims", judge=scores.judge, n=len(scores.outcomes))
    rows = [(speech.say(name), _shown(rate)) for name, rate in _figures(scores) if rate is not None]
    width = max(len(name) for name, _ in rows)
    reasons = ", ".join(f"{speech.say(word(reason))} {n}" for reason, n in scores.reasons.most_common())
    lines = [speech.say(head), *(f"{name:<{width}}  {value}" for name, value in rows)]
    if reasons:
        lines.append(speech.say(msg("not judged: {reasons}", reasons=reasons)))
    return "\n".join(lines) + "\n"


def link_table(scores: LinkScores, speech: Speech) -> str:
    """A line a true state: how many addresses, how many spoken against, and what was found."""
    lines = [speech.say(msg("state, addresses, spoken against, found"))]
    for label, found in sorted(scores.counts.items()):
        states = ", ".join(f"{state} {n}" for state, n in found.most_common())
        lines.append(f"{label:<22}{found.total():>6}  {_shown(scores.against(label))}  {states}")
    return "\n".join(lines) + "\n"


def _figures(scores: JudgeScores) -> Iterator[tuple[Message, Rate | None]]:
    outcomes = scores.outcomes
    yield msg("balanced accuracy, supported against the rest"), measure.balanced_accuracy(outcomes)
    yield msg("area under the curve, any support against none"), measure.area(outcomes)
    review = measure.needs_review(outcomes)
    yield msg("needs review: precision"), review["precision"]
    yield msg("needs review: recall"), review["recall"]
    yield msg("needs review: F1"), measure.f1(outcomes)
    yield msg("false alarms on good claims"), review["false_alarms"]
    for base in measure.BASE_RATES:
        at = measure.precision_at(base, review["recall"], review["false_alarms"])
        yield msg("needs review: precision, one bad in {n}", n=round(1 / base)), at
    yield msg("gap between the score and the share it promises"), measure.calibration(outcomes)
    for verdict in measure.RAISED:
        rates = measure.raised(outcomes, verdict)
        for base in measure.BASE_RATES:
            name = msg("precision of «{verdict}», one bad in {n}", verdict=word(verdict), n=round(1 / base))
            yield name, measure.precision_at(base, rates["found"], rates["false_alarms"])
    yield msg("evidence among five passages"), measure.recall_at(outcomes, 5)
    yield msg("quotations that code found"), scores.fidelity


def _shown(rate: Rate) -> str:
    if math.isnan(rate.value):
        return "—"
    return f"{rate.value:.3f}  [{rate.low:.3f}, {rate.high:.3f}]  n={rate.n}"
