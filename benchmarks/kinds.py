"""What lists and links cost beside notes: ``python -m benchmarks.kinds``.

A page of 1,000 notes, and one of 1,000 listed works and 2,000 links in the text, read in one run (CPU seconds, the least of
five): the second is to cost at most 1.5 times the first. Then a list of 5,000 works and of 10,000: reading is linear when the
ratio is near 2.
"""

from __future__ import annotations

import time

from bot.profiles import profile
from bot.wikitext.text import Wikitext

NAMES = "Вапник Червоненкис Vaswani Friedman Шапире Bishop Murphy Hastie Hinton LeCun".split()


def work(n: int) -> str:
    """A book as a GOST list has it."""
    return f"''{NAMES[n % 10]} А. Б.'' Работа о методе номер {n} и его свойствах. — М.: Наука, {1960 + n % 60}. — С. {n}–{n + 9}."


def said(n: int) -> str:
    """A sentence."""
    return f"Метод номер {n} решает задачу быстрее прежних в {n % 9 + 2} раза"


def notes(count: int) -> str:
    """Paragraphs of five sentences, each with a note."""
    return "\n\n".join(
        " ".join(f"{said(n)}.<ref>{work(n)}</ref>" for n in range(at, at + 5)) for at in range(0, count, 5)
    )


def lists(works: int, links: int) -> str:
    """Paragraphs with links, then a list of literature."""
    text = "\n\n".join(
        " ".join(f"{said(n)} [https://example.org/a{n} обзор {n}]." for n in range(at, at + 5))
        for at in range(0, links, 5)
    )
    return text + "\n\n== Литература ==\n" + "".join(f"* {work(n)}\n" for n in range(works))


def seconds(text: str) -> float:
    """CPU seconds of reading the page's citations, the least of five."""
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        found = Wikitext.of(text, profile("mlru")).citations
        best = min(best, time.process_time() - began)
        if not found:
            message = "nothing was read"
            raise RuntimeError(message)
    return best


def main() -> None:
    """Both ratios."""
    seconds(notes(50))
    noted, listed = seconds(notes(1000)), seconds(lists(1000, 2000))
    print(f"1,000 notes {noted:.2f} s; 1,000 listed works and 2,000 links {listed:.2f} s: {listed / noted:.2f} times")
    some, twice = seconds(lists(5000, 0)), seconds(lists(10_000, 0))
    print(f"5,000 listed works {some:.2f} s, 10,000 {twice:.2f} s: {twice / some:.2f} times")


if __name__ == "__main__":
    main()
