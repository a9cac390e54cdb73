"""The machine's clipboard, through the programs that every system has for it: no library, nothing that must be built.

A clipboard belongs to a desktop; over ssh, in a container or under cron there is none, and that is said.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.errors import InputError, OutputError
from bot.isolated import NEUTRAL, program
from bot.model.message import Message, msg

#: Seconds after which a clipboard program counts as hanging: some wait for a desktop that does not answer.
PATIENCE = 20

#: PowerShell speaks the console's code page unless it is told otherwise.
_POWERSHELL = ("-NoProfile", "-NonInteractive", "-Command")
_GET = "[Console]::OutputEncoding=[Text.UTF8Encoding]::new($false); [Console]::Out.Write((Get-Clipboard -Raw))"
_SET = "[Console]::InputEncoding=[Text.UTF8Encoding]::new($false); Set-Clipboard -Value ([Console]::In.ReadToEnd())"


@dataclass(frozen=True, slots=True)
class Tool:
    """A pair of commands: one writes the clipboard to standard output, one takes it from standard input."""

    paste: tuple[str, ...]
    copy: tuple[str, ...]


_WAYLAND = Tool(("wl-paste", "--no-newline"), ("wl-copy",))
_XCLIP = Tool(("xclip", "-selection", "clipboard", "-o"), ("xclip", "-selection", "clipboard"))
_XSEL = Tool(("xsel", "--clipboard", "--output"), ("xsel", "--clipboard", "--input"))
_MAC = Tool(("pbpaste",), ("pbcopy",))
_WINDOWS = Tool(("powershell.exe", *_POWERSHELL, _GET), ("powershell.exe", *_POWERSHELL, _SET))
_TERMUX = Tool(("termux-clipboard-get",), ("termux-clipboard-set",))


def tools(platform: str, environment: Mapping[str, str]) -> Iterator[Tool]:
    """What may reach a clipboard here, best first. Programs of a desktop are tried only where its variable stands."""
    if platform == "darwin":
        yield _MAC
    if platform == "win32" or environment.get("WSL_DISTRO_NAME"):
        yield _WINDOWS
    if environment.get("WAYLAND_DISPLAY"):
        yield _WAYLAND
    if environment.get("DISPLAY"):
        yield from (_XCLIP, _XSEL)
    if environment.get("TERMUX_VERSION"):
        yield _TERMUX


def paste() -> bytes:
    """What is on the clipboard, as UTF-8. Raises InputError when there is none, or nothing on it."""
    tool = _tool()
    if tool is None:
        raise InputError(*_none())
    done = _run(tool.paste, b"")
    if isinstance(done, str):
        raise InputError(msg("the clipboard cannot be read: {why}", why=done), _instead())
    if not done.strip():
        raise InputError(msg("there is no text on the clipboard"), msg("copy the wikitext first"))
    return done


def copy(text: bytes) -> None:
    """Put UTF-8 text there. Raises OutputError when there is no clipboard or it does not take it."""
    tool = _tool()
    if tool is None:
        raise OutputError(*_none())
    done = _run(tool.copy, text)
    if isinstance(done, str):
        raise OutputError(msg("the clipboard does not take the text: {why}", why=done), _instead())


def available() -> bool:
    """Whether there is a program that may reach a clipboard."""
    return _tool() is not None


def _tool() -> Tool | None:
    return next((one for one in tools(sys.platform, os.environ) if program(one.paste[0])), None)


def _none() -> tuple[Message, Message]:
    if sys.platform.startswith("linux") and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return msg("no program here reaches the clipboard"), msg("install wl-clipboard or xclip")
    return msg("there is no clipboard here"), _instead()


def _instead() -> Message:
    return msg("use a file, or - for standard input")


def _run(command: tuple[str, ...], given: bytes) -> bytes | str:
    """The program's output, or why there is none. xclip and wl-copy stay behind to serve the text: they get no pipe to hold."""
    pipe = subprocess.DEVNULL if given else subprocess.PIPE
    try:
        done = subprocess.run(  # noqa: S603  # a fixed command of the table above
            (program(command[0]) or command[0], *command[1:]),
            input=given,
            cwd=NEUTRAL,
            stdout=pipe,
            stderr=pipe,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"{command[0]}: no answer in {PATIENCE} s"
    except OSError as error:
        return f"{command[0]}: {error.strerror or error}"
    if done.returncode:
        lines = (done.stderr or b"").decode("utf-8", "replace").split("\n")
        return f"{command[0]}: {lines[0].strip() or done.returncode}"
    return done.stdout or b""
