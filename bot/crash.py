"""A bug of ours: kept in a file for whoever mends it, said in one line, never the end of what it is no part of."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot import __version__
from bot.errors import BotError
from bot.model.message import Message, msg

#: Errors whose words Python makes of our code's names and types; those of any other may be a page's, a prompt's or a secret.
_OF_CODE = (
    ArithmeticError, AttributeError, ImportError, IndexError, MemoryError, NameError, NotImplementedError, RecursionError,
    SystemError, TypeError,
)  # fmt: skip
_MOST_WORDS = 300
#: The finding's code of whatever a bug of ours kept from being done.
BUG = "BUG001"
#: Frames shown of each end of a traceback: that of endless recursion has a thousand.
_MOST_FRAMES = 40


def bug_message(error: BaseException | None) -> Message:
    """Keep the traceback in a file for a bug report; returns the line that says so. The file holds places in code, no texts."""
    kind = error.kind if isinstance(error, ElsewhereError) else type(error).__name__
    try:
        handle, path = tempfile.mkstemp(prefix="mlwiki-bug-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as out:
            out.write(f"mlwiki {__version__}, Python {sys.version}\n\n")
            out.writelines(places(error))
    except OSError:
        path = "—"
    if isinstance(error, PageBugError):
        return _page_message(error, path)
    return msg(
        "this is a bug of ours ({kind}); nothing was saved; please report it with the file {path}", kind=kind, path=path
    )


class PageBugError(Exception):
    """A bug (its cause) in one page that ends the command; ``sent``: after the page may have been sent to be saved."""

    def __init__(self, title: str, *, sent: bool) -> None:
        super().__init__(title)
        self.title = title
        self.sent = sent


def _page_message(error: PageBugError, path: str) -> Message:
    kind, title = type(error.__cause__).__name__, error.title
    if error.sent:
        return msg(
            "this is a bug of ours ({kind}) while «{title}» was being saved: nobody knows whether it was; look at its history "
            "before you save it again, and please report the bug with the file {path}",
            kind=kind, title=title, path=path,
        )  # fmt: skip
    return msg(
        "this is a bug of ours ({kind}) in working on «{title}»; nothing was saved; please report it with the file {path}",
        kind=kind, title=title, path=path,
    )  # fmt: skip


@contextmanager
def named_page(title: str, *, sent: bool = False) -> Iterator[None]:
    """A bug inside is told with the page's name. Raises PageBugError; what a person can mend passes as it is."""
    try:
        yield
    except BotError:
        raise
    except Exception as error:
        raise PageBugError(title, sent=sent) from error


class ElsewhereError(Exception):
    """A bug in a child process, by its kind and the places in code that the child wrote down."""

    def __init__(self, kind: str, lines: tuple[str, ...] = ()) -> None:
        super().__init__(kind)
        self.kind = kind
        self.lines = lines


class Crashes:
    """The bugs that were met and gone on after. Each is written down once, however many citations meet it.

    ``write`` puts a bug into a file and returns its line; of a part of a command, it is the whole command's ``note``.
    """

    def __init__(self, write: Callable[[BaseException], Message] = bug_message) -> None:
        self._write = write
        self._told: dict[tuple[object, ...], Message] = {}

    def note(self, error: BaseException) -> Message:
        """Write a bug down, unless it was already; returns its line."""
        frames = traceback.extract_tb(error.__traceback__)
        place = (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
        key = (*error.lines,) if isinstance(error, ElsewhereError) else (type(error).__name__, *place)
        if key not in self._told:
            self._told[key] = self._write(error)
        return self._told[key]

    @property
    def messages(self) -> tuple[Message, ...]:
        """A line for each bug, in the order they were met."""
        return tuple(self._told.values())


def places(error: BaseException | None) -> Iterator[str]:
    """Lines on the error and what led to it, innermost cause first, without the values of anything."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    for one in reversed(chain):
        if isinstance(one, ElsewhereError):
            yield from one.lines
        frames = traceback.extract_tb(one.__traceback__)
        shown = frames if len(frames) <= 2 * _MOST_FRAMES else [*frames[:_MOST_FRAMES], *frames[-_MOST_FRAMES:]]
        yield "Traceback (most recent call last):\n"
        yield from traceback.format_list(shown)
        yield f"{type(one).__name__}: {_words(one)}\n\n"


def _words(error: BaseException) -> str:
    if isinstance(error, _OF_CODE):
        return str(error)[:_MOST_WORDS]
    if isinstance(error, OSError) and error.errno is not None:
        return f"[Errno {error.errno}] {os.strerror(error.errno)}"
    return "(its words are left out: they may be a page's)"
