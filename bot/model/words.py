"""The closed sets of words that flow through the house and that users read (contract, «Verdict words»)."""

from __future__ import annotations

from enum import StrEnum


class Severity(StrEnum):
    """How grave a finding is. A *raised* finding is a warning or an error."""

    error = "error"
    warning = "warning"
    note = "note"


class Fix(StrEnum):
    """Who may take an edit: ``safe`` has a mechanical proof, ``review`` waits for a person."""

    safe = "safe"
    review = "review"


class LinkState(StrEnum):
    """What an address answered. ``gone`` is one look, ``dead`` only after another day's."""

    alive = "alive"
    blocked = "blocked"
    redirected_elsewhere = "redirected_elsewhere"
    soft_404 = "soft_404"
    parked = "parked"
    gone = "gone"
    dead = "dead"
    unknown = "unknown"
    none = "none"


class CitationKind(StrEnum):
    """How a page cites a work, the strongest first; ``draft`` is Markdown that is not yet wikitext."""

    note = "note"
    short = "short"
    inline = "inline"
    listed = "listed"
    draft = "draft"


class IdentityVerdict(StrEnum):
    """Is there such a work, and is it the cited one."""

    verified = "verified"
    misdescribed = "misdescribed"
    wrong_work = "wrong_work"
    nonexistent = "nonexistent"
    disputed = "disputed"
    unconfirmed = "unconfirmed"
    unchecked = "unchecked"


class SupportVerdict(StrEnum):
    """Does the source say the words it is attached to."""

    supported = "supported"
    partial = "partial"
    contradicted = "contradicted"
    not_in_source = "not_in_source"
    unjudged = "unjudged"


class ConflictKind(StrEnum):
    """Where a claim and its source part: a figure, a name, a negation, a direction."""

    figure = "figure"
    name = "name"
    negation = "negation"
    opposite = "opposite"


class Hint(StrEnum):
    """The embedded judge's ranking; shown, never a finding by itself."""

    no_evidence_found = "no_evidence_found"
    weak_evidence = "weak_evidence"
    evidence_candidate = "evidence_candidate"


class MarkKind(StrEnum):
    """What of a claim the nearest passages lack or turn round: shown beside a hint, never a finding by itself."""

    figure = "figure"
    name = "name"
    negation = "negation"


class Decision(StrEnum):
    """The gate's word: ``hold`` can be released by a person, ``block`` must be mended or overruled by name."""

    passed = "pass"
    hold = "hold"
    block = "block"


class Policy(StrEnum):
    """Which verdicts the gate asks for."""

    confirmed = "confirmed"
    no_proven_fault = "no-proven-fault"
    report_only = "report-only"


class Scope(StrEnum):
    """How much of a source was read."""

    full_text = "full_text"
    abstract = "abstract"
    page = "page"
    none = "none"


class Caveat(StrEnum):
    """What to know of a source's text before it is believed."""

    hidden_text = "hidden_text"
    text_layers_differ = "text_layers_differ"
    garbled_text_layer = "garbled_text_layer"
    part_of_pages = "part_of_pages"


class Consulted(StrEnum):
    """What a service did when it was asked."""

    answered = "answered"
    not_found = "not_found"
    unreachable = "unreachable"
    not_asked = "not_asked"


class Notice(StrEnum):
    """What the home registry says happened to a work after it was published."""

    retracted = "retracted"
    withdrawn = "withdrawn"
    concern = "concern"
    corrected = "corrected"
    superseded = "superseded"


class IdKind(StrEnum):
    """Kinds of identifiers a citation can carry: those of registries, then those of single sites, then the address."""

    doi = "doi"
    arxiv = "arxiv"
    isbn = "isbn"
    pmid = "pmid"
    pmcid = "pmcid"
    acl = "acl"
    openreview = "openreview"
    pmlr = "pmlr"
    neurips = "neurips"
    mathnet = "mathnet"
    cyberleninka = "cyberleninka"
    elibrary = "elibrary"
    rsl = "rsl"
    habr = "habr"
    github = "github"
    youtube = "youtube"
    rfc = "rfc"
    url = "url"
