"""The report for a person at a terminal: first what keeps the page from being saved, the counts and what to do next.

Then proven faults, doubtful ones, edits, each kind with its first places, and last what was looked at and what was not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from bot.codes import all_codes
from bot.locale import Speech
from bot.model.edit import Edit, TidyPage
from bot.model.message import Message, msg, msg_n
from bot.model.page import places
from bot.model.report import CheckReport, CitationCheck, PageCheck, PushPage, PushReport, Report, TidyReport
from bot.model.words import Decision, Fix, Severity
from bot.report import Style
from bot.report.citation_labels import compressed, label
from bot.report.columns import INDENT, Columns, Piece
from bot.report.diff import Part, diff_lines
from bot.report.findings import LookFirst, ReportedFinding, items_of, look_first, page_items, ranked, without_edit
from bot.report.named_lines import MARKS, Row, fault, identity_rows, location, passage_text, source_rows, support_rows
from bot.report.phrases import (
    because_groups,
    cost_line,
    coverage_lines,
    difference_line,
    found_line,
    identity_line,
    marks_text,
    policy_text,
    quoted,
)
from bot.report.visible import one_line, revealed
from bot.report.word_names import word

DECISION_STYLES = {Decision.passed: ("✓", "good"), Decision.hold: ("!", "warning"), Decision.block: ("✗", "error")}
_PLACES_SHOWN = 5
#: Of one code so many findings and edits are shown; the rest is counted.
SHOWN = 3
#: Of what is only counted so many places are named.
_MORE_PLACES = 12
_Item = TypeVar("_Item", Edit, ReportedFinding)
FIX_MARKS = {Fix.safe: "[*]", Fix.review: "[?]"}


def render(report: Report, speech: Speech, style: Style) -> str:
    """``--format text``; ``style.quiet`` leaves one line a raised finding."""
    match report:
        case CheckReport():
            return _check(report, speech, style)
        case TidyReport():
            return _tidy(report, speech, style)
        case PushReport():
            return _push(report, speech, style)


def _check(report: CheckReport, speech: Speech, style: Style) -> str:
    """What changed since the last check, the gate, the counts and the next step; then findings, hints, what was looked at."""
    columns, items = _columns(style), items_of(report)
    if style.quiet:
        return _quiet(items, speech, columns)
    difference = difference_line(report, speech)
    if difference is not None:
        columns.line(Piece(difference, "strong"))
    _head(report.head, speech, columns)
    for page in report.pages:
        _gate_block(columns, page, speech, named=len(report.pages) > 1)
    _counts(items, report.pages, speech, columns, complete=report.complete)
    _next(report.pages, speech, columns)
    _say_cut([item.finding.code for item in items if item.finding.raised], speech, columns, style)
    _findings(items, speech, columns, style)
    _hint_block(columns, look_first(report.pages), speech)
    _coverage(report.pages, speech, columns)
    cost = cost_line(report.cost, speech)
    if cost is not None:
        columns.line(cost)
    _hints(report.hints, speech, columns)
    return columns.text()


def _tidy(report: TidyReport, speech: Speech, style: Style) -> str:
    """The counts and the next step; then edits and findings by code. A finding that an edit mends is told by the edit."""
    columns, items = _columns(style), items_of(report)
    if style.quiet:
        return _quiet(items, speech, columns)
    _head(report.head, speech, columns)
    columns.line(Piece(found_line(items, speech), "strong"))
    _fixes([edit for page in report.pages for edit in page.edits], speech, columns, written=style.written)
    _proofs(report.pages, speech, columns)
    _say_cut([f"{edit.fix.value} {edit.code}" for page in report.pages for edit in page.edits], speech, columns, style)
    columns.blank()
    _edits(report.pages, speech, columns, style)
    loose = {id(one) for page in report.pages for one in without_edit(page, page.findings)}
    left = [item for item in items if id(item.finding) in loose]
    if len(left) < len(items):
        columns.line(Piece(speech.say(msg("What no edit mends:")), "strong"))
    _findings(left, speech, columns, style)
    return columns.text()


def _push(report: PushReport, speech: Speech, style: Style) -> str:
    """The decision with its reasons, what to mend, the diff, and the saved revision."""
    columns = _columns(style)
    if not style.quiet:
        _head(report.head, speech, columns)
    for page in report.pages:
        _pushed(page, speech, columns, style)
    if not style.quiet:
        checks = [page.check for page in report.pages]
        _counts(items_of(report), checks, speech, columns, complete=report.complete)
        _coverage(checks, speech, columns)
        _hints(report.hints, speech, columns)
    return columns.text()


def _columns(style: Style) -> Columns:
    return Columns(width=style.width, color=style.color, ascii_only=style.ascii_only)


def _quiet(items: Iterable[ReportedFinding], speech: Speech, columns: Columns) -> str:
    for item in items:
        if item.finding.raised:
            _heading(columns, item, speech)
    return columns.text()


def _head(messages: Iterable[Message], speech: Speech, columns: Columns) -> None:
    for message in messages:
        columns.line(Piece(one_line(speech.say(message)), "quiet"))
    columns.blank()


def _hints(messages: Iterable[Message], speech: Speech, columns: Columns) -> None:
    for message in messages:
        columns.line(speech.say(msg("Hint:")), " ", one_line(speech.say(message)))


def _counts(
    items: Sequence[ReportedFinding], pages: Sequence[PageCheck], speech: Speech, columns: Columns, *, complete: bool
) -> None:
    """How many findings there are, and how many references are what they say they are."""
    columns.line(Piece(found_line(items, speech), "strong"))
    identities = identity_line(pages, speech)
    if identities is not None:
        columns.line(identities)
    if not complete:
        columns.line(Piece(speech.say(msg("The check is not complete: another run can finish it.")), "warning"))


#: What a person does next, by the gate's gravest decision.
_NEXT = {
    Decision.block: msg("Next: mend what is marked ✗, or overrule it by name: mlwiki review"),
    Decision.hold: msg("Next: decide on what is held: mlwiki review, or mlwiki serve in a browser"),
}


def _next(pages: Sequence[PageCheck], speech: Speech, columns: Columns) -> None:
    decisions = {page.gate.decision for page in pages}
    told = next((text for decision, text in _NEXT.items() if decision in decisions), None)
    if told is not None:
        columns.line(speech.say(told))


def _findings(items: Sequence[ReportedFinding], speech: Speech, columns: Columns, style: Style) -> None:
    titles = (
        (Severity.error, msg("Proven faults: {n}", n=_count(items, Severity.error))),
        (Severity.warning, msg("Doubtful: {n}", n=_count(items, Severity.warning))),
    )
    for severity, title in titles:
        chosen = [item for item in items if item.finding.severity is severity]
        if chosen:
            columns.blank()
            columns.line(Piece(speech.say(title), "strong"))
            columns.blank()
        for group in _by_code(chosen, lambda item: item.finding.code):
            shown, rest = _shown_of(group, style)
            for item in shown:
                _block(columns, item, speech, last=item is shown[-1])
            _more(columns, len(rest), _where(rest, speech), speech)
    notes = Counter(item.finding.code for item in items if item.finding.severity is Severity.note)
    if notes:
        counts = ", ".join(f"{code} × {n}" for code, n in sorted(notes.items()))
        columns.line(speech.say(msg("Notes: {counts} (see mlwiki explain CODE)", counts=counts)))
        columns.blank()


def _count(items: Sequence[ReportedFinding], severity: Severity) -> int:
    return sum(item.finding.severity is severity for item in items)


def _by_code(items: Iterable[_Item], key: Callable[[_Item], str]) -> list[list[_Item]]:
    """The items of each code together, the codes in the order in which they first come."""
    groups: dict[str, list[_Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return list(groups.values())


def _say_cut(kinds: Iterable[str], speech: Speech, columns: Columns, style: Style) -> None:
    """That kinds are cut short, where one is."""
    if not style.every and max(Counter(kinds).values(), default=0) > SHOWN + 1:
        columns.line(Piece(speech.say(msg("Of each kind the first {n} are shown; -v shows all.", n=SHOWN)), "quiet"))


def _shown_of(group: list[_Item], style: Style) -> tuple[list[_Item], list[_Item]]:
    """What of a group is shown, and what is only counted; never only one, which takes no more room than saying so."""
    most = len(group) if style.every or len(group) == SHOWN + 1 else SHOWN
    return group[:most], group[most:]


def _more(columns: Columns, count: int, where: str, speech: Speech) -> None:
    """«and 61 more: page:9, 12, …»; nothing for none."""
    if count:
        columns.line(Piece(speech.say(msg("and {n} more: {where}", n=count, where=where)), "quiet"), indent=2, hang=2)
        columns.blank()


def _where(items: Sequence[ReportedFinding], speech: Speech) -> str:
    """Citations as reports call them, else the lines."""
    cited = [item.check.citation for item in items if item.check is not None]
    return compressed(cited, speech) if cited else _lines_of([location(item) for item in items])


def _lines_of(spots: Sequence[str]) -> str:
    """``name:line:column`` of several places as ``name:line, line``."""
    named = [
        f"{name}:" + ", ".join(parts[1] for parts in found)
        for name, found in groupby((spot.rsplit(":", 2) for spot in spots[:_MORE_PLACES]), key=lambda parts: parts[0])
    ]
    return "; ".join(named) + (", …" if len(spots) > _MORE_PLACES else "")


def _coverage(pages: Sequence[PageCheck], speech: Speech, columns: Columns) -> None:
    for line in coverage_lines(pages, speech):
        columns.line(line)


def _proofs(pages: Iterable[TidyPage], speech: Speech, columns: Columns) -> None:
    """A line for each page whose proof failed, one for all whose proof holds."""
    edited = [page for page in pages if page.edits and page.proof.checks]
    for page in pages:
        failed = [check for check, held in page.proof.checks if not held]
        if failed:
            said = speech.say(msg("The proof failed, nothing is changed: {checks}", checks=", ".join(failed)))
            columns.line(Piece("✗ ", "error"), f"{one_line(page.page.name)}: {said}")
    for count, held in groupby(sorted(len(page.proof.checks) for page in edited if page.proof.ok)):
        said = speech.say(msg_n("proof: {n} check holds", "proof: {n} checks hold", count))
        on = len(list(held))
        many = speech.say(msg("(pages: {n})", n=on))
        columns.line(Piece("✓ ", "good"), said + (f" {many}" if on > 1 else ""))


def _edits(pages: Iterable[TidyPage], speech: Speech, columns: Columns, style: Style) -> None:
    """Edits of one code and kind together, those that wait for a person after those that need nobody."""
    spotted = {id(edit): f"{one_line(page.page.name)}:{_spot(page, edit)}" for page in pages for edit in page.edits}
    edits = sorted((edit for page in pages for edit in page.edits), key=lambda edit: edit.fix is Fix.review)
    for group in _by_code(edits, lambda edit: f"{edit.fix.value} {edit.code}"):
        shown, rest = _shown_of(group, style)
        for edit in shown:
            columns.line(
                Piece(spotted[id(edit)], "strong"),
                f"  {edit.code} {FIX_MARKS[edit.fix]} {one_line(speech.say(edit.message))}",
                hang=INDENT,
            )
        _more(columns, len(rest), _lines_of([spotted[id(edit)] for edit in rest]), speech)
    if edits:
        columns.blank()


def _spot(page: TidyPage, edit: Edit) -> str:
    found = places(page.page.text, [span.start for span in edit.spans[:1]])
    return f"{found[0].line}:{found[0].column}" if found else "1:1"


def _fixes(edits: Sequence[Edit], speech: Speech, columns: Columns, *, written: bool) -> None:
    safe = sum(edit.fix is Fix.safe for edit in edits)
    if not edits:
        columns.line(speech.say(msg("Nothing to change.")))
    if safe:
        made = msg_n("{n} safe edit is made", "{n} safe edits are made", safe)
        offered = msg_n("{n} safe edit: --write makes it", "{n} safe edits: --write makes them", safe)
        columns.line("[*] " + speech.say(made if written else offered))
    if len(edits) - safe:
        hidden = msg_n(
            "{n} edit waits for a person and is not made: mlwiki review",
            "{n} edits wait for a person and are not made: mlwiki review",
            len(edits) - safe,
        )
        columns.line("[?] " + speech.say(hidden))
    own = sum(edit.fix is Fix.review and all_codes()[edit.code].own_draft for edit in edits if edit.code in all_codes())
    if own:
        columns.line(speech.say(msg("in a text of your own: --own-draft takes {n} of these", n=own)), indent=4)


def _pushed(page: PushPage, speech: Speech, columns: Columns, style: Style) -> None:
    if style.quiet and page.check.gate.decision is Decision.passed:
        return
    _gate_block(columns, page.check, speech, named=True)
    if style.quiet:
        return
    columns.blank()
    _findings(ranked(page_items(page.check)), speech, columns, style)
    diff_block(columns, page.diff, speech)
    _outcome(page, speech, columns)
    columns.blank()


def _outcome(page: PushPage, speech: Speech, columns: Columns) -> None:
    if page.note is not None:
        columns.line(one_line(speech.say(page.note)))
    if page.saved is not None:
        done = msg("Saved: revision {new} over {old}.", new=page.saved.newid, old=page.saved.oldid)
        columns.line(Piece("✓ ", "good"), speech.say(done))
    elif page.note is None:
        columns.line(speech.say(msg("Nothing was saved.")))


def diff_block(columns: Columns, diff: str, speech: Speech) -> None:
    """A unified diff, changed words of a line underlined in colour; says so when there is nothing to change."""
    if not diff:
        columns.line(speech.say(msg("No change.")))
    for line in diff_lines(diff):
        columns.raw(*(Piece(_shown(part), _style(line.kind, changed=part.changed)) for part in line.parts))
    columns.blank()


def _shown(part: Part) -> str:
    return revealed(part.text) if part.changed else part.text


def _style(kind: str, *, changed: bool) -> str:
    if kind in {"added", "removed"} and changed:
        return f"{kind} word"
    return {"file": "strong", "hunk": "note", "added": "added", "removed": "removed"}.get(kind, "")


def _heading(columns: Columns, item: ReportedFinding, speech: Speech) -> None:
    """The line that names place, code and fault."""
    finding = item.finding
    columns.line(
        Piece(location(item), "strong"),
        "  ",
        Piece(
            f"{finding.code} {MARKS[finding.severity]} {speech.say(word(finding.severity))}:", finding.severity.value
        ),
        f" {one_line(fault(item, speech))}",
        hang=INDENT,
    )


def _block(columns: Columns, item: ReportedFinding, speech: Speech, *, last: bool) -> None:
    """A finding with claim, source, evidence; the ``last`` of its code says what to do."""
    _heading(columns, item, speech)
    rows = list(_rows(item, speech))
    if last:
        rows += _advice(item, speech)
    width = max((len(name) for name, _ in rows), default=0)
    for name, text in rows:
        columns.row(name, text, labels=width)
    columns.blank()


def _rows(item: ReportedFinding, speech: Speech) -> Iterator[Row]:
    if len(item.finding.places) > 1:
        yield speech.say(msg("also at")), _more_places(item)
    if item.check is None:
        if item.finding.excerpt:
            yield speech.say(msg("text")), quoted(item.finding.excerpt, speech, 300)
    else:
        yield from _evidence(item, item.check, speech)


def _advice(item: ReportedFinding, speech: Speech) -> Iterator[Row]:
    if item.code is not None:
        yield speech.say(msg("what to do")), speech.say(item.code.do)
    yield speech.say(msg("more")), f"mlwiki explain {item.finding.code}"


def _more_places(item: ReportedFinding) -> str:
    rest = item.finding.places[1:]
    shown = ", ".join(f"{place.line}:{place.column}" for place in rest[:_PLACES_SHOWN])
    return shown if len(rest) <= _PLACES_SHOWN else f"{shown}, … (+{len(rest) - _PLACES_SHOWN})"


def _evidence(item: ReportedFinding, check: CitationCheck, speech: Speech) -> Iterator[Row]:
    if item.claim is not None:
        yield speech.say(msg("claim")), quoted(item.claim.claim.text, speech, 400)
    yield from source_rows(check.citation, speech)
    if item.finding.code.startswith("SUP") and item.claim is not None:
        yield from support_rows(item.claim, speech)
    else:
        yield from identity_rows(check, speech)


def _hint_block(columns: Columns, hints: Sequence[LookFirst], speech: Speech) -> None:
    """«Look here first»: at most five, and said to be no findings."""
    if not hints:
        return
    columns.line(Piece(speech.say(msg("Look here first (hints of the embedded judge, not findings)")), "strong"))
    for number, hint in enumerate(hints, 1):
        where = hint.check.citation.places[0] if hint.check.citation.places else None
        spot = f":{where.line}:{where.column}" if where else ""
        said = speech.say(word(hint.hint))
        columns.line(
            f"{number}. {one_line(hint.page.name)}{spot} {label(hint.check.citation, speech)} — {said}",
            indent=2,
            hang=3,
        )
        rows = [(speech.say(msg("claim")), quoted(hint.claim.claim.text, speech, 300))]
        rows += source_rows(hint.check.citation, speech)
        if hint.claim.support.evidence.passages:
            rows.append(
                (speech.say(msg("nearest passage")), passage_text(hint.claim.support.evidence.passages[0], speech))
            )
        if marked := marks_text(hint.claim.support, speech):
            rows.append((speech.say(msg("compare first")), marked))
        width = max(len(name) for name, _ in rows)
        for name, text in rows:
            columns.row(name, text, labels=width)
    columns.blank()


def _gate_block(columns: Columns, page: PageCheck, speech: Speech, *, named: bool) -> None:
    """The gate's decision on a page with its reasons; ``named`` says the page's name too."""
    gate = page.gate
    mark, style = DECISION_STYLES[gate.decision]
    title = f" {one_line(page.page.name)}" if named else ""
    columns.line(
        speech.say(msg("Gate:")) + title + " ",
        Piece(f"{mark} {speech.say(word(gate.decision))}", style),
        " " + speech.say(policy_text(page)),
    )
    for one, labels in because_groups(gate.because, page.citations, speech):
        mark, style = DECISION_STYLES[one.decision]
        text = f" {one.code} {one_line(speech.say(one.message))}"
        columns.line(Piece(mark, style), text + (f" — {labels}" if labels else ""), indent=2, hang=2)
