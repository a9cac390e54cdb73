"""A page's text under one wiki's rules, read once: whoever has the value never lexes or derives again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from bot.model.citation import Citation
from bot.model.page import Page
from bot.profiles import Profile
from bot.wikitext.citations import PageCitations, read_citations
from bot.wikitext.claims import Attached, statements
from bot.wikitext.lexer import INCLUDE_TAGS, Lexed, lex
from bot.wikitext.mentions import Mention, PageView, mentions, own_hosts
from bot.wikitext.refs import FootnoteTable, footnotes, reread

#: So many texts of one page are remembered with what was read of them: base, draft, mended, and one on the way.
_REMEMBERED = 4


@dataclass(frozen=True)  # no slots: what is read on first use is kept
class Wikitext:
    """A page under a profile, with everything that is read of it. Values are equal where page and profile are.

    An edit gives a new value (``edited``); the last texts made of one page are remembered, so that the same text made again
    is the same value. ``_read`` is the footnote table where it is known without reading the page.
    """

    page: Page
    profile: Profile
    _read: FootnoteTable | None = field(default=None, compare=False, repr=False)
    _made: dict[str, Wikitext] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, text: str, profile: Profile) -> Wikitext:
        """A text that is no page of a wiki: a snippet, a draft without a title."""
        return cls(Page("", "", text), profile)

    @property
    def text(self) -> str:
        """The wikitext."""
        return self.page.text

    @cached_property
    def lexed(self) -> Lexed:
        """Comments and tags."""
        return lex(self.text, self.profile) if self._read is None else self._read.lexed

    @cached_property
    def table(self) -> FootnoteTable:
        """The footnotes as a reader of the page sees them."""
        return footnotes(self.text, self.profile, lexed=self.lexed) if self._read is None else self._read

    @cached_property
    def transcluded(self) -> FootnoteTable:
        """The footnotes as another page shows them that includes this one."""
        return footnotes(self.text, self.profile, transcluded=True)

    @property
    def is_included_in_parts(self) -> bool:
        """Whether include tags stand on the page: then ``transcluded`` may differ from ``table``."""
        return any(element.name.removeprefix("/") in INCLUDE_TAGS for element in self.lexed.elements)

    @cached_property
    def _cited(self) -> PageCitations:
        return read_citations(self.page, self.table, self.mentions)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Where the page names a source outside its notes."""
        return mentions(self.page_view)

    @cached_property
    def page_view(self) -> PageView:
        """The page as the readers of mentions see it."""
        return PageView(self.table, own_hosts(self.page.wiki, self.profile.address or ""))

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Every work that the page's refs cite, with its claims, in the order of their first marker."""
        return self._cited.citations

    @property
    def ids(self) -> Mapping[int, str]:
        """The id of each marker's citation, by the index of its use in ``table``."""
        return self._cited.ids

    @cached_property
    def statements(self) -> tuple[str, ...]:
        """The sentences that state something, with a source behind them or without."""
        return statements(self.table)

    @property
    def claims(self) -> tuple[Attached, ...]:
        """The claims of the page with the markers that stand behind them."""
        return self._cited.claims

    def of_page(self, page: Page, profile: Profile) -> Wikitext | None:
        """A page that is this value or one made of it; None where another text, or the text read by other rules, is asked for.

        A page that differs in anything but its text, and a profile that differs in nothing that tells tags, share what was read.
        """
        found = self if page.text == self.text else self._made.get(page.text)
        if found is None or (found.page == page and found.profile == profile):
            return found
        if (profile.cite_version, profile.opaque_tags) != (self.profile.cite_version, self.profile.opaque_tags):
            return None
        return Wikitext(page, profile, found.table)

    def edited(self, text: str, *, same_tags: bool = False, passing: bool = False) -> Wikitext:
        """The page with another text.

        ``same_tags``: no brace and, most likely, no ref tag is another one than before; the footnote table is then carried
        over where that proves true, which costs a tenth of making it. ``passing``: a text on the way to another one, not
        remembered.
        """
        if text == self.text:
            return self
        known = self._made.get(text)
        if known is not None:
            return known
        carried = reread(self.table, lex(text, self.profile)) if same_tags else None
        made = Wikitext(replace(self.page, text=text), self.profile, carried, self._made)
        if not passing:
            self.remember(made)
        return made

    def remember(self, made: Wikitext) -> None:
        """Let ``edited`` give this value when it is asked for its text; the oldest of too many is forgotten."""
        if made is self:
            return
        while len(self._made) >= _REMEMBERED:
            del self._made[next(iter(self._made))]
        self._made[made.text] = made


class KeptTexts:
    """The last texts that were read, for those who are handed a page again and again: a command's stages, one after another."""

    def __init__(self) -> None:
        self._kept: list[Wikitext] = []

    def of(self, page: Page, profile: Profile) -> Wikitext:
        """The page under the profile, with what was already read of it."""
        for known in self._kept:
            found = known.of_page(page, profile)
            if found is not None and found.page == page and found.profile == profile:
                return found
            if found is not None:
                break
        else:
            found = Wikitext(page, profile)
        self._kept = [found, *self._kept[: _REMEMBERED - 1]]
        return found
