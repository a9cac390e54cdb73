"""Where a quote may say less than the claim, or the reverse, in the very words that both share: points for a second question.

Code sees the words and cannot tell what they do in their sentences; so a point refuses nothing by itself. It is put to the judge
once more by name («the claim says *all*; does the source?»), and *supported* then needs both answers. Only a trend or a
comparison turned round in so many words is refused here (``turned``).

Each row was measured on true claims with their annotated quotes and on claims that a model lied about (docs/judges.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.judge.claim_numbers import turned_round
from bot.judge.negation import denied
from bot.judge.search_terms import keys, kin, terms
from bot.language.fold import fold
from bot.language.romanise import is_cyrillic
from bot.language.sentences import sentences


class PointKind(StrEnum):
    """What a second question is about."""

    negation = "negation"
    certainty = "certainty"
    plan = "plan"
    attribution = "attribution"
    universal = "universal"
    some = "some"
    condition = "condition"
    comparison = "comparison"
    cause = "cause"
    direction = "direction"
    detail = "detail"


@dataclass(frozen=True, slots=True)
class Point:
    """One point to ask about: the claim's words and the source's, either of which may be none."""

    kind: PointKind
    claimed: str
    said: str


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The words of one sort in both languages, as a pattern; of a word that ends in a hyphen any ending counts."""

    pattern: re.Pattern[str]

    @classmethod
    def of(cls, words: str) -> _Vocabulary:
        """``words`` are parted by ``|``."""
        made = [re.escape(word.removesuffix("-")) + (r"\w*" if word.endswith("-") else "") for word in words.split("|")]
        # «only 23 of them» and «more than 60» are told by their numbers
        return cls(re.compile(rf"(?<!\w)(?:{'|'.join(made)})(?!\w|\s\d)"))

    def first(self, folded: str) -> str:
        """The first such word of a folded text, or ""."""
        match = self.pattern.search(folded)
        return match[0] if match else ""


#: Ours; each list is one sort of word, not the words of one reported case.
_HEDGES = _Vocabulary.of(
    "may|might|could|possibly|perhaps|probably|likely|unlikely|suggests|suggest|suggested|suggesting|appears to|appear to|"
    "seems to|seem to|potentially|unclear|uncertain|preliminary|hypothes-|speculat-|"
    "предположительно|вероятно|возможно|может|могут|мог|могла|могли|по-видимому|видимо|кажется|предполага-|не исключено|гипотез-|"
    "предварительн-"
)
_PLANS = _Vocabulary.of(
    "will|plans to|plan to|planned to|planning to|expects to|expected to|intends to|intend to|aims to|aim to|hopes to|hope to|"
    "proposed to|scheduled|set to|due to be|"
    "планирует-|планируют|намерен-|собирается|собираются|предстоит|ожидается|будет|будут|хотят|надеются|запланирован-"
)
_ATTRIBUTED = _Vocabulary.of(
    "claims|claimed|alleges|alleged|allegedly|reportedly|rumored|rumoured|rumor-|supposedly|purported-|according to critics|"
    "believed to|is said to|are said to|"
    "якобы|утверждает|утверждают|утверждал-|по слухам|по словам|по мнению|считает|считают"
)
_UNIVERSALS = _Vocabulary.of(
    "all|every|everyone|everything|always|never|none|no one|nobody|entire|entirely|completely|only|sole|solely|exclusively|"
    "все|всех|всем|всеми|весь|вся|каждый|каждая|каждое|каждого|каждой|каждому|любой|любая|любое|любого|любых|всегда|никогда|никто|"
    "единственный|единственная|единственное|единственного|единственной|исключительно|только|лишь|полностью|целиком"
)
_SOME = _Vocabulary.of(
    "some|some of|many|most of|in most|for most|often|usually|sometimes|typically|generally|occasionally|partly|partially|"
    "in part|mostly|largely|a few|half of|"
    "некоторые|некоторых|некоторым|многие|многих|большинств-|часто|обычно|иногда|отчасти|частично|как правило|в основном|порой|"
    "нередко|зачастую|часть"
)
_CONDITIONS = _Vocabulary.of(
    "only if|only when|only for|only in|unless|except|provided that|as long as|if|in mice|in rats|in vitro|in simulation-|"
    "with the exception|assuming|limited to|"
    "только если|только при|только для|только в|лишь при|лишь для|если|кроме|за исключением|при условии|на мышах|у мышей|"
    "в моделировании|исключая"
)
_COMPARISONS = _Vocabulary.of(
    "more than|less than|better than|worse than|faster than|slower than|larger than|smaller than|higher than|lower than|"
    "greater than|outperform-|surpass-|superior|inferior|best|worst|fastest|slowest|largest|smallest|highest|lowest|greatest|"
    "biggest|oldest|youngest|earliest|"
    "лучше|хуже|быстрее|медленнее|больше, чем|меньше, чем|выше, чем|ниже, чем|превосходит|превосходят|превзош-|уступает|уступают|"
    "лучший|лучшая|лучшее|лучших|худший|худшая|самый|самая|самое|самые|самого|самой|самых|наибольш-|наименьш-|крупнейш-|старейш-|"
    "высочайш-"
)
_CAUSES = _Vocabulary.of(
    "because|cause|causes|caused|causing|leads to|led to|leading to|results in|resulted in|due to|thanks to|owing to|makes|"
    "made it|prevents|prevented|"
    "потому что|из-за|вызыва-|вызвал-|приводит|приводят|привел-|благодаря|вследствие|причин-|предотвраща-|порожда-|обусловлен-"
)
_CORRELATIONS = _Vocabulary.of(
    "correlat-|associated with|association|linked to|link between|related to|relationship between|accompanied|coincid-|"
    "tend to|tends to|"
    "коррел-|связан-|связь|связи|ассоциир-|сопровожда-|совпада-|сопутству-|взаимосвяз-"
)
_UP = _Vocabulary.of(
    "rise|rises|rose|risen|rising|increas-|grow|grows|grew|grown|growth|growing|gain|gains|gained|higher|improv-|climb-|"
    "accelerat-|expand-|вырос-|вырас-|раст-|рос|росл-|рост|роста|увелич-|повыс-|повыш-|возрос-|возраст-|улучш-|ускор-|расшир-|подня-"
)
_DOWN = _Vocabulary.of(
    "fall|falls|fell|fallen|falling|decreas-|declin-|drop|drops|dropped|reduc-|shrink-|shrank|lower|worsen-|slow|slowed|slows|"
    "diminish-|cut|cuts|упал-|пада-|паден-|снизи-|сниж-|уменьш-|сократ-|сокращ-|ухудш-|замедл-|сузил-|опусти-"
)

#: «A is faster than B»: what stands before the comparison and after it.
_THAN = re.compile(
    r"(?P<less>less|worse|slower|smaller|lower|younger|later|shorter|weaker|"
    r"меньше|хуже|медленнее|мельче|ниже|моложе|позже|короче|слабее|уступа\w+|проигр\w+)"
    r"|(?P<more>more|better|outperform\w*|surpass\w*|exceed\w*|beats?|defeat\w*|\b\w{3,12}er(?= than)|"
    r"больше|лучше|выше|старше|раньше|дольше|\b\w{3,12}ее(?=,? чем)|"
    r"превосход\w+|превзош\w+|обогна\w+|обгоня\w+|опережа\w+|победил\w*)"
)
#: Titles and speech inside a sentence say nothing of it.
_QUOTED = re.compile(r'"[^"]{1,80}"')
#: Where a clause may end; a short one in front («in mice,») belongs to what follows.
_PARTS = re.compile(r"[,;:]\s|\s-\s")
_SHORT_CLAUSE = 4
#: Where a sentence goes on with another statement.
_COORDINATED = re.compile(r"[;:,]\s|\s[-–—]\s|\s(?:and|but|while|и|а|но|однако)\s")
_CLAUSE = re.compile(r"[.;:!?]\s|,\s(?:but|while|whereas|and|а|но|и|тогда)\s")
_TAKES_OBJECT = re.compile(
    r"outperform|surpass|exceed|beat|defeat|превосход|превзош|обог|обгон|опереж|победил|уступ|проигр"
)
_LINKING = re.compile(r"^[^\w]*(?:\w+\s){0,4}?(?:than|чем)\b")


def _first(words: _Vocabulary | None, folded: str) -> str:
    return words.first(folded) if words is not None else ""


@dataclass(frozen=True, slots=True)
class _PointRow:
    """A sort of point: the words that make one, ``only`` on this side while the other has none of them."""

    kind: PointKind
    claim: _Vocabulary | None
    quote: _Vocabulary | None

    def point(self, claim: str, quoted: str) -> Point | None:
        """The point, where each side has its own words and not the other's, or one side alone has words of this sort."""
        claimed, said = _first(self.claim, claim), _first(self.quote, quoted)
        wanted = bool(claimed) is (self.claim is not None) and bool(said) is (self.quote is not None)
        strayed = _first(self.claim, quoted) or _first(self.quote, claim)
        return Point(self.kind, claimed, said) if wanted and not strayed else None


#: A pair is a point where both sides have their words; a word of one side alone where the other side has none of its sort.
ROWS = (
    _PointRow(PointKind.universal, _UNIVERSALS, None),
    _PointRow(PointKind.comparison, _COMPARISONS, None),
    _PointRow(PointKind.certainty, None, _HEDGES),
    _PointRow(PointKind.plan, None, _PLANS),
    _PointRow(PointKind.attribution, None, _ATTRIBUTED),
    _PointRow(PointKind.some, None, _SOME),
    _PointRow(PointKind.condition, None, _CONDITIONS),
    _PointRow(PointKind.cause, _CAUSES, _CORRELATIONS),
    _PointRow(PointKind.cause, _CORRELATIONS, _CAUSES),
    _PointRow(PointKind.direction, _UP, _DOWN),
    _PointRow(PointKind.direction, _DOWN, _UP),
)

QUESTIONS: Mapping[PointKind, str] = {
    PointKind.negation: "One of the two texts denies something ({both}). Do they agree on what is so and what is not?",
    PointKind.certainty: "The source has {said}. Does it state as a fact what the claim states as a fact?",
    PointKind.plan: "The source has {said}. Does it say, as the claim does, that this is so, and not only that it is planned?",
    PointKind.attribution: "The source has {said}. Does it state what the claim states, and not only that somebody says so?",
    PointKind.universal: "The claim says {claimed}. Does the source say so of all that the claim speaks of?",
    PointKind.some: "The source has {said}. Does it say as much as the claim, not only of some or sometimes?",
    PointKind.condition: "The source has {said}. Does it say this without a condition or limit that the claim leaves out?",
    PointKind.comparison: "The claim compares ({claimed}). Does the source make this very comparison, in this direction?",
    PointKind.cause: "The claim has {claimed}, the source {said}. Does the source say what causes what as the claim does?",
    PointKind.direction: "The claim has {claimed}, the source {said}. Do both say that the same thing went the same way?",
    PointKind.detail: "The claim says {claimed}. Does the source say exactly this of the same thing?",
}


def points(claim: str, quotes: tuple[str, ...]) -> tuple[Point, ...]:
    """The points of a claim and the quotes that shall support it, each kind once.

    Of the quotes the clause is looked at that shares most with the claim: what others deny or doubt is something else.
    """
    folded, quoted = _QUOTED.sub("", fold(claim)), _nearest(claim, quotes)
    found: dict[PointKind, Point] = {}
    for point in _all(folded, quoted):
        found.setdefault(point.kind, point)
    return tuple(found.values())


def _nearest(claim: str, quotes: tuple[str, ...]) -> str:
    """The clause of the quotes, folded, that holds most of the claim's search terms; of equals the first."""
    wanted = {*terms(claim), *keys(claim), *kin(claim)}
    clauses = [clause for quote in quotes for start, end in sentences(quote) for clause in _clauses(quote[start:end])]
    return max(clauses, key=lambda one: len(wanted.intersection((*terms(one), *keys(one)))), default="")


def _clauses(sentence: str) -> list[str]:
    """A sentence's clauses, folded, without titles and speech; each of four words at least where there are more."""
    found: list[str] = []
    for part in _PARTS.split(_QUOTED.sub("", fold(sentence))):
        if found and min(len(found[-1].split()), len(part.split())) < _SHORT_CLAUSE:
            found[-1] += f", {part}"
        else:
            found.append(part)
    return found


def _all(claim: str, quoted: str) -> Iterator[Point]:
    in_claim, in_quote = denied(claim), denied(quoted)
    if bool(in_claim) != bool(in_quote):
        yield Point(PointKind.negation, in_claim, in_quote)
    for row in ROWS:
        point = row.point(claim, quoted)
        if point is not None:
            yield point


def covers(claim: str, parts: Sequence[str]) -> bool:
    """Whether the parts that a model cut a claim into leave no clause of it out.

    A clause is left out where no part has one of its content words or figures. Parts in another script than the claim are not
    compared, nor parts without words.
    """
    split = " ".join(parts)
    if not split.strip() or is_cyrillic(split) != is_cyrillic(claim):
        return True
    there = {*terms(split), *keys(split)}
    clauses = [set(terms(clause)) for clause in _COORDINATED.split(claim)]
    return all(len(words) < _SHORT_CLAUSE or not words.isdisjoint(there) for words in clauses)


def spoken(point: Point) -> str:
    """The question of a point, in English, with the words in question."""
    claimed, said = (f"«{words}»" if words else "nothing of the kind" for words in (point.claimed, point.said))
    both = " / ".join(f"«{words}»" for words in (point.claimed, point.said) if words)
    return QUESTIONS[point.kind].format(claimed=claimed, said=said, both=both)


def turned(claim: str, quotes: tuple[str, ...]) -> str | None:
    """The claim's words where it turns round in so many words what a quote says: a course of two figures, or a comparison."""
    for quote in quotes:
        found = turned_round(claim, quote) or _comparison_turned(fold(claim), fold(quote))
        if found:
            return found
    return None


def _comparison_turned(claim: str, quote: str) -> str | None:
    for mine in _comparisons(claim):
        for theirs in _comparisons(quote):
            if mine.same_sides(theirs) and mine.more != theirs.more:
                return mine.text
            if mine.sides_changed(theirs) and mine.more == theirs.more:
                return mine.text
    return None


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What a clause compares: the search terms before the comparison and after it, and whether it says more or less."""

    text: str
    before: frozenset[str]
    after: frozenset[str]
    more: bool

    def same_sides(self, other: _Comparison) -> bool:
        """Whether both speak of the same two things in this order."""
        return _share(self.before, other.before) and _share(self.after, other.after) and not self._crossed(other)

    def sides_changed(self, other: _Comparison) -> bool:
        """Whether the one names last what the other names first, no less than both name on the same side («работает»)."""
        crossed = (self.before & other.after, self.after & other.before)
        kept = len(self.before & other.before) + len(self.after & other.after)
        return all(crossed) and sum(map(len, crossed)) >= kept

    def _crossed(self, other: _Comparison) -> bool:
        return _share(self.before, other.after) or _share(self.after, other.before)


def _share(one: frozenset[str], other: frozenset[str]) -> bool:
    return not one.isdisjoint(other)


def _comparisons(folded: str) -> list[_Comparison]:
    found = []
    for clause in _CLAUSE.split(folded):
        for match in _THAN.finditer(clause):
            linked = _LINKING.match(clause[match.end() :])
            if linked is None and _TAKES_OBJECT.match(match[0]) is None:
                continue
            after = clause[match.end() + (linked.end() if linked else 0) :]
            sides = [frozenset((*terms(side), *keys(side))) for side in (clause[: match.start()], after)]
            both = sides[0] & sides[1]
            found.append(_Comparison(clause.strip(), sides[0] - both, sides[1] - both, match["more"] is not None))
    return found
