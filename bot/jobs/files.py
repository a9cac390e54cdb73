"""Text files a person gives: read with their line ends and BOM kept, written whole or not at all."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from bot.atomic import write_atomic
from bot.bounded import read_bounded
from bot.errors import InputError, OutputError
from bot.model.message import Message, msg
from bot.model.page import Page

#: MediaWiki refuses longer pages: $wgMaxArticleSize, 2048 KB, the same from 1.12 to today.
MAX_BYTES = 2048 * 1024

SUFFIX = ".wiki"
#: Before a title that is no path.
FORCED = "title:"
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
        raise _too_big(name, len(data))
    bom, found = next(((bom, found) for bom, found in _BOMS if data.startswith(bom)), (b"", "utf-8"))
    chosen = encoding or found
    try:
        text = data[len(bom) :].decode(chosen)
    except LookupError as error:
        raise InputError(
            msg("unknown encoding {encoding}", encoding=chosen), msg("use a name like cp1251, koi8-r or utf-8")
        ) from error
    except UnicodeDecodeError as error:
        raise _unreadable(name, data, error, chosen) from error
    refuse_no_text(name, text)
    return TextFile(name, text, chosen, bom)


def refuse_no_text(name: str, text: str) -> None:
    """Raises InputError for what no page can hold, wherever it comes from: NUL, half a character, more than 2 MB."""
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise InputError(
            msg("{name}: line {line} holds a NUL character; this is not a text", name=name, line=line),
            msg("check that the file is wikitext; UTF-16 needs its byte order mark"),
        )
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise InputError(
            msg("{name}: line {line} holds half a character (a lone surrogate)", name=name, line=line),
            msg('decode the bytes as UTF-8, with errors="strict"'),
        ) from error
    if size > MAX_BYTES:
        raise _too_big(name, size)


def _too_big(name: str, size: int) -> InputError:
    return InputError(
        msg("{name}: {size} MB is more than a MediaWiki page may hold (2 MB)", name=name, size=round(size / 2**20, 1)),
        msg("split the text into pages"),
    )


def _unreadable(name: str, data: bytes, error: UnicodeDecodeError, encoding: str) -> InputError:
    """A text in another encoding, or one in UTF-8 with a few broken bytes in it."""
    what = msg("{name}: byte {position} is not {encoding}", name=name, position=error.start, encoding=encoding)
    if encoding.lower().replace("_", "-") in {"utf-8", "utf8"} and _is_nearly_utf8(data):
        line = data.count(b"\n", 0, error.start) + 1
        return InputError(what, msg("the rest is UTF-8: mend the broken character on line {line}", line=line))
    return InputError(what, _encoding_hint(data))


def _is_nearly_utf8(data: bytes) -> bool:
    """Whether almost all letters beyond ASCII are whole, or nothing is wrong but halves of surrogate pairs (WTF-8)."""
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        broken = text.count("\ufffd")
        return sum(char > "\x7f" for char in text) - broken >= 4 * broken
    return True


def _encoding_hint(data: bytes) -> Message:
    from charset_normalizer import from_bytes

    best = from_bytes(
        data[:65_536], cp_isolation=["cp1251", "koi8_r", "cp866", "cp1252", "utf_16", "mac_cyrillic"]
    ).best()
    if best is None:
        return msg("save it as UTF-8, or name its encoding with --encoding")
    return msg("it looks like {encoding}: try --encoding {encoding}", encoding=best.encoding.replace("_", "-"))


def read_stdin(encoding: str | None = None) -> TextFile:
    """Read standard input, no more of it than a page may hold. Raises InputError when it is closed or no text."""
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(
            msg("cannot read standard input: {why}", why=error.strerror or "?"),
            msg("name a file, or pipe a text into it"),
        ) from error
    return decode(STDIN, data, encoding)


def read_file(path: Path, encoding: str | None = None) -> TextFile:
    """Read one file, or a pipe or device no further than a page may reach. Raises InputError when that cannot be done."""
    _refuse_name(path)
    try:
        if path.is_dir():
            raise InputError(
                msg("{path} is a folder", path=str(path)), msg("name a file in it, or a folder that holds *.wiki files")
            )
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise _too_big(str(path), size)
        data = read_bounded(path, MAX_BYTES)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise _too_big(str(path), MAX_BYTES + 1) from error
        raise InputError(
            msg("cannot read {path}: {why}", path=str(path), why=error.strerror or "?"), _missing_hint(path, error)
        ) from error
    return decode(str(path), data, encoding)


def _refuse_name(path: Path) -> None:
    """Raises InputError for a name that is no text: reports, plans and the store could not hold it."""
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        raise InputError(
            msg("the name of the file {path} is not UTF-8", path=repr(str(path))), msg("rename the file")
        ) from error


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


def keep_copy(path: Path, suffix: str = ".orig") -> Path:
    """Copy ``path`` to ``NAME.orig`` before it is written, so that this holds what the file was; nobody else may read it either.

    An older copy that says something else moves on to ``NAME.orig.1``, ``.2`` …: no text is ever lost. Raises InputError, or
    OutputError where no copy can be made; the file must not be written then.
    """
    place = path.with_name(path.name + suffix)
    try:
        data, mode = path.read_bytes(), path.stat().st_mode & 0o777
    except OSError as error:
        raise InputError(
            msg("cannot read {path}: {why}", path=str(path), why=error.strerror or "?"), _missing_hint(path, error)
        ) from error
    try:
        older = _made_way(place, data)
    except OSError as error:
        raise OutputError(
            msg("cannot write {path}: {why}", path=str(place), why=error.strerror or "?"), _move_it_away()
        ) from error
    if older == place:
        return place
    try:
        write_atomic(place, data, mode=mode)
    except OutputError:
        if older is not None:
            older.rename(place)
        raise
    return place


def _made_way(place: Path, data: bytes) -> Path | None:
    """Move an older copy on; returns where it is now: ``place`` itself where it says the same, None where there was none."""
    if not os.path.lexists(place):
        return None
    if not place.is_symlink():
        if not place.is_file():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place))
        if place.read_bytes() == data:
            return place
    number = next(number for number in count(1) if not os.path.lexists(f"{place}.{number}"))
    return place.rename(f"{place}.{number}")


def _move_it_away() -> Message:
    return msg("the copy of the text before cannot be kept, so nothing was written; move what stands there away")


def is_path(name: str) -> bool:
    """Whether an argument is a path: an existing path is a path (contract, «Commands»)."""
    if name == STDIN:
        return True
    try:
        return not name.startswith(FORCED) and Path(name).exists()
    except (OSError, ValueError):
        return False
