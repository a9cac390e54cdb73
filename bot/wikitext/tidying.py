"""Mechanical edits of a page, each proven: model residue to wikitext, refs mended, copies merged."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.model.edit import Edit, Proof, Span, TidyPage, apply_edits
from bot.model.message import msg
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import Profile
from bot.wikitext import proof
from bot.wikitext.dedupe import merges
from bot.wikitext.drafts import Draft, Noted, finish_edits, finish_findings, moved_back, rebase
from bot.wikitext.faults import noted_faults
from bot.wikitext.lexer import INCLUDE_TAGS, Lexed, lex
from bot.wikitext.likeness import likenesses
from bot.wikitext.refs import FootnoteTable, footnotes, reread
from bot.wikitext.repairs import missing_list, repairs
from bot.wikitext.residue.context import Residue
from bot.wikitext.residue.rules import residue, residue_again

#: How often what one edit uncovers is mended at once.
_ROUNDS = 4
#: No address is longer.
_FAR = 4000
#: No article has as many; the largest of the largest wikis have two thousand.
MOST_REFS = 8000
_REF_TAG = re.compile(r"<[rR][eE][fF]")
#: Findings that an edit makes rather than mends.
_LASTING = frozenset({"ART031", "ART035", "REF003"})


@dataclass(slots=True)
class _Result:
    """Safe drafts on the original text, what they make of it, and what was checked on the way."""

    text: str
    safe: list[Draft]
    review: list[Draft]
    noted: list[Noted]
    table: FootnoteTable
    residue: Residue
    checks: list[tuple[str, bool]]
    lexed: Lexed


def tidy_page(page: Page, profile: Profile) -> TidyPage:
    """Everything that can be mended mechanically on a page, and what a person has to look at. Pure.

    Safe edits are apart and together make ``text``. When a check fails, no edit is offered, the text is as it was, and a
    finding says which check it was.
    """
    if "\r\n" in page.text:
        return with_line_ends(page, tidy_page(replace(page, text=page.text.replace("\r\n", "\n")), profile))
    n = sum(1 for _ in _REF_TAG.finditer(page.text))
    if n > MOST_REFS:
        much = Noted("REF080", msg("{n} ref tags: nothing is offered on such a page", n=n), 0, "", "")
        return TidyPage(page, page.text, (), finish_findings(page, [much]), Proof())
    result = _pass(page, profile)
    noted, lexed = result.noted, result.lexed
    if result.safe:
        result, later = _settled(page, profile, result)
        noted = _remaining(noted, later, result.safe)
        reads = proof.accounted(lexed, result.table.lexed, result.safe, profile)
        result.checks.append(("a reader's words and links", reads))
    proven = Proof(tuple(result.checks))
    if not proven.ok:
        failed = ", ".join(name for name, held in result.checks if not held)
        refused = Noted("REF090", msg("no edit is offered: the check «{check}» failed", check=failed), 0, failed, "")
        return TidyPage(page, page.text, (), finish_findings(page, [*result.noted, refused]), proven)
    edits = finish_edits(page, [*result.safe, *_apart(page.text, result.safe, result.review)])
    return TidyPage(page, result.text, edits, finish_findings(page, noted), proven)


def _settled(page: Page, profile: Profile, result: _Result) -> tuple[_Result, list[Noted]]:
    """Run again until nothing is left to do, as one edit can bring another within reach; and what the last run noted."""
    again = _pass(_with(page, result.text), profile, result)
    for _ in range(_ROUNDS):
        if not again.safe:
            break
        moved = rebase(again.safe, result.safe)
        safe = [*moved.base, *moved.drafts]
        together = proof.outside_spans_equal(page.text, again.text, safe)
        checks = [*result.checks, *again.checks, ("edits together", together)]
        result = _Result(again.text, safe, result.review, result.noted, again.table, again.residue, checks, again.lexed)
        again = _pass(_with(page, result.text), profile, result)
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


def _with(page: Page, text: str) -> Page:
    return Page(page.name, page.title, text, page.wiki)


def _pass(page: Page, profile: Profile, first: _Result | None = None) -> _Result:
    """One run over a page: residue, then repairs, then merges, each checked against the text before it.

    ``first`` is the first run's result, where this is the second.
    """
    if first is None:
        table = footnotes(page.text, profile)
        found = residue(page, table.lexed, profile)
    else:
        table = first.table
        found = residue_again(page, table.lexed, profile, first.residue)
    lexed = table.lexed
    noted = [*found.noted, *noted_faults(table, profile)]
    review = [draft for draft in found.drafts if draft.fix is Fix.review]
    alike = likenesses(table) if first is None else ([], [])
    review += alike[0]
    noted += alike[1]
    safe = _fitting([draft for draft in found.drafts if draft.fix is Fix.safe])
    checks: list[tuple[str, bool]] = []
    if safe:
        table, made = _residue_made(table, profile, safe)
        checks += made
    for kind, make in (("repair", repairs), ("list", missing_list), ("dedupe", merges)):
        drafts = _fitting(make(table, profile))
        if drafts:
            proof.declare(table, drafts, profile)
            table, made = _refs_made(kind, table, profile, drafts)
            checks += made
            moved = rebase(drafts, safe)
            safe = [*moved.base, *moved.drafts]
    if all(draft.quiet for draft in safe):  # nothing is made alone that nobody sees
        return _Result(page.text, [], review, noted, table, found, [], lexed)
    checks.append(("edits together", proof.outside_spans_equal(page.text, table.text, safe)))
    return _Result(table.text, safe, review, noted, table, found, checks, lexed)


def _residue_made(
    before: FootnoteTable, profile: Profile, drafts: list[Draft]
) -> tuple[FootnoteTable, list[tuple[str, bool]]]:
    """The table after residue edits, and what was checked of it."""
    text = _applied(before.text, drafts)
    after = _read_again(before, text, profile, drafts)
    return after, [
        ("residue: bytes outside the edits", proof.outside_spans_equal(before.text, text, drafts)),
        ("residue: refs read the same", proof.same_reading(before, after)),
        ("residue: protected text", proof.kept_protected(before, after)),
        ("residue: lines", proof.kept_lines(before.text, drafts, profile)),
    ]


def _refs_made(
    kind: str, before: FootnoteTable, profile: Profile, drafts: list[Draft]
) -> tuple[FootnoteTable, list[tuple[str, bool]]]:
    """The table after edits of refs, and what was checked of it."""
    after = footnotes(_applied(before.text, drafts), profile)
    return after, [
        *_checked(kind, before, after, profile),
        (f"{kind}: bytes outside the edits", proof.outside_spans_equal(before.text, after.text, drafts)),
    ]


def _read_again(before: FootnoteTable, text: str, profile: Profile, made: list[Draft]) -> FootnoteTable:
    """The table after residue edits: carried over where no edit comes near what makes it."""
    lexed = lex(text, profile)
    braces = any("{" in after or "}" in after or "[[" in after for draft in made for _, _, after in draft.spans) or any(
        mark in before.text[start:end]
        for draft in made
        for start, end, _ in draft.spans
        for mark in ("{", "}", "[[", "]]")
    )
    carried = None if braces else reread(before, lexed)
    return footnotes(text, profile, lexed=lexed) if carried is None else carried


def _checked(kind: str, before: FootnoteTable, after: FootnoteTable, profile: Profile) -> list[tuple[str, bool]]:
    """The invariants of a pass over refs."""
    checks = [
        (f"{kind}: no new error", proof.no_new_fault(before, after, profile)),
        (f"{kind}: every marker shows its note", proof.same_notes(before, after, mended=kind != "dedupe")),
        (f"{kind}: sources kept", proof.kept_sources(before, after)),
        (f"{kind}: protected text", proof.kept_protected(before, after)),
    ]
    if any(element.name.removeprefix("/") in INCLUDE_TAGS for element in before.lexed.elements):
        seen = footnotes(before.text, profile, transcluded=True)
        then = footnotes(after.text, profile, transcluded=True)
        held = proof.no_new_fault(seen, then, profile) and proof.same_notes(seen, then, mended=kind != "dedupe")
        checks.append((f"{kind}: the same where the page is included", held))
    return checks


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
    taken = sorted((start, end) for draft in safe for start, end, _ in draft.spans)
    changed: dict[str, list[tuple[int, int]]] = {}
    for draft in safe:
        _remember(changed, draft)
    kept: list[Draft] = []
    for draft in sorted(review, key=lambda draft: (min(draft.spans)[0], -max(span[1] for span in draft.spans))):
        spans = [(start, end) for start, end, _ in draft.spans]
        if any(_hits(taken, start, end, bisect_left(taken, (start, end))) for start, end in spans):
            continue
        if text and any(_beside(text, changed[address], draft) for address in draft.lost if address in changed):
            continue
        kept.append(draft)
        _remember(changed, draft)
        for span in spans:
            insort(taken, span)
    return kept


def _remember(changed: dict[str, list[tuple[int, int]]], draft: Draft) -> None:
    """Where an address changes."""
    for address in draft.lost:
        for start, end, _ in draft.spans:
            insort(changed.setdefault(address, []), (start, end))


def _beside(text: str, others: list[tuple[int, int]], draft: Draft) -> bool:
    """Whether a draft writes where nothing parts it from another: in the same address."""
    for start, end, _ in draft.spans:
        at = bisect_left(others, (start, end))
        gaps = [text[others[at - 1][1] : start]] if at else []
        gaps += [text[end : others[at][0]]] if at < len(others) else []
        if any(len(gap) < _FAR and not any(map(str.isspace, gap)) for gap in gaps):
            return True
    return False


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
