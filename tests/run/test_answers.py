"""Answers on the report page: whose they are, by the page's history alone, and what of strangers' words the bot saves again."""

from __future__ import annotations

import html
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import UnreadablePage
from bot.jobs.run.report_answers import read_answers, rows, spelled
from bot.model.message import msg
from bot.report.formats.wikitext import literal
from bot.wiki.protocols import Revision
from tests.mediawiki import Wiki

BOT, TRUSTED, FORGER = "Бот", "Редактор", "Прохожий"
ID, OTHER = "0123456789abcdef", "fedcba9876543210"


def row(said: str = "", *, name: str = ID, asked: str = "[1] || fault (SRC101) || text") -> str:
    """A finding's row."""
    return f'|- id="mlwiki-{name}"\n| {asked} || {said}'.rstrip()


def page(*lines: str) -> str:
    """The report page."""
    return "\n".join(("'''Нужен человек: 1'''", '{| class="wikitable"', *lines, "|}", "<!-- mlwiki 0 0 -->"))


def history(*saves: tuple[str, str]) -> list[Revision]:
    """Revisions, given oldest first as (user, text), newest first."""
    return [Revision(number, "2026-11-28T00:00:00Z", user, "", text) for number, (user, text) in enumerate(saves, 1)][
        ::-1
    ]


def whose(*saves: tuple[str, str]) -> str:
    """Who is believed to have said *false*; "" for nobody."""
    return read_answers(history((BOT, page(row())), *saves), BOT).false.get(ID, "").partition("\n")[0]


def test_an_answer_is_whose_revision_first_has_it() -> None:
    """Later edits of other people, and of other cells, change nothing."""
    answered = page(row("false x"))
    assert whose((TRUSTED, answered)) == TRUSTED
    assert whose((TRUSTED, answered), (FORGER, answered + "\nx"), (BOT, answered)) == TRUSTED


@pytest.mark.parametrize("edits", [0, 1, 47, 48, 49, 50, 51, 200])
def test_a_forger_does_not_become_somebody_else_by_many_edits(edits: int) -> None:
    """Of a history longer than what is read the beginning is unknown: the answer is the forger's or nobody's, and stays."""
    text = page(row("false x"))
    saves = [(BOT, page(row())), (FORGER, text), *((TRUSTED, f"{text}\n{number}") for number in range(edits))]
    found = read_answers(history(*saves)[:50], BOT)
    assert found.false.get(ID, FORGER + "\n").startswith(FORGER + "\n")
    assert ID in found.false or found.kept == {ID: "false x"}


def test_putting_an_answer_back_or_moving_it_does_not_make_it_ones_own() -> None:
    """A revert brings the forger's cell back in a trusted user's revision; so does setting a whole row elsewhere."""
    forged, blank = page(row("false x")), page(row())
    assert whose((FORGER, forged), (BOT, blank), (TRUSTED, forged)) == FORGER
    moved = page(row(name=OTHER), row("false x"))
    assert whose((FORGER, forged), (TRUSTED, moved)) == FORGER
    assert whose((FORGER, page(row("false  x"))), (TRUSTED, page(row("false &#120;")))) == FORGER


def test_a_row_that_stands_twice_answers_nothing() -> None:
    """Neither of the two can be told from the other; whoever copied a row does not choose which is believed."""
    both = page(row("false x"), row())
    assert whose((TRUSTED, both)) == ""
    assert whose((TRUSTED, page(row("false x"))), (FORGER, both)) == ""
    assert whose((FORGER, both), (TRUSTED, page(row("false x")))) == ""


def test_an_answer_to_a_question_that_somebody_changed_is_nobodys() -> None:
    """A forger gives the row of a grave fault the words of a small one; what the trusted user answered is not what was asked."""
    changed = "[1] || a comma (REF001) || text"
    assert whose((FORGER, page(row(asked=changed))), (TRUSTED, page(row("false x", asked=changed)))) == ""
    swapped = page(row(name=OTHER), row(asked=changed))
    assert whose((FORGER, swapped), (TRUSTED, page(row(name=OTHER), row("false x", asked=changed)))) == ""
    assert whose((FORGER, page(row("false x", name=OTHER))), (FORGER, page(row("false x")))) == FORGER


def test_an_answer_carried_under_another_id_is_who_carried_it() -> None:
    """The trusted user answered one finding; a forger gives that row the id of another."""
    saves = (
        (BOT, page(row(), row(name=OTHER, asked="[2] || y || z"))),
        (TRUSTED, page(row(), row("false x", name=OTHER, asked="[2] || y || z"))),
        (FORGER, page(row("false x"), row(name=OTHER, asked="[2] || y || z"))),
    )
    assert read_answers(history(*saves), BOT).false[ID].startswith(FORGER)


def test_what_the_bot_or_a_hidden_user_wrote_answers_nothing() -> None:
    """Nor what is seen in no revision without it."""
    text = page(row("false x"))
    assert whose((BOT, text)) == ""
    assert whose(("", text), (TRUSTED, text + "\n")) == ""
    assert read_answers(history((TRUSTED, text)), BOT).false == {}


def test_an_unread_revision_may_hold_the_beginning() -> None:
    """A revision whose text cannot be had is not taken for one without the answer."""
    text = page(row("false x"))
    newest, older, first = history((BOT, page(row())), (FORGER, text), (TRUSTED, text))
    hidden = Revision(older.revid, older.timestamp, older.user, "", unreadable())
    assert read_answers([newest, hidden, first], BOT).false == {}


def unreadable() -> UnreadablePage:
    """A text that cannot be had."""
    return UnreadablePage(msg("x"))


def test_a_hostile_cell_is_read_in_linear_time() -> None:
    """Spaces, bars, dashes and halves of rows: twice the size costs about twice the time, never the eighth fold."""
    for unit in (
        " ",
        "-",
        "—",
        "[",
        "||",
        "|-",
        "|-\n",
        '|- id="mlwiki-',
        f'|- id="mlwiki-{ID}"\n| || x\n',
        "&#",
        "<!--",
    ):
        spent = [_cpu(page(row("x" + unit * (times // len(unit)) + "y"))) for times in (40_000, 80_000, 160_000)]
        assert spent[2] < 8 * max(spent[0], 0.005), (unit, spent)


def _cpu(text: str) -> float:
    best = 1e9
    revisions = history((BOT, page(row())), (FORGER, text))
    for _ in range(3):
        start = time.process_time()
        read_answers(revisions, BOT)
        best = min(best, time.process_time() - start)
    return best


PIECES = st.sampled_from(
    ["<nowiki>", "</nowiki>", "||", "|", "~~~~", "~~~", "~~~~~", "{{", "}}", "{{subst:", "PAGENAME", "[[", "]]", "[", "]",
     "http://evil.example/ ", "Категория:Х", "<b>", "<!--", "-->", "'''", "__NOTOC__", "&#126;&#126;&#126;&#126;", "&lt;b&gt;",
     "&amp;#91;", "ISBN 9785170982", "RFC 2606", "\t", "\u202e", "\x7f", "{|", "|}", "|-", "!", "=", "#", "*", ":", "false", " "]
)  # fmt: skip
CELLS = st.lists(PIECES | st.text(max_size=5), max_size=14).map("".join)


@settings(max_examples=300, deadline=None)
@given(CELLS)
def test_what_is_saved_again_is_text_and_reads_as_before(cell: str) -> None:
    """No character that wikitext reads is left, and the next night reads the same answer: nothing grows from night to night."""
    said = spelled(cell)
    saved = literal(said)
    assert not set(re.sub(r"&#\d+;", "", saved)) & set("~{}[]<>|'=_:/&;#*!\n")
    assert spelled(saved) == said
    assert literal(spelled(saved)) == saved


@settings(max_examples=200, deadline=None)
@given(CELLS.map(lambda cell: cell.replace("\n", " ")))
def test_a_hostile_cell_adds_no_row_and_no_author(cell: str) -> None:
    """Whatever a forger writes into a cell, nobody else is believed to have said it."""
    text = page(row("x " + cell))
    found = read_answers(history((BOT, page(row())), (FORGER, text), (TRUSTED, text + "\n")), BOT)
    assert set(rows(text)) == {ID}
    assert all(author.startswith(FORGER + "\n") for author in found.false.values())


@pytest.mark.mediawiki
def test_a_kept_answer_is_words_on_a_real_wiki(wiki_139: Wiki) -> None:
    """Saved by the bot on MediaWiki 1.39: no link, no template, no signature comes of what strangers wrote."""
    person = wiki_139.person()
    cells = [
        "<nowiki>||~~~~ {{subst:PAGENAME}}</nowiki>", "~~~~", "~~~", "[[Категория:Х]] [http://evil.example x]", "{{PAGENAME}}",
        "http://evil.example ISBN 978-5-17-098247-7 RFC 2606 PMID 12", "&#126;&#126;&#126;&#126; &#91;&#91;Х&#93;&#93;",
        "<b>x</b><script>1</script> __TOC__ '''x''' <!-- x", "{{subst:CURRENTTIMESTAMP}} {{#if:x|y}} {{{1}}}",
    ]  # fmt: skip
    kept = [spelled(cell) for cell in cells]
    title = wiki_139.title("Отчёт")
    text = page(*(row(literal(said), name=f"{number:016x}", asked="a || b") for number, said in enumerate(kept)))
    person.write(title, text)
    assert person.read(title) == text  # nothing was signed or substituted
    answer = person.call(action="parse", page=title, prop="text|links|externallinks|templates|categories")["parse"]
    assert [answer[name] for name in ("links", "externallinks", "templates", "categories")] == [[], [], [], []]
    shown = html.unescape(re.sub(r"<[^>]+>", "", answer["text"]))
    assert all(said.rpartition("||")[2].strip() in " ".join(shown.split()) for said in kept)
    assert "<a " not in answer["text"]
