"""One citation in the HTML report: the claim beside the source, the description cited beside found, the link."""

from __future__ import annotations

from collections import Counter

from bot.locale import Speech
from bot.model.message import msg
from bot.model.report import CitationCheck, ClaimCheck
from bot.model.verdict import Unjudged, reason_of, verdict_of
from bot.model.words import IdentityVerdict, LinkState, SupportVerdict
from bot.report.blocks import asked_text, link_text
from bot.report.findings import effective
from bot.report.html.parts import badge, fields_table, hint_badge, page_address, passages, source_line, tone_of
from bot.report.markup import Html, el, join, text
from bot.report.phrases import joint_text, label, title_of
from bot.report.visible import one_line
from bot.report.words import field_name, word


def tone(check: CitationCheck) -> str:
    """The gravest tone of its verdicts; nothing where it is only unchecked."""
    verdicts = [verdict_of(effective(one)) for one in check.claims if one.claim.checkable]
    tones = {tone_of(check.identity.verdict), *map(tone_of, verdicts)}
    if tone_of(check.link.state) != "good":
        tones.add(tone_of(check.link.state))
    if "bad" in tones:
        return "bad"
    if "doubt" in tones:
        return "doubt"
    supported = bool(verdicts) and all(verdict is SupportVerdict.supported for verdict in verdicts)
    return "good" if supported and check.identity.verdict is IdentityVerdict.verified else ""


def citation_card(check: CitationCheck, anchor: str, speech: Speech) -> Html:
    """Everything found out about one citation."""
    citation = check.citation
    title = el("h4", f"{label(citation)} {title_of(citation)}")
    verdicts = [badge(check.identity.verdict, speech)]
    if check.link.state is not LinkState.none:
        verdicts.append(badge(check.link.state, speech))
    found = Counter(verdict_of(one.support) for one in check.claims)
    verdicts += [badge(verdict, speech, times=n) for verdict, n in found.items()]
    return el(
        "article",
        el("header", title),
        source_line(citation, speech),
        el("ul", *(el("li", one) for one in verdicts), class_="badges"),
        *(claim_sides(one, check, speech) for one in check.claims),
        details(check, speech),
        class_=f"card {tone(check)}".rstrip(),
        id=anchor,
    )


def claim_sides(found: ClaimCheck, check: CitationCheck, speech: Speech) -> Html:
    """The claim in its sentence on one side, what the source says on the other."""
    left = el(
        "div",
        el("p", speech.say(msg("The article says")), class_="label"),
        el("blockquote", in_sentence(found), dir="auto"),
        class_="side",
    )
    right = el("div", *_source_side(found, check, speech), class_="side")
    return el("div", left, right, class_="sides")


def in_sentence(found: ClaimCheck) -> Html:
    """The claim, with the rest of its sentence beside it in a softer tone."""
    claim, sentence = one_line(found.claim.text), one_line(found.claim.sentence)
    if not claim or claim == sentence or claim not in sentence:
        return text(claim)
    before, _, after = sentence.partition(claim)
    return join((el("span", before, class_="aside"), claim, el("span", after, class_="aside")))


def _source_side(found: ClaimCheck, check: CitationCheck, speech: Speech) -> list[Html]:
    support = found.support
    said = [el("p", badge(verdict_of(support), speech))]
    if isinstance(support, Unjudged):
        said.append(el("p", speech.say(word(reason_of(support))), class_="small"))
        if support.hint is not None:
            said.append(el("p", hint_badge(support.hint, speech)))
    said += passages(support, speech, page_address(check.citation))
    together = joint_text(found, speech)
    if together:
        said.append(el("p", together, class_="small"))
    if support.evidence.judge:
        scope = speech.say(word(support.evidence.scope))
        said.append(
            el("p", f"{speech.say(msg('judge'))}: {one_line(support.evidence.judge)} · {scope}", class_="small")
        )
    return said


def details(check: CitationCheck, speech: Speech) -> Html:
    """Who was asked, the description cited and found, the link, and the note's wikitext."""
    rows = [
        (speech.say(msg("because")), asked_text(check, speech)),
        (speech.say(msg("link")), link_text(check, speech)),
    ]
    if check.identity.notices:
        rows.append((speech.say(msg("notice")), ", ".join(speech.say(word(one)) for one in check.identity.notices)))
    if check.identity.suggestion is not None:
        hint = check.identity.suggestion
        rows.append(
            (speech.say(msg("correction")), f"{speech.say(field_name(hint.field))} → {hint.value} ({hint.service})")
        )
    lines = [el("p", el("strong", f"{name}: "), said) for name, said in rows]
    table = fields_table(check.identity.fields, speech)
    source = el("pre", check.citation.wikitext)
    summary = el("summary", speech.say(msg("Registries, link and wikitext")))
    return el(
        "details", summary, *lines, table, el("p", speech.say(msg("The note's wikitext")), class_="label"), source
    )
