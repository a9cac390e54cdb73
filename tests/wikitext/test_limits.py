"""Time and memory grow with the page, on any page."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.corpus import hostile, page
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.lexer import lex
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

#: Small enough for a loaded machine, big enough for a square to show: at 400 kB a quadratic step takes minutes.
SIZE = 400_000
#: How much longer than an article of its size a hostile page may take: a square takes thousands of times as long.
MOST = 60
ROOT = Path(__file__).resolve().parents[2]
TEXTS = hostile(SIZE)


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds of some work."""
    began = time.process_time()
    work()
    return time.process_time() - began


@pytest.mark.parametrize("kind", sorted(TEXTS))
@pytest.mark.parametrize("wiki", ["modern", "mlru"])
def test_hostile_pages_take_no_longer_than_articles_do(kind: str, wiki: str) -> None:
    """A ratio in one run, so that a slow machine does not matter: hostile text against an article full of templates."""
    ordinary = seconds(lambda: tidy_page(Wikitext(Page("p", "P", page(5, SIZE, templates=True)), profile(wiki))))
    assert seconds(lambda: tidy_page(Wikitext(Page("p", "P", TEXTS[kind]), profile(wiki)))) < MOST * ordinary


@pytest.mark.parametrize("kind", sorted(TEXTS))
def test_what_is_offered_on_hostile_pages_is_proven(kind: str) -> None:
    """No proof fails for the page's form."""
    assert tidy_page(Wikitext(Page("p", "P", TEXTS[kind]), profile("mlru"))).proof.ok


@pytest.mark.parametrize("kind", ["openings", "unclosed", "short refs", "pairs", "comments"])
def test_hostile_pages_have_citations_as_fast_as_articles(kind: str) -> None:
    """Reading what a page cites is no slower."""
    article, text = page(5, 200_000, templates=True), TEXTS[kind][:200_000]
    ordinary = seconds(lambda: Wikitext(Page("p", "P", article), profile("modern")).citations)
    assert seconds(lambda: Wikitext(Page("p", "P", text), profile("modern")).citations) < MOST * ordinary


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


#: What a fresh interpreter does: in one that has run a thousand tests, other people's caches and garbage are counted too.
MEASURE = """
import sys, tracemalloc
from benchmarks.corpus import hostile, page
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
tidy_page(Wikitext(Page("p", "P", page(1, 2_000, templates=True)), profile("modern")))
for text in (page(5, 200_000, templates=True), hostile(400_000)["spread names"], hostile(400_000)["closed pairs"]):
    tracemalloc.start()
    tidy_page(Wikitext(Page("p", "P", text), profile("modern")))
    print(tracemalloc.get_traced_memory()[1] / len(text.encode()))
    tracemalloc.stop()
"""


def test_memory_stays_near_the_page() -> None:
    """Peak traced memory on a template-dense page is under twelve times its size, on a hostile one under sixty.

    Two of the twelve are the footnote table of the text as it came, which its value keeps for whoever asks next.
    """
    done = subprocess.run([sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True, cwd=ROOT)
    dense, *hostile_ones = map(float, done.stdout.split())
    assert dense < 12
    assert max(hostile_ones) < 60


def _noted(works: int) -> str:
    return " ".join(f"Метод номер {n} работает быстро.<ref>{_work(n)}</ref>" for n in range(works))


def _listed(works: int) -> str:
    """So many listed works, and twice as many links in one paragraph."""
    links = " ".join(f"Метод [https://site{n}.example.org/p номер {n}] работает быстро." for n in range(2 * works))
    return f"{links}\n\n== Литература ==\n" + "".join(f"# {_work(n)}\n" for n in range(works))


def _work(number: int) -> str:
    return f"''Vapnik{number} V.'' The Nature of Theory {number}. — Springer, 1995. — doi:10.1000/x{number}"


def test_lists_and_links_cost_what_they_hold() -> None:
    """Listed works and twice as many links cost little more than as many notes (about 1.7 times here), and grow with them."""

    def cost(text: str) -> float:
        return min(seconds(lambda: Wikitext(Page("p", "P", text), profile("mlru")).citations) for _ in range(3))

    notes, lists, twice = cost(_noted(300)), cost(_listed(300)), cost(_listed(600))
    assert lists <= 3 * notes
    assert twice <= 3 * lists
