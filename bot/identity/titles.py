"""Are these the same title: folded, in every variant, by plain ratio with a guard on differing content words.

``ratio`` and not the token or partial ratios: at 80 those accept between a fifth and a half of all pairs without a common author
(measured on recorded answers, facts of 2026).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from bot.entities import unescape
from bot.language.fold import fold
from bot.language.romanise import name_key, script_of

_TAGS = re.compile(r"<[^<>]{1,200}>")
_TEX = re.compile(r"\\(?:text|math|em|it|bf|rm|sf|tt|bb|cal)[a-z]*\b|\\[a-zA-Z]+(?=\s*\{)|[${}^_\\~]")
_ASIDES = re.compile(
    r"^\s*(?:retracted(?: article)?|withdrawn|corrigendum(?: to)?|erratum(?: to)?|publisher correction(?: to)?)\s*[:.]\s*"
    r"|[\[(]\s*(?:in russian|на русском(?: языке)?|текст|электронный ресурс|перевод|препринт|preprint|extended abstract"
    r"|retracted|arxiv[^\])]{0,80}|pdf|html|видео|video|online|рус\.?|англ\.?|en|ru)\s*[\])]|\s/\s(?:[А-ЯЁA-Z]\.\s*+)++(?s:.*)",
    re.IGNORECASE,
)
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
_STOP = frozenset(
    "a an the of in on for and or to with from by at as is are via using into over under и в во на с со о об от для по из к "
    "у при не как что или через".split()
)
_RUSSIAN_ENDINGS = tuple(
    "ogo ego ykh ikh yh aya aia aja oye iya iia ija niye nii niy nij skii skiy skij nyi nyy nyj ami akh omu emu osti ost tsii "
    "cii tsiya cija etoda metod metody zadach zadachi".split()
)
_RUSSIAN_SMALL = frozenset("i v o ob na so po dlya dlia dlja pri iz ot za ne kak chto ili".split())
_ARTICLES = frozenset({"a", "an", "the"})
#: Characters of a title, titles of a record, characters of a note: what is longer is none, and costs a product of lengths.
LONGEST, MOST, _LONGEST_NOTE = 1000, 50, 20_000
#: Where a title may break; white space around it is nothing to ``words_of``.
_MAIN = re.compile(r":|\.\s|[?!]|\s[—–-]\s")


class Likeness(StrEnum):
    """How two titles compare. Only ``different`` speaks against, and never alone."""

    same = "same"
    close = "close"
    uncertain = "uncertain"
    different = "different"
    incomparable = "incomparable"


@dataclass(frozen=True, slots=True)
class TitleMatch:
    """The best pair among all variants: ``found`` is the record's title it was compared with, ``score`` is 0 to 1."""

    likeness: Likeness
    score: float
    found: str


def compare(cited: str, titles: tuple[str, ...]) -> TitleMatch:
    """The cited title against every title of a record; a title in another script is never evidence against.

    Compared are ``LONGEST`` characters of ``MOST`` titles: comparing takes the product of two lengths.
    """
    cited, titles = cited[:LONGEST], tuple(title[:LONGEST] for title in titles[:MOST])
    script, named = script_of(cited), titles[0] if titles else ""
    for title in titles:
        if script and script_of(title) not in {script, ""} and _spelled_alike(cited, title):
            return TitleMatch(Likeness.same, 1.0, title)
    comparable = [title for title in titles if script_of(title) == script or not script_of(title)]
    comparable = [
        title for title in comparable if title and (romanised(title) == romanised(cited) or script != "latin")
    ]
    if not script or not comparable:
        return TitleMatch(Likeness.incomparable, 0.0, named)
    best = max((_pair(cited, title) for title in comparable), key=lambda match: (_RANK[match.likeness], match.score))
    if best.likeness is Likeness.different and len(comparable) < len(titles):
        return TitleMatch(Likeness.incomparable, best.score, best.found)
    return best


def romanised(title: str) -> bool:
    """Whether a Latin title is Russian in Latin letters: its endings and small words are, for two words in five at least.

    Such a title and an English one are two languages, as much as two scripts are.
    """
    words = words_of(title) if script_of(title) == "latin" else []
    endings = sum(len(word) >= 4 and word.endswith(_RUSSIAN_ENDINGS) for word in words)
    small = sum(word in _RUSSIAN_SMALL for word in words)
    return endings >= 1 and endings + small >= 2 and 5 * (endings + small) >= 2 * len(words)


def _spelled_alike(one: str, other: str) -> bool:
    """Whether a title in one script is the other one letter by letter («O skhodimosti», «О сходимости»)."""
    keys = [" ".join(name_key(word) for word in words_of(title)) for title in (one, other)]
    return min(map(len, keys)) >= 8 and fuzz.ratio(*keys) >= 92 and not _word_differs(keys[0].split(), keys[1].split())


def mentioned(title: str, text: str) -> bool:
    """Whether a title of some length stands word for word in a longer text (in its first 20,000 characters)."""
    words, text = words_of(title[:LONGEST]), text[:_LONGEST_NOTE]
    return (len(words) >= 3 or sum(map(len, words)) >= 12) and f" {' '.join(words)} " in f" {' '.join(words_of(text))} "


def words_of(title: str) -> list[str]:
    """Folded words: no markup, asides, punctuation, accents or look-alike letters; Greek letters by name."""
    plain = _TAGS.sub("", unescape(unescape(title)))
    plain = _TEX.sub(" ", _ASIDES.sub(" ", plain))
    folded = fold(" ".join(_repaired(word) for word in plain.split()))
    spelled = "".join(f" {_GREEK[char]} " if char in _GREEK else char for char in folded)
    return re.findall(r"[^\W_]+", _without_accents(spelled).replace("'", ""))


def _without_accents(text: str) -> str:
    """No combining marks but the breve of й."""
    parted = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", "".join(c for c in parted if not unicodedata.combining(c) or c == "\u0306"))


_RANK = {Likeness.same: 3, Likeness.close: 2, Likeness.uncertain: 1, Likeness.different: 0, Likeness.incomparable: -1}


def _pair(cited: str, found: str) -> TitleMatch:
    """Two titles of one script: whole against whole, then against the part before a subtitle."""
    ours, theirs = words_of(cited), words_of(found)
    bare = [word for word in ours if word not in _ARTICLES]
    if len(bare) >= 2 and bare == [word for word in theirs if word not in _ARTICLES]:
        return TitleMatch(Likeness.same, 1.0, found)
    whole = fuzz.ratio(" ".join(ours), " ".join(theirs)) / 100
    score = max(whole, fuzz.ratio("".join(ours), "".join(theirs)) / 100)
    if score >= 0.95:
        return TitleMatch(Likeness.uncertain if _word_differs(ours, theirs) else Likeness.same, score, found)
    if score >= 0.9:
        return TitleMatch(Likeness.uncertain if _word_differs(ours, theirs) else Likeness.close, score, found)
    if _same_main(cited, found):
        return TitleMatch(Likeness.close, 0.9, found)
    return TitleMatch(Likeness.uncertain if score >= 0.6 else Likeness.different, score, found)


def _same_main(cited: str, found: str) -> bool:
    """Whether one is the other without its subtitle or its later words, and long enough to be told by that."""
    shorter, longer = sorted((cited, found), key=lambda title: len(words_of(title)))
    words = words_of(shorter)
    begins = words_of(longer)[: len(words)] == words
    telling = len(words) >= 4 or (len(words) >= 2 and sum(map(len, words)) >= 18)
    if tuple(words) == _main(longer):  # «Adam», «XGBoost»: all that stands before the colon
        return sum(map(len, words)) >= 4
    return telling and (begins or tuple(words) in _parts(longer))


def _main(title: str) -> tuple[str, ...]:
    """What stands before a colon or a dash, () where there is none."""
    before, *after = re.split(r":\s|\s[—–]\s|\s-\s", title, maxsplit=1)
    return tuple(words_of(before)) if after else ()


def _parts(title: str) -> set[tuple[str, ...]]:
    """The whole title, what stands before its first break, and what stands after it."""
    before, *after = _MAIN.split(title, maxsplit=1)
    return {tuple(words) for part in (title, before, *after) if (words := words_of(part))}


def _word_differs(ours: list[str], theirs: list[str]) -> bool:
    """Whether a content word or number stands in one title where another stands in the other («Mol-», «Mat-Instructions»)."""
    for action, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if action == "equal":
            continue
        left = "".join(word for word in ours[a:b] if word not in _STOP)
        right = "".join(word for word in theirs[c:d] if word not in _STOP)
        if re.findall(r"\d+", left) != re.findall(r"\d+", right):
            return True
        if len(left) == len(right) == 1:
            return True
        if left and right and Levenshtein.distance(left, right) > (1 if min(len(left), len(right)) <= 4 else 2):
            return True
    return False


def _repaired(word: str) -> str:
    """A word that mixes Cyrillic and look-alike Latin letters, in the script of most of its letters."""
    script = script_of(word)
    if script == "cyrillic" and re.search(r"[A-Za-z]", word):
        return word.translate(_TO_CYRILLIC)
    return word.translate(_TO_LATIN) if script == "latin" and re.search(r"[\u0400-\u04ff]", word) else word
