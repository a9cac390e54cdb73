"""The server: bound to this machine alone, quiet, and gone at Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from bot.errors import UsageError
from bot.model.message import msg

HOST = "127.0.0.1"


def bind(port: int) -> socket.socket:
    """A listening socket on loopback; 0 takes a free port. Raises UsageError when the port is taken."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # a server that was killed may be started again at once on its port; no other program can share it
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((HOST, port))
        sock.listen(64)
    except (OSError, OverflowError) as error:
        sock.close()
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            msg("cannot listen on port {port}: {why}", port=port, why=why),
            msg("leave --port out to take a free one"),
        ) from error
    return sock


class _Server(uvicorn.Server):
    """uvicorn raises a signal again after it has shut down; for us an ending that was asked for is a good one."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let SIGINT and SIGTERM ask for the end, and put the handlers back."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        kept = {number: signal.signal(number, self._end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in kept.items():
                signal.signal(number, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.handle_exit(number, frame)


def make_server(app: ASGIApp) -> uvicorn.Server:
    """The server, not started: quiet, without a line about anybody's addresses."""
    config = uvicorn.Config(
        app,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        log_level="critical",
        access_log=False,  # addresses hold the start token
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    return _Server(config)


def serve(app: ASGIApp, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM; ``ready`` is called when requests are taken."""
    # the socket listens already: whoever comes before the loop runs waits a moment and is served
    ready()
    asyncio.run(make_server(app).serve(sockets=[sock]))
