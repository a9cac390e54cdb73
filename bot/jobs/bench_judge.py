"""Measure a judge on labelled claims, and write the profile that the gate reads.

A claim is a line of JSON: ``{"claim": str, "source": str, "label": "supported" | "partial" | "contradicted" |
"not_in_source"}``, with ``source_file`` (a path beside the file) instead of ``source`` where wanted, and optionally
``evidence`` (stretches of the source), ``group`` (claims of one source), ``scope`` and ``title``; other keys are ignored.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot import strictjson
from bot.bounded import read_text_bounded
from bot.errors import InputError
from bot.jobs.connections import opened_judge
from bot.jobs.session import Session
from bot.judge import measure
from bot.judge.answer_form import Said
from bot.judge.measure import JudgedClaim, Rate
from bot.judge.profile import JudgeProfile
from bot.judge.recorded_judge import RecordedAnswer, RecordedJudge
from bot.judge.typography import fold
from bot.model.citation import Claim
from bot.model.message import msg
from bot.model.ports import Judge
from bot.model.reasons import RETRYABLE, Reason
from bot.model.report import Cost
from bot.model.source import Block, SourceText
from bot.model.verdict import Support, Unjudged, verdict_of
from bot.model.words import Scope, SupportVerdict

if TYPE_CHECKING:
    from bot.judge.kept import About

_SAID = {Said(verdict.value): verdict for verdict in SupportVerdict if verdict is not SupportVerdict.unjudged}
LABELS = frozenset(SupportVerdict) - {SupportVerdict.unjudged}


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """One claim with what is true of it; ``evidence`` are offsets in the source."""

    claim: Claim
    source: SourceText
    label: SupportVerdict
    evidence: tuple[tuple[int, int], ...]
    group: str


@dataclass(frozen=True, slots=True)
class JudgeScores:
    """The outcomes of a measurement with the reasons of what stayed unjudged, and the cost.

    Of recorded answers also ``alone``, the model's own words before the checks, and how many claims need a second question.
    """

    judge: str
    data: str
    outcomes: tuple[JudgedClaim, ...]
    reasons: Counter[Reason]
    cost: Cost
    alone: tuple[JudgedClaim, ...] = ()
    second_questions: int = 0

    @property
    def complete(self) -> bool:
        """Whether every claim was really asked: a second run goes on where this one ended (budget, outage)."""
        return RETRYABLE.isdisjoint(self.reasons)

    def profile(self) -> JudgeProfile:
        """The judge's profile: the low end of each raised verdict's precision, one bad citation in twenty."""
        precision = {}
        for verdict in measure.RAISED:
            rates = measure.raised(self.outcomes, verdict)
            low = measure.precision_at(measure.BASE_RATES[0], rates["found"], rates["false_alarms"]).low
            precision[verdict] = 0.0 if math.isnan(low) else low
        return JudgeProfile(self.judge, self.data, len(self.outcomes), precision)

    def as_json(self) -> dict[str, Any]:
        """What ``--format json`` prints."""
        area, calibrated = measure.area(self.outcomes), measure.calibration(self.outcomes)
        return {
            "schema": "mlwiki/bench-judge/1",
            "judge": self.judge,
            "data": self.data,
            "complete": self.complete,
            "claims": len(self.outcomes),
            "labels": dict(sorted(Counter(one.label.value for one in self.outcomes).items())),
            "verdicts": dict(sorted(Counter(one.verdict.value for one in self.outcomes).items())),
            "unjudged": {reason.value: n for reason, n in sorted(self.reasons.items())},
            "balanced_accuracy": _rate(measure.balanced_accuracy(self.outcomes)),
            "supported": _rates(measure.confirmed(self.outcomes)),
            "supported_by_the_model_alone": _rates(measure.confirmed(self.alone)) if self.alone else None,
            "second_questions": self.second_questions,
            "auroc_any_against_none": _rate(area) if area else None,
            "needs_review": self._review(),
            "calibration_error": _rate(calibrated) if calibrated else None,
            "raised": {verdict.value: self._raised(verdict) for verdict in measure.RAISED},
            "evidence_recall": {str(k): _rate(measure.recall_at(self.outcomes, k)) for k in (1, 3, 5)},
            "quote_fidelity": _rate(self.fidelity),
            "cost": {
                "requests": self.cost.requests,
                "tokens_in": self.cost.tokens_in,
                "tokens_out": self.cost.tokens_out,
                "amount": self.cost.amount,
                "currency": self.cost.currency,
            },
        }

    @property
    def fidelity(self) -> Rate:
        """Of the answers that quote, the share whose quotation code found."""
        quoted = sum(one.verdict in _QUOTED for one in self.outcomes)
        return measure.share(quoted, quoted + sum(self.reasons[reason] for reason in _UNFOUND))

    def _review(self) -> dict[str, Any]:
        rates = measure.needs_review(self.outcomes)
        return {**{name: _rate(rate) for name, rate in rates.items()}, "f1": _rate(measure.f1(self.outcomes))} | {
            f"precision_at_1_in_{round(1 / base)}": _rate(
                measure.precision_at(base, rates["recall"], rates["false_alarms"])
            )
            for base in measure.BASE_RATES
        }

    def _raised(self, verdict: SupportVerdict) -> dict[str, Any]:
        rates = measure.raised(self.outcomes, verdict)
        at = {
            f"precision_at_1_in_{round(1 / base)}": _rate(
                measure.precision_at(base, rates["found"], rates["false_alarms"])
            )
            for base in measure.BASE_RATES
        }
        return {**{name: _rate(rate) for name, rate in rates.items()}, **at}


_UNFOUND = (Reason.quote_not_found, Reason.quote_too_short)
_QUOTED = frozenset({SupportVerdict.supported, SupportVerdict.partial, SupportVerdict.contradicted})


def read_claims(path: Path) -> tuple[LabelledClaim, ...]:
    """The claims of a file. Raises InputError for what is none."""
    try:
        lines = read_text_bounded(path).splitlines()
        return tuple(_read(strictjson.loads(line), path.parent) for line in lines if line.strip())
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            msg("{path} holds no labelled claims: {error}", path=str(path), error=str(error)),
            msg("Give a file whose lines are JSON with “claim”, “source” and “label”."),
        ) from error


def read_answers(path: Path, claims: Sequence[LabelledClaim]) -> tuple[RecordedAnswer, ...]:
    """A model's recorded answers, a line a claim in the claims' order. Raises InputError for what is none."""
    try:
        lines = read_text_bounded(path).splitlines()
        answers = tuple(RecordedAnswer.read(strictjson.loads(line)) for line in lines if line.strip())
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            msg("{path} holds no recorded answers: {error}", path=str(path), error=str(error)),
            msg("Give a file whose lines are JSON with “claim”, “model”, “verdict” and “quotes”."),
        ) from error
    if [one.claim for one in answers] != [one.claim.text for one in claims]:
        raise InputError(
            msg("{path} does not answer the claims of the data, line by line", path=str(path)),
            msg("Give one answer a claim, in the same order, with the claim's own words."),
        )
    return answers


def bench_judge(path: Path, session: Session, answers: Path | None = None) -> JudgeScores:
    """Judge every claim of a file with the judge of the settings, or by recorded answers. Raises InputError and ConfigError."""
    claims = read_claims(path)
    data = hashlib.sha256(path.read_bytes()).hexdigest()
    if answers is not None:
        return asyncio.run(_replayed(claims, read_answers(answers, claims), data, session))
    return asyncio.run(_run(claims, data, session))


async def measured(claims: Sequence[LabelledClaim], data: str, judge: Judge, session: Session) -> JudgeScores:
    """Judge the claims one after the other, so that neighbours share their source, and count."""
    outcomes, reasons = [], Counter[Reason]()
    for done, one in enumerate(claims, start=1):
        support = await judge.judge(one.claim, one.source, title=one.group)
        outcomes.append(_outcome(one, support))
        if isinstance(support, Unjudged):
            reasons[support.reason] += 1
        session.progress.step(msg("claims"), done, len(claims))
    return JudgeScores(judge.name, data, tuple(outcomes), reasons, judge.cost)


async def _replayed(
    claims: Sequence[LabelledClaim], answers: Sequence[RecordedAnswer], data: str, session: Session
) -> JudgeScores:
    from bot.judge.encoder import bundled

    by_key = {(one.claim.text, one.source.sha256): answer for one, answer in zip(claims, answers, strict=True)}
    judge = RecordedJudge(by_key, bundled())
    scores = await measured(claims, data, judge, session)
    alone = [
        JudgedClaim(one.label, _SAID.get(answer.said, SupportVerdict.unjudged), one.group)
        for one, answer in zip(claims, answers, strict=True)
    ]
    return replace(scores, alone=tuple(alone), second_questions=judge.second_questions)


async def _run(claims: Sequence[LabelledClaim], data: str, session: Session) -> JudgeScores:
    from bot.jobs.check import announce

    announce(session, abouts(claims))
    async with opened_judge(session) as judge:
        return await measured(claims, data, judge, session)


def abouts(claims: Sequence[LabelledClaim]) -> tuple[About, ...]:
    """What the judge is asked about: under which title, and the words."""
    from bot.judge.kept import about

    return tuple(about(one.group, one.claim.text) for one in claims)


def _outcome(one: LabelledClaim, support: Support) -> JudgedClaim:
    passages = support.evidence.passages
    found_at = next(
        (
            rank
            for rank, passage in enumerate(passages, start=1)
            if any(passage.start < end and start < passage.end for start, end in one.evidence)
        ),
        None,
    )
    return JudgedClaim(one.label, verdict_of(support), one.group, support.evidence.score, bool(one.evidence), found_at)


def _read(record: dict[str, Any], beside: Path) -> LabelledClaim:
    text = record["source"] if "source" in record else (beside / record["source_file"]).read_text(encoding="utf-8")
    claim, label = record["claim"], SupportVerdict(record["label"])
    if not isinstance(claim, str) or not isinstance(text, str) or label not in LABELS:
        raise TypeError("claim and source must be strings, label one of " + ", ".join(sorted(LABELS)))
    source = SourceText("", text, Scope(record.get("scope", "full_text")), _blocks(text), title=record.get("title"))
    evidence = tuple(span for quote in record.get("evidence", ()) if (span := _span(text, quote)) is not None)
    group = str(record.get("group", source.sha256[:8]))
    return LabelledClaim(Claim(claim, 0, len(claim), ("bench",), sentence=claim), source, label, evidence, group)


def _blocks(text: str) -> tuple[Block, ...]:
    blocks, start = [], 0
    for part in text.split("\n\n"):
        blocks.append(Block(start, start + len(part)))
        start += len(part) + 2
    return tuple(blocks)


def _span(text: str, quote: str) -> tuple[int, int] | None:
    """Where the evidence stands. Typography aside; ends may cut a sentence, unlike a judge's quote."""
    hay, needle = fold(text), fold(quote).text.strip(" .,;:'")
    at = hay.text.find(needle) if needle else -1
    return hay.span(at, at + len(needle)) if at >= 0 else None


def _rates(rates: dict[str, Rate]) -> dict[str, Any]:
    return {name: _rate(rate) for name, rate in rates.items()}


def _rate(rate: Rate) -> dict[str, Any]:
    value = None if math.isnan(rate.value) else round(rate.value, 4)
    return {"value": value, "low": _number(rate.low), "high": _number(rate.high), "n": rate.n}


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 4)
