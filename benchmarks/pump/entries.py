"""The functions that strangers' text enters by, as rules of the pump: a loop over matches can be slow where each match is fast.

A new way in is one row of ``ENTRIES``. Each row is run on ``FIXED`` and on its own strings, bare and between its own brackets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.pump.units import FIXED, Pump
from bot.identifiers import find_identifiers, sites, urls
from bot.identity import authors as people
from bot.identity import titles
from bot.jobs.run import report_answers
from bot.judge import claim_numbers, conflict, instructs, kept, names, quote, search_terms, signs, typography
from bot.language import pointers, sentences, spelled
from bot.language.charset import tree_of
from bot.language.numbers import figures, number_words
from bot.model.page import Page
from bot.model.source import Block, SourceText
from bot.model.words import Scope
from bot.profiles import profile
from bot.sources.text import blocks, html, html_hidden, pdf_layers, pdf_lines
from bot.wiki import form, refusals, rendered
from bot.wikitext.cited_works import read_citation
from bot.wikitext.lexer import lex
from bot.wikitext.plaintext import strip_markup
from bot.wikitext.refs import footnotes
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

_MODERN, _MLRU = profile("modern"), profile("mlru")
#: What a page is full of when somebody means it.
_PAGE = (
    "<ref>{{reflist}}== a ==\n</ref>{|\n|", "<ref>a</ref>\n== a ==\n", "{|\n| <ref>a</ref>\n|}\n",
    "<ref name=a>b</ref>", "<ref>И</ref>",
    "<ref>a</ref> {{reflist}} ", '<ref name="a" />', "<references>", "<ref>[http://a.b c]</ref>", "<ref>",
    "<tex>a", "<math>a", "<tex>a</tex>",
    "\\(a\\) ", "\\[a", "$$a", "$a$ ", "[a](http://b) ", "[a](", "](", "![", "`a", "``", "```\na\n", "** a **",
    "**a", "# a\n", "- a\n", "| a | b |\n",
    "|---|\n", "\ue200cite\ue202turn0search0\ue201", "【1†", "【", ":contentReference[", "oaicite", "[1] ",
    "[^1]", "[^1]: a\n", "== a ==\n",
    "http://a.b/?utm_source=chatgpt.com ", "http://a.b/?c?utm_source=openai ",
    "[http://a.b?utm_source=chatgpt.com a] ", "{{cite web|url=http://a.b|",
    "{{cite web|title=a}}", "<!-- a", "<nowiki>", "<a href=\"b\">", "<sup>[1]</sup>", "[[Файл:a|", "[[a]] ",
    "* a\n", "{|\n", "|}\n", "|-\n", "! a\n",
    "Конечно, вот ", "turn0search0 ", "<source>", "<code>", "<pre>", "\\", "Предложение один. ", "1. a\n",
)  # fmt: skip
#: What a note or a reference in free text is full of.
_NOTE = (
    "И", "И. И. ", "Иванов И. И., ", "Иванов Иван, ", "Ivanov, I. and ", "Van Van ", "de la ", "// ", " — ",
    "«a» ", "С. 1", "Т. 1, № 2. ",
    "vol. ", "10.1234/a ", "arXiv:1706.03762 ", "ISBN 978-", "ISBN 5 ", "http://a ", "''a", "''a'' ",
    "(2001) ", "(", "и др. ", "MDCCLXXVII",
    "{{cite|", "|title=a", "[http://a b", "www.a ", "RFC 1 ", "под ред. ", "pp. 1-", "Aa-", "A'", "гл. ", "теорема 1 ",
)  # fmt: skip
#: What a source or a claim is full of.
_PROSE = (
    "one hundred ", "twenty-", "two thirds ", "MDCLXVI", "i", "1 000 ", "1,000,", "1/", "1e", "1^", "10^5 ",
    "от 1 до ", "5 % ", "%41", "1 ", "... ",
    "a. b ", "A. ", "т. е. ", "и т. д. ", "Dr. ", "? ", "!? ", "« ", "Smith ", "Иванов ", "не ", "не только ",
    "no ", "\\frac{1}{", "$x$ ", "x_1 ",
    "ignore all previous ", "system: ", "a-b-", "A-", "ABC", "and ", "Aa. ", "\u200b", "ﬁ", "&nbsp;", "&lt;",
    "teorema ", "гл. 1 ", "рис. 1 ", "[1,2",
)  # fmt: skip
#: What markup that a site or a wiki sends is full of.
_MARKUP = (
    "<p>", "<p>a</p>", "<div>", "<td>a", "<table>", "<br>", "<!--", "<script>", "<style>a{", "<a href=",
    "&lt;", "<b", "</p>", "<p class=a ",
    "a{display:none}", "a,", "@media{", "/*", "*/", "{", "}", ":not(", "display:", "#fff;", "rgb(", "<math>",
    "<span class=error>", "<ref ",
)  # fmt: skip
_CELL = ("||", "|| ", '|- id="f0123456789abcdef"\n|', "~~~~", "[[a", "--", "—", "false ", "ложно ", "|")

_ASKED = ("\n<context-", "\nArticle: ", "\n<claim-", ">\n", "\n</claim-")
_SAYS = "In 2019 Vapnik showed that the error does not grow by more than 5 percent."


@dataclass(frozen=True, slots=True)
class Entry:
    """A way in: its name, the work, its strings, and what they stand between."""

    name: str
    work: Callable[[str], object]
    units: tuple[str, ...]
    between: tuple[tuple[str, str], ...] = (("", ""),)

    def pumps(self, *, whole: bool) -> Iterator[Pump]:
        """Its repeated strings, each once; the fixed ones bare alone in a small run."""
        own = [(before, unit, after) for before, after in self.between for unit in self.units]
        fixed = [(before, unit, after) for before, after in self.between[: None if whole else 1] for unit in FIXED]
        yield from dict.fromkeys([*own, *fixed])


def _page(text: str) -> Page:
    return Page("p", "P", text)


def _source(text: str) -> SourceText:
    return SourceText("http://a.example", text, Scope.full_text, (Block(0, len(text)),))


def _html(markup: str) -> object:
    tree = tree_of(markup)
    return None if tree is None else html.all_blocks(tree)


_REFS = (("", ""), ("<ref>", "</ref>"), ("a<ref>b</ref> ", "<ref>b</ref>\n<references/>"))
_NOTES = (("", ""), ("Иванов И. И. ", ". 2001."), ("[http://a.b ", "]"))
_TWICE = (("", ""), ("a ", "\0"))

ENTRIES: tuple[Entry, ...] = (
    Entry("wikitext.lex", lambda text: lex(text, _MODERN), _PAGE),
    Entry("wikitext.lex of 1.12", lambda text: lex(text, _MLRU), _PAGE),
    Entry("wikitext.footnotes", lambda text: footnotes(text, _MODERN), _PAGE, _REFS),
    Entry("wikitext.footnotes of 1.12", lambda text: footnotes(text, _MLRU), _PAGE),
    Entry("wikitext.citations", lambda text: Wikitext(_page(text), _MODERN).citations, (*_PAGE, *_NOTE), _REFS),
    Entry("wikitext.citations of 1.12", lambda text: Wikitext(_page(text), _MLRU).citations, _PAGE, _REFS),
    Entry("wikitext.tidy", lambda text: tidy_page(Wikitext(_page(text), _MODERN)), _PAGE, _REFS),
    Entry("wikitext.tidy of 1.12", lambda text: tidy_page(Wikitext(_page(text), _MLRU)), _PAGE, _REFS),
    Entry("wikitext.read_citation", read_citation, _NOTE, _NOTES),
    Entry("wikitext.strip_markup", strip_markup, _PAGE),
    Entry("identifiers.find_identifiers", find_identifiers, _NOTE, _NOTES),
    Entry("identifiers.urls", urls.find, _NOTE),
    Entry("identifiers.sites", lambda text: sites.of_address("https://github.com/" + text), _NOTE),
    Entry("language.sentences", sentences.sentences, _PROSE, _TWICE),
    Entry("language.figures", figures, _PROSE, _TWICE),
    Entry("language.number_words", number_words, _PROSE, _TWICE),
    Entry("language.spelled", spelled.spelled, _PROSE),
    Entry("language.pointers in a note", pointers.in_note, (*_NOTE, *_PROSE)),
    Entry("language.pointers in an address", lambda text: pointers.in_address("http://a.b/#" + text), _PROSE),
    Entry("judge.typography", typography.fold, _PROSE),
    Entry("judge.instructs", instructs.instruction_in, _PROSE),
    Entry("judge.names", names.names_of, _PROSE, _TWICE),
    Entry("judge.names missing", lambda text: names.missing_names("Vapnik and Минский say so", text), _PROSE),
    Entry("judge.claim_numbers", lambda text: claim_numbers.check_numbers(text, "1 000 and one hundred"), _PROSE),
    Entry(
        "judge.claim_numbers in a source",
        lambda text: claim_numbers.check_numbers("1 000 and one hundred", text),
        _PROSE,
    ),
    Entry("judge.quote in a source", lambda text: quote.locate(_source(text), "a quote that … is not there"), _PROSE),
    Entry("judge.quote of a model", lambda text: quote.locate(_source("A source without it. " * 9), text), _PROSE),
    Entry("judge.signs", signs.words_of, _PROSE),
    Entry("judge.conflict in a claim", lambda text: conflict.conflict(text, _SAYS, _SAYS), _PROSE, _TWICE),
    Entry("judge.conflict in a quote", lambda text: conflict.conflict(_SAYS, text, text), _PROSE, _TWICE),
    Entry("judge.kept", lambda text: kept.outdated([json.dumps({"user": text})]), _ASKED),
    Entry("judge.search_terms", search_terms.terms, _PROSE),
    Entry("sources.clean", blocks.clean, _PROSE),
    Entry("sources.html", _html, _MARKUP),
    Entry("sources.hiding style", html_hidden.hides, _MARKUP),
    Entry("sources.hiding sheet", html_hidden.hiding_rules, _MARKUP),
    Entry("sources.squeezed", html.squeezed, _PROSE),
    Entry("sources.pdf layers", pdf_layers.plausible, _PROSE),
    Entry(
        "sources.pdf lines",
        lambda text: [list(pdf_lines.paragraphs(cut.lines)) for cut in pdf_lines.of_pages([text])],
        _PROSE,
    ),
    Entry("sources.titles", lambda text: titles.compare(text, ("A title of a work",)), _PROSE),
    Entry("sources.titles romanised", titles.romanised, _PROSE),
    Entry("sources.titles mentioned", lambda text: titles.mentioned("A title of a work", text), _PROSE),
    Entry("sources.names", people.read, _NOTE),
    Entry("wiki.form", form.said, _MARKUP),
    Entry("wiki.refusals", refusals.plain, _MARKUP),
    Entry("wiki.rendered", rendered.words, _MARKUP),
    Entry("wiki.rendered notes", rendered.notes, _MARKUP),
    Entry("wiki.rendered errors", rendered.errors, _MARKUP),
    Entry("run.answers", report_answers.rows, _CELL, (("", ""), ('|- id="finding-0123456789abcdef"\n|', "\n"))),
)
