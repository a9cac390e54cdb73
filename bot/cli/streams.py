"""Standard streams: data as UTF-8 when redirected, replacements on a console that lacks a character; any may be closed."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, Self, TextIO

if TYPE_CHECKING:
    from types import TracebackType

    from bot.errors import BotError
    from bot.locale import Speech
    from bot.model.message import Message


class _Shut(io.TextIOBase):
    """A standard stream that was closed before we began («>&-»): using it fails as it would for any program."""

    encoding = "utf-8"

    @property
    def buffer(self) -> _Shut:
        """There are no bytes either."""
        return self

    def read(self, size: int | None = -1) -> NoReturn:  # noqa: ARG002  # the interface of a stream
        """Fail. Raises OSError."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    def readline(self, size: int = -1) -> NoReturn:  # type: ignore[override]  # noqa: ARG002
        """Fail. Raises OSError."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    def write(self, text: str) -> NoReturn:  # noqa: ARG002
        """Fail. Raises OSError."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def prepare() -> None:
    """Set the streams up once. Redirected output is UTF-8 on every system (contract, «Language»)."""
    _stand_in()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")


def _stand_in() -> None:
    """Something in place of closed streams; their descriptors are taken, lest the store's file gets one."""
    shut: Any = _Shut()
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is this one
        setattr(sys, name, shut)


def write_data(text: str, *, styled: bool = False) -> None:
    """Write to standard output with the text's own line ends. Raises OutputError when that fails (a full disk).

    On a terminal every character that would act there (control characters, carriage returns, marks of writing direction) is shown
    in its place; redirected, the text is written as it is. ``styled``: the report's own colours stay; whoever made it has shown
    the rest already.
    """
    try:
        sys.stdout.write(_on_screen(sys.stdout, text, styled=styled))
        sys.stdout.flush()
    except BrokenPipeError:
        # the reader has seen enough; keep the interpreter from complaining again at exit
        _give_up()
        raise
    except OSError as error:
        # imported here: the first help page needs neither
        from bot.errors import OutputError
        from bot.model.message import msg

        _give_up()
        raise OutputError(
            msg("cannot write to standard output: {why}", why=error.strerror or "?"),
            msg("free the disk or write elsewhere with --output")
            if error.errno == errno.ENOSPC
            else msg("write elsewhere with --output"),
        ) from error


def page_data(text: str, *, styled: bool = False) -> None:
    """The same on a terminal through the person's pager (``PAGER``), which ends before this returns."""
    import click

    click.echo_via_pager(_on_screen(sys.stdout, text, styled=styled).removesuffix("\n"), color=styled)


def read_answer(prompt: str) -> str:
    """Show a prompt and read the line that a person types. Raises EOFError at the end of input."""
    write_data(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


class KeyReader:
    """The keys that a person presses, one at a time; those typed ahead are kept (``bot.review.console.KeyPresses``)."""

    def __init__(self) -> None:
        self._ahead: list[str] = []

    def __call__(self, prompt: str) -> str:
        """Show a prompt and wait for a key, not Enter; an arrow up is ``k``, an arrow down ``j``. Raises EOFError for Ctrl-D."""
        with _keys_alone():
            write_data(prompt)
            while not (key := self._next()).strip():
                pass
        write_data(f"{key}\n")
        return key

    def choice(self, prompt: str) -> str:
        """Show a question and wait for a key typed after it; Enter is an empty answer. Raises EOFError for Ctrl-D."""
        self._forget()
        with _keys_alone():
            write_data(prompt)
            key = self._next().strip()
        write_data(f"{key}\n")
        return key

    def line(self, prompt: str) -> str:
        """Show a question and read a line typed after it. Raises EOFError at the end of input."""
        self._forget()
        return read_answer(prompt)

    def _next(self) -> str:
        while not self._ahead:
            pressed = _pressed()
            if pressed in {"", "\x04"}:
                raise EOFError
            self._ahead += _ARROWS.get(pressed, "" if pressed.startswith("\x1b") else pressed)
        return self._ahead.pop(0)

    def _forget(self) -> None:
        """Drop what was typed ahead: an Enter after the last key answers no question."""
        self._ahead.clear()
        if sys.platform != "win32":
            import termios

            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextmanager
def _keys_alone() -> Iterator[None]:
    """A terminal that hands over each key as it is pressed, and does not show it; Ctrl-C stays what it is."""
    if sys.platform == "win32":
        yield
        return
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSANOW)  # at once: what is typed ahead is not lost
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _pressed() -> str:
    """What the terminal hands over next: a character, an arrow's sequence, or all that was typed ahead; "" at its end."""
    if sys.platform == "win32":
        import click

        return click.getchar()
    return os.read(sys.stdin.fileno(), 1024).decode("utf-8", "ignore")


#: What a terminal sends for its arrows up and down (ECMA-48; the second form in application mode).
_ARROWS = {"\x1b[A": "k", "\x1bOA": "k", "\x1b[B": "j", "\x1bOB": "j"}


def _give_up() -> None:
    """What could not be written must not be tried again at exit."""
    if not isinstance(sys.stdout, _Shut):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


#: A colour or a style, as the report's own lines are given them (ECMA-48, SGR); nothing else is let through.
_STYLE = re.compile(r"(\x1b\[[0-9;]*+m)")


def _on_screen(stream: TextIO, text: str, *, styled: bool = False) -> str:
    """The text as this stream may have it: strangers' words never steer a person's terminal."""
    if not stream.isatty() or (text.isascii() and text.replace("\n", "").isprintable()):
        return text
    # imported here: most output has nothing to show
    from bot.report.visible import visible

    if not styled:
        return visible(text)
    return "".join(part if number % 2 else visible(part) for number, part in enumerate(_STYLE.split(text)))


def line_of(error: BotError, speech: Speech) -> str:
    """One line: what, where, and what to do next."""
    text = "mlwiki: " + speech.say(error.message)
    if error.hint is not None:
        text += "; " + speech.say(error.hint)
    return text.replace("\n", " ")


def complain(text: str) -> None:
    """Say something to a person, on standard error; never fails."""
    try:
        aside(_on_screen(sys.stderr, text) + "\n")
    except (OSError, ValueError):
        return


def aside(text: str) -> None:
    """Put something on standard error as it is; never fails."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        # nobody is listening
        return


def ascii_only() -> bool:
    """Whether the console cannot show the marks of the report."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        "✓✗…·«»—".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return True
    return False


#: Seconds between two lines where standard error is a file, and between two redraws on a terminal.
LINE_EVERY = 30.0
DRAW_EVERY = 0.1


class ConsoleProgress:
    """One line that is redrawn on a terminal; a plain line every half minute in a log."""

    def __init__(self, speech: Speech, *, shown: bool = True) -> None:
        self._speech = speech
        self._terminal = sys.stderr.isatty()
        self._shown = shown
        self._drawn = 0
        self._last = time.monotonic() if not self._terminal else 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()

    def step(self, what: Message, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` are done, unless that was shown a moment ago."""
        from bot.report.visible import one_line

        now = time.monotonic()
        last_one = done == total and self._terminal
        if not self._shown or (now - self._last < (DRAW_EVERY if self._terminal else LINE_EVERY) and not last_one):
            return
        self._last = now
        line = one_line(f"{self._speech.say(what)}: {done}/{total}")
        if not self._terminal:
            aside(line + "\n")
            return
        aside("\r" + line.ljust(self._drawn))
        self._drawn = len(line)

    def _clear(self) -> None:
        if self._terminal and self._drawn:
            aside("\r" + " " * self._drawn + "\r")
            self._drawn = 0
