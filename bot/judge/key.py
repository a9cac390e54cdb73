"""The key of an endpoint: a fixed one, or a short-lived one that a command prints (``token_command``)."""

from __future__ import annotations

import asyncio
import shlex
import subprocess  # runs what the operator wrote into the settings, without a shell

from bot.errors import ConfigError
from bot.model.message import msg

_SECONDS = 60.0


class Key:
    """Hands out the key. A command's key is kept until the endpoint refuses it; then the command runs once more."""

    def __init__(self, fixed: str | None, command: str) -> None:
        self._fixed = fixed
        self._command = command
        self._made: str | None = None
        self._fresh = False
        self._lock = asyncio.Lock()

    async def get(self) -> str | None:
        """The key to send; None where the endpoint needs none. Raises ConfigError when the command fails."""
        if not self._command:
            return self._fixed
        async with self._lock:
            if self._made is None:
                self._made = await asyncio.to_thread(self._run)
                self._fresh = True
            return self._made

    def accepted(self) -> None:
        """The endpoint took the key."""
        self._fresh = False

    def refused(self) -> bool:
        """The endpoint refused the key; whether it is worth asking the command for another one."""
        worth_it = bool(self._command) and not self._fresh
        if worth_it:
            self._made = None
        return worth_it

    def _run(self) -> str:
        hint = msg(
            "run it yourself: it must print the key and nothing else, within {seconds} seconds", seconds=int(_SECONDS)
        )
        try:
            done = subprocess.run(  # noqa: S603  the operator's own command
                shlex.split(self._command),
                capture_output=True,
                timeout=_SECONDS,
                check=True,
                text=True,
                encoding="utf-8",
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            # neither the command nor what it printed: both may hold a secret
            raise ConfigError(msg("[judge] token_command failed: {kind}", kind=type(error).__name__), hint) from None
        key = done.stdout.strip()
        if not key or any(character.isspace() for character in key):
            raise ConfigError(msg("[judge] token_command printed no key"), hint)
        return key
