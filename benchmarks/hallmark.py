"""HALLMARK's references as their makers wrote them: read, cut in two halves, written as notes, and the library they cite.

https://github.com/rpatrik96/hallmark, ``data/v1.0/dev_public.jsonl`` (MIT). Nothing of it is in this repository.

A reference is *apart*, in no share, where no replica holds what it was made from (an altered work that neither a valid entry nor
``explanation`` names, a DOI whose real owner is unknown), and where its label is open to argument: an author list that is
shortened and otherwise right.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.fakes.library import Replica

VALID = "valid"
#: A right list that is cut: many careful citers do the same.
CONTESTABLE = frozenset({"partial_author_list"})
#: Kinds that alter a real work; the others invent one, so that nobody holds an original.
ALTERED = frozenset(
    "swapped_authors near_miss_title arxiv_version_mismatch wrong_venue placeholder_authors nonexistent_venue "
    "partial_author_list preprint_as_published future_date fabricated_doi merged_citation".split()
)
#: Venues of the data as Crossref has them, and DBLP's other names of them stay as they are.
LONG = {
    "ICML": "Proceedings of the International Conference on Machine Learning",
    "CVPR": "{year} IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)",
    "NeurIPS": "Advances in Neural Information Processing Systems",
    "AAAI": "Proceedings of the AAAI Conference on Artificial Intelligence",
    "ICLR": "International Conference on Learning Representations",
    "ACL": "Proceedings of the Annual Meeting of the Association for Computational Linguistics",
    "NAACL": "Proceedings of the Conference of the North American Chapter of the Association for Computational Linguistics",
    "ICCV": "{year} IEEE/CVF International Conference on Computer Vision (ICCV)",
    "ECCV": "Computer Vision – ECCV {year}",
    "Mach. Learn.": "Machine Learning",
    "J. Mach. Learn. Res.": "Journal of Machine Learning Research",
    "Trans. Mach. Learn. Res.": "Transactions on Machine Learning Research",
}
_JOURNALS = frozenset({*(name for name in LONG if "." in name), "Nature"})
_PREPRINT = re.compile(r"10\.48550/arxiv\.(\d{4}\.\d{4,5})(v\d+)?$", re.IGNORECASE)
_ORIGINAL = re.compile(r"\(original: '(.+)'\)")
_APPEARED = re.compile(r"[Rr]eal paper (?:was )?published at (\w+) ((?:19|20)\d\d)")
_ACCENTS = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "v": "\u030c", "c": "\u0327"}
_LETTERS = {"L": "Ł", "l": "ł", "O": "Ø", "o": "ø", "ss": "ß", "aa": "å", "i": "ı"}


@dataclass(frozen=True)
class Entry:
    """One reference with its label; ``fields`` are BibTeX's, without TeX."""

    key: str
    kind: str
    fields: dict[str, str]
    explanation: str = ""

    @property
    def fit(self) -> bool:
        """Whether it belongs to the half that may be looked at: the first byte of the key's SHA-256 is even."""
        return hashlib.sha256(self.key.encode()).digest()[0] % 2 == 0

    @property
    def form(self) -> int:
        """0 to 2: the form that a quick run writes it in, by the hash's second byte."""
        return hashlib.sha256(self.key.encode()).digest()[1] % 3

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The authors, without DBLP's numbers."""
        return tuple(re.sub(r" \d{4}$", "", name.strip()) for name in self.fields["author"].split(" and "))

    @property
    def doi(self) -> str:
        """The DOI in small letters, "" for none."""
        return self.fields.get("doi", "").lower()

    @property
    def arxiv(self) -> str:
        """The arXiv id that the DOI is, "" for another DOI."""
        found = _PREPRINT.match(self.doi)
        return found[1] if found else ""

    @property
    def identifier(self) -> str:
        """One spelling of the identifier, "" for none."""
        return f"10.48550/arxiv.{self.arxiv}" if self.arxiv else self.doi

    @property
    def venue(self) -> str:
        """Where it is said to stand."""
        return self.fields.get("booktitle") or self.fields.get("journal") or ""

    @property
    def claims_place(self) -> bool:
        """Whether it claims a place that services index: a conference, a journal, arXiv."""
        return bool(self.venue or self.arxiv)


def read(path: Path) -> tuple[Entry, ...]:
    """Every reference of a file."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return tuple(
        Entry(
            row["bibtex_key"],
            VALID if row["label"] == "VALID" else row["hallucination_type"],
            {name: _without_tex(str(value)) for name, value in row["fields"].items()},
            row.get("explanation") or "",
        )
        for row in rows
    )


def library(entries: Sequence[Entry]) -> tuple[Replica, ...]:
    """All real works: the valid entries, and the originals that an explanation names."""
    real = {folded(entry.fields["title"]): entry for entry in entries if entry.kind == VALID}
    for entry in entries:
        named = _named(entry)
        if named is not None and folded(named.fields["title"]) not in real:
            real[folded(named.fields["title"])] = named
    return tuple(_work(place, entry) for place, entry in enumerate(real.values()))


def apart(entry: Entry, works: Sequence[Replica], titles: frozenset[str]) -> bool:
    """Whether a reference is in no share (see the module). ``titles`` are the works', folded."""
    if entry.kind == VALID:
        return False
    if entry.kind in CONTESTABLE:
        return True
    owned = not entry.identifier or any(entry.identifier == identifier_of(work) for work in works)
    if entry.kind == "fabricated_doi":
        return folded(entry.fields["title"]) not in titles or owned
    if entry.kind not in ALTERED:
        return not owned
    known = folded(original(entry)) in titles
    return not owned or not (known or (entry.identifier and entry.kind == "near_miss_title"))


def folded_titles(works: Sequence[Replica]) -> frozenset[str]:
    """Titles to look an original up by."""
    return frozenset(folded(work.title) for work in works)


def identifier_of(work: Replica) -> str:
    """A work's DOI, arXiv's for a preprint."""
    return work.doi or f"10.48550/arxiv.{work.arxiv}"


def notes(entry: Entry, *, identified: bool) -> Iterator[str]:
    """The reference in the three usual forms: GOST, the template {{статья}}, plain."""
    title, venue, year = entry.fields["title"].rstrip("."), entry.venue, entry.fields["year"]
    named = entry.doi if identified else ""
    arxiv = entry.arxiv if identified else ""
    short = ", ".join(_initials(name) for name in entry.people)
    place = f" // {venue}" if venue else ""
    known = f" — arXiv:{arxiv}" if arxiv else f" — DOI: {named}" if named else ""
    yield f"''{short}'' {title}{place}. — {year}.{known}"
    fields = {"автор": ", ".join(entry.people), "заглавие": title, "издание": venue, "год": year}
    fields |= {"arxiv": arxiv} if arxiv else {"doi": named}
    yield "{{статья|" + "|".join(f"{name}={value}" for name, value in fields.items() if value) + "}}"
    address = f" https://arxiv.org/abs/{arxiv}" if arxiv else f" https://doi.org/{named}" if named else ""
    yield f"{', '.join(entry.people)}. {title}. {venue + ', ' if venue else ''}{year}.{address}"


def _initials(name: str) -> str:
    """A name as «Family G. M.»."""
    given, _, family = name.rpartition(" ")
    return f"{family} {' '.join(f'{part[0]}.' for part in given.split() if part[:1].isalpha())}".strip()


def original(entry: Entry) -> str:
    """The title of the work that an entry was made from, as far as it is known."""
    named = _ORIGINAL.search(entry.explanation)
    return named[1] if named else entry.fields["title"]


def _named(entry: Entry) -> Entry | None:
    """The original that the explanation names, as a valid entry; None where it names none or does not say who wrote it."""
    named = _ORIGINAL.search(entry.explanation)
    if named:
        return Entry(entry.key, VALID, {**entry.fields, "title": named[1]})
    appeared = _APPEARED.search(entry.explanation)
    if appeared:
        return Entry(entry.key, VALID, {**entry.fields, "booktitle": appeared[1], "year": appeared[2]})
    return None


def _work(number: int, entry: Entry) -> Replica:
    """A work as registries hold it: Crossref's with a DOI; all of them at those who index by title (DBLP, Semantic Scholar).

    Without a DOI two in three are on arXiv, every second of these with a comment that names the venue.
    """
    year, venue = int(entry.fields["year"]), entry.venue
    journal = venue in _JOURNALS
    draw = hashlib.sha256(entry.key.encode()).digest()[2]
    known = bool(entry.doi and not entry.arxiv)
    posted = int("20" + entry.arxiv[:2]) if entry.arxiv else year - draw % 2
    invented = f"{posted % 100:02}{1 + number % 12:02}.{number + 1:0{4 if posted < 2015 else 5}}"
    arxiv = entry.arxiv or ("" if known or draw % 3 == 0 else invented)
    return Replica(
        slug=f"w{number}",
        title=entry.fields["title"].rstrip("."),
        authors=entry.people,
        doi=entry.doi if known else "",
        agency="Crossref" if known else "",
        type="journal-article" if journal else "proceedings-article",
        container=LONG.get(venue, venue).format(year=year),
        short_container=venue if journal else "",
        volume=str(10 + number) if journal else "",
        page=f"{100 + number}-{112 + number}" if known else "",
        issued=(year,),
        landing=f"https://publisher.org/{number}",
        arxiv=arxiv,
        published=f"{posted}-01-02" if arxiv else "",
        updated=f"{posted}-03-02" if arxiv else "",
        comment=f"{venue} {year}" if arxiv and venue and not journal and draw % 2 else "",
        categories=("cs.LG",),
        text="pdf",
    )


def folded(title: str) -> str:
    """A title's letters and digits, to find it by."""
    return re.sub(r"\W+", "", title.casefold())


def _without_tex(text: str) -> str:
    """BibTeX's accents and letters as characters, its braces gone."""
    text = re.sub(
        r"\{?\\([\"'`^~vc])\s*\{?(\w)\}?\}?",
        lambda found: unicodedata.normalize("NFC", found[2] + _ACCENTS[found[1]]),
        text,
    )
    text = re.sub(r"\{?\\(L|l|O|o|ss|aa|i)(?![a-zA-Z])\s*\}?", lambda found: _LETTERS[found[1]], text)
    return re.sub(r"[{}]", "", text)
