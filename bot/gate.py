"""The gate: which verdicts let an edit be saved. Policies are data, as the contract's table says."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.errors import GateHeld
from bot.model.citation import Citation
from bot.model.edit import Finding
from bot.model.ids import identities, identity, spoken, text_sha256
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.model.report import Because, CitationCheck, ClaimCheck, Gate, GatePass
from bot.model.verdict import Contradicted, Supported, Unjudged, reason_of, verdict_of
from bot.model.words import CitationKind, Decision, IdentityVerdict, Policy, SupportVerdict
from bot.report.word_names import word

#: What blocks under every policy that saves: a home registry's verdicts, and what is said of each.
_PROVEN_MESSAGES: Mapping[IdentityVerdict, Message] = {
    IdentityVerdict.nonexistent: msg("the home registry denies the identifier"),
    IdentityVerdict.wrong_work: msg("the identifier belongs to another work"),
}
PROVEN = frozenset(_PROVEN_MESSAGES)

#: Findings of a page as a whole that `confirmed` holds (contract, the gate's last row), with the gate's code for each.
NO_SOURCE = "SRC601"
EDITS_WAIT = "SRC602"
PAGE_CODES: Mapping[str, str] = {NO_SOURCE: "GATE202", EDITS_WAIT: "GATE203"}

#: Of several decisions against a page the first of these that was taken is the page's.
_WORST_FIRST = (Decision.block, Decision.hold)


def overrule_subject(citation: Citation) -> str:
    """What a person's overruling hangs on: citation and words, so that a changed sentence expires it."""
    return identity("overrule", citation.id, *(spoken(claim.text) for claim in citation.claims))


def former_subjects(citation: Citation, page: Page) -> tuple[str, ...]:
    """What earlier versions hung the same overruling on: other source keys, other readings of the words."""
    names = identities(page.wiki, page.title, citation.keys)
    said = [tuple(map(spoken, (claim.text, *claim.aliases))) for claim in citation.claims]
    now = tuple(words[0] for words in said), tuple(words[-1] for words in said)
    subjects = dict.fromkeys(identity("overrule", name, *words) for name in names for words in now)
    return tuple(subject for subject in subjects if subject != overrule_subject(citation))


def decide(
    checks: Collection[CitationCheck],
    policy: Policy,
    *,
    overruled: Collection[str] = (),
    blocking: Collection[SupportVerdict] = (),
    page: Collection[Finding] = (),
) -> Gate:
    """Decide on the citations in scope and on the page as a whole.

    ``overruled`` holds the subjects (``overrule_subject``, a page's finding's id) that a person released with a reason;
    ``blocking`` the support verdicts that the judge's measured precision allows to block; ``page`` the findings in scope, of
    which those of ``PAGE_CODES`` count. The page takes the worst decision; where nothing is in scope, nothing is against it.
    """
    every = (
        *(_because(check, policy, overruled, blocking) for check in checks),
        *(_because_of_page(one, policy, overruled) for one in page if one.code in PAGE_CODES),
    )
    because = tuple(found for found in every if found.decision is not Decision.passed)
    if policy is Policy.report_only and not because:
        return Gate(Decision.hold, policy)
    taken = {found.decision for found in because}
    return Gate(next((word for word in _WORST_FIRST if word in taken), Decision.passed), policy, because)


def pass_for(base: Page, text: str, gate: Gate) -> GatePass:
    """The pass that names the base revision and the exact text. Raises GateHeld unless the gate let it through."""
    if gate.decision is not Decision.passed:
        raise GateHeld(
            msg("the gate did not let «{title}» through", title=base.title),
            msg("mend what is listed, or release it with `mlwiki review`"),
        )
    return GatePass(base.title, base.revid, text_sha256(text))


def out_of_reach(policy: Policy, *, judge_confirms: bool) -> Message | None:
    """What to say before any work when the chosen judge cannot satisfy the policy; None when it can."""
    if policy is Policy.confirmed and not judge_confirms:
        return msg(
            "policy `confirmed` asks for *supported*, which this judge never says: use a model (--judge openai), "
            "or release each citation yourself with `mlwiki review`"
        )
    return None


def _because(
    check: CitationCheck, policy: Policy, overruled: Collection[str], blocking: Collection[SupportVerdict]
) -> Because:
    citation = check.citation.id
    if policy is Policy.report_only:
        return Because(citation, "GATE001", msg("policy `report-only` never saves"))
    if overrule_subject(check.citation) in overruled:
        return Because(citation, "GATE000", msg("released by a person"), Decision.passed)
    if check.identity.verdict in PROVEN:
        return Because(citation, "GATE101", _PROVEN_MESSAGES[check.identity.verdict], Decision.block)
    contradicted = [found for found in check.claims if isinstance(found.support, Contradicted)]
    if contradicted:
        may_block = SupportVerdict.contradicted in blocking
        return Because(
            citation, "GATE102", msg("the source says otherwise"), Decision.block if may_block else _otherwise(policy)
        )
    if _is_broken(check):
        return Because(citation, "GATE301", word(Reason.internal_error))
    message = _doubt(check)
    if message is None:
        return Because(citation, "GATE000", msg("verified and supported"), Decision.passed)
    return Because(citation, "GATE201", message, _otherwise(policy))


def _because_of_page(found: Finding, policy: Policy, overruled: Collection[str]) -> Because:
    released = found.id in overruled and policy is not Policy.report_only
    decision = Decision.passed if released else _otherwise(policy)
    return Because("", PAGE_CODES[found.code], found.message, decision)


def _is_broken(check: CitationCheck) -> bool:
    """Whether a bug of ours stands behind a verdict: then not even a policy that reports what is unchecked may save."""
    said = [check.identity.reason, *(reason_of(found.support) for found in check.claims)]
    return Reason.internal_error in said


def _otherwise(policy: Policy) -> Decision:
    return Decision.passed if policy is Policy.no_proven_fault else Decision.hold


def _effective(check: ClaimCheck) -> object:
    """Adjacent refs stand for a claim together: where they support it jointly, none of them fails it alone."""
    return check.joint if isinstance(check.joint, Supported) else check.support


def _doubt(check: CitationCheck) -> Message | None:
    """Why a citation is not both verified and supported; None when it is."""
    if check.kind is CitationKind.draft:
        return msg("it stands in Markdown that is not yet turned into wikitext")
    if check.identity.verdict is not IdentityVerdict.verified:
        return msg("{verdict}: {reason}", verdict=word(check.identity.verdict), reason=word(check.identity.reason))
    if not check.claims and check.kind is CitationKind.listed:
        return None
    if not check.claims:
        return msg("no words that could be checked are attached to it")
    # a claim that nobody could judge, whatever the reason, is not supported: no reason lets it pass
    for found in check.claims:
        effective = _effective(found)
        if isinstance(effective, Supported):
            continue
        if isinstance(found.support, Unjudged):
            return msg("support not judged: {reason}", reason=word(found.support.reason))
        return msg(
            "{verdict}: {reason}",
            verdict=word(verdict_of(found.support)),
            reason=word(reason_of(found.support)),
        )
    return None
