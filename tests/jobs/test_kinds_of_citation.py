"""``--since`` and ``--new`` know every kind of citation: what a change brings is judged wherever it stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.config import JudgeSettings, Settings
from bot.jobs.change import changes
from bot.jobs.check import CheckOptions, check
from bot.jobs.session import Session, choose_profile
from bot.model.page import Page
from bot.model.words import CitationKind
from bot.profiles import profile
from bot.store import open_store
from bot.wikitext.text import Wikitext

BASE = """Первое верно<ref>''Knuth D.'' The Art of Computer Programming. — 2098. ISBN 0-201-89683-4</ref>.

Второе описано на [https://site.example.org/a сайте].

== Литература ==
* ''Minsky M., Papert S.'' Perceptrons. — MIT Press, 2097.
"""
TALE = "\n\n== Литература ==\n"
ADDED = {
    CitationKind.note: (TALE, "\n\nТретье тоже<ref>''Hebb D.'' The Organization of Behavior. — 1949.</ref>." + TALE),
    CitationKind.inline: (TALE, "\n\nТретье есть на [https://site.example.org/b другом]." + TALE),
    CitationKind.short: (TALE, "\n\nТретье показано раньше (Minsky and Papert, 2097)." + TALE),
    CitationKind.listed: (TALE, TALE + "* ''Rosenblatt F.'' Principles of Neurodynamics. — 2096.\n"),
    CitationKind.draft: (TALE, "\n\nТретье есть в [статье](https://site.example.org/c)." + TALE),
}


def read(text: str) -> Wikitext:
    """The page under the first wiki's rules."""
    return Wikitext(Page("p.wiki", "P", text), profile("mlru"))


@pytest.mark.parametrize("kind", ADDED)
def test_a_change_is_judged_on_what_it_adds_of_any_kind(kind: CitationKind) -> None:
    """``--since`` and ``push`` look at the one new citation, and at no old one."""
    after = read(BASE.replace(*ADDED[kind]))
    with open_store(None) as store:
        scope = changes(read(BASE), after, store)
    assert [one.kind for one in after.citations if one.id in scope] == [kind]


def test_a_second_description_of_a_cited_work_is_judged() -> None:
    """A list item with another title under a footnote's identifier is a change of that citation: one may be right, one wrong."""
    after = read(BASE + "* ''Knuth D.'' Invented Title. — 2098. ISBN 0-201-89683-4\n")
    with open_store(None) as store:
        scope = changes(read(BASE), after, store)
    assert [one.number for one in after.citations if one.id in scope] == [1]


def test_new_hides_what_was_raised_before_of_every_kind() -> None:
    """The second check of the same text raises nothing; what was added since is raised alone."""
    settings = replace(Settings(), judge=JudgeSettings(kind="none"))
    chosen = choose_profile("mlru", Settings())
    options = CheckOptions(offline=True, new_only=True)
    with open_store(None) as store:
        session = Session(settings, store)
        page = Page("p.wiki", "P", BASE)
        first = check([page], chosen, session, options).pages[0]
        again = check([page], chosen, session, options).pages[0]
        later = check([replace(page, text=BASE.replace(*ADDED[CitationKind.listed]))], chosen, session, options).pages[
            0
        ]
    of = {one.id: one.kind for one in (*first.citations, *later.citations)}
    assert {of[one.citation] for one in first.findings if one.raised and one.citation} >= {
        CitationKind.note,
        CitationKind.listed,
    }
    assert not any(one.raised for one in again.findings)
    raised = [one for one in later.findings if one.raised]
    assert [of[one.citation or ""] for one in raised] == [CitationKind.listed]
