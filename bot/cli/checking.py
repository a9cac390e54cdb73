"""Options of the commands that verify, and the settings they turn into."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.command import option, options_of, taken
from bot.cli.options import Common
from bot.cli.path_types import READ, WRITTEN
from bot.errors import InputError
from bot.model.message import msg

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.jobs.check import CheckOptions
    from bot.sources.given import Given


@dataclass(frozen=True, slots=True)
class Checking:
    """The options as they were given."""

    judge: str | None = option("--judge", type=click.Choice(["openai", "embedded", "none"]), help="Who judges support.")
    model: str | None = option("--model", metavar="NAME", help="The model of --judge openai.")
    offline: bool = option("--offline", is_flag=True, help="Use stored answers only; send nothing.")
    replay: tuple[str, ...] = option(
        "--replay", type=READ, multiple=True, metavar="CASSETTE", help="Answer from recordings instead of the network."
    )
    record: str | None = option("--record", type=WRITTEN, metavar="CASSETTE", help="Record what the network answers.")
    source: tuple[str, ...] = option(
        "--source",
        type=READ,
        multiple=True,
        metavar="KEY=FILE",
        help="The text of a source: a PDF, page, DOCX or plain text. KEY: 3, “link 2”, “References, 3”, an identifier.",
    )
    sources: str | None = option(
        "--sources", type=READ, metavar="DIR", help="A folder of such texts, each named by its key."
    )
    budget: float | None = option(
        "--budget", type=float, metavar="AMOUNT", help="Spend at most this much on the model."
    )
    new_only: bool = option("--new", is_flag=True, help="Only what the last check did not find.")

    def settings(self, options: Common, **more: object) -> Settings:
        """The settings with these flags on top, and ``more`` that the command has of its own."""
        found = options.settings(judge__kind=self.judge, judge__model=self.model, judge__budget=self.budget, **more)
        return replace(found, offline=self.offline)

    def options(self) -> CheckOptions:
        """What the check job takes. Raises InputError for a cassette or a text that cannot be read."""
        from bot.jobs.check import CheckOptions

        for name in self.replay:
            if not Path(name).is_file():
                raise InputError(msg("there is no cassette {path}", path=name), msg("record one with --record FILE"))
        return CheckOptions(
            offline=self.offline,
            replay=tuple(Path(name) for name in self.replay),
            record=Path(self.record) if self.record else None,
            given=self._given(),
            new_only=self.new_only,
        )

    def _given(self) -> tuple[Given, ...]:
        """The texts that were supplied. Raises InputError."""
        if not self.source and self.sources is None:
            return ()
        from bot.sources.given import from_folder, from_option

        folder = from_folder(Path(self.sources)) if self.sources is not None else ()
        return (*map(from_option, self.source), *folder)


#: Adds them to a command.
checking = options_of(Checking)


def gather_checking(given: dict[str, Any]) -> Checking:
    """Take them out of a command's keyword arguments."""
    return taken(Checking, given)
