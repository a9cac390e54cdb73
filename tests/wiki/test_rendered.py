"""The wiki renders the notes before a save: what it would lose is not saved, whatever our own proof says."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest

from bot.errors import NotAllowed
from bot.model.page import Page
from bot.model.report import NotesKept, Saved
from bot.profiles import profile
from bot.wiki.rendered import shown, words
from bot.wiki.wiki_client import SafeWiki
from tests.fakes.mw112 import parse
from tests.wiki.recordings import FOLDER, recorded
from tests.wiki.stages import Stage, StandInStage
from tests.wiki.test_contract import passed, pulled, text_of

TWO = 'Раз.<ref name="a">Книга [http://a.org первая]</ref> Два.<ref>Книга вторая</ref> Снова.<ref name="a" />\n\n<references />'
ONE = TWO.replace("<ref>Книга вторая</ref>", "")
WORSE = TWO.replace('<ref name="a" />', '<ref name="нет" />')


def kept(client: SafeWiki, base: Page, text: str, changed: int = 0) -> Saved:
    """Save, promising that the base's notes stay but for so many."""
    return client.save(base, text, "правка бота", passed(base, text), notes=NotesKept(base.text, changed))


def html_of(name: str) -> str:
    """What the real 1.12.0 rendered."""
    return str(json.loads(recorded(name).body)["parse"]["text"]["*"])


def asked(name: str) -> str:
    """The wikitext that the recording was asked with."""
    head = (FOLDER / f"{name}.headers").read_text(encoding="utf-8")
    body = head.partition("request body: ")[2].partition("\n")[0]
    return parse_qs(body)["text"][0]


@pytest.mark.parametrize(
    ("name", "notes", "errors"),
    [
        ("p_anon", {"x"}, 0),
        ("p_simple", {"Источник 1", "Источник 2"}, 0),
        ("p_before", {"Определение позже"}, 0),
        ("p_dupname", {"Первый текст"}, 0),
        ("p_casename", {"x"}, 1),
        ("p_nokey", set(), 1),
        ("p_group", set(), 1),
        ("p_noreferences", set(), 0),
    ],
)
def test_notes_of_the_old_wiki_are_read(name: str, notes: set[str], errors: int) -> None:
    """As the recorded 1.12.0 writes them: ids without «cite», no span round the text, errors in the list."""
    found = shown(html_of(name))
    assert (set(found.notes), len(found.errors)) == (notes, errors)


@pytest.mark.parametrize("name", ["p_anon", "p_simple", "p_before", "p_dupname", "p_casename", "p_nokey", "p_group"])
def test_the_stand_in_renders_notes_as_the_real_one(name: str) -> None:
    """The same notes and as many errors from the same wikitext."""
    ours, theirs = shown(parse.html(asked(name))), shown(html_of(name))
    assert (ours.notes, len(ours.errors)) == (theirs.notes, len(theirs.errors))


def test_what_moves_with_the_page_is_no_part_of_a_note() -> None:
    """Numbers of other notes and styles; an address is one, since two notes may differ in nothing else."""
    marker = '<sup id="cite_ref-2" class="reference"><a href="#cite_note-2">[3]</a></sup>'
    style = '<style data-mw-deduplicate="x">.a{}</style>'
    assert words(f'<a href="http://a.org">Книга</a>{marker}{style} первая') == "http://a.org Книга первая"


def test_a_lost_note_stops_the_save(stage: Stage) -> None:
    """With its words and a code; the page stands."""
    client = stage.client()
    page = pulled(client, stage, TWO)
    with pytest.raises(NotAllowed) as caught:
        kept(client, page, ONE)
    assert caught.value.code == "WIKI010"
    assert "Книга вторая" in str(caught.value)
    assert text_of(stage, page.title) == TWO


def test_a_note_that_the_edits_take_out_is_no_loss(stage: Stage) -> None:
    """It was promised so; and the wiki was asked."""
    client = stage.client()
    page = pulled(client, stage, TWO)
    saved = kept(client, page, ONE, changed=1)
    assert saved.unasked is None
    assert text_of(stage, page.title) == ONE


def test_a_new_footnote_error_stops_the_save(stage: Stage) -> None:
    """Though no note is lost."""
    client = stage.client()
    page = pulled(client, stage, TWO)
    with pytest.raises(NotAllowed) as caught:
        kept(client, page, WORSE)
    assert caught.value.code == "WIKI010"
    assert text_of(stage, page.title) == TWO


def test_copies_merged_keep_the_same_notes(stage: Stage) -> None:
    """Two equal notes become one: nothing is lost, and an error that was there already stops nobody."""
    client = stage.client()
    copies = TWO.replace('<ref name="a" />', "<ref>Книга вторая</ref>") + '\n<ref name="нет" />'
    page = pulled(client, stage, copies)
    merged = copies.replace("<ref>Книга вторая</ref>", '<ref name="b">Книга вторая</ref>', 1)
    merged = merged.replace("<ref>Книга вторая</ref>", '<ref name="b" />')
    assert kept(client, page, merged).newid > (page.revid or 0)


def test_without_action_parse_the_form_s_preview_is_asked(old: StandInStage) -> None:
    """1.8 to 1.11; nothing is saved by it."""
    old.wiki.parses = False
    client = old.client()
    page = pulled(client, old, TWO)
    with pytest.raises(NotAllowed) as caught:
        kept(client, page, ONE)
    assert caught.value.code == "WIKI010"
    assert len(old.history(page.title)) == 1
    assert kept(client, page, TWO + "\nЕщё.").unasked is None


def test_a_wiki_that_cannot_be_asked_is_told_of(old: StandInStage) -> None:
    """Rendering fails: the save goes through by our own proof, and says so."""
    client = old.client()
    page = pulled(client, old, TWO)

    def broken(_: str) -> str:
        raise ConnectionError

    old.wiki.renders = broken
    saved = kept(client, page, TWO + "\nЕщё.")
    assert saved.newid > (page.revid or 0)
    assert saved.unasked is not None


def test_what_the_edits_say_of_the_notes_is_counted_by_our_own_table() -> None:
    """Copies merged change none; a note worded anew, one."""
    from bot.jobs.change import promised
    from bot.wikitext.text import Wikitext

    rules = profile("modern")
    merged = TWO.replace("<ref>Книга вторая</ref>", '<ref name="b">Книга вторая</ref>') + '<ref name="b" />'
    assert promised(Wikitext.of(TWO, rules), Wikitext.of(merged, rules)).changed == 0
    other = TWO.replace("Книга вторая", "Книга третья")
    assert promised(Wikitext.of(TWO, rules), Wikitext.of(other, rules)).changed == 1
