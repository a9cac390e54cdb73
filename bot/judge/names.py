"""Does the evidence name whom the claim names? Decided by code: a swapped name reads as well as the right one.

Only what is written like a name is asked for: in a Russian claim a word in Latin letters that has a capital or a digit, in any
claim a word with a capital that does not open a sentence. Two spellings are one name when they are one word but for an ending
of their language, or when one transliterates the other: the same consonants in the same order, and between them vowels that
may stand for each other. «Хинтона» is Hinton; Adam is not Adagrad, Lukin is not Лекун. A name of which too little is left to
tell is not met. Names that are translated («Гаага», The Hague) an encoder may find alike; a token with digits stays exact.

No names are months, weekdays and Roman numerals, and the words of the article's own title are everywhere understood.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from bot.language.fold import fold
from bot.language.numbers import figures
from bot.language.numerals import MONTHS
from bot.language.romanise import is_cyrillic, name_key

_WORD = re.compile(r"[^\W_]+(?:[-\u2010\u2011'’][^\W_]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_HYPHEN = re.compile(r"[-\u2010\u2011]")
#: A key in its consonants and the vowels between them.
_SOUNDS = re.compile(r"([aeiou]*)([^aeiou]|$)")
#: What schemes and languages write otherwise: Хинтон and Гинтон, Зингер and Singer, Уолш and Walsh.
_SWAPS = str.maketrans("hzwq", "gsvk")
#: A Latin c before other letters is «к»; ch is «х» in German and Greek names, «ш» in French ones.
_HARD_C = re.compile(r"c(?![eiyh])", re.IGNORECASE)
_CH = re.compile(r"(?<!t)ch", re.IGNORECASE)
#: How Russian hears English: Уайт is White, Джейн is Jane, Майлз is Miles.
_HEARD = (
    (re.compile(r"у(?=[аеиоэ])"), "в"),
    (re.compile(r"дж"), "ж"),
    (re.compile(r"тс"), "ц"),
    (re.compile(r"ай"), "и"),
    (re.compile(r"[еэ]й"), "а"),
)
#: How English writes what Russian hears, before the key is made: j, the mute letters of wh, kn and igh, h before a consonant.
_SPELT = (
    (re.compile(r"j|g(?=[eiy])"), "zh"),
    (re.compile(r"^wh"), "w"),
    (re.compile(r"^kn"), "n"),
    (re.compile(r"igh"), "i"),
    (re.compile(r"ew"), "u"),
    (re.compile(r"(?<=[aeiou])h(?=[^aeiou]|$)"), ""),
    (re.compile(r"ae"), "e"),
)
#: «Стэнфордского» is Stanford's; without the suffix the name is left.
_ADJECTIVE = re.compile(r"(?:ь?ск|цк)(?:ий|ая|ое|ого|ой|ому|им|ом|ую|ие|их|ими)$")
#: «Минского» is Минский's.
_DECLINED = re.compile(r"(?<=[сц]к)(?:ого|ому|им|ом|ие|их|ими|ая|ой|ую)$")
#: Case endings of a Russian name, longest first; of each word the bare stems with and without it are tried.
_CASES = tuple("ами ями ого ому ыми ой ою ей ею ом ем ым им ам ям ах ях ии ию ия ем а я у ю ы и е о ь й".split())
#: What English adds to a name: Houthi and Houthis, Yemen and Yemeni, Germany and German.
_SUFFIXES = frozenset("s es i y n an ian ic ish ese ism ist ists sm st sts 's".split())
#: Letters and a number: a format, a version.
_CODE = re.compile(r"([a-z]++)(\d++)")
_SHORT = 3
#: How alike an encoder must find a Russian name and a foreign one: of 60 pairs of one name that no transliteration met this finds
#: 26 more, of 1,400 pairs of two names it takes 2 for one (facts/judging.md).
ALIKE = 0.6
_DOTTED = re.compile(r"(?<![^\W_])(?:[A-ZА-Я]\.\s?){1,4}[A-ZА-Я](?:\.|(?![^\W_]))")
_NAME_RUN = re.compile(r"(?<![\w'’-])[A-ZА-ЯЁ][\w'’-]*+(?:,? (?:(?:of|the|and|for|&|in) ){0,2}[A-ZА-ЯЁ][\w'’-]*+)++")
_ROMAN = re.compile(r"[IVXLCM]+")
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
#: What a country's name and its people's end with, in English: Canada, Canadians; Japan, Japanese.
_PEOPLE = re.compile(r"(?:i?ans?|ese|ish|ic|is?|[aey]|ia|s)$")
_STEM = 4

#: How alike the nearest of some words is to a word, -1 to 1.
Likeness = Callable[[str, Sequence[str]], float]
#: Vowels of a romanised Russian word, and those that another language writes where it has them: Бейкер and Baker, Гудман and
#: Goodman, Шазир and Shazeer, Хохрайтер and Hochreiter; «е» stands for no u: that tells Lukin from Лекун.
_STAND_FOR = {"a": "aeou", "e": "eaio", "i": "ie", "o": "oa", "u": "uo"}
#: Names that are translated, not transliterated, by the first letters of the Russian word.
_TRANSLATED = {
    "сша": "usa us u.s. united american america", "ссср": "ussr soviet", "росси": "russia russian", "китай": "china chinese",
    "япони": "japan japanese", "европ": "europe european eu", "англи": "england english", "британ": "britain british uk",
    "великобритан": "britain british uk", "испани": "spain spanish", "греци": "greece greek", "венгри": "hungary hungarian",
    "австри": "austria austrian", "швеци": "sweden swedish", "швейцари": "switzerland swiss", "нидерланд": "netherlands dutch",
    "голланди": "netherlands dutch holland", "польш": "poland polish", "земл": "earth", "инди": "india indian",
}  # fmt: skip


def names_of(claim: str, title: str = "") -> tuple[str, ...]:
    """The words of a claim that are written as names, each once, in order; a number's unit is none.

    ``title`` is the article's: its words name what the whole page is about.
    """
    understood = {_plain(word) for word in _words_and_parts(title)}
    return tuple(name for name in dict.fromkeys(_names(claim)) if not _understood(name, understood))


def missing_names(claim: str, evidence: str, title: str = "", alike: Likeness | None = None) -> tuple[str, ...]:
    """The names of the claim that the evidence does not have in any spelling, as the claim writes them.

    ``alike`` is asked for names of which the one is Russian and the other is not, against the names of the evidence.
    """
    wanted = names_of(claim, title)
    return unmet(wanted, claim, evidence, alike) if wanted else ()


def unmet(
    wanted: Iterable[str], claim: str, evidence: str, alike: Likeness | None = None, least: float = ALIKE
) -> tuple[str, ...]:
    """Those of the ``wanted`` names that the evidence does not have; ``least`` is how alike translated ones must be."""
    there = _Evidence.of(claim, evidence)
    missing = [name for name in wanted if not there.has(name)]
    if alike is None:
        return tuple(missing)
    return tuple(name for name in missing if _digits(name) or alike(name, _of_other_script(name, there.named)) < least)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """The words of a text as names are looked for in them; ``runs`` are words of the claim that it shortens or writes as one."""

    written: frozenset[str]
    named: frozenset[str]
    initials: tuple[str, str]
    runs: frozenset[str]

    @classmethod
    def of(cls, claim: str, evidence: str) -> _Evidence:
        """Read the evidence for one claim."""
        words = _words_and_parts(_undotted(evidence))
        written = {_plain(word) for word in (*words, *(left + right for left, right in pairwise(words)))}
        named = {word for word in words if any(map(str.isupper, word))}
        runs = _abbreviated_runs(claim, set(filter(str.isupper, named))) | _glued_runs(claim, written)
        return cls(frozenset(written), frozenset(named), _initials(evidence), frozenset(runs))

    def has(self, name: str) -> bool:
        """Whether the name stands there in some spelling."""
        return name in self.runs or _met(name, self.written, self.named) or _abbreviates(name, self.initials)


def _glued_runs(claim: str, written: set[str]) -> set[str]:
    """Two words of the claim that the evidence writes as one: «A.V. Club» in «avclub.com»."""
    words = [match[0] for match in _WORD.finditer(_undotted(claim))]
    return {word for pair in pairwise(words) if _plain("".join(pair)) in written for word in pair}


def most_of_its_name(name: str, claim: str, absent: Sequence[str]) -> bool:
    """Whether a name is one word of a longer name most of which is there: «Revisited» of «Master of Puppets Revisited»."""
    runs = ([_plain(word) for word in match[0].split() if not word[0].islower()] for match in _NAME_RUN.finditer(claim))
    words = next((run for run in runs if _plain(name) in run), [])
    lost = {_plain(one) for one in absent}
    return len(words) > 2 and 2 * sum(word in lost for word in words) < len(words)


def _understood(name: str, title: set[str]) -> bool:
    plain = _plain(name)
    return plain in title or any(_inflected(plain, word) for word in title if len(word) > _SHORT)


def _of_other_script(name: str, named: Iterable[str]) -> list[str]:
    return sorted(word for word in named if is_cyrillic(word) != is_cyrillic(name) and not _digits(word))


def _undotted(text: str) -> str:
    """«U.S.» and «М. В. Д.» without their points."""
    return _DOTTED.sub(lambda match: re.sub(r"[.\s]", "", match[0]), text)


def _initials(evidence: str) -> tuple[str, str]:
    """The first letters of all words, and those of the words that are written with a capital (without «of» and «the»)."""
    words = [match[0][0] for match in _LETTERS.finditer(evidence)]
    return "".join(words).lower(), "".join(filter(str.isupper, words)).lower()


def _abbreviated_runs(claim: str, abbreviations: set[str]) -> set[str]:
    """The words of names that the evidence shortens: «World Health Organization» where it writes WHO."""
    words = [match[0] for match in _WORD.finditer(claim)]
    short = {word.lower() for word in abbreviations if len(word) > 1}
    found: set[str] = set()
    for first in range(len(words) if short else 0):
        letters = ""
        for last in range(first, min(first + 6, len(words))):
            letters += words[last][0] if words[last][0].isupper() else ""
            if len(letters) > 1 and letters.lower() in short:
                found.update(words[first : last + 1])
    return found


def _words_and_parts(text: str) -> list[str]:
    """The words of a text, then the parts that hyphens make of them."""
    words = [match[0] for match in _WORD.finditer(text)]
    return words + [part for word in words for part in _HYPHEN.split(word)]


def same_name(one: str, other: str) -> bool:
    """Whether two words are spellings of one name, in one script or in two."""
    if _digits(one) != _digits(other):
        return False
    left, right = _plain(one), _plain(other)
    if left == right:
        return True
    if is_cyrillic(one) == is_cyrillic(other):
        return not _digits(one) and _of_one_script(left, right)
    russian, foreign = (one, other) if is_cyrillic(one) else (other, one)
    return any(_transliterates(stem, key) for stem in _russian_keys(russian) for key in _foreign_keys(foreign))


def _names(claim: str) -> Iterator[str]:
    claim = _undotted(claim)
    russian = is_cyrillic(claim)
    numbers = deque((found.start, found.end) for found in figures(claim))
    for match in _WORD.finditer(claim):
        while numbers and numbers[0][1] <= match.start():
            numbers.popleft()
        if numbers and numbers[0][0] < match.end():
            continue
        if claim.endswith("=", 0, match.start()):
            # a parameter's value
            continue
        opens = _opens(claim, match.start())
        yield from (part for part in _parts(match[0]) if _is_name(part, russian=russian, opens=opens))


def _opens(claim: str, at: int) -> bool:
    """Whether nothing of a sentence stands before ``at``: its start, a line's, a mark that ends or opens one."""
    end = at
    while end and claim[end - 1].isspace():
        end -= 1
    if not end or "\n" in claim[end:at]:
        return True
    return claim[end - 1] in '«»"“(—–' or (end < at and claim[end - 1] in ".!?…:")


def _parts(word: str) -> tuple[str, ...]:
    """«BERT-подобные» is BERT and a common word; «Нью-Йорк» and «GPT-4» are one name."""
    parts = _HYPHEN.split(word)
    return tuple(parts) if any(part.isalpha() and part.islower() for part in parts) else (word,)


def _is_name(word: str, *, russian: bool, opens: bool) -> bool:
    capital = any(map(str.isupper, word))
    if _is_time_or_place(word):
        return False
    if russian and not is_cyrillic(word):
        return any(map(str.isalpha, word)) and (capital or any(map(str.isdigit, word)))
    return capital and not opens and len(word) > 1 and not _is_russian_abbreviation(word)


def _is_russian_abbreviation(word: str) -> bool:
    """«МГК» is PCA: such a word is translated more often than transliterated."""
    return is_cyrillic(word) and word.isupper() and word != "США"


def _is_time_or_place(word: str) -> bool:
    """A month, a weekday, a Roman numeral: they are compared as dates and numbers, or not at all."""
    plain = word.lower()
    return plain in MONTHS or plain in _DAYS or (len(word) > 1 and _ROMAN.fullmatch(word) is not None)


def _met(name: str, written: AbstractSet[str], named: AbstractSet[str]) -> bool:
    plain = _plain(name)
    if plain in written:
        return True
    for stem, words in _TRANSLATED.items():
        if plain.startswith(stem) and not written.isdisjoint(words.split()):
            return True
    return any(same_name(name, other) for other in named) or any(_shortens(plain, one) for one in written)


def _shortens(name: str, other: str) -> bool:
    """Whether the letters of one stand in the other, the numbers being the same: BF16 and bfloat16."""
    one, two = _CODE.fullmatch(name), _CODE.fullmatch(other)
    if one is None or two is None or one[2] != two[2]:
        return False
    short, long = sorted((one[1], two[1]), key=len)
    rest = iter(long)
    return len(short) > 1 and long[0] == short[0] and all(letter in rest for letter in short)


def _abbreviates(name: str, initials: tuple[str, str]) -> bool:
    """Whether the evidence writes an abbreviation out: SVM as «support vector machine», UK as «the United Kingdom»."""
    if not (1 < len(name) <= 6 and name.isascii() and name.isupper()):
        return False
    of_all, of_names = initials
    return name.lower() in of_names or (len(name) > 2 and name.lower() in of_all)


def _of_one_script(one: str, other: str) -> bool:
    """Forms of one word, or one name in two languages of a script: Rome and Roma, Spain and España."""
    return (
        _inflected(one, other) or _stressed(one) == _stressed(other) or _transliterates(name_key(one), name_key(other))
    )


def _inflected(one: str, other: str) -> bool:
    """Whether two words of one script are forms of one: «Хинтона» and «Хинтоном», Houthi and Houthis."""
    if is_cyrillic(one):
        return any(len(stem) >= _SHORT for stem in _stems(one) & _stems(other))
    short, long = sorted((one, other), key=len)
    if len(short) > _SHORT and long.startswith(short) and long[len(short) :] in _SUFFIXES:
        return True
    stem = _PEOPLE.sub("", one)
    return len(stem) >= _STEM and stem == _PEOPLE.sub("", other)


@lru_cache(4096)
def _stems(word: str) -> frozenset[str]:
    """A folded Russian word as it may be in the nominative: bare, with each case ending off, as an adjective's."""
    found = {word, _DECLINED.sub("ий", word)}
    found |= {word.removesuffix(ending) for ending in _CASES if word.endswith(ending)}
    return frozenset(found)


@lru_cache(4096)
def _russian_keys(name: str) -> frozenset[str]:
    word = _plain(name)
    bare = _ADJECTIVE.sub("", word)
    words = {*_stems(word), *({bare} if bare != word and len(_consonants(bare)) >= _SHORT else ())}
    return frozenset(name_key(one) for heard in words for one in (heard, _rewritten(heard, _HEARD)))


@lru_cache(4096)
def _foreign_keys(name: str) -> frozenset[str]:
    bare = re.sub(r"['’]s?$", "", name)
    hard = _HARD_C.sub("k", bare)
    words = (name, bare, hard, _rewritten(hard.lower(), _SPELT))
    return frozenset(name_key(_CH.sub(sound, one)) for one in words for sound in ("ch", "kh", "sh", "k"))


def _rewritten(word: str, rules: Sequence[tuple[re.Pattern[str], str]]) -> str:
    for pattern, new in rules:
        word = pattern.sub(new, word)
    return word


def _stressed(name: str) -> str:
    """A key without the vowels that languages of one script end a name with: Rome and Roma; where little is left, the word."""
    key = name_key(name).rstrip("aeiou")
    return key if len(key) >= _SHORT else _plain(name)


def _consonants(word: str) -> str:
    return re.sub("[aeiou]", "", name_key(word))


def _transliterates(russian: str, foreign: str) -> bool:
    """Whether a romanised Russian key may spell the foreign one: consonants equal, each vowel one that stands for the other.

    Of fewer than three consonants too little is left: such keys must be equal.
    """
    left, right = russian.translate(_SWAPS), foreign.translate(_SWAPS)
    if left == right.removesuffix("e"):
        return bool(left)
    mine, theirs = _sounds(left), _sounds(right)
    if len(mine) - 1 < _SHORT or [one for _, one in mine] != [one for _, one in theirs]:
        return False
    return all(_vowels_agree(one, other) for (one, _), (other, _) in zip(mine, theirs, strict=True))


def _sounds(key: str) -> list[tuple[str, str]]:
    """Each consonant with the vowels before it; the last one is the end."""
    return [(match[1], match[2]) for match in _SOUNDS.finditer(key)][: sum(letter not in "aeiou" for letter in key) + 1]


def _vowels_agree(russian: str, foreign: str) -> bool:
    if not russian or not foreign:
        # a mute e, a soft sign that somebody writes, an ending that Russian dropped
        return len(russian + foreign) <= 1
    return foreign[0] in _STAND_FOR[russian[0]]


def _digits(word: str) -> str:
    return "".join(filter(str.isdigit, word))


def _plain(word: str) -> str:
    return re.sub(r"\W", "", fold(word))
