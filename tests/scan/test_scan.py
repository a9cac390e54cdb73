"""A whole wiki in one pass: no page lost, the same findings as tidy's, gone on with after any kill, strangers' files survived."""

from __future__ import annotations

import bz2
import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bot.config import Settings
from bot.crash import Crashes
from bot.jobs.session import choose_profile
from bot.jobs.tidy import tidied
from bot.model.page import Page
from bot.report.records import finding_json, schema
from bot.scan import workers
from bot.scan.scanned import lost_page
from tests.cli.command_line import Ran, mlwiki

HEAD = (
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="ru">\n'
    "<siteinfo><sitename>W</sitename><base>https://w.example/wiki/Main</base></siteinfo>\n"
)
TEXTS = (
    "'''A''' — метод.<ref>Иванов И. Работа. — 2001.</ref> Ещё **жирное** слово.",
    "Ссылка<ref name=x/> без текста. citeturn0search0",
    "== Литература ==\n* Петров П. Книга. — М.: Наука, 2002. ISBN 978-5-02-012345-6\n* [https://example.org/a адрес]",
    "Обычный текст & <b>теги</b> без замечаний.",
)


def entry(title: str, text: str, *, ns: int = 0, revisions: int = 1, extra: str = "") -> str:
    """One page of a dump; with history the text is that of the last revision."""
    older = "".join(f"<revision><id>{n}</id><text>старое {n}</text></revision>" for n in range(1, revisions))
    return (
        f"<page><title>{escape(title)}</title><ns>{ns}</ns><id>1</id>{extra}{older}"
        f"<revision><id>{revisions}</id><text xml:space='preserve'>{escape(text)}</text></revision></page>\n"
    )


def dump(folder: Path, count: int, name: str = "wiki.xml") -> Path:
    """A dump of so many pages of four kinds."""
    path = folder / name
    pages = "".join(entry(f"Страница {n}", TEXTS[n % len(TEXTS)] + f" {n}") for n in range(count))
    path.write_text(HEAD + pages + "</mediawiki>\n", encoding="utf-8")
    return path


def scan(folder: Path, *words: str) -> Ran:
    """The command, in English, on two processes."""
    return mlwiki("scan", *words, "--profile", "mlru", "--lang", "en", "--workers", "2", cwd=folder)


def lines(text: str) -> list[dict[str, Any]]:
    """The records, each valid by the committed schema."""
    records = [json.loads(line) for line in text.splitlines()]
    for record in records:
        Draft202012Validator(schema("scan")).validate(record)
    return records


def test_every_page_has_its_line_with_what_tidy_finds(tmp_path: Path) -> None:
    """In the dump's order; findings are those of tidy on the same page, citations have kind and identifiers."""
    ran = scan(tmp_path, str(dump(tmp_path, 12)))
    assert ran.code == 0, ran.err
    records = lines(ran.text)
    assert [record["title"] for record in records] == [f"Страница {n}" for n in range(12)]
    chosen = choose_profile("mlru", Settings())
    for n, record in enumerate(records):
        page = Page(record["title"], record["title"], TEXTS[n % 4] + f" {n}", wiki=record["wiki"], revid=1)
        assert record["findings"] == [finding_json(one) for one in tidied(page, chosen, Crashes()).findings]
    assert {one["kind"] for record in records for one in record["citations"]} == {"note", "listed"}
    assert {"kind": "isbn", "value": "9785020123456"} in [i for c in records[2]["citations"] for i in c["identifiers"]]
    assert "pages: 12" in ran.err


@pytest.mark.parametrize("ending", ["bz2", "gz", "zst", "7z"])
def test_packed_dumps_read_alike(tmp_path: Path, ending: str) -> None:
    """By Python's library, or by the system's tool; where that is not installed one line says so, exit 2."""
    plain = dump(tmp_path, 8)
    packed = plain.with_suffix(f".xml.{ending}")
    tool = {"zst": ["zstd", "-q", str(plain), "-o", str(packed)], "7z": ["7z", "a", str(packed), str(plain)]}.get(
        ending
    )
    if tool is None:
        packed.write_bytes(bz2.compress(plain.read_bytes()) if ending == "bz2" else gzip.compress(plain.read_bytes()))
    elif shutil.which(tool[0]):
        subprocess.run(tool, check=True, capture_output=True)
    else:
        packed.write_bytes(b"x")
        ran = scan(tmp_path, str(packed))
        assert ran.code == 2
        assert tool[0] in ran.err
        return
    assert scan(tmp_path, str(packed)).text == scan(tmp_path, str(plain)).text


def test_of_a_page_with_history_the_last_revision_counts(tmp_path: Path) -> None:
    """Redirects and other namespaces are left out; a namespace that is named is read."""
    path = tmp_path / "h.xml"
    pages = (
        entry("A", "**новое** слово", revisions=3)
        + entry("B", "x", extra='<redirect title="A"/>')
        + entry("Обсуждение:A", "y", ns=1)
    )
    path.write_text(HEAD + pages + "</mediawiki>", encoding="utf-8")
    records = lines(scan(tmp_path, str(path)).text)
    assert [(record["title"], record["revid"], record["length"]) for record in records] == [("A", 3, 15)]
    assert [record["title"] for record in lines(scan(tmp_path, str(path), "--namespace", "1").text)] == ["Обсуждение:A"]


def test_a_killed_scan_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    """Killed in the middle of a line, several times over: the whole output is as of one go, and nothing lies beside it."""
    source = dump(tmp_path, 60)
    scan(tmp_path, str(source), "--output", "whole.jsonl")
    whole = (tmp_path / "whole.jsonl").read_bytes()
    first = whole[: whole.index(b"\n", len(whole) // 5) + 40]
    scan(tmp_path, str(source), "--output", "part.jsonl")
    (tmp_path / "part.jsonl").rename(tmp_path / "part.jsonl.part")
    for share in (len(first), len(whole) // 2, len(whole) - 7):
        (tmp_path / "part.jsonl.part").write_bytes(whole[:share])
        (tmp_path / "part.jsonl.part.job").write_text(_job(tmp_path, source), encoding="utf-8")
        ran = scan(tmp_path, str(source), "--output", "part.jsonl")
        assert ran.code == 0, ran.err
        assert "went on after" in ran.err
        assert (tmp_path / "part.jsonl").read_bytes() == whole
        assert sorted(path.name for path in tmp_path.iterdir()) == ["part.jsonl", "whole.jsonl", "wiki.xml"]
        (tmp_path / "part.jsonl").rename(tmp_path / "part.jsonl.part")


def _job(folder: Path, source: Path) -> str:
    from bot.scan.scanning import ScanOptions

    return ScanOptions((folder / source,)).job


def test_another_scans_unfinished_output_is_left_alone(tmp_path: Path) -> None:
    """Exit 2, one line that names the file, and the file as it was."""
    (tmp_path / "o.jsonl.part").write_text('{"x": 1}\n', encoding="utf-8")
    (tmp_path / "o.jsonl.part.job").write_text("another", encoding="utf-8")
    ran = scan(tmp_path, str(dump(tmp_path, 4)), "--output", "o.jsonl")
    assert ran.code == 2
    assert "o.jsonl.part" in ran.err
    assert (tmp_path / "o.jsonl.part").read_text(encoding="utf-8") == '{"x": 1}\n'


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
)


@pytest.mark.parametrize(
    ("text", "read", "code"),
    [
        (HEAD + entry("A", "один") + "<page><title>B</title><revision><te", 1, 4),
        (HEAD + entry("A", "один") + "<page></wrong>", 1, 4),
        ("это не XML", 0, 4), ("", 0, 4),
        (BOMB + HEAD + "<page><title>A</title><revision><text>a &c; &f; b</text></revision></page></mediawiki>", 1, 0),
        (HEAD + "<page><title></title></page><page/><page><title>C</title><revision/></page></mediawiki>", 0, 0),
        (HEAD + "<a>" * 300 + "</mediawiki>", 0, 4),
    ],
)  # fmt: skip
def test_a_damaged_or_hostile_dump_ends_in_a_line_with_what_was_read(
    tmp_path: Path, text: str, read: int, code: int
) -> None:
    """The pages before the damage are reported, exit 4; no entity is resolved, no file read, no traceback."""
    (tmp_path / "d.xml").write_text(text, encoding="utf-8")
    ran = scan(tmp_path, "d.xml")
    assert (ran.code, len(lines(ran.text))) == (code, read), ran.err
    assert "root:" not in ran.text
    assert "Traceback" not in ran.err
    if code:
        assert "damaged or cut" in ran.err


def test_only_what_is_asked_for_is_written(tmp_path: Path) -> None:
    """By code and by kind; a sample is the same pages each time, whatever their order."""
    source = str(dump(tmp_path, 20))
    of_code = lines(scan(tmp_path, source, "--code", "ART008").text)
    assert of_code
    assert {one["code"] for record in of_code for one in record["findings"]} == {"ART008"}
    of_kind = lines(scan(tmp_path, source, "--kind", "listed").text)
    assert {one["kind"] for record in of_kind for one in record["citations"]} == {"listed"}
    turned = tmp_path / "turned.xml"
    pages = [entry(f"Страница {n}", TEXTS[n % 4] + f" {n}") for n in reversed(range(20))]
    turned.write_text(HEAD + "".join(pages) + "</mediawiki>", encoding="utf-8")
    samples = [
        {record["title"] for record in lines(scan(tmp_path, path, "--sample", "5").text)}
        for path in (source, str(turned))
    ]
    assert samples[0] == samples[1]
    assert len(samples[0]) == 5


def test_a_folder_with_a_broken_file_is_read_but_for_it(tmp_path: Path) -> None:
    """The others have their lines, the broken one is named, exit 4."""
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "а.wiki").write_text(TEXTS[0], encoding="utf-8")
    (tmp_path / "in" / "deep" / "б.wiki").write_bytes(b"\x80\x81broken")
    (tmp_path / "in" / "deep" / "в.wiki").write_text(TEXTS[1], encoding="utf-8")
    ran = scan(tmp_path, "in")
    assert (ran.code, len(lines(ran.text))) == (4, 2), ran.err
    assert "б.wiki" in ran.err


def test_the_overview_is_a_page_that_loads_nothing(tmp_path: Path) -> None:
    """By code, by kind and the worst pages; titles are quoted as data."""
    path = tmp_path / "d.xml"
    path.write_text(HEAD + entry("<script>alert(1)</script>", TEXTS[0]) + "</mediawiki>", encoding="utf-8")
    ran = scan(tmp_path, str(path), "--html", "o.html")
    assert ran.code == 0, ran.err
    shown = (tmp_path / "o.html").read_text(encoding="utf-8")
    assert "ART008" in shown
    assert "<script" not in shown
    assert "src=" not in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none.xml"], "none.xml"), ([], "--all"), (["x.xml", "--code", "NO999"], "NO999"),
        (["x.xml", "--format", "html"], "JSON lines"),
    ],
)  # fmt: skip
def test_a_wrong_command_line_is_one_line(tmp_path: Path, words: Sequence[str], said: str) -> None:
    """Exit 2, what is wrong and what to do."""
    (tmp_path / "x.xml").write_text(HEAD + "</mediawiki>", encoding="utf-8")
    ran = scan(tmp_path, *words)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the peak of a process and its children is read from Linux"
)
def test_memory_does_not_grow_with_the_dump(tmp_path: Path) -> None:
    """Four times the pages take the same peak, up to a tenth."""
    code = (
        "import resource, subprocess, sys\nsubprocess.run(sys.argv[1:], check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )

    def peak(count: int) -> int:
        words = [
            "scan",
            str(dump(tmp_path, count, f"{count}.xml")),
            "--output",
            f"{count}.jsonl",
            "-q",
            "--workers",
            "2",
        ]
        command = [sys.executable, "-c", code, sys.executable, "-m", "bot", *words, "--profile", "mlru"]
        return int(subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout)

    assert peak(800) <= 1.1 * peak(200)


def test_a_page_that_ends_a_process_is_named_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ended a child is not tried in this process: the page has the bug's finding, and the next one a new child."""
    script = (
        "import json, sys\nsys.stdin.readline()\nfor line in sys.stdin:\n    page = json.loads(line)\n"
        "    'deadly' in page['text'] and sys.exit(9)\n    print(json.dumps({'title': page['title']}), flush=True)"
    )
    monkeypatch.setattr(workers, "module_command", lambda _: (sys.executable, "-c", script))
    pages = [Page(f"p{n}", f"p{n}", "deadly" if n in {2, 3, 7} else "text") for n in range(9)]
    crashes = Crashes()
    found = list(workers.scanned_by_children(pages, "modern", 2, partial(lost_page, crashes=crashes)))
    assert (
        [page.title for page, _ in found] == [record["title"] for _, record in found] == [page.title for page in pages]
    )
    lost = [record for _, record in found if "findings" in record]
    assert [record["title"] for record in lost] == ["p2", "p3", "p7"]
    assert [one["code"] for record in lost for one in record["findings"]] == ["BUG001"] * 3
    assert crashes.messages  # the command ends with 5
    for record in lost:
        Draft202012Validator(schema("scan")).validate(record)
