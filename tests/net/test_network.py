"""What the network says of a host is believed only while the network itself works."""

from __future__ import annotations

import asyncio

import httpcore
import pytest

from bot.model.reasons import Reason
from bot.model.reply import Failed
from bot.net.network import WITNESSES, NoSuchHostError, SystemNetwork
from bot.net.transport import Caps, Transport


class Names:
    """A stand-in for the machine's name system that knows some names and counts what it is asked."""

    def __init__(self, *known: str) -> None:
        self.known = known
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int) -> tuple[str, ...]:  # noqa: ARG002  # the resolver's signature
        """Answer like a resolver."""
        self.asked.append(host)
        if host not in self.known:
            raise NoSuchHostError(host)
        return ("203.0.113.1",)


def connect(names: Names, *hosts: str) -> list[type[Exception]]:
    """The errors of connecting to hosts one after the other over one network."""
    network = SystemNetwork(names.resolve)
    backend = network.backend(guarded=True, allowed=())

    async def run() -> list[type[Exception]]:
        errors = []
        for host in hosts:
            with pytest.raises((NoSuchHostError, httpcore.ConnectError)) as caught:
                await backend.connect_tcp(host, 443, timeout=0.01)
            errors.append(caught.type)
        return errors

    return asyncio.run(run())


def test_the_reason_of_a_dead_name_system_is_a_failed_connection() -> None:
    """Nothing further down the chain of causes turns it into «no such host» again."""
    transport = Transport("test", SystemNetwork(Names().resolve), (), Caps(seconds=5))

    async def ask() -> object:
        try:
            return await transport.get("https://no-such.example.org/")
        finally:
            await transport.aclose()

    answer = asyncio.run(ask())
    assert isinstance(answer, Failed)
    assert answer.reason is Reason.connection_failed


def test_a_dead_name_system_convicts_no_host() -> None:
    """Offline every name is «unknown»: that is a failed connection, a second run may do better."""
    assert connect(Names(), "example.org", "example.net") == [httpcore.ConnectError] * 2


def test_a_working_name_system_is_believed() -> None:
    """When a name that certainly exists is found, a host that is not found does not exist."""
    for witness in WITNESSES:
        assert connect(Names(witness), "no-such.example.org") == [NoSuchHostError]


def test_the_witnesses_are_asked_once() -> None:
    """After one good answer nothing more is asked than the names themselves."""
    names = Names(WITNESSES[0])
    assert connect(names, "a.example.org", "b.example.org", "c.example.org") == [NoSuchHostError] * 3
    assert names.asked == ["a.example.org", WITNESSES[0], "b.example.org", "c.example.org"]
