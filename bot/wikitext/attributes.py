"""Attributes of an extension tag, as MediaWiki's Sanitizer reads them (1.39 liberally, old releases narrowly)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html.entities import html5, name2codepoint
from types import MappingProxyType
from typing import NamedTuple

#: Sanitizer::getAttribsRegex of 1.39: nearly anything is a name, an unclosed quote runs to the end.
_LIBERAL = re.compile(
    r"""((?:[^\t\n\f\r />=]|=)[^\t\n\f\r />=]*)
        ([\t\n\f\r ]*=[\t\n\f\r ]*
          (?: "([^"]*)(?:"|\Z) | '([^']*)(?:'|\Z) | ([^\t\n\f\r >]*) )
        )?""",
    re.VERBOSE,
)
#: MW_ATTRIBS_REGEX of 1.12: ASCII names, white space or an end on both sides, no «<» in quotes, few characters unquoted.
_NARROW = re.compile(
    r"""(?:^|[\t\n\r ])([A-Za-z0-9]+)
        ([\t\n\r ]*=[\t\n\r ]*
          (?: "([^<"]*)" | '([^<']*)' | ([a-zA-Z0-9!#$%&()*,\-./:;<>?@\[\]^_`{|}~]+) )
        )?(?=[\t\n\r ]|\Z)""",
    re.VERBOSE,
)
#: The usual case, read the same by every release.
_PLAIN = re.compile(r"[ \n]+name=\"([^\"&<>\s]+(?: [^\"&<>\s]+)*)\"[ ]?")
_NAME = re.compile(r"[:\w][:\w.\-]*\Z")
_REFERENCE = re.compile(r"&(?:([A-Za-z0-9]+)|#([0-9]+)|#[xX]([0-9A-Fa-f]+));")
_SPACES = re.compile(r"[\t\r\n ]+")


def _lower(name: str) -> str:
    """PHP's strtolower: ASCII only."""
    return "".join(char.lower() if char.isascii() else char for char in name)


def decode_entities(value: str, *, html4: bool = False) -> str:
    """Character references of a value; unknown ones stay as they are written."""
    if "&" not in value:
        return value

    def decoded(match: re.Match[str]) -> str:
        named, decimal, hexadecimal = match.groups()
        if named:
            if html4:
                return chr(name2codepoint[named]) if named in name2codepoint else match.group()
            return html5.get(f"{named};", match.group())
        digits, base = (decimal, 10) if decimal else (hexadecimal, 16)
        point = int(digits, base) if len(digits) < 9 else 0
        valid = (
            point in (9, 10, 13) or 0x20 <= point <= 0xD7FF or 0xE000 <= point <= 0xFFFD or 0x10000 <= point <= 0x10FFFF
        )
        return chr(point) if valid else "\ufffd"

    return _REFERENCE.sub(decoded, value)


def attributes(raw: str, *, liberal: bool) -> Mapping[str, str]:
    """Attributes of ``raw`` (what stands between a tag's name and its ``>``), the last of two equal names winning.

    ``liberal`` is the reading since about 1.20; the narrow one drops ``name=Имя``, ``name="a"group="b"`` and open quotes.
    """
    return given(raw, liberal).attributes


class RefAttributes(NamedTuple):
    """What a ref tag is given: its name, None where there is none, and its other attributes."""

    name: str | None
    others: Mapping[str, str]

    @property
    def attributes(self) -> dict[str, str]:
        """All of them."""
        return dict(self.others) if self.name is None else {"name": self.name, **self.others}


_NO_OTHERS: Mapping[str, str] = MappingProxyType({})
#: A bare tag.
NOTHING = RefAttributes(None, _NO_OTHERS)


#: Of longer attributes the last ones are remembered, not thousands.
_SHORT = 200


def given(raw: str, liberal: bool) -> RefAttributes:
    """``attributes`` of a ref tag; what was read lately is remembered."""
    return (_remembered if len(raw) < _SHORT else _last)(raw, liberal)


def _given(raw: str, liberal: bool) -> RefAttributes:
    plain = _PLAIN.fullmatch(raw)
    if plain is not None:
        return RefAttributes(plain.group(1), _NO_OTHERS)
    found = _read(raw, liberal=liberal)
    name = found.pop("name", None)
    return RefAttributes(name, MappingProxyType(found) if found else _NO_OTHERS)


_remembered = lru_cache(maxsize=4096)(_given)
_last = lru_cache(maxsize=2)(_given)


def _read(raw: str, *, liberal: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in (_LIBERAL if liberal else _NARROW).finditer(raw):
        name = match[1].lower() if match[1].isascii() else _lower(match[1])
        if liberal and not (name.isalnum() or _NAME.match(name)):
            continue
        # a bare word is its own value in the old reading, empty in the new one
        bare = match[2] is None and not liberal
        value = match[1] if bare else "".join(filter(None, match.group(3, 4, 5)))
        if not value.isalnum():
            value = decode_entities(_SPACES.sub(" ", value).strip(" \t\n\r\0\x0b"), html4=not liberal)
        found[name] = value
    return found
