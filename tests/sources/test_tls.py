"""TLS over our own stream: real handshakes with a server on loopback, good certificates and bad ones."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from bot.config import JudgeSettings, Settings
from bot.model.outcome import Outcome, Shown, Unclear
from bot.model.reasons import Reason
from bot.model.reply import Failed, Reply
from bot.net.cassettes import ReplayClock
from bot.net.network import SystemNetwork
from bot.net.operator_client import operator_client
from bot.net.transport import Caps, Transport
from bot.sources.fetch import Fetcher

OPENSSL = shutil.which("openssl")
pytestmark = pytest.mark.skipif(OPENSSL is None, reason="openssl makes the certificate")
BODY = b"x" * 3_000_000


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate of its own for secure.test, with its key: made for this run, thrown away after it."""
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [OPENSSL or "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=secure.test",
         "-addext", "subjectAltName=DNS:secure.test", "-keyout", key, "-out", cert],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


async def resolve(host: str, port: int) -> tuple[str, ...]:
    """Every name is this machine."""
    assert host
    assert port
    return ("127.0.0.1",)


async def served(certificate: tuple[Path, Path]) -> tuple[asyncio.Server, int]:
    """A server that answers a long body over TLS, and keeps the connection."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(BODY) + BODY)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            writer.close()

    server = await asyncio.start_server(speak, "127.0.0.1", 0, ssl=context)
    return server, server.sockets[0].getsockname()[1]


def test_a_trusted_server_is_read_over_one_connection(certificate: tuple[Path, Path]) -> None:
    """The operator's authority, a long body, twice."""

    async def run() -> list[int]:
        server, port = await served(certificate)
        settings = Settings(judge=JudgeSettings(base_url=f"https://secure.test:{port}", ca_bundle=str(certificate[0])))
        client = operator_client(settings, network=SystemNetwork(resolve), caps=Caps())
        try:
            replies = [await client.get(f"https://secure.test:{port}/") for _ in range(2)]
            return [len(reply.content) for reply in replies]
        finally:
            await client.aclose()
            server.close()

    assert asyncio.run(run()) == [len(BODY)] * 2


@pytest.mark.parametrize("host", ["secure.test", "other.test"])
def test_an_untrusted_server_is_a_tls_error(certificate: tuple[Path, Path], host: str) -> None:
    """A certificate of nobody we know, or of another name, is a reason of its own and gives no text."""

    async def run() -> Reply | Failed:
        server, port = await served(certificate)
        transport = Transport("test", SystemNetwork(resolve))
        try:
            return await transport.get(f"https://{host}:{port}/", operator=True)
        finally:
            await transport.aclose()
            server.close()

    assert asyncio.run(run()) == Failed(Reason.tls_error)


def test_a_server_without_tls_is_no_answer() -> None:
    """Plain words where a handshake was due."""

    async def run() -> Reply | Failed:
        async def speak(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            writer.close()

        server = await asyncio.start_server(speak, "127.0.0.1", 0)
        transport = Transport("test", SystemNetwork(resolve))
        try:
            return await transport.get(f"https://secure.test:{server.sockets[0].getsockname()[1]}/", operator=True)
        finally:
            await transport.aclose()
            server.close()

    reply = asyncio.run(run())
    assert isinstance(reply, Failed)
    assert reply.reason in {Reason.tls_error, Reason.connection_failed}


@pytest.mark.parametrize("status", [200, 404])
def test_a_bad_certificate_tells_that_somebody_answers_and_nothing_else(
    certificate: tuple[Path, Path], status: int
) -> None:
    """One unverified look: the page is alive; its words are nobody's, and its «not found» is no proof."""

    async def run() -> Outcome:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        page = b"<html><head><title>Page</title></head><body><p>" + b"Words of somebody. " * 60

        async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 %d X\r\ncontent-length: %d\r\n\r\n%s" % (status, len(page), page))
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(speak, "127.0.0.1", 0, ssl=context)
        address = f"secure.test:{server.sockets[0].getsockname()[1]}"
        transport = Transport("test", SystemNetwork(resolve), allowed={address})
        fetcher = Fetcher(transport, ReplayClock(), allowed={address})
        try:
            return await fetcher.read(f"https://{address}/deep/page")
        finally:
            await fetcher.reader.aclose()
            await transport.aclose()
            server.close()

    outcome = asyncio.run(run())
    if status == 200:
        assert isinstance(outcome, Shown)
        assert (outcome.text, outcome.work, outcome.reason) == (None, None, Reason.tls_error)
    else:
        assert outcome == Unclear(Reason.tls_error)
