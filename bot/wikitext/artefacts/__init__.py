"""What language models leave in wikitext, turned into the wiki's own markup. One file a family of forms.

The rules run in order; each sees the text with everything blotted out that is no prose: comments, code, formulas, and what
an earlier rule has claimed.
"""

from __future__ import annotations

from bot.model.page import Page
from bot.profiles import Profile
from bot.wikitext.artefacts import blocks, code, formulas, links, markdown, render, tags, tokens, traces
from bot.wikitext.artefacts.scene import Residue, Scene
from bot.wikitext.lexer import Lexed

#: In this order: what hides text first, then what reads it. A rule runs only where one of its marks stands in the text.
_RULES = (
    (render.formulas, ("<tex", "<math", "<TeX", "<Math")),
    (code.fences, ("```", "~~~")),
    (code.foreign_tags, ("<syntaxhighlight", "<SyntaxHighlight")),
    (formulas.foreign_tags, ("<math", "<tex", "<Math", "<TeX")),
    (code.backticks, ("`",)),
    (formulas.brackets, ("\\(", "\\[")),
    (
        traces.chat_links,
        ("(sandbox:", "(attachment:", "ppl-ai-file", "vertexaisearch", "chatgpt.com/", "openai.com/", "oaiuser"),
    ),
    (links.references, ("](http", "]: http")),
    (tokens.tokens, tokens.MARKS),
    (traces.wrappers, (":::",)),
    (links.markdown_links, ("](http",)),
    (links.tracking, ("utm_source=", "referrer=grok")),
    (blocks.tables, ("|--", "| --", "|:-", "| :-", "--|", "-- |")),
    (formulas.dollars, ("$",)),
    (markdown.headings, ("# ", "#\t")),
    (blocks.lists, ("\n- ", "\n+ ", "\n1. ", "\n1) ")),
    (blocks.rules, ("---", "***", "___", "* * *")),
    (markdown.emphasis, ("*", "__")),
    (traces.false_notes, ("<sup", "<SUP")),
    (traces.placeholders, ("[", "INSERT_", "PASTE_", "-XX", "<!--")),
    (
        traces.phrases,
        tuple(
            "очно вот адеюсь хотите азумеется тлично ИИ одель знать омент here Here hope model know like think".split()
        ),
    ),
    (traces.invisible, ("\u200b", "\ufeff", "\u2060")),
    (tags.files, ("[[",)),
    (tags.unknown, ("</", "/>", "<wbr")),
)


def residue(page: Page, lexed: Lexed, profile: Profile) -> Residue:
    """Drafts (on the page's text) and findings for every form of model residue."""
    scene = Scene(page, lexed, profile)
    for rule, marks in _RULES:
        if any(mark in page.text for mark in marks):
            rule(scene)
    return scene.residue()
