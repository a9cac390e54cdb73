"""Is this where it was printed: a venue as cited against a record's names of it.

An abbreviation, an acronym, another name of the same series, another script: none of these is an error. ``False`` needs two
venues that are known to be two, or two journals whose names share no word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from bot.language.fold import fold
from bot.language.romanise import script_of

#: Venues of machine learning and their names, and journals that everybody knows; conferences and journals apart.
_CONFERENCES = {
    "neurips": "nips|neurips|neural information processing systems",
    "icml": "icml|international conference on machine learning",
    "iclr": "iclr|international conference on learning representations",
    "cvpr": "cvpr|computer vision and pattern recognition",
    "iccv": "iccv|international conference on computer vision",
    "eccv": "eccv|european conference on computer vision",
    "acl": "acl|annual meeting of the association for computational linguistics",
    "naacl": "naacl|naacl hlt|north american chapter of the association for computational linguistics",
    "emnlp": "emnlp|empirical methods in natural language processing",
    "coling": "coling|international conference on computational linguistics",
    "aaai": "aaai|aaai conference on artificial intelligence",
    "ijcai": "ijcai|international joint conference on artificial intelligence",
    "kdd": "kdd|sigkdd|knowledge discovery and data mining|knowledge discovery data mining",
    "aistats": "aistats|artificial intelligence and statistics",
    "uai": "uai|uncertainty in artificial intelligence",
    "colt": "colt|conference on learning theory|computational learning theory",
    "interspeech": "interspeech",
    "icassp": "icassp|acoustics speech and signal processing",
    "sigir": "sigir|research and development in information retrieval",
    "icra": "icra|robotics and automation",
    "miccai": "miccai|medical image computing and computer assisted intervention",
}
_JOURNALS = {
    "jmlr": "jmlr|journal of machine learning research|j mach learn res",
    "tmlr": "tmlr|transactions on machine learning research|trans mach learn res",
    "machine learning": "machine learning|mach learn",
    "tpami": "tpami|ieee transactions on pattern analysis and machine intelligence|ieee trans pattern anal mach intell",
    "nature": "nature",
    "science": "science",
    "pnas": "pnas|proceedings of the national academy of sciences|proc natl acad sci usa",
    "neural computation": "neural computation|neural comput",
    "neural networks": "neural networks|neural netw",
    "jair": "jair|journal of artificial intelligence research",
    "tacl": "tacl|transactions of the association for computational linguistics",
    "proceedings of the ieee": "proceedings of the ieee|proc ieee",
    "annals of statistics": "annals of statistics|ann stat|ann statist",
    "pattern recognition": "pattern recognition|pattern recogn",
    "communications of the acm": "communications of the acm|commun acm|cacm",
}
#: Words that say of a name that it is a journal's.
_JOURNAL = re.compile(
    r"\b(?:journal|transactions|letters|annals|review|журнал|вестник|известия|доклады|успехи|записки|труды)\b"
)
#: No venue but a state of printing, a part of one, or a series of many: nothing to compare.
_NO_VENUE = re.compile(
    r"\b(?:arxiv|corr|preprint|препринт|workshop|tutorial|symposium|lecture notes|technical report|thesis|диссерт\w*|ssrn|biorxiv"
    r"|openreview|springer|elsevier|wiley|mit press|pmlr|ceur|hal)\b"
)
_STOP = frozenset("the of and on in for de la le der die und a an to at et и в на по с the".split())
#: Characters of a name that are compared: words of one are held against words of the other.
_LONGEST = 300
_NOISE = re.compile(r"\b(?:19|20)\d\d\b|\b\d+(?:st|nd|rd|th)?\b|'\d\d\b")


def same_venue(cited: str, found: Iterable[str]) -> bool | None:
    """True for a name of the record's venue, False for another venue beyond doubt, None where nothing can be said."""
    cited, names = cited[:_LONGEST], [name[:_LONGEST] for name in found if name]
    ours = _words(cited)
    if not ours or not names or _NO_VENUE.search(" ".join(ours)):
        return None
    said = [_pair(cited, ours, name) for name in names]
    if True in said:
        return True
    return False if said and all(verdict is False for verdict in said) else None


def _pair(cited: str, ours: list[str], found: str) -> bool | None:
    """One name against another."""
    theirs = _words(found)
    if not theirs or _NO_VENUE.search(" ".join(theirs)):
        return None
    for table in (_CONFERENCES, _JOURNALS):
        one, other = _known(ours, table), _known(theirs, table)
        if one and other:
            return bool(one & other)
    if (
        ours == theirs
        or _short_for(ours, theirs)
        or _short_for(theirs, ours)
        or _acronym(cited, theirs)
        or _acronym(found, ours)
    ):
        return True
    if script_of(cited) != script_of(found):
        return None
    both = all(_JOURNAL.search(" ".join(words)) or _known(words, _JOURNALS) for words in (ours, theirs))
    return False if both and not _share(ours, theirs) else None


def _words(name: str) -> list[str]:
    """Folded words without accents, years, ordinals and small words."""
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", fold(name)) if not unicodedata.combining(c) or c == "\u0306"
    )
    return [
        word
        for word in re.findall(r"[^\W\d_]+", _NOISE.sub(" ", unicodedata.normalize("NFC", plain)))
        if word not in _STOP
    ]


def _known(words: list[str], table: dict[str, str]) -> set[str]:
    """Which venues of a table a name speaks of: an acronym as a word, a full name as words in a row; a journal's name alone."""
    text, journals = f" {' '.join(words)} ", table is _JOURNALS
    found = set()
    for key, names in table.items():
        for name in names.split("|"):
            spelled = " ".join(word for word in name.split() if word not in _STOP)
            if text == f" {spelled} " or (not journals and f" {spelled} " in text):
                found.add(key)
    return found


def _short_for(short: list[str], full: list[str]) -> bool:
    """Whether every word begins, or contracts, a word of the full name, in order (ISO 4: «J. Mach. Learn. Res.», «Intl.»)."""
    place = 0
    for word in short:
        while place < len(full) and not _contracts(word, full[place]):
            place += 1
        if place == len(full):
            return False
        place += 1
    # one short word is short for too much («Neural» for «Neural Networks»)
    return len(short) >= 2 or (len(full) == 1 and bool(short))


def _contracts(word: str, full: str) -> bool:
    """Whether ``word`` can be short for ``full``: a beginning, or its first letter and others in order («natl»)."""
    if full.startswith(word):
        return True
    if len(word) < 3 or len(word) > len(full) or word[0] != full[0]:
        return False
    rest = iter(full)
    return all(letter in rest for letter in word)


def _acronym(name: str, full: list[str]) -> bool:
    """Whether a word in capitals of ``name`` is made of first letters of the other name, in order («CVPR»)."""
    for mark in re.findall(r"(?<![^\W\d_])[A-ZА-ЯЁ]{3,8}(?![^\W\d_])", name):
        letters = iter(word[0] for word in full)
        if all(letter in letters for letter in mark.lower()):
            return True
    return False


def _share(ours: list[str], theirs: list[str]) -> bool:
    """Whether two names have a telling word in common, cut or not."""
    telling = [word for word in ours if not _JOURNAL.fullmatch(word)]
    return any(
        one.startswith(other[:4]) or other.startswith(one[:4])
        for one in telling
        for other in theirs
        if not _JOURNAL.fullmatch(other)
    )
