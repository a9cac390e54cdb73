"""The wikitext report: what a hostile source says stays words, and links are only those that the page already has."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.locale import Speech
from bot.model.citation import Cited, Identifier
from bot.model.report import CheckReport, PushReport, TidyReport
from bot.model.words import IdKind
from bot.report import render
from bot.report.formats.wikitext import external, literal, page_link
from bot.report.visible import one_line
from tests.mediawiki import Wiki
from tests.report import builders, strategies

RU = Speech("ru")
SLOW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
#: What a hostile source may hold: alone, in pairs and inside a sentence they make more than a hundred quotes.
TRICKS = (
    "</nowiki>", "<nowiki>", "~~~~", "~~~", "~~~~~", "{{subst:CURRENTTIME}}", "{{Удалить}}", "{{{1}}}",
    "[[Категория:Атака]]", "[[Category:Attack]]", "[[Файл:a.png]]", "[[User:Admin]]", "[http://evil.example x]",
    "http://evil.example/", "//evil.example/", "mailto:a@evil.example", "<ref>x</ref>", "<references/>",
    "<script>alert(1)</script>", "<b onmouseover=alert(1)>x</b>", "''a''", "'''''a'''''", "== Раздел ==", "* пункт",
    "# пункт", "; термин : смысл", ": отступ", " пробел", "----", "{|\n|-\n|a\n|}", "|-", "||", "!!",
    "<!-- скрыто -->", "-->", "__TOC__", "__NOINDEX__", "ISBN 5-02-013850-9", "ISBN 9785020138506", "RFC 2324",
    "PMID 12345", "&lt;b&gt;", "&#60;b&#62;", "&amp;lt;", "-{zh-cn:x;zh-tw:y}-", "#REDIRECT [[A]]",
    "#перенаправление [[А]]", "<pre>", "</pre>", "<math>x</math>", "<br>", "</div>", "<table>",
    "\x7fUNIQ-x-QINU\x7f", "{{#if:x|y}}", "{{fullurl:A}}", "&nbsp;", "a\u202eb",
)  # fmt: skip
QUOTES = (
    *TRICKS,
    *(f"сказано {trick} и дальше" for trick in TRICKS),
    *(first + second for first, second in pairwise(TRICKS)),
)


class Items(HTMLParser):
    """The text of each list item, and every other element inside one."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.strange: list[str] = []
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where an item begins."""
        if tag == "li":
            self.texts.append("")
            self._inside = True
        elif self._inside:
            self.strange.append(f"{tag} {attrs}")

    def handle_endtag(self, tag: str) -> None:
        """Note where it ends."""
        self._inside = self._inside and tag != "li"

    def handle_data(self, data: str) -> None:
        """Collect its text."""
        if self._inside:
            self.texts[-1] += data


@pytest.mark.mediawiki
def test_a_real_wiki_shows_hostile_quotes_as_they_are(wiki_139: Wiki) -> None:
    """MediaWiki 1.39 renders each of 170 hostile quotes as plain text: no element, link, template or category comes of it."""
    text = "".join(f"* {literal(quote)}\n" for quote in QUOTES)
    answer = wiki_139.person().call(
        action="parse", text=text, contentmodel="wikitext", pst="1", title="Проба", disablelimitreport="1",
        prop="text|links|externallinks|categories|templates|images|iwlinks",
    )["parse"]  # fmt: skip
    found = Items(answer["text"])
    assert [" ".join(item.split()) for item in found.texts] == [one_line(quote) for quote in QUOTES]
    assert found.strange == []
    for kind in ("links", "externallinks", "categories", "templates", "images", "iwlinks"):
        assert answer[kind] == [], kind
    assert len(QUOTES) > 100


@given(st.text())
def test_no_character_that_wikitext_reads_is_left(text: str) -> None:
    """Besides entities of our own there are only letters, digits, spaces and harmless marks; and they decode to the text."""
    shown = literal(text)
    assert not re.search(r"[\[\]{}<>|'~=*#:;_/\\!\"\n\x00-\x1f-]", re.sub(r"&#\d+;", "", shown))
    assert re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), shown) == one_line(text)


@SLOW
@given(strategies.check_reports, strategies.tidy_reports, strategies.push_reports)
def test_a_report_has_no_link_that_its_page_does_not_have(
    check: CheckReport, tidy: TidyReport, push: PushReport
) -> None:
    """Every address in brackets stands in a note of the checked page; no template, tag or signature stands anywhere."""
    shown = [render(check, "wikitext", RU), render(tidy, "wikitext", RU), render(push, "wikitext", RU)]
    notes = [
        one.citation.wikitext
        for page in (*check.pages, *(pushed.check for pushed in push.pages))
        for one in page.citations
    ]
    for text in shown:
        for address in re.findall(r"(?:https?:)?//[^\s\]]+", text):
            assert any(address in note for note in notes)
        assert not re.search(r"\{\{|\}\}|<|~~~|__|\[\[(?!:)", text)


def test_the_report_links_the_notes_own_address() -> None:
    """A reader of the wiki can open what the page cites."""
    text = render(builders.check_report(), "wikitext", RU)
    assert "[https://example.org/amp " in text
    assert "arxiv.org" not in text
    assert "doi.org/" not in text


@pytest.mark.parametrize(
    "address",
    [
        "https://e.example/a b",
        "https://e.example/[x]",
        "https://e.example/~~~~",
        "https://e.example/&lt;b",
        "javascript:x",
        "//e.example",
    ],
)
def test_an_address_that_would_break_its_brackets_is_no_link(address: str) -> None:
    """Only addresses that stand unchanged between brackets are linked."""
    good = builders.walled().citation
    hostile = replace(good, cited=Cited(identifiers=(Identifier(IdKind.url, address),)), wikitext=address)
    assert external(good) is not None
    assert external(hostile) is None


def test_pages_are_named_not_entered() -> None:
    """A category is linked with a colon, an impossible title is only shown, a plain file is no link."""
    assert page_link(builders.page(title="Категория:Обучение")) == "[[:Категория:Обучение]]"
    assert "[[" not in page_link(builders.page(title="A]]{{x}}"))
    assert page_link(builders.page(wiki="", name="черновик.wiki")) == "черновик.wiki"
