"""Our own labelled set: reads the hand-written files and writes JSON lines for ``mlwiki bench judge``.

Run ``python benchmarks/judge/own_set.py OUT.jsonl [ROOT]``; ROOT is where the Debian packages of the documentation are unpacked
("/" when they are installed); without them only the sources written for this project are used.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent / "own"
#: For every source one on a near subject, whose true claims it does not say.
SIBLING = {
    "01-formats": "02-parallel", "02-parallel": "01-formats", "03-tokens": "06-speech", "04-boosting": "22-trees",
    "05-clusters": "11-defects", "06-speech": "03-tokens", "07-recommend": "10-search", "08-diffusion": "05-clusters",
    "09-robots": "02-parallel", "10-search": "07-recommend", "11-defects": "08-diffusion", "12-regularisation": "13-screening",
    "13-screening": "12-regularisation", "14-rivers": "15-translation", "15-translation": "14-rivers", "17-mlp": "21-sgd",
    "18-outliers": "24-svm", "19-calibration": "17-mlp", "20-floats": "01-formats", "21-sgd": "17-mlp", "22-trees": "04-boosting",
    "23-imputation": "18-outliers", "24-svm": "21-sgd",
}  # fmt: skip
_CHOICE = re.compile(r"\{([^{}|]+)\|([^{}|]+)\}|\[([^\[\]|]+)\|([^\[\]|]+)\]")


@dataclass(frozen=True, slots=True)
class Row:
    """One claim against one source; ``kind`` is true, flipped, swapped, or what the extra files name.

    ``evidence`` are stretches of the source that decide the claim; ``triple`` joins the three readings of one line.
    """

    claim: str
    source: str
    label: str
    kind: str
    evidence: tuple[str, ...]
    group: str
    triple: str
    language: str


def readings(line: str) -> tuple[str, str | None, str | None]:
    """The true claim, the one with its number or negation flipped, and the one with its entity swapped."""

    def choose(curly: int, square: int) -> str:
        return _CHOICE.sub(lambda found: found[1 + curly] if found[1] is not None else found[3 + square], line)

    return choose(0, 0), choose(1, 0) if "{" in line else None, choose(0, 1) if "[" in line else None


def rows(root: Path | None) -> Iterator[Row]:
    """All rows; those of documentation packages only where ``root`` has the very files that ``packages.json`` names."""
    found: list[Row] = []
    texts: dict[str, str] = {}
    for path in sorted(HERE.glob("*.claims")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        text = _source(path, lines, root)
        if text is None:
            continue
        texts[path.stem] = text
        found += _of_file(path.stem, lines, text)
    yield from found
    for row in found:
        if row.kind == "true" and SIBLING[row.group] in texts:
            sibling = SIBLING[row.group]
            yield Row(row.claim, texts[sibling], "not_in_source", "elsewhere", (), sibling, row.triple, row.language)


def _source(path: Path, lines: list[str], root: Path | None) -> str | None:
    if not lines[0].startswith("@ "):
        return path.with_suffix(".txt").read_text(encoding="utf-8")
    if root is None:
        return None
    file = root / lines[0].split()[3].lstrip("/")
    if not file.exists():
        return None
    data = file.read_bytes()
    known = json.loads((HERE / "packages.json").read_text(encoding="utf-8"))[path.stem]
    return data.decode("utf-8") if hashlib.sha256(data).hexdigest() == known["sha256"] else None


def _of_file(name: str, lines: list[str], text: str) -> Iterator[Row]:
    language = "ru" if sum("а" <= char.lower() <= "я" for char in text[:2000]) > 500 else "en"
    evidence: tuple[str, ...] = ()
    for number, line in enumerate(lines):
        if line.startswith("@ "):
            continue
        if line.startswith("= "):
            evidence = tuple(part.strip() for part in line[2:].split(" || "))
            continue
        triple = f"{name}:{number}"
        if line.startswith("~"):
            kind, label, claim = (part.strip() for part in line[1:].split(":", 2))
            yield Row(claim, text, label, kind, evidence, name, triple, language)
            continue
        for kind, label, reading in zip(
            ("true", "flipped", "swapped"), ("supported", "contradicted", "not_in_source"), readings(line), strict=True
        ):
            if reading is not None:
                yield Row(reading, text, label, kind, evidence, name, triple, language)


def main() -> None:
    """Write the set as JSON lines."""
    out, *rest = sys.argv[1:]
    with Path(out).open("w", encoding="utf-8") as file:
        file.writelines(
            json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows(Path(rest[0]) if rest else None)
        )


if __name__ == "__main__":
    main()
