"""An answer of a server, as the transport hands it on."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.reasons import Reason


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with its body, inflated.

    ``truncated`` says that a cap cut it, ``unverified`` that its certificate did not hold.
    """

    url: str
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    truncated: bool = False
    unverified: bool = False

    @property
    def is_html(self) -> bool:
        """Whether the body is a web page, by its first bytes."""
        return self.body.lstrip(b"\xef\xbb\xbf \t\r\n")[:15].lower().startswith((b"<!doctype html", b"<html"))

    def header(self, name: str) -> str:
        """A header's value as Latin-1 text, "" when it is absent."""
        return self.raw_header(name).decode("latin-1")

    def raw_header(self, name: str) -> bytes:
        """A header's bytes as sent: old servers put unescaped cp1251 into ``Location``."""
        wanted = name.lower().encode("ascii")
        return next((value for key, value in self.headers if key.lower() == wanted), b"")


@dataclass(frozen=True, slots=True)
class Failed:
    """No answer, and why."""

    reason: Reason
