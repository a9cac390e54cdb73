"""A MediaWiki bot and citation verifier that a wiki can trust."""

from __future__ import annotations

__version__ = "0.1.0"
