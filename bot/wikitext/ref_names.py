"""Names for refs: from author and year, by the page's habit; never digits, never «:0»."""

from __future__ import annotations

import re

from bot.identifiers import source_key
from bot.model.words import IdKind
from bot.wikitext.cited_works import read_citation
from bot.wikitext.refs import FootnoteTable

_POOR = re.compile(
    r":\d+|auto(?:generated)?\d*|reference[a-z]?|ref\d*|\d+|[a-z]|test\d*|_\w|сноска\d*|источник\d*", re.IGNORECASE
)
_YEAR = re.compile(r"\d{4}")
_GLUED_YEAR = re.compile(r"[^\W\d_]\d{4}")
_UNSAFE = re.compile(r"[^\w .\-]+")
_PARTICLES = frozenset("van von der den de di la le du da dos del ten ter".split())


def is_poor(name: str) -> bool:
    """Whether a name was made by a machine or says nothing."""
    return _POOR.fullmatch(name) is not None


def quoted(value: str) -> str:
    """An attribute value in quotes that every release reads the same."""
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"'{value}'" if '"' in value and "'" not in value else '"' + value.replace('"', "&quot;") + '"'


#: A short form: the family name of the first author, others, and the year.
_SHORT = re.compile(
    r"([^\W\d_][\w’'-]+)(?:,? (?:(?:and|и|&) [^\W\d_][\w’'-]+|et al\.?|и др\.?)|, [^\W\d_][\w’'-]+){0,4}"
    r"[,\s(]+((?:1[5-9]|20)\d\d)[a-zа-я]?\b"
)


class NameMaker:
    """Makes names that are free on one page."""

    def __init__(self, table: FootnoteTable) -> None:
        names = {use.name for use in table.uses if use.name}
        self.taken = {name.casefold().replace("_", " ") for name in names}
        good = [name for name in names if _YEAR.search(name) and not is_poor(name)]
        glued = sum(_GLUED_YEAR.search(name) is not None for name in good)
        self.gap = "" if glued * 2 > len(good) else " "

    def make(self, content: str) -> str:
        """A name for the work that a note cites."""
        cited = read_citation(content)
        short = None if cited.authors else _SHORT.match(cited.plain)
        year = cited.year or (int(short.group(2)) if short else None)
        base = short.group(1) if short else self._author(cited.authors)
        base = base or self._title(cited.title) or self._host(content) or "source"
        name = f"{base}{self.gap}{year}" if year and str(year) not in base else base
        candidate, letter = name, ord("b")
        while candidate.casefold() in self.taken or is_poor(candidate):
            candidate = f"{name}{chr(letter)}" if year and letter <= ord("z") else f"{name} {letter - ord('b') + 2}"
            letter += 1
        self.taken.add(candidate.casefold())
        return candidate

    @staticmethod
    def _author(authors: tuple[str, ...]) -> str:
        if not authors:
            return ""
        words = [word for word in _UNSAFE.sub(" ", authors[0].replace(".", " ")).split() if len(word) > 1]
        family = [word for word in words if word[:1].isupper() and word.casefold() not in _PARTICLES]
        if not family:
            return ""
        return family[0] if re.search(r"\b\w\.", authors[0]) else family[-1]

    @staticmethod
    def _title(title: str | None) -> str:
        words = _UNSAFE.sub(" ", title or "").split()[:3]
        return " ".join(words)[:40].strip()

    @staticmethod
    def _host(content: str) -> str:
        cited = read_citation(content)
        address = cited.first(IdKind.url)
        if address is None:
            return _UNSAFE.sub(" ", source_key(cited.identifiers, cited.plain).partition(":")[2]).strip()[:30].strip()
        host = re.sub(r"^https?://(?:www\.)?", "", address.value).partition("/")[0]
        return _UNSAFE.sub(" ", host).strip()
