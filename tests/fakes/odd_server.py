"""A loopback server that answers every connection with given bytes: what is at a wiki's address when no wiki is there."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Gets the request's first line and an open connection to answer on.
Manner = Callable[[str, socket.socket], None]


@contextmanager
def odd_server(manner: Manner) -> Iterator[str]:
    """Serve until the block ends; gives the address without a slash at its end."""
    listener = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()
    threads: list[threading.Thread] = []

    def serve() -> None:
        while not done.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=answer, args=(connection,), daemon=True)
            threads.append(thread)
            thread.start()

    def answer(connection: socket.socket) -> None:
        with connection:
            try:
                request = b""
                while b"\r\n\r\n" not in request:
                    piece = connection.recv(65536)
                    if not piece:
                        return
                    request += piece
                manner(request.split(b"\r\n", 1)[0].decode("latin-1"), connection)
            except OSError:
                return

    listening = threading.Thread(target=serve, daemon=True)
    listening.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        done.set()
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        listening.join(5)


def http(body: bytes, status: str = "200 OK", *headers: str, kind: str = "application/json") -> Manner:
    """One whole answer."""
    lines = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *headers,
    ]

    def manner(_: str, connection: socket.socket) -> None:
        connection.sendall("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)

    return manner
