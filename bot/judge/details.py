"""What of a claim must stand in the source, row by row: what is looked for, and what it means where it stands.

A detail that the whole document lacks refuses the claim, and so does one in whose place the quote has another. One that stands
elsewhere in the document is shown to a person with its place; what stands beside the quote is as it should be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.judge.claim_numbers import asked_numbers, computed, is_year, look, numbers_of, rival
from bot.judge.names import Likeness, most_of_its_name, names_of, unmet
from bot.judge.passages import SourceIndex
from bot.language.months import months_of
from bot.language.numbers import Figure
from bot.language.romanise import is_cyrillic
from bot.model.reasons import Reason

#: Among all the words of a document more are alike by chance: a translated name must then be nearer.
_ALIKE_FAR = 0.75
#: Half alike: of 4,500 pairs of two names 4 in 100, of translated names that no rule meets every third; so the judge is asked.
_HALF_ALIKE = 0.5


class DetailStanding(StrEnum):
    """Where a detail of a claim stands in the source."""

    beside = "beside"
    computed = "computed"
    far = "far"
    doubtful = "doubtful"
    replaced = "replaced"
    absent = "absent"


class Act(StrEnum):
    """What a standing means: nothing, a note for a person, a pointed question to the judge, or no verdict."""

    silent = "silent"
    note = "note"
    ask = "ask"
    refuse = "refuse"


@dataclass(frozen=True, slots=True)
class Texts:
    """The claim and its article's title, and the source as far as it is looked at: the quotes, what is around them, all of it."""

    claim: str
    title: str
    quoted: str
    around: str
    document: str
    alike: Likeness | None = None


@dataclass(frozen=True, slots=True)
class Detail:
    """One detail of a claim: what it is, as the claim writes it, where it stands, and the words that stand there instead."""

    what: str
    text: str
    standing: DetailStanding
    act: Act
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class DetailRow:
    """One kind of detail: how it is found, and what each standing means.

    ``missing`` is the reason where the document lacks it, ``instead`` where the quote has another.
    """

    what: str
    standings: Callable[[Texts], Iterator[tuple[str, DetailStanding]]]
    absent: Act
    replaced: Act
    far: Act
    missing: Reason
    instead: Reason

    def details(self, texts: Texts) -> Iterator[Detail]:
        """The details of this kind with what they mean."""
        for text, standing in self.standings(texts):
            yield Detail(self.what, text, standing, *self._meaning(standing))

    def _meaning(self, standing: DetailStanding) -> tuple[Act, Reason | None]:
        match standing:
            case DetailStanding.beside:
                return Act.silent, None
            case DetailStanding.computed | DetailStanding.far:
                return self.far, None
            case DetailStanding.doubtful:
                # code can tell neither way: another date beside the quote, a name that may be a translation
                return Act.ask, None
            case DetailStanding.replaced:
                return self.replaced, self.instead
            case DetailStanding.absent:
                return self.absent, self.missing


def details(texts: Texts) -> tuple[Detail, ...]:
    """Every detail of the claim, in the order of the rows."""
    return tuple(detail for row in ROWS for detail in row.details(texts))


def _numbers(texts: Texts) -> Iterator[tuple[str, DetailStanding]]:
    for figure in asked_numbers(texts.claim):
        if not figure.word:
            yield figure.text, _of_number(figure, texts)


def _number_words(texts: Texts) -> Iterator[tuple[str, DetailStanding]]:
    for figure in asked_numbers(texts.claim):
        if figure.word:
            yield figure.text, _of_number(figure, texts)


def _of_number(figure: Figure, texts: Texts) -> DetailStanding:
    if look(figure, numbers_of(texts.quoted)) is not None:
        return DetailStanding.beside
    if computed(figure, texts.quoted) is not None:
        return DetailStanding.computed
    replaced = rival(figure, texts.quoted, texts.claim) is not None
    if not replaced and look(figure, numbers_of(texts.around)) is not None:
        return DetailStanding.beside
    there = look(figure, numbers_of(texts.document)) is not None
    if replaced:
        # a text has many dates: another one beside the quote is no proof while the claim's own stands in the document
        return DetailStanding.doubtful if there and is_year(figure) else DetailStanding.replaced
    return DetailStanding.far if there else DetailStanding.absent


def _months(texts: Texts) -> Iterator[tuple[str, DetailStanding]]:
    quoted, around = (set(months_of(text).values()) for text in (texts.quoted, texts.around))
    claimed = months_of(texts.claim)
    for text, month in claimed.items():
        if month in quoted:
            yield text, DetailStanding.beside
        elif quoted - set(claimed.values()):
            yield text, DetailStanding.replaced
        elif month in around:
            yield text, DetailStanding.beside
        else:
            yield text, DetailStanding.far if month in months_of(texts.document).values() else DetailStanding.absent


def _exact_names(texts: Texts) -> Iterator[tuple[str, DetailStanding]]:
    """Tokens with digits: GPT-4, BF16."""
    return _of_names(texts, [name for name in names_of(texts.claim, texts.title) if _has_digit(name)])


def _foreign_names(texts: Texts) -> Iterator[tuple[str, DetailStanding]]:
    """Names that the source writes in another script, or translates."""
    return _of_names(texts, [name for name in _plain_names(texts) if _crosses(name, texts)])


def _same_names(texts: Texts) -> Iterator[tuple[str, DetailStanding]]:
    return _of_names(texts, [name for name in _plain_names(texts) if not _crosses(name, texts)])


def _plain_names(texts: Texts) -> list[str]:
    return [name for name in names_of(texts.claim, texts.title) if not _has_digit(name)]


def _of_names(texts: Texts, names: Sequence[str]) -> Iterator[tuple[str, DetailStanding]]:
    if not names:
        return
    apart = unmet(names, texts.claim, texts.around, texts.alike)
    absent = unmet(apart, texts.claim, texts.document, texts.alike, _ALIKE_FAR) if apart else ()
    unlike = unmet(absent, texts.claim, texts.around, texts.alike, _HALF_ALIKE) if absent else ()
    others = _others_named(names, texts)
    for name in names:
        if name in absent:
            known = name not in unlike or most_of_its_name(name, texts.claim, absent)
            yield name, DetailStanding.doubtful if known else DetailStanding.absent
        else:
            yield name, _of_named(name, others=others, apart=name in apart)


def _of_named(name: str, *, others: bool, apart: bool) -> DetailStanding:
    """Where a name stands that the document has: ``others`` are named in its place, ``apart`` from the quotes it stands."""
    if others:
        return DetailStanding.replaced if apart and _has_digit(name) else DetailStanding.doubtful
    return DetailStanding.far if apart else DetailStanding.beside


def _others_named(names: Sequence[str], texts: Texts) -> bool:
    """Whether the quotes name others and none of ``names``: then they may speak of somebody else, whatever stands around them."""
    if len(unmet(names, texts.claim, texts.quoted, texts.alike)) < len(names):
        return False
    exact = any(map(_has_digit, names))
    others = [other for other in names_of(texts.quoted, texts.title) if not exact or _has_digit(other)]
    return bool(others) and bool(unmet(others, texts.quoted, texts.claim, texts.alike))


def _has_digit(name: str) -> bool:
    return any(map(str.isdigit, name))


def _crosses(name: str, texts: Texts) -> bool:
    return is_cyrillic(name) != is_cyrillic(texts.quoted)


_NUMBERS = frozenset({"number", "number word"})
#: What is compared, and what it speaks for. A source that spells all that a claim names and counts may still say something else:
#: that is for the questions (``bot.judge.points``); a source that lacks one of these cannot say it.
ROWS = (
    DetailRow(
        "number", _numbers, Act.refuse, Act.refuse, Act.note, Reason.number_not_in_source, Reason.number_not_in_quote
    ),
    DetailRow(
        "number word",
        _number_words,
        Act.ask,
        Act.refuse,
        Act.note,
        Reason.number_not_in_source,
        Reason.number_not_in_quote,
    ),
    DetailRow(
        "month", _months, Act.note, Act.refuse, Act.note, Reason.number_not_in_source, Reason.number_not_in_quote
    ),
    DetailRow(
        "token with digits",
        _exact_names,
        Act.refuse,
        Act.refuse,
        Act.note,
        Reason.name_not_in_source,
        Reason.name_not_in_quote,
    ),
    DetailRow(
        "name", _same_names, Act.refuse, Act.refuse, Act.note, Reason.name_not_in_source, Reason.name_not_in_quote
    ),
    DetailRow(
        "foreign name",
        _foreign_names,
        Act.refuse,
        Act.refuse,
        Act.note,
        Reason.name_not_in_source,
        Reason.name_not_in_quote,
    ),
)


def stands_in(detail: Detail, claim: str, sentence: str) -> bool:
    """Whether a sentence of the source has a detail, spelt or counted as there."""
    if detail.what in _NUMBERS:
        there = numbers_of(sentence)
        return any(look(figure, there) is not None for figure in asked_numbers(claim) if figure.text == detail.text)
    if detail.what == "month":
        return months_of(claim).get(detail.text) in months_of(sentence).values()
    return not unmet((detail.text,), claim, sentence)


def near_words(index: SourceIndex) -> Likeness | None:
    """The likeness of words by the encoder of an index; None without one."""
    if index.encoder is None:
        return None

    def alike(word: str, others: Sequence[str]) -> float:
        if not others:
            return -1.0
        vectors = index.vectors([word, *others])
        return float((vectors[1:] @ vectors[0]).max())

    return alike
