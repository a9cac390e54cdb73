"""Mechanical edits of a page, each proven: model residue to wikitext, refs mended, copies merged."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.model.edit import Edit, Proof, Span, TidyPage, apply_edits
from bot.model.message import msg
from bot.model.page import Page
from bot.model.words import Fix
from bot.wikitext import proof
from bot.wikitext.dedupe import merges
from bot.wikitext.drafts import Draft, Noted, finish_edits, finish_findings, moved_back, rebase
from bot.wikitext.faults import noted_faults
from bot.wikitext.likeness import likenesses
from bot.wikitext.listed_notes import listed_notes, may_call
from bot.wikitext.repairs import missing_list, repairs
from bot.wikitext.residue.context import Residue
from bot.wikitext.residue.rules import residue, residue_again
from bot.wikitext.text import Wikitext

#: What nothing parts.
_UNBROKEN = re.compile(r"\S*+")
#: How often what one edit uncovers is mended at once.
_ROUNDS = 4
#: No address is longer.
_FAR = 4000
#: No article has as many; the largest of the largest wikis have two thousand.
MOST_REFS = 8000
_REF_TAG = re.compile(r"<[rR][eE][fF]")
#: Edits that make notes of a list's calls by what a model left.
_MADE_BY_HAND = frozenset({"ART017", "ART018"})
#: Findings that an edit makes rather than mends.
_LASTING = frozenset({"ART031", "ART035", "REF003"})


@dataclass(slots=True)
class _Result:
    """Safe drafts on the original text, what they make of it, and what was checked on the way."""

    safe: list[Draft]
    review: list[Draft]
    noted: list[Noted]
    made: Wikitext
    residue: Residue
    checks: list[tuple[str, bool]]


def tidy_page(wikitext: Wikitext) -> TidyPage:
    """Everything that can be mended mechanically on a page, and what a person has to look at. Pure.

    Safe edits are apart and together make ``text``. When a check fails, no edit is offered, the text is as it was, and a
    finding says which check it was.
    """
    page = wikitext.page
    if "\r\n" in page.text:
        return with_line_ends(page, tidy_page(wikitext.edited(page.text.replace("\r\n", "\n"))))
    n = sum(1 for _ in _REF_TAG.finditer(page.text))
    if n > MOST_REFS:
        much = Noted("REF080", msg("{n} ref tags: nothing is offered on such a page", n=n), 0, "", "")
        return TidyPage(page, page.text, (), finish_findings(page, [much]), Proof())
    result = _pass(wikitext)
    noted = result.noted
    if result.safe:
        result, later = _settled(wikitext, result)
        noted = _remaining(noted, later, result.safe)
        reads = proof.accounted(wikitext, result.made, result.safe)
        result.checks.append(("a reader's words and links", reads))
    proven = Proof(tuple(result.checks))
    if not proven.ok:
        failed = ", ".join(name for name, held in result.checks if not held)
        refused = Noted("REF090", msg("no edit is offered: the check «{check}» failed", check=failed), 0, failed, "")
        return TidyPage(page, page.text, (), finish_findings(page, [*result.noted, refused]), proven)
    wikitext.remember(result.made)
    edits = finish_edits(page, [*result.safe, *_apart(page.text, result.safe, result.review)])
    return TidyPage(page, result.made.text, edits, finish_findings(page, noted), proven)


def _settled(wikitext: Wikitext, result: _Result) -> tuple[_Result, list[Noted]]:
    """Run again until nothing is left to do, as one edit can bring another within reach; and what the last run noted."""
    again = _pass(result.made, result)
    for _ in range(_ROUNDS):
        if not again.safe:
            break
        moved = rebase(again.safe, result.safe)
        safe = [*moved.base, *moved.drafts]
        together = proof.outside_spans_equal(wikitext.text, again.made.text, safe)
        checks = [*result.checks, *again.checks, ("edits together", together)]
        result = _Result(safe, result.review, result.noted, again.made, again.residue, checks)
        again = _pass(result.made, result)
    result.checks.append(("second run empty", not again.safe))
    return result, again.noted


def _remaining(noted: list[Noted], later: list[Noted], safe: list[Draft]) -> list[Noted]:
    """What a reader of the mended text would find, at its place on the old one.

    A removed token's finding stays, for its words are still without a source.
    """
    left = {(note.code, note.words, note.key) for note in later}
    kept = [note for note in noted if note.code in _LASTING or (note.code, note.words, note.key) in left]
    known = {(note.code, note.words, note.key) for note in kept}
    new = [note for note in later if (note.code, note.words, note.key) not in known and note.code not in _LASTING]
    return [*kept, *moved_back(new, safe)]


def _is_seen(drafts: list[Draft]) -> bool:
    """Whether somebody sees any of them: nothing is made alone that nobody sees."""
    return not all(draft.quiet for draft in drafts)


def _footnotes_made(made: Wikitext, safe: list[Draft], checks: list[tuple[str, bool]]) -> tuple[Wikitext, list[Draft]]:
    """The text and the drafts with those of the footnotes; their ``checks`` are added."""
    for kind, make in (("repair", repairs), ("list", missing_list), ("dedupe", merges)):
        drafts = _fitting(make(made.table, made.profile))
        if drafts:
            proof.declare(made.table, drafts, made.profile)
            after, more = _refs_made(kind, made, drafts)
            if kind == "dedupe" and not _same_where_included(kind, made, after):
                continue  # a merge that another page would show otherwise is none: the copies stay
            made = after
            checks += more
            moved = rebase(drafts, safe)
            safe = [*moved.base, *moved.drafts]
    return made, safe


def _alike(wikitext: Wikitext, _: list[Draft]) -> tuple[list[Draft], list[Noted]]:
    """Notes on one work in different words."""
    return likenesses(wikitext.table)


def _pass(wikitext: Wikitext, first: _Result | None = None) -> _Result:
    """One run over a page: residue, then repairs, then merges, each checked against the text before it.

    ``first`` is the first run's result, where this is the second.
    """
    found = residue(wikitext) if first is None else residue_again(wikitext, first.residue)
    noted = [*found.noted, *noted_faults(wikitext.table, wikitext.profile)]
    review = [draft for draft in found.drafts if draft.fix is Fix.review]
    if first is None:
        for look in (_alike, _listed_notes):
            drafts, seen = look(wikitext, review)
            review += drafts
            noted += seen
    safe = _fitting([draft for draft in found.drafts if draft.fix is Fix.safe])
    checks: list[tuple[str, bool]] = []
    made = wikitext
    if safe:
        made, checks = _residue_made(wikitext, safe)
    made, safe = _footnotes_made(made, safe, checks)
    if not _is_seen(safe):
        return _Result([], review, noted, wikitext, found, [])
    checks.append(("edits together", proof.outside_spans_equal(wikitext.text, made.text, safe)))
    return _Result(safe, review, noted, made, found, checks)


def _listed_notes(wikitext: Wikitext, review: list[Draft]) -> tuple[list[Draft], list[Noted]]:
    """Calls of a list as notes, where no edit of what a model left has them already."""
    if not may_call(wikitext.text) or any(draft.code in _MADE_BY_HAND for draft in review):
        return [], []
    return listed_notes(wikitext.page_view, wikitext.mentions)


def _residue_made(before: Wikitext, drafts: list[Draft]) -> tuple[Wikitext, list[tuple[str, bool]]]:
    """The page after residue edits, and what was checked of it."""
    after = before.edited(
        _applied(before.text, drafts), same_tags=not _writes_braces(before.text, drafts), passing=True
    )
    return after, [
        ("residue: bytes outside the edits", proof.outside_spans_equal(before.text, after.text, drafts)),
        ("residue: refs read the same", proof.same_reading(before.table, after.table)),
        ("residue: protected text", proof.kept_protected(before.table, after.table)),
        ("residue: lines", proof.kept_lines(before.text, drafts, before.profile)),
    ]


def _refs_made(kind: str, before: Wikitext, drafts: list[Draft]) -> tuple[Wikitext, list[tuple[str, bool]]]:
    """The page after edits of refs, and what was checked of it."""
    after = before.edited(_applied(before.text, drafts), passing=True)
    return after, [
        *_checked(kind, before, after),
        (f"{kind}: bytes outside the edits", proof.outside_spans_equal(before.text, after.text, drafts)),
    ]


def _writes_braces(text: str, drafts: list[Draft]) -> bool:
    """Whether a draft writes or takes what makes a template or a link: a ref may come to stand in one, or out of one."""
    spans = [span for draft in drafts for span in draft.spans]
    return any("{" in after or "}" in after or "[[" in after for _, _, after in spans) or any(
        mark in text[start:end] for start, end, _ in spans for mark in ("{", "}", "[[", "]]")
    )


def _checked(kind: str, before: Wikitext, after: Wikitext) -> list[tuple[str, bool]]:
    """The invariants of a pass over refs."""
    old, new, profile = before.table, after.table, before.profile
    checks = [
        (f"{kind}: no new error", proof.no_new_fault(old, new, profile)),
        (f"{kind}: every marker shows its note", proof.same_notes(old, new, mended=kind != "dedupe")),
        (f"{kind}: sources kept", proof.kept_sources(old, new)),
        (f"{kind}: protected text", proof.kept_protected(old, new)),
    ]
    if before.is_included_in_parts:
        checks.append((f"{kind}: the same where the page is included", _same_where_included(kind, before, after)))
    return checks


def _same_where_included(kind: str, before: Wikitext, after: Wikitext) -> bool:
    """Whether a page that includes this one shows the same notes and no new error."""
    if not before.is_included_in_parts:
        return True
    seen, then = before.transcluded, after.transcluded
    return proof.no_new_fault(seen, then, before.profile) and proof.same_notes(seen, then, mended=kind != "dedupe")


def _applied(text: str, drafts: list[Draft]) -> str:
    """The text with every span of the drafts made; overlapping spans are a fault of the program."""
    pieces: list[str] = []
    position = 0
    for start, end, after in sorted(span for draft in drafts for span in draft.spans):
        if start < position:
            overlap = f"drafts overlap at {start}"
            raise ValueError(overlap)
        pieces += [text[position:start], after]
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


def _fitting(drafts: list[Draft]) -> list[Draft]:
    """Drafts whose spans are apart; one that writes where an earlier one writes waits for the next run."""
    spans = sorted((start, end) for draft in drafts for start, end, _ in draft.spans)
    if all(one[1] <= other[0] and one != other for one, other in pairwise(spans)):
        return drafts
    kept: list[Draft] = []
    for draft in drafts:
        kept = [*kept, draft] if len(_apart("", kept, [draft])) == 1 else kept
    return kept


def _apart(text: str, safe: list[Draft], review: list[Draft]) -> list[Draft]:
    """Review drafts that neither overlap a safe one or an earlier review one nor change an address that it changes, too.

    The others come with the next run. Without ``text`` addresses are not looked at.
    """
    owners = {(start, end): draft for draft in safe for start, end, _ in draft.spans}
    taken = sorted(owners)
    kept: list[Draft] = []
    for draft in sorted(review, key=lambda draft: (min(draft.spans)[0], -max(span[1] for span in draft.spans))):
        spans = [(start, end) for start, end, _ in draft.spans]
        if _meets_any(taken, spans):
            continue
        if text and draft.lost and _share([owners[span] for span in _joining(text, taken, spans)], draft):
            continue
        kept.append(draft)
        for span in spans:
            insort(taken, span)
            owners[span] = draft
    return kept


def _meets_any(taken: list[tuple[int, int]], spans: list[tuple[int, int]]) -> bool:
    return any(_hits(taken, start, end, bisect_left(taken, (start, end))) for start, end in spans)


def _joining(text: str, taken: list[tuple[int, int]], spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The spans taken that no white space parts from one of ``spans``."""
    for start, end in spans:
        first = start - len(_UNBROKEN.match(text[max(0, start - _FAR) : start][::-1]).group())  # type: ignore[union-attr]
        last = _UNBROKEN.match(text, end, end + _FAR).end()  # type: ignore[union-attr]
        at = bisect_left(taken, (start, end))
        for before in range(at - 1, -1, -1):
            if taken[before][1] < first:
                break
            yield taken[before]
        for after in range(at, len(taken)):
            if taken[after][0] > last:
                break
            yield taken[after]


def _share(others: Iterable[Draft], draft: Draft) -> bool:
    """Whether one of the drafts that write beside ``draft`` changes an address that it changes, too."""
    own = frozenset(draft.lost)
    return any(not own.isdisjoint(other.lost) for other in {id(other): other for other in others}.values())


def _hits(taken: list[tuple[int, int]], start: int, end: int, at: int) -> bool:
    before = at > 0 and taken[at - 1][1] > start
    after = at < len(taken) and (taken[at][0] < end or taken[at] == (start, end))
    return before or after


def with_line_ends(page: Page, done: TidyPage) -> TidyPage:
    """What was found on the page with bare line feeds, on the page as it is; what edits write ends its lines as the page does."""
    # the place of each line feed that had a carriage return before it, on the text without them
    returns = [match.start() - n for n, match in enumerate(re.finditer("\r\n", page.text))]
    edits = tuple(
        replace(edit, spans=tuple(_span(page.text, span, returns) for span in edit.spans)) for edit in done.edits
    )
    text = apply_edits(page.text, _safe(edits))
    return replace(done, page=page, text=text, edits=edits)


def _safe(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    return tuple(edit for edit in edits if edit.fix is Fix.safe)


def _span(text: str, span: Span, returns: list[int]) -> Span:
    start = span.start + bisect_left(returns, span.start)
    end = span.end + bisect_left(returns, span.end)
    return Span(start, end, text[start:end], span.after.replace("\n", "\r\n"))
