"""Stable names for findings, citations and edits, and the hash that names a text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import product


def text_sha256(text: str) -> str:
    """Hash the exact text (UTF-8, nothing normalised), as hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def spoken(claim: str) -> str:
    """A claim's words as names hold them: however white space stands, and whether or not a formula was known for one."""
    return " ".join(claim.replace("$", " ").split())


def identity(*parts: str) -> str:
    """Make a 16-digit name out of ``parts``; a separator that no part holds keeps them apart."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def identities(*parts: str | tuple[str, ...]) -> Iterator[str]:
    """The name that ``parts`` have, then those that earlier versions gave.

    A part that they read otherwise is a tuple of its readings, today's first.
    """
    readings = [(part,) if isinstance(part, str) else part for part in parts]
    return iter(dict.fromkeys(identity(*chosen) for chosen in product(*readings)))
