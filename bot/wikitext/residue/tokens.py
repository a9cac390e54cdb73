"""Citation tokens of chat products: they meant a source in the chat and lead nowhere on a page."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.residue.context import RuleContext, shortened
from bot.wikitext.residue.marks import Mark, begins

_TURN = r"turn\d+(?:search|news|image|file|view|fetch|forecast|product|academia|reddit|finance|sports|video|maps?|click|open)\d+"
_BRACKETED = "attached_file web file generated_image memory code_file image chart".split()
#: A mark that the form always holds, and the form. Each has no other reading outside text about it.
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("\ue200", re.compile(r"\ue200[^\ue200\ue201\n]{0,300}\ue201")),
    ("turn", re.compile(rf"{_TURN}(?:[\ue202,; ]?{_TURN})*")),
    ("contentReference[", re.compile(r":?contentReference\[oaicite:\d+\]\{index=\d+\}")),
    ("oaicite:", re.compile(r"oaicite:\d+")),
    ("oai_citation:", re.compile(r"oai_citation:\d+‡(?:[^\[\]\s()<>{}|]*[^\[\]\s()<>{}|.,;:!?])?")),
    ('({"attribution"', re.compile(r"\(\{\"attribution\":\{\"attributableIndex\":\"[\d-]+\"\}\}\)")),
    ("【", re.compile(r"【\d+(?::\d+)?†[^】\n]{0,80}】")),
    ("[cite", re.compile(r"\[cite:[ ]?\d+(?:,[ ]?\d+)*\]|\[cite_(?:start|end)\]")),
    ("[span_", re.compile(r"\[span_\d+\]\((?:start|end)_span\)")),
    ("[citation:", re.compile(r"\[citation:\d+\]")),
    ("[^", re.compile(r"\[\^\d+\^\](?:\[\d+\])?")),
    ("<grok-card", re.compile(r"<grok-card\b[^<>]*>(?:</grok-card>)?")),
    ("grok_render", re.compile(r"grok_render_citation_card_json=\{[^{}\n]*\}")),
    ("<grok:render", re.compile(r"<grok:render\b[^<>]*>(?:(?:(?!<grok:)[^\0]){0,600}?</grok:render>)?")),
    ("grok_card", re.compile(r"(?<![\w\-])grok_card(?![\w\-])")),
    ("↩", re.compile(r"↩(?:\ufe0e)?(?:\d+(?:[ ]?↩(?:\ufe0e)?\d*)*|(?:[ ]?↩(?:\ufe0e)?\d*)+|(?=[ \t]*(?:\n|\Z)))")),
    *((f"[{word}:", re.compile(rf"\[{word}:\d{{1,3}}\]")) for word in _BRACKETED),
)
#: The name of a source as ChatGPT shows it in a chip, with how many more there are: «Wikipedia+2».
_CHIP = (
    r"(?:[A-ZА-ЯЁ][\w&'’.\-]*+(?:[ ][\w&'’.\-]++){0,3}|arXiv|"
    r"[\w\-]++(?:\.[\w\-]++){0,5}\.(?:com|org|net|edu|gov|io|ai|ru|dev|wiki))"
    r"(?<=[^\W\d_]{2})\+\d{1,2}+"
)
#: At most thirty in a row, of hosts with six labels: none have more.
#: Glued to the end of a sentence, or at the end of a line: elsewhere a plus and a number are a plus and a number.
_CHIPS = re.compile(
    rf"(?<=[.!?…»”\])])(?:(?:{_CHIP}){{1,30}}+(?=[ \t]*+(?:\n|\Z|[A-ZА-ЯЁ«\[]))|[ ](?:{_CHIP}){{1,30}}+(?=[ \t]*(?:\n|\Z)))"
)
_PRIVATE = "\ue200\ue201\ue202\ue203\ue204\ue205\ue206"
_LEFT = re.compile(rf"[{_PRIVATE}]+")
#: A number between two of them.
_COUNTED = re.compile(rf"[{_PRIVATE}]\d{{1,3}}[{_PRIVATE}]")
#: What stands glued before a form and belongs to it.
_BEFORE = re.compile(r"(?:(?:i|file|nav|image_group|image)?(?:cite)?|:|[\[【])\Z")
#: What is left of a form's prefix when the form is gone.
_GLUED = re.compile(r"(?:file|nav|image_group)?cite(?![\w:])")
_AFTER = re.compile(r"[\]】]")
#: One of these stands wherever a form does.
MARKS: tuple[Mark, ...] = (
    "turn",
    begins(":", r"(?:(?<=oaicite:)|(?<=oai_citation:))\d"),
    begins("(", r'\{"attribution'),
    "【",
    begins("<", "grok"),
    begins("_", "(?<=grok_)(?:render|card)"),
    "↩",
    begins("+", r"\d"),
    begins("[", r"(?:cite|span_|citation:|\^|(?:" + "|".join(_BRACKETED) + r"):)"),
    *_PRIVATE,
)
_QUOTES = {"«": "»", "“": "”", "„": "“", '"': '"', "'": "'", "`": "`", "‘": "’"}
#: Forms that open a passage and stand before the words they belong to.
_PLUS = re.compile(r"\+\d")
_OPENS = re.compile(r"\[cite_start\]|\[span_\d+\]\(start_span\)")
_SENTENCE = re.compile(r"\^\[([^\[\]\n]{1,600})\]\Z")
#: Tokens for pictures, prices and the like: they supported nothing.
_NO_SOURCE = re.compile(
    r"turn\d+(?:image|forecast|product|finance|sports|video|maps?)\d|↩|\[(?:generated_image|image|chart):|_start"
)
_PLAIN_TURN = re.compile(r"(?:i|file)?turn")
_BESIDE = " \t.,;:!?\u200b\ufeff\u2060"


class _Run(NamedTuple):
    """Adjacent tokens."""

    start: int
    end: int


def tokens(context: RuleContext) -> None:
    """Find tokens; the words before each are left without a source unless a real ref stands beside it."""
    found = _runs(context)
    quoted = {run for run in found if _is_quoted(context, run)}
    # a page that quotes the forms is about them: nothing is taken out without a person
    about = bool(quoted) or any(without_tokens(context.text[a:b]) != context.text[a:b] for a, b in context.code)
    many = context.too_many("ART030", found)
    opening: list[_Run] = []
    for run in found if not many else ():
        if run in quoted:
            continue
        if _OPENS.fullmatch(context.text[run.start : run.end]):
            opening.append(run)
        else:
            _token(context, run, opening, about=about)
            opening = []
    for run in opening:
        _token(context, run, [], about=about)
    taken = context.claims()
    for match in _LEFT.finditer(context.shown):
        if not any(start <= match.start() < end for start, end in taken):
            fix = Fix.safe if context.profile.removes_traces else Fix.review
            message = msg("characters of a chat product's private use are removed")
            spans = [(*match.span(), "")]
            context.edit("ART015", message, spans, fix=fix, declares=context.account(spans))


def _runs(context: RuleContext) -> list[_Run]:
    """Every token with what is glued to it; tokens with only space between are one."""
    spans: list[tuple[int, int]] = []
    shown = context.shown
    for mark, form in _FORMS:
        if mark in shown:
            spans += [_whole(shown, *match.span()) for match in form.finditer(shown)]
    if any(mark in shown for mark in _PRIVATE):
        spans += [match.span() for match in _COUNTED.finditer(shown)]
    if _PLUS.search(shown):
        spans += [_trimmed(shown, *match.span()) for match in _CHIPS.finditer(shown)]
    spans.sort()
    runs: list[_Run] = []
    for start, end in spans:
        if runs and not shown[runs[-1].end : start].strip(f" \t{_PRIVATE}"):
            runs[-1] = _Run(runs[-1].start, max(end, runs[-1].end))
        elif not _glued(shown, start):
            runs.append(_Run(start, end))
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


def _is_quoted(context: RuleContext, run: _Run) -> bool:
    before = context.text[run.start - 1 : run.start]
    after = context.text[run.end : run.end + 1]
    if before in _QUOTES and after and _QUOTES[before] == after:
        return True
    opened = context.text.rfind("<code", max(0, run.start - 200), run.start)
    return opened != -1 and "</code" not in context.text[opened : run.start]


def _token(context: RuleContext, run: _Run, opening: list[_Run], *, about: bool) -> None:
    """Offer to remove a token, with the marks that opened its passage."""
    start, end = run
    written = context.text[start:end]
    sourced = _beside_ref(context, start, end)
    spans = [(*_with_space(context.text, *opened), "") for opened in opening] + _spans(context, start, end)
    leans = not sourced and _NO_SOURCE.search(written) is None
    marked = leans and _mark(context, spans)
    # braces of the form may be paired with open ones elsewhere: taking them out could move a ref into a template
    safe = context.profile.removes_traces and not about and (sourced or marked) and "}}" not in written
    shown = re.sub(rf"[{_PRIVATE}]", "", written).strip() or "U+E200"
    message = msg("the citation token «{token}» is removed", token=shortened(shown))
    if marked:
        message = msg(
            "the citation token «{token}» gives way to «{template}»",
            token=shortened(shown),
            template=f"{{{{{context.profile.template_source_needed}}}}}",
        )
    # a token as the words of a link: the link would lose them
    safe = safe and not (context.text.startswith("(", end) and context.text.startswith("]", end - 1))
    declares = context.account(spans)
    context.edit("ART030", message, spans, fix=Fix.safe if safe else Fix.review, declares=declares)
    context.claim((start, end), *opening)
    sentence = _bare(context.sentence_before(spans[-1][0], without_tokens)) or shown
    token = shortened(shown)
    if leans:
        context.note(
            "ART031", msg("these words lean on «{token}», which names no source", token=token), start, sentence
        )
    elif not safe or not sourced:
        context.note("ART030", msg("a citation token of a chat product: «{token}»", token=token), start, sentence)


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
    """Text without its tokens."""
    for mark, form in _FORMS:
        if mark in words:
            words = form.sub("", words)
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
