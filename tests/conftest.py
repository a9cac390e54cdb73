"""What holds for every test: no socket but loopback, no proxy, no settings or keys of the machine, a state folder of its own."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from tests.mediawiki import wiki_139

# a loaded machine is slow, not wrong; the rest is as Hypothesis chooses it (under CI: the same examples each time)
settings.register_profile("mlwiki", parent=settings.get_profile(settings.get_current_profile_name()), deadline=None)
settings.load_profile("mlwiki")

__all__ = ["sealed", "wiki_139"]


def _local(host: object) -> bool:
    """Whether a host is this machine's loopback, written as a literal or as localhost."""
    if host in {"localhost", "", None}:
        return True
    try:
        return ipaddress.ip_address(str(host).partition("%")[0]).is_loopback
    except ValueError:
        return False


def _unwanted(name: str) -> bool:
    upper = name.upper()
    return upper.startswith(("MLWIKI_", "OPENAI_")) or upper.endswith("_PROXY") or upper in {"NO_COLOR", "FORCE_COLOR"}


@pytest.fixture(autouse=True)
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Forbid every socket that leaves the machine, and hide the machine's own settings; gives the list of what was tried."""
    escapes: list[str] = []

    def refuse(what: object) -> None:
        escapes.append(str(what))
        pytest.fail(f"a test reached for the network: {what}")

    def check(sock: socket.socket, address: Any) -> None:
        if sock.family in {socket.AF_INET, socket.AF_INET6} and not _local(address[0]):
            refuse(address)

    connect, connect_ex, sendto = socket.socket.connect, socket.socket.connect_ex, socket.socket.sendto
    getaddrinfo = socket.getaddrinfo

    def guarded_connect(sock: socket.socket, address: Any) -> None:
        check(sock, address)
        connect(sock, address)

    def guarded_connect_ex(sock: socket.socket, address: Any) -> int:
        check(sock, address)
        return connect_ex(sock, address)

    def guarded_sendto(sock: socket.socket, data: Any, *rest: Any) -> int:
        check(sock, rest[-1])
        return sendto(sock, data, *rest)

    def guarded_getaddrinfo(host: Any, *rest: Any, **more: Any) -> Any:
        if not _local(host.decode() if isinstance(host, bytes) else host):
            refuse(host)
        return getaddrinfo(host, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if _unwanted(name)]:
            patch.delenv(name)
        patch.setenv("MLWIKI_STATE", str(tmp_path_factory.mktemp("state")))
        # where a person's own settings lie, and which files of folders they trust
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        patch.setattr(socket.socket, "sendto", guarded_sendto)
        patch.setattr(socket, "getaddrinfo", guarded_getaddrinfo)
        yield escapes
    assert escapes == [], "a test reached for the network, perhaps in a thread"
