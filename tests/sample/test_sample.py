"""The bundled sample is what the demo says it is."""

from __future__ import annotations

from bot.codes import all_codes
from bot.model.page import Page
from bot.model.words import CitationKind, IdKind
from bot.profiles import profile
from bot.sample import TITLE, draft_text, faults, mended_text
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

MLRU = profile("mlru")


def page(text: str) -> Page:
    """The sample's page with that text."""
    return Page("mixed_precision.wiki", TITLE, text)


def test_the_draft_cites_at_least_24_works() -> None:
    """Counted by source key, so that two wordings of one work are one."""
    assert len({found.key for found in Wikitext(page(draft_text()), MLRU).citations}) >= 24


def test_the_draft_carries_what_models_leave_behind() -> None:
    """Fences, back-ticks, a later code tag, dollar formulas, chat tokens, bold, tracking; none of it in the mended page."""
    residue = (
        "```",
        "`torch",
        "<syntaxhighlight",
        "$S$",
        "turn0search0",
        "**",
        "utm_source=chatgpt.com",
        "oaicite",
        "†",
    )
    draft, mended = draft_text(), mended_text()
    assert [mark for mark in residue if mark not in draft] == []
    assert [mark for mark in residue if mark in mended] == []


def test_the_mended_page_leaves_tidy_nothing_to_do() -> None:
    """No edit and no raised finding."""
    tidied = tidy_page(Wikitext(page(mended_text()), MLRU))
    assert tidied.edits == ()
    assert [str(finding.message) for finding in tidied.findings if finding.raised] == []


def test_every_work_of_the_mended_page_can_be_verified() -> None:
    """Each carries a DOI, an arXiv id or an address, and words it is attached to; a listed one needs none."""
    kinds = {IdKind.doi, IdKind.arxiv, IdKind.url}
    for found in Wikitext(page(mended_text()), MLRU).citations:
        assert {item.kind for item in found.cited.identifiers} & kinds, found.wikitext
        attached = [claim for claim in found.claims if claim.checkable]
        assert attached or found.kind is CitationKind.listed, found.wikitext


def test_planted_faults_use_real_codes_and_real_words() -> None:
    """Every fault names a code of the program and words that stand in the draft; the model sees all of them."""
    known, draft = all_codes(), draft_text()
    for fault in faults():
        assert fault.planted.code in known
        assert fault.planted.where in draft.replace("''", ""), fault.planted
        assert "openai" in fault.seen_by


def test_every_class_of_fault_is_planted() -> None:
    """The issue's list of classes, each at least once."""
    classes = {fault.planted.kind for fault in faults()}
    assert classes >= {
        "wrong_work",
        "nonexistent",
        "misdescribed",
        "contradicted",
        "not_in_source",
        "gone",
        "clash",
        "undefined",
        "unsourced_token",
    }
