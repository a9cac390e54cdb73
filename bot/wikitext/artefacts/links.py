"""Links: tracking parameters of chat products, Markdown links."""

from __future__ import annotations

import re

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.artefacts.scene import Scene

_MODELS = (
    r"(?:chatgpt\.com|openai(?:\.com)?|copilot\.com|perplexity(?:\.ai)?|gemini(?:\.google\.com)?|"
    r"claude\.ai|grok\.com|deepseek(?:\.com)?)"
)
_TRACKED = re.compile(rf"(?:utm_source={_MODELS}|referrer=grok\.com)\b", re.IGNORECASE)
_PARAMETER = re.compile(r"(?:utm_[a-z]+=[^&#\s\[\]|{}<>\"']*|referrer=grok\.com)", re.IGNORECASE)
_MARKDOWN = re.compile(
    r"(?<![\[!\\])\[([^\[\]\n\0]{1,300})\]"
    r"\((https?://[^\s()\[\]<>\0]*(?:\([^\s()<>\0]*\)[^\s()\[\]<>\0]*)*)(?:[ ]+\"[^\"\n]*\")?\)"
)
_IN_ADDRESS = "[]{}|<>\"' \t\r\n\0"


def tracking(scene: Scene) -> None:
    """``utm_source=chatgpt.com`` and its companions in one address."""
    text, done = scene.shown, 0
    for match in _TRACKED.finditer(text):
        if match.start() < done:
            continue
        start, end = _address(text, match.start())
        done = end
        question = text.find("?", start, match.start())
        if question == -1:
            continue
        spans = _without(text, question, end)
        fix = Fix.safe if scene.profile.removes_traces else Fix.review
        scene.edit(
            "ART032", msg("the tracking parameter «{what}» leaves the address", what=match.group()), spans, fix=fix
        )
        if fix is Fix.review:
            scene.note(
                "ART032",
                msg("an address given by a chat product: {address}", address=text[start:end][:120]),
                start,
                text[start:end],
            )


def _address(text: str, inside: int) -> tuple[int, int]:
    """The address around an offset."""
    start, end = inside, inside
    while start > 0 and inside - start < 4000 and text[start - 1] not in _IN_ADDRESS:
        start -= 1
    while end < len(text) and end - inside < 4000 and text[end] not in _IN_ADDRESS:
        end += 1
    while end > inside and text[end - 1] in ".,;:!?)":
        if text[end - 1] == ")" and text.count("(", start, end) >= text.count(")", start, end):
            break
        end -= 1
    return start, end


def _without(text: str, question: int, end: int) -> list[tuple[int, int, str]]:
    """Spans that take the tracking parameters out of a query."""
    hash_at = text.find("#", question, end)
    stop = end if hash_at == -1 else hash_at
    parts: list[tuple[int, int, bool]] = []
    position = question + 1
    while position <= stop:
        cut = text.find("&", position, stop)
        cut = stop if cut == -1 else cut
        entity = text.startswith("&amp;", cut)
        parts.append((position, cut, _PARAMETER.fullmatch(text, position, cut) is not None))
        position = cut + (5 if entity else 1)
    kept = [part for part in parts if not part[2]]
    if not kept:
        return [(question, stop, "")]
    spans = []
    for index, (start, _, tracked) in enumerate(parts):
        if not tracked:
            continue
        if any(not part[2] for part in parts[index + 1 :]):
            spans.append((start, parts[index + 1][0], ""))
        else:  # everything after the last kept parameter goes, with the mark before it
            spans.append((kept[-1][1], stop, ""))
            break
    return spans


def markdown_links(scene: Scene) -> None:
    """``[words](address)``."""
    for match in _MARKDOWN.finditer(scene.shown):
        words, address = match.group(1), match.group(2)
        start, end = match.span()
        middle = start + 1 + len(words)
        if _in_link(scene.shown, start) or "{{" in words:
            continue
        # the words stay where they are, the address moves before them: two spans, nothing between them changes
        scene.edit(
            "ART011",
            msg("the Markdown link to {address} becomes an external link", address=address[:80]),
            [(start, start + 1, f"[{_cleaned(scene, address)} "), (middle, end, "]")],
        )
        scene.claim((start, end))
    scene.settle()


def _cleaned(scene: Scene, address: str) -> str:
    """An address as an external link may hold it, without a chat product's parameters where they may go."""
    if not scene.profile.removes_traces or not _TRACKED.search(address):
        return address
    question = address.find("?")
    for start, end, _ in reversed(_without(address, question, len(address)) if question != -1 else []):
        address = address[:start] + address[end:]
    return address


def _in_link(shown: str, start: int) -> bool:
    """Whether the bracket stands inside another external link on the line."""
    opened = shown.rfind("[http", max(0, start - 500), start)
    return opened != -1 and "]" not in shown[opened:start] and "\n" not in shown[opened:start]
