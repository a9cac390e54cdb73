"""What came in through the browser outlives the server: a pasted draft is nowhere else."""

from __future__ import annotations

import json

from bot.model.page import Page
from bot.review.web.entries import Entry, Origin
from bot.store import Store

KIND = "serve"
_INDEX = "index"


def keep(store: Store, entry: Entry, days: float) -> None:
    """Keep an entry for ``days``: its text, or only its name where the text comes from a wiki."""
    page = entry.page
    text = None if page is None or entry.origin is not Origin.pasted else {"title": page.title, "text": page.text}
    store.put(KIND, entry.id, json.dumps({"name": entry.name, "page": text}, ensure_ascii=False), days=days)
    _list(store, [*(name for name in _listed(store) if name != entry.id), entry.id])


def forget(store: Store, entry: Entry) -> None:
    """Drop the text; decisions stay."""
    store.put(KIND, entry.id, "", days=0)
    _list(store, [name for name in _listed(store) if name != entry.id])


def kept(store: Store) -> list[Entry]:
    """Everything kept, in the order in which it came."""
    found = []
    for name in _listed(store):
        data = json.loads(store.get(KIND, name) or "null")
        if data is None:
            continue
        page = data["page"] and Page(name=data["name"], title=data["page"]["title"], text=data["page"]["text"])
        found.append(Entry(name, data["name"], page or None, origin=Origin.pasted if page else Origin.wiki))
    return found


def _listed(store: Store) -> list[str]:
    return [str(name) for name in json.loads(store.get(KIND, _INDEX) or "[]")]


def _list(store: Store, names: list[str]) -> None:
    store.put(KIND, _INDEX, json.dumps(names), days=None)
