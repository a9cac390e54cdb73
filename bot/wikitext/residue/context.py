"""What a residue rule sees and where it puts what it finds."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sized
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice

from bot.codes import code_named
from bot.language.sentences import sentences
from bot.model.edit import Declared
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import Profile
from bot.profiles.mlru import speaks_first_wiki
from bot.wikitext.clickable import clickable
from bot.wikitext.drafts import Draft, Noted
from bot.wikitext.lexer import Lexed
from bot.wikitext.mask import BLOT, blotted, code, code_calls, masked
from bot.wikitext.plaintext import strip_markup
from bot.wikitext.readers_view import ReaderView, account, loses_address

#: Words of a page that is about the forms of a code's rules.
_ABOUT = {
    "arkdown": frozenset({"ART001", "ART002", "ART005", "ART011"}),
    "аркдаун": frozenset({"ART001", "ART002", "ART005", "ART011"}),
    "LaTeX": frozenset({"ART005"}),
}
#: What is right on one wiki and none on another: tags of code and formulas, namespaces of files.
_OF_WIKI = frozenset({"ART003", "ART006", "ART013", "ART014"})
#: A form that stands on a page more often than this is the page's matter, not its residue.
LIMIT = 2000
_TAG_NAME = re.compile(r"[^\s/>]*")
_EMPHASIS = re.compile(r"(\*{1,3}|(?<!\w)_{1,3})(?=[^\s*_])([^*_\n]+)(?<=[^\s*_])\1")


@dataclass(slots=True)
class Residue:
    """Drafts and findings of the residue pass; ``ran`` are the rules whose marks stood in ``text``."""

    drafts: list[Draft] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)
    ran: frozenset[Callable[[RuleContext], None]] = frozenset()
    text: str = ""


class RuleContext:
    """A page under the residue rules."""

    def __init__(self, page: Page, lexed: Lexed, profile: Profile) -> None:
        self.page = page
        self.text = page.text
        self.lexed = lexed
        self.profile = profile
        self._shown: str | None = None
        self._found = Residue()
        self._claimed: list[tuple[int, int]] = []
        self._code: list[tuple[int, int]] | None = None
        self.refs = sorted((e.start, e.end) for e in lexed.elements if e.name == "ref")

    @property
    def shown(self) -> str:
        """The text with all that is no prose blotted out."""
        if self._shown is None:
            self._shown, self._code = _prose(self.lexed)
        return self._shown

    @property
    def code(self) -> list[tuple[int, int]]:
        """Code inside the page's prose: hidden like the rest, but a page that shows a form there is about it."""
        if self._code is None:
            self._shown, self._code = _prose(self.lexed)
        return self._code

    @cached_property
    def matter(self) -> frozenset[str]:
        """Codes of the forms that the page is about, or its own wiki's where nobody named one: there a person looks."""
        about = frozenset(code for word, codes in _ABOUT.items() if word in self.text for code in codes)
        return about | _OF_WIKI if self.profile.assumed and speaks_first_wiki(self.text) else about

    def residue(self) -> Residue:
        """What the rules found. Whatever waits for a person is a finding, too."""
        known = sorted(note.offset for note in self._found.noted)
        for draft in self._found.drafts:
            start, end = min(draft.spans)[0], max(span[1] for span in draft.spans)
            at = bisect_left(known, start)
            if draft.fix is Fix.review and (at == len(known) or known[at] > end):
                words = self.text[start:end]
                title = Message(code_named(draft.code).title)
                self._found.noted.append(Noted(draft.code, title, start, words[:200], _cut(words)))
        return self._found

    def claim(self, *spans: tuple[int, int]) -> None:
        """Hide stretches from the rules that follow."""
        self._claimed += spans

    def claims(self) -> tuple[tuple[int, int], ...]:
        """What was claimed since the last ``settle``."""
        return tuple(self._claimed)

    def settle(self) -> None:
        """Blot out what was claimed: after each rule, and between the passes of one."""
        if self._claimed:
            pieces = blotted(self.shown, _merged(self._claimed))
            self._shown, self._claimed = None, []  # the old text goes before the new one is made
            self._shown = "".join(pieces)

    def edit(
        self,
        code: str,
        message: Message,
        spans: list[tuple[int, int, str]],
        *,
        fix: Fix = Fix.safe,
        quiet: bool = False,
        declares: Declared | None = None,
    ) -> Draft:
        """Offer an edit. One that loses an address is a person's, whatever its rule says.

        One that writes the end of a tag which the page opens before and never closes would close that: it is not offered.
        """
        if declares is None:
            made = self.account(spans)
            declares = made if made.addresses_lost or made.addresses_added else None
        if fix is Fix.safe and declares is not None and declares.addresses_lost:
            left = clickable(" ".join(after for _, _, after in spans))
            fix = Fix.review if loses_address(declares, left) else fix
        if code in self.matter:
            fix = Fix.review
        draft = Draft(code, fix, message, spans, quiet=quiet, declares=declares)
        if not self._ends_open_tag(spans):
            self._found.drafts.append(draft)
        return draft

    def _ends_open_tag(self, spans: list[tuple[int, int, str]]) -> bool:
        """Whether an end tag that is written belongs, as the wiki reads, to an opening tag that has none."""
        return any(
            "</" in after and opened < start and f"</{name}" in after.casefold()
            for start, _, after in spans
            for opened, name in self._open_tags
        )

    @cached_property
    def _open_tags(self) -> list[tuple[int, str]]:
        """Where opening tags without an end stand, and their names."""
        written = ((start, self.text[start + 1 : end]) for start, end in self.lexed.literal)
        return [(start, _TAG_NAME.match(tag)[0].casefold()) for start, tag in written]  # type: ignore[index]  # it matches ""

    def writes(self, words: str) -> bool:
        """Whether an edit that is offered already writes these words."""
        return any(words in after for draft in self._found.drafts for _, _, after in draft.spans)

    def account(self, spans: list[tuple[int, int, str]]) -> Declared:
        """What a reader loses and gains by an edit that writes alone."""
        return account(ReaderView(self.text, self.text), spans)

    def note(self, code: str, message: Message, at: int, words: str, *, key: str = "") -> None:
        """Report a fault; ``words`` (wikitext) name it and are shown."""
        plain = strip_markup(words)
        self._found.noted.append(Noted(code, message, at, plain, _cut(plain), key))

    def holds_ref(self, start: int, end: int) -> bool:
        """Whether a ref tag, or a parser function that may make one, stands in the stretch."""
        following = self.ref_after(start)
        return (following is not None and following[0] < end) or self.text.find("{{#", start, end) != -1

    def in_ref(self, position: int) -> bool:
        """Whether an offset stands inside a ref: a second one there would be lost with it."""
        around = self.ref_at(position)
        return around is not None and around[0] < position < around[1]

    def ref_at(self, position: int) -> tuple[int, int] | None:
        """The last ref that begins before an offset."""
        at = bisect_left(self.refs, (position, 0)) - 1
        return self.refs[at] if at >= 0 else None

    def ref_after(self, position: int) -> tuple[int, int] | None:
        """The first ref that begins at an offset or after it."""
        at = bisect_left(self.refs, (position, 0))
        return self.refs[at] if at < len(self.refs) else None

    def places(self, code: str, *forms: re.Pattern[str]) -> list[re.Match[str]]:
        """Where the forms stand in the prose, each form after the other; nowhere, and one finding, where ``too_many``."""
        found = list(islice(chain.from_iterable(form.finditer(self.shown) for form in forms), LIMIT + 1))
        return [] if self.too_many(code, found) else found

    def too_many(self, code: str, found: Sized) -> bool:
        """Whether a form stands on the page so often that it cannot be residue; one finding then says so."""
        if len(found) <= LIMIT:
            return False
        message = msg("more than {n} places of one form: this is no residue, nothing is offered", n=LIMIT)
        self._found.noted.append(Noted(code, message, 0, "", ""))
        return True

    def sentence_before(self, at: int, cleaned: Callable[[str], str] = str) -> str:
        """The words of the sentence that ends at an offset, without markup and what ``cleaned`` takes out; on its own line."""
        start = self.text.rfind("\n", max(0, at - 600), at) + 1 or max(0, at - 600)
        plain = strip_markup(cleaned(self.text[start:at]))
        spans = sentences(plain)
        last = plain[slice(*spans[-1])] if spans else plain
        return _EMPHASIS.sub(r"\2", last).strip("*_ ")

    def line_at(self, at: int) -> str:
        """The line around an offset, at most 400 characters of it."""
        start = self.text.rfind("\n", max(0, at - 200), at) + 1 or max(0, at - 200)
        end = self.text.find("\n", at, at + 200)
        return self.text[start : at + 200 if end == -1 else end]

    def is_blotted(self, start: int, end: int) -> bool:
        """Whether a stretch holds anything that is no prose."""
        return BLOT in self.shown[start:end]


def shortened(words: str, most: int = 60) -> str:
    """Words on one line, at most so many characters of them: a cut is shown."""
    words = " ".join(words.split())
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def _prose(lexed: Lexed) -> tuple[str, list[tuple[int, int]]]:
    """The page's prose before any rule has claimed a part of it, and the code that was taken out of it."""
    shown = masked(lexed)
    inside = [*code(shown), *code_calls(shown)]
    if inside:
        pieces = blotted(shown, _merged(inside))
        del shown  # the old text goes before the new one is made
        shown = "".join(pieces)
    return shown, inside


def _cut(words: str) -> str:
    return shortened(words, 160)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
