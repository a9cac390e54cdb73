"""Is what the wiki stored what was sent? It changes texts in lawful ways, measured on 1.12.0 and the same in 1.39."""

from __future__ import annotations

import re
import unicodedata

#: What rtrim() takes off the end of a page before it is stored.
TRAILING = " \t\n\r\0\x0b"
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
#: Places the pre-save transform rewrites: signatures, substitutions, the pipe trick.
_TRANSFORMED = re.compile(
    r"~{3,5}|\{\{\s*(?:safesubst|subst|подст)\s*:[^{}]*\}\}|\[\[[^\[\]|\n]+\|\]\]|\[\[\|[^\[\]|\n]+\]\]",
    re.IGNORECASE,
)


def as_received(text: str) -> str:
    """The text as the wiki reads it from a request: NFC, control characters replaced."""
    return unicodedata.normalize("NFC", _CONTROL.sub("\ufffd", text))


def as_stored(text: str) -> str:
    """The text as the wiki stores it: besides, one kind of line end and nothing blank at the end."""
    return as_received(text.replace("\r\n", "\n").replace("\r", "\n")).rstrip(TRAILING)


def is_stored(sent: str, stored: str) -> bool:
    """Whether ``stored`` can be what the wiki made of ``sent``: equal, but where the pre-save transform rewrites.

    The edit form turns CR LF into LF once more than the API does, so CR CR LF is one line end there and two here (1.39).
    """
    return any(_became(as_stored(read), as_stored(stored)) for read in (sent, sent.replace("\r\n", "\n")))


def _became(wanted: str, found: str) -> bool:
    if wanted == found:
        return True
    pieces = _TRANSFORMED.split(wanted)
    if len(pieces) == 1 or not found.startswith(pieces[0]):
        return False
    position = len(pieces[0])
    for piece in pieces[1:-1]:
        position = found.find(piece, position)
        if position == -1:
            return False
        position += len(piece)
    last = pieces[-1]
    return found.endswith(last) and len(found) - len(last) >= position
