"""Citation tokens of chat products: they meant a source in the chat and lead nowhere on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.residue.chat_tokens import CHAT_TOKENS, PRIVATE, ChatToken, Says
from bot.wikitext.residue.context import LIMIT, RuleContext, shortened

_LEFT = re.compile(rf"[{PRIVATE}]+")
#: What stands glued before a form and belongs to it.
_BEFORE = re.compile(r"(?:(?:i|file|nav|image_group|image)?(?:cite)?|:|[\[【])\Z")
#: What is left of a form's prefix when the form is gone.
_GLUED = re.compile(r"(?:file|nav|image_group)?cite(?![\w:])")
_AFTER = re.compile(r"[\]】]")
_QUOTES = {"«": "»", "“": "”", "„": "“", '"': '"', "'": "'", "`": "`", "‘": "’"}
_SENTENCE = re.compile(r"\^\[([^\[\]\n]{1,600})\]\Z")
_PLAIN_TURN = re.compile(r"(?:i|file)?turn")
_BESIDE = " \t.,;:!?\u200b\ufeff\u2060"


class _Run(NamedTuple):
    """Adjacent tokens, and what they stood for."""

    start: int
    end: int
    says: frozenset[Says]


def tokens(context: RuleContext) -> None:
    """Find tokens; the words before each are left without a source unless a real ref stands beside it."""
    worded = _worded(context)
    found = _runs(context, {match.start() for _, match in worded})
    quoted = {run for run in found if _is_quoted(context, run.start, run.end)}
    about = bool(quoted) or _shows_forms(context)
    if not context.too_many("ART030", [*worded, *found]):
        for row, match in worded:
            if not _is_quoted(context, *match.span()):
                _keep_words(context, row, match)
        _remove(context, [run for run in found if run not in quoted], about=about)
    _remove_signs(context)


def _shows_forms(context: RuleContext) -> bool:
    """Whether the page's code shows a token: a page that quotes the forms is about them, nothing goes without a person."""
    return any(without_tokens(context.text[start:end]) != context.text[start:end] for start, end in context.code)


def _remove(context: RuleContext, runs: list[_Run], *, about: bool) -> None:
    """Offer to remove each token; what opens a passage goes with the token that ends it."""
    opening: list[_Run] = []
    for run in runs:
        if run.says == {Says.opening}:
            opening.append(run)
        else:
            _token(context, run, opening, about=about)
            opening = []
    for run in opening:
        _token(context, run, [], about=about)


def _remove_signs(context: RuleContext) -> None:
    """What is left of a product's private use."""
    taken = context.claims()
    for match in _LEFT.finditer(context.shown):
        if not any(start <= match.start() < end for start, end in taken):
            fix = Fix.safe if context.profile.removes_traces else Fix.review
            message = msg("characters of a chat product's private use are removed")
            spans = [(*match.span(), "")]
            context.edit("ART015", message, spans, fix=fix, declares=context.account(spans))


def _worded(context: RuleContext) -> list[tuple[ChatToken, re.Match[str]]]:
    """The tokens that hold words for the reader."""
    shown = context.shown
    rows = [row for row in CHAT_TOKENS if row.has_words and row.may_stand(shown)]
    return [(row, match) for row in rows for match in islice(row.form.finditer(shown), LIMIT + 1)]


def _keep_words(context: RuleContext, row: ChatToken, match: re.Match[str]) -> None:
    """Offer to take the form off its words; an address that it holds becomes theirs."""
    (start, end), (first, last) = match.span(), match.span("words")
    opened, closed = (f"[{match['address']} ", "]") if row.says is Says.link else ("", "")
    words = context.text[first:last]
    shown = shortened(words)
    message = msg("the citation token round «{words}» is removed, its words stay", words=shown)
    spans = [(start, first, opened), (last, end, closed)]
    context.edit("ART030", message, spans, fix=Fix.review, declares=context.account(spans))
    context.claim((start, first), (last, end))
    if row.says is Says.source and not _beside_ref(context, start, end):
        lean = msg("these words lean on «{token}», which names no source", token=shortened(match.group()))
        context.note("ART031", lean, start, words)
    else:
        context.note("ART030", msg("a citation token of a chat product: «{token}»", token=shown), start, words)


def _places(shown: str, taken: set[int]) -> Iterator[tuple[int, int, Says]]:
    """Every token without words that does not begin where one with words does."""
    for row in CHAT_TOKENS:
        if not row.has_words and row.may_stand(shown):
            places = (match.span() for match in row.form.finditer(shown) if match.start() not in taken)
            yield from ((*_whole(shown, *_trimmed(shown, *place)), row.says) for place in places)


def _runs(context: RuleContext, taken: set[int]) -> list[_Run]:
    """Every token without words, with what is glued to it; tokens with only space between are one."""
    shown = context.shown
    runs: list[_Run] = []
    for start, end, says in sorted(_places(shown, taken), key=lambda span: span[:2]):
        if runs and not shown[runs[-1].end : start].strip(f" \t{PRIVATE}"):
            runs[-1] = _Run(runs[-1].start, max(end, runs[-1].end), runs[-1].says | {says})
        elif not _glued(shown, start):
            runs.append(_Run(start, end, frozenset({says})))
    return runs


def _trimmed(shown: str, start: int, end: int) -> tuple[int, int]:
    return (start + 1, end) if shown[start] == " " else (start, end)


def _whole(shown: str, start: int, end: int) -> tuple[int, int]:
    """A form with its prefix, and with brackets where both stand."""
    before = _BEFORE.search(shown, max(0, start - 16), start)
    if before is None or not before.group():
        return start, end
    if before.group() in "[【":
        closed = _AFTER.match(shown, end)
        return (before.start(), closed.end()) if closed else (start, end)
    if before.group() == ":" and not shown.startswith("contentReference", start):
        return start, end
    return before.start(), end


def _glued(shown: str, start: int) -> bool:
    """Whether a bare «turn0search0» is the middle of a longer word."""
    before = shown[start - 1 : start]
    return _PLAIN_TURN.match(shown, start) is not None and ((before.isascii() and before.isalnum()) or before == "_")


def _is_quoted(context: RuleContext, start: int, end: int) -> bool:
    before = context.text[start - 1 : start]
    after = context.text[end : end + 1]
    if before in _QUOTES and after and _QUOTES[before] == after:
        return True
    opened = context.text.rfind("<code", max(0, start - 200), start)
    return opened != -1 and "</code" not in context.text[opened:start]


def _token(context: RuleContext, run: _Run, opening: list[_Run], *, about: bool) -> None:
    """Offer to remove a token, with the marks that opened its passage."""
    start, end, says = run
    written = context.text[start:end]
    sourced = _beside_ref(context, start, end)
    spans = [(*_with_space(context.text, at.start, at.end), "") for at in opening] + _spans(context, start, end)
    leans = not sourced and Says.source in says
    marked = leans and _mark(context, spans)
    safe = not about and (sourced or marked) and _may_go_alone(context, start, end)
    token = shortened(_LEFT.sub("", written).strip() or "U+E200")
    message = msg("the citation token «{token}» is removed", token=token)
    if marked:
        template = f"{{{{{context.profile.template_source_needed}}}}}"
        message = msg("the citation token «{token}» gives way to «{template}»", token=token, template=template)
    context.edit("ART030", message, spans, fix=Fix.safe if safe else Fix.review, declares=context.account(spans))
    context.claim((start, end), *((at.start, at.end) for at in opening))
    if leans or not safe or not sourced:
        _left(context, token, (start, spans[-1][0]), leans=leans)


def _left(context: RuleContext, token: str, place: tuple[int, int], *, leans: bool) -> None:
    """Report a token, or that the words before ``place[1]`` lean on it."""
    sentence = _bare(context.sentence_before(place[1], without_tokens)) or token
    if leans:
        message = msg("these words lean on «{token}», which names no source", token=token)
        context.note("ART031", message, place[0], sentence)
    else:
        message = msg("a citation token of a chat product: «{token}»", token=token)
        context.note("ART030", message, place[0], sentence)


def _may_go_alone(context: RuleContext, start: int, end: int) -> bool:
    """Whether nothing but the token can change with it.

    Braces of the form may be paired with open ones elsewhere: taking them out could move a ref into a template. A token as the
    words of a link: the link would lose them.
    """
    text = context.text
    if not context.profile.removes_traces or text.find("}}", start, end) != -1:
        return False
    return not (text.startswith("(", end) and text.startswith("]", end - 1))


def _mark(context: RuleContext, spans: list[tuple[int, int, str]]) -> bool:
    """Put the wiki's «source needed» where the last span takes a token out; False where the wiki has no such template."""
    template = context.profile.template_source_needed
    if template is None:
        return False
    start, end, _ = spans[-1]
    opened = "{{" + template.casefold()
    if not context.text[end : end + len(opened) + 1].lstrip().casefold().startswith(opened):
        spans[-1] = (start, end, f"{{{{{template}}}}}")
    return True


def without_tokens(words: str) -> str:
    """Text without its tokens; what a reader saw of them stays."""
    for row in CHAT_TOKENS:
        if row.mark in words:
            words = row.form.sub(r"\g<words>" if row.has_words else "", words)
    return _GLUED.sub("", _LEFT.sub("", words))


def _bare(sentence: str) -> str:
    """A sentence without the tokens before this one."""
    return " ".join(re.sub(r"^\^\[|[\[【:]\s*[\]】]|(?:file)?cite\b", " ", sentence).split())


def _spans(context: RuleContext, start: int, end: int) -> list[tuple[int, int, str]]:
    """What goes: the token with its space, and the brackets round a sentence that it is attached to."""
    held = _SENTENCE.search(context.shown, max(0, start - 610), start)
    if held is None:
        return [(*_with_space(context.text, start, end), "")]
    return [(held.start(), held.start() + 2, ""), (start - 1, end, "")]


def _beside_ref(context: RuleContext, start: int, end: int) -> bool:
    """Whether a ref stands right beside, with nothing but space and punctuation between, or around."""
    text = context.text
    at = context.ref_at(start)
    if at is not None:
        before_start, before_end = at
        if before_start < start < before_end:
            return before_end < len(text)  # one that swallows the page is no source
        gap = text[before_end:start]
        if "\n" not in gap and not gap.strip(_BESIDE):
            return True
    following = context.ref_after(end)
    return following is not None and not text[end : following[0]].strip(_BESIDE)


def _with_space(text: str, start: int, end: int) -> tuple[int, int]:
    """The token with the space that would be left over."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before in {" ", "\t"} and (after in {"", " ", "\t", "\n"} or after in ".,;:!?)»<"):
        while start > 0 and text[start - 1] in " \t":
            start -= 1
    elif before in {"", "\n"} and after == " ":
        end += 1
    return start, end
