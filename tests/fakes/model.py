"""A replica of an OpenAI-compatible chat server on loopback: it answers from a script, and fails in the ways real ones do."""

from __future__ import annotations

import json
import re
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bot.judge.control import THINGS

#: The name under which the demo's model speaks: its answers were written by this project.
MODEL = "scripted-demo"

_CLAIM = re.compile(r"<claim-[0-9a-f]+ \d>\n(.*?)\n</claim-[0-9a-f]+>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a claim as the model answers it: ``support`` is supported, contradicted, not_in_source or unclear."""

    text: str
    support: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Scripted:
    """What the model answers when the claim holds ``claim`` and, if given, the prompt holds ``source``.

    Without ``parts`` the whole claim is one part with the verdict's support. ``quote`` is copied from the source by whoever
    writes the script; the program then has to find it there by itself.
    """

    claim: str
    verdict: str
    quote: str = ""
    parts: tuple[Part, ...] = ()
    reasoning: str = "written by this project"
    source: str = ""

    def content(self, claim: str) -> str:
        """The answer about one claim as text; the server puts the control's beside it (``beside_control``)."""
        return json.dumps(self.answer(claim), ensure_ascii=False)

    def answer(self, claim: str) -> dict[str, Any]:
        """The answer about one claim, in the form that the prompt asks for."""
        support = "supported" if self.verdict == "partial" else self.verdict
        parts = self.parts or (Part(claim, support, self.quote),)
        return {
            "reasoning": self.reasoning,
            "parts": [
                {"text": part.text, "support": part.support, "sentence_ids": [], "quote": part.quote} for part in parts
            ],
            "quote": self.quote,
            "verdict": self.verdict,
        }


@dataclass(frozen=True, slots=True)
class Reply:
    """One HTTP answer in full: ``content`` is wrapped as a chat completion unless ``raw`` gives the body itself."""

    content: str = ""
    status: int = 200
    raw: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()
    wait: float = 0.0
    finish: str = "stop"


#: Decides an answer from the request's body; None lets the script answer.
Behaviour = Callable[[dict[str, Any], int], Reply | None]

SILENT = Scripted("", "unclear", reasoning="nothing is scripted for this claim")


#: What an honest model answers about a statement that no source supports.
DENIED = Scripted("", "not_in_source", reasoning="the source does not say it")


def claims_of(body: dict[str, Any]) -> list[str]:
    """The two claims that a request asks about, in their order."""
    return _CLAIM.findall(text_of(body))[-2:]


def claim_of(body: dict[str, Any]) -> str:
    """The claim that a request is really about: the one of the two that holds nothing invented."""
    claims = claims_of(body)
    return next((one for one, other in zip(claims, claims[::-1], strict=True) if not is_control(one, other)), "")


def is_control(one: str, other: str) -> bool:
    """Whether ``one`` is the control of ``other``: it adds to it, or names a thing that the other does not."""
    core = other.strip().rstrip(".!?…")
    return core in one or any(thing in one and thing not in other for things in THINGS.values() for thing in things)


def both(body: dict[str, Any], answer: dict[str, Any], control: dict[str, Any] | None = None) -> str:
    """An answer's text: ``answer`` about the claim, ``control`` (denied where it is not given) about the control."""
    asked = claim_of(body)
    denied = control or DENIED.answer("")
    answers = [
        {"claim": n, **(answer if claim == asked else denied)} for n, claim in enumerate(claims_of(body), start=1)
    ]
    return json.dumps({"claims": answers}, ensure_ascii=False)


def beside_control(body: dict[str, Any], content: str) -> str:
    """A reply with the answer about one claim in it, as the answer about both; any other text as it is."""
    start, end = content.find('{"reasoning"'), content.rfind("}") + 1
    try:
        answer = json.loads(content[start:end]) if 0 <= start < end else None
    except ValueError:
        answer = None
    return content if answer is None else content[:start] + both(body, answer) + content[end:]


def text_of(body: dict[str, Any]) -> str:
    """All the text of a request, as the model would read it."""
    return "\n".join(str(message.get("content", "")) for message in body.get("messages", []))


@dataclass(slots=True)
class ScriptedModel:
    """The server, as a context manager. ``url`` is the base address to configure, ``requests`` the bodies it was sent.

    ``behaviour`` is asked first and may answer anything; then the first entry of ``script`` that fits the claim; a claim that
    nothing fits is *unclear*.
    """

    script: Sequence[Scripted] = ()
    behaviour: Behaviour | None = None
    model: str = MODEL
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""
    #: A certificate and its key: the server then speaks TLS.
    certificate: tuple[Path, Path] | None = None
    _server: ThreadingHTTPServer | None = None
    _thread: threading.Thread | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        if self.certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*self.certificate)
            self._server.socket = context.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )
        scheme = "http" if self.certificate is None else "https"
        self.url = f"{scheme}://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
        if self._thread is not None:
            self._thread.join()

    def reply(self, body: dict[str, Any], authorization: str) -> Reply:
        """What the server answers to one chat request."""
        with self._lock:
            self.requests.append(body)
            self.authorizations.append(authorization)
            number = len(self.requests)
        if self.behaviour is not None:
            special = self.behaviour(body, number)
            if special is not None:
                return replace(special, content=beside_control(body, special.content))
        claim, prompt = claim_of(body), text_of(body)
        fitting = (entry for entry in self.script if entry.claim in claim and entry.source in prompt)
        return Reply(both(body, next(fitting, SILENT).answer(claim)))

    def completion(self, reply: Reply, body: dict[str, Any]) -> bytes:
        """Wrap an answer as a chat completion; nothing in it changes from run to run."""
        tokens = len(text_of(body)) // 4
        answer = {
            "id": "chatcmpl-scripted",
            "object": "chat.completion",
            "created": 0,
            "model": self.model,
            "choices": [
                {
                    "index": 0,
                    "finish_reason": reply.finish,
                    "message": {"role": "assistant", "content": reply.content},
                }
            ],
            "usage": {
                "prompt_tokens": tokens,
                "completion_tokens": len(reply.content) // 4,
                "total_tokens": tokens + len(reply.content) // 4,
            },
        }
        return json.dumps(answer, ensure_ascii=False).encode()


def _handler(model: ScriptedModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Speaks just enough HTTP; sends neither Date nor Server, so that recordings repeat byte for byte."""

        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            """``/v1/models``, which clients ask to see whether anybody is there."""
            body = json.dumps({"object": "list", "data": [{"id": model.model, "object": "model", "created": 0}]})
            self._send(Reply(raw=body.encode()), body.encode())

        def do_POST(self) -> None:
            """``/v1/chat/completions``."""
            asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", "0"))))
            model.headers.append({name.lower(): value for name, value in self.headers.items()})
            reply = model.reply(asked, self.headers.get("Authorization", ""))
            if reply.wait:
                time.sleep(reply.wait)
            self._send(reply, reply.raw if reply.raw is not None else model.completion(reply, asked))

        def _send(self, reply: Reply, body: bytes) -> None:
            try:
                self.send_response_only(reply.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                for name, value in reply.headers:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                # the client stopped waiting, which is what a timeout test wants
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name http.server calls
            """Keep the test's output clean."""

    return Handler


# -- ways in which real servers misbehave ---------------------------------------------------------------------------


def refuses_json_schema(status: int = 500) -> Behaviour:
    """llama-cpp-python 0.3.36 answers 500 to ``json_schema``, older llama.cpp servers 400; ``json_object`` works."""

    def behave(body: dict[str, Any], _: int) -> Reply | None:
        kind = (body.get("response_format") or {}).get("type")
        return error(status, "unsupported response_format") if kind == "json_schema" else None

    return behave


def payment_required_after(calls: int) -> Behaviour:
    """An account that runs empty: 402 after ``calls`` answers."""

    def behave(_: dict[str, Any], number: int) -> Reply | None:
        return error(402, "Insufficient credits") if number > calls else None

    return behave


def always(reply: Reply) -> Behaviour:
    """The same answer whatever is asked."""

    def behave(_: dict[str, Any], __: int) -> Reply | None:
        return reply

    return behave


def at_first(reply: Reply, times: int = 1) -> Behaviour:
    """That answer for the first ``times`` requests, the script afterwards."""

    def behave(_: dict[str, Any], number: int) -> Reply | None:
        return reply if number <= times else None

    return behave


def error(status: int, message: str, *headers: tuple[str, str]) -> Reply:
    """An error in the shape that OpenAI-compatible servers use."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": str(status)}})
    return Reply(status=status, raw=body.encode(), headers=headers)
