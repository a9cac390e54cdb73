"""Which extension tags an old wiki knows: before 1.14 only its version page says it, in a table cell made of tags alone."""

from __future__ import annotations

import re

_CELL = re.compile(r"<(\w+)>(?:, <\w+>)*(?: \w+ <\w+>)?")
#: The page's name in any language, with what is behind it in all of them.
TITLE = "Special:Version"


def tags_of(html: str) -> frozenset[str]:
    """The tags in lower case; empty where the page has no such cell (recording r20_version of 1.12.0)."""
    from bot.wiki.form import parse

    for cell in parse(html).find_all("td"):
        text = " ".join(cell.get_text(" ").split())
        if _CELL.fullmatch(text):
            return frozenset(name.lower() for name in re.findall(r"<(\w+)>", text))
    return frozenset()
