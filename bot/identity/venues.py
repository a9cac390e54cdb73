"""Is this where it was printed: a venue as cited against a record's names of it.

An abbreviation, an acronym, another name of the same series, another script: none of these is an error. ``False`` needs two
venues that are known to be two, or two journals whose names share no word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property

from bot.identity.levels import Level, always, level_met, venue_names
from bot.language.fold import fold
from bot.language.romanise import script_of
from bot.model.message import msg

#: Words that say of a name that it is a journal's.
_JOURNAL = re.compile(
    r"\b(?:journal|transactions|letters|annals|review|журнал|вестник|известия|доклады|успехи|записки|труды)\b"
)
#: No venue but a state of printing, a part of one, or a series of many: nothing to compare.
_NO_VENUE = re.compile(
    r"\b(?:arxiv|corr|preprint|препринт|workshop|tutorial|lecture notes|technical report|thesis|диссерт\w*|ssrn|biorxiv"
    r"|openreview|proceedings machine learning research|conference proceedings? series|procedia|lipics"
    r"|springer|elsevier|wiley|mit press|pmlr|ceur|hal)\b"
)
_MEETING = re.compile(
    r"\b(?:conference|symposium|meeting|congress|proceedings|summit|forum|colloquium|конференци\w*|симпозиум\w*|конгресс\w*)\b"
)
#: Words of a name that any venue may have.
_GENERIC = re.compile(
    r"journal|transactions|letters|annals|review|reviews|conference|symposium|meeting|congress|proceedings|summit|forum|colloquium|international|annual|advances"
    r"|european|asian|pacific|american|ieee|acm|siam|usenix|cvf|joint|national|world|society|association|журнал|вестник|известия"
    r"|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w+teenth|\w+tieth|twelfth|eleventh|twenty|thirty|forty|fifty"
    r"|доклады|успехи|записки|труды|научн\w*|международн\w*|конференци\w*"
)
_STOP = frozenset("the of and on in for de la le der die und a an to at et и в на по с the".split())
#: Characters of a name that are compared: words of one are held against words of the other.
_LONGEST = 300
_NOISE = re.compile(r"\b(?:19|20)\d\d\b|\b\d+(?:st|nd|rd|th)?\b|'\d\d\b")


class Printed(StrEnum):
    """How a cited venue stands to the record's, for the table of verdicts."""

    same = "same"
    another = "another"
    unknown = "unknown"


@dataclass(frozen=True)
class Venues:
    """A cited venue and one name of the record's; whether the years are one, so that no journal printed it again later."""

    cited: str
    found: str
    same_year: bool = False

    @cached_property
    def ours(self) -> list[str]:
        """The cited name's words."""
        return _words(self.cited)

    @cached_property
    def theirs(self) -> list[str]:
        """The record's."""
        return _words(self.found)

    def known(self, kind: str) -> tuple[set[str], set[str]]:
        """Which venues of a table either speaks of."""
        return _known(self.ours, kind), _known(self.theirs, kind)


def _nothing_to_compare(venues: Venues) -> bool:
    said = (" ".join(venues.ours), " ".join(venues.theirs))
    return not all(said) or any(_NO_VENUE.search(name) for name in said)


def _same_words(venues: Venues) -> bool:
    return venues.ours == venues.theirs


def _same_known(venues: Venues) -> bool:
    return any(one & other for one, other in map(venues.known, ("conferences", "journals")))


def _another_known(venues: Venues) -> bool:
    """Two conferences that are known to be two, or two journals."""
    return any(one and other for one, other in map(venues.known, ("conferences", "journals")))


def _short(venues: Venues) -> bool:
    return (
        _short_for(venues.ours, venues.theirs)
        or _short_for(venues.theirs, venues.ours)
        or _acronym(venues.cited, venues.theirs)
        or _acronym(venues.found, venues.ours)
    )


def _two_scripts(venues: Venues) -> bool:
    return script_of(venues.cited) != script_of(venues.found)


def _conference_for_journal(venues: Venues) -> bool:
    """A conference and the journal that may have printed it: said of both together only with the years (``match``)."""
    kinds = [
        (bool(_known(words, "conferences")), bool(_known(words, "journals"))) for words in (venues.ours, venues.theirs)
    ]
    return kinds[0] != kinds[1] and all(map(any, kinds))


def _never_printed_there(venues: Venues) -> bool:
    """A conference and a journal of the same year, and the journal prints no papers of that conference."""
    if not venues.same_year or not _conference_for_journal(venues):
        return False
    conferences = _known(venues.ours, "conferences") | _known(venues.theirs, "conferences")
    journals = _known(venues.ours, "journals") | _known(venues.theirs, "journals")
    printed = {name for journal in journals for name in venue_names()["printed"].get(journal, ("",))[0].split()}
    return not conferences & printed


def _unknown_journal(venues: Venues) -> bool:
    """A journal that no table has, cited for what a known conference printed."""
    cited = _JOURNAL.search(" ".join(venues.ours)) and not _known(venues.ours, "journals")
    return bool(cited) and bool(_known(venues.theirs, "conferences")) and not _known(venues.ours, "conferences")


def _no_name_of_it(venues: Venues) -> bool:
    """A venue in full words for a known one: none of its names, nor short for any, and a telling word that none of them has."""
    names = _names_of(venues.theirs)
    if not names or not _says_itself(venues.ours) or _names_of(venues.ours):
        return False
    if any(_short_for(venues.ours, name) or _short_for(name, venues.ours) for name in names if len(name) > 1):
        return False
    known = _all_words(venues.theirs)
    return any(not any(_cut_alike(word, other) for other in known) for word in _telling(venues.ours))


def _names_of(venue: list[str]) -> list[list[str]]:
    """The words of all names of the conference or journal, where a table has it."""
    keys = {(kind, key) for kind in ("conferences", "journals") for key in _known(venue, kind)}
    return [name.split() for kind, key in keys for name, of in _spelled_names(kind) if of == key]


def _nothing_common(venues: Venues) -> bool:
    """Two names that each say what they are about, without a telling word in common."""
    full = all(_says_itself(words) for words in (venues.ours, venues.theirs))
    return full and not _share(venues.ours, venues.theirs)


_L = Level[Venues, Printed]
VENUE: tuple[_L, ...] = (
    _L(
        "nothing to compare",
        _nothing_to_compare,
        None,
        Printed.unknown,
        msg("a preprint, a series or a publisher: nothing to compare"),
    ),
    _L("identical", _same_words, True, Printed.same, msg("the same venue")),
    _L("another name", _same_known, True, Printed.same, msg("another name of the venue")),
    _L("another venue", _another_known, False, Printed.another, msg("another venue")),
    _L("short", _short, True, Printed.same, msg("short for the venue")),
    _L("another script", _two_scripts, None, Printed.unknown, msg("in another script: cannot be compared")),
    _L(
        "never printed there",
        _never_printed_there,
        False,
        Printed.another,
        msg("a journal that prints nothing of that conference"),
    ),
    _L(
        "conference or journal",
        _conference_for_journal,
        None,
        Printed.unknown,
        msg("a conference for a journal, or the reverse"),
    ),
    _L("no name of it", _no_name_of_it, False, Printed.another, msg("no name of the known venue")),
    _L("unknown journal", _unknown_journal, False, Printed.another, msg("an unknown journal for a known conference")),
    _L("nothing in common", _nothing_common, False, Printed.another, msg("a venue without a word in common")),
    _L("cannot tell", always, None, Printed.unknown, msg("cannot be told from another name of the venue")),
)


#: Of a service that lists where papers appeared, and has this one as a preprint alone.
PREPRINT_ONLY = _L(
    "a preprint only", always, False, Printed.another, msg("a service that lists such venues has a preprint alone")
)


def compare(cited: str, found: Iterable[str], *, same_year: bool = False) -> _L | None:
    """The best level among a record's names of its venue; None where one side names none.

    Another venue only where no name of the record leaves it open.
    """
    names = [name[:_LONGEST] for name in found if name]
    if not cited or not names:
        return None
    met = [level_met(VENUE, Venues(cited[:_LONGEST], name, same_year)) for name in names]
    order = [Printed.same, Printed.unknown, Printed.another]
    told = [level for level in met if level.name != "nothing to compare"] or met
    return min(told, key=lambda level: order.index(level.stands))


def same_venue(cited: str, found: Iterable[str]) -> bool | None:
    """True for a name of the record's venue, False for another venue beyond doubt, None where nothing can be said."""
    level = compare(cited, found)
    return None if level is None else level.agrees


def is_conference(name: str) -> bool:
    """Whether a name is a known conference's."""
    return bool(_known(_words(name[:_LONGEST]), "conferences"))


def is_journal(name: str) -> bool:
    """Whether a name is a known journal's, or says that it is one."""
    told = _words(name[:_LONGEST])
    return bool(_known(told, "journals") or _JOURNAL.search(" ".join(told)))


def is_preprint(names: Iterable[str]) -> bool:
    """Whether all names of a record's venue are a preprint server's."""
    told = [_words(name[:_LONGEST]) for name in names if name]
    return bool(told) and all({"arxiv", "corr"} & set(words) for words in told)


def is_known(name: str) -> bool:
    """Whether a name is a known conference's or journal's, or arXiv's."""
    told = _words(name[:_LONGEST])
    return is_conference(name) or bool(_known(told, "journals")) or bool({"arxiv", "corr"} & set(told))


def behind(title: str, plain: str) -> str:
    """The venue that stands right behind the title in a note, where it was not read as one; "" for what is none.

    Within three marks, and only what is a known venue or says that it is a conference or a journal.
    """
    at = plain.find(title) if len(title) >= 8 else -1
    parts = re.split(r"[.;,]\s|//|\s[—–-]\s", plain[at + len(title) :][:_LONGEST]) if at >= 0 else []
    named = (part.strip(" .,;—–-") for part in parts[:4])
    return next((part for part in named if is_place(part) and not re.search(r"https?:", part)), "")


def is_place(name: str) -> bool:
    """Whether a name claims a place that services index: a known venue, or a name that says it is a conference or journal."""
    told = " ".join(_words(name[:_LONGEST]))
    return bool(told) and (is_conference(name) or is_journal(name) or bool(_MEETING.search(told)))


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


def _known(words: list[str], kind: str) -> set[str]:
    """Which venues of a table a name speaks of: an acronym as a word, a full name as words in a row; a journal's name alone.

    The longest names decide: «Asian Conference on Machine Learning» is not the journal in it.
    """
    text, alone = f" {' '.join(words)} ", kind == "journals"
    found = {
        key: len(spelled)
        for spelled, key in _spelled_names(kind)
        if text == f" {spelled} " or (not alone and f" {spelled} " in text)
    }
    return {key for key, length in found.items() if length == max(found.values())}


@cache
def _spelled_names(kind: str) -> tuple[tuple[str, str], ...]:
    """Every name of a table as its telling words, with its key; the shorter first."""
    pairs = ((" ".join(_words(name)), key) for key, names in venue_names()[kind].items() for name in names)
    return tuple(sorted(pairs, key=lambda pair: len(pair[0])))


def _says_itself(words: list[str]) -> bool:
    """Whether a name says in words what it is and what it is about: a journal's or a meeting's, or a known one."""
    text = " ".join(words)
    kind = _JOURNAL.search(text) or _MEETING.search(text)
    return bool(_known(words, "conferences") or _known(words, "journals") or (kind and _telling(words)))


def _telling(words: list[str]) -> list[str]:
    """The words of a name that say what it is about."""
    return [word for word in words if not _GENERIC.fullmatch(word)]


def _short_for(short: list[str], full: list[str]) -> bool:
    """Whether every word begins, or contracts, a word of the full name, in order (ISO 4: «J. Mach. Learn. Res.», «Intl.»).

    Where no word is cut, only words that any venue may have are left out: «Conference on Quantum Machine Learning» is another.
    """
    place, cut, skipped = 0, False, list[str]()
    for word in short:
        while place < len(full) and not _contracts(word, full[place]):
            skipped.append(full[place])
            place += 1
        if place == len(full):
            return False
        cut = cut or word != full[place]
        place += 1
    if not cut and _telling([*skipped, *full[place:]]):
        return False
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
    """Whether two names have a telling word in common, cut or not; a known venue speaks by all of its names."""
    mine, yours = _all_words(ours), _all_words(theirs)
    return any(_cut_alike(one, other) for one in mine for other in yours)


def _cut_alike(one: str, other: str) -> bool:
    """Whether two words begin with the same four letters, or one is the other cut shorter."""
    return one.startswith(other[:4]) or other.startswith(one[:4])


def _all_words(words: list[str]) -> set[str]:
    """The telling words of a name and of every other name of its venue."""
    known = {key for kind in ("conferences", "journals") for key in _known(words, kind)}
    others = (name for kind in ("conferences", "journals") for name, key in _spelled_names(kind) if key in known)
    return {*_telling(words), *(word for name in others for word in _telling(name.split()))}
