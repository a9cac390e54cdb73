"""Tidy generated pages and let a real MediaWiki judge every edit: ``python benchmarks/fuzz_refs.py [--pages N] [--seed S]``.

Every third page is a draft out of a chat: links, formulas, code and tokens. There and among the refs what the wiki lets a reader
click and read is counted before and after.

Needs Debian's mediawiki and PHP. Prints the seed, every violated invariant with the page that shows it, the share of mergeable
copies that were merged, and pages a second. Ends with 1 when anything was violated or less than 95 % was merged.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
import time
import traceback
import unicodedata
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.profiles import profile
from tests.oracle.drafts import Draft
from tests.oracle.invariants import copies, draft_violations, violations
from tests.oracle.pages import page
from tests.oracle.wiki import OPAQUE, running_oracle

WANTED = 0.95


def main() -> int:
    """Run and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    parser.add_argument("--first", type=int, default=0, help="number of the first page, to see one again")
    asked = parser.parse_args()
    print(f"seed {asked.seed}, {asked.pages} pages", flush=True)
    wiki = replace(profile("modern"), opaque_tags=OPAQUE)
    wrong = changed = withheld = before = after = 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, running_oracle(Path(folder)) as oracle:
        for number in range(asked.first, asked.first + asked.pages):
            chance = Random(f"{asked.seed}/{number}")  # noqa: S311 - chance, no secret
            draft = number % 3 == 2
            text = unicodedata.normalize("NFC", Draft(chance).text if draft else page(chance, wild=number % 2 == 0))
            try:
                found, result = (draft_violations if draft else violations)(text, wiki, oracle)
            except Exception:  # noqa: BLE001 - a crash is what is looked for
                found, result = [f"I7: {traceback.format_exc()}"], None
            if result is not None:
                changed += result.changed
                withheld += not result.proof.ok
                before += copies(text, wiki)
                after += copies(result.text, wiki)
            if found:
                wrong += 1
                print(f"page {number}: {text!r}\n  {found}", flush=True)
    share = 1.0 if not before else (before - after) / before
    seconds = time.monotonic() - began
    print(f"violations: {wrong} of {asked.pages} pages; changed {changed}; withheld by the proof {withheld}")
    print(f"merged {before - after} of {before} copies ({share:.1%}); {asked.pages / seconds:.0f} pages/s")
    return int(bool(wrong) or share < WANTED)


if __name__ == "__main__":
    sys.exit(main())
