"""A loopback stand-in for an old MediaWiki, 1.12.0 unless told otherwise: what it does was measured on the real one.

``tests/wiki/test_standin.py`` holds it against recordings of the real server (tests/fixtures/mw112).
"""

from __future__ import annotations

from tests.fakes.mw112.model import MiniWiki, Traits, User
from tests.fakes.mw112.server import serve

__all__ = ["MiniWiki", "Traits", "User", "serve"]
