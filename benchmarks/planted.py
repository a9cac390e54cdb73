"""References made from a replica's work as good notes vary, and faults planted in them: for tests, never a figure.

A matcher finds what it was built on: the measure on entries as others wrote them is ``benchmarks/identity.py``.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.jobs.bench_identity import Labelled
from tests.fakes.library import Replica

_LETTERS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        "а б к д е ф г х и дж к л м н о п к р с т у в в кс и з".split(),
        strict=True,
    )
)


#: Venues of the data as Crossref has them: long form, short form.
_LONG = {
    "ICML": "Proceedings of the International Conference on Machine Learning",
    "CVPR": "IEEE/CVF Conference on Computer Vision and Pattern Recognition",
    "NeurIPS": "Advances in Neural Information Processing Systems",
    "AAAI": "Proceedings of the AAAI Conference on Artificial Intelligence",
    "ICLR": "International Conference on Learning Representations",
    "ACL": "Annual Meeting of the Association for Computational Linguistics",
    "ICCV": "IEEE/CVF International Conference on Computer Vision",
    "ECCV": "European Conference on Computer Vision",
    "Mach. Learn.": "Machine Learning",
    "J. Mach. Learn. Res.": "Journal of Machine Learning Research",
    "Trans. Mach. Learn. Res.": "Transactions on Machine Learning Research",
}
_JOURNALS = frozenset(name for name in _LONG if "." in name)


def works(path: Path, size: int | None) -> list[Replica]:
    """The valid entries as works of a registry."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    valid = [row["fields"] for row in rows if row["label"] == "VALID"][:size]
    return [work_of(number, fields) for number, fields in enumerate(valid)]


def work_of(number: int, fields: dict[str, str]) -> Replica:
    """A valid entry as a registry's work: Crossref's with a DOI, arXiv's without."""
    year = int(fields["year"])
    venue = fields.get("booktitle", "")
    shared: dict[str, Any] = {
        "slug": f"w{number}",
        "title": fields["title"].rstrip("."),
        "authors": tuple(re.sub(r" \d{4}$", "", name) for name in fields["author"].split(" and ")),
    }
    preprint = re.match(r"10\.48550/arxiv\.([\d.]+)", fields.get("doi", ""), re.IGNORECASE)
    if fields.get("doi") and not preprint:
        return Replica(
            **shared,
            doi=fields["doi"].lower(),
            agency="Crossref",
            type="journal-article" if venue in _JOURNALS else "proceedings-article",
            container=_LONG.get(venue, venue),
            short_container=venue,
            volume=str(10 + number) if venue in _JOURNALS else "",
            issue=str(1 + number % 6) if venue in _JOURNALS else "",
            page=f"{100 + number}-{112 + number}",
            issued=(year,),
            landing=f"https://publisher.org/{number}",
        )
    posted = int("20" + preprint[1][:2]) if preprint else max(2008, year - number % 2)
    invented = f"{posted % 100:02}{1 + number % 12:02}.{number + 1:0{4 if posted < 2015 else 5}}"
    return Replica(
        **shared,
        arxiv=preprint[1] if preprint else invented,
        published=f"{posted}-01-02",
        updated=f"{posted}-03-02",
        comment=f"{fields.get('booktitle', '')} {year}",
        categories=("cs.LG",),
        text="pdf",
    )


def note(work: Replica, chance: random.Random, **other: Any) -> str:  # noqa: ANN401  # whatever fields are to be others
    """A reference to ``work`` as a person writes it; ``other`` overrides title, authors, year or the identifier."""
    # another script is never evidence by itself, so that a wrong author in Cyrillic is rightly let pass
    style = chance.random() * (0.9 if other else 1.0)
    authors = [_named(name, style) for name in other.get("authors", work.authors)]
    if len(authors) > 3 and chance.random() < 0.5 and "authors" not in other:
        authors = [*authors[:3], "et al."]
    title = str(other.get("title", work.title))
    if "title" not in other and chance.random() < 0.3:
        title = title.partition(": ")[0] if len(title.partition(": ")[0].split()) >= 3 else title
    title = chance.choice([title, title, title.capitalize(), title.replace("-", "‑"), title + "."])
    identifier = str(other.get("identifier", f"DOI: {work.doi}" if work.doi else f"arXiv:{work.arxiv}"))
    year = other.get("year", work.year if work.doi else int(work.comment.rsplit(" ", 1)[-1]))
    venue = chance.choice([work.container, work.short_container]) or work.comment.rpartition(" ")[0] or "arXiv"
    venue = str(other.get("venue", venue))
    numbers = f"Т. {work.volume}, № {work.issue}. — " if work.volume else ""
    numbers += f"С. {work.page.replace('-', '–')}. — " if work.page and chance.random() < 0.7 else ""
    numbers = str(other.get("numbers", numbers))
    return f"''{', '.join(authors)}'' {title.rstrip('.')} // {venue}. — {year}. — {numbers}{identifier}"


def _named(name: str, chance: float) -> str:
    """«Given Family» as «Family G.», in the record's form, or in Cyrillic."""
    given, _, family = name.rpartition(" ")
    initials = " ".join(f"{part[0]}." for part in given.split() if part[:1].isalpha())
    if chance < 0.6:
        return f"{family} {initials}".strip()
    if chance < 0.9:
        return name
    spelled = "".join(_LETTERS.get(letter, letter) for letter in family.lower())
    first = "".join(_LETTERS.get(letter, letter) for letter in given[:1].lower())
    return f"{spelled.capitalize()} {first[:1].upper()}.".strip()


def faulty(library: Sequence[Replica], chance: random.Random) -> list[Labelled]:
    """Six kinds of faults, every work once in each; a wrong venue and wrong numbers where the record has any."""
    found = []
    for place, work in enumerate(library):
        other = library[(place + 1 + chance.randrange(len(library) - 1)) % len(library)]
        named = f"DOI: {other.doi}" if other.doi else f"arXiv:{other.arxiv}"
        invented = "DOI: 10.1109/CVPR.2099." + f"{place:06}" if work.doi else f"arXiv:2612.{99999 - place}"
        words = work.title.split()
        spot = max(range(len(words)), key=lambda index: len(words[index]))
        near = " ".join([*words[:spot], chance.choice(["Bayesian", "Tropical", "Hyperbolic"]), *words[spot + 1 :]])
        base = work.year if work.doi else int(work.comment.rsplit(" ", 1)[-1])
        found += [
            Labelled(note(work, chance, identifier=named), "id of another work"),
            Labelled(note(work, chance, identifier=invented), "invented id"),
            Labelled(note(work, chance, year=base - chance.randint(6, 12)), "wrong year"),
            Labelled(note(work, chance, authors=other.authors), "authors of another work"),
            Labelled(note(work, chance, title=near), "near-miss title"),
            Labelled(note(work, chance, authors=(*work.authors, "Bartholomew Quigglesworth")), "padded authors"),
        ]
        if work.short_container in _LONG:
            alike = [name for name in _LONG if (name in _JOURNALS) == (work.short_container in _JOURNALS)]
            wrong = chance.choice([name for name in alike if name != work.short_container])
            found.append(Labelled(note(work, chance, venue=wrong), "wrong venue"))
        if work.volume:
            found.append(Labelled(note(work, chance, numbers="Т. 903, № 9. — С. 7–9. — "), "wrong numbers"))
    return found
