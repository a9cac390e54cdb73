"""Are these the same title: the levels, and the folding that they compare.

Words are compared, not letters: a ratio of letters accepts «Mol-Instructions» for «Mat-Instructions», and one word of content
makes another title. What careful citers change (marks, case, spelling, numerals, articles, a subtitle) is the same title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache, cached_property, partial
from itertools import accumulate

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from bot.entities import unescape
from bot.identity.levels import Level, always, groups, level_met, words
from bot.language.fold import fold, unaccented
from bot.language.romanise import name_key, script_of
from bot.model.message import msg

_TAGS = re.compile(r"<[^<>]{1,200}>")
_TEX = re.compile(r"\\(?:text|math|em|it|bf|rm|sf|tt|bb|cal)[a-z]*\b|\\[a-zA-Z]+(?=\s*\{)|[${}^_\\~]")
_ELL = re.compile(r"\\ell(?![a-zA-Z])")
_ASIDES = re.compile(
    r"^\s*(?:retracted(?: article)?|withdrawn)\s*[:.]\s*"
    r"|[\[(]\s*(?:in russian|на русском(?: языке)?|текст|электронный ресурс|перевод|препринт|preprint"
    r"|retracted|arxiv[^\])]{0,80}|pdf|html|видео|video|online|рус\.?|англ\.?|en|ru)\s*[\])]|\s/\s(?:[А-ЯЁA-Z]\.\s*+)++(?s:.*)",
    re.IGNORECASE,
)
#: A last bracket: «(Extended Abstract)», «(with discussion)»; what it holds is the record's remark as often as the title's.
_LAST_BRACKET = re.compile(r"(?<!\s)\s*+[\[(][^\[\]()]{1,60}[\])]\s*+$")
_GREEK = dict(
    zip(
        "αβγδεϵζηθικλμνξπρσςτφϕχψω",
        "alpha beta gamma delta epsilon epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma sigma tau phi "
        "phi chi psi omega".split(),
        strict=True,
    )
)
_TO_CYRILLIC = str.maketrans("aceopxykmtbhiABCEHKMOPTXyY", "асеорхукмтвніАВСЕНКМОРТХуУ")
_TO_LATIN = str.maketrans("асеорхукмтвіАВСЕНКМОРТХуУ", "aceopxykmtbiABCEHKMOPTXyY")
#: Characters of a title, titles of a record, characters of a note: what is longer is none, and costs a product of lengths.
LONGEST, MOST, _LONGEST_NOTE = 1000, 50, 20_000
#: Where a title may break; white space around it is nothing to ``words_of``.
_BREAK = re.compile(r":|\.\s|[?!]|\s[—–-]\s")
_MARKS = re.compile(r"[.:;,!?«»\"“”„()\[\]/|—–-]|''")
_CUT = re.compile(r"(?:…|\.\.\.)\s*$")
#: From this share of common letters on two titles may be one, badly told; below it they are two.
_ALIKE = 0.6


class Likeness(StrEnum):
    """How two titles stand to each other, for the table of verdicts. ``different`` alone proves no other work."""

    same = "same"
    altered = "altered"
    uncertain = "uncertain"
    different = "different"
    incomparable = "incomparable"


@dataclass(frozen=True)
class TitlePair:
    """Two titles of one script, folded once for every test."""

    cited: str
    found: str

    @cached_property
    def ours(self) -> list[str]:
        """The cited title's words, in one spelling."""
        return spelled(words_of(self.cited))

    @cached_property
    def theirs(self) -> list[str]:
        """The record's."""
        return spelled(words_of(self.found))

    @cached_property
    def changes(self) -> list[tuple[list[str], list[str]]]:
        """Stretches of words that differ: ours, theirs; a compound written apart or together is no difference."""
        matcher = SequenceMatcher(None, self.ours, self.theirs, autojunk=False)
        parts = [
            (self.ours[a:b], self.theirs[c:d]) for action, a, b, c, d in matcher.get_opcodes() if action != "equal"
        ]
        return [(left, right) for left, right in parts if "".join(left) != "".join(right)]

    @cached_property
    def kept(self) -> float:
        """The share of words that stand in both, in order, of the shorter title."""
        matcher = SequenceMatcher(None, self.ours, self.theirs, autojunk=False)
        common = sum(block.size for block in matcher.get_matching_blocks())
        return common / max(min(len(self.ours), len(self.theirs)), 1)

    @cached_property
    def score(self) -> float:
        """The share of common letters, 0 to 1."""
        ours, theirs = words_of(self.cited), words_of(self.found)
        return max(fuzz.ratio(" ".join(ours), " ".join(theirs)), fuzz.ratio("".join(ours), "".join(theirs))) / 100


def _same_words(pair: TitlePair) -> bool:
    return bool(pair.ours) and "".join(words_of(pair.cited)) == "".join(words_of(pair.found))


def _same_spelled(pair: TitlePair) -> bool:
    ours, theirs = "".join(pair.ours), "".join(pair.theirs)
    return bool(ours) and ours == theirs


def _same_without_bracket(pair: TitlePair) -> bool:
    bare = [_LAST_BRACKET.sub("", title) for title in (pair.cited, pair.found)]
    ours, theirs = ("".join(spelled(words_of(title))) for title in bare)
    return len(ours) >= 8 and ours == theirs


def _about(pair: TitlePair) -> bool:
    """Whether one is about the other: a corrigendum, a comment, a review."""
    ours, theirs = about(pair.cited), about(pair.found)
    if bool(ours) == bool(theirs):
        return False
    rest = [ours or pair.cited, theirs or pair.found]
    return "".join(spelled(words_of(rest[0]))) == "".join(spelled(words_of(rest[1])))


def _same_main(pair: TitlePair) -> bool:
    """Whether one is the other without its subtitle, and long enough to be told by that."""
    shorter, longer = sorted((pair.cited, pair.found), key=lambda title: len(words_of(title)))
    told = spelled(words_of(shorter))
    if not told or len(words_of(shorter)) == len(words_of(longer)):
        return False
    before, *after = _BREAK.split(longer, maxsplit=1)
    if "".join(told) == "".join(spelled(words_of(before))):  # «Adam», «XGBoost»: all that stands before the colon
        return sum(map(len, told)) >= 4
    telling = len(told) >= 4 or (len(told) >= 2 and sum(map(len, told)) >= 18)
    return telling and any("".join(told) == "".join(spelled(words_of(part))) for part in after)


def _cut_with_dots(pair: TitlePair) -> bool:
    cut, whole = (pair.ours, pair.theirs) if _CUT.search(pair.cited) else (pair.theirs, pair.ours)
    dotted = bool(_CUT.search(pair.cited) or _CUT.search(pair.found))
    return dotted and len(cut) >= 3 and "".join(whole).startswith("".join(cut))


def _misprint(pair: TitlePair) -> bool:
    """One letter amiss inside one long word: neither its beginning nor its ending, which make other words."""
    if len(pair.changes) != 1:
        return False
    left, right = ("".join(part) for part in pair.changes[0])
    if min(len(left), len(right)) < 6 or re.search(r"\d", left + right):
        return False
    return left[0] == right[0] and left[-2:] == right[-2:] and OSA.distance(left, right) == 1


def _names_spelled_otherwise(pair: TitlePair) -> bool:
    """Names in other letters: «Tchebycheff», «Chebyshev»."""
    sides = [("".join(left), "".join(right)) for left, right in pair.changes]
    return bool(sides) and all(min(len(a), len(b)) >= 6 and name_key(a) == name_key(b) for a, b in sides)


def _small_words_differ(pair: TitlePair) -> bool:
    return _mostly(pair) and all(_content(left) == _content(right) == [] for left, right in pair.changes)


def _endings_differ(pair: TitlePair) -> bool:
    """Singular for plural, a noun for a verb."""
    sides = [("".join(_content(left)), "".join(_content(right))) for left, right in pair.changes]
    return _mostly(pair) and all(a == b or _one_stem(a, b) for a, b in sides)


def _words_added(pair: TitlePair) -> bool:
    """A qualifier more or less; nothing stands in another word's place."""
    longer = max(len(pair.ours), len(pair.theirs))
    dropped = all(not _content(left) or not _content(right) for left, right in pair.changes)
    return _mostly(pair) and dropped and min(len(pair.ours), len(pair.theirs)) >= 0.4 * longer


def _words_differ(pair: TitlePair) -> bool:
    """A word or two of content in another's place."""
    return _mostly(pair) and len(pair.ours) >= 3 and len(pair.theirs) >= 3


def _other_subtitle(pair: TitlePair) -> bool:
    """The same beginning of some length with another subtitle."""
    heads = [spelled(words_of(_BREAK.split(title, maxsplit=1)[0])) for title in (pair.cited, pair.found)]
    return heads[0] == heads[1] and (len(heads[0]) >= 3 or sum(map(len, heads[0])) >= 12)


def _mostly(pair: TitlePair) -> bool:
    """Whether two words in three are the same, in order, and at least two of content."""
    content = sum(len(word) > 1 and word not in words("titles", "small") for word in set(pair.ours) & set(pair.theirs))
    return pair.kept >= 0.6 and content >= 2


def _alike(pair: TitlePair) -> bool:
    return pair.score >= _ALIKE


_L = Level[TitlePair, Likeness]
#: From the same title to another. Whatever stands below «cut short with dots» is a difference that careful citers do not make.
TITLE: tuple[_L, ...] = (
    _L("identical", _same_words, True, Likeness.same, msg("the same words")),
    _L("other spelling", _same_spelled, True, Likeness.same, msg("the same but for spelling, numerals and articles")),
    _L("without a bracket", _same_without_bracket, True, Likeness.same, msg("the same but for a last bracket")),
    _L(
        "about the work",
        _about,
        False,
        Likeness.altered,
        msg("one is a correction, a comment or a review of the other"),
    ),
    _L("without the subtitle", _same_main, True, Likeness.same, msg("the same but for the subtitle")),
    _L("cut short with dots", _cut_with_dots, True, Likeness.same, msg("the same, cut where dots stand")),
    _L("a misprint", _misprint, True, Likeness.same, msg("the same but for one letter")),
    _L("small words differ", _small_words_differ, False, Likeness.altered, msg("another preposition or conjunction")),
    _L(
        "names spelled otherwise",
        _names_spelled_otherwise,
        True,
        Likeness.same,
        msg("the same but for the spelling of names"),
    ),
    _L("endings differ", _endings_differ, False, Likeness.altered, msg("a word in another form")),
    _L("words added or dropped", _words_added, False, Likeness.altered, msg("words more or less")),
    _L("words differ", _words_differ, False, Likeness.altered, msg("other words in the place of some")),
    _L("another subtitle", _other_subtitle, False, Likeness.altered, msg("the same beginning, another subtitle")),
    _L("alike", _alike, False, Likeness.uncertain, msg("alike, in other words")),
    _L("another", always, False, Likeness.different, msg("another title")),
)
SPELLED_ALIKE = _L("in other letters", always, True, Likeness.same, msg("the same, letter by letter in another script"))
INCOMPARABLE = _L(
    "another language", always, None, Likeness.incomparable, msg("in another script or language: cannot be compared")
)
_RANK = {row.name: place for place, row in enumerate((SPELLED_ALIKE, *TITLE, INCOMPARABLE))}


@dataclass(frozen=True, slots=True)
class TitleMatch:
    """The best pair: ``found`` is the record's title that was compared, ``score`` its share of common letters."""

    level: _L
    score: float
    found: str

    @property
    def likeness(self) -> Likeness:
        """How the titles stand to each other."""
        return self.level.stands


def compare(cited: str, titles: tuple[str, ...]) -> TitleMatch:
    """The cited title against every title of a record; a title in another script is never evidence against.

    Compared are ``LONGEST`` characters of ``MOST`` titles: comparing takes the product of two lengths.
    """
    cited, titles = cited[:LONGEST], tuple(title[:LONGEST] for title in titles[:MOST])
    script, named = script_of(cited), titles[0] if titles else ""
    others = (title for title in titles if script_of(title) not in {script, ""}) if script else ()
    spelled = next((title for title in others if _spelled_alike(cited, title)), None)
    if spelled is not None:
        return TitleMatch(SPELLED_ALIKE, 1.0, spelled)
    comparable = _in_one_language(cited, script, titles) if script else []
    if not comparable:
        return TitleMatch(INCOMPARABLE, 0.0, named)
    best = min(map(partial(_pair, cited), comparable), key=lambda match: (_RANK[match.level.name], -match.score))
    if best.likeness is Likeness.different and len(comparable) < len(titles):
        return TitleMatch(INCOMPARABLE, best.score, best.found)
    return best


def _in_one_language(cited: str, script: str, titles: tuple[str, ...]) -> list[str]:
    """The titles in the script of the cited one, or in none; of Latin ones those that are romanised as it is."""
    found = [title for title in titles if title and script_of(title) in {script, ""}]
    if script != "latin":
        return found
    ours = romanised(cited)
    return [title for title in found if romanised(title) == ours]


def _pair(cited: str, found: str) -> TitleMatch:
    """Two titles of one script."""
    pair = TitlePair(cited, found)
    return TitleMatch(level_met(TITLE, pair), pair.score, found)


def romanised(title: str) -> bool:
    """Whether a Latin title is Russian in Latin letters: by endings and small words, two at least and two words in five.

    Such a title and an English one are two languages, as much as two scripts are. A title with an English function word is none.
    """
    told = words_of(title) if script_of(title) == "latin" else []
    if any(len(word) > 1 and word in words("titles", "small") - words("titles", "russian_small") for word in told):
        return False
    endings = sum(len(word) >= 5 and word.endswith(_russian_endings()) for word in told)
    small = sum(word in words("titles", "russian_small") for word in told)
    return endings >= 1 and endings + small >= 2 and 5 * (endings + small) >= 2 * len(told)


@cache
def _russian_endings() -> tuple[str, ...]:
    return tuple(words("titles", "russian_endings"))


def _spelled_alike(one: str, other: str) -> bool:
    """Whether a title in one script is the other one letter by letter («O skhodimosti», «О сходимости»)."""
    keys = [[name_key(word) for word in words_of(title)] for title in (one, other)]
    joined = [" ".join(key) for key in keys]
    if min(map(len, joined)) < 8 or len(keys[0]) != len(keys[1]) or fuzz.ratio(*joined) < 92:
        return False
    return all(
        OSA.distance(ours, theirs) <= (1 if min(len(ours), len(theirs)) <= 4 else 2)
        for ours, theirs in zip(*keys, strict=True)
    )


def about(title: str) -> str:
    """What a correction, a comment or a review is about: the rest of its title, "" for a title that is none."""
    told = " ".join(words_of(title))
    marks = sorted((" ".join(mark) for mark in groups("about", "marks")), key=len, reverse=True)
    links = words("about", "links")
    mark = next((mark for mark in marks if told.startswith(f"{mark} ")), None)
    if mark is None:
        return ""
    rest = told.removeprefix(mark).split()
    linked = bool(rest) and rest[0] in links
    spaced = r"[\W_]+".join(mark.split())
    marked = bool(re.match(rf"\A\W*+{spaced}\s*+[:.]", title, re.IGNORECASE))
    return " ".join(rest[1:] if linked else rest) if linked or marked else ""


def mentioned(title: str, text: str) -> bool:
    """Whether a title of some length stands in a longer text (its first 20,000 characters) between marks or its ends.

    Between marks: with a word before or behind it is a longer title.
    """
    told = words_of(title[:LONGEST])
    if len(told) < 3 and sum(map(len, told)) < 12:
        return False
    parts = [words_of(part) for part in _MARKS.split(text[:_LONGEST_NOTE])]
    edges = {0, *accumulate(map(len, parts))}
    flat = [word for part in parts for word in part]
    return any(start in edges and start + len(told) in edges for start in _places(told, flat))


def _places(told: list[str], flat: list[str]) -> Iterator[int]:
    """Where a row of words stands in a longer one."""
    text, joined = f" {' '.join(flat)} ", f" {' '.join(told)} "
    at = text.find(joined)
    while at >= 0:
        yield text.count(" ", 0, at)
        at = text.find(joined, at + 1)


def words_of(title: str) -> list[str]:
    """Folded words: no markup, asides, punctuation, accents or look-alike letters; Greek letters by name."""
    plain = _TAGS.sub("", unescape(unescape(title)))
    plain = _TEX.sub(" ", _ASIDES.sub(" ", _ELL.sub("l", plain)))
    folded = fold(" ".join(_repaired(word) for word in plain.split()))
    named = "".join(f" {_GREEK[char]} " if char in _GREEK else char for char in folded)
    return re.findall(r"[^\W_]+", unaccented(named).replace("'", ""))


def spelled(told: list[str]) -> list[str]:
    """Words in one spelling: American, numbers in digits, no articles and conjunctions; all that is left where these are all."""
    skipped = words("titles", "articles") | words("titles", "joining")
    kept = [_one_spelling(word) for word in told if word not in skipped]
    return kept or told


def _one_spelling(word: str) -> str:
    """One word: «optimisation» as «optimization», «third» and «3rd» as «3»."""
    number = _numbers().get(word) or re.sub(r"^(\d+)(?:st|nd|rd|th)$", r"\1", word)
    ending = next((british for british in _endings() if len(word) >= len(british) + 3 and word.endswith(british)), None)
    return number if ending is None else word.removesuffix(ending) + _endings()[ending]


@cache
def _numbers() -> dict[str, str]:
    return {word: digits for word, digits in groups("spelling", "numbers")}  # noqa: C416 (pairs out of groups)


@cache
def _endings() -> dict[str, str]:
    """British endings, the longest first."""
    pairs = sorted(groups("spelling", "endings"), key=lambda pair: -len(pair[0]))
    return {pair[0]: pair[1] for pair in pairs}


def _content(told: list[str]) -> list[str]:
    """Words that are no function words."""
    return [word for word in told if word not in words("titles", "small")]


def _one_stem(one: str, other: str) -> bool:
    """Whether two words begin alike and differ in an ending of three letters at most, or four of long words."""
    shared = next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    longest = max(len(one), len(other))
    return shared >= max(4, 0.6 * longest) and longest - shared <= (4 if longest >= 10 else 3)


def _repaired(word: str) -> str:
    """A word that mixes Cyrillic and look-alike Latin letters, in the script of most of its letters."""
    script = script_of(word)
    if script == "cyrillic" and re.search(r"[A-Za-z]", word):
        return word.translate(_TO_CYRILLIC)
    return word.translate(_TO_LATIN) if script == "latin" and re.search(r"[\u0400-\u04ff]", word) else word
