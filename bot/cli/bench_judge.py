"""``mlwiki bench judge`` and ``mlwiki bench links``: what they run and what they print."""

from __future__ import annotations

from pathlib import Path

from bot.cli.bench_table import judge_table, link_table
from bot.cli.options import CommandContext
from bot.errors import ExitCode, OutputError
from bot.model.message import msg

Told = tuple[str, dict[str, object], ExitCode]


def estimated(data: str, context: CommandContext) -> str:
    """What the measurement would send and cost, asking nobody."""
    from bot.jobs.bench_judge import abouts, read_claims
    from bot.jobs.check import estimates

    lines = estimates(abouts(read_claims(Path(data))), context.session)
    return "".join(f"{context.speech.say(line)}\n" for line in lines)


def of_judge(data: str, write: str | None, context: CommandContext) -> Told:
    """Measure the judge of the settings; a profile is written only of a measurement that was finished."""
    from bot.jobs.bench_judge import bench_judge

    scores = bench_judge(Path(data), context.session)
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


def of_links(data: str, context: CommandContext) -> Told:
    """Look labelled addresses up and count their states."""
    from bot.jobs.bench_links import bench_links, read_addresses

    scores = bench_links(read_addresses(Path(data)), context.session)
    return link_table(scores, context.speech), scores.as_json(), ExitCode.clean
