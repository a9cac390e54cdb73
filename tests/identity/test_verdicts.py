"""The table of verdicts is whole and has no dead row, and each row is met by answers as registries give them."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest

from bot.identity.evidence import Asked, Heard, Home, Met, PageShows, weigh
from bot.identity.verdicts import RULES, decide, rule_for
from bot.model.citation import Cited, Identifier
from bot.model.reasons import Reason
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.verdict import Identity
from bot.model.words import IdentityVerdict, IdKind, Notice

V = IdentityVerdict
TITLE = "Estimating sparse effects of treatment from noisy records"
DOI, OTHER_DOI = Identifier(IdKind.doi, "10.1/x", "10.1/x"), Identifier(IdKind.doi, "10.1/y", "10.1/y")
RECORD = Work("crossref", (TITLE,), ("Alice Brown", "Carl Davies"), (2019,), (DOI,), notices=(Notice.retracted,))
ANOTHER = replace(
    RECORD, titles=("Ranking answers of search engines",), authors=("Oleg Ivanov", "Wei Chen"), identifiers=(DOI,)
)
STRANGE = replace(ANOTHER, authors=())
CITED = Cited(TITLE, ("Brown A.", "Davies C."), 2019, (DOI,))
PAGE = replace(RECORD, service="page", identifiers=(), notices=())
LATE, LATE_PAGE = replace(RECORD, years=(2009,)), replace(PAGE, years=(2009,))


def home(answer: Answer, item: Identifier = DOI, service: str = "crossref", *, proof: bool = True) -> Asked:
    """A home registry's answer."""
    return Asked(item, service, answer, absence_is_proof=proof)


def found(work: Work, service: str = "crossref") -> Asked:
    """A search's find."""
    work = replace(work, service=service, identifiers=(OTHER_DOI,))
    return Asked(OTHER_DOI, service, Found(work), home=False, searched=True, spare=service == "dblp")


DENIED = home(Absent(Reason.handle_not_registered), service="doi")
DENIED_OTHER = home(Absent(Reason.arxiv_has_no_such_id), Identifier(IdKind.arxiv, "9999.99999", "9999.99999"), "arxiv")
SILENT = home(Silent(Reason.timeout))
BARE = replace(CITED, identifiers=())
PMID = Identifier(IdKind.pmid, "7", "7")
OF_PUBMED = replace(CITED, identifiers=(PMID,))
PUBMED = Asked(PMID, "pubmed", Found(replace(ANOTHER, service="pubmed", identifiers=(PMID,))), home=False)
#: For each row: what is cited, what was answered, the page; verdict and reason.
EXAMPLES: dict[str, list[tuple[Cited, list[Asked], Work | None, V, Reason]]] = {
    "one of several identifiers": [
        (CITED, [home(Found(RECORD)), DENIED_OTHER], None, V.misdescribed, Reason.field_differs),
        (CITED, [home(Found(RECORD)), DENIED_OTHER], PAGE, V.misdescribed, Reason.field_differs),
    ],
    "denied": [
        (CITED, [DENIED], None, V.nonexistent, Reason.handle_not_registered),
        (CITED, [DENIED, home(Found(replace(ANOTHER, identifiers=(OTHER_DOI,))), OTHER_DOI)], PAGE, V.nonexistent,
         Reason.handle_not_registered),
    ],
    "another work's, and the page shows the cited one": [
        (CITED, [home(Found(ANOTHER))], PAGE, V.disputed, Reason.sources_disagree),
        (CITED, [home(Found(STRANGE)), found(RECORD)], PAGE, V.disputed, Reason.sources_disagree),
    ],
    "another work's": [
        (CITED, [home(Found(ANOTHER))], None, V.wrong_work, Reason.registry_names_another_work),
        (CITED, [home(Found(ANOTHER))], replace(ANOTHER, service="page"), V.wrong_work, Reason.registry_names_another_work),
        (CITED, [home(Found(STRANGE)), found(RECORD)], None, V.wrong_work, Reason.registry_names_another_work),
    ],
    "described otherwise": [
        (BARE, [found(LATE)], None, V.misdescribed, Reason.field_differs),
        (BARE, [found(LATE, "dblp"), found(LATE, "semanticscholar")], None, V.misdescribed, Reason.field_differs),
    ],
    "doubted": [
        (OF_PUBMED, [PUBMED, found(LATE, "dblp")], None, V.unconfirmed, Reason.record_differs),
        (BARE, [found(LATE, "dblp")], None, V.unconfirmed, Reason.record_differs),
        (replace(BARE, title="Sparse effects"), [found(replace(LATE, titles=("Sparse effects",)))], None, V.unconfirmed,
         Reason.record_differs),
    ],
    "right": [
        (CITED, [home(Found(RECORD))], None, V.verified, Reason.home_registry_agrees),
        (CITED, [home(Found(RECORD)), SILENT], LATE_PAGE, V.verified, Reason.home_registry_agrees),
        (BARE, [found(RECORD)], None, V.verified, Reason.home_registry_agrees),
        (BARE, [found(RECORD, "dblp")], None, V.verified, Reason.other_registry_agrees),
        (BARE, [found(LATE, "dblp"), found(RECORD, "semanticscholar")], None, V.verified, Reason.other_registry_agrees),
    ],
    "right, under another's identifier": [
        (OF_PUBMED, [PUBMED, found(RECORD)], None, V.disputed, Reason.sources_disagree),
    ],
    "the page agrees, under another's identifier": [
        (OF_PUBMED, [PUBMED], PAGE, V.disputed, Reason.sources_disagree),
        (OF_PUBMED, [PUBMED, replace(found(RECORD), answer=Silent(Reason.timeout))], PAGE, V.disputed, Reason.sources_disagree),
    ],
    "acquitted by the page": [(CITED, [home(Found(LATE))], PAGE, V.disputed, Reason.sources_disagree)],
    "wrong": [
        (CITED, [home(Found(LATE))], None, V.misdescribed, Reason.field_differs),
        (CITED, [home(Found(LATE))], LATE_PAGE, V.misdescribed, Reason.field_differs),
        (CITED, [home(Found(LATE))], replace(PAGE, years=()), V.misdescribed, Reason.field_differs),
    ],
    "the page agrees": [
        (BARE, [], PAGE, V.verified, Reason.page_agrees),
        (CITED, [SILENT], PAGE, V.verified, Reason.page_agrees),
    ],
    "no answer": [
        (CITED, [SILENT], None, V.unchecked, Reason.timeout),
        (CITED, [home(Found(STRANGE)), SILENT], PAGE, V.unchecked, Reason.timeout),
        (BARE, [replace(found(RECORD), answer=Silent(Reason.timeout))], None, V.unchecked, Reason.timeout),
    ],
    "cannot be compared": [
        (CITED, [home(Found(replace(RECORD, titles=("Оценка эффектов",), authors=())))], None, V.unconfirmed,
         Reason.fields_not_comparable),
        (CITED, [home(Found(STRANGE))], PAGE, V.unconfirmed, Reason.fields_not_comparable),
        (BARE, [], replace(ANOTHER, service="page"), V.unconfirmed, Reason.fields_not_comparable),
    ],
    "no record": [
        (OF_PUBMED, [PUBMED], None, V.unconfirmed, Reason.no_record),
        (CITED, [home(Absent(Reason.no_record), proof=False)], None, V.unconfirmed, Reason.no_record),
        (BARE, [replace(found(RECORD), answer=Absent(Reason.no_record))], None, V.unconfirmed, Reason.no_record),
    ],
    "nobody asked": [(BARE, [], None, V.unchecked, Reason.no_identifier)],
}  # fmt: skip
CASES = [(name, *case) for name, cases in EXAMPLES.items() for case in cases]


def verdict(cited: Cited, asked: list[Asked], page: Work | None) -> Identity:
    """The verdict on some answers."""
    return decide(cited, asked, page, idle=Reason.no_identifier, consulted=())


def test_every_evidence_has_a_row_and_every_row_is_the_first_for_some() -> None:
    """Over the whole product of what can be met; the names are told apart, and each has its example below."""
    first = {
        next(rule.name for rule in RULES if rule.fits(*facts)) for facts in product(Home, Met, PageShows, Heard)
    }  # StopIteration where a fact has no row
    assert first == {rule.name for rule in RULES} == set(EXAMPLES)
    assert len(first) == len(RULES)


@pytest.mark.parametrize(("name", "cited", "asked", "page", "expected", "reason"), CASES)
def test_answers_meet_their_row(
    name: str, cited: Cited, asked: list[Asked], page: Work | None, expected: V, reason: Reason
) -> None:
    """The row, the verdict and its reason, in whatever order the services answered."""
    for answers in permutations(asked):
        assert rule_for(weigh(cited, answers, page)).name == name
        found_ = verdict(cited, list(answers), page)
        assert (found_.verdict, found_.reason) == (expected, reason)


@pytest.mark.parametrize(("name", "cited", "asked", "page", "expected", "reason"), CASES)
def test_an_answer_that_is_lost_convicts_nobody(
    name: str, cited: Cited, asked: list[Asked], page: Work | None, expected: V, reason: Reason
) -> None:
    """With any of the answers an outage, or the page unread, nothing is nonexistent or another work that was not before."""
    del name, reason
    proven = {V.nonexistent, V.wrong_work}
    for place, one in enumerate(asked):
        lost = [*asked[:place], replace(one, answer=Silent(Reason.timeout)), *asked[place + 1 :]]
        assert expected in {*proven, V.disputed, V.misdescribed} or verdict(cited, lost, page).verdict not in proven


def test_what_is_shown_beside_a_verdict() -> None:
    """The registry's correction where a field is wrong, the meant identifier of a find, the notices of the work alone."""
    wrong = verdict(CITED, [home(Found(LATE))], None)
    assert wrong.suggestion is not None
    assert (wrong.suggestion.field, wrong.suggestion.value, wrong.suggestion.service) == ("year", "2009", "crossref")
    assert wrong.notices == (Notice.retracted,)
    meant = verdict(BARE, [found(RECORD)], None)
    assert meant.suggestion is not None
    assert (meant.suggestion.field, meant.suggestion.value) == ("doi", "10.1/y")
    undated = verdict(replace(BARE, year=None), [found(RECORD)], None)
    assert undated.suggestion is None
    assert verdict(replace(BARE, year=2018), [found(RECORD)], None).suggestion is not None
    assert verdict(CITED, [home(Found(ANOTHER))], None).notices == ()
    assert {check.field for check in verdict(CITED, [home(Found(ANOTHER))], None).fields} == {"title", "authors", "doi"}
    mixed = verdict(CITED, [home(Found(RECORD)), DENIED_OTHER], None)
    assert [(check.field, check.agrees) for check in mixed.fields][-1] == ("arxiv", False)
    assert mixed.notices == (Notice.retracted,)


def test_a_field_is_wrong_only_where_every_record_says_so() -> None:
    """A second record with the cited year acquits; of two that contradict the first is shown."""
    second = Asked(DOI, "openalex", Found(replace(RECORD, service="openalex")), home=False)
    assert verdict(CITED, [home(Found(LATE)), second], None).verdict is V.verified
    both = replace(second, answer=Found(replace(LATE, service="openalex")))
    assert verdict(CITED, [home(Found(LATE)), both], None).verdict is V.misdescribed


def test_additions_are_what_the_home_registry_gives_alone() -> None:
    """The year where the note has none and nobody gives another; the version of a paper that has several."""
    undated = replace(CITED, year=None)
    assert [one.value for one in verdict(undated, [home(Found(RECORD))], None).additions] == ["2019"]
    assert verdict(undated, [home(Found(RECORD))], LATE_PAGE).additions == ()
    assert verdict(CITED, [home(Found(RECORD))], None).additions == ()
    assert verdict(undated, [home(Found(replace(RECORD, years=(2019, 2020))))], None).additions == ()
    for latest, version in (("2001.00001v3", ["2001.00001v3"]), ("2001.00001v1", [])):
        number = Identifier(IdKind.arxiv, "2001.00001", latest)
        paper = replace(RECORD, service="arxiv", identifiers=(number,))
        for written, added in (("2001.00001", version), ("2001.00001v1", [])):
            cited = replace(CITED, identifiers=(Identifier(IdKind.arxiv, "2001.00001", written),))
            found_ = verdict(cited, [home(Found(paper), cited.identifiers[0], "arxiv")], None)
            assert [one.value for one in found_.additions] == added
