"""The few sources that were prepared last: several claims of a page cite the same one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from bot.judge.encoder import Encoder
from bot.judge.passages import SourceIndex
from bot.model.source import SourceText

_KEPT = 16


class Shelf:
    """Prepared sources by the hash of their text; at most 16. Preparing happens in a thread, one source at a time."""

    def __init__(self, encoder: Encoder | None) -> None:
        self.encoder = encoder
        self._indexes: OrderedDict[str, SourceIndex] = OrderedDict()
        self._lock = asyncio.Lock()

    async def index(self, source: SourceText) -> SourceIndex:
        """The prepared source; built when it is not there."""
        key = source.sha256
        async with self._lock:
            if key not in self._indexes:
                self._indexes[key] = await asyncio.to_thread(self._prepared, source)
                while len(self._indexes) > _KEPT:
                    self._indexes.popitem(last=False)
            self._indexes.move_to_end(key)
            return self._indexes[key]

    def _prepared(self, source: SourceText) -> SourceIndex:
        index = SourceIndex.build(source, self.encoder)
        # looked for here, in the thread: a book takes seconds
        _ = index.order
        return index
