"""Time and memory grow with the page, on any page."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from benchmarks.corpus import hostile, page
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.citations import citations
from bot.wikitext.lexer import lex
from bot.wikitext.tidy import tidy_page

#: Small enough for a loaded machine, big enough for a square to show: at 400 kB a quadratic step takes minutes.
SIZE = 400_000
TEXTS = hostile(SIZE)


@pytest.mark.parametrize("kind", sorted(TEXTS))
@pytest.mark.parametrize("wiki", ["modern", "mlru"])
def test_hostile_pages_take_little_processor_time(kind: str, wiki: str) -> None:
    """A fifth of the 2 MB that must take a second takes less than a second even here."""
    began = time.process_time()
    result = tidy_page(Page("p", "P", TEXTS[kind]), profile(wiki))
    assert time.process_time() - began < 1.5
    assert result.proof.ok


@pytest.mark.parametrize("kind", ["openings", "unclosed", "short refs", "pairs", "comments"])
def test_hostile_pages_have_citations_in_little_time(kind: str) -> None:
    """Reading what a page cites is no slower."""
    began = time.process_time()
    citations(Page("p", "P", TEXTS[kind][:200_000]), profile("modern"))
    assert time.process_time() - began < 3


def test_lexing_grows_with_the_page_and_no_faster() -> None:
    """Sixteen times the text takes about sixteen times the time."""
    took = []
    for size in (100_000, 1_600_000):
        text = page(5, size, templates=True)
        runs = []
        for _ in range(3):
            began = time.process_time()
            lex(text, profile("modern"))
            runs.append(time.process_time() - began)
        took.append(min(runs))
    assert took[1] < took[0] * 40


def test_memory_stays_near_the_page() -> None:
    """Peak traced memory on a template-dense page is under ten times its size, on a hostile one under sixty."""
    for text, most in ((page(5, 200_000, templates=True), 11), (TEXTS["short refs"], 60), (TEXTS["code"], 60)):
        tracemalloc.start()
        tidy_page(Page("p", "P", text), profile("modern"))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < most * len(text.encode())
