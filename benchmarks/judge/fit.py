"""Fit the score of single sentences, which chooses what a model is shown of a long source, on half of our own set.

The other half is reported.

Run ``python benchmarks/judge/fit.py [ROOT] [--write]`` (ROOT as in own_set.py). Sources are halved, not claims: no claim
about a source of the reported half was seen. ``--write`` stores ``bot/judge/calibration.json``.
"""

from __future__ import annotations

import json
import random
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from own_set import Row, rows  # type: ignore[import-not-found]  # a script finds its neighbour by the folder

from bot.judge.encoder import BundledEncoder
from bot.judge.passages import WEIGHTS, Near, SourceIndex
from bot.judge.signs import all_signs
from bot.judge.typography import fold
from bot.model.citation import Claim
from bot.model.source import Block, SourceText
from bot.model.words import Scope

OUT = Path(__file__).resolve().parents[2] / "bot" / "judge" / "calibration.json"
Array = NDArray[np.float64]
#: Weights of words, meaning, and the other language's words: what each list is worth is seen by leaving it out.
WAYS = {
    "all lists": WEIGHTS,
    "without glossary and sound": (0.5, 0.5, 0.0),
    "BM25": (1.0, 0.0, 0.0),
    "BM25, glossary and sound": (0.5, 0.0, 0.1),
}
KINDS = ("flipped", "swapped", "elsewhere")


def index_of(text: str, encoder: BundledEncoder | None) -> SourceIndex:
    """A source of the set, cut at its blank lines."""
    blocks, start = [], 0
    for part in text.split("\n\n"):
        blocks.append(Block(start, start + len(part)))
        start += len(part) + 2
    return SourceIndex.build(SourceText("", text, Scope.full_text, tuple(blocks)), encoder)


def spans(row: Row) -> list[tuple[int, int]]:
    """Where the evidence stands."""
    hay = fold(row.source)
    found = []
    for quote in row.evidence:
        needle = fold(quote).text.strip(" .,")
        at = hay.text.index(needle)
        found.append(hay.span(at, at + len(needle)))
    return found


def auroc(high: list[float], low: list[float]) -> float:
    """The chance that a supported claim scores above one that is not."""
    ordered = sorted(low)
    return sum(bisect_left(ordered, one) + bisect_right(ordered, one) for one in high) / (2 * len(high) * len(low))


def logistic(x: Array, y: Array) -> Array:
    """Newton's method with a small ridge; the last weight is the bias."""
    design = np.hstack([x, np.ones((len(x), 1))])
    weights = np.zeros(design.shape[1])
    ridge = np.r_[np.full(x.shape[1], 1e-3), 0.0]
    for _ in range(60):
        p = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (p - y) / len(y) + ridge * weights
        hessian = (design * (p * (1 - p))[:, None]).T @ design / len(y) + np.diag(ridge + 1e-9)
        weights -= np.linalg.solve(hessian, gradient)
    return weights


def fit(examples: list[tuple[Row, Array]]) -> Array:
    """Weights from the sentence that speaks best for each claim, chosen anew as the weights change."""
    y = np.array([float(row.kind == "true") for row, _ in examples])
    chosen = [int(np.argmax(signs[:, 0] + 0.3 * signs[:, 2])) for _, signs in examples]
    weights = np.zeros(0)
    for _ in range(5):
        weights = logistic(np.array([signs[at] for (_, signs), at in zip(examples, chosen, strict=True)]), y)
        chosen = [int(np.argmax(signs @ weights[:-1])) for _, signs in examples]
    return weights


def scores(examples: list[tuple[Row, Array]], weights: Array) -> dict[str, list[float]]:
    """Scores (0 to 1) by kind."""
    found = defaultdict(list)
    for row, signs in examples:
        found[row.kind].append(float(1 / (1 + np.exp(-(signs @ weights[:-1]).max() - weights[-1]))))
    return found


def found_by(row: Row, index: SourceIndex, claim: Claim, hits: dict[tuple[str, str, int], list[bool]]) -> None:
    """Whether each way of searching shows the evidence among its first passages: ours, ours without some lists, and chance."""
    wanted = spans(row)
    shown = {
        way: [index.passage(one) for one in replace(index, weights=weights).near(claim, 8)]
        for way, weights in WAYS.items()
    }
    shuffled = random.Random(row.claim).sample(range(len(index.windows)), min(8, len(index.windows)))  # noqa: S311
    shown["random"] = [index.passage(Near(index.windows[at], 0.0, 0.0, 0.0)) for at in shuffled]
    for way, passages in shown.items():
        for k in (1, 3, 5, 8):
            hit = all(any(one.start < end and start < one.end for one in passages[:k]) for start, end in wanted)
            hits[row.language, way, k].append(hit)


def report(name: str, found: dict[str, list[float]]) -> None:
    """Print the areas under the curve: all falsehoods, the adversarial ones alone, and each kind by itself."""
    high = found["true"]
    every = [one for kind in KINDS for one in found[kind]]
    edited = [one for kind in KINDS if kind != "elsewhere" for one in found[kind]]
    parts = ", ".join(f"{kind} {auroc(high, found[kind]):.3f}" for kind in KINDS if found[kind])
    print(
        f"{name}: n={len(high)}+{len(every)}, AUROC true against rest {auroc(high, every):.3f}, "
        f"without elsewhere {auroc(high, edited):.3f} ({parts})"
    )


def review(name: str, found: dict[str, list[float]], bound: float) -> None:
    """What flagging everything below ``bound`` is worth: needs-review precision, recall and balanced accuracy."""
    good = found["true"]
    for title, kinds in (("all falsehoods", KINDS), ("elsewhere alone", ("elsewhere",))):
        bad = [one for kind in kinds for one in found[kind]]
        caught, false = sum(one < bound for one in bad), sum(one < bound for one in good)
        recall, alarms = caught / len(bad), false / len(good)
        print(
            f"{name}, flagged below {bound:.3f}, {title}: precision {caught / max(1, caught + false):.3f} of {caught + false}, "
            f"recall {recall:.3f} of {len(bad)}, balanced accuracy {(recall + 1 - alarms) / 2:.3f}"
        )


def main() -> None:
    """Fit, report, and store on request."""
    arguments = [one for one in sys.argv[1:] if not one.startswith("--")]
    encoder = BundledEncoder()
    indexes: dict[str, SourceIndex] = {}
    examples: list[tuple[Row, Array]] = []
    hits: dict[tuple[str, str, int], list[bool]] = defaultdict(list)
    for row in rows(Path(arguments[0]) if arguments else None):
        if row.kind not in {"true", *KINDS}:
            continue
        if row.group not in indexes:
            indexes[row.group] = index_of(row.source, encoder)
        index = indexes[row.group]
        claim = Claim(row.claim, 0, len(row.claim), ())
        near = index.near(claim, 8)
        examples.append((row, np.array([one.values() for one in all_signs(claim, index, near)])))
        if row.kind == "true":
            found_by(row, index, claim, hits)
    for (language, way, k), found in sorted(hits.items()):
        share = sum(found) / len(found)
        print(f"evidence recall@{k}, Russian claims, {language} sources, {way}: {share:.3f} of {len(found)}")
    groups = sorted(indexes)
    halves = [[one for one in examples if one[0].triple.split(":")[0] in set(groups[part::2])] for part in (0, 1)]
    for name, train, test in (("first half", halves[1], halves[0]), ("second half", halves[0], halves[1])):
        of_half = scores(test, fit(train))
        report(f"fitted on the other, {name}", of_half)
        for share in (20, 3):
            # the hints' bounds are taken on the half that the weights were fitted on
            seen = sorted(scores(train, fit(train))["true"])
            review(f"fitted on the other, {name}", of_half, seen[len(seen) // share])
    weights = fit(halves[0])
    print("weights", [round(float(one), 3) for one in weights])
    if "--write" in sys.argv:
        made = {
            "weights": [round(float(one), 4) for one in weights[:-1]],
            "bias": round(float(weights[-1]), 4),
            "made": f"benchmarks/judge/fit.py on {len(halves[0])} claims of our own set with {encoder.name}",
        }
        OUT.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
