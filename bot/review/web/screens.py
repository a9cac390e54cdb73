"""The screens: what each template is given."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Any
from urllib.parse import quote

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup

from bot.codes import all_codes
from bot.locale import LANGUAGES, Speech
from bot.model.ids import text_sha256
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.report import PushPage
from bot.model.verdict import verdict_of
from bot.model.words import CitationKind, Decision
from bot.report.citation_labels import label
from bot.report.phrases import cost_line, titled
from bot.report.templating import environment, tone
from bot.report.visible import one_line
from bot.report.word_names import word
from bot.report.work_links import is_web, open_at
from bot.review.decisions import chosen
from bot.review.web.cards import (
    ALARM_BUTTON,
    CITATION_BUTTONS,
    EDIT_BUTTONS,
    FINDING_BUTTONS,
    IN_ITS_OWN_WORDS,
    KEYS,
    PAGE_BUTTONS,
    REASONS,
    Card,
    CardView,
    CitationCard,
    EditCard,
    FindingCard,
    left,
    said,
)
from bot.review.web.entries import Entry, Origin, Queued, Ready, Resting, Running, Unreadable
from bot.review.web.workspace import Workspace


@cache
def _templates(language: str) -> Environment:
    """Our templates over those of the report."""
    report = environment(language)
    return report.overlay(loader=ChoiceLoader([PackageLoader("bot.review.web"), report.loader or BaseLoader()]))


def render(template: str, speech: Speech, **values: Any) -> str:  # noqa: ANN401  # a template takes anything
    """A template of this folder in the reader's language."""
    other = next(language for language in LANGUAGES if language != speech.language)
    found = _templates(speech.language).get_template(template)
    return found.render(other=other, say_other=IN_ITS_OWN_WORDS[other], **values)


def _piece(template: str, speech: Speech, **values: Any) -> Markup:  # noqa: ANN401  # a template takes anything
    """A part of a page, for another template or for the script to put in."""
    return Markup(render(template, speech, **values))  # noqa: S704  # a template made it, and escaped what it was given


def ticked(said: str) -> list[str]:
    """A message cut at its back-ticks: every second piece is a command; the message alone where one is left open."""
    pieces = said.split("`")
    return pieces if len(pieces) % 2 else [said]


def home(workspace: Workspace, token: str) -> str:
    """The first screen: what to check, and the pages under review."""
    found = rows(workspace)
    titles = all_codes()
    codes = sorted({code for row in found for code in row["codes"] if code in titles})
    named = [(code, f"{code} {workspace.speech.say(titles[code].title)}") for code in codes]
    return render("home.html", workspace.speech, token=token, rows=found, entry=None, codes=named)


def rows(workspace: Workspace) -> list[dict[str, Any]]:
    """The page list with what each page still asks."""
    decisions = chosen(workspace.store)
    return [
        {
            "id": entry.id,
            "name": one_line(entry.name, 80),
            "left": left(entry.state, decisions) if isinstance(entry.state, Ready) else None,
            "said": state_line(entry, workspace.speech),
            "codes": _codes(entry.state) if isinstance(entry.state, Ready) else [],
        }
        for entry in workspace.entries.values()
    ]


def _codes(ready: Ready) -> list[str]:
    """The codes of everything on a page."""
    findings = (*ready.tidy.findings, *ready.check.findings)
    return sorted({*(edit.code for edit in ready.tidy.edits), *(one.code for one in findings if one.raised)})


def state_line(entry: Entry, speech: Speech) -> str:
    """What an entry is doing; empty when it is ready."""
    state = entry.state
    if isinstance(state, Running):
        many = f" {state.done} / {state.total}" if state.total else ""
        return f"{speech.say(state.what)}…{many}"
    if isinstance(state, Unreadable):
        hint = f"; {speech.say(state.hint)}" if state.hint is not None else ""
        return f"{speech.say(state.message)}{hint}"
    if isinstance(state, Queued):
        return speech.say(msg("waits for another page"))
    return speech.say(msg("not checked yet")) if isinstance(state, Resting) else ""


def page(workspace: Workspace, entry: Entry, token: str) -> str:
    """The screen of one page: its progress, why it failed, or its cards."""
    values: dict[str, Any] = {
        "token": token,
        "rows": rows(workspace),
        "entry": entry,
        "name": one_line(entry.name, 120),
    }
    if isinstance(entry.state, Ready):
        return render("page.html", workspace.speech, **values, **_checked(workspace, entry, entry.state))
    return render(
        "wait.html",
        workspace.speech,
        **values,
        failed=isinstance(entry.state, Unreadable),
        said=state_line(entry, workspace.speech),
    )


def _checked(workspace: Workspace, entry: Entry, ready: Ready) -> dict[str, Any]:
    view, speech = workspace.view(ready), workspace.speech
    groups: dict[str, list[Markup]] = {"sources": [], "passing": [], "places": [], "made": []}
    cards: tuple[Card, ...] = (*view.citations, *view.findings, *view.edits)
    for card in cards:
        groups[card.group].append(card_html(workspace, ready, card))
    return {
        **groups,
        "notes": [speech.say(card.finding.message) for card in view.notes],
        "head": [speech.say(line) for line in (*ready.report.head, *_hints(ready))],
        "revision": ready.tidy.page.revid,
        "oldid_at": _on_wiki(ready.tidy.page, f"oldid={ready.tidy.page.revid}"),
        "cost": cost_line(ready.report.cost, speech),
        "complete": ready.report.complete,
        "filters": filters(view, speech),
        "keys": KEYS,
        "reasons": REASONS,
        "ticked": ticked,
        "bar": bar(workspace, entry, ready, view),
    }


def _hints(ready: Ready) -> list[Message]:
    """Hints, but for those that name a command to go on with: here the cards are what one goes on with."""
    return [hint for hint in ready.report.hints if "`mlwiki " not in hint.source]


def bar(workspace: Workspace, entry: Entry, ready: Ready, view: CardView) -> Markup:
    """The counter, the gate, and what can be copied: replaced after each decision."""
    failed = ", ".join(name for name, held in view.mended.proof.checks if not held)
    return _piece(
        "bar.html",
        workspace.speech,
        left=view.left,
        total=sum(card.open or card.decided is not None for card in view.cards),
        gate=view.gate.decision,
        failed=failed,
        text=view.mended.text,
        summary=workspace.summary(ready, view),
        edit_at=edit_at(workspace, ready.tidy.page),
        moves=ready.tidy.page.revid is not None,
        goes_to=workspace.goes_to(entry, ready).value if view.mended.taken and not failed else "",
    )


def edit_at(workspace: Workspace, page: Page) -> str | None:
    """The wiki's edit form: of the page, or of the new one that a pasted draft is to become."""
    query = f"title={quote(page.title)}&action=edit"
    if page.revid is None and is_web(workspace.edit_form):
        return f"{workspace.edit_form}?{query}"
    return _on_wiki(page, query)


def offer(workspace: Workspace, entry: Entry, ready: Ready, pushed: PushPage) -> str:
    """What a person confirms before a save: where it goes, what the gate thinks, the difference, the summary."""
    view, speech = workspace.view(ready), workspace.speech
    gate = pushed.check.gate
    cards = {card.check.citation.id: card for card in view.citations}
    because = [
        (cards[one.citation].id, label(cards[one.citation].check.citation, speech), speech.say(one.message))
        for one in gate.because
        if one.citation in cards
    ]
    return render(
        "save.html",
        speech,
        goes_to=workspace.goes_to(entry, ready).value,
        name=one_line(ready.tidy.page.title if entry.origin is Origin.wiki else entry.name, 120),
        account=workspace.account,
        revision=ready.tidy.page.revid,
        passes=gate.decision is Decision.passed,
        gate=gate.decision,
        because=because,
        changes="".join(pushed.diff.splitlines(keepends=True)[2:]),  # the dialog names the page
        seen=text_sha256(pushed.text),
        summary=workspace.summary(ready, view),
    )


def outcome(pushed: PushPage, speech: Speech) -> str:
    """What a save has done, in a line."""
    if pushed.saved is not None:
        return speech.say(msg("Saved: revision {new} over {old}.", new=pushed.saved.newid, old=pushed.saved.oldid))
    if pushed.note is not None:
        return speech.say(pushed.note)
    return speech.say(msg("Nothing was saved.")) + " " + speech.say(word(pushed.check.gate.decision))


def moved(page: Page, now: Page | None, speech: Speech) -> str:
    """A warning when the wiki has another revision than the one that was checked; nothing when it has the same."""
    if now is not None and now.revid == page.revid:
        return ""
    return speech.say(msg("{title} has moved since it was read: check it again before you save", title=page.title))


def _on_wiki(page: Page, query: str) -> str | None:
    """An address of the page's wiki; None for a text that is on none."""
    address = f"{page.wiki}?{query}"
    return address if page.revid is not None and is_web(address) else None


def card_html(workspace: Workspace, ready: Ready, card: Card) -> Markup:
    """One card."""
    speech = workspace.speech
    values: dict[str, Any] = {
        "card": card,
        "label": "",
        "state": "undecided" if card.open else "decided" if card.decided is not None else "clear",
        "said_of": said,
        "codes": [(code, speech.say(all_codes()[code].title)) for code in card.codes if code in all_codes()],
    }
    if isinstance(card, EditCard):
        whole = ready.tidy.page.text
        values |= {
            "kind": "edit",
            "title": speech.say(card.edit.message),
            "whole": whole,
            "buttons": EDIT_BUTTONS,
            "tone": "good" if card.taken else "",
            "line": whole.count("\n", 0, card.edit.spans[0].start) + 1,
        }
    elif isinstance(card, FindingCard):
        values |= {
            "kind": "finding",
            "title": speech.say(card.finding.message),
            "buttons": PAGE_BUTTONS if card.holds else FINDING_BUTTONS,
            "tone": tone(card.finding.severity),
            "line": card.item.place.line,
        }
    else:
        values |= _citation(card, speech)
    return _piece("card.html", speech, **values)


def _citation(card: CitationCard, speech: Speech) -> dict[str, Any]:
    citation, waiting = card.check.citation, card.waiting
    release = CITATION_BUTTONS if waiting is not None else ()
    return {
        "kind": "citation",
        "title": titled(citation, speech),
        "buttons": (*release, *((ALARM_BUTTON,) if card.findings else ())),
        "tone": "bad" if card.blocked else worst(card) or tone(card.check.identity.verdict),
        # a finding of a blocked citation says the same in more words
        "because": None if waiting is None or (card.blocked and card.findings) else waiting.because.message,
        "label": card.typed(speech),
        "advice": list(dict.fromkeys(line.item.code for line in card.findings)),
        "named": sorted({place.kind.value for place in citation.places}),
        "supports": sorted({verdict_of(claim.support).value for claim in card.check.claims}),
        "open_at": open_at(card.check),
    }


def worst(card: CitationCard) -> str:
    """The tone of the gravest finding of a citation; nothing when it has none."""
    tones = {tone(line.finding.severity) for line in card.findings}
    return next((grave for grave in ("bad", "doubt") if grave in tones), "")


def _with_titles(codes: Iterable[str], speech: Speech) -> list[tuple[str, str]]:
    """Codes with what each is called."""
    titles = all_codes()
    return [(code, f"{code} {speech.say(titles[code].title)}" if code in titles else code) for code in sorted(codes)]


def filters(view: CardView, speech: Speech) -> dict[str, list[tuple[str, str]]]:
    """What can be filtered by: the codes, verdicts and hosts that there are."""
    checks = [card.check for card in view.citations]
    named = {place.kind for check in checks for place in check.citation.places}
    hosts = {card.host for card in view.citations} - {""}
    return {
        "code": _with_titles({code for card in view.cards for code in card.codes}, speech),
        "named": _in_words((kind for kind in CitationKind if kind in named), speech),
        "verdict": _in_words((check.identity.verdict for check in checks), speech),
        "support": _in_words((verdict_of(claim.support) for check in checks for claim in check.claims), speech),
        "host": [(host, host) for host in sorted(hosts)],
    }


def _in_words(words: Iterable[StrEnum], speech: Speech) -> list[tuple[str, str]]:
    """Each of them once, with what it is called."""
    return [(one.value, speech.say(word(one))) for one in dict.fromkeys(words)]
