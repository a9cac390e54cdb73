"""Why a verdict is what it is, and so why something was not checked: one closed set for every stage."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why a verdict is what it is: every verdict other than a plain success names one."""

    # positive evidence
    home_registry_agrees = "home_registry_agrees"
    other_registry_agrees = "other_registry_agrees"
    page_agrees = "page_agrees"
    answered = "answered"
    quote_found = "quote_found"
    # positive evidence against
    handle_not_registered = "handle_not_registered"
    arxiv_has_no_such_id = "arxiv_has_no_such_id"
    registry_names_another_work = "registry_names_another_work"
    field_differs = "field_differs"
    record_differs = "record_differs"
    not_found_page = "not_found_page"
    no_such_host = "no_such_host"
    source_says_otherwise = "source_says_otherwise"
    source_is_silent = "source_is_silent"
    part_unsupported = "part_unsupported"
    # nothing to ask, or nobody knows
    no_identifier = "no_identifier"
    no_address = "no_address"
    no_record = "no_record"
    made_by_template = "made_by_template"
    fields_not_comparable = "fields_not_comparable"
    sources_disagree = "sources_disagree"
    # a wall or a limit of the source itself: a second run would meet it again
    bot_wall = "bot_wall"
    paywall = "paywall"
    login_wall = "login_wall"
    legal_block = "legal_block"
    provider_stub = "provider_stub"
    no_readable_text = "no_readable_text"
    unsupported_format = "unsupported_format"
    too_big = "too_big"
    guarded_address = "guarded_address"
    tls_error = "tls_error"
    bad_address = "bad_address"
    redirect_loop = "redirect_loop"
    redirected_home = "redirected_home"
    http_error = "http_error"
    service_off = "service_off"
    # an outage: a second run could finish
    timeout = "timeout"
    connection_failed = "connection_failed"
    server_error = "server_error"
    rate_limited = "rate_limited"
    garbled_answer = "garbled_answer"
    not_stored = "not_stored"
    interrupted = "interrupted"
    budget_spent = "budget_spent"
    judge_down = "judge_down"
    # the judge
    no_judge = "no_judge"
    hint_only = "hint_only"
    source_not_read = "source_not_read"
    identity_in_doubt = "identity_in_doubt"
    outside_schema = "outside_schema"
    quote_not_found = "quote_not_found"
    quote_too_short = "quote_too_short"
    quote_off_topic = "quote_off_topic"
    quote_says_less = "quote_says_less"
    control_failed = "control_failed"
    number_not_in_quote = "number_not_in_quote"
    name_not_in_quote = "name_not_in_quote"
    number_not_in_source = "number_not_in_source"
    name_not_in_source = "name_not_in_source"
    turned_round = "turned_round"
    point_denied = "point_denied"
    judges_disagree = "judges_disagree"
    source_older_than_claim = "source_older_than_claim"
    contradiction_without_quote = "contradiction_without_quote"
    conflict_not_located = "conflict_not_located"
    abstract_only = "abstract_only"
    part_of_source_only = "part_of_source_only"
    instructs = "instructs"
    judge_refused = "judge_refused"
    judge_unsure = "judge_unsure"
    states_nothing = "states_nothing"
    bounds_exceeded = "bounds_exceeded"
    # our own fault
    internal_error = "internal_error"
    # a person
    overruled = "overruled"


#: Reasons that a second run could mend; only these make a report incomplete (contract, «Exit codes»).
RETRYABLE: frozenset[Reason] = frozenset(
    {
        Reason.timeout,
        Reason.connection_failed,
        Reason.server_error,
        Reason.rate_limited,
        Reason.garbled_answer,
        Reason.not_stored,
        Reason.interrupted,
        Reason.budget_spent,
        Reason.judge_down,
    }
)
