"""How well references are read: ``tests/cases/references``, one file a form, fields written by hand.

``python -m tests.wikitext.references`` prints shares by half and by form; ``--mending`` prints the misreadings of the half that
may be looked at while the reader is mended. The other half (the note's hash is odd) is only counted.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.model.citation import Cited
from bot.model.words import IdKind
from bot.wikitext.cited_works import read_citation

FOLDER = Path(__file__).resolve().parents[1] / "cases" / "references"
FIELDS = ("title", "authors", "year", "ids")
_EXPECTED = re.compile(rf"^({'|'.join(FIELDS)}): (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Reference:
    """A note with what a person read in it; «-» says that there is none, a missing field that nobody judged it."""

    form: str
    name: str
    note: str
    fields: dict[str, str]

    @property
    def kept(self) -> bool:
        """Whether it belongs to the half that is not looked at."""
        return hashlib.sha256(self.note.encode()).digest()[0] % 2 == 1


def references() -> Iterator[Reference]:
    """Every block of every file."""
    for path in sorted(FOLDER.glob("*.txt")):
        for block in re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            name, _, rest = block.partition("\n")
            start = _EXPECTED.search(rest)
            assert start is not None, f"{path.stem}: {name} says nothing of the note"
            yield Reference(path.stem, name, rest[: start.start()].strip(), dict(_EXPECTED.findall(rest)))


def folded(text: str) -> str:
    """Letters and digits without case and marks: a title is right when its words are."""
    composed = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.findall(r"[^\W_]+", composed))


def said(cited: Cited, field: str) -> str:
    """A field of what was read, as the files write it."""
    if field == "authors":
        return " | ".join(cited.authors) or "-"
    if field == "ids":
        known = [item for item in cited.identifiers if item.kind is not IdKind.url]
        return ", ".join(f"{item.kind}:{item.value}" for item in known) or "-"
    value = getattr(cited, field)
    return "-" if value is None else str(value)


def right(expected: str, read: str) -> bool:
    """Whether a field was read; authors one by one."""
    return [folded(part) for part in expected.split(" | ")] == [folded(part) for part in read.split(" | ")]


@dataclass(slots=True)
class Count:
    """Fields right and judged, and what was read wrong."""

    good: Counter[str]
    all: Counter[str]
    wrong: list[tuple[Reference, str, str]]

    def share(self, field: str) -> float:
        """Right ones of the judged, 0 to 1."""
        return self.good[field] / max(1, self.all[field])


def count(listed: list[Reference]) -> Count:
    """Read them all."""
    found = Count(Counter(), Counter(), [])
    for one in listed:
        cited = read_citation(one.note)
        for field, expected in one.fields.items():
            read = said(cited, field)
            found.all[field] += 1
            found.good[field] += right(expected, read)
            if not right(expected, read):
                found.wrong.append((one, field, read))
    return found


def _line(name: str, counted: Count) -> str:
    shares = "  ".join(f"{field} {counted.good[field]}/{counted.all[field]}" for field in FIELDS)
    return f"{name:28} {shares}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mending", action="store_true", help="print misreadings of the half that may be looked at")
    options = parser.parse_args()
    every = list(references())
    print(_line("mended on", count([one for one in every if not one.kept])))
    print(_line("kept", count([one for one in every if one.kept])))
    for form in sorted({one.form for one in every}):
        print(_line(f"  {form}", count([one for one in every if one.form == form])))
    if options.mending:
        for one, field, read in count([one for one in every if not one.kept]).wrong:
            print(f"\n{one.form}: {one.name}\n  {one.note}\n  {field}: {one.fields[field]}\n  read:  {read}")


if __name__ == "__main__":
    main()
