"""A click command whose help speaks the reader's language, and options that several commands share, each declared once."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import field, fields
from typing import Any, TypeVar

import click

from bot.cli.path_types import keep_apart
from bot.cli.streams import write_data
from bot.errors import UsageError
from bot.locale import Speech, choose_language
from bot.model.message import msg, msg_n

#: How a docstring marks a paragraph that keeps its lines: examples, the same in every language. click wants a real backspace.
EXAMPLES = r"\b"
KEEPS_LINES = "\b"

Wrapped = TypeVar("Wrapped", bound=Callable[..., Any])
Record = TypeVar("Record")


def paragraphs(command: click.Command) -> list[str]:
    """A command's description, paragraph by paragraph, each on one line unless it is an example."""
    parts = inspect.cleandoc(command.help or "").split("\n\n")
    return [part if part.startswith(EXAMPLES) else " ".join(part.split()) for part in parts]


def option(*flags: str, **how: Any) -> Any:
    """A field of a frozen record of options that several commands share: the flags, and the rest as ``click.option`` takes it."""
    return field(metadata={"option": (flags, how)})


def options_of(record: type, without: Sequence[str] = ()) -> Callable[[Wrapped], Wrapped]:
    """A decorator that gives a command the options of such a record, in their order there, but for those it would ignore."""

    def decorate(function: Wrapped) -> Wrapped:
        for item in reversed([item for item in fields(record) if item.name not in without]):
            flags, how = item.metadata["option"]
            function = click.option(*flags, item.name, **how)(function)
        return function

    return decorate


def taken(record: type[Record], given: dict[str, Any]) -> Record:
    """The record, out of a command's keyword arguments; an option that the command does not have is as if it was not given."""
    return record(
        **{
            item.name: given.pop(item.name, _not_given(**item.metadata["option"][1]))
            for item in fields(record)  # type: ignore[arg-type]  # a dataclass
        }
    )


def _not_given(*, default: object = None, is_flag: bool = False, count: bool = False, **_: object) -> object:
    return default if default is not None else False if is_flag else 0 if count else None


class Command(click.Command):
    """Help texts are English source strings; they are put into the reader's language when they are shown."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remember the language that is asked for: ``--help`` ends the parsing before ``--lang`` is read."""
        ctx.obj = Speech(choose_language(value_after(args, "--lang"), None))
        ctx.allow_extra_args = True
        try:
            self._refuse_repeated(ctx, args)
            left = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # whoever tells it looks the option up
            raise
        if left:
            raise UsageError(
                msg_n(
                    "there is {n} word too many: {words}",
                    "there are {n} words too many: {words}",
                    len(left),
                    words=" ".join(left),
                ),
                msg("`mlwiki {command} --help` lists the options", command=ctx.command_path.removeprefix("mlwiki ")),
            )
        return left

    def _refuse_repeated(self, ctx: click.Context, args: list[str]) -> None:
        """Of an option that holds one value, a second one would silently take the first one's place. Raises UsageError."""
        values = {id(one) for one in self.get_params(ctx) if _holds_one_value(one)}
        given = Counter(one for one in self.make_parser(ctx).parse_args(list(args))[2] if id(one) in values)
        for parameter, times in given.items():
            if times > 1:
                name = max(parameter.opts, key=len)
                raise UsageError(
                    msg("{name} is given {n} times, and holds one value", name=name, n=times),
                    msg("run the command once for each, or leave all but one out"),
                )

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, unless it would write over what it reads."""
        keep_apart(self.get_params(ctx), ctx.params)
        return super().invoke(ctx)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """``--help`` goes where data goes, and fails as data does."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _show_help
        return option

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The command's description."""
        say = _speech(ctx).say
        text = "\n\n".join(
            part.replace(EXAMPLES, KEEPS_LINES, 1) if part.startswith(EXAMPLES) else say(part)
            for part in paragraphs(self)
        )
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The usage line."""
        speech = _speech(ctx)
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=speech.say("Usage: "))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, each with its help in the reader's language."""
        speech = _speech(ctx)
        rows = []
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None or isinstance(parameter, click.Argument):
                continue
            english = getattr(parameter, "help", None) or ""
            rows.append((record[0], record[1].replace(english, speech.say(english)) if english else record[1]))
        with formatter.section(speech.say("Options")):
            formatter.write_dl(rows)


def _holds_one_value(parameter: click.Parameter) -> bool:
    return isinstance(parameter, click.Option) and not (parameter.multiple or parameter.is_flag or parameter.count)


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001  # click's interface
    if value and not ctx.resilient_parsing:
        write_data(ctx.get_help() + "\n")
        ctx.exit()


def _speech(ctx: click.Context) -> Speech:
    found: Any = ctx.obj
    return found if isinstance(found, Speech) else Speech("en")


def value_after(words: Sequence[str], name: str) -> str | None:
    """The value of a flag that is needed before the command line is parsed: ``--lang ru`` or ``--lang=ru``."""
    for place, item in enumerate(words):
        if item == name and place + 1 < len(words):
            return words[place + 1]
        if item.startswith(name + "="):
            return item.removeprefix(name + "=")
    return None
