"""An outage is an outage for every kind of identifier and for works without one: never «no identifier», never a finding."""

from __future__ import annotations

import pytest

from bot.gate import decide
from bot.model.page import Page
from bot.model.reasons import RETRYABLE
from bot.model.report import CitationCheck, Coverage, PageCheck
from bot.model.words import IdentityVerdict, IdKind, Policy
from bot.sources.source_findings import source_findings
from bot.verify import is_complete
from tests.sources.servers import STALLED
from tests.sources.servers import Page as Reply
from tests.sources.world import World, cite

_WORK = "''Knuth D. E., Bendix P. B.'' Simple word problems in universal algebras. — 1970. — "
#: A note for every kind of identifier, as people write them.
NOTES = {
    IdKind.doi: "DOI: 10.1038/nature14539",
    IdKind.arxiv: "arXiv:1412.6980",
    IdKind.isbn: "ISBN 0-201-89683-4",
    IdKind.pmid: "PMID 14403679",
    IdKind.pmcid: "PMC123456",
    IdKind.acl: "https://aclanthology.org/P19-1355",
    IdKind.openreview: "https://openreview.net/forum?id=rJl-b3RcF7",
    IdKind.pmlr: "https://proceedings.mlr.press/v37/ioffe15.html",
    IdKind.neurips: "https://papers.nips.cc/paper/4824-imagenet",
    IdKind.mathnet: "http://www.mathnet.ru/sm6182",
    IdKind.cyberleninka: "https://cyberleninka.ru/article/n/obzor-metodov",
    IdKind.elibrary: "eLIBRARY ID: 12345678",
    IdKind.rsl: "https://search.rsl.ru/ru/record/01000735521",
    IdKind.habr: "https://habr.com/ru/articles/467185/",
    IdKind.github: "https://github.com/NVIDIA/apex",
    IdKind.youtube: "https://www.youtube.com/watch?v=aircAruvnKk",
    IdKind.rfc: "RFC 2119",
    IdKind.url: "https://example.org/articles/words/17",
}
SITES = (
    "aclanthology.org", "openreview.net", "proceedings.mlr.press", "papers.nips.cc", "www.mathnet.ru", "cyberleninka.ru",
    "search.rsl.ru", "habr.com", "github.com", "raw.githubusercontent.com", "www.youtube.com", "example.org", "archive.org",
    "web.archive.org", "api.unpaywall.org",
)  # fmt: skip
OUTAGES: dict[str, Reply] = {
    "timeout": STALLED,
    "server error": (503, {}, b"<html>down for maintenance</html>"),
    "too many requests": (429, {"retry-after": "3600"}, b"slow down"),
    "garbage": (200, {"content-type": "application/json", "content-encoding": "gzip"}, b"\x00\x01 no gzip at all"),
}


@pytest.mark.parametrize("outage", [*OUTAGES, "no such host"])
def test_when_nobody_answers_the_work_is_unchecked_whatever_identifies_it(outage: str) -> None:
    """Every service and every site down: unchecked with an outage's reason, incomplete, and not one finding."""
    notes = [_WORK + note for note in NOTES.values()] + [_WORK.rstrip(" —")]
    citations = cite(*notes)
    for kind, citation in zip(NOTES, citations, strict=False):
        assert citation.cited.first(kind) is not None, kind
    if outage == "no such host":
        # a site whose name is not found is gone, the first time; a service of ours never is
        citations = [one for one in citations if one.cited.first(IdKind.url) is None]
        world = World(homes=())
    else:
        said_by_all = OUTAGES[outage]
        sites = {f"{host}/": said_by_all for host in SITES}
        world = World(sites, spoil=lambda *_: said_by_all, helpers=True, patience=0.4)
    for citation, looked in zip(citations, world.look_at(citations), strict=True):
        said = (citation.wikitext, looked.identity, looked.link)
        assert looked.identity.verdict is IdentityVerdict.unchecked, said
        assert looked.identity.reason in RETRYABLE, said
        page = Page("p", "p", "")
        assert not source_findings(page, citation, looked), said
        check = CitationCheck(citation, looked.link, looked.identity)
        whole = PageCheck(page, Coverage(), (check,), (), decide((check,), Policy.no_proven_fault))
        assert not is_complete(whole), said
