"""Which templates a wiki has: asked when its pages are read, kept in the store, and known to every later command, tidy too.

A list that is too long for a few requests is not read, and nothing is said of that wiki's templates.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from bot.errors import WikiError
from bot.jobs.session import Chosen
from bot.store import Store

#: So many templates are listed, 500 in a request; a wiki with more is a Wikipedia, whose pages are not drafted blindly.
MOST = 1000
_KIND, _DAYS = "templates", 7


class TemplateList(Protocol):
    """A wiki that lists its templates."""

    def templates(self, most: int) -> frozenset[str] | None:
        """Their names without the namespace; None where there are more than ``most``. Raises WikiError."""


def learn_templates(wiki: TemplateList, addresses: Iterable[str], store: Store) -> None:
    """Ask a wiki, and keep what it says under each of its addresses for a week. No answer is no reason to stop."""
    lacking = [address for address in addresses if address and store.get(_KIND, address) is None]
    if not lacking:
        return
    try:
        names = wiki.templates(MOST)
    except WikiError:
        return
    for address in lacking:
        store.put(_KIND, address, json.dumps(None if names is None else sorted(names)), days=_DAYS)


def knowing_templates(chosen: Chosen, address: str, store: Store) -> Chosen:
    """The profile with the templates that are kept for the wiki of that address, if any are."""
    kept = store.get(_KIND, address) if address else None
    names = None if kept is None else json.loads(kept)
    if not names:
        return chosen
    return replace(chosen, profile=replace(chosen.profile, own_templates=frozenset(names)))
