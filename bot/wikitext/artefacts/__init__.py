"""What language models leave in wikitext, turned into the wiki's own markup. One file a family of forms.

The rules run in order; each sees the text with everything blotted out that is no prose: comments, code, formulas, and what
an earlier rule has claimed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.model.page import Page
from bot.profiles import Profile
from bot.wikitext.artefacts import blocks, code, formulas, links, markdown, render, tags, tokens, traces
from bot.wikitext.artefacts.scene import Residue, Scene
from bot.wikitext.lexer import Lexed

_FORMULA = re.compile("<(?:tex|math|TeX|Math)")
#: In this order: what hides text first, then what reads it. A rule runs only where one of its marks stands in the text.
_RULES: tuple[tuple[Callable[[Scene], None], tuple[str | re.Pattern[str], ...]], ...] = (
    (render.formulas, (_FORMULA,)),
    (code.fences, ("```", "~~~")),
    (code.foreign_tags, (re.compile("<[Ss]yntax"),)),
    (formulas.foreign_tags, (_FORMULA,)),
    (code.backticks, ("`",)),
    (formulas.brackets, ("\\(", "\\[")),
    (
        traces.chat_links,
        ("(sandbox:", "(attachment:", re.compile(r"://(?:ppl-ai|vertexai|chatgpt|chat\\.openai|files\\.oai)")),
    ),
    (links.references, ("](http", "]: http")),
    (tokens.tokens, tokens.MARKS),
    (traces.wrappers, (":::",)),
    (links.markdown_links, ("](http",)),
    (links.tracking, ("utm_source=", "referrer=grok")),
    (blocks.tables, (re.compile(r"-[-: ]{0,3}\|"), "|--")),
    (formulas.dollars, ("$",)),
    (markdown.headings, ("# ", "#\t")),
    (blocks.lists, (re.compile(r"\n[ \t]*(?:[-+]|1[.)])[ \t]"),)),
    (blocks.rules, ("---", "***", "___")),
    (markdown.emphasis, ("*", "__")),
    (traces.false_notes, ("<sup",)),
    (traces.placeholders, traces.PLACEHOLDER_MARKS),
    (traces.phrases, traces.PHRASE_MARKS),
    (traces.invisible, ("\u200b", "\ufeff", "\u2060")),
    (tags.files, ("[[",)),
    (tags.unknown, ("</", "/>", "<wbr")),
)


def residue(page: Page, lexed: Lexed, profile: Profile) -> Residue:
    """Drafts (on the page's text) and findings for every form of model residue."""
    scene = Scene(page, lexed, profile)
    ran = [rule for rule, marks in _RULES if _stands(marks, page.text)]
    for rule in ran:
        rule(scene)
    found = scene.residue()
    found.ran = frozenset(ran)
    return found


def residue_again(page: Page, lexed: Lexed, profile: Profile, first: Residue) -> Residue:
    """The same on the text that the safe drafts of ``first`` made: only rules whose marks can stand there are asked."""
    written = "\n".join(after for draft in first.drafts for _, _, after in draft.spans)
    scene = Scene(page, lexed, profile)
    for rule, marks in _RULES:
        if rule in first.ran or _stands(marks, written):
            rule(scene)
    return scene.residue()


def _stands(marks: tuple[str | re.Pattern[str], ...], text: str) -> bool:
    """Whether one of the marks stands in the text. A pattern is for marks that begin alike: it reads the text once."""
    return any(mark in text if isinstance(mark, str) else mark.search(text) is not None for mark in marks)
