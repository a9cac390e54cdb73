"""What a residue rule sees and where it puts what it finds."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.language.sentences import sentences
from bot.model.message import Message
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import Profile
from bot.wikitext.drafts import Draft, Noted
from bot.wikitext.flat import strip_markup
from bot.wikitext.lexer import Lexed
from bot.wikitext.mask import BLOT, blot, masked


@dataclass(slots=True)
class Residue:
    """Drafts and findings of the residue pass."""

    drafts: list[Draft] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)


class Scene:
    """A page under the residue rules. ``shown`` is its text with all that is no prose blotted out."""

    def __init__(self, page: Page, lexed: Lexed, profile: Profile) -> None:
        self.page = page
        self.text = page.text
        self.lexed = lexed
        self.profile = profile
        self.shown = masked(lexed)
        self._found = Residue()
        self._claimed: list[tuple[int, int]] = []
        self.refs = sorted((e.start, e.end) for e in lexed.elements if e.name == "ref")

    def residue(self) -> Residue:
        """What the rules found."""
        return self._found

    def claim(self, *spans: tuple[int, int]) -> None:
        """Hide stretches from the rules that follow."""
        self._claimed += spans

    def claims(self) -> tuple[tuple[int, int], ...]:
        """What was claimed since the last ``settle``."""
        return tuple(self._claimed)

    def settle(self) -> None:
        """Blot out what was claimed; a rule calls it once at its end."""
        if self._claimed:
            self.shown = blot(self.shown, _merged(self._claimed))
            self._claimed = []

    def edit(
        self,
        code: str,
        message: Message,
        spans: list[tuple[int, int, str]],
        *,
        fix: Fix = Fix.safe,
        quiet: bool = False,
    ) -> Draft:
        """Offer an edit."""
        draft = Draft(code, fix, message, spans, quiet=quiet)
        self._found.drafts.append(draft)
        return draft

    def note(self, code: str, message: Message, at: int, words: str, *, key: str = "") -> None:
        """Report a fault; ``words`` (wikitext) name it and are shown."""
        plain = strip_markup(words)
        shown = plain if len(plain) <= 160 else plain[:157].rstrip() + "…"
        self._found.noted.append(Noted(code, message, at, plain, shown, key))

    def holds_ref(self, start: int, end: int) -> bool:
        """Whether a ref tag stands in the stretch."""
        return any(start <= a < end for a, _ in self.refs)

    def sentence_before(self, at: int) -> str:
        """The words of the sentence that ends at an offset, without markup; at most its own line."""
        start = self.text.rfind("\n", max(0, at - 3000), at) + 1
        plain = strip_markup(self.text[start:at])
        spans = sentences(plain)
        return plain[slice(*spans[-1])] if spans else plain

    def is_blotted(self, start: int, end: int) -> bool:
        """Whether a stretch holds anything that is no prose."""
        return BLOT in self.shown[start:end]


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
