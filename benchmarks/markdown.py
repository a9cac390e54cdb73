"""Drafts of pure Markdown before and after tidy: ``python -m benchmarks.markdown [--drafts N] [--seed S] [--first N]``.

CommonMark's tree of the draft and the tree that a real MediaWiki 1.39 renders after all edits must be one; no word and no address
may be lost, nothing may crash, and a second run must offer nothing. Needs Debian's mediawiki and PHP. Ends with 1 when any
draft fails; prints the first of each kind.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from tests.oracle.markdown import draft
from tests.oracle.markdown_kept import broken_promises
from tests.oracle.wiki import running_oracle

#: So many drafts that fail in one way are shown.
_SHOWN = 1


def main() -> int:
    """Run and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drafts", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    parser.add_argument("--first", type=int, default=0, help="number of the first draft, to see one again")
    parser.add_argument("--seconds", type=int, default=3600, help="stop after so long")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    failed: Counter[str] = Counter()
    began, read = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder, running_oracle(Path(folder)) as oracle:
        for number in range(asked.first, asked.first + asked.drafts):
            text = draft(Random(f"{asked.seed}/{number}"))  # noqa: S311 - chance, no secret
            try:
                found = broken_promises(text, oracle)
            except Exception:  # noqa: BLE001 - a crash is what is looked for
                found = {"crash": traceback.format_exc()}
            read += 1
            for kind, shown in found.items():
                failed[kind] += 1
                if failed[kind] <= _SHOWN:
                    print(f"--- {number}: {kind}\n{text}\n{shown}", flush=True)
            if time.monotonic() - began > asked.seconds:
                break
    print(f"{read} drafts in {time.monotonic() - began:.0f} s, failed: {dict(failed) or 0}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
