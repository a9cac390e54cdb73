"""What was computed once is kept in the store: a claim's hint against a source, and the vectors of a source's sentences.

A check of the same page starts no judging process and loads no encoder. A kept hint is found under everything that it was made
of: the claim's words, the source's text and where the citation points in it, the encoder, and this room's own code.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache as once
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot import __version__
from bot.judge.wire import pack, unpack
from bot.model.citation import Claim
from bot.model.ids import identity
from bot.model.ports import Cache, Judge
from bot.model.reasons import Reason
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Support, Unjudged

if TYPE_CHECKING:
    from bot.judge.encoder import Encoder, Vectors

_HINT, _VECTORS = "hint", "vectors"
_DAYS = 90.0
#: What an embedded judge says of its own work; an outage and a spent bound are nothing to keep.
_WORTH_KEEPING = frozenset({Reason.hint_only, Reason.no_readable_text, Reason.instructs})
#: Where the claim stands, and by which names it was known, tells nothing of what it says.
_APART = frozenset({"start", "end", "refs", "aliases"})
#: A claim and a few sentences are encoded sooner than they are looked up.
_WORTH_LOOKING_UP = 16
_LEVELS = 127


@once
def _code() -> str:
    """A hash of this room's code and figures: whatever is changed in it judges anew."""
    told = hashlib.sha256(__version__.encode())
    for path in sorted(Path(__file__).parent.iterdir()):
        if path.suffix in {".py", ".json"}:
            told.update(path.read_bytes())
    return told.hexdigest()[:16]


@dataclass(slots=True)
class KeptHints:
    """The embedded judge ``inner``, asked only for what the store does not have. ``model`` says by what passages are found."""

    inner: Judge
    cache: Cache
    model: str

    @property
    def name(self) -> str:
        """What the report calls this judge."""
        return self.inner.name

    @property
    def confirms(self) -> bool:
        """Whether it can ever say *supported*."""
        return self.inner.confirms

    @property
    def cost(self) -> Cost:
        """What was used so far."""
        return self.inner.cost

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:
        """The kept hint, else the judge's own, which is kept."""
        key = self._key(claim, source)
        kept = _read(self.cache.get(_HINT, key))
        if kept is not None:
            return kept
        found = await self.inner.judge(claim, source, title=title)
        if isinstance(found, Unjudged) and found.reason in _WORTH_KEEPING:
            self.cache.put(_HINT, key, json.dumps(pack(found), ensure_ascii=False), days=_DAYS)
        return found

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:
        """Say nothing: hints do not add up."""
        return await self.inner.together(claim, read, title=title)

    async def aclose(self) -> None:
        """Close the judge that is asked."""
        close = getattr(self.inner, "aclose", None)
        if close is not None:
            await close()

    def _key(self, claim: Claim, source: SourceText) -> str:
        said = [pack(getattr(claim, field.name)) for field in fields(claim) if field.name not in _APART]
        read = [
            source.sha256,
            pack(source.blocks),
            pack(source.pointed),
            source.title,
            source.scope.value,
            source.media_type,
        ]
        return identity(_code(), self.model, json.dumps([said, read, pack(source.caveats), pack(source.anchors)]))


def _read(kept: str | None) -> Support | None:
    """A kept hint; None for what is none."""
    if kept is None:
        return None
    try:
        found = unpack(json.loads(kept))
    except (KeyError, TypeError, ValueError, RecursionError):
        return None
    return found if isinstance(found, Unjudged) and found.reason in _WORTH_KEEPING else None


@dataclass(slots=True)
class KeptVectors:
    """An encoder whose vectors of a source's sentences are kept, a byte a number; they are rounded so when they are made, too."""

    inner: Encoder
    cache: Cache

    @property
    def name(self) -> str:
        """What results were made with."""
        return self.inner.name

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text (float32, unit length)."""
        if len(texts) < _WORTH_LOOKING_UP:
            return self.inner.encode(texts)
        key = identity(self.inner.name, *texts)
        kept = self.cache.get(_VECTORS, key)
        found = None if kept is None else _unpacked(kept, len(texts))
        if found is None:
            packed = _packed(self.inner.encode(texts))
            self.cache.put(_VECTORS, key, packed, days=_DAYS)
            found = _unpacked(packed, len(texts))
        return self.inner.encode(texts) if found is None else found


def _packed(rows: Vectors) -> str:
    import numpy as np

    most = np.abs(rows).max(axis=1, keepdims=True)
    small: Any = np.rint(rows / np.where(most > 0, most, 1.0) * _LEVELS).astype(np.int8)
    return base64.b64encode(small.tobytes()).decode("ascii")


def _unpacked(packed: str, wanted: int) -> Vectors | None:
    import numpy as np

    try:
        rows = (
            np.frombuffer(base64.b64decode(packed, validate=True), dtype=np.int8).astype(np.float32).reshape(wanted, -1)
        )
    except ValueError:
        return None
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(norms > 0, norms, 1.0), dtype=np.float32)
