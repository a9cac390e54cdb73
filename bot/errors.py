"""What can go wrong, as exceptions for the unexpected; what a source answers is a value, never one of these.

::

    BotError                     what, where, and what to do next; carries the exit code
    ├── UsageError        2      bad arguments, unreadable input, unwritable output
    │   ├── ConfigError   2      mlwiki.toml or the environment
    │   ├── InputError    2      a file or text that cannot be taken in
    │   └── OutputError   2      a place that cannot be written
    ├── WikiError         3      the wiki refused
    │   ├── LoginFailed   3
    │   ├── NotAllowed    3      rights, protection, block, stop page, exclusion
    │   ├── EditConflict  3      the page has moved
    │   ├── UnreadablePage 2     its text is hidden or not valid UTF-8
    │   └── WikiUnreachable 4    no answer, or none that a MediaWiki gives
    └── GateHeld          3      the gate did not let a save through
"""

from __future__ import annotations

from enum import IntEnum

from bot.model.message import Message


class ExitCode(IntEnum):
    """Exit codes of the command line (contract, «Commands»)."""

    clean = 0
    findings = 1
    usage = 2
    refused = 3
    incomplete = 4
    bug = 5
    interrupted = 130


class BotError(Exception):
    """A fault that ends a command with one line: ``message`` says what and where, ``hint`` what to do next."""

    exit_code = ExitCode.bug
    #: What `mlwiki explain` says more of, where there is such a code.
    code: str = ""

    def __init__(self, message: Message, hint: Message | None = None) -> None:
        super().__init__(str(message))
        self.message = message
        self.hint = hint


class UsageError(BotError):
    """The command was called wrongly."""

    exit_code = ExitCode.usage


class ConfigError(UsageError):
    """A setting is unknown, missing or impossible."""


class InputError(UsageError):
    """A file or a text cannot be taken in."""


class OutputError(UsageError):
    """A result cannot be written where it should go."""


class WikiError(BotError):
    """The wiki refused."""

    exit_code = ExitCode.refused


class LoginFailed(WikiError):
    """Name or password were not taken."""


class NotAllowed(WikiError):
    """Rights, protection, a block, the stop page or an exclusion template forbid it."""


class EditConflict(WikiError):
    """The page is no longer at the revision the edit was made for."""


class UnreadablePage(WikiError):
    """The text of a page's revision cannot be had: hidden, or bytes that are no UTF-8."""

    exit_code = ExitCode.usage


class WikiUnreachable(WikiError):
    """No answer, or an answer that no MediaWiki gives."""

    exit_code = ExitCode.incomplete


class ClosedToReaders(WikiUnreachable):
    """A wiki answers, and shows nothing to who has not logged in; ``api`` is the address that said so."""

    def __init__(self, what: Message, hint: Message, api: str) -> None:
        super().__init__(what, hint)
        self.api = api


class GateHeld(BotError):
    """The gate did not let a save through."""

    exit_code = ExitCode.refused
