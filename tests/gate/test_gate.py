"""The gate's table, row by row, and that its pass names the exact bytes."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import GateHeld
from bot.gate import NO_SOURCE, decide, former_subjects, out_of_reach, overrule_subject, pass_for
from bot.model.citation import Citation, Cited, Claim
from bot.model.edit import Finding
from bot.model.ids import identity, text_sha256
from bot.model.message import msg
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.model.report import CitationCheck, ClaimCheck, Gate
from bot.model.verdict import (
    Conflict,
    Contradicted,
    Evidence,
    Identity,
    Link,
    NotInSource,
    Partial,
    Quote,
    Support,
    Supported,
    Unjudged,
)
from bot.model.words import (
    CitationKind,
    ConflictKind,
    Decision,
    IdentityVerdict,
    LinkState,
    Policy,
    Severity,
    SupportVerdict,
)

CONFLICT = Conflict(ConflictKind.figure, "9", "8")

QUOTE = Quote("the source says so", 0, 18, "0" * 64)
SUPPORTS: dict[SupportVerdict, Support] = {
    SupportVerdict.supported: Supported(QUOTE, Evidence()),
    SupportVerdict.partial: Partial(QUOTE, Evidence()),
    SupportVerdict.contradicted: Contradicted(QUOTE, Evidence(), CONFLICT),
    SupportVerdict.not_in_source: NotInSource(Evidence()),
    SupportVerdict.unjudged: Unjudged(Reason.hint_only),
}


def checked(
    identity: IdentityVerdict, *supports: SupportVerdict, joint: Support | None = None, checkable: bool = True
) -> CitationCheck:
    """A citation with one claim for each support verdict."""
    claims = tuple(Claim(f"claim {n}", n, n + 1, ("c",), checkable=checkable) for n, _ in enumerate(supports))
    citation = Citation("c", "doi:10.1/x", 1, None, (), "", (), "", Cited(), claims)
    return CitationCheck(
        citation,
        Link(LinkState.alive),
        Identity(identity, Reason.home_registry_agrees),
        tuple(ClaimCheck(claim, SUPPORTS[word], joint) for claim, word in zip(claims, supports, strict=True)),
    )


ROWS = [
    (IdentityVerdict.verified, SupportVerdict.supported, "pass", "pass"),
    (IdentityVerdict.nonexistent, SupportVerdict.unjudged, "block", "block"),
    (IdentityVerdict.wrong_work, SupportVerdict.unjudged, "block", "block"),
    (IdentityVerdict.verified, SupportVerdict.contradicted, "hold", "pass"),
    (IdentityVerdict.verified, SupportVerdict.partial, "hold", "pass"),
    (IdentityVerdict.verified, SupportVerdict.not_in_source, "hold", "pass"),
    (IdentityVerdict.verified, SupportVerdict.unjudged, "hold", "pass"),
    (IdentityVerdict.misdescribed, SupportVerdict.supported, "hold", "pass"),
    (IdentityVerdict.disputed, SupportVerdict.supported, "hold", "pass"),
    (IdentityVerdict.unconfirmed, SupportVerdict.supported, "hold", "pass"),
    (IdentityVerdict.unchecked, SupportVerdict.unjudged, "hold", "pass"),
]


@pytest.mark.parametrize(("identity", "support", "confirmed", "no_fault"), ROWS)
def test_the_contracts_table(identity: IdentityVerdict, support: SupportVerdict, confirmed: str, no_fault: str) -> None:
    """Each row of the contract's table gives its word under each policy."""
    check = checked(identity, support)
    assert decide([check], Policy.confirmed).decision == confirmed
    assert decide([check], Policy.no_proven_fault).decision == no_fault
    assert decide([check], Policy.report_only).decision is Decision.hold


def test_a_contradiction_blocks_only_where_its_precision_was_measured() -> None:
    """Without a measured judge a contradiction waits for a person; with one it must be mended."""
    check = checked(IdentityVerdict.verified, SupportVerdict.contradicted)
    for policy in (Policy.confirmed, Policy.no_proven_fault):
        assert decide([check], policy, blocking={SupportVerdict.contradicted}).decision is Decision.block


def test_a_person_with_a_reason_releases_even_a_proven_fault() -> None:
    """An overruled citation passes; once its sentence changes the overruling no longer covers it."""
    check = checked(IdentityVerdict.nonexistent, SupportVerdict.unjudged)
    released = {overrule_subject(check.citation)}
    assert decide([check], Policy.confirmed, overruled=released).decision is Decision.passed
    other = checked(IdentityVerdict.nonexistent, SupportVerdict.unjudged, SupportVerdict.unjudged)
    assert decide([other], Policy.confirmed, overruled=released).decision is Decision.block


def test_every_claim_of_a_citation_must_be_supported() -> None:
    """One unsupported claim is enough to hold; joint support by the neighbours lifts it; nothing checkable holds."""
    mixed = checked(IdentityVerdict.verified, SupportVerdict.supported, SupportVerdict.partial)
    assert decide([mixed], Policy.confirmed).decision is Decision.hold
    together = checked(IdentityVerdict.verified, SupportVerdict.partial, joint=SUPPORTS[SupportVerdict.supported])
    assert decide([together], Policy.confirmed).decision is Decision.passed
    silent = checked(IdentityVerdict.verified, SupportVerdict.unjudged, checkable=False)
    assert decide([silent], Policy.confirmed).decision is Decision.hold


@given(st.sampled_from(list(Reason)), st.booleans(), st.lists(st.sampled_from(list(SupportVerdict)), max_size=3))
def test_a_claim_that_is_not_judged_never_passes(reason: Reason, checkable: bool, others: list[SupportVerdict]) -> None:
    """Whatever the reason, and whether or not the words look like a statement: `confirmed` asks for *supported*."""
    check = checked(IdentityVerdict.verified, SupportVerdict.supported, *others)
    claim = Claim("Здесь BERT — самая точная модель: 99 %", 7, 8, ("c",), checkable=checkable)
    with_one = replace(check, claims=(*check.claims, ClaimCheck(claim, Unjudged(reason))))
    assert decide([with_one], Policy.confirmed).decision is not Decision.passed


def test_joint_support_does_not_hide_a_contradiction() -> None:
    """A source that says otherwise is shown to a person whatever its neighbours say."""
    check = checked(IdentityVerdict.verified, SupportVerdict.contradicted, joint=SUPPORTS[SupportVerdict.supported])
    assert decide([check], Policy.confirmed).decision is Decision.hold


@given(st.lists(st.tuples(st.sampled_from(list(IdentityVerdict)), st.sampled_from(list(SupportVerdict))), max_size=5))
def test_the_page_takes_the_worst_decision(pairs: list[tuple[IdentityVerdict, SupportVerdict]]) -> None:
    """Adding a citation never makes a page's decision better, and each that is not passed is listed."""
    checks = [checked(identity, support) for identity, support in pairs]
    order = [Decision.passed, Decision.hold, Decision.block]
    for policy, size in itertools.product((Policy.confirmed, Policy.no_proven_fault), range(len(checks))):
        fewer, more = decide(checks[:size], policy), decide(checks[: size + 1], policy)
        assert order.index(more.decision) >= order.index(fewer.decision)
        assert (more.decision is Decision.passed) == (not more.because)


def test_a_pass_names_base_and_exact_text_and_is_not_given_otherwise() -> None:
    """The pass carries what was judged; a held page gets none."""
    base = Page("f", "T", "old", revid=7)
    allowed = pass_for(base, "new", Gate(Decision.passed, Policy.confirmed))
    assert (allowed.title, allowed.base_revid, allowed.text_sha256) == ("T", 7, text_sha256("new"))
    for decision in (Decision.hold, Decision.block):
        with pytest.raises(GateHeld):
            pass_for(base, "new", Gate(decision, Policy.confirmed))


def test_a_policy_out_of_reach_is_said_before_any_work() -> None:
    """A judge that never says *supported* cannot satisfy `confirmed`; the message names the two ways on."""
    said = str(out_of_reach(Policy.confirmed, judge_confirms=False))
    assert "--judge openai" in said
    assert "mlwiki review" in said
    assert out_of_reach(Policy.confirmed, judge_confirms=True) is None
    assert out_of_reach(Policy.no_proven_fault, judge_confirms=False) is None


@pytest.mark.parametrize(
    ("kind", "decision"),
    [(CitationKind.listed, Decision.passed), (CitationKind.draft, Decision.hold), (CitationKind.note, Decision.hold)],
)
def test_a_verified_work_without_words_passes_where_it_only_stands_in_a_list(
    kind: CitationKind, decision: Decision
) -> None:
    """Nothing points to an item of a list: being the work is enough. Markdown may be anything until it is translated."""
    check = checked(IdentityVerdict.verified)
    check = replace(check, citation=replace(check.citation, kind=kind, claims=()))
    assert decide([check], Policy.confirmed).decision is decision


def test_each_proven_fault_is_said_in_its_own_words() -> None:
    """An identifier that nobody registered, and one that is another work's, are mended in two ways."""
    nonexistent, wrong = (
        str(decide([checked(verdict, SupportVerdict.unjudged)], Policy.confirmed).because[0].message)
        for verdict in (IdentityVerdict.nonexistent, IdentityVerdict.wrong_work)
    )
    assert "denies" in nonexistent
    assert "another work" in wrong


def test_a_policy_that_only_reports_never_saves() -> None:
    """Not where nothing is in scope, and not what a person released."""
    assert decide([], Policy.report_only) == Gate(Decision.hold, Policy.report_only)
    finding = Finding("f", NO_SOURCE, Severity.warning, msg("no source"))
    for policy, decision in ((Policy.report_only, Decision.hold), (Policy.confirmed, Decision.passed)):
        assert decide([], policy, overruled={"f"}, page=[finding]).decision is decision
    for policy in (Policy.report_only, Policy.confirmed):
        assert [found.decision for found in decide([], policy, page=[finding]).because] == [Decision.hold]
    assert decide([], Policy.no_proven_fault, page=[finding]).decision is Decision.passed


@pytest.mark.parametrize("at", ["identity", "support"])
def test_a_fault_of_ours_is_saved_under_no_policy(at: str) -> None:
    """Where the check itself broke down, even a policy that reports what is unchecked waits."""
    check = checked(IdentityVerdict.unchecked, SupportVerdict.unjudged)
    broken = replace(check.identity, reason=Reason.internal_error)
    claims = (replace(check.claims[0], support=Unjudged(Reason.internal_error)),)
    check = replace(check, identity=broken) if at == "identity" else replace(check, claims=claims)
    assert decide([check], Policy.no_proven_fault).decision is Decision.hold


def test_an_overruling_is_known_by_what_earlier_versions_called_it() -> None:
    """By the former source keys and the first reading of the words; what it is called now is no former name."""
    claim = Claim("now", 0, 3, ("c",), aliases=("between", "first"))
    page = Page("f", "T", "text")
    known = Citation(
        identity(page.wiki, page.title, "new"), "new", 1, None, (), "", (), "", Cited(), (claim,), former=("old",)
    )
    names = [identity(page.wiki, page.title, key) for key in ("new", "old")]
    said = [identity("overrule", name, words) for words in ("now", "first") for name in names]
    assert said[0] == overrule_subject(known)
    assert set(former_subjects(known, page)) == set(said[1:])
