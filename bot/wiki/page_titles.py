"""Page titles: which ones may be asked for, and their file names."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from bot.errors import InputError
from bot.model.ids import text_sha256
from bot.model.message import msg

SUFFIX = ".wiki"
SIDECAR_SUFFIX = ".json"
#: Bytes of a file name's stem; with both suffixes and a temporary mark it stays below the 255 of Linux file systems.
STEM_LIMIT = 200
#: Longest title MediaWiki stores, in bytes of UTF-8 (``page_title`` is varbinary(255)).
TITLE_LIMIT = 255

_FORBIDDEN = re.compile(r"[\[\]{}|#<>\x00-\x1f\x7f\ufffd]")
_UNSAFE = '<>:"/\\|?*%~'
#: Device names of Windows, with or without an extension.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)", re.IGNORECASE)


#: Half a character, as bytes that are no UTF-8 and JSON's escapes give it.
_HALF = re.compile("[\ud800-\udfff]")


def clean_title(title: str) -> str:
    """The title as MediaWiki would ask for it: NFC, underscores and runs of white space as one space, trimmed.

    Raises InputError for what no wiki page can be called: empty and ``T#x`` would silently hit another page (on 1.12 the main
    page and T; measured), brackets and bars are refused by every version.
    """
    clean = " ".join(unicodedata.normalize("NFC", title).replace("_", " ").split())
    size = len(clean.encode("utf-8", "surrogatepass"))
    if not clean or clean.startswith(":") or _FORBIDDEN.search(clean) or _HALF.search(clean) or size > TITLE_LIMIT:
        raise InputError(
            msg("no wiki page can be called {title}", title=repr(title)),
            msg("give a title without # [ ] {{ }} | < >, at most 255 bytes long"),
        )
    return clean


def filename_for(title: str, *, fold: bool = False) -> str:
    """The file name of a page: the title where Linux, macOS and Windows all allow it, %XX elsewhere; see ``title_of``.

    ``fold`` writes every letter that has a case as %XX too, for a title that differs from a neighbour only in case. A title
    too long for a file name is cut and ends in ``~`` and a hash: only the sidecar knows it whole.
    """
    stem = "".join(
        _escaped(character) if _is_unsafe(character) or (fold and character.lower() != character.upper()) else character
        for character in title
    )
    if stem[:1] in {".", "-", " "} or _DEVICES.match(stem):
        stem = _escaped(stem[0]) + stem[1:]
    if stem[-1:] == " ":
        stem = stem[:-1] + "%20"
    if len(stem.encode()) > STEM_LIMIT:
        head = stem.encode()[: STEM_LIMIT - 18].decode("utf-8", "ignore").rstrip(" ")
        stem = f"{head}~{text_sha256(title)[:16]}"
    return stem + SUFFIX


def title_of(filename: str) -> str:
    """The title a file name stands for. Raises InputError for a name that was cut: only its sidecar had the title."""
    stem = unicodedata.normalize("NFC", filename).removesuffix(SUFFIX)
    if "~" in stem:
        raise InputError(
            msg("{name} does not tell its page: the title was too long for a file name", name=filename),
            msg("keep the .wiki.json beside it, or pull the page again"),
        )
    return unquote(stem, errors="replace")


def _is_unsafe(character: str) -> bool:
    category = unicodedata.category(character)
    return character in _UNSAFE or category[0] == "C" or (category[0] == "Z" and character != " ")


def _escaped(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
