"""A night's work: pages with planted faults of every class, a run that is killed again and again, and the wiki's own word on it.

``run_night`` raises AssertionError with what is wrong; ``benchmarks/nightly.py`` is the full size.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Protocol

from bot.config import Settings
from bot.jobs.session import choose_profile
from bot.model.edit import apply_edits
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import unattended
from bot.store import open_store
from bot.store.base import FILE_NAME
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
from tests.run.child import Ask

GOOD = "<ref>''Micikevicius P., Narang S., Alben J. et al.'' Mixed Precision Training. — 2018. — arXiv:1710.03740</ref>"
MARKUP = "Функция `fit` обучает модель."
LISTED = "\n\n== Примечания ==\n<references/>"
#: A fault by its class: the ref or words, and the code that must stand in the report.
FAULTS: Mapping[str, tuple[str, str]] = {
    "nonexistent": ("<ref>''Hart J.'' Adaptive Scaling. — 2021. — arXiv:2106.99871</ref>", "SRC101"),
    "wrong_work": ("<ref>''Kalamkar D., Mudigere D.'' A Study of BFLOAT16. — 2019. — arXiv:1803.05407</ref>", "SRC102"),
    "misdescribed": (
        "<ref>''Micikevicius P., Narang S., Alben J. et al.'' Mixed Precision Training. — 2009. — arXiv:1710.03740</ref>",
        "SRC103",
    ),
    "clash": (
        '<ref name="a">Первый текст сноски. — 2001</ref> и ещё слово<ref name="a">Второй, другой текст. — 2002</ref>',
        "REF010",
    ),
    "undefined": ('<ref name="nowhere" />', "REF011"),
    "token": (" [cite: 7]", "ART031"),
}
#: Faults of the address and of the id, planted beside another one on the pages of that kind.
BESIDE: Mapping[str, tuple[str, str]] = {
    "clash": (
        "<ref>[https://docs.pytorch.org/no/such/page.html Страница, которой больше нет]</ref>",
        "SRC201",
    ),
    "undefined": ("<ref>''Smith J.'' A Study of Numbers. — 2021. — arXiv:2113.01234</ref>", "SRC105"),
}
#: Classes whose citation the home registry convicts: an edit that touches them must be held.
PROVEN = ("nonexistent", "wrong_work")


class NightWiki(Protocol):
    """The wiki as its people see it."""

    def write(self, title: str, text: str) -> None:
        """A person saves."""

    def history(self, title: str) -> list[tuple[str, str, str]]:
        """(user, summary, text) newest first."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A page of the night: its text, whether it has a safe edit, whether the gate must hold that, and the codes to report."""

    title: str
    text: str
    kind: str
    edited: bool
    held: bool
    codes: frozenset[str]


def plant(count: int, prefix: str) -> list[Planted]:
    """``count`` pages, the kinds in turn: a copy to merge, nothing to do, left alone, and each fault beside and under an edit."""
    kinds: list[tuple[str, str, bool, bool, set[str]]] = [
        ("copies", f"Первое утверждение.{GOOD} {MARKUP} Второе утверждение.{GOOD}{LISTED}", True, False, set()),
        ("clean", f"Обычное утверждение.{GOOD}{LISTED}", False, False, set()),
        ("nobots", f"{{{{nobots}}}} {MARKUP}", False, False, set()),
        ("plain", f"Страница без сносок. {MARKUP}", True, False, set()),
    ]
    for name, (ref, code) in FAULTS.items():
        more, other = BESIDE.get(name, ("", code))
        text = f"Утверждение с ошибкой{ref}.{more}\n\nДругой абзац. {MARKUP}{LISTED}"
        kinds.append((name, text, True, False, {code, other}))
    for name in PROVEN:
        ref, code = FAULTS[name]
        kinds.append(
            (f"{name}-touched", f"Первое утверждение.{ref} Второе утверждение.{ref}{LISTED}", True, True, {code})
        )
    kinds += [kind for kind in kinds if kind[4]]  # of 200 pages each fault stands on twenty
    made = []
    for number in range(count):
        kind, text, edited, held, codes = kinds[number % len(kinds)]
        # no two pages are alike, so that no answer of one stands for another
        made.append(Planted(f"{prefix} {number}", f"Страница {number}. {text}", kind, edited, held, frozenset(codes)))
    return made


def expected(page: Planted, wiki: str) -> str:
    """The text that all safe edits make."""
    markup = unattended(choose_profile("mlru", Settings()).profile)
    found = tidy_page(Wikitext(Page(page.title, page.title, page.text, wiki), markup))
    return apply_edits(page.text, tuple(edit for edit in found.edits if edit.fix is Fix.safe))


@dataclass
class Told:
    """What one child said, or that it was killed."""

    code: int
    out: Mapping[str, object] = field(default_factory=dict)
    err: str = ""


def child(ask: Ask, seconds: float = 300) -> Told:
    """One process of the run."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.run.child"],
        input=json.dumps(asdict(ask)),
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )
    line = done.stdout.strip().splitlines()
    return Told(done.returncode, json.loads(line[-1]) if line else {}, done.stderr)


def run_night(
    wiki: NightWiki,
    ask: Ask,
    pages: list[Planted],
    kills: int,
    seed: int,
    say: Callable[[str], object] = lambda _: None,
) -> Counter[str]:
    """Plant the pages, run and kill ``kills`` times at random steps, run to the end, and hold the wiki against it."""
    chance = random.Random(seed)  # noqa: S311  # no secret
    for page in pages:
        wiki.write(page.title, page.text)
    titles = tuple(page.title for page in pages)
    told: Counter[str] = Counter()
    for number in range(kills):
        at = chance.randint(1, max(2, 6 * len(pages) // max(kills, 1)))
        ended = child(Ask(**{**asdict(ask), "titles": titles, "kill": at}))
        assert ended.code == -9 or ended.out.get("state") in {"done", "incomplete"}, ended
        told["killed" if ended.code == -9 else "came to its end"] += 1
        say(f"process {number + 1}: to be killed at step {at}: {'killed' if ended.code == -9 else ended.out['state']}")
    last = child(Ask(**{**asdict(ask), "titles": titles}))
    assert last.code == 0, last.err
    assert last.out["state"] == "done", last.out
    again = child(Ask(**{**asdict(ask), "titles": titles}))
    assert again.out["state"] == "done", (again.out, again.err)
    hold_against(wiki, ask, pages, told)
    say(f"edits on the wiki: {told['saved']}, held: {told['held']}, findings reported: {told['findings']}")
    return told


def hold_against(wiki: NightWiki, ask: Ask, pages: list[Planted], told: Counter[str]) -> None:
    """Every safe edit is there once, what must be held is not, no page lost a word, and journal and report add up."""
    with open_store(Path(ask.state) / FILE_NAME) as store:
        address = store.journal.runs(1)[0].wiki
        seen = {row.title: row for row in store.journal.pages(address)}
        rows = [edit for run in store.journal.runs(100) for edit in store.journal.edits(run.id)]
    report = wiki.history(ask.report_page)[0][2] if ask.report_page else ""
    saved = Counter(row.title for row in rows if row.state.value == "saved")
    assert not [row for row in rows if row.state.value in {"planned", "saving"}]
    needs = 0
    for page in pages:
        history = wiki.history(page.title)
        ours = [line for line in history if line[0] == ask.user.partition("@")[0]]
        wanted = page.edited and not page.held
        assert len(ours) == (1 if wanted else 0), (page.kind, page.title, [line[1] for line in history])
        assert saved[page.title] == len(ours), (page.title, "the journal says otherwise")
        text = expected(page, address) if wanted else page.text
        assert history[0][2].rstrip() == text.rstrip(), page.title
        codes = {need["code"] for need in seen[page.title].needs}
        assert page.codes <= codes, (page.kind, page.codes, codes)
        assert seen[page.title].outcome in ({"held"} if page.held else {"saved", "clean", "left_alone"})
        needs += len(seen[page.title].needs)
        told["saved"] += len(ours)
        told["held"] += page.held
        if ask.report_page and page.codes:
            assert f"[[:{page.title}]]" in report, page.title
    told["findings"] = needs
    if ask.report_page:
        assert f"Нужен человек&#58; {needs}" in report or f"Нужен человек: {needs}" in report, report[:200]
