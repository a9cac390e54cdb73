"""``mlwiki bench``: measure on labelled data what is believed of references, and what a judge is worth."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common_without_pager, gather
from bot.cli.path_types import READ, WRITTEN
from bot.cli.streams import complain
from bot.errors import ExitCode, OutputError
from bot.jobs.bench_identity import Scores, bench_identity, read_labelled
from bot.jobs.bench_judge import JudgeScores
from bot.judge import measure
from bot.judge.measure import Rate
from bot.locale import Speech, choose_language
from bot.model.message import Message, msg
from bot.report.word_names import word


@click.command(cls=Command)
@click.argument("what", type=click.Choice(["identity", "judge", "links"]), metavar="[identity|judge]")
@click.argument("data", metavar="FILE")
@click.option("--judge", type=click.Choice(["openai", "embedded", "none"]), help="Who judges support.")
@click.option("--model", metavar="NAME", help="The model of --judge openai.")
@click.option(
    "--replay", type=READ, multiple=True, metavar="CASSETTE", help="Answer from recordings instead of the network."
)
@click.option("--record", type=WRITTEN, metavar="CASSETTE", help="Record what the network answers.")
@click.option("--write", type=WRITTEN, metavar="FILE", help="Write the judge's measured precision there, for the gate.")
@click.option(
    "--answers", type=READ, metavar="FILE", help="Judge by a model's recorded answers, a line a claim; ask nobody."
)
@click.option("--budget", type=float, metavar="AMOUNT", help="Spend at most this much on the model.")
@click.option("--estimate", "only_estimate", is_flag=True, help="Say what the model would cost, and ask nobody.")
@common_without_pager
def command(
    what: str,
    data: str,
    *,
    judge: str | None,
    model: str | None,
    write: str | None,
    answers: str | None,
    replay: tuple[str, ...],
    record: str | None,
    budget: float | None,
    only_estimate: bool,
    **given: Any,
) -> int:
    r"""Look labelled references up as a check does, and count what is found; or measure a judge on labelled claims.

    FILE holds a reference a line: {"note": wikitext, "label": "valid" or a kind of fault}; for a judge a claim a line: {"claim":
    text, "source": text, "label": "supported", "partial", "contradicted" or "not_in_source"}.

    \b
    mlwiki bench identity references.jsonl
    mlwiki bench judge claims.jsonl --judge openai --model gpt-4o-mini
    mlwiki bench judge claims.jsonl --answers recorded.jsonl

    A recorded answer is a line of JSON: {"claim": text, "model": name, "verdict": "supported", "partial", "contradicted",
    "not_in_source" or "unclear", "quotes": [texts of the source]}, in the order of the claims.
    """
    options = gather(given)
    if what == "links":  # for one release: a schedule that still has it goes on
        complain("mlwiki: " + Speech(choose_language(options.lang, None)).say(_NO_LINKS))
        return int(ExitCode.clean)
    with command_context(
        options, options.settings(judge__kind=judge, judge__model=model, judge__budget=budget)
    ) as context:
        if only_estimate and what == "judge":
            context.deliver(estimated(data, context))
            return int(ExitCode.clean)
        cassettes = (tuple(map(Path, replay)), Path(record) if record else None)
        if what == "judge":
            text, said, code = of_judge(data, write, context, answers)
        else:
            text, said, code = (*_of_identity(data, cassettes, context), ExitCode.clean)
        context.deliver(json.dumps(said, ensure_ascii=False, indent=2) + "\n" if options.format == "json" else text)
    return int(code)


_NO_LINKS = msg("`bench links` is no longer there and does nothing; `mlwiki check` of a page shows its links' states")
#: A text for a person, a record for a machine, an exit code.
Told = tuple[str, dict[str, object], ExitCode]


def _of_identity(
    data: str, cassettes: tuple[tuple[Path, ...], Path | None], context: CommandContext
) -> tuple[str, dict[str, object]]:
    replay, record = cassettes
    scores = bench_identity(read_labelled(Path(data)), context.session, replay=replay, record=record)
    return table(scores, context.speech), scores.as_json()


def table(scores: Scores, speech: Speech) -> str:
    """A line a label: how many, how many of them convicted, and the verdicts."""
    width = max(map(len, scores.counts), default=0)
    lines = []
    for label, counted in sorted(scores.counts.items()):
        convicted = speech.say(msg("convicted {share} of {n}", share=f"{scores.rate(label):.1%}", n=counted.total()))
        verdicts = ", ".join(f"{verdict} {number}" for verdict, number in counted.most_common())
        lines.append(f"{label:<{width}}  {convicted}: {verdicts}")
    return "\n".join(lines) + "\n"


def estimated(data: str, context: CommandContext) -> str:
    """What the measurement would send and cost, asking nobody."""
    from bot.jobs.bench_judge import abouts, read_claims
    from bot.jobs.estimates import estimates
    from bot.judge.question_size import Planned

    claims = read_claims(Path(data))
    planned = [Planned(one.claim, one.source, one.group) for one in claims]
    lines = estimates(abouts(claims), planned, 0, context.session)
    return "".join(f"{context.speech.say(line)}\n" for line in lines)


def of_judge(data: str, write: str | None, context: CommandContext, answers: str | None = None) -> Told:
    """Measure the judge of the settings; a profile is written only of a measurement that was finished."""
    from bot.jobs.bench_judge import bench_judge

    scores = bench_judge(Path(data), context.session, Path(answers) if answers else None)
    text = judge_table(scores, context.speech)
    if not scores.complete:
        unfinished = msg("not every claim was asked: run it again to go on; no profile is written before")
        return f"{text}{context.speech.say(unfinished)}\n", scores.as_json(), ExitCode.incomplete
    if write is not None:
        try:
            Path(write).write_text(scores.profile().as_json(), encoding="utf-8")
        except OSError as error:
            raise OutputError(
                msg("cannot write {path}: {why}", path=write, why=error.strerror or "?"),
                msg("give --write another place"),
            ) from error
    return text, scores.as_json(), ExitCode.clean


def judge_table(scores: JudgeScores, speech: Speech) -> str:
    """A line a figure, each with its 95 % interval; never bare accuracy."""
    head = msg("judge {judge}, {n} labelled claims", judge=scores.judge, n=len(scores.outcomes))
    rows = [(speech.say(name), _shown(rate)) for name, rate in _figures(scores) if rate is not None]
    width = max(len(name) for name, _ in rows)
    reasons = ", ".join(f"{speech.say(word(reason))} {n}" for reason, n in scores.reasons.most_common())
    lines = [speech.say(head), *(f"{name:<{width}}  {value}" for name, value in rows)]
    if scores.second_questions:
        lines.append(speech.say(msg("asked once more about a point of the claim: {n}", n=scores.second_questions)))
    if reasons:
        lines.append(speech.say(msg("not judged: {reasons}", reasons=reasons)))
    return "\n".join(lines) + "\n"


def _figures(scores: JudgeScores) -> Iterator[tuple[Message, Rate | None]]:
    outcomes = scores.outcomes
    yield msg("balanced accuracy, supported against the rest"), measure.balanced_accuracy(outcomes)
    yield msg("«supported»: precision"), measure.confirmed(outcomes)["precision"]
    yield msg("«supported»: recall"), measure.confirmed(outcomes)["recall"]
    if scores.alone:
        yield msg("«supported» by the model alone: precision"), measure.confirmed(scores.alone)["precision"]
        yield msg("«supported» by the model alone: recall"), measure.confirmed(scores.alone)["recall"]
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
