"""DOIs in addresses that are not doi.org's: in the path, in the query, under a site's own numbers; and what addresses add.

Two tables. ``_SITES``: sites whose own numbers make the DOI, by the pattern that the site uses for all it registers. ``TAILS``:
what addresses put behind a DOI; ``hosts`` says where it is taken off at once; anywhere else it is one of the readings.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from bot.identifiers.urls import host_of, split

#: The parameters that publishers and proxies use for a DOI, its resolver's address before it or not.
_IN_PATH = re.compile(r"(?<=[/:=])10\.\d{4,9}(?:\.\d+)*/\S+")
_IN_QUERY = re.compile(
    r"[?&#/](?:id|doi|url|qurl|target|uri|u)=(?:[^&]{0,200}?(?:doi\.org/|doi[:/]))?(10\.\d{4,9}(?:\.\d+)*/[^&\s#]+)",
    re.IGNORECASE,
)


class _DoiSite(NamedTuple):
    """A site whose pages' own numbers make the DOI: ``doi`` is filled by the path's groups."""

    host: re.Pattern[str]
    path: re.Pattern[str]
    doi: str


def _site(host: str, path: str, doi: str) -> _DoiSite:
    return _DoiSite(re.compile(rf"(?:^|\.)(?:{host})$"), re.compile(path, re.IGNORECASE), doi)


_SITES = (
    _site(
        r"nature\.com",
        r"^/articles/([a-z]{2,12}\d+(?:\.\d+)?|[a-z]\d{5}-\d{3}-\d{4,5}-[\dxyzw])(?=[./_]|$)",
        "10.1038/{0}",
    ),
    _site(r"zenodo\.org", r"^/(?:record|records|deposit)/(\d+)(?!\d)", "10.5281/zenodo.{0}"),
    _site(r"elifesciences\.org", r"^/(?:articles|content)/(\d{4,6})(?!\d)", "10.7554/elife.{0}"),
    _site(r"peerj\.com", r"^/articles/(\d+)(?!\d)", "10.7717/peerj.{0}"),
    _site(r"peerj\.com", r"^/articles/cs-(\d+)(?!\d)", "10.7717/peerj-cs.{0}"),
    _site(r"hindawi\.com", r"^/journals/[a-z]+/(\d{4})/(\d+)(?!\d)", "10.1155/{0}/{1}"),
)


class Tail(NamedTuple):
    """What stands behind a DOI in a publisher's address or on its page; ``own`` says that it is the publisher's own form."""

    name: str
    pattern: re.Pattern[str]
    own: bool
    hosts: re.Pattern[str] | None = None


def _tail(name: str, pattern: str, *, own: bool, hosts: str | None = None) -> Tail:
    return Tail(
        name,
        re.compile(rf"(?:{pattern})$", re.IGNORECASE | re.DOTALL),
        own,
        None if hosts is None else re.compile(rf"(?:^|\.)(?:{hosts})$"),
    )


_PAGES = "abstract|abs|full|fulltext|full-text|pdf|epdf|pdfdirect|epub|meta|summary|html|xml|references|citedby|metrics|citations"
_PARTS = "figures?|tables?|suppl_file|supplementary(?:-material)?|suppinfo|asset|mediaobjects|sections?"
#: In the order in which they are taken off; the order of their places in an address, last first.
TAILS = (
    _tail("a session or a query", r";jsessionid=.*|\?.*|#.*", own=True, hosts=".*"),
    _tail("a file", r"\.(?:full|pdf|html?|xml|epub|svg|png)", own=True, hosts=".*"),
    _tail("a page of the article", rf"/(?:{_PAGES})", own=True, hosts=".*"),
    _tail("a part of the article", rf"/(?:{_PARTS})(?:/.*)?", own=True, hosts=".*"),
    _tail("a preprint server's version", r"(?<=\d)v\d{1,2}", own=True, hosts=r"biorxiv\.org|medrxiv\.org"),
    _tail(
        "a publisher's number of the article",
        r"/\d{1,9}(?:/[\w.-]*)?",
        own=True,
        hosts=r"academic\.oup\.com|direct\.mit\.edu",
    ),
    _tail("a mark", r"(?<![/.,;:_*\u2020\u2021-])[/.,;:_*\u2020\u2021-]++", own=False),
    _tail("what follows a comma", r"[,;].*", own=False),
    _tail("a word behind a full stop", r"[.:][^\W\d_]+", own=False),
    _tail("a bracket", r"[(\[][^()\[\]]*[)\]]?", own=False),
    _tail("another script", r"[^\x00-\x7f].*", own=False),
)


def written_in(address: str) -> str:
    """What follows a DOI's prefix in an address's path or query, "" where there is none."""
    head = address.partition("#")[0]
    asked = _IN_QUERY.search(unquote(address))
    match = _IN_PATH.search(unquote(head.partition("?")[0]))
    return match[0] if match else asked[1] if asked else ""


def without_tail(host: str, found: str) -> str:
    """A DOI of an address without what that host puts behind it."""
    for _ in TAILS:  # each may uncover another
        cut = next(
            (
                short
                for row in TAILS
                if row.hosts and row.hosts.search(host) and (short := row.pattern.sub("", found)) != found
            ),
            None,
        )
        if cut is None:
            break
        found = cut
    return found


def derived_from(address: str) -> str | None:
    """The DOI that a site gives to the page with this address, by its own numbers."""
    host = host_of(address)
    path = unquote(split(address).path)
    for site in _SITES:
        if site.host.search(host) and (match := site.path.match(path)):
            return site.doi.format(*match.groups()).lower()
    return None
