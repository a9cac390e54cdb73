"""Program code: Markdown fences, back-ticks, and code tags of other wikis."""

from __future__ import annotations

import re

from bot.model.edit import Declared
from bot.model.message import msg
from bot.model.words import Fix
from bot.profiles import Profile
from bot.wikitext.clickable import clickable
from bot.wikitext.mask import BLOT
from bot.wikitext.readers_view import replaced
from bot.wikitext.residue.context import RuleContext, shortened

_FENCE = re.compile(r"^([ \t]{0,20})(`{3,}|~{3,})[ \t]*([^\s`{]*)[^\n`]*$", re.MULTILINE)
#: More back-ticks than one, for code that holds back-ticks (CommonMark 6.1); on one line.
_MORE_TICKS = re.compile(r"(?<![`\\])(`{2,3})(?!`)[ ]?([^\n\0]{1,200}?)[ ]?(?<!`)\1(?!`)")
_WIKI = frozenset({"wikitext", "wiki", "mediawiki", "wikitexts"})
_TAGS = re.compile(r"<(/?)(syntaxhighlight|source)\b([^<>]*?)(/?)>", re.IGNORECASE)
_TICKS = re.compile(r"`(?<![\w`\\]`)(?![\s`])([^`\n]{1,200}+)(?<![\s\\])`(?![\w`])")
_MARKUP = re.compile(r"\||\[\[|\{\{|''|<|&|~~~|__|\]\]|\}\}|ISBN|RFC|PMID")
_LINKED = re.compile(r"\[(?:\w+:)?//|\[\w+:")


def _block(profile: Profile, language: str, body: str) -> tuple[str, str] | None:
    """Opening and closing tag for a block of code; None when the code itself holds the closing tag."""
    known = language_for(profile, language)
    if known is None:
        if "</pre" in body.lower():
            return None
        return "<pre>", "</pre>"
    if f"</{profile.code_tag}" in body.lower():
        return None
    return f'<{profile.code_tag} lang="{known}">', f"</{profile.code_tag}>"


def _closes(line: re.Match[str], opened: re.Match[str]) -> bool:
    """Whether a line of marks ends a fence: the same marks, as many at least, and nothing behind (CommonMark 4.5)."""
    marks, first = line.group(2), opened.group(2)
    return marks[0] == first[0] and len(marks) >= len(first) and not line.group(3)


def _fence_lines(context: RuleContext) -> list[re.Match[str]]:
    """Lines of marks; tildes without a language anywhere are the wiki's signature."""
    lines = context.places("ART001", _FENCE)
    if any(line.group(2)[0] == "~" and line.group(3) for line in lines):
        return lines
    return [line for line in lines if line.group(2)[0] != "~"]


def fences(context: RuleContext) -> None:
    """Lines of three back-ticks or tildes round code, or round a whole article."""
    lines = _fence_lines(context)
    if _wraps(context, lines):
        _unwrap(context, lines[0], lines[-1])
        lines = lines[1:-1]
    opened: re.Match[str] | None = None
    for match in lines:
        if opened is None:
            opened = match if match.group(2)[0] == "`" or match.group(3) else None
        elif _closes(match, opened):
            _fence(context, opened, match)
            opened = None
    if opened is not None:
        context.note("ART001", msg("a code fence is opened and never closed"), opened.start(), opened.group())


def _wraps(context: RuleContext, lines: list[re.Match[str]]) -> bool:
    """Whether the first and the last fence hold the whole article."""
    if len(lines) < 2 or len(lines) % 2 or lines[-1].group(3):
        return False
    first, last = lines[0], lines[-1]
    language = first.group(3).lower()
    outside = (context.text[: first.start()] + context.text[last.end() :]).strip()
    inner_first = len(lines) == 2 or bool(lines[1].group(3))
    return not outside and (language in _WIKI or (not language and inner_first and "==" in context.text))


def _unwrap(context: RuleContext, first: re.Match[str], last: re.Match[str]) -> None:
    """Take the fence off an article, with its lines."""
    start, stop = min(first.end() + 1, last.start()), max(last.start() - 1, first.end())
    ends = [(0, start, ""), (max(stop, start), len(context.text), "")]
    fix = Fix.safe if context.profile.removes_traces else Fix.review
    declares = replaced(first.group(3), "")
    context.edit("ART001", msg("the fence round the wikitext is removed"), ends, fix=fix, declares=declares)
    context.claim((0, start), (max(stop, start), len(context.text)))


def _fence(context: RuleContext, opened: re.Match[str], closed: re.Match[str]) -> None:
    text, language = context.text, opened.group(3).lower()
    start, stop = min(opened.end() + 1, closed.start()), closed.start()
    body = text[start:stop]
    if language in _WIKI:
        ends = [(opened.start(), start, ""), (max(stop - 1, start), closed.end(), "")]
        context.edit("ART001", msg("the fence round the wikitext is removed"), ends, fix=Fix.review)
        context.claim(opened.span(), closed.span())
        return
    context.claim((opened.start(), closed.end()))
    tags = _block(context.profile, language, body)
    if tags is None:
        context.note(
            "ART001", msg("a code fence whose code holds the closing tag of the wiki"), opened.start(), opened.group()
        )
        return
    if context.holds_ref(start, stop):  # a note of the page today: as code it would be lost
        context.note("ART001", msg("a code fence that holds a ref"), opened.start(), opened.group())
        return
    spans = [(opened.start(), opened.end(), tags[0]), (closed.start(), closed.end(), tags[1])]
    if opened.group(1):
        spans[1:1] = _indents(text, start, stop, len(opened.group(1).expandtabs(4)))
    plain = not opened.group(1) and not closed.group(1) and not context.is_blotted(start, stop)
    context.edit(
        "ART001",
        msg("the code fence becomes {tag}", tag=tags[0]),
        spans,
        fix=Fix.safe if plain else Fix.review,
        declares=_declared(context, spans, start, stop),
    )


def _indents(text: str, start: int, stop: int, width: int) -> list[tuple[int, int, str]]:
    """The indent of a fence taken off each line of its code (CommonMark 4.5), where the lines have it."""
    spans = []
    while start < stop:
        end = start
        while end < stop and text[end] in " \t" and len(text[start : end + 1].expandtabs(4)) <= width:
            end += 1
        if end > start:
            spans.append((start, end, ""))
        start = text.find("\n", start, stop) + 1 or stop
    return spans


def _declared(context: RuleContext, spans: list[tuple[int, int, str]], start: int, stop: int) -> Declared:
    """What the tags change, and the links in between: what stands in code can be read, and its addresses cannot be clicked."""
    return context.account(spans) + Declared(tuple(clickable(context.lexed.masked[start:stop])))


def foreign_tags(context: RuleContext) -> None:
    """``<syntaxhighlight>`` where only ``<source>`` is known."""
    profile = context.profile
    if profile.code_tag == "syntaxhighlight" or "syntaxhighlight" not in profile.unknown_tags:
        return
    opened: re.Match[str] | None = None
    for match in _TAGS.finditer(context.shown):
        if match.group(2).lower() != "syntaxhighlight":
            continue
        if not match.group(1):
            opened = match
        elif opened is not None:
            _foreign(context, opened, match)
            opened = None


def _foreign(context: RuleContext, opened: re.Match[str], closed: re.Match[str]) -> None:
    from bot.wikitext.attributes import attributes

    start, stop = opened.end(), closed.start()
    body = context.text[start:stop]
    given = attributes(opened.group(3), liberal=True)
    inline = "inline" in given and "\n" not in body
    context.claim((opened.start(), closed.end()))
    tags = _inline_tags(body) if inline else _block(context.profile, given.get("lang", ""), body)
    if tags is None:
        context.note("ART003", msg("a code tag that this wiki shows as text"), opened.start(), opened.group())
        return
    if context.holds_ref(start, stop):
        context.note("ART003", msg("a code tag that this wiki shows as text"), opened.start(), opened.group())
        return
    spans = [(opened.start(), opened.end(), tags[0]), (closed.start(), closed.end(), tags[1])]
    context.edit(
        "ART003",
        msg("«{old}» becomes {new}", old="<syntaxhighlight>", new=tags[0]),
        spans,
        fix=Fix.review if context.is_blotted(start, stop) else Fix.safe,
        declares=None if _stays_linked(tags) else _declared(context, spans, start, stop),
    )


def _inline_tags(body: str) -> tuple[str, str]:
    """``<code>``, with nowiki where the code looks like markup; an address stays one that can be clicked."""
    markup = _MARKUP.search(body) or _LINKED.search(body)
    return ("<code><nowiki>", "</nowiki></code>") if markup else ("<code>", "</code>")


def _stays_linked(tags: tuple[str, str]) -> bool:
    return tags[0] == "<code>"


def backticks(context: RuleContext) -> None:
    """Code in back-ticks on one line: two or three of them first, for they may hold single ones."""
    for match in context.places("ART002", _MORE_TICKS) if "``" in context.shown else ():
        _ticks(context, match.span(), match.span(2))
    context.settle()
    found = context.places("ART002", _TICKS)
    for match in found:
        _ticks(context, match.span(), match.span(1))


def _ticks(context: RuleContext, whole: tuple[int, int], inside: tuple[int, int]) -> None:
    body = context.shown[slice(*inside)]
    if BLOT in body or (not any(char.isalnum() for char in body) and len(body) > 3) or "</nowiki" in body.lower():
        return
    before, after = _inline_tags(body)
    spans = [(whole[0], inside[0], before), (inside[1], whole[1], after)]
    context.edit(
        "ART002",
        msg("the back-ticks round «{code}» become the code tag", code=shortened(body)),
        spans,
        declares=None if _stays_linked((before, after)) else _declared(context, spans, *inside),
    )
    context.claim(whole)


#: Other names of a language, by what people and models write.
_ALIASES = {
    "py": "python", "python3": "python", "pycon": "python", "ipython": "python", "js": "javascript", "node": "javascript",
    "jsx": "javascript", "ts": "javascript", "typescript": "javascript", "sh": "bash", "shell": "bash", "zsh": "bash",
    "console": "bash", "c++": "cpp", "cc": "cpp", "hpp": "cpp", "cu": "cpp", "cuda": "cpp", "cs": "csharp", "c#": "csharp",
    "rb": "ruby", "tex": "latex", "r": "rsplus", "matlab": "matlab", "m": "matlab", "f90": "fortran", "htm": "html4strict",
    "html": "html4strict", "svg": "xml", "patch": "diff", "pas": "pascal", "vb": "vb", "asm": "asm", "plaintext": "text",
    "txt": "text", "text": "text", "plain": "text",
}  # fmt: skip
#: What GeSHi of 2008 knows and an article on machine learning uses.
_GESHI = frozenset(
    "text python cpp c java javascript bash perl php ruby sql matlab latex xml html4strict css csharp pascal delphi fortran lisp "
    "haskell ocaml scheme asm vb vbnet diff ini make prolog scilab rsplus objc d ada apache cmake dos".split()
)
_OWN = {"html4strict": "html", "rsplus": "r"}


def language_for(profile: Profile, written: str) -> str | None:
    """The highlighter's name for ``written``; None when a block without highlighting is the right one."""
    name = written.strip().strip("\"'{}.").lower()
    if not name:
        return None
    known = _ALIASES.get(name, name)
    if profile.code_tag == "syntaxhighlight":  # Pygments knows nearly all, under their common names
        kept = "typescript" if name in {"ts", "typescript"} else "cuda" if name in {"cu", "cuda"} else known
        return _OWN.get(kept, kept)
    return known if known in _GESHI else "text"
