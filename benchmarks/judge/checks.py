"""What the checks by code do to a model's word: right answers believed, wrong and altered ones refused.

    python benchmarks/judge/checks.py [--recorded DIR] [--half 0|1] [--russian FILE] [--show]

Four figures, each with Wilson's interval, from data that lies beside the checkout (``../shared/recorded``; no part of it is
ours) and from our own set. *Gold quotes*: WiCE's supported claims, each with the sentences that its annotators named, put as a
right model's answer. *Altered figures*: the same with one figure of the claim changed, and the own set's claims with a flipped
one, on the stretch that says otherwise. *Recorded answers*: a real model's, of citation-checker-script, before and after
the checks. Each row falls in a half by a hash of itself: look at one half while mending (``--half 0 --show``), report the other.
``--russian`` is a file of lines «WiCE id, tab, the claim in Russian» for the same quotes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from own_set import rows  # type: ignore[import-not-found]  # a script finds its neighbour by the folder

from bot.entities import unescape
from bot.judge.answer_form import ClaimPart, ModelAnswer, PartSupport, Said
from bot.judge.encoder import bundled
from bot.judge.judgement import PendingSupport, Question, decide
from bot.judge.measure import share
from bot.judge.passages import SourceIndex
from bot.judge.quote import long_enough
from bot.language.numbers import Figure, figures
from bot.model.citation import Claim
from bot.model.source import Block, SourceText
from bot.model.verdict import Evidence, Support, Supported
from bot.model.words import Scope

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT.parent / "shared" / "recorded"
_TITLE = "(meta data) TITLE: "
_SAID = {"Supported": Said.supported, "Partially supported": Said.partial, "Not supported": Said.not_in_source}


@dataclass(frozen=True, slots=True)
class Row:
    """One answer to replay: a claim, the source, the quotes of a model that says ``said``, and whether it is true."""

    id: str
    kind: str
    claim: Claim
    title: str
    source: SourceText
    quotes: tuple[str, ...]
    said: Said
    true: bool

    @property
    def half(self) -> int:
        """0 or 1, by a hash of the row's id; the readings of one claim fall together."""
        return hashlib.sha256(self.id.encode()).digest()[0] % 2


def wice(folder: Path, russian: Path | None) -> Iterator[Row]:
    """Supported claims with the annotators' sentences: as they are, with a figure altered, in Russian where there is a line."""
    translated = dict(line.split("\t", 1) for line in russian.read_text("utf-8").splitlines()) if russian else {}
    for line in (folder / "wice" / "dev.jsonl").read_text("utf-8").splitlines():
        found = json.loads(line)
        if found["label"] != "supported":
            continue
        meta, sentences = found["meta"], found["evidence"]
        source = _of_sentences(sentences)
        gold = [sentences[at] for at in found["supporting_sentences"][0]]
        quotes = tuple(one for one in gold if long_enough(one)) or tuple(gold)
        texts = [("gold", found["claim"], True), ("altered", _altered(found["claim"]), False)]
        if meta["id"] in translated:
            text = translated[meta["id"]]
            texts += [("gold, Russian", text, True), ("altered, Russian", _altered(text), False)]
        for kind, text, true in texts:
            if text:
                claim = Claim(text, 0, len(text), ("c",), text, meta["claim_context"][-300:], meta["claim_section"])
                yield Row(meta["id"], kind, claim, meta["claim_title"], source, quotes, Said.supported, true)


def recorded(folder: Path) -> Iterator[Row]:
    """A real model's answers with the label of each claim."""
    for line in (folder / "ccs" / "rows_odd.jsonl").read_text("utf-8").splitlines():
        found = json.loads(line)
        answer = found.get("model")
        if answer is None:
            continue
        text = unescape(found["claim_text"])
        source = SourceText(found["source_url"], unescape(found["source_text"]), Scope.page, ())
        claim = Claim(text, 0, len(text), ("c",), text, unescape(found["claim_container"])[:300])
        said = _SAID.get(answer["predicted_verdict"], Said.unclear)
        true = found["ground_truth"] == "Supported"
        yield Row(found["id"], "recorded", claim, found["article_title"], source, (answer["source_quote"],), said, true)


def own() -> Iterator[Row]:
    """The own set's true claims and those with a flipped figure, on the stretch that says otherwise."""
    sources: dict[str, SourceText] = {}
    everything = list(rows(None))
    stretch = {row.triple: row.evidence for row in everything if row.kind == "true"}
    true = {row.triple: [one.values for one in figures(row.claim)] for row in everything if row.kind == "true"}
    for row in everything:
        flipped = row.kind == "flipped" and [one.values for one in figures(row.claim)] != true.get(row.triple)
        if row.kind != "true" and not flipped:
            continue
        source = sources.setdefault(row.group, _of_blocks(row.source))
        claim = Claim(row.claim, 0, len(row.claim), ("c",), row.claim)
        kind = f"own, {'flipped' if flipped else 'true'}, {row.language}"
        yield Row(row.triple, kind, claim, "", source, tuple(stretch[row.triple]), Said.supported, not flipped)


class Replay:
    """Puts answers through the checks; a source is prepared once."""

    def __init__(self) -> None:
        self._indexes: dict[str, SourceIndex] = {}

    def support(self, row: Row) -> Support | PendingSupport:
        """The verdict that the row's answer amounts to, or the second question that it leads to."""
        key = row.source.sha256
        if key not in self._indexes:
            self._indexes = {key: SourceIndex.build(row.source, bundled())}
        index = self._indexes[key]
        question = Question(row.claim, index, index.near(row.claim, 8), row.title)
        return decide(_answer(row), question, Evidence(row.source.scope, (), "m"))


def _answer(row: Row) -> ModelAnswer:
    if row.said is Said.supported:
        parts = tuple(ClaimPart(row.claim.text, PartSupport.supported, (), quote) for quote in row.quotes)
        return ModelAnswer(parts, row.quotes[0], row.said)
    if row.said is Said.partial:
        first = ClaimPart(row.claim.text, PartSupport.supported, (), row.quotes[0])
        return ModelAnswer((first, ClaimPart("", PartSupport.not_in_source, (), "")), row.quotes[0], row.said)
    word = PartSupport.not_in_source if row.said is Said.not_in_source else PartSupport.unclear
    return ModelAnswer((ClaimPart(row.claim.text, word, (), ""),), "", row.said)


def _altered(claim: str) -> str:
    """The claim with one of its figures changed by a hash of it; "" where it has none.

    Years move by 2 to 6, other figures by a fifth to a half.
    """
    found = [one for one in figures(claim) if one.high is None and re.match(r"\d", one.text)]
    if not found:
        return ""
    draw = hashlib.sha256(claim.encode()).digest()
    one = found[draw[0] % len(found)]
    written = re.match(r"\d+", one.text)
    if written is None:
        return ""
    value = int(written[0])
    moved = value + 2 + draw[1] % 5 if _is_year(one) else value + max(1, value * (20 + draw[1] % 30) // 100)
    return claim[: one.start] + str(moved) + claim[one.start + written.end() :]


def _is_year(one: Figure) -> bool:
    return any(1500 <= value <= 2100 for value in one.values)


def _of_sentences(sentences: list[str]) -> SourceText:
    title = next((one.removeprefix(_TITLE) for one in sentences if one.startswith(_TITLE)), None)
    return SourceText("", "\n".join(sentences), Scope.page, (), title=title)


def _of_blocks(text: str) -> SourceText:
    blocks, start = [], 0
    for part in text.split("\n\n"):
        blocks.append(Block(start, start + len(part)))
        start += len(part) + 2
    return SourceText("", text, Scope.full_text, tuple(blocks))


def report(judged: list[tuple[Row, Support | PendingSupport]]) -> Iterator[str]:
    """The figures, a line each. A right answer is believed where a second question is asked too: a right model says yes again.

    An altered claim of which the judge is asked again is counted apart: that depends on the second answer.
    """
    for kind in dict.fromkeys(row.kind for row, _ in judged if row.kind != "recorded"):
        group = [(row, support) for row, support in judged if row.kind == kind]
        true = group[0][0].true
        asked = sum(isinstance(support, PendingSupport) for _, support in group)
        believed = sum(isinstance(support, Supported) for _, support in group)
        wanted = believed + asked if true else len(group) - believed - asked
        reasons = Counter(support.reason for _, support in group if not isinstance(support, Supported | PendingSupport))
        told = ", ".join(f"{reason} {n}" for reason, n in reasons.most_common()) if true else ""
        yield f"{kind:24} {'believed' if true else 'refused':9} {_percent(wanted, len(group))}  asked {asked:3}  {told}"
    answers = [(row, support) for row, support in judged if row.kind == "recorded"]
    if answers:
        yield from _recorded("model alone", [(row, row.said is Said.supported) for row, _ in answers])
        yield from _recorded(
            "through the checks", [(row, isinstance(one, Supported | PendingSupport)) for row, one in answers]
        )
        asked = sum(isinstance(one, PendingSupport) for _, one in answers)
        yield f"recorded, asked a second question (counted as answered with yes): {asked}"


def _recorded(name: str, answers: list[tuple[Row, bool]]) -> Iterator[str]:
    right = sum(yes and row.true for row, yes in answers)
    yield f"recorded, {name}: precision {_percent(right, sum(yes for _, yes in answers))}"
    yield f"recorded, {name}: recall    {_percent(right, sum(row.true for row, _ in answers))}"


def _percent(hits: int, n: int) -> str:
    rate = share(hits, n)
    return f"{hits:3}/{n:3} = {rate.value:.3f} ({rate.low:.3f} to {rate.high:.3f})"


def _shown(judged: Iterable[tuple[Row, Support | PendingSupport]]) -> Iterator[str]:
    for row, support in judged:
        if row.said is Said.supported and isinstance(support, Supported | PendingSupport) is not row.true:
            quotes = "\n   Q: ".join(row.quotes)
            why = "asked" if isinstance(support, PendingSupport) else support.reason
            yield f"--- {row.kind} {row.id}: {why}\n   C: {row.claim.text}\n   Q: {quotes}"


def main() -> None:
    """Read, replay, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recorded", type=Path, default=RECORDED)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--russian", type=Path)
    parser.add_argument("--show", action="store_true", help="print what was decided wrongly")
    args = parser.parse_args()
    found = [*own()]
    if args.recorded.is_dir():
        found += [*wice(args.recorded, args.russian), *recorded(args.recorded)]
    else:
        print("not run: no recorded data; the own set alone")
    replay = Replay()
    judged = [(row, replay.support(row)) for row in found if args.half in {None, row.half}]
    if args.show:
        print(*_shown(judged), sep="\n")
    for half in (None, 0, 1) if args.half is None else (args.half,):
        print("both halves" if half is None else f"half {half}")
        print(*report([one for one in judged if half in {None, one[0].half}]), sep="\n")


if __name__ == "__main__":
    main()
