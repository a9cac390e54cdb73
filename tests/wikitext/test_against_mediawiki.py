"""A real MediaWiki 1.39 agrees with the lexer and the footnote table, and finds nothing lost by an edit."""

from __future__ import annotations

import os
import secrets
import unicodedata
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.profiles import profile
from bot.wikitext.calls import Where, calls
from bot.wikitext.clickable import clickable
from bot.wikitext.footnote_releases import CiteRules
from bot.wikitext.lexer import TagForm, lex
from bot.wikitext.proof import fault_counts
from bot.wikitext.refs import Role, footnotes
from tests.oracle.drafts import Draft
from tests.oracle.invariants import draft_violations, violations
from tests.oracle.pages import NAMES, PROSE, TEXTS, page
from tests.oracle.reading import addresses, shown_address
from tests.oracle.rendered import rendered
from tests.oracle.wiki import OPAQUE, Oracle
from tests.wikitext.test_cases import CASES, Case

pytestmark = pytest.mark.mediawiki
WIKI = replace(profile("modern"), opaque_tags=OPAQUE)
#: Calls of templates that use an argument never or twice, or roll refs back: the table cannot know.
UNKNOWABLE = ("{{drop", "{{twice", "{{{", "{{r|", "{{reflist|refs", "{{Карточка")
READ = [
    pytest.param(case, id=case.name) for case in CASES if not any(mark in case.parts["input"] for mark in UNKNOWABLE)
]
PIECES = [
    *PROSE,
    *(f'<ref name="{name}">{text}</ref>' for name in NAMES[:6] for text in TEXTS[:4]),
    *(f"<ref>{text}</ref>" for text in TEXTS),
    *(f"<ref name={name} />" for name in NAMES),
    "<references/>",
    '<references group="n"/>',
]
pages = st.lists(st.sampled_from(PIECES), max_size=12).map(lambda pieces: unicodedata.normalize("NFC", "".join(pieces)))
judged = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def chance_page(seed: int, number: int) -> str:
    """The page that a seed and a number stand for."""
    return unicodedata.normalize("NFC", page(Random(f"{seed}/{number}"), wild=number % 2 == 0))  # noqa: S311 - chance, no secret


def disagreement(text: str, oracle: Oracle) -> str | None:
    """What our reading and the wiki's differ in, None when nothing."""
    parsed = oracle.parse(text)
    if parsed.error:
        return None
    ours = [
        (None if call.form is TagForm.self_closed else text[call.open_end : call.close_start], call.given.attributes)
        for call in calls(lex(text, WIKI), CiteRules.of((1, 39)))
        if not call.is_list
    ]
    theirs = [(call.content, call.attributes) for call in parsed.calls if call.tag == "ref"]
    if ours != theirs:
        return f"refs: {ours} is not {theirs}"
    if "{|" in text:  # a cell's «attributes» swallow what stands before a bar, markers and all
        return None
    table = footnotes(text, WIKI)
    numbers = [
        f"[{use.group} {table.notes[use.note].number}]" if use.group else f"[{table.notes[use.note].number}]"
        for use in table.uses
        if use.note >= 0 and use.where is not Where.list and use.role is not Role.follow
    ]
    shown = rendered(parsed.html)
    if numbers != list(shown.numbers):
        return f"numbers: {numbers} is not {shown.numbers}"
    errors = fault_counts(table, WIKI)
    errors["undefined"] -= sum(note.definition is None and not note.listed for note in table.notes)
    if any(note.copies and not note.listed for note in table.notes):  # without a list the wiki says nothing of a clash
        return None
    for ours_only in ("segments", "unlisted"):
        errors.pop(ours_only, None)
    wiki_errors = Counter(shown.errors)
    wiki_errors.pop("group_without_list", None)
    for counted in (errors, wiki_errors):  # 1.39 counts every copy after a clash, equal ones too
        counted["clash"] = min(counted["clash"], 1)
    return None if +errors == +wiki_errors else f"errors: {errors} is not {wiki_errors}"


@judged
@given(pages)
def test_lexer_and_table_agree_with_mediawiki(oracle: Oracle, text: str) -> None:
    """Which tags count, their content, attributes, numbers and errors are the wiki's own."""
    if any(mark in text for mark in UNKNOWABLE):
        return
    assert disagreement(text, oracle) is None


#: What may stand before an address: letters, numbers and marks of several scripts, signs, what nobody sees.
BEFORE = st.text(st.sampled_from("aЯé日ªʰ1٣²Ⅳ½_-'(«.,:/*€😀\u0301\u203f\u200b\u2060\u00ad "), max_size=4)
SCHEMED = st.sampled_from(
    [
        "https://a.org/x",
        "HTTP://a.org",
        "mailto:a@b.org",
        "tel:5",
        "sftp://a.org",
        "xhttp://a.org/http://b.org",
        "hotel:5",
    ]
)


@judged
@given(st.lists(st.tuples(BEFORE, SCHEMED), min_size=1, max_size=4))
def test_an_address_is_linked_where_mediawiki_links_it(oracle: Oracle, written: list[tuple[str, str]]) -> None:
    """Glued to a word it is no link, whatever script the word is in; a sign or an unseen character parts them."""
    text = unicodedata.normalize("NFC", "Он " + " ".join(before + address for before, address in written))
    assert Counter(map(shown_address, clickable(text))) == addresses(oracle.parse(text).html)


def _seed() -> int:
    """The same pages each time: what lands is not left to chance; at night fresh ones."""
    return secrets.randbelow(10**9) if os.environ.get("MLWIKI_NIGHT") else 20_261_201


@judged
@given(pages)
def test_no_edit_breaks_an_invariant(oracle: Oracle, text: str) -> None:
    """I1 to I7 of every page made of ref fragments."""
    found, _ = violations(text, WIKI, oracle)
    assert found == []


def test_drafts_of_chance_keep_every_link_and_word(oracle: Oracle) -> None:
    """Three hundred drafts out of a chat: what the wiki lets a reader click and read is there after the safe edits."""
    seed = _seed()
    broken = [
        (number, found)
        for number in range(300)
        if (found := draft_violations(Draft(Random(f"{seed}/{number}")).text, WIKI, oracle)[0])  # noqa: S311 - chance
    ]
    assert broken == [], f"seed {seed}"


def test_pages_of_chance_keep_every_source(oracle: Oracle) -> None:
    """Five hundred pages, at night of a fresh seed; ``benchmarks/fuzz_refs.py`` does a hundred thousand."""
    seed = _seed()
    broken = [
        (number, found) for number in range(500) if (found := violations(chance_page(seed, number), WIKI, oracle)[0])
    ]
    assert broken == [], f"seed {seed}"


@pytest.mark.parametrize("case", READ)
def test_cases_are_read_as_mediawiki_reads_them(oracle: Oracle, case: Case) -> None:
    """The input of every case: the same refs, numbers and errors; its edits bring no new error and lose no source of refs."""
    text = unicodedata.normalize("NFC", case.parts["input"])
    assert disagreement(text, oracle) is None
    found, _ = violations(text, WIKI, oracle)
    if not case.name.startswith("refs:"):  # what residue becomes is meant to be read differently
        found = [wrong for wrong in found if not wrong.startswith(("I2", "I3"))]
    assert found == []
