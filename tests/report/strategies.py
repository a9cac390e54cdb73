"""Generated records for properties: any text, any verdict, any place."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from hypothesis import strategies as st

from bot.model.citation import Citation, CitationPlace, Cited, Claim, Identifier
from bot.model.edit import Edit, Finding, Proof, Span, TidyPage, apply_edits
from bot.model.message import Message
from bot.model.page import Page, Place
from bot.model.reasons import Reason
from bot.model.report import (
    Because,
    CheckReport,
    CitationCheck,
    ClaimCheck,
    Cost,
    Coverage,
    Difference,
    Gate,
    PageCheck,
    PushPage,
    PushReport,
    Saved,
    TidyReport,
)
from bot.model.source import Passage
from bot.model.verdict import (
    Contradicted,
    Evidence,
    FieldCheck,
    Identity,
    Link,
    NotInSource,
    Partial,
    Quote,
    Suggestion,
    Support,
    Supported,
    Unjudged,
)
from bot.model.words import (
    CitationKind,
    Consulted,
    Decision,
    Fix,
    Hint,
    IdentityVerdict,
    IdKind,
    LinkState,
    Notice,
    Policy,
    Scope,
    Severity,
)

E = TypeVar("E", bound=Enum)
#: Pieces that some format reads: markup of wikis, HTML, terminals, and marks that turn the direction of writing.
HOSTILE = (
    "<script>alert(1)</script>", "</nowiki>", "~~~~", "{{subst:x}}", "[[Категория:А]]", "<ref>", "'''", "\x1b[31m", "\u202e",
    "[bold]", "&lt;", "]]>", "http://evil.example/", "ISBN 5-02-013850-9", "__NOTOC__", "\n== h ==\n", "\x00", "|-", "\u200b",
    "//evil.example", "RFC 1", "-{x}-", "<!--", "javascript:alert(1)", "`", "> ", "\t", "\ud800",
)  # fmt: skip


def one_of(words: type[E]) -> st.SearchStrategy[E]:
    """Any word of a closed set."""
    return st.sampled_from(list(words))


def texts(max_size: int = 30) -> st.SearchStrategy[str]:
    """Any text, often with something hostile in it."""
    plain = st.text(max_size=max_size)
    return st.one_of(plain, st.lists(st.one_of(plain, st.sampled_from(HOSTILE)), max_size=4).map("".join))


chances: st.SearchStrategy[bool] = st.booleans()
ids = st.text("0123456789abcdef", min_size=1, max_size=16)
codes = st.sampled_from(["REF001", "ART001", "SRC001", "SUP001", "SUP999"])
messages = texts().map(lambda text: Message("{text}", (("text", text),)))
counts = st.integers(0, 10_000)
places = st.builds(Place, st.integers(1, 999), st.integers(1, 999))
citation_places = st.builds(
    CitationPlace, st.integers(1, 999), st.integers(1, 999), one_of(CitationKind), st.none() | st.integers(1, 99)
)
identifiers = st.builds(Identifier, one_of(IdKind), texts(), texts())
maybe_text = st.none() | texts()
citeds = st.builds(
    Cited,
    maybe_text,
    st.lists(texts(), max_size=2).map(tuple),
    st.none() | st.integers(1, 2999),
    st.lists(identifiers, max_size=2).map(tuple),
    texts(),
)
claims = st.builds(
    Claim, texts(), counts, counts, st.lists(ids, max_size=2).map(tuple), texts(), texts(), maybe_text, st.booleans()
)
citations = st.builds(
    Citation,
    ids,
    texts(),
    st.none() | st.integers(1, 99),
    maybe_text,
    st.lists(texts(), max_size=2).map(tuple),
    texts(),
    st.lists(citation_places, max_size=2).map(tuple),
    texts(),
    citeds,
    st.lists(claims, max_size=1).map(tuple),
    kind=one_of(CitationKind),
)
links = st.builds(
    Link,
    one_of(LinkState),
    st.none() | st.integers(100, 599),
    st.none() | one_of(Reason),
    counts,
    st.none(),
    maybe_text,
)
identities = st.builds(
    Identity,
    one_of(IdentityVerdict),
    one_of(Reason),
    st.lists(st.tuples(texts(), one_of(Consulted)), max_size=2).map(tuple),
    st.lists(
        st.builds(
            FieldCheck,
            texts(),
            texts(),
            texts(),
            st.none() | st.booleans(),
            texts(),
            level=st.none() | st.just("near"),
            weight=st.none() | st.floats(-20, 20),
        ),
        max_size=2,
    ).map(tuple),
    st.lists(one_of(Notice), max_size=2).map(tuple),
    st.none() | st.builds(Suggestion, texts(), texts(), texts()),
)
passages = st.builds(Passage, texts(), texts(), st.floats(0, 1))
evidences = st.builds(Evidence, one_of(Scope), st.lists(passages, max_size=2).map(tuple), maybe_text)
quotes = st.builds(Quote, texts(), counts, counts, st.just("0" * 64))
supports: st.SearchStrategy[Support] = st.one_of(
    st.builds(Supported, quotes, evidences),
    st.builds(Partial, quotes, evidences, one_of(Reason)),
    st.builds(Contradicted, quotes, evidences),
    st.builds(NotInSource, evidences),
    st.builds(Unjudged, one_of(Reason), evidences, st.none() | one_of(Hint)),
)
checks = st.builds(
    CitationCheck,
    citations,
    links,
    identities,
    st.lists(st.builds(ClaimCheck, claims, supports, st.none() | supports), max_size=2).map(tuple),
)
pages = st.builds(Page, texts(), texts(), texts(80), texts(), st.none() | counts)
coverages = st.builds(
    Coverage,
    counts,
    counts,
    counts,
    counts,
    counts,
    st.lists(st.tuples(one_of(Reason), counts), max_size=3).map(tuple),
)
gates = st.builds(
    Gate,
    one_of(Decision),
    one_of(Policy),
    st.lists(st.builds(Because, ids, codes, messages, one_of(Decision)), max_size=2).map(tuple),
)


@st.composite
def findings(draw: st.DrawFn, citation: str | None = None) -> Finding:
    """A finding on the given citation, or on none."""
    some = st.lists(places, max_size=3).map(tuple)
    return Finding(draw(ids), draw(codes), draw(one_of(Severity)), draw(messages), draw(some), draw(texts()), citation)


@st.composite
def page_checks(draw: st.DrawFn) -> PageCheck:
    """A page whose findings hang on its citations."""
    found = draw(st.lists(checks, max_size=2).map(tuple))
    names = [None, *(check.citation.id for check in found)]
    raised = tuple(draw(findings(name)) for name in draw(st.lists(st.sampled_from(names), max_size=3)))
    return PageCheck(draw(pages), draw(coverages), found, raised, draw(gates))


costs = st.builds(
    Cost, counts, counts, counts, st.none() | st.floats(0, 1e6), st.none() | st.sampled_from(["USD", "RUB"])
)
heads = st.lists(messages, max_size=2).map(tuple)
check_reports = st.builds(
    CheckReport,
    st.lists(page_checks(), max_size=2).map(tuple),
    st.booleans(),
    costs,
    heads,
    heads,
    st.none() | st.builds(Difference, counts, counts, counts),
)


@st.composite
def tidy_pages(draw: st.DrawFn) -> TidyPage:
    """A page with edits at random stretches that do not overlap."""
    page = draw(pages)
    cuts = sorted(draw(st.lists(st.integers(0, len(page.text)), max_size=6)))
    made: list[Edit] = []
    for number, (start, end) in enumerate(zip(cuts[::2], cuts[1::2], strict=False)):
        span = Span(start, end, page.text[start:end], draw(texts()))
        needs = tuple(edit.id for edit in made[-1:]) if draw(chances) else ()
        made.append(Edit(f"e{number}", draw(codes), draw(one_of(Fix)), draw(messages), (span,), needs))
    text = apply_edits(page.text, tuple(edit for edit in made if edit.fix is Fix.safe))
    proof = Proof(tuple(draw(st.lists(st.tuples(texts(), st.booleans()), max_size=2))))
    return TidyPage(page, text, tuple(made), tuple(draw(st.lists(findings(), max_size=2))), proof)


tidy_reports = st.builds(TidyReport, st.lists(tidy_pages(), max_size=2).map(tuple), heads)
push_pages = st.builds(
    PushPage,
    pages,
    texts(),
    page_checks(),
    texts(80),
    st.none() | st.builds(Saved, counts, counts),
    st.none() | messages,
)
push_reports = st.builds(PushReport, st.lists(push_pages, max_size=2).map(tuple), st.booleans(), heads, heads)
