"""What language models leave in wikitext, turned into the wiki's own markup. One file a family of forms.

The rules run in order; each sees the text with everything blotted out that is no prose: comments, code, formulas, and what
an earlier rule has claimed.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.wikitext.clickable import TRACKED_VALUE
from bot.wikitext.markdown import code, emphasis, formulas, inline, links, lists, tables
from bot.wikitext.residue import chat_tokens, handmade, invented, tokens, traces, unknown
from bot.wikitext.residue.context import Residue, RuleContext
from bot.wikitext.residue.marks import Mark, MarkSearch, begins
from bot.wikitext.text import Wikitext

_FORMULA = begins("<", "(?:tex|math|TeX|Math)")
_LINK = begins("]", r"\(http")
#: In this order: what hides text first, then what reads it. A rule runs only where one of its marks stands in the text.
_RULES: tuple[tuple[Callable[[RuleContext], None], tuple[Mark, ...]], ...] = (
    (unknown.formulas, (_FORMULA,)),
    (code.fences, (begins("`", "``"), begins("~", "~~"))),
    (code.foreign_tags, (begins("<", "[Ss]yntax"),)),
    (formulas.foreign_tags, (_FORMULA,)),
    (code.backticks, ("`",)),
    (formulas.brackets, (begins("\\", r"[(\[]"),)),
    (formulas.displays, ("$$",)),
    (formulas.environments, (begins("\\", r"begin\{"),)),
    (
        traces.chat_links,
        (begins("(", "(?:sandbox|attachment):"), begins(":", r"//(?:ppl-ai|vertexai|chatgpt|chat\.openai|files\.oai)")),
    ),
    (
        traces.no_sources,
        (
            begins("/", "(?:shares?|search|page|scholar|s)[/?]"),
            begins("?", "(?:q|p|text|query|wd)="),
        ),
    ),
    (handmade.markdown_notes, (begins("]", ":"), begins("[", r"\^\d"))),
    (
        handmade.numbers,
        (begins("[", r"\d{1,3}(?:[ ]?[,;–-][ ]?\d{1,3})*\]"), begins("\n", "(?:[¹²³⁴⁵⁶⁷⁸⁹]|1[.)][ \t])")),
    ),
    (links.references, (_LINK, begins("]", ":[ \t]+http"))),
    (tokens.tokens, chat_tokens.MARKS),
    (traces.wrappers, (begins(":", "::"),)),
    (links.pictures, (begins("!", r"\["),)),
    (links.anchors, (begins("<", r"[aA]\s"),)),
    (links.markdown_links, (_LINK,)),
    (links.detours, (begins("/", r"url\?"), begins("#", ":~:text="))),
    (links.tracking, (begins("=", TRACKED_VALUE),)),
    (inline.section_links, (begins("]", r"\(#"),)),
    (inline.bracketed, (begins("<", "http"),)),
    (formulas.dollars, ("$",)),
    (tables.tables, (begins("-", r"[-: ]{0,3}\|"), begins("\n", r"\|[ :]?--"))),
    (inline.commands, (begins("\\", r"(?:textbf|textit|emph)\{"),)),
    (inline.struck, ("~~",)),
    (emphasis.headings, (begins("#", "[ \t]"),)),
    (emphasis.underlined, (begins("\n", "==="),)),
    (lists.lists, (begins("\n", r"[ \t]*(?:(?:[-+•]|\d{1,3}[.)]|[ \t]\*)[ \t]|[ \t]```|[ \t]{2}[^\s|!])"),)),
    (tables.quotations, (begins(">", "(?<!.>)"),)),
    (tables.rules, (begins("-", "--"), begins("*", r"[ ]?\*"), begins("_", "__"))),
    (emphasis.emphasis, ("*", begins("_", "_"))),
    (inline.slanted, (begins("_", r"[^\s_]"),)),
    (inline.escaped, (begins("\\", "[_*]"),)),
    (traces.false_notes, (begins("<", "[Ss][Uu][Pp]"),)),
    (traces.placeholders, traces.PLACEHOLDER_MARKS),
    (traces.phrases, traces.PHRASE_MARKS),
    (traces.invisible, ("\u200b", "\ufeff", "\u2060")),
    (unknown.files, ("[[",)),
    (invented.missing_templates, ("{{",)),
    (unknown.tags, ("</", "/>", begins("<", "wbr"))),
)
_SEARCH = MarkSearch(mark for _, marks in _RULES for mark in marks)
#: How much of the text beside an edit may make a new mark with it.
_BESIDE = 24


def residue(wikitext: Wikitext) -> Residue:
    """Drafts (on the page's text) and findings for every form of model residue."""
    context = RuleContext(wikitext.page, wikitext.lexed, wikitext.profile)
    standing = _SEARCH.standing(wikitext.text)
    ran = [rule for rule, marks in _RULES if not standing.isdisjoint(marks)]
    for rule in ran:
        rule(context)
        context.settle()
    found = context.residue()
    found.ran = frozenset(ran)
    found.text = wikitext.text
    return found


def residue_again(wikitext: Wikitext, first: Residue) -> Residue:
    """The same on the text that the safe drafts of ``first`` made: only rules whose marks can stand there are asked."""
    text = first.text
    written = "\n".join(
        text[max(0, start - _BESIDE) : start] + after + text[end : end + _BESIDE]
        for draft in first.drafts
        for start, end, after in draft.spans
    )
    standing = _SEARCH.standing(written)
    context = RuleContext(wikitext.page, wikitext.lexed, wikitext.profile)
    for rule, marks in _RULES:
        if rule in first.ran or not standing.isdisjoint(marks):
            rule(context)
            context.settle()
    return context.residue()
