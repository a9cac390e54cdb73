"""A text that a person supplies: found by any key, kept by the work, never proof of silence."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from bot.errors import InputError
from bot.model.words import Scope
from bot.profiles import profile
from bot.sources.given import Given, choose, from_folder, from_option, read_file, settled
from bot.wikitext.text import Wikitext
from tests.cli.command_line import mlwiki
from tests.fakes.papers import paper
from tests.sources.world import ADAM, DictCache, cite

NOTE = "''Kingma D. P., Ba J.'' Adam: A Method for Stochastic Optimization. arXiv:1412.6980. doi:10.1000/x ISBN 0-201-89683-4"
WORDS = "Порядок BF16 занимает восемь бит."


def docx() -> bytes:
    """A small DOCX."""
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    head = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Форматы</w:t></w:r></w:p>'
    text = "<w:p><w:r><w:t>Порядок BF16 </w:t></w:r><w:r><w:t>занимает восемь бит.</w:t></w:r></w:p>"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {space}><w:body>{head}{text}</w:body></w:document>")
    return buffer.getvalue()


FILES = {
    "a.txt": WORDS.encode("cp1251"),
    "a.html": f"<html><body><h1>Форматы</h1><p>{WORDS}</p><p hidden>тайна</p></body></html>".encode(),
    "a.docx": docx(),
    "a.pdf": paper(ADAM),
}


@pytest.mark.parametrize("name", FILES)
def test_files_of_every_kind_are_read(tmp_path: Path, name: str) -> None:
    """Plain text in an old charset, HTML without what is hidden, DOCX with headings, PDF with pages."""
    path = tmp_path / name
    path.write_bytes(FILES[name])
    text = read_file(path)
    assert text.scope is Scope.none
    assert "тайна" not in text.text
    assert (WORDS in text.text) is not (name == "a.pdf")
    assert {block.where for block in text.blocks} & {"", "Форматы", "p. 1"}


@pytest.mark.parametrize(
    "content", [None, b"", b"   ", b"%PDF-1.7 broken", b"PK\x03\x04word/ broken", b"\x89PNG\r\n\x1a\n" + bytes(100)]
)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, content: bytes | None) -> None:
    """A missing, empty, broken or foreign file is said with what to do."""
    path = tmp_path / "x"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as error:
        read_file(path)
    assert error.value.hint is not None


@pytest.mark.parametrize(
    "key",
    ["1", "[1]", "1412.6980", "arXiv:1412.6980v9", "10.1000/X", "doi:10.1000/x", "https://doi.org/10.1000/x", "0-201-89683-4",
     "9780201896831"],
)  # fmt: skip
def test_a_text_is_found_by_any_name_of_its_work(tmp_path: Path, key: str) -> None:
    """The number a reader sees, and every identifier in every form."""
    path = tmp_path / "a.txt"
    path.write_text(WORDS, encoding="utf-8")
    citation = cite(NOTE)[0]
    assert from_option(f"{key}={path}").belongs_to(citation)


@pytest.mark.parametrize("key", ["2", "adam", "1412.6981", "10.1000/y", "http://site.org/", "0-306-40615-2"])
def test_a_text_of_another_work_is_not_taken(tmp_path: Path, key: str) -> None:
    """Near misses are misses."""
    path = tmp_path / "a.txt"
    path.write_text(WORDS, encoding="utf-8")
    assert not Given(key, read_file(path)).belongs_to(cite(NOTE)[0])


PAGE = """Утверждение.<ref>''Kingma D.'' Adam. — arXiv:1412.6980.</ref> Ещё [https://a.example/x одно].

== Литература ==
* ''Иванов И.'' Первая работа. — М.: Наука, 2001.
* ''Петров П.'' Вторая работа. — М.: Наука, 2002.
"""


@pytest.mark.parametrize(
    ("key", "work"),
    [
        ("1", "Adam"), ("[1]", "Adam"), ("note 1", "Adam"), ("2", "Вторая"), ("литература 2", "Вторая"),
        ("Литература, 1", "Первая"),
        ("listed:1", "Первая"), ("пункт списка 2", "Вторая"),
        ("list item 2", "Вторая"), ("link 1", "a.example"), ("ссылка 1", "a.example"),
    ],
)  # fmt: skip
def test_a_number_names_what_reports_print_beside_it(tmp_path: Path, key: str, work: str) -> None:
    """A bare number is a footnote's, then the only other one's; with the word of its kind it is that kind's, in each language."""
    path = tmp_path / "a.txt"
    path.write_text(WORDS, encoding="utf-8")
    citations = Wikitext.of(PAGE, profile("mlru")).citations
    given = settled([from_option(f"{key}={path}")], citations)
    taken = [one.wikitext for one in citations if given[0].belongs_to(one)]
    assert len(taken) == 1
    assert work in taken[0]


def test_a_number_of_several_citations_is_asked_about(tmp_path: Path) -> None:
    """No footnote 1, but a listed work and a link: one line names both."""
    path = tmp_path / "a.txt"
    path.write_text(WORDS, encoding="utf-8")
    citations = Wikitext.of(PAGE.replace("<ref>", "").replace("</ref>", ""), profile("mlru")).citations
    with pytest.raises(InputError) as caught:
        settled([from_option(f"1={path}")], citations)
    assert str(caught.value.hint) == "say which: link 1; Литература, 1"


def test_a_text_is_given_once(tmp_path: Path) -> None:
    """The next run has it from the store, under whatever number the note then stands."""
    path = tmp_path / "a.txt"
    path.write_text(WORDS, encoding="utf-8")
    cache = DictCache()
    first = choose([from_option(f"1={path}")], cache, cite(NOTE)[0])
    again = choose([], cache, cite("http://other.org/", NOTE)[1])
    assert first is not None
    assert again is not None
    assert again.text == first.text
    assert choose([], cache, cite("http://other.org/")[0]) is None


def test_a_folder_is_read_by_its_names(tmp_path: Path) -> None:
    """A file's name is its key; a DOI's slash is written as an underscore."""
    for name in ("10.1000_x.txt", "1412.6980.txt", ".hidden"):
        (tmp_path / name).write_text(WORDS, encoding="utf-8")
    assert [one.key for one in from_folder(tmp_path)] == ["10.1000/x", "1412.6980"]
    with pytest.raises(InputError):
        from_folder(tmp_path / "missing")


@pytest.mark.parametrize("option", ["", "=", "a.txt", "1=", "=a.txt"])
def test_an_option_that_is_no_pair_is_one_line(option: str) -> None:
    """KEY=FILE, nothing else."""
    with pytest.raises(InputError):
        from_option(option)


def test_the_command_reads_a_supplied_text_and_remembers_it(tmp_path: Path) -> None:
    """``--source`` by the ref's name; the next run needs it no more, and a bad one is exit 2 in one line."""
    (tmp_path / "p.wiki").write_text(f'{WORDS}<ref name="k">Иванов И. О форматах. — 2001.</ref>\n', encoding="utf-8")
    (tmp_path / "k.txt").write_text(WORDS, encoding="utf-8")
    check = ("check", "p.wiki", "--offline", "--judge", "none", "--format", "json")
    first = mlwiki(*check, "--source", "k=k.txt", cwd=tmp_path)
    again = mlwiki(*check, cwd=tmp_path)
    bad = mlwiki(*check, "--source", "k=missing.txt", cwd=tmp_path)
    read = [json.loads(ran.text)["pages"][0]["coverage"]["text_read"] for ran in (first, again)]
    assert read == [1, 1]
    assert bad.code == 2
    assert "Traceback" not in bad.err
    assert "missing.txt" in bad.err


def test_a_number_that_no_source_has_ends_the_command(tmp_path: Path) -> None:
    """Nothing is asked before: one line says what can be named, exit 2."""
    (tmp_path / "p.wiki").write_text(PAGE, encoding="utf-8")
    (tmp_path / "a.txt").write_text(WORDS, encoding="utf-8")
    check = ("check", "p.wiki", "--offline", "--judge", "none", "--profile", "mlru", "--lang", "ru")
    gone = mlwiki(*check, "--source", "7=a.txt", cwd=tmp_path)
    assert gone.code == 2
    assert "[1]; ссылка 1; Литература, 1–2" in " ".join(gone.err.split())
    (tmp_path / "p.wiki").write_text(PAGE.replace("<ref>", "").replace("</ref>", ""), encoding="utf-8")
    several = mlwiki(*check, "--source", "1=a.txt", cwd=tmp_path)
    assert several.code == 2
    assert "ссылка 1; Литература, 1" in " ".join(several.err.split())
    assert mlwiki(*check, "--source", "ссылка 1=a.txt", cwd=tmp_path).code in {1, 4}


def test_a_text_for_no_source_of_the_page_is_said(tmp_path: Path) -> None:
    """A key with a slip of the pen does not pass in silence; a folder may hold texts of other pages."""
    (tmp_path / "p.wiki").write_text(PAGE, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    for name in ("a.txt", "texts/10.1000_other.txt"):
        (tmp_path / name).write_text(WORDS, encoding="utf-8")
    check = ("check", "p.wiki", "--offline", "--judge", "none", "--profile", "mlru", "--lang", "en")
    told = mlwiki(*check, "--source", "Литература, 9=a.txt", "--sources", "texts", cwd=tmp_path).err
    assert "--source Литература, 9 is not used" in told
    assert "10.1000/other" not in told
