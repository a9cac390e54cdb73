"""What a person said once is not asked again: edits they rejected or took back, findings they called false alarms."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.model.edit import Edit, Finding, TidyPage
from bot.model.plan import Choice
from bot.model.report import PageCheck, TidyReport
from bot.model.words import Fix
from bot.profiles import Profile
from bot.store import Store
from bot.wikitext.text import Wikitext

#: Where the store keeps a person's own wording of an edit: its spans' new texts, as a JSON list.
REWORDED = "reworded"
#: Where it keeps which words of an edit a person accepted: a hash of its spans.
ACCEPTED = "accepted"


def worded(store: Store, edit: Edit) -> Edit:
    """The edit as a person worded it, or as it was proposed."""
    texts = json.loads(store.get(REWORDED, edit.id) or "null")
    if not isinstance(texts, list) or len(texts) != len(edit.spans):
        return edit
    spans = tuple(replace(span, after=str(text)) for span, text in zip(edit.spans, texts, strict=True))
    return replace(edit, spans=spans)


def keep_accepted(store: Store, edit: Edit) -> None:
    """Remember which words a person accepted: an edit's id alone does not tell them."""
    store.put(ACCEPTED, edit.id, _words(edit), days=None)


def stands_for(store: Store, edit: Edit, ours: Edit | None) -> bool:
    """Whether a person accepted here, into this store, this edit with these very words.

    ``ours`` is the edit of that id that this program offers for the same text now; it counts as they worded it.
    """
    if edit.id not in store.decisions(Choice.accept.value):
        return False
    if ours is not None and worded(store, ours).spans == edit.spans:
        return True
    return store.get(ACCEPTED, edit.id) == _words(edit)


def _words(edit: Edit) -> str:
    """A hash of what an edit replaces by what, and where."""
    spans = [(span.start, span.end, span.before, span.after) for span in edit.spans]
    return hashlib.sha256(json.dumps([edit.code, spans]).encode()).hexdigest()


def remembering(report: TidyReport, profile: Profile, store: Store) -> TidyReport:
    """A tidy without what was rejected and without false alarms; its text is made and proven anew where that matters."""
    if not rejected(store):
        return report
    for page in report.pages:
        recall(store, page.findings)
    alarms, no = frozenset(store.decisions(Choice.false_alarm.value)), rejected(store)
    return replace(report, pages=tuple(_page(page, profile, no, alarms) for page in report.pages))


def recall(store: Store, named: Iterable[Edit | Finding]) -> None:
    """Let what was decided and raised under the names that earlier versions gave hold for these."""
    for one in named:
        if one.aliases:
            store.know(one.id, one.aliases)


def rejected(store: Store) -> frozenset[str]:
    """Ids that a person rejected, took back or called a false alarm (an edit can be called one, too)."""
    return frozenset(store.decisions(Choice.reject.value)) | frozenset(store.decisions(Choice.false_alarm.value))


def remembered(page: TidyPage, profile: Profile, store: Store) -> TidyPage:
    """One page's tidy without the edits that a person rejected or took back, and without false alarms."""
    return remembering(TidyReport((page,)), profile, store).pages[0]


def _page(page: TidyPage, profile: Profile, no: Collection[str], alarms: Collection[str]) -> TidyPage:
    findings = unsilenced(page.findings, alarms)
    if not any(edit.id in no for edit in page.edits):
        return replace(page, findings=findings)
    from bot.wikitext.proof import closed, take

    edits = closed(page.edits, {edit.id for edit in page.edits} - set(no))
    made = take(Wikitext(page.page, profile), edits, {edit.id for edit in edits if edit.fix is Fix.safe})
    if not made.proof.ok:  # what is left cannot stand without what was rejected: then nothing of it is safe
        return replace(page, text=page.page.text, edits=(), findings=findings, proof=made.proof)
    return replace(page, text=made.text, edits=edits, findings=findings)


def unsilenced(findings: tuple[Finding, ...], alarms: Collection[str]) -> tuple[Finding, ...]:
    """Findings without those that a person called false alarms."""
    return tuple(finding for finding in findings if finding.id not in alarms)


def silenced_check(page: PageCheck, store: Store) -> PageCheck:
    """A check without false alarms; verdicts, coverage and the gate's decision stay."""
    return replace(page, findings=unsilenced(page.findings, frozenset(store.decisions(Choice.false_alarm.value))))
