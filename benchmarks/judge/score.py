"""What the embedded judge's score is worth: any support against none, beside simpler scores of the same run, with intervals.

    python benchmarks/judge/score.py wice [--floors]     349 claims of the English Wikipedia (shared/recorded/wice)
    python benchmarks/judge/score.py ccs [--floors]      94 pairs of citation-checker-script (shared/recorded/ccs)
    python benchmarks/judge/score.py own [--floors] [--root ROOT]    our own set, Russian claims (ROOT as in own_set.py)

Intervals are of a bootstrap over sources. The score is fitted to none of the three; its two bounds of hints were set on all
three. ``own`` also fits the score's parts, its marks and the signs of the nearest sentence on half of the sources and reports
the other half: the set's false claims differ from true ones in one word, which is what marks and signs are for. ``--floors`` ends
with 1 where a figure is below its floor.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from checks import RECORDED, _of_blocks, _of_sentences  # type: ignore[import-not-found]  # a script finds its neighbours by the folder
from fit import logistic  # type: ignore[import-not-found]  # a script finds its neighbours by the folder
from own_set import rows  # type: ignore[import-not-found]  # a script finds its neighbours by the folder

from bot.entities import unescape
from bot.judge.encoder import bundled
from bot.judge.evidence_score import EvidenceScore, evidence_score, marks
from bot.judge.measure import JudgedClaim, Rate, area, share
from bot.judge.passages import SourceIndex, query_of
from bot.judge.signs import all_signs
from bot.model.citation import Claim
from bot.model.source import SourceText
from bot.model.verdict import Mark
from bot.model.words import Hint, MarkKind, Scope, SupportVerdict

_LABELS = {
    "supported": SupportVerdict.supported,
    "partially supported": SupportVerdict.partial,
    "not supported": SupportVerdict.not_in_source,
}
#: The embedded judge ranks so many passages.
_CANDIDATES = 8
#: The lowest figure of any support against none that is let through, by set; the own set's is of the fitted halves.
FLOORS = {"wice": 0.80, "ccs": 0.70, "own": 0.78}
#: The most fully supported claims that may be told *no evidence found*.
_MOST_UNFOUND = 0.12


@dataclass(frozen=True, slots=True)
class Scored:
    """A labelled claim with our score, its marks and the scores of its peers; ``source`` groups for the bootstrap."""

    label: SupportVerdict
    source: str
    ours: EvidenceScore
    marks: tuple[Mark, ...]
    signs: tuple[float, ...]
    peers: dict[str, float]

    def features(self) -> list[float]:
        """The score's parts, how many marks of each kind, the signs of the sentence nearest in meaning."""
        kinds = [float(sum(mark.kind is kind for mark in self.marks)) for kind in MarkKind]
        return [self.ours.meaning, self.ours.covered, *kinds, *self.signs]


Labelled = tuple[Claim, SourceText, SupportVerdict, str]


def wice(root: Path | None) -> Iterator[Labelled]:  # noqa: ARG001  all sets are read alike
    """WiCE's development claims on their whole pages."""
    for line in (RECORDED / "wice" / "dev.jsonl").read_text("utf-8").splitlines():
        found = json.loads(line)
        meta, text = found["meta"], found["claim"]
        claim = Claim(text, 0, len(text), ("c",), text, meta["claim_context"][-300:], meta["claim_section"])
        source = _of_sentences(found["evidence"])
        yield claim, source, _LABELS[found["label"].replace("_", " ")], source.sha256


def ccs(root: Path | None) -> Iterator[Labelled]:  # noqa: ARG001  all sets are read alike
    """The rows of citation-checker-script that have a text and a label."""
    for line in (RECORDED / "ccs" / "rows_odd.jsonl").read_text("utf-8").splitlines():
        found = json.loads(line)
        label, text = _LABELS.get(found["ground_truth"].lower()), unescape(found["claim_text"])
        source = SourceText(found["source_url"], unescape(found["source_text"]), Scope.page, ())
        if label is not None and source.text.strip():
            claim = Claim(text, 0, len(text), ("c",), text, unescape(found["claim_container"])[:300])
            yield claim, source, label, source.sha256


def own(root: Path | None) -> Iterator[Labelled]:
    """Our own triples: true claims, those with one word changed, and true ones on another source."""
    sources: dict[str, SourceText] = {}
    for row in rows(root):
        if row.kind in {"true", "flipped", "swapped", "elsewhere"}:
            source = sources.setdefault(row.group, _of_blocks(row.source))
            yield Claim(row.claim, 0, len(row.claim), ("c",), row.claim), source, SupportVerdict(row.label), row.group


SETS = {"wice": wice, "ccs": ccs, "own": own}


def scored(labelled: Iterator[Labelled]) -> Iterator[Scored]:
    """Each claim by our score and by its peers, on the whole text of its source."""
    indexes: dict[str, SourceIndex] = {}
    for claim, source, label, group in labelled:
        index = indexes.get(source.sha256) or SourceIndex.build(source, bundled())
        indexes = {**indexes, source.sha256: index} if len(indexes) < 30 else {source.sha256: index}
        near = index.near(claim, _CANDIDATES)
        if index.sentence_vectors is None or not near:
            continue
        cosine = float((index.sentence_vectors @ index.vectors([query_of(claim)])[0]).max())
        words = replace(index, weights=(1.0, 0.0, 0.0)).near(claim, 1)[0].words
        ours = evidence_score(claim, index, near)
        peers = {"maximum cosine": cosine, "BM25": words, "covered alone": ours.covered}
        nearest = max(all_signs(claim, index, near), key=lambda one: one.meaning)
        yield Scored(label, group, ours, marks(claim, index, near), nearest.values(), peers)


def _rate(all_scored: Sequence[Scored], score: Callable[[Scored], float], *, full: bool = False) -> Rate:
    """The area under the curve with its interval; ``full``: supported against everything else."""
    outcomes = []
    for one in all_scored:
        label = SupportVerdict.not_in_source if full and one.label is SupportVerdict.partial else one.label
        outcomes.append(JudgedClaim(label, SupportVerdict.unjudged, one.source, score(one)))
    found = area(outcomes)
    if found is None:
        raise SystemExit("both kinds of claims are needed")
    return found


def _peer(name: str) -> Callable[[Scored], float]:
    return lambda one: one.peers[name]


def _simple_sum(all_scored: Sequence[Scored]) -> Callable[[Scored], float]:
    """Maximum cosine plus BM25, each less its mean over its deviation in this set: a peer without any label looked at."""
    scales = []
    for name in ("maximum cosine", "BM25"):
        values = np.array([one.peers[name] for one in all_scored])
        scales.append((name, float(values.mean()), float(values.std()) or 1.0))
    return lambda one: sum((one.peers[name] - mean) / deviation for name, mean, deviation in scales)


def _shown(rate: Rate) -> str:
    return f"{rate.value:.3f} [{rate.low:.3f}, {rate.high:.3f}]"


def by_half(all_scored: Sequence[Scored]) -> Iterator[tuple[str, Rate]]:
    """Parts, marks and signs weighed on half of the sources, reported on the other; then the other way round."""
    groups = sorted({one.source for one in all_scored})
    for name, part in (("first", 0), ("second", 1)):
        fitted = [one for one in all_scored if one.source in groups[1 - part :: 2]]
        rest = [one for one in all_scored if one.source in groups[part::2]]
        truth = np.array([float(one.label is SupportVerdict.supported) for one in fitted])
        weights = logistic(np.array([one.features() for one in fitted]), truth)

        def weighed(one: Scored, weights: np.ndarray = weights) -> float:
            return float(np.array(one.features()) @ weights[:-1])

        yield f"parts, marks, signs fitted on the other half, {name} half", _rate(rest, weighed)


def main() -> None:
    """Read, score, print; hold the floors where that is asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=sorted(SETS))
    parser.add_argument("--root", type=Path)
    parser.add_argument("--floors", action="store_true")
    args = parser.parse_args()
    if args.set != "own" and not RECORDED.is_dir():
        print("not run: no recorded data")
        return
    found = list(scored(SETS[args.set](args.root)))
    good = [one for one in found if one.label is SupportVerdict.supported]
    figures = {"our score": _rate(found, lambda one: one.ours.value)}
    for name in found[0].peers:
        figures[name] = _rate(found, _peer(name))
    figures["maximum cosine + BM25, z-scored in this set"] = _rate(found, _simple_sum(found))
    halves = list(by_half(found)) if args.set == "own" else []
    print(
        f"{args.set}: {len(found)} claims, {len({one.source for one in found})} sources; AUROC, any support against none"
    )
    for name, rate in (*figures.items(), *halves):
        print(f"  {name:55} {_shown(rate)}")
    print(
        f"  {'our score, fully supported against the rest':55} {_shown(_rate(found, lambda one: one.ours.value, full=True))}"
    )
    unfound = share(sum(one.ours.hint is Hint.no_evidence_found for one in good), len(good))
    print(f"  {'*no evidence found* of the fully supported':55} {_shown(unfound)}")
    bad = [one for one in found if one.label not in {SupportVerdict.supported, SupportVerdict.partial}]
    caught = share(sum(one.ours.hint is Hint.no_evidence_found for one in bad), len(bad))
    print(f"  {'*no evidence found* of those without support':55} {_shown(caught)}")
    candidates = share(sum(one.ours.hint is Hint.evidence_candidate for one in good), len(good))
    print(f"  {'*evidence candidate* of the fully supported':55} {_shown(candidates)}")
    held = [rate.value for _, rate in halves] or [figures["our score"].value]
    if args.floors and (min(held) < FLOORS[args.set] or unfound.value > _MOST_UNFOUND):
        raise SystemExit(f"{args.set}: below its floor ({FLOORS[args.set]}, at most {_MOST_UNFOUND} unfound)")


if __name__ == "__main__":
    main()
