"""Nothing that a page or a server names leads inside."""

from __future__ import annotations

import asyncio

import pytest

from bot.model.reasons import Reason
from bot.model.reply import Failed
from bot.net.guard import outside, public, refused_address
from bot.net.network import SystemNetwork
from bot.net.transport import Transport

INSIDE = """
127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 017700000001 0177.0.0.1 0177.1 00127.0.0.1 127.0.0.01 0 0.0.0.0
0x0 127.0.0.1. 127.255.255.254 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1.1. 169.254.169.254
0xa9fea9fe 2852039166 169.254.0.1 100.64.0.1 100.100.100.200 192.0.0.1 192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1
192.88.99.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 168.63.129.16
[::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1]
[64:ff9b:1::1] [2002:7f00:1::] [2001:0:53aa:64c::1] [2001:db8::1] [fe80::1] [fe80::1%25eth0] [fec0::1] [fc00::1] [fd00:ec2::254]
[ff02::1] [100::1] [5f00::1]
localhost LOCALHOST localhost. a.localhost router.local metadata.google.internal intranet wiki.intranet nas.lan srv.corp
printer x.home.arpa db.internal a.test a.example a.invalid 1.1.1.1.1 1.2.3.256 ①②⑦.⓪.⓪.①
""".split()
ODD = """
http://user@e.org/ http://user:pw@e.org/ http://e.org:22/ http://e.org:25/ http://e.org:6379/ http://e.org:3306/
ftp://e.org/ file:///etc/passwd gopher://e.org/ data:text/html,x javascript:alert(1) http:///x http://e.org:99999/ http://[::1
//e.org/ e.org http://127.0.0.1:80@e.org/ http://e.org@127.0.0.1/ unix:/x http://%31%32%37.0.0.1/
""".split()


def test_the_table_has_at_least_sixty_spellings() -> None:
    """As many as the issue asks for."""
    assert len(INSIDE) + len(ODD) >= 60


@pytest.mark.parametrize("host", INSIDE)
def test_private_hosts_are_refused_in_every_spelling(host: str) -> None:
    """Loopback, private, link-local, metadata, shared, mapped and translated addresses, and names of inner networks."""
    assert refused_address(f"http://{host}/latest/meta-data") in {Reason.guarded_address, Reason.bad_address}


@pytest.mark.parametrize("address", ODD)
def test_odd_addresses_are_refused(address: str) -> None:
    """Other schemes and ports, user names, broken addresses."""
    assert refused_address(address) in {Reason.guarded_address, Reason.bad_address}


@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/", "https://example.com:8443/x", "http://кремль.рф/", "http://1.1.1.1/", "http://[2606:4700::1111]/",
        "https://test.example.com/", "http://local.example.com/", "http://8.8.8.8:8080/",
    ],
)  # fmt: skip
def test_the_open_internet_passes(address: str) -> None:
    """Public names and addresses on the ports of the web."""
    assert refused_address(address) is None


def test_an_operator_opens_exactly_one_address() -> None:
    """``allow_hosts`` opens a host with a port, nothing beside it."""
    allowed = {"127.0.0.1:8099"}
    assert refused_address("http://127.0.0.1:8099/x", allowed) is None
    assert refused_address("http://127.0.0.1:8098/x", allowed) is Reason.guarded_address
    assert refused_address("ftp://127.0.0.1:8099/x", allowed) is Reason.bad_address


@pytest.mark.parametrize(
    "address", ["not an address", "", "127.0.0.1", "::1", "fe80::1%eth0", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_only_plain_public_addresses_are_public(address: str) -> None:
    """Mapped and translated forms are refused whatever they lead to."""
    assert not public(address)


def test_a_name_ending_in_a_number_is_an_address() -> None:
    """A browser reads it so, and so does the system's resolver."""
    assert not outside("foo.0x7f")
    assert not outside("1.2.3")
    assert outside("9.9.9.9")


@pytest.mark.parametrize(
    "answers",
    [("127.0.0.1",), ("8.8.8.8", "10.0.0.1"), ("2606:4700::1111", "::1"), ("169.254.169.254",), ("::ffff:127.0.0.1",)],
)
def test_a_public_name_that_resolves_inside_is_refused(answers: tuple[str, ...]) -> None:
    """Every resolved address is checked, before any connection: a name server cannot lead inside, rebinding or not."""

    async def resolve(host: str, port: int) -> tuple[str, ...]:
        assert (host, port) == ("rebind.example.com", 80)
        return answers

    async def run() -> object:
        transport = Transport("test", SystemNetwork(resolve))
        try:
            return await transport.get("http://rebind.example.com/")
        finally:
            await transport.aclose()

    assert asyncio.run(run()) == Failed(Reason.guarded_address)


def test_a_name_is_resolved_once_for_check_and_connection() -> None:
    """A second answer of a rebinding server is never asked for: the connection goes to the checked address itself."""
    asked = []

    async def resolve(host: str, port: int) -> tuple[str, ...]:
        asked.append((host, port))
        return ("127.0.0.1",) if len(asked) > 1 else ("8.8.8.8", "10.0.0.1")

    async def run() -> object:
        transport = Transport("test", SystemNetwork(resolve))
        try:
            return await transport.get("http://rebind.example.com/")
        finally:
            await transport.aclose()

    assert asyncio.run(run()) == Failed(Reason.guarded_address)
    assert asked == [("rebind.example.com", 80)]
