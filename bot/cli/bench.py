"""``mlwiki bench identity``: measure what is believed of references on labelled data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from bot.cli.command import Command
from bot.cli.options import common, gather, scene
from bot.errors import ExitCode
from bot.jobs.bench_identity import Scores, bench_identity, read_labelled
from bot.locale import Speech
from bot.model.message import msg


@click.command(cls=Command)
@click.argument("what", type=click.Choice(["identity"]))
@click.argument("data", metavar="FILE")
@common
def command(what: str, data: str, **given: Any) -> int:  # noqa: ARG001  # one measure so far
    r"""Look labelled references up as a check does, and count the verdicts by label.

    FILE holds a reference a line: {"note": wikitext, "label": "valid" or a kind of fault}.

    \b
    mlwiki bench identity references.jsonl
    mlwiki bench identity references.jsonl --format json
    """
    options = gather(given)
    references = read_labelled(Path(data))
    with scene(options, options.settings()) as stage:
        scores = bench_identity(references, stage.world)
        stage.deliver(
            json.dumps(scores.as_json(), ensure_ascii=False, indent=2) + "\n"
            if options.format == "json"
            else table(scores, stage.speech)
        )
    return int(ExitCode.clean)


def table(scores: Scores, speech: Speech) -> str:
    """A line a label: how many, how many of them convicted, and the verdicts."""
    width = max(map(len, scores.counts), default=0)
    lines = []
    for label, counted in sorted(scores.counts.items()):
        convicted = speech.say(msg("convicted {share} of {n}", share=f"{scores.rate(label):.1%}", n=counted.total()))
        verdicts = ", ".join(f"{verdict} {number}" for verdict, number in counted.most_common())
        lines.append(f"{label:<{width}}  {convicted}: {verdicts}")
    return "\n".join(lines) + "\n"
