"""citation-checker-script's rows as ``mlwiki bench judge`` reads them: labelled claims, and a real model's answers to them.

Run ``python benchmarks/judge/recorded_set.py CLAIMS.jsonl ANSWERS.jsonl``, then ``mlwiki bench judge CLAIMS.jsonl --answers
ANSWERS.jsonl``. The rows lie beside the checkout (``../shared/recorded/ccs``); the two files hold texts of others, for no commit.
Where the model wrote several stretches of the source with «...» between them, each is a quote.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from checks import RECORDED  # type: ignore[import-not-found]  # a script finds its neighbour by the folder

from bot.entities import unescape

_LABELS = {"Supported": "supported", "Partially supported": "partial", "Not supported": "not_in_source"}
_BETWEEN = re.compile(r"\s+(?:\.\.\.|…)\s+")


def main() -> None:
    """Write both files, a line a row that has a text, a label and an answer."""
    rows = RECORDED / "ccs" / "rows_odd.jsonl"
    if not rows.exists():
        print("not run: no recorded data")
        return
    with (
        Path(sys.argv[1]).open("w", encoding="utf-8") as claims,
        Path(sys.argv[2]).open("w", encoding="utf-8") as answers,
    ):
        for line in rows.read_text("utf-8").splitlines():
            row = json.loads(line)
            label, said, text = _LABELS.get(row["ground_truth"]), row.get("model"), unescape(row["source_text"])
            if label is None or said is None or not text.strip():
                continue
            claim = {"claim": unescape(row["claim_text"]), "source": text, "label": label, "scope": "page"}
            claims.write(json.dumps({**claim, "group": row["article_title"]}, ensure_ascii=False) + "\n")
            verdict, quote = _LABELS.get(said["predicted_verdict"], "unclear"), said.get("source_quote") or ""
            quotes = [piece for piece in _BETWEEN.split(unescape(quote)) if piece.strip()]
            answer = {"claim": claim["claim"], "model": said["model"], "verdict": verdict, "quotes": quotes}
            answers.write(json.dumps(answer, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
