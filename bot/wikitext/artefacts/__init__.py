"""What language models leave in wikitext, turned into the wiki's own markup. One file a family of forms.

The rules run in order; each sees the text with everything blotted out that is no prose: comments, code, formulas, and what
an earlier rule has claimed.
"""

from __future__ import annotations

from bot.model.page import Page
from bot.profiles import Profile
from bot.wikitext.artefacts import code, formulas, links, markdown, tags, tokens
from bot.wikitext.artefacts.scene import Residue, Scene
from bot.wikitext.lexer import Lexed

#: In this order: what hides text first, then what reads it.
_RULES = (
    code.fences,
    code.foreign_tags,
    formulas.foreign_tags,
    code.backticks,
    formulas.brackets,
    tokens.tokens,
    links.markdown_links,
    links.tracking,
    formulas.dollars,
    markdown.headings,
    markdown.emphasis,
    tags.files,
)


def residue(page: Page, lexed: Lexed, profile: Profile) -> Residue:
    """Drafts (on the page's text) and findings for every form of model residue."""
    scene = Scene(page, lexed, profile)
    for rule in _RULES:
        rule(scene)
    return scene.residue()
