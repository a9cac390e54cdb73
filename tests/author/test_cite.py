"""``mlwiki cite``: notes written from registries' records. The registries are replicas (``tests.sources.world``)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.author.works import WorkNote, notes_from
from bot.model.citation import Identifier
from bot.model.source import Work
from bot.model.words import IdKind, Notice
from bot.profiles import PROFILE_NAMES, profile
from bot.wikitext.cited_works import read_citation
from bot.wikitext.note_forms import family_first, note_of, ref_of
from bot.wikitext.text import Wikitext
from tests.cli.command_line import mlwiki
from tests.sources.world import World

DAY = "2026-12-01T00:00:00Z"


def cited(*names: str, wiki: str = "mlru", world: World | None = None) -> list[WorkNote]:
    """What became of the names."""
    world = world or World(helpers=True)
    return list(world.with_sources(lambda sources: notes_from(names, profile(wiki), sources, DAY)))


NOTES = {
    ("10.1038/nature14539", "mlru"): "''LeCun Y., Bengio Y., Hinton G.'' Deep learning // Nature. — 2015. — "
    "DOI [https://doi.org/10.1038/nature14539 10.1038/nature14539].",
    (
        "10.1038/nature14539",
        "enwiki",
    ): "{{cite journal |last1=LeCun |first1=Yann |last2=Bengio |first2=Yoshua |last3=Hinton "
    "|first3=Geoffrey |title=Deep learning |journal=Nature |year=2015 |doi=10.1038/nature14539}}",
    (
        "10.1038/nature14539",
        "ruwiki",
    ): "{{статья |автор=LeCun Y., Bengio Y., Hinton G. |заглавие=Deep learning |издание=Nature "
    "|год=2015 |doi=10.1038/nature14539}}",
    (
        "arXiv:1706.03762",
        "mlru",
    ): "''Vaswani A., Shazeer N., Parmar N., Uszkoreit J.'' Attention Is All You Need. — 2017. — "
    "[https://arxiv.org/abs/1706.03762 arXiv:1706.03762].",
    (
        "https://arxiv.org/abs/1706.03762v2",
        "enwiki",
    ): "{{cite arXiv |last1=Vaswani |first1=Ashish |last2=Shazeer |first2=Noam "
    "|last3=Parmar |first3=Niki |last4=Uszkoreit |first4=Jakob |title=Attention Is All You Need |year=2017 |eprint=1706.03762}}",
    (
        "10.4213/sm6181",
        "mlru",
    ): "''Соловьёв И. П., Щербакова А.'' О сходимости градиентного спуска // Математический сборник. — "
    "2008. — DOI [https://doi.org/10.4213/sm6181 10.4213/sm6181].",
    ("978-5-94157-116-1", "ruwiki"): "{{книга |автор=Айвазян С., Мхитарян В. |заглавие=Прикладная статистика |год=2001 "
    "|isbn=9785941571161}}",
    ("14403679", "enwiki"): "{{cite journal |last1=Hubel |first1=D |last2=Wiesel |first2=T "
    "|title=Signals of the visual cortex |year=1959 |pmid=14403679}}",
}


@pytest.mark.parametrize(("name", "wiki"), NOTES)
def test_a_note_is_what_a_careful_editor_would_write(name: str, wiki: str) -> None:
    """Identifiers of each kind, in the form of three wikis."""
    (noted,) = cited(name, wiki=wiki)
    assert noted.text == NOTES[name, wiki]
    assert not noted.denied


def test_a_title_that_one_work_has_gives_its_note() -> None:
    """A title in any case of letters; one that nothing bears is said, and gives no note."""
    found, unknown = cited("attention is all you need", "A Work That Nobody Ever Wrote About Anything")
    assert found.text is not None
    assert "1706.03762" in found.text
    assert (unknown.text, unknown.denied) == (None, True)


def test_a_denied_identifier_gives_no_note() -> None:
    """The registry's word is named."""
    (noted,) = cited("10.1038/nature99999999")
    assert (noted.text, noted.denied, noted.unreached) == (None, True, False)


def test_an_outage_is_no_denial() -> None:
    """Nobody answered: a second run could finish."""
    world = World(spoil=lambda host, path, reply: (503, {}, b""))  # noqa: ARG005 (the function's names)
    (noted,) = cited("10.1038/nature14539", world=world)
    assert (noted.text, noted.denied, noted.unreached) == (None, False, True)


def test_a_page_describes_itself() -> None:
    """An address that is no registry's gives what the page says, and the day it was read."""
    page = b"""<html><head><title>x</title><meta name="citation_title" content="On gradient [boosting]">
    <meta name="citation_author" content="Jane Roe"><meta name="citation_publication_date" content="2019/03/01"></head>
    <body><p>Text of the page that is long enough to be read as one, with several words in it.</p></body></html>"""
    world = World({"blog.example.org/boost": (200, {}, page)})
    (noted,) = cited("https://blog.example.org/boost", world=world)
    assert noted.text == (
        "''Roe J.'' [https://blog.example.org/boost On gradient &#91;boosting&#93;]. — 2019 (дата обращения: 01.12.2026)."
    )


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Laurens van der Maaten", "van der Maaten L."),
        ("Jean-Pierre Serre", "Serre J.-P."),
        ("Christopher M. Bishop", "Bishop C.M."),
        ("Bishop, Christopher M.", "Bishop C.M."),
        ("OpenAI", "OpenAI"),
        ("LIGO Scientific Collaboration", "LIGO Scientific Collaboration"),
        ("Воронцов К. В.", "Воронцов К.В."),
        ("Иван Петрович Соловьёв", "Соловьёв И.П."),
    ],
)
def test_names_stand_family_first(name: str, written: str) -> None:
    """Particles stay with the family, a body's name is one word, initials keep their hyphen."""
    assert family_first(name).replace(". ", ".") == written


WORK = Work("crossref", ("Title",), ("Jane Roe",), (2019,), (Identifier(IdKind.doi, "10.1000/x"),), venues=("Journal",))


@given(title=st.text(min_size=1, max_size=40), wiki=st.sampled_from(PROFILE_NAMES))
def test_a_record_never_writes_markup_into_a_note(title: str, wiki: str) -> None:
    """Whatever a registry calls a work, its note is one ref with one text, and opens nothing that it does not close."""
    from dataclasses import replace

    note = note_of(replace(WORK, titles=(title,), venues=(title,), volume=title), profile(wiki), DAY)
    page = Wikitext.of(f"Текст.{ref_of(note, profile(wiki))}\n\nКонец.", profile(wiki))
    assert len(page.table.uses) == 1
    assert page.text.endswith("Конец.")
    assert page.table.uses[0].end == len(page.text) - len("\n\nКонец.")


def test_a_note_is_read_back_as_it_was_written() -> None:
    """What ``cite`` writes, ``check`` reads: identifier, title and year, in every wiki's form."""
    for wiki in PROFILE_NAMES:
        read = read_citation(note_of(WORK, profile(wiki), DAY))
        assert (read.title, read.year, read.identifiers[0].value) == ("Title", 2019, "10.1000/x"), wiki


def test_a_work_that_was_taken_back_says_so() -> None:
    """Its note is written, and the exit code is that of a finding."""
    from dataclasses import replace

    from bot.author.works import _written

    noted = _written("x", replace(WORK, notices=(Notice.retracted,)), profile("mlru"), DAY)
    assert noted.text is not None
    assert noted.denied
    assert len(noted.said) == 1


def test_the_command_refuses_a_page_and_needs_no_network_to_say_so(tmp_path: Path) -> None:
    """One line with what to do; offline, an identifier that is not stored is incomplete, not denied."""
    (tmp_path / "d.wiki").write_text("Текст.\n", encoding="utf-8")
    ran = mlwiki("cite", "d.wiki", cwd=tmp_path)
    assert (ran.code, len(ran.error_lines)) == (2, 1)
    assert mlwiki("cite", "10.1038/nature14539", "--offline", cwd=tmp_path).code == 4
