"""Registries, one file a service. Each answers Found, Absent or Silent; ``bot.sources.identity`` says which may convict.

``PACES`` is what each service asks for: seconds between requests, requests at once (facts of the services' own pages, 2025–2026).
"""

from __future__ import annotations

from collections.abc import Mapping

PACES: Mapping[str, tuple[float, int]] = {
    "doi": (0.1, 3),
    "crossref": (0.1, 3),  # polite pool: 10 a second, 3 at once
    "datacite": (0.3, 3),  # identified: 1,000 in five minutes
    "arxiv": (3.0, 1),  # one request every three seconds, one connection, over all machines
    "crossref.list": (0.34, 3),  # searches: 3 a second
    "openalex": (0.1, 4),
    "openlibrary": (0.4, 1),
    "europepmc": (0.5, 1),  # no limit is published
    "pubmed": (0.34, 1),  # 3 a second without a key
    "unpaywall": (0.2, 2),
    "wayback": (2.5, 1),  # the index: 30 a minute, a fifth less to be safe
    "youtube": (0.5, 1),
    "semanticscholar": (1.0, 1),  # one a second with a key; without one a quota shared with everybody
    "dblp": (1.0, 1),  # no limit is published; 429 with Retry-After
    "googlebooks": (1.0, 1),  # without a key a quota shared with everybody
    "github": (1.0, 1),  # 60 an hour without a token
    "habr": (1.0, 1),  # unofficial
    "cyberleninka": (1.0, 2),  # article pages; robots.txt closes the search
    "mathnet": (1.0, 2),
    "rsl": (1.0, 1),
}
#: Without a contact Crossref's public pool: 5 a second, one at once.
ANONYMOUS_PACES: Mapping[str, tuple[float, int]] = {"crossref": (0.2, 1), "crossref.list": (1.0, 1)}
