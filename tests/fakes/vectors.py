"""A replica of an OpenAI-compatible embeddings server on loopback: its vectors are the bundled encoder's."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from bot.judge.encoder import BundledEncoder

#: Answers (status, body, headers) in place of vectors; None lets the server answer.
Odd = Callable[[dict[str, Any], int], tuple[int, bytes, dict[str, str]] | None]


@dataclass(slots=True)
class VectorServer:
    """The server, as a context manager; ``requests`` are the bodies it was sent, ``authorizations`` the keys."""

    encoder: BundledEncoder
    odd: Odd | None = None
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)
    url: str = ""
    _server: ThreadingHTTPServer | None = None

    def __enter__(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    def answer(self, body: dict[str, Any]) -> tuple[int, bytes, dict[str, str]]:
        """What one request is answered; the vectors come in reverse order, which the protocol allows."""
        self.requests.append(body)
        odd = self.odd(body, len(self.requests)) if self.odd is not None else None
        if odd is not None:
            return odd
        rows = self.encoder.encode(body["input"]).tolist()
        data = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(rows)]
        tokens = sum(len(text) for text in body["input"]) // 4
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        told = {"object": "list", "data": data[::-1], "model": body["model"], "usage": usage}
        return 200, json.dumps(told).encode(), {}


def _handler(server: VectorServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            """``/v1/embeddings``."""
            server.authorizations.append(self.headers.get("Authorization", ""))
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", "0"))))
            status, content, headers = (
                server.answer(body) if self.path == "/v1/embeddings" else (404, b"{}", dict[str, str]())
            )
            self.send_response_only(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name http.server calls
            """Keep the test's output clean."""

    return Handler
