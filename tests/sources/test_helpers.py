"""Those who may only confirm: searches, aggregators, books, PubMed, the archive, videos. None of them ever convicts."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from bot.model.citation import Cited, Identifier
from bot.model.reasons import Reason
from bot.model.words import IdentityVerdict, IdKind, LinkState, Scope
from tests.sources.servers import Page
from tests.sources.world import World, bare

V = IdentityVerdict
JS: Mapping[str, str] = {"content-type": "application/json"}


def js(value: object, status: int = 200) -> Page:
    """A JSON answer."""
    return (status, JS, json.dumps(value).encode())


def test_a_work_without_identifier_is_found_by_its_title_and_authors() -> None:
    """Crossref's find verifies it and names the identifier."""
    identity = World().look("''LeCun Y., Bengio Y., Hinton G.'' Deep learning // Nature. — 2015.")[0].identity
    assert (identity.verdict, identity.suggestion and identity.suggestion.value) == (V.verified, "10.1038/nature14539")


@pytest.mark.parametrize(
    "note",
    [
        "''Goodfellow I., Bengio Y., Courville A.'' Deep learning. — MIT Press, 2016.",
        "''LeCun Y., Bengio Y., Hinton G.'' Deep learning of everything else // Nature. — 2015.",
        "''LeCun Y., Bengio Y.'' Deep learning // Nature. — 2003.",
        "''McCloskey M., Cohen N.'' Catastrophic interference in connectionist networks. — 1989.",
    ],
)
def test_a_search_that_finds_others_says_nothing(note: str) -> None:
    """Same title by others, another title, another year, nothing: unconfirmed, never a fault."""
    assert World().look(note)[0].identity.verdict is V.unconfirmed


def test_arxiv_is_searched_only_where_it_may_help() -> None:
    """A search there costs three seconds: not for Russian titles, books and works older than arXiv."""
    notes = [
        "''Кнут Д.'' Искусство программирования. — М.: Вильямс, 2006.",
        "''Knuth D. E.'' The Art of Computer Programming. — 1997. — ISBN 0-201-89683-4",
        "''Robbins H., Monro S.'' A stochastic approximation method // Ann. Math. Stat. — 1951.",
        "''Kingma D. P., Ba J.'' Some paper of nobody. — 2015.",
    ]
    world = World()
    world.look(*notes)
    searched = [asked for asked in world.asked if asked.startswith("export.arxiv.org")]
    assert len(searched) == 1
    assert "Some%20paper%20of%20nobody" in searched[0]


def test_the_identifier_that_was_meant_is_suggested() -> None:
    """A wrong DOI with a real title and authors: the fault stands, the right one is offered."""
    note = "''LeCun Y., Bengio Y., Hinton G.'' Deep learning // Nature. — 2015. — DOI: 10.1038/nature99999"
    identity = World().look(note)[0].identity
    assert identity.verdict is V.nonexistent
    assert identity.suggestion is not None
    assert identity.suggestion.value == "10.1038/nature14539"


def test_a_corrupt_aggregator_record_is_never_heard_against_a_work() -> None:
    """OpenAlex with the right DOI and authors and another paper's title, while Crossref is down."""

    def spoil(host: str, _: str, reply: Page) -> Page:
        return (503, {}, b"<html>") if host == "api.crossref.org" else reply

    record = {
        "id": "https://openalex.org/W1", "doi": "https://doi.org/10.1038/nature14539", "title": "Fine-tuning of something else",
        "publication_year": 1999, "authorships": [{"author": {"display_name": "Yann LeCun"}}],
    }  # fmt: skip
    note = "''LeCun Y., Bengio Y., Hinton G.'' Deep learning // Nature. — 2015. — DOI: 10.1038/nature14539"
    corrupt = World({"api.openalex.org/works/doi:10.1038%2Fnature14539": js(record)}, spoil=spoil)
    assert corrupt.look(note)[0].identity.verdict is V.unchecked
    honest = {**record, "title": "Deep learning", "publication_year": 2015}
    world = World({"api.openalex.org/works/doi:10.1038%2Fnature14539": js(honest)}, spoil=spoil)
    assert world.look(note)[0].identity.verdict is V.verified


def test_a_book_is_confirmed_by_its_isbn_and_not_denied_by_it() -> None:
    """Open Library's record agrees, or is another book's, or is missing."""
    note = "''Knuth D. E.'' The Art of Computer Programming. — Addison-Wesley, 1997. — ISBN 0-201-89683-4"
    address = "openlibrary.org/api/books?bibkeys=ISBN:9780201896831&jscmd=data&format=json"
    book = {
        "title": "The Art of Computer Programming",
        "authors": [{"name": "Donald Knuth"}],
        "publish_date": "July 1997",
    }
    other = {"title": "Cooking with Fire", "authors": [{"name": "Some Cook"}], "publish_date": "2001"}
    verdicts = [
        World({address: js(answer)}).look(note)[0].identity.verdict
        for answer in ({"ISBN:9780201896831": book}, {"ISBN:9780201896831": other}, {})
    ]
    assert verdicts == [V.verified, V.unconfirmed, V.unconfirmed]


def test_a_pmid_is_confirmed_by_pubmed() -> None:
    """Title, authors, year and the note of a retraction."""
    query = "db=pubmed&id=16224021&retmode=json&version=2.0&tool=mlwiki-bot"
    address = f"eutils.ncbi.nlm.nih.gov/entrez/eutils/esummary.fcgi?{query}"
    record = {
        "uid": "16224021",
        "title": "Patient-specific cells from blastocysts.",
        "authors": [{"name": "Hwang WS"}, {"name": "Roh SI"}],
        "pubdate": "2005 Jun 17",
        "pubtype": ["Journal Article", "Retracted Publication"],
        "articleids": [],
    }
    note = "Hwang W. S., Roh S. I. Patient-specific cells from blastocysts. 2005. PMID 16224021"
    found = World({address: js({"result": {"uids": ["16224021"], "16224021": record}})}).look(note)[0].identity
    assert (found.verdict, [str(notice) for notice in found.notices]) == (V.verified, ["retracted"])
    missing = {
        "result": {"uids": ["16224021"], "16224021": {"uid": "16224021", "error": "cannot get document summary"}}
    }
    assert World({address: js(missing)}).look(note)[0].identity.verdict is V.unconfirmed


def test_a_pmcid_is_confirmed_and_its_free_text_read() -> None:
    """Europe PMC's record, and the article's XML as text."""
    query = "query=PMCID:PMC123456&resultType=core&format=json&pageSize=1"
    record = {
        "pmcid": "PMC123456",
        "title": "Sleep and memory in bees.",
        "authorList": {"author": [{"fullName": "Menzel R"}]},
        "pubYear": "2012",
        "isOpenAccess": "Y",
    }
    xml = (
        f"<?xml version='1.0'?><article><body><p>{'Bees that sleep remember more. ' * 30}</p></body></article>".encode()
    )
    pages: dict[str, Page] = {
        f"www.ebi.ac.uk/europepmc/webservices/rest/search?{query}": js(
            {"hitCount": 1, "resultList": {"result": [record]}}
        ),
        "www.ebi.ac.uk/europepmc/webservices/rest/PMC123456/fullTextXML": (200, {"content-type": "text/xml"}, xml),
    }
    note = "Menzel R. Sleep and memory in bees. 2012. PMC123456"
    looked = World(pages).look(note)[0]
    assert looked.identity.verdict is V.verified
    assert looked.text is not None
    assert looked.text.scope is Scope.full_text
    nothing = js({"hitCount": 0, "resultList": {"result": []}})
    assert (
        World({f"www.ebi.ac.uk/europepmc/webservices/rest/search?{query}": nothing}).look(note)[0].identity.verdict
        is V.unconfirmed
    )


def cdx(*rows: tuple[str, str, str]) -> Page:
    """An answer of the archive's index."""
    return js([["timestamp", "original", "statuscode"], *rows])


INDEX = (
    "web.archive.org/cdx/search/cdx?url=http%3A%2F%2Fsite.org%2Fpage&output=json&fl=timestamp,original,statuscode"
    "&filter=statuscode:200&limit=-3"
)


def test_a_gone_page_is_read_from_a_copy_that_is_itself_good() -> None:
    """The copy's address goes into the link, its text to the judge."""
    article = f"<title>Old page</title><p>{'The old words of the page. ' * 30}".encode()
    pages: dict[str, Page] = {
        INDEX: cdx(
            ("20190101000000", "http://site.org/page", "200"), ("20200101000000", "http://site.org/page", "200")
        ),
        "web.archive.org/web/20200101000000id_/http://site.org/page": (200, {}, article),
    }
    looked = World(pages).look("Old page. http://site.org/page")[0]
    assert looked.link.state is LinkState.gone
    assert looked.link.archived == "https://web.archive.org/web/20200101000000/http://site.org/page"
    assert looked.text is not None
    assert "old words" in looked.text.text


@pytest.mark.parametrize(
    "copy", [(404, {}, b"<html>"), (200, {}, b"<title>404 Not Found</title><h1>Not found</h1>"), (503, {}, b"<html>")]
)
def test_a_copy_that_is_an_error_page_is_no_copy(copy: Page) -> None:
    """An archived 404 is not offered."""
    pages: dict[str, Page] = {
        INDEX: cdx(("20200101000000", "http://site.org/page", "200")),
        "web.archive.org/web/20200101000000id_/http://site.org/page": copy,
    }
    assert World(pages).look("Old page. http://site.org/page")[0].link.archived is None


@pytest.mark.parametrize(
    ("reply", "state"),
    [
        (js({"title": "A talk on nets", "author_name": "Some One"}), LinkState.alive),
        ((404, {}, b"Not Found"), LinkState.gone),
        ((401, {}, b"Unauthorized"), LinkState.blocked),
        ((403, {}, b"<html><title>Sorry</title></html>"), LinkState.unknown),
        ((200, {}, b"<html>consent</html>"), LinkState.unknown),
    ],
)
def test_a_video_is_asked_at_its_own_door(reply: Page, state: LinkState) -> None:
    """The watch page is 200 for videos that never were; oEmbed tells them apart."""
    address = "www.youtube.com/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DabcdefghijK&format=json"
    cited = Cited(title="A talk on nets", identifiers=(Identifier(IdKind.url, "https://youtu.be/abcdefghijK?t=5"),))
    looked = World({address: reply}).look_at([bare(cited)])[0]
    assert looked.link.state is state
    assert looked.text is None


def test_a_walled_article_is_read_from_a_free_copy() -> None:
    """Unpaywall names it; it is the work's own text."""
    article = f"<title>Deep learning</title><p>{'Representation learning is a set of methods. ' * 30}".encode()
    pages: dict[str, Page] = {
        "api.unpaywall.org/v2/10.1038%2Fnature14539?email=test@example.org": js(
            {"doi": "10.1038/nature14539", "best_oa_location": {"url_for_pdf": None, "url": "https://free.org/copy"}}
        ),
        "www.nature.com/articles/nature14539": (403, {"cf-mitigated": "challenge"}, b"<html>"),
        "free.org/copy": (200, {}, article),
    }
    looked = World(pages).look("LeCun Y., Bengio Y., Hinton G. Deep learning. 2015. doi:10.1038/nature14539")[0]
    assert looked.text is not None
    assert (looked.text.url, looked.text.scope) == ("https://free.org/copy", Scope.page)


def test_nothing_of_all_that_is_asked_when_it_is_switched_off() -> None:
    """Services can be switched off one by one."""
    named = ("crossref", "openalex", "openlibrary", "googlebooks", "pubmed", "semanticscholar", "dblp", "arxiv")
    world = World(off=(*named, "wayback", "unpaywall", "youtube"))
    looked = world.look("Some One, Other T. A book on all things. 1999. ISBN 0-201-89683-4 PMID 5")[0]
    assert world.asked == []
    assert looked.identity.reason is Reason.service_off
