"""The replicas of internet services speak in the shapes that their models are known by (facts: docs of each service)."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from tests.fakes.library import abstract, sections
from tests.fakes.services import Services

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def internet() -> Iterator[Services]:
    """The replica of the internet, started once."""
    with Services() as running:
        yield running


def get(internet: Services, host: str, target: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """One GET with the host's name in the Host header."""
    connection = http.client.HTTPConnection("127.0.0.1", internet.port)
    connection.request("GET", target, headers={"Host": host})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def test_a_handle_is_known_or_denied_by_code_100(internet: Services) -> None:
    """doi.org's handle API answers 1 with the address, or 100 with status 404."""
    status, _, body = get(internet, "doi.org", "/api/handles/10.1145/103162.103163?type=URL")
    assert (status, json.loads(body)["responseCode"]) == (200, 1)
    status, _, body = get(internet, "doi.org", "/api/handles/10.1016/j.neunet.2020.13.042")
    assert (status, json.loads(body)["responseCode"]) == (404, 100)


def test_crossref_denies_in_plain_text(internet: Services) -> None:
    """Crossref's 404 is the text «Resource not found.», not JSON; a DOI of DataCite is unknown to it."""
    status, headers, body = get(internet, "api.crossref.org", "/works/10.48550%2Farxiv.2205.14135")
    assert (status, body, headers["content-type"]) == (404, b"Resource not found.", "text/plain")


def test_a_crossref_work_has_its_envelope(internet: Services) -> None:
    """Found works come as a ``work`` message."""
    _, _, body = get(internet, "api.crossref.org", "/works/10.1017%2FS0962492922000022")
    answer = json.loads(body)
    assert (answer["status"], answer["message-type"]) == ("ok", "work")
    assert answer["message"]["title"] == ["Mixed precision algorithms in numerical linear algebra"]


def test_arxiv_leaves_unknown_ids_out(internet: Services) -> None:
    """A batch with a well-formed unknown id is a 200 with one entry less; a malformed id is a 400 with an error entry."""
    status, _, body = get(internet, "export.arxiv.org", "/api/query?id_list=1710.03740,2106.99871&max_results=100")
    entries = ET.fromstring(body).findall(f"{ATOM}entry")  # noqa: S314  our own bytes
    assert (status, [entry.findtext(f"{ATOM}id") for entry in entries]) == (200, ["http://arxiv.org/abs/1710.03740v3"])
    status, _, body = get(internet, "export.arxiv.org", "/api/query?id_list=abc")
    assert (status, b"incorrect id format for abc" in body) == (400, True)


def test_a_paper_without_html_is_a_real_pdf(internet: Services) -> None:
    """PDFium reads the built file's text."""
    import pypdfium2

    assert get(internet, "arxiv.org", "/html/1502.02551")[0] == 404
    status, _, body = get(internet, "arxiv.org", "/pdf/1502.02551")
    document = pypdfium2.PdfDocument(body)
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert (status, "Stochastic rounding takes either neighbour" in text) == (200, True)


def test_walls_and_lost_pages_look_like_themselves(internet: Services) -> None:
    """A Cloudflare challenge is 403 with its header; an address nobody has is the host's 404."""
    status, headers, body = get(internet, "openai.com", "/index/ai-and-compute/")
    assert (status, headers["cf-mitigated"], b"Just a moment" in body) == (403, "challenge", True)
    assert get(internet, "docs.pytorch.org", "/docs/stable/notes/amp_porting_recipes.html")[0] == 404


def test_nothing_in_an_answer_depends_on_the_day(internet: Services) -> None:
    """Neither Date nor Server is sent, and two answers are equal bytes: recordings repeat."""
    first, second = (get(internet, "export.arxiv.org", "/api/query?id_list=1412.6980") for _ in range(2))
    assert first[2] == second[2]
    assert {"date", "server"}.isdisjoint(name.lower() for name in first[1])


def test_every_listed_text_exists() -> None:
    """No page or paper of the data files lacks its text, and every arXiv work has an abstract."""
    library = Services().library
    assert [page.url for page in library.pages.values() if page.kind == "page" and not sections(page.text)] == []
    assert [work.slug for work in library.works if work.arxiv and not abstract(work.slug)] == []
