"""Text files a person gives: read with their line ends and BOM kept, written whole or not at all."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.atomic import write_atomic
from bot.errors import InputError, OutputError
from bot.model.message import Message, msg
from bot.model.page import Page

#: MediaWiki refuses longer pages: $wgMaxArticleSize, 2048 KB, the same from 1.12 to today.
MAX_BYTES = 2048 * 1024

SUFFIX = ".wiki"
STDIN = "-"

_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text with what is needed to write it back as it came: encoding and BOM (b"" for none)."""

    name: str
    text: str
    encoding: str = "utf-8"
    bom: bytes = b""

    def encode(self, text: str) -> bytes:
        """The bytes of another text in this file's form. Raises OutputError for what the encoding lacks."""
        try:
            return self.bom + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise OutputError(
                msg("{name}: the new text does not fit into {encoding}", name=self.name, encoding=self.encoding),
                msg("save the file as UTF-8 and try again"),
            ) from error


def decode(name: str, data: bytes, encoding: str | None = None) -> TextFile:
    """Decode UTF-8 with or without BOM, UTF-16 by its BOM, or ``encoding`` where it was given.

    Raises InputError, naming the likely encoding, for anything else, for NUL characters and for more than a page may hold.
    """
    if len(data) > MAX_BYTES:
        raise InputError(
            msg(
                "{name}: {size} MB is more than a MediaWiki page may hold (2 MB)",
                name=name,
                size=round(len(data) / 2**20, 1),
            ),
            msg("split the text into pages"),
        )
    bom, found = next(((bom, found) for bom, found in _BOMS if data.startswith(bom)), (b"", "utf-8"))
    chosen = encoding or found
    try:
        text = data[len(bom) :].decode(chosen)
    except LookupError as error:
        raise InputError(
            msg("unknown encoding {encoding}", encoding=chosen), msg("use a name like cp1251, koi8-r or utf-8")
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            msg("{name}: byte {position} is not {encoding}", name=name, position=error.start, encoding=chosen),
            _encoding_hint(data),
        ) from error
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise InputError(
            msg("{name}: line {line} holds a NUL character; this is not a text", name=name, line=line),
            msg("check that the file is wikitext; UTF-16 needs its byte order mark"),
        )
    return TextFile(name, text, chosen, bom)


def _encoding_hint(data: bytes) -> Message:
    from charset_normalizer import from_bytes

    best = from_bytes(
        data[:65_536], cp_isolation=["cp1251", "koi8_r", "cp866", "cp1252", "utf_16", "mac_cyrillic"]
    ).best()
    if best is None:
        return msg("save it as UTF-8, or name its encoding with --encoding")
    return msg("it looks like {encoding}: try --encoding {encoding}", encoding=best.encoding.replace("_", "-"))


def read_file(path: Path, encoding: str | None = None) -> TextFile:
    """Read one file. Raises InputError when that cannot be done."""
    try:
        if path.is_dir():
            raise InputError(
                msg("{path} is a folder", path=str(path)), msg("name a file in it, or a folder that holds *.wiki files")
            )
        size = path.stat().st_size
        data = path.read_bytes() if size <= MAX_BYTES else b"\x20" * (MAX_BYTES + 1)
    except OSError as error:
        raise InputError(
            msg("cannot read {path}: {why}", path=str(path), why=error.strerror or "?"), _missing_hint(path, error)
        ) from error
    if size > MAX_BYTES:
        raise InputError(
            msg(
                "{name}: {size} MB is more than a MediaWiki page may hold (2 MB)",
                name=str(path),
                size=round(size / 2**20, 1),
            ),
            msg("split the text into pages"),
        )
    return decode(str(path), data, encoding)


def _missing_hint(path: Path, error: OSError) -> Message:
    if isinstance(error, PermissionError):
        return msg("ask for the right to read it")
    if isinstance(error, FileNotFoundError):
        return msg("check the name; the folder {folder} was searched", folder=str(path.absolute().parent))
    return msg("check the name and the disk")


def expand(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Replace each folder by its ``*.wiki`` files, sorted. Raises InputError for a folder without any."""
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(item for item in path.glob("*" + SUFFIX) if item.is_file())
        if not inside:
            raise InputError(
                msg("the folder {path} holds no *.wiki file", path=str(path)),
                msg("fill it with `mlwiki pull --to {path}`, or name a file", path=str(path)),
            )
        found += inside
    return tuple(found)


def page_of(file: TextFile, title: str | None = None) -> Page:
    """A page made of a file that is on no wiki: its title is the file's name."""
    return Page(name=file.name, title=title or (Path(file.name).stem if file.name != STDIN else ""), text=file.text)


def keep_original(path: Path) -> Path:
    """Copy ``path`` to ``NAME.orig`` unless that is already there: the first original is the one worth keeping."""
    original = path.with_name(path.name + ".orig")
    if not original.exists():
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InputError(
                msg("cannot read {path}: {why}", path=str(path), why=error.strerror or "?"), _missing_hint(path, error)
            ) from error
        write_atomic(original, data)
    return original
