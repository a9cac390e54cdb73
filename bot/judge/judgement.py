"""From a model's answer to a verdict: by code, from the parts, each word checked against the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.judge.answer_form import ClaimPart, ModelAnswer, PartSupport, Said
from bot.judge.conflict import conflict
from bot.judge.details import Act, Detail, DetailStanding, Texts, details, near_words, stands_in
from bot.judge.passages import Near, SourceIndex
from bot.judge.points import Point, PointKind, covers, points, turned
from bot.judge.quote import locate, long_enough
from bot.judge.signs import related, says
from bot.judge.windows import body
from bot.model.citation import Claim
from bot.model.reasons import Reason
from bot.model.source import Passage
from bot.model.verdict import Apart, Contradicted, Evidence, NotInSource, Partial, Quote, Support, Supported, Unjudged
from bot.model.words import Scope

#: Of a longer source the nearest passages are not the whole: silence then proves nothing.
SEARCHABLE = 400_000
_AROUND = 1
_MOST_SHOWN = 5
#: Models miscount a little.
_ID_SLACK = 2
#: Points that one second question is about.
_MOST_POINTS = 3
_MOST_APART = 3
_Found = tuple[Quote, SourceIndex]


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked: the claim, the prepared source, the passages nearest to it; ``title`` is the article's."""

    claim: Claim
    index: SourceIndex
    near: tuple[Near, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class PendingSupport:
    """*Supported*, once the judge has confirmed the points that code can see and not decide; until then nothing."""

    supported: Supported
    points: tuple[Point, ...]


def confirmed(answer: ModelAnswer, pending: PendingSupport) -> Support:
    """What the answer to the second question leaves: *supported* only where it says so of every point."""
    if _supports_whole(answer):
        return pending.supported
    return Unjudged(Reason.point_denied, pending.supported.evidence)


def decide(answer: ModelAnswer, question: Question, evidence: Evidence) -> Support | PendingSupport:
    """The verdict that an answer amounts to.

    *Supported*, *partial* and *contradicted* stand on quotes that code found in the body of the source; *supported* also
    on the claim's numbers and names standing beside the quotes; *not_in_source* on a source that was there as a whole. A
    model whose verdict turns against its own parts is not followed.
    """
    index = question.index
    kinds = {part.support for part in answer.parts}
    evidence = _with_quotes(evidence, index, answer)
    if PartSupport.contradicted in kinds:
        return _contradicted(answer, question, evidence)
    if PartSupport.supported not in kinds:
        return _silent(answer, kinds, index, evidence)
    if answer.verdict in {Said.contradicted, Said.not_in_source}:
        return Unjudged(Reason.outside_schema, evidence)
    if answer.verdict is Said.unclear:
        return Unjudged(Reason.judge_unsure, evidence)
    return _supported(answer, question, evidence)


def decide_together(
    answer: ModelAnswer, questions: Sequence[Question], evidence: Evidence
) -> Supported | PendingSupport | None:
    """Whether an answer about several sources at once amounts to *supported*; None when it does not.

    Each statement needs its own quote, found in one of the sources and near the claim in meaning; numbers and names may stand
    beside any of the quotes. Nothing else is believed of such an answer: what each source says alone is known already.
    """
    if not _supports_each_part(answer):
        return None
    claim = questions[0].claim
    found = _quoted(answer.quote, answer.parts, [question.index for question in questions])
    if isinstance(found, Reason) or not covers(claim.text, [part.text for part in answer.parts]):
        return None
    looked = _details(questions, found)
    if _why_not(claim, found, looked) is not None or not _says_it(questions, found):
        return None
    if not _all_related(claim, found):
        return None
    shown = [_passage(quote, index) for quote, index in found]
    passages = tuple(dict.fromkeys((*shown, *evidence.passages)))
    seen = Evidence(found[0][1].source.scope, passages[:_MOST_SHOWN], evidence.judge)
    return _with_points(Supported(found[0][0], seen, _apart(looked, questions)), claim, found, looked)


def _all_related(claim: Claim, found: Sequence[_Found]) -> bool:
    return all(related(claim, index, (quote.start, quote.end)) for quote, index in found)


def _supports_whole(answer: ModelAnswer) -> bool:
    """Whether the answer says *supported*, and so of every part."""
    return answer.verdict is Said.supported and all(part.support is PartSupport.supported for part in answer.parts)


def _supports_each_part(answer: ModelAnswer) -> bool:
    """Whether it does, with a quote for every part."""
    return _supports_whole(answer) and all(part.quote.strip() for part in answer.parts)


def _parts_with(answer: ModelAnswer, support: PartSupport) -> list[ClaimPart]:
    return [part for part in answer.parts if part.support is support]


def _supported(answer: ModelAnswer, question: Question, evidence: Evidence) -> Support | PendingSupport:
    claim, index = question.claim, question.index
    supporting = _parts_with(answer, PartSupport.supported)
    found = _quoted_for_each(answer, supporting, index)
    if isinstance(found, Reason):
        return Unjudged(found, evidence)
    whole = _supports_whole(answer)
    looked = _details((question,), found) if whole else ()
    refused = _why_not(claim, found, looked)
    if refused is not None:
        return Unjudged(refused, evidence)
    # the first is the answer's own choice, where it made one
    decisive = found[0][0]
    if not whole or not covers(claim.text, [part.text for part in answer.parts]):
        return Partial(decisive, evidence)
    if not _says_it((question,), found):
        return Unjudged(Reason.quote_says_less, evidence)
    return _with_points(Supported(decisive, evidence, _apart(looked, (question,))), claim, found, looked)


def _quoted_for_each(answer: ModelAnswer, supporting: Sequence[ClaimPart], index: SourceIndex) -> list[_Found] | Reason:
    """The quotes, where each part has its own or the answer has one for all."""
    if not all((part.quote or answer.quote).strip() for part in supporting):
        return Reason.quote_not_found
    return _quoted(answer.quote, supporting, (index,))


def _why_not(claim: Claim, found: Sequence[_Found], looked: Sequence[Detail]) -> Reason | None:
    """Why code does not believe the quotes, whatever the judge says."""
    refused = _refusal(looked)
    if refused is not None:
        return refused
    if turned(claim.text, _words(found)) is not None:
        return Reason.turned_round
    near = any(related(claim, index, (quote.start, quote.end)) for quote, index in found)
    return None if near else Reason.quote_off_topic


def _with_points(
    supported: Supported, claim: Claim, found: Sequence[_Found], looked: Sequence[Detail]
) -> Supported | PendingSupport:
    """*Supported*, where nothing has to be asked first."""
    details_asked = [Point(PointKind.detail, one.text, "") for one in looked if one.act is Act.ask]
    asked = (*details_asked, *points(claim.text, _words(found)))[:_MOST_POINTS]
    return PendingSupport(supported, asked) if asked else supported


def _words(found: Sequence[_Found]) -> tuple[str, ...]:
    return tuple(quote.text for quote, _ in found)


def _apart(looked: Sequence[Detail], questions: Sequence[Question]) -> tuple[Apart, ...]:
    """What a person is shown: the details that stand apart from the quotes, each with the first sentence that has it."""
    noted = [one for one in looked if one.act is Act.note and one.standing is not DetailStanding.computed]
    return tuple(Apart(one.text, _sentence_with(one, questions)) for one in noted[:_MOST_APART])


def _sentence_with(detail: Detail, questions: Sequence[Question]) -> str:
    if detail.standing is DetailStanding.absent:
        return ""
    claim = questions[0].claim.text
    sentences = (question.index.text_of(one) for question in questions for one in question.index.sentences)
    return next((sentence for sentence in sentences if stands_in(detail, claim, sentence)), "")


def _says_it(questions: Sequence[Question], found: Sequence[_Found]) -> bool:
    """Whether the quotes together share what the claim says of its subject."""
    order = {id(question.index): at for at, question in enumerate(questions)}
    spots = [(order[id(index)], quote.start, quote.end) for quote, index in found]
    return says(questions[0].claim, [(question.index, question.near) for question in questions], spots)


def _contradicted(answer: ModelAnswer, question: Question, evidence: Evidence) -> Support:
    index = question.index
    if answer.verdict is Said.supported:
        return Unjudged(Reason.outside_schema, evidence)
    against = _parts_with(answer, PartSupport.contradicted)
    if not any(part.quote.strip() for part in against):
        return Unjudged(Reason.contradiction_without_quote, evidence)
    found = _quoted("", against, (index,))
    if isinstance(found, Reason):
        return Unjudged(found, evidence)
    decisive = found[0][0]
    if not related(question.claim, index, (decisive.start, decisive.end)):
        return Unjudged(Reason.quote_off_topic, evidence)
    located = conflict(question.claim.text, "\n".join(quote.text for quote, _ in found), _named_beside(found))
    if located is None:
        return Unjudged(Reason.conflict_not_located, evidence)
    return Contradicted(decisive, evidence, located)


def _silent(answer: ModelAnswer, kinds: set[PartSupport], index: SourceIndex, evidence: Evidence) -> Support:
    if kinds != {PartSupport.not_in_source} or answer.verdict is Said.unclear:
        return Unjudged(Reason.judge_unsure, evidence)
    if answer.verdict is not Said.not_in_source:
        return Unjudged(Reason.outside_schema, evidence)
    return silence(index, evidence)


def silence(index: SourceIndex, evidence: Evidence) -> Support:
    """What it means that nothing was found: *not_in_source* only where the whole source was there to be searched."""
    if index.source.scope is Scope.abstract:
        return Unjudged(Reason.abstract_only, evidence)
    if index.source.scope is Scope.none or len(index.source.text) > SEARCHABLE:
        return Unjudged(Reason.part_of_source_only, evidence)
    return NotInSource(evidence)


def _quoted(first: str, parts: Sequence[ClaimPart], books: Sequence[SourceIndex]) -> list[_Found] | Reason:
    """The quote ``first`` and those of the parts, found in the sources; the reason why they are not to be believed."""
    quotes = [part.quote for part in parts]
    found = _located([first, *quotes], books)
    if isinstance(found, Reason) and all(quote.strip() for quote in quotes):
        # each part has its own words: the answer's choice among them is not needed
        found = _located(quotes, books)
    if not isinstance(found, Reason) and any(_stray(part, books) for part in parts):
        return Reason.quote_not_found
    return found


def _details(questions: Sequence[Question], found: Sequence[_Found]) -> tuple[Detail, ...]:
    """Where the claim's numbers and names stand: beside the quotes, elsewhere in the sources, or nowhere."""
    first = questions[0]
    texts = Texts(
        first.claim.text,
        first.title,
        "\n".join(dict.fromkeys(_words(found))),
        _named_beside(found),
        "\n".join(f"{one.index.source.title or ''}\n{one.index.source.text}" for one in questions),
        near_words(first.index),
    )
    return details(texts)


def _refusal(looked: Sequence[Detail]) -> Reason | None:
    """The reason of the first detail without which nothing is believed."""
    return next((one.reason for one in looked if one.act is Act.refuse), None)


def _located(quotes: list[str], books: Sequence[SourceIndex]) -> list[_Found] | Reason:
    """Every quote that is not empty, found in the body of a source; one that is not spoils them all."""
    found = []
    for quote in quotes:
        if not quote.strip():
            continue
        if not long_enough(quote):
            return Reason.quote_too_short
        located = next((one for index in books if (one := _in_body(quote, index)) is not None), None)
        if located is None:
            return Reason.quote_not_found
        found.append(located)
    return found or Reason.quote_not_found


def _in_body(quote: str, index: SourceIndex) -> _Found | None:
    located = locate(index.source, quote, index.folded)
    if located is None or not any(start <= located.start and located.end <= end for start, end in body(index.source)):
        return None
    return located, index


def _stray(part: ClaimPart, books: Sequence[SourceIndex]) -> bool:
    """Whether a part quotes one place and names the numbers of others: then one of the two is made up.

    Sentences of several sources are numbered through, as the prompt shows them.
    """
    last = sum(len(index.sentences) for index in books)
    named = set(part.sentence_ids).intersection(range(1, last + 1))
    if not named or not part.quote.strip():
        return False
    touched: list[int] = []
    before = 0
    for index in books:
        touched += [before + number for number in _numbers_of(part.quote, index)]
        before += len(index.sentences)
    return bool(touched) and all(min(abs(number - one) for one in touched) > _ID_SLACK for number in named)


def _numbers_of(quote: str, index: SourceIndex) -> list[int]:
    """The numbers of the sentences that the quote touches, wherever it stands first."""
    located = locate(index.source, quote, index.folded)
    if located is None:
        return []
    return [one.number for one in index.sentences if one.start < located.end and located.start < one.end]


def _named_beside(found: Sequence[_Found]) -> str:
    """Where the claim's names may stand: beside the quotes, in their sections' headings, in the sources' titles."""
    return "\n".join(
        "\n".join((_surroundings(quote, index), _passage(quote, index).where, index.source.title or ""))
        for quote, index in found
    )


def _surroundings(quote: Quote, index: SourceIndex) -> str:
    """The quote with the sentences it stands in and their neighbours: where its numbers may be."""
    touched = [at for at, one in enumerate(index.sentences) if one.start < quote.end and quote.start < one.end]
    if not touched:
        return quote.text
    first = index.sentences[max(0, touched[0] - _AROUND)]
    last = index.sentences[min(len(index.sentences) - 1, touched[-1] + _AROUND)]
    return index.source.text[first.start : last.end]


def _with_quotes(evidence: Evidence, index: SourceIndex, answer: ModelAnswer) -> Evidence:
    """Put the passage of the first located quote in front: that is what a person wants to see."""
    for quote in (answer.quote, *(part.quote for part in _quoting(answer))):
        located = locate(index.source, quote, index.folded) if quote.strip() else None
        if located is not None:
            around = _passage(located, index)
            others = tuple(one for one in evidence.passages if one.end <= around.start or around.end <= one.start)
            return Evidence(evidence.scope, (around, *others)[: max(1, len(evidence.passages))], evidence.judge)
    return evidence


def _quoting(answer: ModelAnswer) -> tuple[ClaimPart, ...]:
    return tuple(part for part in answer.parts if part.quote.strip())


def _passage(quote: Quote, index: SourceIndex) -> Passage:
    touched = [one for one in index.sentences if one.start < quote.end and quote.start < one.end]
    if not touched:
        return Passage(quote.text, "", 1.0, quote.start, quote.end)
    start, end = min(touched[0].start, quote.start), max(touched[-1].end, quote.end)
    return Passage(index.source.text[start:end], touched[0].where, 1.0, start, end)
