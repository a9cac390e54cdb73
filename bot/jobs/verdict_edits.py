"""What a check's verdicts propose: edits for a person, and for a wiki without such templates a section of the talk page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.jobs.memory import recall, rejected
from bot.jobs.session import Chosen, Session
from bot.locale import Speech
from bot.model.edit import TidyPage
from bot.model.message import Message, msg
from bot.model.report import CitationCheck, PageCheck
from bot.model.words import LinkState
from bot.profiles import Profile
from bot.report.citation_labels import label
from bot.report.formats.wikitext import literal
from bot.wikitext.proposals import apart, mends, silent_claims
from bot.wikitext.text import Wikitext


def with_mends(checked: PageCheck, chosen: Chosen, session: Session, *, silence: bool) -> PageCheck:
    """The check with the edits that its verdicts propose on the text it read; ``silence`` leaves out what a person rejected."""
    found = mends(chosen.read(checked.page), checked.citations, session.clock.now()[:10])
    recall(session.store, found)
    no = rejected(session.store) if silence else frozenset()
    return replace(checked, edits=tuple(edit for edit in found if edit.id not in no))


def beside(tidied: TidyPage, checked: PageCheck, profile: Profile, session: Session) -> TidyPage:
    """A tidy's edits and a check's proposals in one list on the tidy's own text; where both would write, tidying goes first.

    ``checked`` may have read the text that the tidy's edits make.
    """
    proposed = mends(Wikitext(tidied.page, profile), checked.citations, session.clock.now()[:10])
    wanted = {edit.id for edit in checked.edits}
    new = apart([edit for edit in proposed if edit.id in wanted], tidied.edits)
    return replace(tidied, edits=(*tidied.edits, *new))


def talk_title(checked: PageCheck, profile: Profile) -> str:
    """The talk page of an article."""
    return f"{profile.talk_prefix}:{checked.page.title or checked.page.name}"


def talk_section(checked: PageCheck, profile: Profile, speech: Speech, today: str) -> str:
    """A section for the talk page with what the wiki has no template for, to be pasted and signed by a person; "" for nothing.

    Every sentence is the catalogue's; what is quoted of the page, and every address, is text that wikitext does not read.
    """
    rows = [
        f"* {literal(label(check.citation, speech))} {literal(speech.say(said))}"
        for check, said in untagged(checked, profile)
    ]
    if not rows:
        return ""
    heading = speech.say(msg("Sources to look at ({day})", day=today[:10]))
    return "\n".join([f"== {literal(heading)} ==", "", *rows, "", "~~~~", ""])


def untagged(checked: PageCheck, profile: Profile) -> tuple[tuple[CitationCheck, Message], ...]:
    """What would be marked if the wiki had a template for it, citation by citation."""
    if profile.templates is not None:
        return ()
    return tuple((check, said) for check in checked.citations for said in _said(check))


def _said(check: CitationCheck) -> Iterator[Message]:
    for claim in silent_claims(check):
        yield msg("the source was read and does not say this: “{words}”", words=_short(claim.claim.text))
    if check.link.state is LinkState.dead and check.link.archived:
        yield msg("the link is dead; there is an archived copy: {address}", address=check.link.archived)
    elif check.link.state is LinkState.dead:
        yield msg("the link is dead: it has failed since {day}", day=(check.link.first_failed or "?")[:10])


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:199].rstrip() + "…"
