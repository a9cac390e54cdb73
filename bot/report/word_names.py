"""What the closed words of the house are called for people: short fragments that fit into a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from bot.model.message import Message, msg
from bot.model.reasons import Reason
from bot.model.words import (
    Caveat,
    CitationKind,
    ConflictKind,
    Consulted,
    Decision,
    Fix,
    Hint,
    IdentityVerdict,
    IdKind,
    LinkState,
    MarkKind,
    Notice,
    Policy,
    Scope,
    Severity,
    SupportVerdict,
)


def word(member: StrEnum) -> Message:
    """The fragment for a word. Raises KeyError for a set that people never read."""
    return WORDS[type(member)][member]


def field_name(field: str) -> Message:
    """What a field of a work's description is called; an unknown one keeps its own name."""
    if field in ID_KINDS:
        return ID_KINDS[IdKind(field)]
    return FIELDS.get(field) or msg("{field}", field=field)


#: The gate's words in one word, where a list names many.
DECISIONS_SHORT: Mapping[Decision, Message] = {
    Decision.passed: msg("passes"),
    Decision.hold: msg("held"),
    Decision.block: msg("blocked"),
}
FIELDS: Mapping[str, Message] = {
    "title": msg("title"),
    "author": msg("authors"),
    "authors": msg("authors"),
    "year": msg("year"),
    "journal": msg("journal"),
    "venue": msg("venue"),
    "volume": msg("volume"),
    "issue": msg("issue"),
    "pages": msg("pages"),
    "publisher": msg("publisher"),
    "version": msg("version"),
    "identifier": msg("identifier"),
}
SEVERITIES: Mapping[StrEnum, Message] = {
    Severity.error: msg("error"),
    Severity.warning: msg("warning"),
    Severity.note: msg("note"),
}
FIXES: Mapping[StrEnum, Message] = {
    Fix.safe: msg("safe"),
    Fix.review: msg("for review"),
}
LINK_STATES: Mapping[StrEnum, Message] = {
    LinkState.alive: msg("the address answers"),
    LinkState.blocked: msg("the address answers, but not to bots"),
    LinkState.redirected_elsewhere: msg("the address leads to another page"),
    LinkState.soft_404: msg("the address answers with a page that says “not found”"),
    LinkState.parked: msg("the domain is for sale or parked"),
    LinkState.gone: msg("not found at this look"),
    LinkState.dead: msg("not found again on another day"),
    LinkState.unknown: msg("the address could not be checked"),
    LinkState.none: msg("no address"),
}
CITATION_KINDS: Mapping[StrEnum, Message] = {
    CitationKind.note: msg("in a footnote"),
    CitationKind.short: msg("by a short reference"),
    CitationKind.inline: msg("by a link in the text"),
    CitationKind.listed: msg("in a list of literature"),
    CitationKind.draft: msg("in the draft's Markdown"),
}
IDENTITIES: Mapping[StrEnum, Message] = {
    IdentityVerdict.verified: msg("the work exists and is the cited one"),
    IdentityVerdict.misdescribed: msg("the right work, but a field is wrong"),
    IdentityVerdict.wrong_work: msg("the identifier belongs to another work"),
    IdentityVerdict.nonexistent: msg("the registry denies the identifier"),
    IdentityVerdict.disputed: msg("the registries disagree"),
    IdentityVerdict.unconfirmed: msg("nobody who answered confirms the work"),
    IdentityVerdict.unchecked: msg("the work was not checked"),
}
SUPPORTS: Mapping[StrEnum, Message] = {
    SupportVerdict.supported: msg("the source says it"),
    SupportVerdict.partial: msg("the source says a part of it"),
    SupportVerdict.contradicted: msg("the source says otherwise"),
    SupportVerdict.not_in_source: msg("not in the source"),
    SupportVerdict.unjudged: msg("support not judged"),
}
HINTS: Mapping[StrEnum, Message] = {
    Hint.no_evidence_found: msg("little of the claim was found"),
    Hint.weak_evidence: msg("a part of the claim was found"),
    Hint.evidence_candidate: msg("much of the claim was found"),
}
MARK_KINDS: Mapping[StrEnum, Message] = {
    MarkKind.figure: msg("a figure that is not there"),
    MarkKind.name: msg("a name that is not there"),
    MarkKind.negation: msg("a negation on one side alone"),
}
DECISIONS: Mapping[StrEnum, Message] = {
    Decision.passed: msg("may be saved"),
    Decision.hold: msg("held: a person can release it"),
    Decision.block: msg("blocked: mend it, or overrule it by name with a reason"),
}
POLICIES: Mapping[StrEnum, Message] = {
    Policy.confirmed: msg("every citation confirmed"),
    Policy.no_proven_fault: msg("no proven fault"),
    Policy.report_only: msg("report only"),
}
SCOPES: Mapping[StrEnum, Message] = {
    Scope.full_text: msg("the full text was read"),
    Scope.abstract: msg("only the abstract was read"),
    Scope.page: msg("the page was read"),
    Scope.none: msg("no text was read"),
}
CONSULTATIONS: Mapping[StrEnum, Message] = {
    Consulted.answered: msg("answered"),
    Consulted.not_found: msg("knows no such work"),
    Consulted.unreachable: msg("did not answer"),
    Consulted.not_asked: msg("not asked"),
}
NOTICES: Mapping[StrEnum, Message] = {
    Notice.retracted: msg("retracted"),
    Notice.withdrawn: msg("withdrawn"),
    Notice.concern: msg("expression of concern"),
    Notice.corrected: msg("a correction was published"),
    Notice.superseded: msg("a newer version exists"),
}
CAVEATS: Mapping[StrEnum, Message] = {
    Caveat.hidden_text: msg("hidden words were left out"),
    Caveat.text_layers_differ: msg("two readings of the file differ"),
    Caveat.garbled_text_layer: msg("the text layer is garbled"),
    Caveat.part_of_pages: msg("not all pages were read"),
}
ID_KINDS: Mapping[StrEnum, Message] = {
    IdKind.doi: msg("DOI"),
    IdKind.arxiv: msg("arXiv"),
    IdKind.isbn: msg("ISBN"),
    IdKind.pmid: msg("PubMed"),
    IdKind.pmcid: msg("PubMed Central"),
    IdKind.acl: msg("ACL Anthology"),
    IdKind.openreview: msg("OpenReview"),
    IdKind.pmlr: msg("PMLR"),
    IdKind.neurips: msg("NeurIPS"),
    IdKind.mathnet: msg("Math-Net.Ru"),
    IdKind.cyberleninka: msg("CyberLeninka"),
    IdKind.elibrary: msg("eLIBRARY"),
    IdKind.rsl: msg("Russian State Library"),
    IdKind.habr: msg("Habr"),
    IdKind.github: msg("GitHub"),
    IdKind.youtube: msg("YouTube"),
    IdKind.rfc: msg("RFC"),
    IdKind.url: msg("address"),
}
REASONS: Mapping[StrEnum, Message] = {
    Reason.home_registry_agrees: msg("the home registry agrees"),
    Reason.other_registry_agrees: msg("a registry agrees that is not the identifier's home"),
    Reason.page_agrees: msg("the page itself agrees"),
    Reason.answered: msg("it answered"),
    Reason.quote_found: msg("the quote stands in the source"),
    Reason.handle_not_registered: msg("doi.org has no such number"),
    Reason.arxiv_has_no_such_id: msg("arXiv has no such number"),
    Reason.registry_names_another_work: msg("the registry names another work under this number"),
    Reason.field_differs: msg("a field differs from the registry"),
    Reason.record_differs: msg("the nearest record describes it otherwise"),
    Reason.not_found_page: msg("the server says there is no such page"),
    Reason.no_such_host: msg("there is no such server"),
    Reason.source_says_otherwise: msg("the quote contradicts the claim"),
    Reason.source_is_silent: msg("the whole source was read and does not say it"),
    Reason.part_unsupported: msg("a part of the claim is not in the source"),
    Reason.no_identifier: msg("nothing is given to look it up by: no identifier"),
    Reason.no_address: msg("no address is given"),
    Reason.no_record: msg("no registry has a record of it"),
    Reason.made_by_template: msg("a template makes the note, and this program does not read it"),
    Reason.fields_not_comparable: msg("too few fields to compare"),
    Reason.sources_disagree: msg("the sources contradict each other"),
    Reason.bot_wall: msg("the site does not let bots in"),
    Reason.paywall: msg("the text is behind a paywall"),
    Reason.login_wall: msg("the text needs a login"),
    Reason.legal_block: msg("the text is closed for legal reasons"),
    Reason.provider_stub: msg("the provider answers instead of the site"),
    Reason.no_readable_text: msg("no readable text there"),
    Reason.unsupported_format: msg("a format that cannot be read"),
    Reason.too_big: msg("too big to read"),
    Reason.guarded_address: msg("an address that may not be fetched"),
    Reason.tls_error: msg("the site's certificate is not valid"),
    Reason.bad_address: msg("the address is malformed"),
    Reason.redirect_loop: msg("redirects without end"),
    Reason.redirected_home: msg("redirects to the site's front page"),
    Reason.http_error: msg("the server answered with an error"),
    Reason.service_off: msg("the service is switched off in the settings"),
    Reason.timeout: msg("no answer in time"),
    Reason.connection_failed: msg("no connection"),
    Reason.server_error: msg("the server failed"),
    Reason.rate_limited: msg("the service asks to slow down"),
    Reason.garbled_answer: msg("an answer that makes no sense"),
    Reason.not_stored: msg("no stored answer, and the network is off"),
    Reason.interrupted: msg("interrupted"),
    Reason.budget_spent: msg("the budget is spent"),
    Reason.judge_down: msg("the judge does not answer"),
    Reason.no_judge: msg("no judge is configured"),
    Reason.hint_only: msg("the embedded judge only hints"),
    Reason.source_not_read: msg("the source was not read"),
    Reason.identity_in_doubt: msg("it is not clear that this is the cited work"),
    Reason.outside_schema: msg("the judge did not answer in the agreed form"),
    Reason.quote_not_found: msg("the judge's quote is not in the source"),
    Reason.quote_too_short: msg("the judge's quote is too short to prove anything"),
    Reason.quote_off_topic: msg("the judge's quote is about something else"),
    Reason.quote_says_less: msg("the judge's quote does not say what the claim says"),
    Reason.control_failed: msg("the judge also confirmed a control statement that this source cannot support"),
    Reason.conflict_not_located: msg("the judge saw a contradiction that cannot be located in its quote"),
    Reason.number_not_in_quote: msg("a number of the claim is not in the quote"),
    Reason.name_not_in_quote: msg("a name of the claim is not beside the quote"),
    Reason.number_not_in_source: msg("a number of the claim is nowhere in the source"),
    Reason.name_not_in_source: msg("a name of the claim is nowhere in the source"),
    Reason.turned_round: msg("the claim turns round what the quote compares or how it goes"),
    Reason.point_denied: msg("asked again about one point, the judge did not confirm it"),
    Reason.judges_disagree: msg("the answers of the panel differ"),
    Reason.source_older_than_claim: msg("the source is older than what the claim dates"),
    Reason.contradiction_without_quote: msg("the judge saw a contradiction but quoted nothing"),
    Reason.abstract_only: msg("only the abstract was available"),
    Reason.part_of_source_only: msg("only a part of the source was read"),
    Reason.instructs: msg("the text addresses the judge instead of the reader"),
    Reason.judge_refused: msg("the judge declined to answer"),
    Reason.judge_unsure: msg("the judge could not tell"),
    Reason.bounds_exceeded: msg("more than the program works through within its bounds"),
    Reason.internal_error: msg("internal error: a bug of this program"),
    Reason.states_nothing: msg("the words state nothing that a source could confirm"),
    Reason.overruled: msg("a person overruled it"),
}
CONFLICTS: Mapping[StrEnum, Message] = {
    ConflictKind.figure: msg("another figure"),
    ConflictKind.name: msg("another name"),
    ConflictKind.negation: msg("one of the two denies it"),
    ConflictKind.opposite: msg("the opposite direction"),
}
WORDS: Mapping[type[StrEnum], Mapping[StrEnum, Message]] = {
    Severity: SEVERITIES,
    CitationKind: CITATION_KINDS,
    Fix: FIXES,
    LinkState: LINK_STATES,
    IdentityVerdict: IDENTITIES,
    SupportVerdict: SUPPORTS,
    Hint: HINTS,
    MarkKind: MARK_KINDS,
    Decision: DECISIONS,
    Policy: POLICIES,
    Scope: SCOPES,
    Consulted: CONSULTATIONS,
    Notice: NOTICES,
    Caveat: CAVEATS,
    ConflictKind: CONFLICTS,
    IdKind: ID_KINDS,
    Reason: REASONS,
}
