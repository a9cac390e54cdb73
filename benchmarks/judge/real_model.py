"""A real model behind an OpenAI-compatible address: what it says of claims alone, and what the pipeline makes of its word.

    python benchmarks/judge/real_model.py http://127.0.0.1:8080/v1 MODEL --log FILE [--claims 42] [--shown 4500] [--timeout 300]

The claims are WiCE's development claims and citation-checker-script's rows (``../shared/recorded``; no part is ours), by a hash
of each, as many fully supported as partly and not supported, whose source is shown in at most ``--shown`` characters: a
small model on a processor reads some fifty tokens a second. Each claim is asked twice on the same text: for a bare yes or
no, and by the program's own judge with its control, quotes and second question. ``--log`` keeps a line a claim, so that a run
that was stopped goes on; it holds answers about texts of others and is for no commit. With ``--print`` nobody is asked and
the log is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import itertools
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from checks import RECORDED, _of_sentences, _percent  # type: ignore[import-not-found]  # a script finds its neighbour by the folder

from bot.config import JudgeSettings
from bot.entities import unescape
from bot.jobs.session import SystemClock
from bot.judge.answer_form import ModelAnswer, PartSupport, Said, parse
from bot.judge.client import Endpoint, Failure, ModelReply
from bot.judge.control import control_for
from bot.judge.encoder import bundled
from bot.judge.model import ModelJudge
from bot.judge.panel import Seat
from bot.judge.passages import CANDIDATES, PASSAGES, SourceIndex
from bot.judge.prompt import Prompt, build
from bot.judge.quote import locate
from bot.model.citation import Claim
from bot.model.source import SourceText
from bot.model.verdict import Supported, Unjudged, verdict_of
from bot.model.words import Scope

#: The question of the bare yes and no; its source is written as the program's own question writes it.
BARE = "{source}\n\nClaim: {claim}\n\nDoes the source fully support the claim? Answer with one word, yes or no."
_LABELS = {"Supported": "supported", "Partially supported": "partial", "Not supported": "not_in_source"}
_WICE = {"supported": "supported", "partially_supported": "partial", "not_supported": "not_in_source"}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A claim of others with what is true of it."""

    id: str
    label: str
    claim: Claim
    title: str
    source: SourceText


def wice(folder: Path) -> Iterator[Labelled]:
    """WiCE's development claims."""
    for line in (folder / "wice" / "dev.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        meta, text = row["meta"], row["claim"]
        claim = Claim(text, 0, len(text), ("c",), text, meta["claim_context"][-300:], meta["claim_section"])
        yield Labelled(meta["id"], _WICE[row["label"]], claim, meta["claim_title"], _of_sentences(row["evidence"]))


def ccs(folder: Path) -> Iterator[Labelled]:
    """citation-checker-script's rows that have a text and a label."""
    for line in (folder / "ccs" / "rows_odd.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        text, words = unescape(row["claim_text"]), unescape(row["source_text"])
        label = _LABELS.get(row["ground_truth"])
        if label and words.strip():
            claim = Claim(text, 0, len(text), ("c",), text, unescape(row["claim_container"])[:300])
            source = SourceText(row["source_url"], words, Scope.page, ())
            yield Labelled(f"ccs {row['id']}", label, claim, row["article_title"], source)


def chosen(folder: Path, claims: int, shown: int) -> Iterator[tuple[Labelled, str]]:
    """The claims with the source as a question shows it: in turn of each set and label, by a hash of the claim."""
    groups: dict[tuple[int, str], list[Labelled]] = {}
    for number, rows in enumerate((wice(folder), ccs(folder))):
        for row in rows:
            groups.setdefault((number, row.label), []).append(row)
    for rows_of_one in groups.values():
        rows_of_one.sort(key=lambda row: hashlib.sha256(row.id.encode()).digest())
    turns = itertools.chain.from_iterable(itertools.zip_longest(*(groups[name] for name in sorted(groups))))
    fit = ((row, text) for row in turns if row is not None for text in [_shown(row)] if len(text) <= shown)
    return itertools.islice(fit, claims)


def _shown(row: Labelled) -> str:
    index = SourceIndex.build(row.source, bundled())
    near = index.near(row.claim, CANDIDATES)[:PASSAGES]
    control = control_for(row.claim.text, [(row.source.sha256, row.source.text)], "")
    return build(row.claim, control, index, near, row.title).user.partition("\n\n<context-")[0]


class _Kept:
    """Answers of one claim; nothing between claims."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], str] = {}

    def get(self, kind: str, key: str) -> str | None:
        return self._kept.get((kind, key))

    def put(self, kind: str, key: str, value: str, *, days: float | None) -> None:  # noqa: ARG002  a Cache's signature
        self._kept[kind, key] = value


class _Heard(Endpoint):
    """The endpoint, remembering what came back."""

    replies: list[str | None]

    async def ask(self, prompt: Prompt, seat: Seat) -> ModelReply | Failure:
        reply = await super().ask(prompt, seat)
        self.replies.append(reply.content if isinstance(reply, ModelReply) else None)
        return reply


async def ask(row: Labelled, shown: str, settings: JudgeSettings) -> dict[str, Any]:
    """Both questions about one claim, as a line of the log."""
    began = time.monotonic()
    async with httpx.AsyncClient(trust_env=False, timeout=settings.timeout) as client:
        body = {
            "model": settings.model,
            "messages": [{"role": "user", "content": BARE.format(source=shown, claim=row.claim.text)}],
            "temperature": 0,
            "max_tokens": 4,
        }
        answer = await client.post(f"{settings.base_url}/chat/completions", json=body)
        bare = answer.json()["choices"][0]["message"]["content"]
        bare_took = time.monotonic() - began
        endpoint = _Heard(settings, key=None, http_client=client, clock=SystemClock())
        endpoint.replies = []
        judge = ModelJudge(settings, endpoint, bundled(), _Kept(), repeatable=True)
        support = await judge.judge(row.claim, row.source, title=row.title)
    control = control_for(row.claim.text, [(row.source.sha256, row.source.text)], "")
    return {
        "id": row.id,
        "label": row.label,
        "bare": bare,
        "verdict": verdict_of(support).value,
        "reason": support.reason.value if isinstance(support, Unjudged) else "",
        "supported": isinstance(support, Supported),
        "replies": [_reading(reply, row.source, first=control.first) for reply in endpoint.replies],
        "tokens_in": judge.cost.tokens_in,
        "tokens_out": judge.cost.tokens_out,
        "seconds": [round(bare_took), round(time.monotonic() - began - bare_took)],
    }


def _reading(reply: str | None, source: SourceText, *, first: bool) -> dict[str, Any]:
    """What one reply held: the model's own word on claim and control, its quotes, and how many of them stand in the source."""
    if reply is None:
        return {"form": "none"}
    answers = parse(reply)
    if answers is None:
        return {"form": "outside", "reply": reply}
    control, own = answers if first else answers[::-1]
    quotes = _quotes(own)
    located = sum(locate(source, quote) is not None for quote in quotes)
    return {
        "form": "read",
        "said": own.verdict,
        "control": control.verdict,
        "quotes": len(quotes),
        "located": located,
        "reply": reply,
    }


def _quotes(answer: ModelAnswer) -> list[str]:
    """The quotes that an answer rests on: those of its parts that say the source holds or denies them."""
    wanted = {PartSupport.supported, PartSupport.contradicted}
    return [part.quote for part in answer.parts if part.support in wanted]


def report(lines: list[dict[str, Any]]) -> Iterator[str]:
    """The figures over a log."""
    labels = Counter(line["label"] for line in lines)
    yield f"claims {len(lines)}: " + ", ".join(f"{label} {n}" for label, n in sorted(labels.items()))
    ways: dict[str, Callable[[dict[str, Any]], bool]] = {
        "bare yes": lambda line: line["bare"].strip().casefold().startswith("yes"),
        "the model's own verdict": lambda line: any(one.get("said") == Said.supported for one in line["replies"][:1]),
        "through the pipeline": lambda line: line["supported"],
    }
    for name, says in ways.items():
        right = sum(says(line) for line in lines if line["label"] == "supported")
        wrong = sum(says(line) for line in lines if line["label"] != "supported")
        yield f"{name}: the fully supported called supported {_percent(right, labels['supported'])}"
        yield f"{name}: the others called supported          {_percent(wrong, len(lines) - labels['supported'])}"
    replies = [one for line in lines for one in line["replies"]]
    yield f"requests {len(replies)}: " + ", ".join(
        f"{form} {n}" for form, n in sorted(Counter(r["form"] for r in replies).items())
    )
    read = [one for one in replies if one["form"] == "read"]
    quotes, located = sum(one["quotes"] for one in read), sum(one["located"] for one in read)
    yield f"quotes that the model rests on {quotes}, not in the source {quotes - located}"
    yield f"controls confirmed {sum(one['control'] == Said.supported for one in read)} of {len(read)}"
    yield f"verdicts: {_counted(line['verdict'] + (': ' + line['reason'] if line['reason'] else '') for line in lines)}"
    yield f"bare answers: {_counted(line['bare'].strip().casefold()[:8] for line in lines)}"
    seconds = [sum(line["seconds"]) for line in lines]
    tokens_in, tokens_out = (sum(line[way] for line in lines) for way in ("tokens_in", "tokens_out"))
    yield f"seconds a claim: {sum(seconds) / len(seconds):.0f}; tokens in {tokens_in}, out {tokens_out}"


def _counted(words: Iterable[str]) -> str:
    return ", ".join(f"{word} {n}" for word, n in Counter(words).most_common())


def main() -> None:
    """Ask about what the log lacks, then count it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    parser.add_argument("model")
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--claims", type=int, default=42)
    parser.add_argument("--shown", type=int, default=4500)
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--recorded", type=Path, default=RECORDED)
    parser.add_argument("--print", action="store_true", dest="count", help="ask nobody, count the log")
    args = parser.parse_args()
    lines = [json.loads(line) for line in args.log.read_text("utf-8").splitlines()] if args.log.exists() else []
    if not args.count and not args.recorded.is_dir():
        print("not run: no recorded data")
        return
    if not args.count:
        settings = JudgeSettings(
            kind="openai", base_url=args.base_url, model=args.model, concurrency=1, timeout=args.timeout
        )
        known = {line["id"] for line in lines}
        for row, shown in chosen(args.recorded, args.claims, args.shown):
            if row.id in known:
                continue
            lines.append(asyncio.run(ask(row, shown, settings)))
            with args.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(lines[-1], ensure_ascii=False) + "\n")
    if lines:
        print(*report(lines), sep="\n")


if __name__ == "__main__":
    main()
