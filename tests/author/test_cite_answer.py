"""``cite DRAFT --answer``: a chat's text taken back. The registries are replicas; the chat lies in every way it can."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.author.chat_answer import compare_answer, unwrapped
from bot.author.cited_draft import CitedDraft, cite_answer
from bot.errors import InputError
from bot.locale import Speech
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from tests.cli.command_line import mlwiki
from tests.sources.world import World

DAY = "2026-12-01T00:00:00Z"
KNOWN = "<ref name=\"He2016\">''He K.'' Deep residual learning // CVPR. — 2016.</ref>"
DRAFT = (
    f"'''Внимание''' — способ взвесить слова. Оно лежит в основе трансформеров.\n\n== Сети ==\n"
    f"Остаточные сети глубоки.{KNOWN} Глубокое обучение меняет многое.\n\n== Примечания ==\n<references/>\n"
)
REAL = "<ref>Vaswani A. Attention Is All You Need. 2017. arXiv:1706.03762</ref>"
INVENTED = "<ref>Nobody N. A work that is not there. 2019. DOI 10.1038/nature99999999</ref>"


def taken(answer: str, draft: str = DRAFT, world: World | None = None) -> CitedDraft:
    """What becomes of the answer."""
    page, rules = Page("d", "d", draft), profile("mlru")
    world = world or World(helpers=True)
    return world.with_sources(lambda sources: cite_answer(page, answer, rules, sources, DAY))


def told(done: CitedDraft) -> str:
    """What the person reads."""
    return "\n".join(map(Speech("en").say, done.said))


def without_refs(text: str) -> str:
    """A text outside its refs."""
    page = Wikitext.of(text, profile("mlru"))
    for use in reversed(page.table.uses):
        text = text[: use.start] + text[use.end :]
    return text


def test_a_real_source_is_written_from_its_record() -> None:
    """The note is the registry's, named, at the answer's place; all else is the draft's."""
    done = taken(DRAFT.replace("трансформеров.", f"трансформеров.{REAL}"))
    assert "трансформеров.<ref name=\"Vaswani2017\">''Vaswani A., Shazeer N." in done.text
    assert (done.added, done.refused, done.unreached) == (1, False, False)
    assert without_refs(done.text) == without_refs(DRAFT)


def test_a_source_twice_is_a_note_and_a_short_ref() -> None:
    """The second use has the name alone."""
    answer = DRAFT.replace("трансформеров.", f"трансформеров.{REAL}").replace("многое.", f"многое.{REAL}")
    done = taken(answer)
    assert (done.added, done.text.count('<ref name="Vaswani2017" />')) == (2, 1)


def test_a_ref_of_the_draft_is_used_again() -> None:
    """By the name that it has there, without asking anybody."""
    done = taken(DRAFT.replace("многое.", 'многое.<ref name="He2016" />'))
    assert (done.added, done.refused) == (1, False)
    assert done.text.count('<ref name="He2016" />') == 1


def test_an_invented_source_is_named_and_never_inserted() -> None:
    """The home registry denies it."""
    done = taken(DRAFT.replace("многое.", f"многое.{INVENTED}"))
    assert (done.text, done.added, done.refused) == (DRAFT, 0, True)
    assert "invented" in told(done)
    assert "10.1038/nature99999999" in told(done)


def test_a_real_number_under_another_title_is_not_taken() -> None:
    """A DOI that exists proves no other work."""
    ref = "<ref>Roe J. Cooking of soups in large kitchens // Soup. — 1999. — DOI 10.1038/nature14539</ref>"
    done = taken(DRAFT.replace("многое.", f"многое.{ref}"))
    assert (done.text, done.refused) == (DRAFT, True)


def test_a_lost_ref_stays() -> None:
    """The draft's ref is there, and the loss is listed."""
    done = taken(DRAFT.replace(KNOWN, "").replace("трансформеров.", f"трансформеров.{REAL}"))
    assert KNOWN in done.text
    assert done.added == 1
    assert "He2016" in told(done)


def test_a_changed_ref_stays_as_it_was() -> None:
    """The same name with other words is no new source."""
    done = taken(DRAFT.replace("''He K.''", "''Хе К.''"))
    assert (done.text, done.refused) == (DRAFT, True)


def test_a_changed_sentence_is_listed_and_taken_back() -> None:
    """With both wordings; a source behind it is not put behind the other words."""
    done = taken(DRAFT.replace("трансформеров.", f"трансформеров и всего.{REAL}").replace("глубоки", "мелки"))
    assert without_refs(done.text) == without_refs(DRAFT)
    assert "“глубоки” became “мелки”" in told(done)


def test_a_dropped_section_is_listed_and_taken_back() -> None:
    """An answer that is half the article loses nothing."""
    done = taken(DRAFT.partition("== Сети ==")[0].rstrip().replace("трансформеров.", f"трансформеров.{REAL}"))
    assert without_refs(done.text) == without_refs(DRAFT)
    assert done.added == 1
    assert "left out “== Сети ==" in told(done)


def test_a_registry_that_is_down_is_not_nothing_found() -> None:
    """The source is not inserted, and a second run could finish."""
    world = World(spoil=lambda host, path, reply: (503, {}, b""))  # noqa: ARG005 (the function's names)
    done = taken(DRAFT.replace("трансформеров.", f"трансформеров.{REAL}"), world=world)
    assert (done.text, done.unreached) == (DRAFT, True)
    assert "invented" not in told(done)


def test_an_answer_in_a_fence_and_a_space_before_a_ref_are_no_change() -> None:
    """What chats do around the text is not the text."""
    answer = "```wiki\n" + DRAFT.replace("трансформеров.", f"трансформеров {REAL}.") + "```\n"
    done = taken(answer)
    assert (done.added, done.refused) == (1, False)
    assert without_refs(done.text) == without_refs(DRAFT)


def test_a_page_without_a_list_of_notes_gets_one() -> None:
    """Else the new notes would not be seen."""
    done = taken(f"Внимание взвешивает слова.{REAL}\n", "Внимание взвешивает слова.\n")
    assert done.text.endswith("== Примечания ==\n<references/>\n")


def test_an_empty_answer_is_refused() -> None:
    """Nothing is written then."""
    with pytest.raises(InputError):
        taken(" \n")


@given(
    st.lists(st.sampled_from(["Слово. ", "Ещё одно. ", KNOWN, REAL, "== Раздел ==\n", "\n\n", " "]), max_size=12),
    st.data(),
)
def test_nothing_of_an_answer_but_refs_at_known_places(pieces: list[str], data: st.DataObject) -> None:
    """Whatever was dropped, doubled or changed, each new ref has a place in the draft or none; the same text changes nothing."""
    draft = "Начало. " + "".join(pieces)
    other = "".join(data.draw(st.permutations(["Начало. ", *pieces])))
    page = Wikitext.of(draft, profile("mlru"))
    same = compare_answer(page, Wikitext.of(unwrapped(draft, draft), profile("mlru")))
    assert (same.changes, same.lost, same.new) == ((), (), ())
    compared = compare_answer(page, Wikitext.of(unwrapped(other, draft), profile("mlru")))
    assert all(one.place is None or 0 <= one.place <= len(draft) for one in compared.new)


def test_the_prompt_holds_the_draft_and_the_command_needs_no_network(tmp_path: Path) -> None:
    """Printed whole; an answer that brings nothing is clean; an empty one is one line, exit 2, and no file."""
    (tmp_path / "d.wiki").write_text(DRAFT, encoding="utf-8")
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    shown = mlwiki("cite", "d.wiki", "--prompt", "--profile", "mlru", cwd=tmp_path)
    assert shown.code == 0
    assert DRAFT.rstrip() in shown.text
    empty = mlwiki("cite", "d.wiki", "--answer", "empty.txt", "--offline", cwd=tmp_path)
    assert (empty.code, (tmp_path / "d.cited.wiki").exists()) == (2, False)
    same = mlwiki("cite", "d.wiki", "--answer", "d.wiki", "--profile", "mlru", "--offline", cwd=tmp_path)
    assert (same.code, (tmp_path / "d.cited.wiki").read_text(encoding="utf-8")) == (0, DRAFT)
