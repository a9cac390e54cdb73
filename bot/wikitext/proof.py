"""What an edit must keep, checked on the edited text by our own lexer (facts/ref-tags.md 2.3)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.model.edit import Declared, Edit, Proof, apply_edits
from bot.model.words import Fix
from bot.profiles import Profile
from bot.wikitext.calls import Where
from bot.wikitext.clickable import clickable
from bot.wikitext.dedupe import normal
from bot.wikitext.drafts import Draft
from bot.wikitext.footnote_releases import CiteRules, Fault
from bot.wikitext.lexer import COMMENT, lex
from bot.wikitext.readers_view import ReaderView, account, changed, difference, is_accounted, loses_address, view
from bot.wikitext.refs import FootnoteTable
from bot.wikitext.residue.tokens import without_tokens
from bot.wikitext.text import Wikitext

_NOISE = re.compile(
    r"\[\[[^\[\]|:]{1,30}:|utm_\w{1,40}=[^&\s\]|}<>\"]*|referrer=grok\.com|</?[A-Za-z][^<>]*>|&(?:lt|gt|amp|nbsp|quot);"
)
_WORD = re.compile(r"[^\W_]+")


def fingerprint(content: str) -> str:
    """A note's words, in no order, without what residue edits may change: marks, tokens, tracking parameters."""
    return " ".join(sorted(_WORD.findall(without_tokens(_NOISE.sub(" ", content)))))


def sources(table: FootnoteTable) -> Iterator[str]:
    """Every source written on the page, shown or hidden."""
    text = table.text
    return (text[use.open_end : use.close_start] for use in table.uses if use.close_start > use.open_end)


def fault_counts(table: FootnoteTable, profile: Profile) -> Counter[str]:
    """How many errors of each kind the page shows, and notes that no list shows."""
    rules = CiteRules.of(profile.cite_version)
    found: Counter[str] = Counter(use.fault.value for use in table.uses if use.fault is not Fault.none)
    for note in table.notes:
        found["unlisted"] += not note.listed and bool(note.uses)
        if note.definition is None:
            found["undefined"] += 1
        else:
            text = table.content(note.definition)
            found["clash"] += sum(table.content(copy) != text for copy in note.copies)
    found["lists"] = sum(bool(tag.fault) for tag in table.lists)
    if rules.list_closes:
        found["segments"] = max(len(table.lists) - 1, 0)  # the first list stands where the wiki would put one itself
    return +found


def same_reading(before: FootnoteTable, after: FootnoteTable) -> bool:
    """Residue pass: the same refs in the same order, with the same names, roles and faults."""
    return len(before.uses) == len(after.uses) and all(
        one[4:11] == other[4:11] for one, other in zip(before.uses, after.uses, strict=True)
    )


def same_notes(before: FootnoteTable, after: FootnoteTable, *, mended: bool) -> bool:
    """Dedupe pass: every marker shows what it showed. ``mended`` lets one that showed an error show a note."""
    old, new = _markers(before), _markers(after)
    if len(old) != len(new):
        return False
    for (fault, defined), (then_fault, then_defined) in zip(old, new, strict=True):
        if fault != then_fault:
            if not (mended and fault and not then_fault):
                return False
        elif defined >= 0 and then_defined >= 0 and not _alike(before.content(defined), after.content(then_defined)):
            return False
    return True


def _alike(shown: str, then: str) -> bool:
    return shown == then or normal(shown) == normal(then)


def _markers(table: FootnoteTable) -> list[tuple[str, int]]:
    """Every marker of the page in order: the error that it shows, or "" and the ref whose text it shows."""
    notes = [("undefined", -1) if note.definition is None else ("", note.definition) for note in table.notes]
    return [
        notes[use.note] if use.note >= 0 else (use.fault.value or use.role.value, -1)
        for use in table.uses
        if use.where is not Where.list
    ]


def kept_sources(before: FootnoteTable, after: FootnoteTable) -> bool:
    """No source is lost: every text before stands after, once at least."""
    return _all_there(sources(before), sources(after))


def _all_there(old: Iterable[str], new: Iterable[str]) -> bool:
    there = set(new)
    gone = {fingerprint(content) for content in old if content not in there} - {""}
    return not gone or gone <= {fingerprint(content) for content in there}


def _expected(table: FootnoteTable, edits: tuple[Edit, ...]) -> set[str]:
    """The texts of a page's refs as the edits inside them leave them; without those that a person gives up."""
    spans = sorted((span.start, span.end, span.after) for edit in edits for span in edit.spans)
    given_up = [span for edit in edits if edit.code in _GIVES_UP for span in edit.spans]
    found: set[str] = set()
    for use in table.uses:
        if not any(use.start <= span.start < use.end or span.start <= use.start < span.end for span in given_up):
            found.add(_edited(table.text, use.open_end, use.close_start, spans))
    return set(filter(str.strip, found))


def _edited(page: str, start: int, end: int, spans: list[tuple[int, int, str]]) -> str:
    """A stretch of the page as the edits inside it leave it; as it was where one of them reaches out of it."""
    first = last = bisect_left(spans, (start, start, ""))
    while last < len(spans) and (spans[last][0] < end or (start < end and spans[last][:2] == (end, end))):
        last += 1  # what is put in right before the closing tag stands inside, too
    inside = spans[first:last]
    content = page[start:end]
    if all(span[1] <= end for span in inside):
        for left, right, text in reversed(inside):
            content = content[: left - start] + text + content[right - start :]
    return content


def protected(table: FootnoteTable) -> list[str]:
    """The text of every outermost comment, code, formula and the like."""
    lexed = table.lexed
    return [
        lexed.text[element.start : element.end]
        for element in lexed.elements
        if element.parent < 0 and (element.name == COMMENT or element.name not in lexed.transparent)
    ]


def kept_protected(before: FootnoteTable, after: FootnoteTable) -> bool:
    """Protected stretches stand byte for byte in their order; edits may add new ones."""
    remaining = iter(protected(after))
    return all(any(found == old for found in remaining) for old in protected(before))


def no_new_fault(before: FootnoteTable, after: FootnoteTable, profile: Profile, *, lists: bool = True) -> bool:
    """No kind of error is shown more often than before; without ``lists``, a note may be without a list."""
    old, new = fault_counts(before, profile), fault_counts(after, profile)
    return all(count <= old[kind] for kind, count in new.items() if lists or kind != "unlisted")


def outside_spans_equal(before: str, after: str, drafts: Sequence[Draft]) -> bool:
    """Bytes outside the declared spans are the same, and the spans are in order and apart."""
    position, moved = 0, 0
    for start, end, text in sorted(span for draft in drafts for span in draft.spans):
        length = start - position
        if length < 0 or not after.startswith(before[position:start], moved):
            return False
        moved += length
        if not after.startswith(text, moved):
            return False
        moved += len(text)
        position = end
    return len(before) - position == len(after) - moved and after.endswith(before[position:])


def kept_lines(text: str, drafts: Iterable[Draft], profile: Profile) -> bool:
    """Residue pass: every line end stays, but for a fence's; only the wiki's «source needed» may come for a token."""
    return all(_keeps_lines(text, draft, profile) for draft in drafts)


def _keeps_lines(text: str, draft: Draft, profile: Profile) -> bool:
    if draft.code == "ART030":
        return all(after in {"", f"{{{{{profile.template_source_needed}}}}}"} for _, _, after in draft.spans)
    before = sum(text.count("\n", start, end) for start, end, _ in draft.spans)
    return draft.code == "ART001" or before == sum(after.count("\n") for _, _, after in draft.spans)


def accounted(before: Wikitext, after: Wikitext, drafts: Iterable[Draft]) -> bool:
    """Whether a reader loses and gains by the drafts, all on the first text, what these declare, and no address for good."""
    given = [(draft.spans, draft.account, draft.fix) for draft in drafts]
    return _accounted(view(before.lexed), view(after.lexed), given, before.profile)


_Given = tuple[list[tuple[int, int, str]], Declared | None, Fix]


def _accounted(old: ReaderView, new: ReaderView, given: list[_Given], profile: Profile) -> bool:
    made = changed(old, new, [span for spans, _, _ in given for span in spans])
    declared = [account(old, spans, _written(spans, profile)) if said is None else said for spans, said, _ in given]
    return is_accounted(made, declared) and not _loses_for_good(new, given)


def _loses_for_good(new: ReaderView, given: list[_Given]) -> bool:
    """Whether a safe edit says that it takes an address which is nowhere on the page afterwards."""
    safe = (declared for _, declared, fix in given if fix is Fix.safe and declared is not None)
    lost = [declared for declared in safe if declared.addresses_lost and loses_address(declared)]
    left = clickable(new.links) if lost else []
    return any(loses_address(declared, left) for declared in lost)


def _written(spans: Iterable[tuple[int, int, str]], profile: Profile) -> list[ReaderView]:
    """The views of the new texts, each by itself."""
    return [view(lex(after, profile)) for _, _, after in sorted(spans)]


def declare(table: FootnoteTable, drafts: Iterable[Draft], profile: Profile) -> None:
    """Let drafts of refs declare what they take: the words and addresses of copies that become short refs."""
    for draft in drafts:
        old = _written([(start, end, table.text[start:end]) for start, end, _ in draft.spans], profile)
        draft.declares = difference(old, _written(draft.spans, profile))


#: Edits for a person that give up a wording of a source, or change what stands inside a ref.
_GIVES_UP = frozenset({"REF003", "REF013"})
#: Edits that bring a reference: where the page has no list yet, it is not shown until there is one.
_BRINGS = frozenset({"ART017", "ART018", "ART035"})


def prove(before: Wikitext, edits: tuple[Edit, ...]) -> Proof:
    """Check any accepted subset of a page's edits: sources, errors, protected stretches, both views of the page.

    Raises ValueError when the edits do not fit the text.
    """
    after = before.edited(apply_edits(before.text, edits))
    old, new, profile = before.table, after.table, before.profile
    codes = {edit.code for edit in edits}
    checks = [
        ("sources kept", _all_there(_expected(old, edits), sources(new))),
        ("no new error", no_new_fault(old, new, profile, lists=not codes & _BRINGS)),
    ]
    if before.is_included_in_parts:
        seen, then = before.transcluded, after.transcluded
        held = _all_there(_expected(seen, edits), sources(then))
        checks.append(("transcluded", held and no_new_fault(seen, then, profile, lists=not codes & _BRINGS)))
    given = [([(span.start, span.end, span.after) for span in edit.spans], edit.declares, edit.fix) for edit in edits]
    checks.append(("a reader's words and links", _accounted(view(before.lexed), view(after.lexed), given, profile)))
    return Proof(tuple(checks))


@dataclass(frozen=True, slots=True)
class Subset:
    """``taken`` edits make ``text``; ``left`` were wanted, but need one that was not. ``proof`` was run on ``text``."""

    text: str
    taken: tuple[Edit, ...]
    left: tuple[Edit, ...]
    proof: Proof


def closed(edits: Collection[Edit], wanted: Collection[str]) -> tuple[Edit, ...]:
    """The wanted edits without those that need another which is not taken."""
    taken = {edit.id: edit for edit in edits if edit.id in wanted}
    while True:
        loose = [name for name, edit in taken.items() if any(need not in taken for need in edit.needs)]
        if not loose:
            return tuple(taken.values())
        for name in loose:
            del taken[name]


def take(before: Wikitext, edits: Collection[Edit], wanted: Collection[str]) -> Subset:
    """Make the wanted edits that can stand together and prove the result.

    When a check fails the text stays as it was and nothing is taken: ``proof`` says which check. Raises ValueError when an edit
    does not fit the text.
    """
    taken = closed(edits, wanted)
    left = tuple(edit for edit in edits if edit.id in wanted and edit not in taken)
    proof = prove(before, taken) if taken else Proof()
    if not proof.ok:
        return Subset(before.text, (), (*taken, *left), proof)
    return Subset(apply_edits(before.text, taken), taken, left, proof)
