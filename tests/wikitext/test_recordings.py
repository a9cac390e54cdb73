"""Under ``mlru`` the footnote table says what a real MediaWiki 1.12.0 showed."""

from __future__ import annotations

import json
import re
import unicodedata
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from bot.profiles import profile
from bot.wikitext.calls import Where
from bot.wikitext.refs import FootnoteTable, Role, footnotes

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "mw112"
NAMES = sorted(path.stem for path in FIXTURES.glob("[pq]_*.json"))


def recorded(name: str) -> tuple[str, str]:
    """Wikitext that was sent and the HTML that came back."""
    headers = (FIXTURES / f"{name}.headers").read_text(encoding="utf-8")
    body = re.search(r"request body: (.*)", headers)
    assert body
    text = parse_qs(body.group(1), keep_blank_values=True)["text"][0]
    answer = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    return text, answer["parse"]["text"]["*"]


def shown_markers(html: str) -> list[str]:
    """Numbers of the markers and «error» for each ref that shows one, in order."""
    body = html.split('<ol class="references">')[0]
    found = re.findall(r'class="reference"[^>]*><a[^>]*>\[(\d+)\]|(<strong class="error">)', body)
    return [number or "error" for number, _ in found]


def expected_markers(table: FootnoteTable) -> list[str]:
    """The same from the table; a list that refuses its content shows an error, too."""
    marks = [
        (use.start, "error" if use.role is Role.broken else str(table.notes[use.note].number))
        for use in table.uses
        if use.where is not Where.list
    ]
    marks += [(tag.start, "error") for tag in table.lists if tag.fault]
    return [mark for _, mark in sorted(marks)]


@pytest.mark.parametrize("name", NAMES)
def test_markers_are_those_of_the_recording(name: str) -> None:
    """Which refs count, what number each gets and which show an error."""
    text, html = recorded(name)
    table = footnotes(text, profile("mlru"))
    assert expected_markers(table)[: len(shown_markers(html))] == shown_markers(html)
    if '<ol class="references">' not in html:
        assert expected_markers(table) == shown_markers(html)


@pytest.mark.parametrize("name", NAMES)
def test_the_list_shows_the_text_that_the_table_says(name: str) -> None:
    """The note's text is the first definition's; where no list shows it, the table says so."""
    text, html = recorded(name)
    table = footnotes(text, profile("mlru"))
    lists = re.findall(r'<ol class="references">(.*?)</ol>', html, re.DOTALL)
    listed = [note for note in table.notes if note.listed]
    if not lists:
        assert listed == []
        return
    items = re.findall(r'<li id="_note-[^"]*">(.*?)(?=</?li|\Z)', lists[-1], re.DOTALL)
    assert len(items) == len(listed)
    for item, note in zip(items, listed, strict=True):
        plain = unescape(re.sub(r"<[^>]+>", "", item))
        if note.definition is None:
            assert "не указан текст" in plain
        else:
            wanted = re.sub(r"<[^>]+>|\[\S+ |[\[\]{}]|\|.*", "", table.content(note.definition))
            assert unicodedata.normalize("NFC", wanted).split()[0] in plain
