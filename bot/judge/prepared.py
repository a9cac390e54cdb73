"""The few sources that were prepared last: several claims of a page cite the same one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from bot.judge.embeddings import Finder
from bot.judge.encoder import Encoder
from bot.judge.passages import MOST_ENCODED, Near, SourceIndex, query_of
from bot.judge.windows import body_sentences
from bot.model.citation import Claim
from bot.model.source import SourceText

if TYPE_CHECKING:
    from bot.judge.encoder import Vectors

_KEPT = 16


class PreparedSources:
    """Prepared sources by the hash of their text; at most 16. Preparing happens in a thread, one source at a time.

    ``finder`` looks for passages by meaning instead of ``encoder``.
    """

    def __init__(self, encoder: Encoder | None, finder: Finder | None = None) -> None:
        self.encoder = encoder
        self._finder = finder
        self._indexes: OrderedDict[str, SourceIndex] = OrderedDict()
        self._lock = asyncio.Lock()

    async def index(self, source: SourceText) -> SourceIndex:
        """The prepared source; built when it is not there. Raises FinderDownError."""
        key = source.sha256
        async with self._lock:
            if key not in self._indexes:
                found = None
                if self._finder is not None:
                    texts = [source.text[one.start : one.end] for one in body_sentences(source)[:MOST_ENCODED]]
                    found = await self._finder.passages(texts) if texts else None
                self._indexes[key] = await asyncio.to_thread(self._prepare, source, found)
                while len(self._indexes) > _KEPT:
                    self._indexes.popitem(last=False)
            self._indexes.move_to_end(key)
            return self._indexes[key].of(source)

    async def near(self, index: SourceIndex, claim: Claim, k: int) -> tuple[Near, ...]:
        """The passages of ``index`` nearest to the claim. Raises FinderDownError."""
        if self._finder is None or not index.windows:
            return index.near(claim, k)
        return index.near(claim, k, (await self._finder.query(query_of(claim)))[0])

    def _prepare(self, source: SourceText, found: Vectors | None) -> SourceIndex:
        index = SourceIndex.build(source, self.encoder, found)
        # looked for here, in the thread: a book takes seconds
        _ = index.order
        return index
