"""Dispatch to a command, and one line for everything that can go wrong."""

from __future__ import annotations

import difflib
import importlib
import os
import re
import sys
from collections.abc import Sequence

import click

from bot import __version__
from bot.cli.command import value_after
from bot.cli.help import COMMANDS
from bot.cli.interrupt import interrupt_work, say_interrupted
from bot.cli.streams import complain, line_of, prepare, write_data
from bot.cli.usage import usage_error
from bot.crash import bug_message
from bot.errors import BotError, ConfigError, ExitCode, UsageError
from bot.locale import LANGUAGES, Speech, choose_language
from bot.model.message import msg


def run(words: Sequence[str]) -> int:
    """Run one command line; returns the exit code."""
    prepare()
    speech = Speech(choose_language(value_after(words, "--lang"), _profile_language(words)))
    try:
        return _dispatch(words)
    except BotError as error:
        complain(line_of(error, speech))
        return int(error.exit_code)
    except click.UsageError as error:
        complain(line_of(usage_error(error, words), speech))
        return int(ExitCode.usage)
    except (KeyboardInterrupt, click.Abort):
        say_interrupted(speech.language)
        return int(ExitCode.interrupted)
    except BrokenPipeError:
        return int(ExitCode.clean)
    except RecursionError:
        return _bug(speech)
    except Exception:  # noqa: BLE001  # the last net: a bug of ours ends in one line and a report, never in a traceback
        return _bug(speech)


def _dispatch(words: Sequence[str]) -> int:
    _known_language(os.environ.get("MLWIKI_LANG", ""))
    _whole_words(words)
    name, *rest = words
    if name in {"--version", "-V"}:
        write_data(f"mlwiki {__version__}\n")
        return int(ExitCode.clean)
    names = [command for command, _ in COMMANDS]
    if name not in names:
        close = difflib.get_close_matches(name, names, 1)
        hint = (
            msg("did you mean `mlwiki {name}`?", name=close[0]) if close else msg("`mlwiki --help` lists the commands")
        )
        raise UsageError(msg("unknown command {name}", name=name), hint)
    module = importlib.import_module(f"bot.cli.{name}")
    interrupt_work()
    result = module.command.main(rest, prog_name=f"mlwiki {name}", standalone_mode=False)
    return int(result) if isinstance(result, int) else int(ExitCode.clean)


def _whole_words(words: Sequence[str]) -> None:
    """Raises UsageError for a word with bytes that are no text: no page is called so, and no report could name it."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError as error:
            raise UsageError(
                msg("the word {word} of the command line is not UTF-8", word=repr(word)),
                msg("rename the file, or set the terminal to UTF-8"),
            ) from error


def _known_language(named: str) -> None:
    """MLWIKI_LANG may be written as locales are («ru_RU.UTF-8»). Raises ConfigError for a language that is not spoken here."""
    if named and re.split(r"[-_.@]", named.lower())[0] not in LANGUAGES:
        raise ConfigError(
            msg("variable {name} cannot be {value}", name="MLWIKI_LANG", value=repr(named)),
            msg("it takes one of: {choices}", choices=", ".join(LANGUAGES)),
        )


def _profile_language(words: Sequence[str]) -> str | None:
    """The language of ``--profile``, for errors that come before the settings are read."""
    name = value_after(words, "--profile")
    if name is None:
        return None
    from bot.profiles import PROFILE_NAMES, profile

    return profile(name).language if name in PROFILE_NAMES else None


def _bug(speech: Speech) -> int:
    complain("mlwiki: " + speech.say(bug_message(sys.exc_info()[1])))
    return int(ExitCode.bug)
