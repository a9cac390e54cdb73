"""Nothing that a stranger sends makes a reader fail: any bytes are a page of some kind, any JSON a record of some kind."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.identity.match import compare
from bot.model.citation import Cited, Identifier
from bot.model.outcome import Shown
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Work
from bot.model.words import IdKind, LinkState
from bot.registries import crossref, datacite
from bot.sources import stored
from bot.sources.fetch import escaped
from bot.sources.reading import Task
from bot.sources.reading import read as read_reply
from bot.sources.text import docx, pdf
from tests.sources.world import World, bare

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
KEYS = st.sampled_from(
    "DOI title author given family name issued date-parts updated-by type link URL content-type relation has-preprint id "
    "abstract titles creators nameType dates date publicationYear descriptions relatedIdentifiers relationType ISBN".split()
)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=30
)
PIECES = st.sampled_from(
    [
        *"<html> <head> <title> </title> <body> <p> </p> <h1> </h1> <!-- --> <![CDATA[ ]]> <math> <svg> <template>".split(),
        *"<style> <br/> <table><tr><td> <select><option> <frameset> <plaintext> </script> &#0; &#xD800; &nbsp;".split(),
        *"<div/hidden> слова words".split(),
        "<script type='application/ld+json'>", '{"@type": ["Article"], "author": {}}', "<p style='display:none", "\x00", "\ud800",
        "<meta http-equiv=refresh content='0;url=http://['>", "<meta name=citation_title content='x'>", "<meta charset=cp1251>",
        "<?xml version='1.0' encoding='utf-16'?>", "<a href='http://[::1'>", " ", "'", "\ufeff",
    ]
)  # fmt: skip
TYPES = st.sampled_from(
    ["text/html", "text/html; charset=nonsense", "text/plain", "application/pdf", "", "image/png", "x; charset=utf-7"]
)
STATUS = st.sampled_from([200, 203, 204, 206, 301, 403, 404, 429, 500, 999])


def read(body: bytes, status: int, kind: str) -> object:
    """What a reply comes to."""
    reply = Reply("http://site.org/page", status, ((b"content-type", kind.encode()),), body)
    return read_reply(Task(reply, "http://site.org/page", "2026-01-01T00:00:00Z"))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, max_size=25), STATUS, TYPES)
@example(["<meta http-equiv=refresh content='0;url=http://['>"], 200, "text/html")
def test_any_markup_is_a_page(pieces: list[str], status: int, kind: str) -> None:
    """Tag soup, broken declarations, surrogates and NULs; blocks cut the text where they say."""
    outcome = read("".join(pieces).encode("utf-8", "surrogatepass"), status, kind)
    if isinstance(outcome, Shown) and outcome.text is not None:
        text = outcome.text
        assert all(text.text[block.start : block.end].strip() for block in text.blocks)
        assert json.loads(json.dumps(text.text)) == text.text
        cache: dict[tuple[str, str], str] = {}

        class Kept:
            """A cache of a dictionary."""

            def get(self, kind: str, key: str) -> str | None:
                """What was put."""
                return cache.get((kind, key))

            def put(self, kind: str, key: str, value: str, *, days: float | None) -> None:  # noqa: ARG002 (the port's names)
                """Put it."""
                cache[kind, key] = value

        stored.put_page(Kept(), "u", outcome)
        assert stored.get_page(Kept(), "u") == outcome


@settings(max_examples=100, deadline=None)
@given(
    st.binary(max_size=300),
    STATUS,
    TYPES,
    st.sampled_from([b"", b"%PDF-1.7", b"PK\x03\x04word/", b"\xff\xfe", b"<?xml"]),
)
def test_any_bytes_are_a_page(body: bytes, status: int, kind: str, head: bytes) -> None:
    """Whatever they begin with."""
    assert read(head + body, status, kind) is not None


@given(st.binary(max_size=200))
def test_any_bytes_are_a_location(raw: bytes) -> None:
    """An address of printable ASCII comes out."""
    assert escaped(raw).isascii()
    assert " " not in escaped(raw)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(JSON)
def test_any_json_is_a_record(record: Any) -> None:
    """A wrong shape is an empty field; what is read can be compared."""
    for work in (crossref.read(record, "10.1000/x"), datacite.read(record, "10.1000/x")):
        assert isinstance(work, Work)
        assert work.identifiers
        compare(Cited(title="A title", authors=("Some One",), year=2000, plain="A title"), work)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400))
def test_broken_files_are_refused_and_not_raised(body: bytes) -> None:
    """PDF and DOCX readers have one error each."""
    for reader, error in ((pdf.blocks, pdf.UnreadablePdfError), (docx.blocks, docx.UnreadableDocxError)):
        try:
            reader(b"%PDF-1.7\n" + body if reader is pdf.blocks else b"PK\x03\x04" + body)
        except error:
            continue


ODD_ADDRESSES = [
    "http://[::1", "http://\x00.org/", "http://a b.org/", f"http://{'a' * 300}.org/", "http://xn--/", "http://ⓔ..org/", "http:///",
    "https://example.org:99999999/", "http://%zz/", "//", "http://user@/", "http://.org/", "http://a..b/", "http://1.2.3.4.5/",
    "mailto:x@y", "javascript:alert(1)", "http://a.org/\ud800",
]  # fmt: skip
ODD_IDENTIFIERS = [
    (IdKind.doi, f"10.1000/{'x' * 3000}"), (IdKind.doi, "10.1000/a b\n<>"), (IdKind.arxiv, "9999.99999"),
    (IdKind.arxiv, "../../etc"), (IdKind.isbn, "x"), (IdKind.pmid, "0"), (IdKind.pmcid, "PMC1"),
]  # fmt: skip


def test_no_odd_address_or_identifier_makes_a_look_fail() -> None:
    """Each has a state and a reason; none is called gone, because none was ever an address."""
    addresses = [bare(Cited(title="T", identifiers=(Identifier(IdKind.url, address),))) for address in ODD_ADDRESSES]
    others = [bare(Cited(title="T", authors=("A B",), identifiers=(Identifier(*odd),))) for odd in ODD_IDENTIFIERS]
    looked = World().look_at([*addresses, *others])
    assert {one.link.state for one in looked[: len(addresses)]} == {LinkState.unknown}
    assert {one.link.reason for one in looked[: len(addresses)]} == {Reason.bad_address, Reason.guarded_address}
    assert all(one.identity.reason for one in looked)
