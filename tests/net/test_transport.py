"""One exchange costs bounded time and memory, whatever the server does."""

from __future__ import annotations

import asyncio
import gzip
import time
import tracemalloc
import zlib
from collections.abc import Awaitable, Callable

import pytest

from bot.config import NetworkSettings, Settings
from bot.errors import ConfigError
from bot.model.reasons import Reason
from bot.model.reply import Failed, Reply
from bot.net.network import Rerouted
from bot.net.proxy import checked_proxy
from bot.net.transport import MAX_CLIENTS, Caps, Transport
from tests.sources.servers import Raw

Speak = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
SMALL = Caps(raw=1 << 20, decoded=2 << 20, ratio=200, seconds=1.0)


def exchange(speak: Speak, caps: Caps = SMALL) -> Reply | Failed:
    """One GET against a server that speaks like that (a replica of a hostile host)."""

    async def run() -> Reply | Failed:
        async with Raw(speak) as server:
            transport = Transport("test", Rerouted({"hostile.org": server.port}), caps=caps)
            try:
                return await transport.get("http://hostile.org/")
            finally:
                await transport.aclose()

    return asyncio.run(run())


def sends(*pieces: bytes, pause: float = 0.0) -> Speak:
    """A server that writes pieces."""

    async def speak(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            if pause:
                await asyncio.sleep(pause)

    return speak


def test_a_slow_drip_ends_at_the_total_time() -> None:
    """A byte now and then never resets the clock."""
    started = time.monotonic()
    reply = exchange(sends(b"HTTP/1.1 200 OK\r\n\r\n", *[b"x"] * 100, pause=0.05), Caps(seconds=0.3))
    assert reply == Failed(Reason.timeout)
    assert time.monotonic() - started < 4.5  # the whole drip takes five


def test_a_compression_bomb_is_cut_at_the_cap() -> None:
    """A hundred megabytes of nothing never stand in memory."""
    bomb = gzip.compress(bytes(100 << 20))
    head = b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: %d\r\n\r\n" % len(bomb)
    tracemalloc.start()
    reply = exchange(sends(head + bomb))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(reply, Reply)
    assert reply.truncated
    assert len(reply.body) <= SMALL.decoded
    assert peak < 40 << 20


def test_an_endless_body_is_cut_at_the_cap() -> None:
    """What exceeds the cap is not waited for."""
    reply = exchange(sends(b"HTTP/1.1 200 OK\r\n\r\n", *[b"x" * 65536] * 40))
    assert isinstance(reply, Reply)
    assert reply.truncated


@pytest.mark.parametrize("encoding", ["gzip", "x-gzip", "deflate", "raw deflate"])
def test_compressed_bodies_are_inflated(encoding: str) -> None:
    """Gzip and both kinds of deflate."""
    text = "Проверка ".encode() * 50
    bare = zlib.compressobj(wbits=-15)
    bodies = {"deflate": zlib.compress(text), "raw deflate": bare.compress(text) + bare.flush()}
    body = bodies.get(encoding, gzip.compress(text))
    head = (
        f"HTTP/1.1 200 OK\r\ncontent-encoding: {encoding.removeprefix('raw ')}\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    reply = exchange(sends(head.encode() + body))
    assert isinstance(reply, Reply)
    assert reply.body == text


@pytest.mark.parametrize(
    ("said", "reasons"),
    [
        (b"", {Reason.garbled_answer, Reason.connection_failed}),
        (b"SSH-2.0-OpenSSH\r\n", {Reason.garbled_answer}),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc", {Reason.garbled_answer}),
        (b"HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 3\r\n\r\nabc", {Reason.garbled_answer}),
        (b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc", {Reason.garbled_answer}),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n", {Reason.garbled_answer}),
        (b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 40000, {Reason.garbled_answer}),
    ],
)
def test_wrong_lengths_headers_and_encodings_are_no_answer(said: bytes, reasons: set[Reason]) -> None:
    """A broken exchange is a reason, never an exception and never content."""
    reply = exchange(sends(said))
    assert isinstance(reply, Failed)
    assert reply.reason in reasons


@pytest.mark.parametrize(
    "address", ["http://", "nonsense", "ftp://e.org/", "http://[::1", "http://\x00.org/", "http://ⓔxample..com/"]
)
def test_bad_addresses_are_said_without_a_socket(address: str) -> None:
    """They never reach the network."""

    async def run() -> Reply | Failed:
        return await Transport("test", Rerouted({})).get(address)

    reply = asyncio.run(run())
    assert isinstance(reply, Failed)
    assert reply.reason in {Reason.bad_address, Reason.no_such_host}


def test_an_unknown_host_is_no_such_host() -> None:
    """The name system's «no» has its own reason."""

    async def run() -> Reply | Failed:
        transport = Transport("test", Rerouted({}))
        return await transport.get("http://nowhere.org/")

    assert asyncio.run(run()) == Failed(Reason.no_such_host)


def test_clients_stay_within_their_bound() -> None:
    """A thousand hosts do not hold a thousand pools."""

    async def run() -> int:
        async with Raw(sends(b"HTTP/1.1 204 No\r\n\r\n")) as server:
            hosts = [f"h{number}.org" for number in range(MAX_CLIENTS + 20)]
            transport = Transport("test", Rerouted(dict.fromkeys(hosts, server.port)))
            for host in hosts:
                await transport.get(f"http://{host}/")
            held = len(transport._clients)
            await transport.aclose()
            return held

    assert asyncio.run(run()) <= MAX_CLIENTS


def test_a_proxy_is_used_and_does_not_open_the_inside() -> None:
    """The operator's proxy gets whole addresses; a literal private one is refused before it is told of it."""
    asked: list[bytes] = []

    async def speak(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
        await writer.drain()

    class Proxy(Raw):
        async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked.append(await reader.readline())
            await super()._serve(reader, writer)

    async def run() -> list[Reply | Failed]:
        async with Proxy(speak) as server:
            network = Rerouted({"proxy.org": server.port})
            transport = Transport("test", network, caps=SMALL, proxy="http://proxy.org:3128")
            try:
                return [
                    await transport.get("http://public.org/x"),
                    await transport.get("http://192.168.0.1/x"),
                    await transport.get("http://0x7f.1/x"),
                    await transport.get("http://localhost/x"),
                ]
            finally:
                await transport.aclose()

    replies = asyncio.run(run())
    assert isinstance(replies[0], Reply)
    assert replies[1:] == [Failed(Reason.guarded_address)] * 3
    assert asked == [b"GET http://public.org/x HTTP/1.1\r\n"]


@pytest.mark.parametrize("proxy", ["proxy", "socks5://h:1", "http://", "http://h:port", "http://[::1"])
def test_a_proxy_that_cannot_be_used_is_a_setting_to_mend(proxy: str) -> None:
    """Said before anything is sent."""
    with pytest.raises(ConfigError) as error:
        checked_proxy(Settings(network=NetworkSettings(proxy=proxy)))
    assert error.value.hint is not None
