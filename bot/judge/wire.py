"""Records as JSON between the parent and the child that judges: a closed set of kinds, nothing that could run."""

from __future__ import annotations

import base64
import json
from dataclasses import fields, is_dataclass
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO

from bot.model.citation import Claim
from bot.model.reasons import Reason
from bot.model.source import Block, Passage, Pointed, SourceText
from bot.model.verdict import (
    Apart,
    Conflict,
    Contradicted,
    Evidence,
    Mark,
    NotInSource,
    Partial,
    Quote,
    Supported,
    Unjudged,
)
from bot.model.words import Caveat, ConflictKind, Hint, MarkKind, Scope

if TYPE_CHECKING:
    from bot.judge.encoder import Vectors

#: Bytes of one frame; a source's text is far below.
MOST_BYTES = 256 << 20
_RECORDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        Claim, SourceText, Block, Pointed, Passage, Evidence, Mark, Quote, Supported, Apart, Partial, Conflict, Contradicted,
        NotInSource, Unjudged,
    )
}  # fmt: skip
#: Records of a model's questions, and where they are declared: a hint that is kept needs none of them.
_OF_MODELS = {
    "Prompt": "bot.judge.prompt",
    "Seat": "bot.judge.panel",
    "ModelReply": "bot.judge.client",
    "Failure": "bot.judge.client",
}
_WORDS: dict[str, type[StrEnum]] = {
    kind.__name__: kind for kind in (Scope, Caveat, Reason, Hint, MarkKind, ConflictKind)
}


def pack(value: object) -> Any:  # noqa: ANN401  # JSON
    """A record, a word or a tuple of them as JSON. Raises TypeError for anything else."""
    if value is None or type(value) in {str, int, float, bool}:
        return value
    if isinstance(value, StrEnum):
        return {type(value).__name__: value.value}
    if isinstance(value, (tuple, list)):
        return [pack(one) for one in value]
    name = type(value).__name__
    if is_dataclass(value) and name in _RECORDS.keys() | _OF_MODELS.keys() and _kind(name) is type(value):
        return {name: [pack(getattr(value, field.name)) for field in fields(value)]}
    raise TypeError(name)


def unpack(value: Any) -> Any:  # noqa: ANN401  # JSON
    """What ``pack`` was given, lists as tuples. Raises KeyError, TypeError or ValueError for what it never gives."""
    if isinstance(value, list):
        return tuple(unpack(one) for one in value)
    if not isinstance(value, dict):
        return value
    ((name, held),) = value.items()
    if name in _WORDS:
        return _WORDS[name](held)
    return _kind(name)(*(unpack(one) for one in held))


def _kind(name: str) -> type[Any]:
    """The record of that name. Raises KeyError for any other."""
    if name in _RECORDS:
        return _RECORDS[name]
    kind: type[Any] = getattr(import_module(_OF_MODELS[name]), name)
    return kind


def pack_rows(rows: Vectors) -> Any:  # noqa: ANN401  # JSON
    """Vectors (float32, one row a text)."""
    return {"shape": list(rows.shape), "rows": base64.b64encode(rows.astype("float32").tobytes()).decode("ascii")}


def unpack_rows(packed: Any) -> Vectors:  # noqa: ANN401  # JSON
    """The same vectors again."""
    import numpy as np

    return np.frombuffer(base64.b64decode(packed["rows"]), dtype=np.float32).reshape(packed["shape"])


def frame(record: dict[str, Any]) -> bytes:
    """A message: its length in eight bytes, then JSON."""
    data = json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return len(data).to_bytes(8, "big") + data


def read_frame(stream: BinaryIO) -> dict[str, Any] | None:
    """The next message; None at the end. Raises ValueError for what is none."""
    head = stream.read(8)
    length = int.from_bytes(head, "big")
    if len(head) < 8:
        return None
    if length > MOST_BYTES:
        raise ValueError("a message longer than any")
    data = stream.read(length)
    if len(data) < length:
        return None
    record = json.loads(data.decode("utf-8", "surrogatepass"))
    if not isinstance(record, dict):
        raise ValueError("a message that is no object")  # noqa: TRY004  # as for any other that cannot be read
    return record
