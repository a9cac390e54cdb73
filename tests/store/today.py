"""What a store of version 0.1 held, and the file of it that every later version must open: tests/fixtures/store-0.1.sqlite.

``python -m tests.store.today FILE`` writes such a file with the program as it is now. The committed one was written on 2026-12-01
and is never written again: a later schema gets a file of its own beside it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from bot import tidy
from bot.gate import overrule_subject
from bot.model.citation import Citation
from bot.model.page import Page
from bot.model.plan import Choice
from bot.model.words import Scope
from bot.profiles import profile
from bot.sources import given
from bot.sources.text.blocks import assemble
from bot.store import Decided, EditState, RunState, Store, open_store
from bot.wikitext.text import Wikitext

FILE = Path(__file__).resolve().parents[1] / "fixtures" / "store-0.1.sqlite"
WIKI, TITLE, ACCOUNT, WHO = "http://wiki.example/index.php", "Смешанная точность", "МойБот", "Редактор"
#: The store's time when the file was written, in seconds since 1970.
WRITTEN = 1_796_000_000.0
TEXT = """\
Метод `fit` обучает модель быстрее вдвое.<ref name="a">Micikevicius P. Mixed Precision Training. arXiv:1710.03740</ref>

**Важно:** потери масштабируют.<ref>Micikevicius P. Mixed Precision Training. arXiv:1710.03740</ref><ref name="b" />

== Примечания ==
<references />
"""
PAGE = Page("page.wiki", TITLE, TEXT, WIKI, 41, "2026-12-01T00:00:00Z", "Анна")
#: A text that a person supplied for the first note's work.
GIVEN = "Training with mixed precision halves the memory."


@dataclass(frozen=True)
class Subjects:
    """What decisions hang on: an edit, another, a finding and a citation of the page above."""

    accepted: str
    rejected: str
    alarm: str
    overruled: str

    @property
    def by_choice(self) -> dict[Choice, str]:
        """The subject of each kind of decision."""
        return {
            Choice.accept: self.accepted,
            Choice.reject: self.rejected,
            Choice.false_alarm: self.alarm,
            Choice.overrule: self.overruled,
        }


def subjects() -> Subjects:
    """The names that this program gives them now."""
    page = tidy(PAGE, profile="mlru").pages[0]
    edits = {edit.code: edit.id for edit in page.edits}
    findings = {finding.code: finding.id for finding in page.findings}
    return Subjects(edits["ART002"], edits["REF001"], findings["REF011"], overrule_subject(first_citation()))


def first_citation() -> Citation:
    """The page's first note."""
    return Wikitext(PAGE, profile("mlru")).citations[0]


def fill(store: Store) -> None:
    """One decision of each kind, a journal row of each state, a page's last findings, answers of a person and a service."""
    for choice, subject in subjects().by_choice.items():
        store.decide(Decided(subject, choice.value, f"потому что {choice.value}", WHO))
    store.keep_findings(WIKI, TITLE, [subjects().alarm])
    text = assemble([(GIVEN, "p. 1")], url="", scope=Scope.none, title="MPT", media_type="", fetched=None)
    assert text is not None
    given.keep(store, first_citation(), text)
    store.put("doi", "10.1000/1", '{"title": "x"}', days=36_500)
    journal = store.journal
    for number, state in enumerate(RunState):
        name = f"r{number}"
        journal.begin(name, WIKI, ACCOUNT, "run --recent 7", "task")
        if state is not RunState.running:
            journal.end(name, state, "потому что", {"saved": number})
    for number, edit in enumerate(EditState):
        journal.plan("r0", WIKI, TITLE, number, [f"edit{number}"], "сноски — mlwiki r0", TEXT)
        if edit is not EditState.planned:
            journal.mark(("r0", TITLE, number), edit, newid=None if edit is EditState.failed else 100 + number, why="w")


def main() -> int:
    """Write the file named on the command line."""
    target = Path(sys.argv[1])
    target.unlink(missing_ok=True)
    with open_store(target) as store:
        store._now = lambda: WRITTEN  # whatever the program's version, its store goes by this
        fill(store)
    return 0


if __name__ == "__main__":
    sys.exit(main())
