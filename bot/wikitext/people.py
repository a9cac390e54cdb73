"""Lists of people as bibliographies write them, at the beginning of a text.

A style is a row: how the first person is written, how the others are, what has to follow so that they are people and no title.
Every style is tried; the one that reads furthest has understood the list. What fits none is nobody, or a body (``body_of``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from bot.wikitext.name_tokens import UPPER, Tokens, tokens

#: «Иванов И. И.», «Bishop, C. M.», «Maaten L. van der», «Hall, J., Jr.»
_BEHIND = r"P{0,3}W{1,2},?[IJ]{1,5}(?:P{1,3}(?![WI]))?(?:,?S)?"
#: «И. И. Иванов», «J. von Neumann», «J. García Márquez,»
_BEFORE = r"[IJ]{1,5}P{0,3}W(?:W(?=[,;:.AEYM(]|$))?S?"
#: «Watson JD», «van Dongen HPA»
_BARE = r"P{0,3}W{1,2}V(?!W)S?"
#: Behind such people also one whose initial ends the list.
_BARE_LAST = rf"{_BARE}|P{{0,3}}W{{1,2}}I(?![I,])"
#: «Christopher M. Bishop», «Laurens van der Maaten», «Jianyi Yang 0001»
_FULL = r"W(?:[WV]{0,2}|[WV]?[IV]{1,2})P{0,3}WS?|WP{1,3}WS?|W[WVI]?J(?!,)"
#: «Murphy, Kevin P.», «García Márquez, Gabriel»
_TURNED = re.compile(r"P{0,3}W{1,2},[WV](?:[WIV]){0,2}P{0,2}(?![W])(?:,?S)?")
#: A family name with «et al.»
_LONE = re.compile(r"P{0,3}W(?=,?M?E)")
_INITIALLED = re.compile(f"{_BEHIND}|{_BEFORE}")
_STRAIGHT = re.compile(f"{_FULL}|{_BEFORE}")

#: Markup changes between people only where each of them is in italics.
_SEPARATOR = re.compile(r"M(?:[,;]A?|A)M|[,;]?A|[,;]~?,?A?|~,?A?")
_SEMICOLON = re.compile(r"M;A?M|;A?|,?A")
_EDITED = re.compile(r"под (?:общ(?:\.|ей) )?ред(?:\.|акцией)\s", re.IGNORECASE)
#: A note's number, a list's mark, a footnote's name, a word before the people.
_BEGINNING = re.compile(
    r"\s*(?:>\s?)?(?:[-*+•]\s\[[ x]\]|\[\^?\w{1,12}\]:?|\d{1,3}[.)](?=\s)|[-*+•](?=\s))?\s*"
    r"(?:(?:источник|source|см\. также|см\.|цит\. по|see also|see|cf\.)[:\s]\s*)?",
    re.IGNORECASE,
)
_DBLP = re.compile(r"\d{4}: \d+|[\d)]: [A-Z]?\d+(?:-[A-Z]?\d+)? \((?:19|20)\d\d\)|\babs/\d{4}\.\d")
_PUBLISHED = re.compile(r":\s*[A-ZА-ЯЁ]|//|(?:1[5-9]|20)\d\d")
_VANCOUVER = re.compile(r"(?:19|20)\d\d[^;.]{0,12};\s?\d|\d\(\d+\):")
#: A sentence that names a publisher or a year is no title: what stands before it is one.
_PUBLISHER = re.compile(r"\b(?:Press|Springer|Wiley|University|Publ\w*|[Ии]зд\w*)\b|,\s*(?:1[5-9]|20)\d\d\b")
_RUSSIAN = re.compile("[\u0400-\u04ff]")
_CAPITALS = re.compile(rf"{UPPER}{{3,}}\s")
_ADJECTIVE = re.compile(r"(?:ая|яя|ое|ее|ые|ие|ый)$")


class _Listed(NamedTuple):
    """A list that a style has read: places of its people, the place after it, whether «et al.» closes it."""

    people: tuple[tuple[int, int], ...]
    end: int
    more: bool
    names: tuple[str, ...]


class _Sign(NamedTuple):
    """What makes sure that words are people.

    How many there are at least and at most, which kinds of words stand behind them, what the text there holds, and what the
    words themselves have to be.
    """

    least: int
    most: int
    follows: re.Pattern[str]
    rest: re.Pattern[str] | None = None
    themselves: Callable[[Tokens, _Listed], bool] | None = None


class _Style(NamedTuple):
    """``first`` and ``others`` are people, ``signs`` make sure of them, one being enough; «et al.» always does.

    ``full_stop``: names are written without one, and the one behind the last name ends the list.
    """

    name: str
    first: re.Pattern[str]
    others: re.Pattern[str]
    signs: tuple[_Sign, ...]
    separator: re.Pattern[str] = _SEPARATOR
    full_stop: bool = False


def _is_no_title(words: Tokens, read: _Listed) -> bool:
    """One name in full can be no title: an initial inside and a title behind, or two Russian words with capitals."""
    first, last = read.people[0]
    name = words.words(first, last).split()
    sentence = words.rest(read.end + 1).split(".")[0]
    if _PUBLISHER.search(sentence):
        return False
    if "I" in words.kinds[first:last]:
        return len(sentence.split()) >= (2 if len(name) > 2 else 3)
    return _RUSSIAN.match(name[0]) is not None and not _ADJECTIVE.search(name[0])


def _in_capitals(words: Tokens, read: _Listed) -> bool:  # noqa: ARG001 (one shape for every sign)
    """The family name in capitals, as French bibliographies have it."""
    return _CAPITALS.match(words.text) is not None


_MANY = 10_000
_MORE = re.compile(r"[,;]?M?E\.?M?")
_ANYTHING = re.compile("")
_MARK = re.compile(r"[.:]")
_NAMES_ARE_INITIALLED = (_Sign(1, _MANY, _ANYTHING),)
_NAMES_ARE_BARE = (  # one person alone may be a title («Windows NT.»)
    _Sign(2, _MANY, re.compile(r"[.:(,Y]")),
    _Sign(1, _MANY, re.compile(r"[.,]?\(Y")),
    _Sign(1, _MANY, re.compile(r"\.[WQ]"), _VANCOUVER),
)
_NAMES_ARE_FULL = (  # capitalised words alone may be a title («Neural Networks.»)
    _Sign(1, _MANY, re.compile(r"M?(?:[.,:]?(?:\(Y|M|Q)|[.,]Y[.,:)])")),
    _Sign(2, _MANY, _MARK),
    _Sign(2, _MANY, re.compile(","), _PUBLISHED),
    _Sign(1, 1, re.compile(","), None, _in_capitals),
    _Sign(1, 1, re.compile(":"), _DBLP),
    _Sign(1, 1, re.compile(r"\.[WQIVPdwM]"), _PUBLISHED, _is_no_title),
)
_NAMES_ARE_TURNED = (
    _Sign(1, _MANY, re.compile(r"[.:,]?(?:\(?Y|Q|M)")),
    _Sign(2, _MANY, _MARK),
    _Sign(1, _MANY, _MARK, _PUBLISHED),
)
_STYLES = (
    _Style("initials behind or before", _INITIALLED, _INITIALLED, _NAMES_ARE_INITIALLED),
    _Style("full names", re.compile(_FULL), _STRAIGHT, _NAMES_ARE_FULL, full_stop=True),
    _Style("Vancouver", re.compile(_BARE), re.compile(_BARE_LAST), _NAMES_ARE_BARE, full_stop=True),
    _Style("family name first", _TURNED, _TURNED, _NAMES_ARE_TURNED, _SEMICOLON),
    _Style("family name first, then straight", _TURNED, _STRAIGHT, _NAMES_ARE_TURNED),
    _Style("a family name alone", _LONE, _LONE, ()),
)


def _is_certain(words: Tokens, read: _Listed, signs: tuple[_Sign, ...]) -> bool:
    """Whether what was read are people; an initial's full stop, or that of «Ba.», ends a sentence, too."""
    dotted = not read.more and words.kinds[read.end - 1] in "IJ"
    kinds, rest = ("." if dotted else "") + words.kinds[read.end :], words.rest(read.end)
    return read.more or any(
        sign.least <= len(read.people) <= sign.most
        and sign.follows.match(kinds)
        and (sign.rest is None or sign.rest.search(rest))
        and (sign.themselves is None or sign.themselves(words, read))
        for sign in signs
    )


class People(NamedTuple):
    """Names as written, the text after them, and the mark that closed the list."""

    names: tuple[str, ...]
    rest: str
    separator: str = ""


def people(text: str) -> People:
    """The people at the beginning of a text, nobody where no style fits; numbers and words before them are skipped.

    ``text`` may hold ``MARK`` where italics or bold begin and end.
    """
    start = _BEGINNING.match(text)
    text = text[start.end() :] if start else text
    edited = _EDITED.match(text)
    if edited:
        return People((), people(text[edited.end() :]).rest)
    words = tokens(text)
    read = max((one for style in _STYLES if (one := _list(words, style))), key=lambda one: one.end, default=None)
    if read is None:
        return People((), text)
    closing = re.match(r"M?[.,:]?M?", words.kinds[read.end :])
    after = read.end + (closing.end() if closing else 0)
    if "M" in words.kinds[read.end : after] and words.kinds[after - 1] == "M" and words.kinds[:1] != "M":
        after -= 1  # a title in italics begins
    return People(read.names, words.rest(after), words.kinds[read.end : after].replace("M", ""))


def _list(words: Tokens, style: _Style, *, sure: bool = False) -> _Listed | None:
    """The people at the beginning in one style; ``sure``: nothing else can stand here."""
    found = _people_at(words, style)
    for kept in range(len(found), max(0, len(found) - _MOST_TAKEN_BACK), -1):
        read = _closed(words, style, found[:kept])
        if sure or _is_certain(words, read, style.signs):
            return read
    return None


#: Words of a title that were taken for the last people of a list («Peter Brown, The World …»).
_MOST_TAKEN_BACK = 3


def _people_at(words: Tokens, style: _Style) -> list[tuple[int, int]]:
    """The places of the people of a list at the beginning."""
    place: int | None = 1 if words.kinds[:1] == "M" else 0
    pattern = style.first
    found: list[tuple[int, int]] = []
    while place is not None and (match := pattern.match(words.kinds, place)):
        found.append(match.span())
        pattern = style.others
        separator = style.separator.match(words.kinds, match.end())
        place = separator.end() if separator else None
    return found


def _closed(words: Tokens, style: _Style, people: list[tuple[int, int]]) -> _Listed:
    """A list with what closes it."""
    end = people[-1][1]
    more = _MORE.match(words.kinds, end)
    names = tuple(undotted(words.words(*one)) for one in people)
    if style.full_stop and not more and words.kinds[end - 1] in "IJ" and names[-1].isascii():
        names = (*names[:-1], names[-1].rstrip("."))
    return _Listed(tuple(people), more.end() if more else end, more is not None, names)


#: Nouns with which corporate names end (the headings of MARC 21 fields 110 and 710 at the Library of Congress, and their Russian
#: counterparts).
_BODIES = (
    "Collaboration Consortium Group Team Organization Organisation Agency Office Institute Committee Commission "
    "Council Association Society Foundation Department Ministry Bureau Network Project Initiative Bank Union "
    "Company Corporation Laboratory Коллаборация Консорциум Группа Организация Агентство Институт Комитет Комиссия "
    "Ассоциация Общество Фонд Министерство"
).split()
_BODY = re.compile(rf"(?:{UPPER}[\w&'’\-]*\s?(?:(?:of|for|the|on|and|по)\s)*){{1,8}}")
_DATED = re.compile(r"(?:[.,]\s*|[.,]?\s*\()(?:1[5-9]|20)\d\d[a-z]?[).,]")
#: Capitals in the middle of a word: a company's way to write itself.
_COINED = re.compile(r"(?=\w*?[a-z][A-Z])\w++|\w++-AI")


def body_of(text: str) -> People:
    """A company, a collaboration or an agency in the author's place; nobody where the words may as well be a title.

    It stands before a year, bears a corporate name's noun, or is a single coined word.
    """
    match = _BODY.match(text)
    name = match.group().strip() if match else ""
    after = text[len(name) :]
    noun = name.split(" ")[-1] in _BODIES and after.startswith(".")
    coined = _COINED.fullmatch(name) is not None and after.startswith(". ")
    if not name or not (_DATED.match(after) or noun or coined):
        return People((), text)
    return People((name,), after.lstrip(".,: "), after.lstrip()[:1])


def split(listed: str) -> tuple[str, ...]:
    """The people of a template's argument; «и др.» is nobody. What is no list of people is one name, a body's."""
    bare = listed.strip()
    words = tokens(bare.rstrip(".,;") + ("." if bare.endswith(".") else ""))
    reads = (_list(words, style, sure=True) for style in _STYLES)
    whole = [one for one in reads if one and not words.kinds[one.end :].strip(".,;")]
    return max(whole, key=lambda one: len(one.people)).names if whole else _parted(bare)


def _parted(listed: str) -> tuple[str, ...]:
    """A list at its semicolons, else at its commas where every part has several words."""
    bare = _OTHERS.sub("", listed)
    parts = re.split(r"(?<!\s)\s*+;\s*+", bare) if ";" in bare else _COMMAS.split(bare)
    whole = ";" not in bare and not all(" " in part for part in parts)
    return tuple(name for part in ([bare] if whole else parts) if len(name := undotted(part)) > 1)


_OTHERS = re.compile(r"(?<![\s,;])[\s,;]++(?:et al|и др|and others)\.?+\s*+$")
_COMMAS = re.compile(r",\s++(?:and\s++|и\s++|&\s++)?|(?<!\s)\s++(?:and|и|&)\s++")


def undotted(name: str) -> str:
    """A name without what the list puts after it, nor DBLP's number of a homonym; an initial keeps its full stop."""
    name = re.sub(r"\s0\d{3}$", "", name.strip())
    initial = re.search(r"(?:^|[\s.-])(?:[^\W\d_][a-zа-яё]?|[JS]r)\.$", name)
    return name.strip(" ,;") if initial else name.strip(" ,.;")
