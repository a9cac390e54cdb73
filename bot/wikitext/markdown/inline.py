"""Markdown's and TeX's small marks within a line: crossed out words, links to sections, addresses in angle brackets, escapes."""

from __future__ import annotations

import re

from bot.model.message import msg
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import Profile
from bot.wikitext.lexer import lex
from bot.wikitext.markdown import code, emphasis, formulas, links
from bot.wikitext.residue.context import RuleContext, shortened

_STRUCK = re.compile(r"~~(?<!~~~)(?![\s~])([^~\n]{1,300}+)(?<!\s)~~(?!~)")
#: «_words_» (CommonMark 6.2): no sign of a word or an address touches the marks from outside.
_SLANTED = re.compile(r"(?<![\w_\\/.:=&?%-])_(?![\s_])([^_\n\0|=]{1,300}+)(?<!\s)_(?![\w_/-])")
_SECTION = re.compile(r"(?<![\[!\\])\[([^\[\]\n\0|]{1,300})\]\(#([^\s()\[\]<>\0|{}]{1,200})\)")
_TITLE = re.compile(r"^(?:={1,6}([^\n=]++)={1,6}|#{1,6}[ \t]++([^\n]++))[ \t]{0,40}+$", re.MULTILINE)
#: What stands behind the bracket must end the address for the wiki, too.
_ADDRESS = re.compile(r"<((?:https?|ftp)://[^\s<>\[\]{}|\"\0]{1,2000}+)>(?=[\s.,;:!?]|\Z)")
_COMMAND = re.compile(r"\\(textbf|textit|emph)\{([^{}\n\\]{1,300}+)\}")
_ESCAPED = re.compile(r"(?<!\\)\\([_*])")
_NO_LETTER = re.compile(r"[^\w\s-]+")


def struck(context: RuleContext) -> None:
    """``~~words~~`` (GitHub's extension): the wiki shows the marks."""
    found = context.places("ART008", _STRUCK)
    for match in found:
        start, end = match.span()
        spans = [(start, start + 2, "<s>"), (end - 2, end, "</s>")]
        _emphasis(context, match.group(1), spans)


def commands(context: RuleContext) -> None:
    r"""``\textbf{words}``, ``\emph{words}`` outside of formulas."""
    found = context.places("ART008", _COMMAND)
    for match in found:
        quotes = "'''" if match.group(1) == "textbf" else "''"
        spans = [(match.start(), match.start(2), quotes), (match.end(2), match.end(), quotes)]
        _emphasis(context, match.group(2), spans)


def _emphasis(context: RuleContext, words: str, spans: list[tuple[int, int, str]]) -> None:
    message = msg("the Markdown emphasis of «{words}» becomes the wiki's", words=shortened(words))
    context.edit("ART008", message, spans, fix=Fix.review)
    context.note("ART008", msg("Markdown emphasis"), spans[0][0], words)
    context.claim(*((start, end) for start, end, _ in spans))


def slanted(context: RuleContext) -> None:
    """``_words_``: the wiki shows the marks. Names of programs and files hold such marks, too: only words with a letter."""
    found = context.places("ART008", _SLANTED)
    for match in found:
        if any(char.isalpha() for char in match.group(1)):
            start, end = match.span()
            _emphasis(context, match.group(1), [(start, start + 1, "''"), (end - 1, end, "''")])


def section_links(context: RuleContext) -> None:
    """``[words](#section)``: to the section whose title makes that anchor on GitHub; else only reported."""
    found = context.places("ART011", _SECTION)
    titles = _titles(context) if found else {}
    for match in found:
        title = titles.get(match.group(2).casefold())
        if title is not None:
            message = msg("the Markdown link to «{title}» becomes a link to the section", title=shortened(title))
            start, middle = match.start(), match.end(1)
            spans = [(start, start + 1, f"[[#{title}|"), (middle, match.end(), "]]")]
            context.edit("ART011", message, spans, fix=Fix.review)
        said = msg("a Markdown link to a section: the wiki shows its marks")
        context.note("ART011", said, match.start(), match.group(1))
        context.claim(match.span())


def _titles(context: RuleContext) -> dict[str, str]:
    """The page's headings by their anchors: small letters, hyphens for spaces, no other signs."""
    titles: dict[str, str] = {}
    for match in _TITLE.finditer(context.shown):
        title = (match.group(1) or match.group(2)).strip(" #*_'\t")
        anchor = re.sub(r"\s", "-", _NO_LETTER.sub("", title.casefold()))
        if title and not re.search(r"[\[\]{}|<>\0#]", title):
            titles.setdefault(anchor, title)
    return titles


def bracketed(context: RuleContext) -> None:
    """``<https://a.b>`` (CommonMark 6.5): to the wiki a link between two signs."""
    found = context.places("ART011", _ADDRESS)
    for match in found:
        address = match.group(1)
        message = msg("the angle brackets round {address} go", address=shortened(address, 80))
        spans = [(match.start(), match.start(1), ""), (match.end(1), match.end(), "")]
        context.edit("ART011", message, spans, fix=Fix.review)


def escaped(context: RuleContext) -> None:
    r"""``\_`` and ``\*`` (CommonMark 2.4): the sign itself, written so that it is never read as a mark."""
    found = context.places("ART008", _ESCAPED)
    for match in found:
        shown, sign = context.shown, match.group(1)
        beside = shown[max(0, match.start() - 1) : match.start()], shown[match.end() : match.end() + 1]
        plain = all(char.isalnum() for char in beside) if sign == "_" else beside == (" ", " ")
        written = sign if plain else f"&#{ord(sign)};"
        message = msg("the escaped sign «{sign}» is written plainly", sign=sign)
        context.edit("ART008", message, [(*match.span(), written)], fix=Fix.review)


def converted(words: str, profile: Profile) -> str:
    """The words of a note, taken out of their line, with Markdown's marks within them in the wiki's form."""
    context = RuleContext(Page("", "", words), lex(words, profile), profile)
    for rule in (
        code.backticks,
        formulas.brackets,
        links.tracking,
        links.markdown_links,
        bracketed,
        formulas.dollars,
        commands,
        struck,
        emphasis.emphasis,
        escaped,
    ):
        rule(context)
        context.settle()
    spans = sorted(span for draft in context.residue().drafts for span in draft.spans)
    pieces, position = [], 0
    for start, end, new in spans:
        if start >= position:  # a tracking parameter inside of a link that is written anew is gone with it
            pieces += [words[position:start], new]
            position = end
    return "".join([*pieces, words[position:]])
