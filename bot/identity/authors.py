"""Are these the same people: authors as cited against a record's roster."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from bot.language.fold import fold
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
_BODY = re.compile(
    r"\b(?:inc|ltd|corp|corporation|university|institute|team|group|committee|ieee|nvidia|iso|openai|google|microsoft|consortium|"
    r"foundation|association|society|laboratory|гост|институт|университет|комитет|компания|лаборатория)\b",
    re.IGNORECASE,
)
#: Names of a note that are compared, of a record, and characters of one: each of ours is held against each of theirs.
MOST_CITED, MOST_FOUND, LONGEST = 100, 3000, 300
_PATRONYMIC = re.compile(r"(?:вич|вна|чна|ovich|evich|ovna|evna|vitch|vych)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Person:
    """One author: possible surnames as keys (the likeliest first), for each the initials of the other words, the folded whole."""

    surnames: tuple[str, ...]
    initials: tuple[frozenset[str], ...]
    whole: str
    script: str
    body: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """Cited authors against a record's.

    ``coverage`` is the matched share of the cited ones, None where nothing can be compared; ``first`` whether the first of both
    is one person; ``extras`` are cited people that a complete record in the same script does not have; ``comparable`` says that
    all names are people's in one script, so that their absence means something.
    """

    coverage: float | None = None
    first: bool = False
    extras: tuple[str, ...] = ()
    comparable: bool = False

    @property
    def agrees(self) -> bool:
        """Whether the people are positively the same."""
        return self.coverage is not None and self.coverage >= 0.5


def roster(cited: tuple[str, ...], found: tuple[str, ...], *, complete: bool = True) -> Roster:
    """Compare ``cited`` with ``found``. Order is no matter, nor «et al.», nor scripts, nor what a shorter list leaves out.

    The first 100 cited names and 3,000 of the record's are compared; a longer record counts as incomplete.
    """
    complete = complete and len(found) <= MOST_FOUND
    cited, found = cited[:MOST_CITED], found[:MOST_FOUND]
    ours = [(name, person) for name in cited if (person := read(name)) is not None]
    theirs = [person for name in found if (person := read(name)) is not None]
    if not ours or not theirs:
        return Roster()
    free = list(theirs)
    missing: list[tuple[str, Person]] = []
    for name, person in ours:
        match = next((other for other in free if same(person, other)), None)
        if match is None:
            missing.append((name, person))
        else:
            free.remove(match)
    extras = [name for name, person in missing if complete and _is_new(person, theirs)]
    comparable = complete and len({person.script for person in (*(person for _, person in ours), *theirs)}) == 1
    bodies = any(person.body for person in (*(person for _, person in ours), *theirs))
    return Roster(1 - len(missing) / len(ours), same(ours[0][1], theirs[0]), tuple(extras), comparable and not bodies)


def read(name: str) -> Person | None:
    """A name in any usual order; None for «et al.» and for what holds no name."""
    name = re.sub(
        r"\s\d{4}$", "", _TAIL.sub("", name[:LONGEST].replace("*", " ")).strip(" ,;.&")
    )  # DBLP tells namesakes apart by 0001
    if not name or _ET_AL.match(name):
        return None
    if _BODY.search(name) or (name.isupper() and " " not in name and len(name) > 1):
        return Person((), (), fold(name), script_of(name), body=True)
    last, comma, first = name.partition(",")
    if comma and fold(first).strip(". ") not in _SUFFIXES:
        surnames, given = [last], _tokens(first)
    else:
        surnames, given = _split(_tokens(last))
    keys: dict[str, frozenset[str]] = {}
    for surname in surnames:
        others = [token for token in given if token not in surname.split()]
        for key in _surname_keys(surname):
            keys[key] = keys.get(key, frozenset()).union(*map(initial_keys, others))
    return Person(tuple(keys), tuple(keys.values()), fold(name), script_of(name)) if keys else None


def same(one: Person, other: Person) -> bool:
    """Whether two names can be one person: a surname meets, and initials, where both have them, do not clash."""
    if one.body or other.body:
        ours, theirs = set(re.findall(r"\w+", one.whole)), set(re.findall(r"\w+", other.whole))
        return bool(ours) and (ours <= theirs or theirs <= ours)
    loose = one.script != other.script
    pairs = [
        (mine, yours)
        for ours, mine in zip(one.surnames, one.initials, strict=True)
        for theirs, yours in zip(other.surnames, other.initials, strict=True)
        if near(ours, theirs, loose=loose)
    ]
    return any(loose or not mine or not yours or mine & yours for mine, yours in pairs)


def near(one: str, other: str, *, loose: bool = False) -> bool:
    """Whether two surname keys are one: equal, or one edit apart from five letters on (two across scripts, from seven)."""
    if one == other:
        return True
    shorter = min(len(one), len(other))
    allowed = (2 if loose and shorter >= 7 else 1) if shorter >= 5 or (loose and shorter >= 4) else 0
    return allowed > 0 and Levenshtein.distance(one, other, score_cutoff=allowed) <= allowed


def _is_new(person: Person, theirs: list[Person]) -> bool:
    """Whether a cited person is certainly not in the roster: same script, and no surname there even resembles it."""
    if person.body or not all(other.script == person.script for other in theirs) or any(other.body for other in theirs):
        return False
    return not any(
        Levenshtein.normalized_similarity(ours, key) >= 0.6
        or (min(len(ours), len(key)) >= 4 and (ours in key or key in ours))
        for ours in person.surnames
        for other in theirs
        for key in other.surnames
    )


def _tokens(name: str) -> list[str]:
    """Words of a name, initials written together («И.И.», «J.-P.») apart."""
    return [token for token in re.split(r"[\s.\u00a0]+", name) if token.strip("-'’")]


def _split(tokens: list[str]) -> tuple[list[str], list[str]]:
    """Possible surnames and the given names of a name without comma."""
    tokens = [token for token in tokens if token.lower().strip(".") not in _SUFFIXES] or tokens
    initials = [token for token in tokens if _is_initials(token)]
    words = [token for token in tokens if not _is_initials(token)]
    if initials and words:
        if len(words) == 1:
            return words, [char for token in initials for char in re.findall(r"\w", token)]
        given = initials + (words[:-1] if _is_initials(tokens[-1]) is False else [])
        return [" ".join(words), words[-1], words[0]], given
    if len(words) >= 3 and _PATRONYMIC.search(words[-1]):
        return [words[0]], words[1:]
    if len(words) >= 2 and _PATRONYMIC.search(words[1]) and len(words) == 3:
        return [words[2]], words[:2]
    if not words:
        return tokens[-1:], tokens[:-1]
    surnames = [words[-1], words[0]] if len(words) == 2 else [words[-1], " ".join(words[-2:]), words[0]]
    return surnames, words


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
