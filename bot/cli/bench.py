"""``mlwiki bench``: measure on labelled data what is believed of references, and what a judge is worth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from bot.cli.bench_judge import Told, estimated, of_judge, of_links
from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common, gather
from bot.cli.places import READ, WRITTEN
from bot.errors import ExitCode
from bot.jobs.bench_identity import Scores, bench_identity, read_labelled
from bot.locale import Speech
from bot.model.message import msg


@click.command(cls=Command)
@click.argument("what", type=click.Choice(["identity", "judge", "links"]))
@click.argument("data", metavar="FILE")
@click.option("--judge", type=click.Choice(["openai", "embedded", "none"]), help="Who judges support.")
@click.option("--model", metavar="NAME", help="The model of --judge openai.")
@click.option(
    "--replay", type=READ, multiple=True, metavar="CASSETTE", help="Answer from recordings instead of the network."
)
@click.option("--record", type=WRITTEN, metavar="CASSETTE", help="Record what the network answers.")
@click.option("--write", type=WRITTEN, metavar="FILE", help="Write the judge's measured precision there, for the gate.")
@click.option("--budget", type=float, metavar="AMOUNT", help="Spend at most this much on the model.")
@click.option("--estimate", "only_estimate", is_flag=True, help="Say what the model would cost, and ask nobody.")
@common
def command(
    what: str,
    data: str,
    *,
    judge: str | None,
    model: str | None,
    write: str | None,
    replay: tuple[str, ...],
    record: str | None,
    budget: float | None,
    only_estimate: bool,
    **given: Any,
) -> int:
    r"""Look labelled references or addresses up as a check does, and count what is found; or measure a judge on labelled claims.

    FILE holds a reference a line: {"note": wikitext, "label": "valid" or a kind of fault}; for links an address a line: {"url":
    address, "label": its state}; for a judge a claim a line: {"claim": text, "source": text, "label": "supported", "partial",
    "contradicted" or "not_in_source"}.

    \b
    mlwiki bench identity references.jsonl
    mlwiki bench links addresses.jsonl
    mlwiki bench judge claims.jsonl --judge openai --model gpt-4o-mini
    """
    options = gather(given)
    with command_context(
        options, options.settings(judge__kind=judge, judge__model=model, judge__budget=budget)
    ) as context:
        if only_estimate and what == "judge":
            context.deliver(estimated(data, context))
            return int(ExitCode.clean)
        cassettes = (tuple(map(Path, replay)), Path(record) if record else None)
        text, said, code = _measured(what, data, write, cassettes, context)
        context.deliver(json.dumps(said, ensure_ascii=False, indent=2) + "\n" if options.format == "json" else text)
    return int(code)


def _measured(
    what: str, data: str, write: str | None, cassettes: tuple[tuple[Path, ...], Path | None], context: CommandContext
) -> Told:
    if what == "judge":
        return of_judge(data, write, context)
    if what == "links":
        return of_links(data, context)
    return (*_of_identity(data, cassettes, context), ExitCode.clean)


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
