"""The second reading of a PDF: pypdf, pure Python, with a bound on its time. What it cannot read, it does not judge."""

from __future__ import annotations

import io
import logging
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

#: Seconds for one call.
_SECONDS = 8.0


class _TooLongError(Exception):
    """The time is over."""


def pages(body: bytes, numbers: Sequence[int]) -> list[str] | None:
    """The text of pages by their indexes; None for a file that pypdf cannot read, or not in time.

    Only where the time can be bounded: in the main thread, on systems with interval timers.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return None
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it says of strangers' files is no news
    try:
        with _bounded(_SECONDS):
            import pypdf

            reader = pypdf.PdfReader(io.BytesIO(body), strict=False)
            return [reader.pages[number].extract_text() for number in numbers]
    except Exception:  # noqa: BLE001  (a parser of strangers' files raises anything)
        return None


@contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Raise _TooLongError inside when the time is over."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
