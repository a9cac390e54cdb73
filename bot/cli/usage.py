"""What click finds wrong with a command line, as messages of ours: by the kind of the fault, never by click's own words."""

from __future__ import annotations

from collections.abc import Sequence

import click

from bot.cli.command import value_after
from bot.errors import UsageError
from bot.model.message import Message, msg


def usage_error(error: click.UsageError, words: Sequence[str]) -> UsageError:
    """The same fault with what is wrong and what is possible; ``words`` are the whole command line."""
    match error:
        case click.NoSuchOption(option_name=name, possibilities=[_, *_] as close):
            what, hint = msg("there is no option {name}", name=name), msg("did you mean {name}?", name=", ".join(close))
        case click.NoSuchOption(option_name=name):
            what, hint = msg("there is no option {name}", name=name), _look(words)
        case click.MissingParameter(param=click.Parameter() as missing):
            what, hint = msg("{name} is missing", name=_name(missing)), _look(words)
        case click.BadParameter(param=click.Parameter() as wrong):
            what, hint = _not_that(wrong, words), _takes(wrong.type) or _look(words)
        case click.BadOptionUsage(option_name=name):
            what, hint = _value_trouble(error, name), _look(words)
        case _:
            what, hint = msg("{told}", told=error.format_message().splitlines()[0]), _look(words)
    return UsageError(what, hint)


def _name(parameter: click.Parameter) -> str:
    """An option as it is typed, an argument as the help shows it."""
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return parameter.metavar or (parameter.name or "?").upper()


def _not_that(parameter: click.Parameter, words: Sequence[str]) -> Message:
    values = [value for option in parameter.opts if (value := value_after(words, option)) is not None]
    if not isinstance(parameter, click.Option) or not values:
        return msg("{name} cannot be that", name=_name(parameter))
    return msg("{name} cannot be {value}", name=_name(parameter), value=repr(values[0]))


def _takes(kind: object) -> Message | None:
    match kind:
        case click.Choice():
            return msg("it takes one of: {choices}", choices=", ".join(map(str, kind.choices)))
        case click.IntRange(min=least, max=most) | click.FloatRange(min=least, max=most) if most is not None:
            return msg("it takes {kind}", kind=msg("a number from {least} to {most}", least=f"{least}", most=f"{most}"))
        case click.IntRange(min=least) | click.FloatRange(min=least):
            return msg("it takes {kind}", kind=msg("a number from {least} on", least=f"{least}"))
        case click.types.FloatParamType():
            return msg("it takes {kind}", kind=msg("a number"))
    return None


def _value_trouble(error: click.UsageError, name: str) -> Message:
    """An option with a value too many, or without one."""
    known = error.ctx.command.get_params(error.ctx) if error.ctx is not None else []
    option = next((one for one in known if isinstance(one, click.Option) and name in one.opts), None)
    if option is not None and (option.is_flag or option.count):
        return msg("{name} takes no value", name=name)
    return msg("{name} needs a value", name=name)


def _look(words: Sequence[str]) -> Message:
    command = next((word for word in words if not word.startswith("-")), "")
    return msg("`mlwiki {command} --help` lists the options", command=command)
