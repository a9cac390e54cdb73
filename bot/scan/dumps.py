"""Pages of a MediaWiki XML dump, one at a time, in memory that does not grow with the dump.

The format is that of Special:Export and of dumps.wikimedia.org (mediawiki.org, «Help:Export», schemas 0.3 to 0.11); of a dump
with history the last revision counts. A dump is a stranger's file: no entity is resolved, nothing is fetched, and one that is
cut or damaged ends with what was read before.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from bot.errors import InputError
from bot.isolated import NEUTRAL, program
from bot.jobs.files import MAX_BYTES
from bot.model.message import msg
from bot.model.page import Page

if TYPE_CHECKING:
    from lxml.etree import _Element

#: What unpacks a file that Python's library cannot, by its ending.
_TOOLS = {".zst": ("zstd", "-dcq"), ".7z": ("7z", "x", "-so", "-bd")}


class DamagedDump(InputError):
    """The dump ends before its end, or is no XML from some line on; the pages before that were given."""


def dump_pages(path: Path, namespaces: frozenset[int]) -> Iterator[Page]:
    """The pages of these namespaces, redirects left out, in the dump's order; ``wiki`` is its address as the dump names it.

    Raises InputError for a file that cannot be opened, DamagedDump, with the pages before it given, for one that ends early.
    """
    from lxml import etree

    read = 0
    with _opened(path) as stream:
        try:
            for page in _pages(stream, namespaces):
                read += 1
                yield page
        except etree.XMLSyntaxError as error:
            line = getattr(error, "lineno", 0) or 0
            raise DamagedDump(
                msg(
                    "{name}: the dump is damaged or cut at line {line}, after {n} pages",
                    name=path.name,
                    line=line,
                    n=read,
                ),
                msg("what was read is reported; fetch the dump again for the rest"),
            ) from error
        except (EOFError, OSError, lzma.LZMAError) as error:
            raise DamagedDump(
                msg("{name}: the packed dump is damaged or cut, after {n} pages", name=path.name, n=read),
                msg("what was read is reported; fetch the dump again for the rest"),
            ) from error


def _pages(stream: IO[bytes], namespaces: frozenset[int]) -> Iterator[Page]:
    from lxml import etree

    wiki = ""
    # libxml2 without huge_tree refuses texts of 10 MB and trees 256 deep: no page of a wiki is either
    reading = etree.iterparse(
        stream, events=("end",), tag=("{*}page", "{*}base"), resolve_entities=False, no_network=True, load_dtd=False
    )
    for _, element in reading:
        if etree.QName(element).localname == "base":
            wiki = (element.text or "").strip()
            continue
        page = _page(element, wiki, namespaces)
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]
        if page is not None:
            yield page


def _page(element: _Element, wiki: str, namespaces: frozenset[int]) -> Page | None:
    title = _text(element, "title").strip()
    number = _text(element, "ns").strip() or "0"
    if not title or number not in map(str, namespaces) or element.find("{*}redirect") is not None:
        return None
    revisions = element.findall("{*}revision")
    text = _text(revisions[-1], "text") if revisions else ""
    if not text or len(text) > MAX_BYTES:
        return None
    revid = _text(revisions[-1], "id").strip()
    return Page(title, title, text, wiki=wiki, revid=int(revid) if revid.isdecimal() else None)


def _text(element: _Element, tag: str) -> str:
    found: Any = element.findtext(f"{{*}}{tag}")
    return str(found or "")


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """The XML of a dump, plain or packed, by its ending. Raises InputError."""
    try:
        if path.suffix == ".bz2":
            with bz2.open(path) as packed:  # multistream files too
                yield packed
        elif path.suffix == ".gz":
            with gzip.open(path) as zipped:
                yield zipped  # type: ignore[misc]  # a GzipFile reads bytes as any other file
        elif path.suffix in _TOOLS:
            with _unpacked(path, _TOOLS[path.suffix]) as piped:
                yield piped
        else:
            with path.open("rb") as plain:
                yield plain
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise InputError(
            msg("{path} cannot be read: {error}", path=str(path), error=error.strerror or ""), msg("check the path")
        ) from error


@contextmanager
def _unpacked(path: Path, tool: Sequence[str]) -> Iterator[IO[bytes]]:
    found = program(tool[0])
    if found is None:
        raise InputError(
            msg("{name} needs the program `{tool}`, which is not installed", name=path.name, tool=tool[0]),
            msg("install it, or unpack the dump first"),
        )
    with subprocess.Popen(  # noqa: S603  # a known tool by its whole path
        [found, *tool[1:], str(path.resolve())],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, cwd=NEUTRAL,
    ) as process:  # fmt: skip
        try:
            if process.stdout is not None:  # as it always is: a pipe was asked for
                yield process.stdout
        finally:
            process.kill()
