"""Speed of lexing and of the whole of tidy beside mwparserfromhell's parse of the same pages: ``python benchmarks/tidy.py``."""

from __future__ import annotations

import argparse
import gc
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from bot.wikitext.text import Wikitext

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import mwparserfromhell

from benchmarks.corpus import corpus, hostile, page
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.lexer import lex
from bot.wikitext.tidying import tidy_page

WIKI = profile("modern")


def tidied(text: str) -> object:
    """The whole of tidy: residue, repairs, dedupe, proof."""
    return tidy_page(Wikitext(Page("p", "P", text), WIKI))


def seconds(work: Callable[[str], object], pages: list[str], *, times: int = 3) -> float:
    """The best of some runs over all pages, in processor time: what else the machine does is not counted."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        began = time.process_time()
        for text in pages:
            work(text)
        best = min(best, time.process_time() - began)
    return best


def peak(work: Callable[[str], object], text: str) -> float:
    """Peak traced memory while working, as a multiple of the text's own size in UTF-8."""
    gc.collect()
    tracemalloc.start()
    work(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / len(text.encode())


def compare(name: str, pages: list[str]) -> tuple[float, float]:
    """Print and return how many times faster than the parser lexing and tidying are."""
    size = sum(len(text.encode()) for text in pages) / 1e6
    parse = seconds(mwparserfromhell.parse, pages, times=1)
    own_lex, own_tidy = seconds(lambda text: lex(text, WIKI), pages), seconds(tidied, pages)
    memory = max(peak(tidied, text) for text in pages[-3:])
    print(
        f"{name}: {size:.1f} MB; mwparserfromhell {size / parse:.2f} MB/s; lex {size / own_lex:.1f} MB/s ({parse / own_lex:.0f}x)"
    )
    print(
        f"  tidy {size / own_tidy:.2f} MB/s, {len(pages) / own_tidy:.0f} pages/s ({parse / own_tidy:.1f}x); memory {memory:.1f}x"
    )
    return parse / own_lex, parse / own_tidy


def growth() -> None:
    """Time by size: linear when the last column stays level."""
    for size in (50_000, 200_000, 800_000, 3_200_000):
        text = page(7, size, templates=True)
        took = seconds(tidied, [text], times=1)
        print(f"  {size / 1e6:.2f} MB: {took:.3f} s, {took / size * 1e6:.3f} s/MB")


def worst(size: int) -> bool:
    """Texts made to be slow: under a second and 60 times their size in memory."""
    good = True
    for name, text in hostile(size).items():
        took = seconds(tidied, [text], times=1)
        memory = peak(tidied, text[: len(text) // 4])
        held = took < 1.0 and memory < 60
        good = good and held
        mark = "" if held else "   <-- over"
        print(f"  {name:18} {len(text.encode()) / 1e6:.1f} MB: {took:.2f} s, memory {memory:.0f}x{mark}", flush=True)
    return good


def main() -> int:
    """Measure and say whether the marks are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hostile", type=int, default=2_000_000, help="size of the hostile texts")
    asked = parser.parse_args()
    lexing, tidying = compare("template-dense", corpus(templates=True))
    compare("prose", corpus(templates=False))
    growth()
    good = worst(asked.hostile)
    return int(not (lexing >= 50 and tidying >= 10 and good))


if __name__ == "__main__":
    sys.exit(main())
