"""Names for refs: from author and year, by the page's habit; never digits, never «:0»."""

from __future__ import annotations

import re

from bot.identifiers import source_key
from bot.model.words import IdKind
from bot.wikitext.access_days import without_day
from bot.wikitext.braces import template_arguments, templates
from bot.wikitext.cited_works import read_citation
from bot.wikitext.lexer import GENERIC, lex_plain
from bot.wikitext.name_tokens import PARTICLES
from bot.wikitext.refs import FootnoteTable

_POOR = re.compile(
    r":\d+|auto(?:generated)?\d*|reference[a-z]?|ref\d*|\d+|[a-z]|test\d*|_\w|сноска\d*|источник\d*", re.IGNORECASE
)
_YEAR = re.compile(r"\d{4}")
_GLUED_YEAR = re.compile(r"[^\W\d_]\d{4}")
_UNSAFE = re.compile(r"[^\w .\-]+")
_PARTICLES = frozenset(PARTICLES)
#: Words that a title's beginning does not end on: prepositions, articles and conjunctions of English and Russian.
_GOES_ON = frozenset(
    "a an the of on in for to by with from at as and or via over under into between through against about "
    "в во на о об обо от до для из изо к ко по под при про с со у за над без через между и или а но как не".split()
)
_INITIALS = re.compile(r"\b\w{1,2}\.")


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

    def _proposed(self, content: str) -> tuple[str, int | None]:
        """Author and year as far as the note gives them, else its title or host; and the year."""
        cited = read_citation(without_day(content).strip())
        short = None if cited.authors else _SHORT.match(cited.plain)
        year = cited.year or (int(short.group(2)) if short else None)
        base = short.group(1) if short else self._author(cited.authors)
        base = base or self._title(cited.title) or self._host(content) or "source"
        return f"{base}{self.gap}{year}" if year and str(year) not in base else base, year

    def make(self, content: str) -> str:
        """A name for the work that a note cites."""
        name, year = self._proposed(content)
        candidate, letter = name, ord("b")
        while candidate.casefold() in self.taken or is_poor(candidate):
            candidate = f"{name}{chr(letter)}" if year and letter <= ord("z") else f"{name} {letter - ord('b') + 2}"
            letter += 1
        self.taken.add(candidate.casefold())
        return candidate

    @staticmethod
    def _author(authors: tuple[str, ...]) -> str:
        """The first author's family name with its particles: all before the comma of «Last, First»."""
        family, comma, _ = authors[0].partition(",") if authors else ("", "", "")
        words = [word for word in _UNSAFE.sub(" ", _INITIALS.sub(" ", family)).split() if len(word) > 1]
        names = [at for at, word in enumerate(words) if word[:1].isupper() and word.casefold() not in _PARTICLES]
        if not names:
            return ""
        last = names[0] if not comma and _INITIALS.search(family) else names[-1]
        first = names[0] if comma else last
        while first > 0 and _is_particle(words, first - 1):
            first -= 1
        return " ".join(words[first : last + 1])

    @staticmethod
    def _title(title: str | None) -> str:
        words = _UNSAFE.sub(" ", title or "").split()[:3]
        while len(words) > 1 and words[-1].casefold() in _GOES_ON:
            words.pop()
        return " ".join(words)[:40].strip()

    @staticmethod
    def _host(content: str) -> str:
        cited = read_citation(content)
        address = cited.first(IdKind.url)
        if address is None and not cited.identifiers and "{{" in content:
            return _values(content)
        if address is None:
            return _UNSAFE.sub(" ", source_key(cited.identifiers, cited.plain).partition(":")[2]).strip()[:30].strip()
        host = re.sub(r"^https?://(?:www\.)?", "", address.value).partition("/")[0]
        return _UNSAFE.sub(" ", host).strip()


def _is_particle(words: list[str], at: int) -> bool:
    """Whether a word goes with the family name after it; one with a capital only before another particle («Van der Waerden»)."""
    word = words[at]
    return word.casefold() in _PARTICLES and (word.islower() or words[at + 1].casefold() in _PARTICLES)


def _values(content: str) -> str:
    """The first words of what a template says, without its name."""
    lexed = lex_plain(content, GENERIC)
    given = (value for found in templates(lexed) for _, value, _ in template_arguments(content, found))
    words = [word for word in _UNSAFE.sub(" ", " ".join(given)).split() if re.search(r"[^\W_]", word)][:3]
    return " ".join(words)[:40].strip() if any(map(str.isalpha, "".join(words))) else ""
