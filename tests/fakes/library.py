"""What the replica internet holds: works, pages and texts, read from the plain files under ``data/`` that a person can edit."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its paragraphs; ``level`` 2 or 3, an empty heading for what stands before the first."""

    heading: str
    level: int
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replica:
    """A work as its registry knows it: true facts, see ``data/works.toml``. ``issued`` and ``online`` are date parts."""

    slug: str
    title: str
    authors: tuple[str, ...] = ()
    arxiv: str = ""
    version: int = 1
    published: str = ""
    updated: str = ""
    comment: str = ""
    categories: tuple[str, ...] = ()
    text: str = ""
    doi: str = ""
    agency: str = ""
    type: str = ""
    container: str = ""
    short_container: str = ""
    publisher: str = ""
    volume: str = ""
    issue: str = ""
    page: str = ""
    issued: tuple[int, ...] = ()
    online: tuple[int, ...] = ()
    issn: tuple[str, ...] = ()
    landing: str = ""
    isbn: str = ""
    pmid: str = ""
    habr: str = ""
    github: str = ""
    mathnet: str = ""
    cyberleninka: str = ""
    rsl: str = ""
    translated: str = ""

    @property
    def year(self) -> int:
        """The year of publication."""
        return self.issued[0] if self.issued else int(self.published[:4])


@dataclass(frozen=True, slots=True)
class WebPage:
    """An address of the replica internet: see ``data/pages.toml``."""

    url: str
    kind: str
    text: str = ""
    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    site: str = ""
    language: str = "en"
    style: str = "plain"
    work: str = ""
    to: str = ""


@dataclass(slots=True)
class Library:
    """Everything the replicas answer from."""

    works: tuple[Replica, ...]
    pages: dict[str, WebPage] = field(default_factory=dict)

    def by_slug(self, slug: str) -> Replica:
        """The work of that name. Raises StopIteration for an unknown one."""
        return next(work for work in self.works if work.slug == slug)

    def by_arxiv(self, number: str) -> Replica | None:
        """The work with that arXiv id, version or not."""
        bare = number.lower().partition("v")[0]
        return next((work for work in self.works if work.arxiv == bare), None)

    def by_doi(self, doi: str) -> Replica | None:
        """The work with that DOI, in whatever case."""
        return next((work for work in self.works if work.doi and work.doi == doi.lower()), None)

    def hosts(self) -> tuple[str, ...]:
        """Every public host name that some replica stands for."""
        services = (
            *("doi.org", "dx.doi.org", "api.crossref.org", "api.datacite.org", "export.arxiv.org", "arxiv.org"),
            *("api.openalex.org", "api.semanticscholar.org", "dblp.org", "openlibrary.org", "www.googleapis.com"),
            *(
                "api.github.com",
                "eutils.ncbi.nlm.nih.gov",
                "habr.com",
                "cyberleninka.ru",
                "www.mathnet.ru",
                "search.rsl.ru",
            ),
        )
        return tuple(dict.fromkeys([*services, *(url.split("/")[2] for url in self.pages)]))


def load() -> Library:
    """Read the data files. Raises TypeError for a field that no record has."""
    works = tomllib.loads((DATA / "works.toml").read_text(encoding="utf-8"))["work"]
    pages = tomllib.loads((DATA / "pages.toml").read_text(encoding="utf-8"))["page"]
    return Library(
        tuple(Replica(**_frozen(work)) for work in works),
        {page["url"]: WebPage(**_frozen(page)) for page in pages},
    )


def _frozen(record: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in record.items()}


def sections(slug: str) -> tuple[Section, ...]:
    """The text of that name, cut at its headings; empty when there is none."""
    path = DATA / "texts" / f"{slug}.txt"
    if not path.exists():
        return ()
    found: list[Section] = []
    heading, level, paragraphs = "", 2, list[str]()
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip().split("\n")
        while lines and lines[0].startswith("##"):
            if heading or paragraphs:
                found.append(Section(heading, level, tuple(paragraphs)))
            heading, level, paragraphs = lines[0].lstrip("# "), len(lines[0]) - len(lines[0].lstrip("#")), []
            lines = lines[1:]
        if lines and lines[0]:
            paragraphs.append(" ".join(lines))
    return (*found, Section(heading, level, tuple(paragraphs)))


def abstract(slug: str) -> str:
    """The paragraphs under the heading «Abstract», as a registry shows them."""
    return " ".join(text for part in sections(slug) if part.heading == "Abstract" for text in part.paragraphs)
