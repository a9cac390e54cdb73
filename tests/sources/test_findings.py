"""What is raised: proven faults, doubtful addresses, impossible identifiers; never a wall, an outage or a doubt."""

from __future__ import annotations

import pytest

from bot.locale import Speech
from bot.model.edit import Finding
from bot.model.page import Page
from bot.sources.source_findings import source_findings
from tests.sources.servers import Page as Reply
from tests.sources.world import World, cite

LONG = b"<p>" + b"Words of a page. " * 60


def raised(note: str, pages: dict[str, Reply] | None = None) -> list[Finding]:
    """The findings of one footnote."""
    citation = cite(note)[0]
    looked = World(pages).look_at([citation])[0]
    return list(source_findings(Page("p", "p", f"Слово0.<ref>{note}</ref>"), citation, looked))


@pytest.mark.parametrize(
    ("note", "codes"),
    [
        ("''Kingma D. P., Ba J.'' Adam: A Method for Stochastic Optimization. 2015. arXiv:1412.6980", []),
        ("''Kingma D. P., Ba J.'' Adam: A Method for Stochastic Optimization. 2003. arXiv:1412.6980", ["SRC103"]),
        ("''Wang N., Choi J.'' Training networks with 8-bit numbers. 2018. arXiv:1412.6980", ["SRC102"]),
        ("''Kimura H., Olsen P.'' Eight bits for speech. 2021. arXiv:2106.99871", ["SRC101"]),
        ("''Andersson L., Petrov K.'' Adaptive scaling. 2020. doi:10.1016/j.neunet.2020.13.042", ["SRC101"]),
        ("''Иванов И.'' О сетях. arXiv:1713.00001", ["SRC105"]),
        ("''Иванов И.'' О сетях. — 2001. — ISBN 978-5-94074-502-1", ["SRC105"]),
        ("''Иванов И.'' О сетях. — М.: Наука, 2001.", []),
        ("[43 authors] Attention Is All You Need. 2017. arXiv:1706.03762", ["SRC107"]),
        ("[43 authors] A study of quite another thing. 2017. arXiv:1706.03762", ["SRC102", "SRC107"]),
        ("''Иванов И.'' О сетях. — 2077. — С. 5.", ["SRC106"]),
        ("''Иванов И.'' О сетях. — 2001. — (дата обращения: 12.13.2020).", []),
        ("''Иванов И.'' О сетях. — 2001. — (дата обращения: 45.13.2020).", ["SRC108"]),
        ("''Иванов И.'' О сетях. — 2001. — (дата обращения: 17.17.2020).", ["SRC108"]),
        ("''Иванов И.'' О сетях. — 2001. — ISBN 978-5-94074-50-1", ["SRC105"]),
        ("''Иванов И.'' О сетях. — 2001. — ISBN 5-94074-50-1", ["SRC105"]),
        ("''Иванов И.'' О сетях. arXiv:1506.0762", ["SRC105"]),
        ("''Иванов И.'' О сетях. — 20XX. — С. 5.", ["SRC107"]),
        ("''Иванов И.'' О сетях. — 20ХХ. — С. 5.", ["SRC107"]),
        ("''Petrov A.'' On nets. doi:10.1145/XXXXXXX.XXXXXXX", ["SRC101", "SRC107"]),
        ("''Иванов И.'' О сетях. — 2025-XX-XX.", ["SRC107"]),
        ("''Petrov A.'' On nets. doi:10.XXXX/XXXXX", ["SRC107"]),
        ("''Petrov A.'' On nets. arXiv:XXXX.XXXXX", ["SRC107"]),
        ("[Author], [Title], [Year]", ["SRC107"]),
        ("''Petrov A.'' [Title of a book] and the year [1999].", []),
        ("''Petrov A.'' SXXX: the XX chromosome. — 2001.", []),
        ("Page. http://site.org/gone", ["SRC201"]),
        ("Page. http://site.org/wall", []),
        ("Page. http://site.org/soft", ["SRC203"]),
        ("Page. http://site.org/front", ["SRC204"]),
        ("Page. http://site.org/sale", ["SRC205"]),
        ("Page. http://site.org/down", []),
        ("''Иванов И.'' О сетях. — 2077. — http://site.org/fine", ["SRC106"]),
    ],
)
def test_what_a_footnote_raises(note: str, codes: list[str]) -> None:
    """One code a fault."""
    pages: dict[str, Reply] = {
        "site.org/wall": (403, {"cf-mitigated": "challenge"}, b"<html>"),
        "site.org/soft": (200, {}, b"<title>404 Not Found</title><h1>Not found</h1>"),
        "site.org/front": (301, {"location": "/"}, b""),
        "site.org/": (200, {}, b"<title>Home</title>" + LONG),
        "site.org/sale": (200, {}, b"<title>site.org</title><p>This domain is for sale"),
        "site.org/down": (500, {}, b"<html>"),
        "site.org/fine": (200, {}, b"<title>Page</title>" + LONG),
    }
    assert [finding.code for finding in raised(note, pages)] == codes


def test_a_finding_stands_at_its_citation_and_speaks_russian() -> None:
    """Place, excerpt, and a message without English words of ours."""
    finding = raised("''Kimura H., Olsen P.'' Eight bits for speech. 2021. arXiv:2106.99871")[0]
    assert finding.places
    assert "Eight bits for speech" in finding.excerpt
    assert Speech("ru").say(finding.message) == "arXiv: идентификатора 2106.99871 никогда не было"


def test_ids_do_not_depend_on_the_wording_of_the_note() -> None:
    """The same fault of the same source keeps its id, whatever else of the note changes."""
    one = raised("''Kimura H.'' Eight bits for speech. 2021. arXiv:2106.99871")[0]
    other = raised("Kimura H., Olsen P. Eight bits, 2021, [https://arxiv.org/abs/2106.99871 arXiv]")[0]
    assert one.id == other.id
