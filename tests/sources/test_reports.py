"""Cases that people reported of other tools, each with the verdict it should have had. Facts only; the answers are replicas."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from bot.identity.rosters import compare
from bot.model.citation import Cited
from bot.model.reasons import Reason
from bot.model.words import IdentityVerdict, Notice
from tests.fakes import registries
from tests.fakes.library import Replica
from tests.sources.servers import Page
from tests.sources.world import WORKS, World, bare

V = IdentityVerdict
JS = {"content-type": "application/json"}


def work(slug: str, title: str, people: str, year: int, **other: object) -> Replica:
    """A work of Crossref, or of arXiv when it has a number there."""
    if "arxiv" in other:
        other = {"published": f"{year}-06-12", "updated": f"{year}-06-12", "categories": ("cs.LG",), **other}
    else:
        other = {"agency": "Crossref", "type": "journal-article", "issued": (year,), **other}
    return Replica(slug, title, tuple(people.split("; ")), **other)  # type: ignore[arg-type]  # a table


HMM = work("hmm", "An introduction to hidden Markov models", "Lawrence Rabiner; Biing-Hwang Juang", 1986,
           doi="10.1109/massp.1986.1165342", container="IEEE ASSP Magazine")  # fmt: skip
OTHER_HMM = work("hmm2", "An introduction to hidden Markov models", "Benjamin Schuster-Boeckler; Alex Bateman", 2007,
                 doi="10.1002/0471250953.bia03as18", container="Current Protocols in Bioinformatics")  # fmt: skip
BERT = work("bert", "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
            "Jacob Devlin; Ming-Wei Chang; Kenton Lee; Kristina Toutanova", 2018, arxiv="1810.04805")  # fmt: skip
AIAYN = work("attention", "Attention Is All You Need", "Ashish Vaswani; Noam Shazeer; Niki Parmar", 2017, arxiv="1706.03762",
             version=7, updated="2023-08-02")  # fmt: skip
HAZARD = work(
    "hazard",
    "Bayesian Online Changepoint Detection",
    "Ryan Prescott Adams; David J. C. MacKay",
    2007,
    arxiv="0710.3742",
)
CATASTROPHE = work("mccloskey", "Catastrophic Interference in Connectionist Networks: The Sequential Learning Problem",
                   "Michael McCloskey; Neal J. Cohen", 1989, doi="10.1016/s0079-7421(08)60536-8", type="book-chapter",
                   container="Psychology of Learning and Motivation")  # fmt: skip
LMWT = work("lmwt", "A Compact Filter for Terahertz Bands", "Wei Li; Jun Wu", 2025, doi="10.1109/lmwt.2025.3613530")
TAO = work("tao", "Internal waves in the strait", "Yu-Huai Wang", 2009, doi="10.3319/tao.2009.05.25.02(iwnop)")
NANO = work(
    "nano",
    "Nanometre-scale thermometry in a living cell",
    "G. Kucsko; P. C. Maurer; N. Y. Yao",
    2013,
    doi="10.1038/nature12373",
)
MENLO = work(
    "menlo",
    "The Menlo Report",
    "Michael Bailey; David Dittrich; Erin Kenneally; Doug Maughan",
    2012,
    doi="10.1109/msp.2012.52",
)
IOANNOU = work(
    "ioannou", "Adaptive control of linear time-invariant systems", "Petros Ioannou", 1996, doi="10.1000/ioannou"
)
SPLICE_A = work(
    "splice-a",
    "Graph attention networks for molecule property prediction",
    "Anna Berg; Li Ma",
    2020,
    arxiv="2003.00001",
)
SPLICE_B = work(
    "splice-b", "Contrastive pretraining of speech encoders", "Tom Reed; Uma Nair", 2021, arxiv="2104.00002"
)
TRANSLATED = work("fan", "On the convergence of the method of gradients", "I. P. Solov'ev; A. N. Shcherbakova", 2009,
                  doi="10.1070/sm9001", container="Sbornik: Mathematics")  # fmt: skip
REPORTED = (
    HMM,
    OTHER_HMM,
    BERT,
    AIAYN,
    HAZARD,
    CATASTROPHE,
    LMWT,
    TAO,
    NANO,
    MENLO,
    IOANNOU,
    SPLICE_A,
    SPLICE_B,
    TRANSLATED,
)

CASES = {
    "hallucinator#121: several works of one title, told apart by people, venue and year": (
        "''Rabiner L. R., Juang B. H.'' An introduction to hidden Markov models // IEEE ASSP Magazine. — 1986.", {V.verified}),
    "happy-llm#1: the year of arXiv's last version": (
        "''Vaswani A. et al.'' Attention Is All You Need. — 2023. — arXiv:1706.03762", {V.misdescribed}),
    "web-researcher-mcp#221: a real DOI under an invented title": (
        "Smith J. et al. A totally invented title about whales. Nature, 2013. 10.1038/nature12373", {V.wrong_work}),
    "zotero-mcp#469: a DOI that ends with a bracket": (
        "Wang Y.-H. Internal waves in the strait. 2009. doi:10.3319/TAO.2009.05.25.02(IWNOP)", {V.verified}),
    "forge-harness#666: another paper's id, placeholder authors": (
        "[43 authors] Measuring coding agents at work. 2017. arXiv:1706.03762", {V.wrong_work}),
    "hallucinator#160: DBLP's number of a namesake, order swapped": (
        "''Dittrich D., Bailey M. 0001, Kenneally E.'' The Menlo Report. — 2012. — DOI: 10.1109/msp.2012.52", {V.verified}),
    "BibGuard#1: an old chapter that arXiv never had": (
        "''McCloskey M., Cohen N.'' Catastrophic interference in connectionist networks: The sequential learning problem. 1989.",
        {V.verified}),
    "OpenAlex#12: absent in an aggregator, present at home": (
        "Li W., Wu J. A compact filter for terahertz bands. 2025. doi:10.1109/LMWT.2025.3613530", {V.verified}),
    "refchecker review: the authors' separators are broken": (
        f"Devlin Ming-Wei Chang Kenton*Lee. {BERT.title}. 2018. arXiv:1810.04805", {V.verified, V.misdescribed}),
    "refchecker review: the title of one, the authors of others": (
        "''Åström K. J., Wittenmark B.'' Adaptive control of linear time-invariant systems. — 1973. — DOI: 10.1000/ioannou",
        {V.misdescribed}),
    "hallucinator PR#301: one invented co-author": (
        "''Adams R. P., MacKay D. J. C., Quigglesworth B.'' Bayesian Online Changepoint Detection. — 2007. — arXiv:0710.3742",
        {V.misdescribed}),
    "zeropaper#54: a short surname that is another's": (
        "''Ng A.'' A compact filter for terahertz bands. — 2025. — DOI: 10.1109/lmwt.2025.3613530", {V.misdescribed}),
    "a title spliced out of two papers, with the people of one": (
        "''Berg A., Ma L.'' Graph attention networks for pretraining of speech encoders. — 2020. — arXiv:2003.00001",
        {V.misdescribed}),
    "a title spliced out of two papers, with the people of the other": (
        "''Reed T., Nair U.'' Graph attention networks and contrastive encoders. — 2021. — arXiv:2003.00001",
        {V.wrong_work, V.misdescribed, V.unconfirmed}),
    "the right work with another paper's id": (
        "''Berg A., Ma L.'' Graph attention networks for molecule property prediction. — 2020. — arXiv:2104.00002",
        {V.wrong_work}),
    "hallmark: a real DOI, a word of the title changed, invented people": (
        "''Larsson H., Benali F.'' Nanometre-scale thermometry in a frozen cell. — 2013. — DOI: 10.1038/nature12373",
        {V.misdescribed}),
    "a Russian title for a translated record": (
        "''Соловьёв И. П., Щербакова А. Н.'' О сходимости метода градиентов. — 2008. — DOI: 10.1070/SM9001", {V.verified}),
    "a romanised title for a translated record": (
        "Solovyov I. P., Shcherbakova A. N. O skhodimosti metoda gradientov. 2008. doi:10.1070/SM9001", {V.verified}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_reported_reference_has_its_verdict(name: str) -> None:
    """What was real passes, what was wrong is named, what nobody can know stays open."""
    note, verdicts = CASES[name]
    identity = World(works=[*WORKS[4:], *REPORTED]).look(note)[0].identity
    assert identity.verdict in verdicts, (identity.verdict, identity.reason, identity.fields)


def test_the_meant_identifier_is_named() -> None:
    """10.1038/nature14540 for …14539, and another paper's arXiv id: the right one is suggested."""
    note = CASES["the right work with another paper's id"][0]
    suggestion = World(works=REPORTED).look(note)[0].identity.suggestion
    assert suggestion is not None
    assert (suggestion.field, suggestion.value) == ("arxiv", "2003.00001")


def _record(title: str) -> bytes:
    paper = {"paperId": "x", "title": title, "year": 2007, "authors": [{"name": "Ryan Prescott Adams"}]}
    return json.dumps(paper).encode()


HAZARD_NOTE = "''Adams R. P., MacKay D. J. C.'' Bayesian Online Changepoint Detection. — 2007. — arXiv:0710.3742"


@pytest.mark.parametrize(
    "said",
    [
        lambda: (429, JS, b'{"message": "Too Many Requests", "code": "429"}'),
        lambda: (404, JS, b'{"error": "Paper with id ARXIV:0710.3742 not found"}'),
        lambda: (200, JS, _record("Another paper altogether")),
    ],
)
def test_hyperresearch70_an_aggregators_429_is_no_not_found(said: Callable[[], Page]) -> None:
    """Whatever Semantic Scholar says while arXiv is down, the paper is not denied; with arXiv up nobody else is asked."""

    def spoil(host: str, _: str, reply: Page) -> Page:
        if host == "api.semanticscholar.org":
            return said()
        return (503, {}, b"<html>") if host == "export.arxiv.org" else reply

    down = World(works=REPORTED, spoil=spoil, helpers=True, off=("dblp",))
    assert down.look(HAZARD_NOTE)[0].identity.verdict is V.unchecked
    up = World(works=REPORTED, helpers=True)
    assert up.look(HAZARD_NOTE)[0].identity.verdict is V.verified
    assert not [asked for asked in up.asked if asked.startswith("api.semantic")]


def test_a_doi_that_its_publisher_refuses_to_bots_exists() -> None:
    """FreeGym#68: 403 on the landing page; sciety#1602: registered, and not yet in Crossref."""
    handle = json.dumps({"responseCode": 1, "handle": "10.1101/2026.11.29.1", "values": []}).encode()
    pages: dict[str, Page] = {
        "doi.org/api/handles/10.1101%2F2026.11.29.1?type=URL": (200, JS, handle),
        "doi.org/ra/10.1101/2026.11.29.1": (200, JS, b'[{"DOI": "10.1101/2026.11.29.1", "RA": "Crossref"}]'),
    }
    note = "''Berg A.'' Sleep of bees. — 2026. — DOI: 10.1101/2026.11.29.1"
    identity = World(pages, works=REPORTED).look(note)[0].identity
    assert (identity.verdict, identity.reason) == (V.unconfirmed, Reason.no_record)


@pytest.mark.parametrize(
    ("kind", "notices"),
    [
        ("retraction", (Notice.retracted,)),
        ("removal", (Notice.retracted,)),
        ("withdrawal", (Notice.withdrawn,)),
        ("expression_of_concern", (Notice.concern,)),
        ("erratum", (Notice.corrected,)),
        ("new_version", ()),
    ],
)
def test_notices_are_told_apart_by_their_gravity(kind: str, notices: tuple[Notice, ...]) -> None:
    """aletheia-probe#1024, open-science#2693: read of the work itself, each kind its own."""
    record = registries.crossref(NANO)
    record["message"]["updated-by"] = [{"DOI": "10.1/notice", "type": kind, "source": "publisher"}]
    pages: dict[str, Page] = {"api.crossref.org/works/10.1038%2Fnature12373": (200, JS, json.dumps(record).encode())}
    note = "Kucsko G., Maurer P. C. Nanometre-scale thermometry in a living cell. 2013. doi:10.1038/nature12373"
    assert World(pages, works=REPORTED).look(note)[0].identity.notices == notices


def test_an_isbn_of_another_book_in_one_catalogue_is_no_proof() -> None:
    """isbnlib#23, ubiblio#49: Open Library has another book, Google Books is spent or right: confirmed if it can be."""
    note = "''Айвазян С. А., Мхитарян В. С.'' Прикладная статистика. — М., 2001. — ISBN 978-5-94157-116-1"
    other = {
        "ISBN:9785941571161": {"title": "Cooking with Fire", "authors": [{"name": "Some Cook"}], "publish_date": "2001"}
    }

    def spoil(host: str, _: str, reply: Page) -> Page:
        return (200, JS, json.dumps(other).encode()) if host == "openlibrary.org" else reply

    def spent(host: str, path: str, reply: Page) -> Page:
        return (429, JS, b"{}") if host == "www.googleapis.com" else spoil(host, path, reply)

    assert World(spoil=spoil, helpers=True).look(note)[0].identity.verdict is V.verified
    assert World(spoil=spent, helpers=True).look(note)[0].identity.verdict in {V.unconfirmed, V.unchecked}


def test_short_surnames_are_compared_like_others() -> None:
    """Li, Wu, Ma, Ng: each is somebody."""
    assert compare(("Ng A.",), ("Wei Li", "Jun Wu")).share == 0
    assert compare(("Li W.", "Wu J."), ("Wei Li", "Jun Wu")).share == 1
    assert compare(("Ma L.",), ("Li Ma",)).share == 1


def test_a_placeholder_title_speaks_against_nothing() -> None:
    """«here» as a label: the identifier's record stands."""
    cited = Cited(title="here", plain="here", identifiers=bare(Cited()).cited.identifiers)
    assert World(works=REPORTED).look_at([bare(cited)])[0].identity.verdict is V.unchecked
    assert World(works=REPORTED).look("[https://arxiv.org/abs/1810.04805 здесь]")[0].identity.verdict is V.verified


FIRST = "''Berg A., Ma L.'' Graph attention networks for molecule property prediction. — 2020. — arXiv:2003.00001"
FAULTS = {V.misdescribed, V.wrong_work, V.nonexistent}


@pytest.mark.parametrize(
    ("second", "verdicts"),
    [
        ("''Reed T., Nair U.'' Contrastive pretraining of speech encoders. — 2021. — arXiv:2104.00002", {V.verified}),
        ("''Bailey M., Dittrich D.'' Menlo report. — 2012. — DOI: 10.1109/msp.2012.52", {V.verified}),
        (
            "''Reed T., Nair U.'' Contrastive pretraining of speech encoders. — 2009. — arXiv:2104.00002",
            {V.misdescribed},
        ),
        ("''Smith J., Brown P.'' A study of northern bees. — 2012. — DOI: 10.1109/msp.2012.52", FAULTS),
        ("''Smith J., Brown P.'' A study of northern bees. — 2012. — DOI: 10.1109/msp.2012.99", FAULTS),
    ],
)
@pytest.mark.parametrize("join", ["; ", "<br />", "\n* "])
def test_each_work_of_a_note_is_compared_with_its_own_record(
    join: str, second: str, verdicts: set[IdentityVerdict]
) -> None:
    """Two honest works are no fault of each other, and the fault of one is found beside the other."""
    assert World(works=REPORTED).look(f"{FIRST}{join}{second}")[0].identity.verdict in verdicts
