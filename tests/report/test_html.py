"""The HTML report: one file that loads nothing, runs nothing, reads well, and keeps source text text."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from jinja2 import UndefinedError

from bot.locale import Speech
from bot.model.report import CheckReport, PushReport, TidyReport
from bot.report import render
from bot.report.templating import environment
from tests.report import builders, strategies

RU, EN = Speech("ru"), Speech("en")
SLOW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
STYLE = (files("bot.report") / "templates" / "style.css").read_text(encoding="utf-8")
LIGHT, DARK = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
#: Which ink stands on which ground.
PAIRS = (
    *(("ink", ground) for ground in ("ground", "panel", "plain-ground")),
    *(("soft", ground) for ground in ("ground", "panel", "plain-ground")),
    *(("accent", ground) for ground in ("ground", "panel")),
    *((tone, ground) for tone in ("bad", "doubt", "good") for ground in (f"{tone}-ground", "panel")),
    ("mark-ink", "mark"),
    ("added", "added-ground"),
    ("removed", "removed-ground"),
)
VOID = {"meta", "br", "hr"}
ALLOWED = set(
    "html head meta title style body a header main footer nav section article div span p h1 h2 h3 h4 ul li dl dt dd details "
    "summary table caption thead tbody tr th td blockquote mark pre code strong del ins".split()
)


class Outline(HTMLParser):
    """What a browser would find: elements in order, and whether they nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.nested = True
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Check that what closes is what was opened last."""
        self.nested = self.nested and bool(self.open) and self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note the text."""
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every element of that name."""
        return [attributes for name, attributes in self.elements if name == tag]


def safe(text: str) -> Outline:
    """Hold what is true of every report: nothing runs, nothing loads, links lead to the web or within."""
    outline = Outline(text)
    assert outline.nested
    assert outline.open == []
    assert {tag for tag, _ in outline.elements} <= ALLOWED
    for _, attributes in outline.elements:
        assert not [
            name for name in attributes if name.startswith("on") or name in {"src", "style", "srcset", "action"}
        ]
    for link in outline.all("a"):
        assert re.match(r"https?://[^\s\"'<>]+\Z|#", link["href"] or "")
        assert (link["href"] or "").startswith("#") or link["rel"] == "noreferrer noopener nofollow"
    return outline


@SLOW
@given(strategies.check_reports)
def test_nothing_in_any_source_becomes_markup(report: CheckReport) -> None:
    """Whatever pages, sources and services say, the elements are ours and nothing runs or loads."""
    safe(render(report, "html", RU)).all("html")
    assert report is not None


@SLOW
@given(strategies.tidy_reports, strategies.push_reports)
def test_nothing_in_an_edit_or_a_diff_becomes_markup(tidy: TidyReport, push: PushReport) -> None:
    """The same for edits and diffs."""
    assert safe(render(tidy, "html", EN)).all("title")
    assert safe(render(push, "html", EN)).all("title")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_file_is_self_contained_and_forbids_the_rest(language: str) -> None:
    """The policy allows inline style alone; no address but those of links stands in the file."""
    text = render(builders.check_report(), "html", Speech(language))
    outline = safe(text)
    policy = next(meta for meta in outline.all("meta") if meta.get("http-equiv") == "Content-Security-Policy")
    assert (policy["content"] or "").startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert outline.all("html") == [{"lang": language}]
    assert "url(" not in text
    assert "@import" not in text
    addresses = set(re.findall(r"https?://[^\s\"'<>]+", re.sub(r'href="[^"]*"', "", text)))
    assert addresses <= {link["href"] for link in outline.all("a")} | {
        "https://example.org/amp",
        "https://example.com/guide",
    }


def test_headings_go_down_one_level_at_a_time() -> None:
    """A screen reader's outline has no holes and one title; landmarks are there."""
    for text in (
        render(builders.check_report(), "html", RU),
        render(builders.tidy_report(), "html", RU),
        render(builders.push_report(), "html", RU),
    ):
        outline = safe(text)
        levels = [int(tag[1]) for tag, _ in outline.elements if re.fullmatch("h[1-6]", tag)]
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert [len(outline.all(tag)) for tag in ("main", "footer")] == [1, 1]


def test_every_table_says_what_its_columns_and_rows_are() -> None:
    """Each header cell has a scope, each table a caption."""
    outline = safe(render(builders.check_report(), "html", RU))
    assert {cell.get("scope") for cell in outline.all("th")} == {"row", "col"}
    assert len(outline.all("caption")) == len(outline.all("table")) > 0


def test_ids_are_unique_and_links_within_find_their_target() -> None:
    """Every finding leads to its citation."""
    outline = safe(render(builders.check_report(), "html", RU))
    ids = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    within = [link["href"] or "" for link in outline.all("a") if (link["href"] or "").startswith("#")]
    assert len(within) > 5
    assert {target[1:] for target in within} <= set(ids)


def test_the_quote_is_marked_in_its_passage() -> None:
    """A reader sees the proving words at once; a nearest passage is never marked."""
    outline_text = render(builders.check_report(), "html", EN)
    assert "<mark>BF16 has eight exponent bits, three more than FP16</mark>" in outline_text
    assert "Nearest passages — not proof" in outline_text
    assert "<mark>Обучение проходит" not in outline_text


def test_the_card_says_that_only_these_words_are_judged() -> None:
    """Where sentences stand before them to which the ref may belong too; a claim with nothing before it says nothing."""
    report = builders.check_report()
    said = "Only these words are judged, not what stands before them."
    before = [claim.claim.before for page in report.pages for one in page.citations for claim in one.claims]
    assert render(report, "html", EN).count(said) == sum(map(bool, before))
    pages = tuple(
        replace(
            page,
            citations=tuple(
                replace(one, claims=tuple(replace(c, claim=replace(c.claim, before="Ещё одно.")) for c in one.claims))
                for one in page.citations
            ),
        )
        for page in report.pages
    )
    assert render(replace(report, pages=pages), "html", EN).count(said) > sum(map(bool, before))


def test_colour_is_never_the_only_signal() -> None:
    """Every coloured badge carries a mark and a word."""
    text = render(builders.check_report(), "html", RU)
    badges = re.findall(r'<span class="badge (?:bad|doubt|good)">(.*?)</span>', text.replace('<span class="word">', ""))
    assert badges
    assert all(re.match(r"[✗!✓] \w", found) for found in badges)


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("block", [LIGHT, DARK], ids=["light", "dark"])
def test_every_ink_can_be_read_on_its_ground(block: str) -> None:
    """Contrast is at least 4.5 to 1 for each pair the style uses (WCAG 2.2, AA)."""
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    for ink, ground in PAIRS:
        lighter, darker = sorted((luminance(colours[ink]), luminance(colours[ground])), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, f"{ink} on {ground}"


def test_colours_stand_in_two_blocks_and_nowhere_else() -> None:
    """A colour outside the two blocks would be forgotten in the dark; both blocks name the same colours."""
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b", STYLE.replace(LIGHT, "").replace(DARK, "")) == []
    assert re.findall(r"--[\w-]+(?=:)", LIGHT) == re.findall(r"--[\w-]+(?=:)", DARK)


def test_what_a_template_prints_is_text_whatever_it_is() -> None:
    """Markup in a value is shown, characters that hide are named; only what a person edits or copies keeps them."""
    made = environment("en").from_string("{{ x }} {{ x|exact }} {{ n }}").render(x="<b>\u202e", n=3)
    assert made == "&lt;b&gt;⟨U+202E⟩ &lt;b&gt;\u202e 3"
    with pytest.raises(UndefinedError):
        environment("en").from_string("{{ nothing }}").render()


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "data:text/html,x", "//evil.example", "https://a b", 'https://a"b', "https://a\u202eb", ""],
)
def test_only_web_addresses_become_links(address: str) -> None:
    """Anything else is shown, not linked."""
    shown = (
        environment("en")
        .from_string('{% from "parts.html" import link %}{{ link(address, "x") }}')
        .render(address=address)
    )
    assert shown == "<span>x</span>"


def test_a_saved_push_names_its_revisions_and_shows_the_diff() -> None:
    """The outcome comes first, the diff has signs beside colours."""
    text = render(builders.push_report(saved=True), "html", RU)
    assert "✓ Сохранено: версия 4322 поверх 4321." in text
    assert (
        '<span class="removed">-<del>старая</del> строка</span><span class="added">+<ins>новая</ins> строка</span>'
        in text
    )
