"""The report and the review page say the same of a citation, in one set of templates."""

from __future__ import annotations

import re
from html import unescape

import pytest

from bot.locale import Speech
from bot.model.report import CitationCheck
from bot.model.verdict import quote_of, reason_of, verdict_of
from bot.report import findings, render
from bot.report.findings import page_items
from bot.report.phrases import conflict_text
from bot.report.visible import one_line
from bot.report.word_names import word
from bot.review.web.cards import view_of
from bot.review.web.entries import Ready
from bot.review.web.screens import card_html
from bot.review.web.workspace import Workspace
from bot.store import open_store
from tests.report import builders
from tests.review.served import MLRU, Prepared


def words_of(html: str) -> str:
    """What a reader reads: no tags, one space between words."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def facts(check: CitationCheck, speech: Speech) -> set[str]:
    """Claim, quote, passages, fields cited and found, verdicts, reasons, conflicts, what to do."""
    said = {speech.say(word(check.identity.verdict)), speech.say(word(check.identity.reason))}
    for field in check.identity.fields:
        said |= {field.cited, field.found}
    for claim in check.claims:
        quote = quote_of(claim.support)
        said |= {claim.claim.text, quote.text if quote else "", conflict_text(claim.support, speech) or ""}
        said |= {speech.say(word(verdict_of(claim.support))), speech.say(word(reason_of(claim.support)))}
        # beside a located quote only its own passage is shown
        said |= set() if quote else {passage.text for passage in claim.support.evidence.passages[:3]}
    for item in page_items(builders.check_report().pages[0]):
        if (
            item.check is not None
            and item.check.citation.id == check.citation.id
            and item.code is not None
            and item.finding.raised
        ):
            said.add(speech.say(item.code.do))
    return {" ".join(one_line(one).split()) for one in said} - {""}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_both_say_every_fact_of_a_citation(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever one of them says of claim, source, identity and what to do, the other says too."""
    monkeypatch.setattr(findings, "all_codes", lambda: builders.CODES)
    speech, report = Speech(language), builders.check_report()
    written = render(report, "html", speech)
    ready = Ready(builders.tidy_report(), report)
    with open_store(None) as store:
        workspace = Workspace(store, MLRU, speech, Prepared({}), "tester")
        for card in view_of(ready, store, MLRU.profile).citations:
            wanted = facts(card.check, speech)
            assert len(wanted) > 3
            start = written.index(f'id="c-1-{card.check.citation.id}"')
            for shown in (written[start : written.index("</article>", start)], card_html(workspace, ready, card)):
                assert {fact for fact in wanted if fact not in words_of(shown)} == set()
