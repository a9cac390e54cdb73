"""Are these the same people: names read in any usual order, and how one stands to another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product

from rapidfuzz.distance import Levenshtein

from bot.identity.levels import groups, words
from bot.language.fold import fold, unaccented
from bot.language.romanise import initial_keys, name_key, script_of

_ET_AL = re.compile(
    r"^\W*(?:(?:et\.?|and|и)\s+)?(?:al\.?|др\.?|другие|others|соавт\w*\.?|colleagues|coll\.?)\W*$"
    r"|^\W*\[?\d+ (?:more )?authors\]?\W*$|^\W*(?:et al|и др)\b.*$|^\W*(?:\(?eds?\.?\)?|ред\.?|\(ред\.?\)|сост\.?|пер\.?)\W*$",
    re.IGNORECASE,
)
#: What a model writes where it does not know the people.
PLACEHOLDER = re.compile(
    r"\[\s*\d+\s+(?:more\s+)?authors?\s*\]|\[\s*\d+\s+автор\w*\s*\]|\[(?:authors?(?: names?)?|авторы?|имена авторов)\]"
    r"|\b(?:First ?[Nn]ame|Given ?[Nn]ame) (?:Last ?[Nn]ame|Family ?[Nn]ame)\b|\bAuthor (?:One|Two|[AB]\.)|\bФамилия И\. ?О\.",
)
_TAIL = re.compile(r"\b(?:et\.? al|и др|и соавт)\b(?s:.*)", re.IGNORECASE)
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "md", "мл", "ст"})
_PARTICLES = frozenset(
    "van von der den de del della di da dos du la le el al bin ibn ten ter zu zur af av фон ван дер де ла ле ди да оглы".split()
)
#: Names of a note that are compared, of a record, and characters of one: each of ours is held against each of theirs.
MOST_CITED, MOST_FOUND, LONGEST = 100, 3000, 300
_PATRONYMIC = re.compile(r"(?:вич|вна|чна|ovich|evich|ovna|evna|vitch|vych)$", re.IGNORECASE)


class Relation(StrEnum):
    """How a name stands to another: one person, a surname that resembles, one with another given name, somebody else."""

    same = "same"
    resembling = "resembling"
    namesake = "namesake"
    stranger = "stranger"


@dataclass(frozen=True, slots=True)
class Person:
    """One author: possible surnames as keys (the likeliest first), for each the initials and the full words of the given names.

    ``whole`` is the folded name; a ``body`` has no surname.
    """

    surnames: tuple[str, ...]
    initials: tuple[frozenset[str], ...]
    given: tuple[tuple[str, ...], ...]
    whole: str
    script: str
    body: bool = False


def read(name: str) -> Person | None:
    """A name in any usual order; None for «et al.» and for what holds no name."""
    name = re.sub(
        r"\s\d{4}$", "", _TAIL.sub("", name[:LONGEST].replace("*", " ")).strip(" ,;.&")
    )  # DBLP tells namesakes apart by 0001
    if not name or _ET_AL.match(name):
        return None
    if _is_body(name):
        return Person((), (), (), fold(name), script_of(name), body=True)
    last, comma, first = name.partition(",")
    if comma and fold(first).strip(". ") not in _SUFFIXES:
        surnames, given = [last], _tokens(first)
    else:
        surnames, given = _split(_tokens(last))
    initials: dict[str, frozenset[str]] = {}
    full: dict[str, tuple[str, ...]] = {}
    for surname in surnames:
        others = [token for token in given if token not in surname.split()]
        told = tuple(fold(token) for token in others if _is_word(token))
        for key in _surname_keys(surname):
            initials[key] = initials.get(key, frozenset()).union(*map(initial_keys, others))
            full.setdefault(key, told)
    if not initials:
        return None
    return Person(tuple(initials), tuple(initials.values()), tuple(full.values()), fold(name), script_of(name))


def _is_body(name: str) -> bool:
    """Whether a name is a body's: a word that only bodies have, a firm's, or one word in capitals."""
    told = re.findall(r"[^\W\d_]+", name)
    small = [word.lower() for word in told]
    bodies = words("people", "bodies") - {"ai", "lab"} | words("people", "firms")
    if not bodies.isdisjoint(small):
        return True
    named = len(told) > 1 and (told[-1] == "AI" or small[-1] == "lab")
    return named or (name.isupper() and " " not in name and len(name) > 1 and "." not in name)


def relation(one: Person, other: Person) -> Relation:
    """How two names stand to each other; across scripts by sounds (``_sounds``), where letters say little."""
    if one.body or other.body:
        return Relation.same if _one_body(one, other) else Relation.stranger
    if one.script != other.script:
        return Relation.same if _sounds_alike(one, other) else Relation.stranger
    met = (
        _givens(one.initials[a], other.initials[b], one.given[a], other.given[b])
        for a, b in product(range(len(one.surnames)), range(len(other.surnames)))
        if near(one.surnames[a], other.surnames[b])
    )
    if True in met:
        return Relation.same
    if one.surnames[0] == other.surnames[0]:
        return Relation.namesake
    return Relation.resembling if _resembles(one, other) else Relation.stranger


def same(one: Person, other: Person) -> bool:
    """Whether two names can be one person: a surname meets, and given names, where both have them, do not clash."""
    return relation(one, other) is Relation.same


def _one_body(one: Person, other: Person) -> bool:
    """Whether one body's name holds the other's words."""
    ours, theirs = set(re.findall(r"\w+", one.whole)), set(re.findall(r"\w+", other.whole))
    return one.body == other.body and bool(ours) and (ours <= theirs or theirs <= ours)


def _givens(mine: frozenset[str], yours: frozenset[str], ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether given names can be one person's: initials where one side has no more, else the names themselves."""
    if not mine or not yours:
        return True
    if not mine & yours and not _short_form(ours, theirs):
        return False
    if not ours or not theirs:
        return True
    return _one_given(ours, theirs)


def _one_given(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether two rows of full given names share one: equal, a beginning, one letter apart, or its short form."""
    mine, yours = [[*row, "".join(row)] for row in (_parts(ours), _parts(theirs))]
    pairs = [(a, b) for a in mine for b in yours]
    return _short_form(ours, theirs) or any(
        near(name_key(a), name_key(b)) or (min(len(a), len(b)) >= 3 and (a.startswith(b) or b.startswith(a)))
        for a, b in pairs
    )


def _parts(given: tuple[str, ...]) -> list[str]:
    """The words of given names, a double one in its parts."""
    return [part for word in given for part in re.split(r"[-‐‑'’]", word) if part]


def _short_form(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether a name is called like another («Bob», «Robert»)."""
    return any(a != b and {a, b} <= group for a in _parts(ours) for b in _parts(theirs) for group in _forms(a))


@cache
def _forms(name: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group) for group in groups("people", "short_forms") if name in group)


def near(one: str, other: str) -> bool:
    """Whether two surname keys are one: equal, or one edit apart from five letters on."""
    if one == other:
        return True
    return min(len(one), len(other)) >= 5 and Levenshtein.distance(one, other, score_cutoff=1) <= 1


def _resembles(one: Person, other: Person) -> bool:
    """Whether surnames resemble each other, as misprints and other spellings do."""
    return any(
        Levenshtein.normalized_similarity(ours, theirs) >= 0.6
        or (min(len(ours), len(theirs)) >= 4 and (ours in theirs or theirs in ours))
        for ours in one.surnames[:1]
        for theirs in other.surnames[:1]
    )


#: Sounds that every scheme keeps apart, as classes of letters; what stands in none (vowels, glides, h) is written or left out at
#: will.
_SOUNDS = (
    ("N", "ng нг"),
    ("S", "schtsch tsch sch shch zh ch sh ts tz cz dzh dz dj ж ч ш щ ц с з дж дз чж цз s z x j q c"),
    ("K", "ck kh gh к г х k g"),
    ("P", "п б p b"),
    ("V", "ph ff ф в f v w"),
    ("T", "th т д t d"),
    ("M", "м m"),
    ("N", "н n"),
    ("L", "л l"),
    ("R", "р r"),
)


def _sounds(word: str) -> str:
    """A name's consonants by class: what transliterations and practical transcriptions both keep."""
    return _as_sounds(word, _sound_table())


def _as_sounds(word: str, table: dict[str, str]) -> str:
    """Letters by a table, the longest first; runs of one sound once, what the table does not have left out."""
    found, plain, place = "", unaccented(fold(word)), 0
    while place < len(plain):
        size = next((size for size in range(7, 0, -1) if plain[place : place + size] in table), 0)
        sound = table[plain[place : place + size]] if size else ""
        found += "" if found.endswith(sound) else sound
        place += max(size, 1)
    return found


@cache
def _sound_table() -> dict[str, str]:
    return {letters: sound for sound, listed in _SOUNDS for letters in listed.split()}


def _sounds_alike(one: Person, other: Person) -> bool:
    """Whether two names in two scripts can be one: keys a letter or two apart, or the same three sounds and more.

    Short names need initials, too: «Ли Ю.» is «Yuan Li».
    """
    pairs = product(zip(one.surnames, one.initials, strict=True), zip(other.surnames, other.initials, strict=True))
    for (ours, my_initials), (theirs, your_initials) in pairs:
        alike = not my_initials or not your_initials or _initials_sound(my_initials, your_initials)
        if _close_keys(ours, theirs) and (alike or min(len(ours), len(theirs)) >= 5):
            return True
    return any(len(sound) >= 3 for sound in _word_sounds(one.whole) & _word_sounds(other.whole))


def echoes(one: Person, other: Person) -> bool:
    """Whether two names at the same place of two lists may be one, by their sounds and initials, across scripts."""
    cyrillic, latin = (one, other) if one.script == "cyrillic" else (other, one)
    surnames = ((ours, theirs) for ours in _surname_words(cyrillic) for theirs in _surname_words(latin))
    return _initials_echo(cyrillic, latin) and any(_sound_distance(ours, theirs) <= _ECHO for ours, theirs in surnames)


def _surname_words(person: Person) -> list[str]:
    """The words of a name that may be its surname: its ends, no initials."""
    told = [word for word in _name_words(person.whole) if len(word) > 1]
    return told if len(told) <= 1 else [told[0], told[-1]]


def _initials_echo(cyrillic: Person, latin: Person) -> bool:
    """Whether some word of either given names begins as the other's may, in the other script."""
    mine, yours = ({word[0] for word in _name_words(person.whole)} for person in (cyrillic, latin))
    short = {word for word in _name_words(cyrillic.whole) if len(word) == 1} or mine
    return any(letter in _INITIALS.get(other, "") for letter in short for other in yours)


#: What a Latin initial may be in Cyrillic: BGN/PCGN and GOST backwards, practical transcription of English, Chinese (Palladius),
#: German.
_INITIALS = {
    "a": "аэяео", "b": "бв", "c": "кчцс", "d": "дж", "e": "еэиюя", "f": "фв", "g": "гжд", "h": "хгзю", "i": "ийя",
    "j": "дйжхцюяие",
    "k": "кх", "l": "л", "m": "м", "n": "нк", "o": "оу", "p": "пфб", "q": "кцч", "r": "рж", "s": "сшзщ", "t": "тцч", "u": "уюа",
    "v": "вф", "w": "вуо", "x": "кхсз", "y": "йияюеэу", "z": "зцжчс",
}  # fmt: skip
#: Letters as sounds, the longest first; vowels are one sound, what may be silent has its own.
_SPOKEN = (
    ("N", "ng нг нь n н"),
    ("S", "schtsch tsch sch shch zh ch sh ts tz cz zz дж дз чж цз ж ч ш щ ц с з s z x j c"),
    ("K", "ck kh gh кх к г k g q"),
    ("H", "h х"),
    ("P", "п б p b"),
    ("F", "ph ff ф f"),
    ("V", "в v"),
    ("W", "w"),
    ("T", "th т д t d"),
    ("M", "м m"),
    ("L", "л l"),
    ("R", "р r"),
    ("a", "а е ё и о у ы э ю я й і a e i o u y"),
)
#: The price of a sound without counterpart, and of one for another; 1 for what is not here.
_ALONE = {"a": 0.15, "W": 0.25, "H": 0.6}
_INSTEAD = {
    frozenset("SK"): 0.4, frozenset("KH"): 0.3, frozenset("SH"): 0.6, frozenset("VW"): 0.0, frozenset("aW"): 0.0,
    frozenset("FV"): 0.3, frozenset("PV"): 0.5, frozenset("TS"): 0.5, frozenset("SR"): 0.7,
}  # fmt: skip
#: Up to this price a sound two names are one: measured on transcribed lists of one half of the labelled data.
_ECHO = 0.34


def _sound_distance(one: str, other: str) -> float:
    """What it costs to make one name's sounds the other's, by consonant."""
    ours, theirs = _spoken(one), _spoken(other)
    row = [0.0]
    for sound in theirs:
        row.append(row[-1] + _ALONE.get(sound, 1.0))
    for sound in ours:
        before, row = row, [row[0] + _ALONE.get(sound, 1.0)]
        for place, met in enumerate(theirs):
            instead = before[place] + (0.0 if sound == met else _INSTEAD.get(frozenset((sound, met)), 1.0))
            row.append(min(instead, before[place + 1] + _ALONE.get(sound, 1.0), row[-1] + _ALONE.get(met, 1.0)))
    consonants = max(sum(sound != "a" for sound in found) for found in (ours, theirs))
    return row[-1] / max(consonants, 1)


def _spoken(word: str) -> str:
    """A word as sounds; runs of one sound once."""
    return _as_sounds(word, _spoken_table())


@cache
def _spoken_table() -> dict[str, str]:
    return {letters: sound for sound, listed in _SPOKEN for letters in listed.split()}


def _close_keys(ours: str, theirs: str) -> bool:
    """Whether keys are equal, or one edit apart from four letters on, two from seven where they begin alike."""
    shorter = min(len(ours), len(theirs))
    allowed = 2 if shorter >= 7 and ours[0] == theirs[0] else 1 if shorter >= 4 else 0
    return ours == theirs or (allowed > 0 and Levenshtein.distance(ours, theirs, score_cutoff=allowed) <= allowed)


def _initials_sound(mine: frozenset[str], yours: frozenset[str]) -> bool:
    """Whether initials can be one across scripts: equal, of one class of sounds, or both vowels."""
    ours, theirs = ({_sounds(letter) for letter in found} for found in (mine, yours))
    return bool(mine & yours) or bool(ours & theirs)


def _word_sounds(whole: str) -> set[str]:
    return {_sounds(word) for word in _name_words(whole) if len(word) > 1}


def _name_words(whole: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", whole)


def _tokens(name: str) -> list[str]:
    """Words of a name, initials written together («И.И.», «J.-P.») apart."""
    return [token for token in re.split(r"[\s.\u00a0]+", name) if token.strip("-'’")]


def _split(tokens: list[str]) -> tuple[list[str], list[str]]:
    """Possible surnames and the given names of a name without comma."""
    tokens = [token for token in tokens if token.lower().strip(".") not in _SUFFIXES] or tokens
    initials = [token for token in tokens if _is_initials(token)]
    words = [token for token in tokens if not _is_initials(token)]
    if not words:
        return tokens[-1:], tokens[:-1]
    if not initials:
        return _in_full(words)
    if len(words) == 1:
        return words, re.findall(r"\w", "".join(initials))
    given = initials if _is_initials(tokens[-1]) else [*initials, *words[:-1]]
    return [" ".join(words), words[-1], words[0]], given


def _in_full(words: list[str]) -> tuple[list[str], list[str]]:
    """The same of a name without initials: a patronymic tells where the surname stands."""
    if len(words) >= 3 and _PATRONYMIC.search(words[-1]):
        return [words[0]], words[1:]
    if len(words) == 3 and _PATRONYMIC.search(words[1]):
        return [words[2]], words[:2]
    both = [words[-1], words[0]]
    return (both if len(words) == 2 else [words[-1], " ".join(words[-2:]), words[0]]), words


def _is_word(token: str) -> bool:
    """Whether it is a name in full."""
    return not _is_initials(token) and token.lower() not in _PARTICLES


def _is_initials(token: str) -> bool:
    """One letter, or a few capitals as in «Smith AB» and «J-P»; «Li», «Wu» and «Yu» are surnames as often as not."""
    bare = token.strip("-")
    return len(bare) == 1 or bool(re.fullmatch(r"[A-ZА-ЯЁ]{2,3}|[A-ZА-ЯЁ][a-zа-яё]?-[A-ZА-ЯЁ][a-zа-яё]?", bare))


def _surname_keys(surname: str) -> list[str]:
    """Keys of a surname: whole, without particles, and each half of a double name."""
    words = [word for word in re.split(r"[\s\-‐‑–'’]+", surname.strip(" .")) if word]
    bare = [word for word in words if word.lower() not in _PARTICLES] or words
    keys = [name_key("".join(words)), name_key("".join(bare)), *(name_key(word) for word in bare if len(word) > 2)]
    return [key for key in keys if key]
