"""Every form of a reference in ``tests/cases/notes`` is read as the file says; an editor adds one by writing a block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.model.citation import Cited
from bot.model.words import IdKind
from bot.wikitext.cited_works import read_citation

FOLDER = Path(__file__).resolve().parents[1] / "cases" / "notes"
KEYS = ("title", "authors", "year", "venue", "volume", "issue", "pages", "pointers", "ids", "urls", "works")
_EXPECTED = re.compile(rf"^({'|'.join(KEYS)}): (.*)$", re.MULTILINE)


def cases() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Name, note, and what is expected of it: the lines «key: value» below the note; «-» stands for nothing."""
    for path in sorted(FOLDER.glob("*.txt")):
        for block in re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            name, _, rest = block.partition("\n")
            first = _EXPECTED.search(rest)
            assert first is not None, name
            yield f"{path.stem}: {name}", rest[: first.start()].strip(), dict(_EXPECTED.findall(rest))


CASES = list(cases())


def said(cited: Cited, key: str) -> str:
    """A part of what was read, as the files write it."""
    kinds = [(str(item.kind), item.value) for item in cited.identifiers]
    found = {
        "authors": " | ".join(cited.authors),
        "pointers": " | ".join(cited.pointers),
        "ids": ", ".join(f"{kind}:{value}" for kind, value in kinds if kind != IdKind.url),
        "works": " | ".join(work.title or "-" for work in cited.works),
        "urls": ", ".join(value for kind, value in kinds if kind == IdKind.url),
    }
    if key in found:
        return found[key] or "-"
    value = getattr(cited, key)
    return "-" if value is None else str(value)


@pytest.mark.parametrize(("name", "note", "expected"), CASES, ids=[name for name, _, _ in CASES])
def test_a_note_is_read(name: str, note: str, expected: dict[str, str]) -> None:  # noqa: ARG001 (the name of the case)
    """All that the case names, and of identifiers nothing more."""
    cited = read_citation(note)
    assert {key: said(cited, key) for key in expected} == expected


def test_there_are_cases_of_every_kind() -> None:
    """Each with a name of its own, and each key is asked for somewhere."""
    assert len({name for name, _, _ in CASES}) == len(CASES) > 60
    assert {key for _, _, expected in CASES for key in expected} == set(KEYS)
