"""The child process of ``bot.sources.reader``: reads replies from its input until that ends. Bounded in memory, without files."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import Any, BinaryIO

from bot.model.outcome import Shown
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.sources import stored
from bot.sources.reading import Refresh, Task, read

#: Address space in bytes.
MOST_MEMORY = 2 << 30


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Read a reply, answer with what it is, until the input ends."""
    while len(length := source.read(8)) == 8:
        head = json.loads(source.read(int.from_bytes(length, "big")))
        body = source.read(int.from_bytes(source.read(8), "big"))
        answer = json.dumps(_answer(head, body), ensure_ascii=False).encode("utf-8", "surrogatepass")
        target.write(len(answer).to_bytes(8, "big") + answer)
        target.flush()


def _answer(head: dict[str, Any], body: bytes) -> dict[str, Any]:
    """What one reply is, as a dictionary."""
    headers = tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in head["headers"])
    reply = Reply(head["url"], head["status"], headers, body, head["truncated"], head["unverified"])
    try:
        outcome = read(Task(reply, head["asked"], head["now"], head["main"]))
    except (MemoryError, RecursionError):
        return stored.record_of(Shown(reply.url, reply.status, reason=Reason.too_big))
    return {"refresh": outcome.url} if isinstance(outcome, Refresh) else stored.record_of(outcome)


def _bound() -> None:
    """Bound memory and forbid files to grow, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


if __name__ == "__main__":
    _bound()
    serve(sys.stdin.buffer, sys.stdout.buffer)
