"""Stable names for findings, citations and edits, and the hash that names a text."""

from __future__ import annotations

import hashlib


def text_sha256(text: str) -> str:
    """Hash the exact text (UTF-8, nothing normalised), as hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def spoken(claim: str) -> str:
    """A claim's words as names hold them: however white space stands, and whether or not a formula was known for one."""
    return " ".join(claim.replace("$", " ").split())


def identity(*parts: str) -> str:
    """Make a 16-digit name out of ``parts``; a separator that no part holds keeps them apart."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
