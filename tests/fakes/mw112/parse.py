"""The stand-in's parser: what Cite of March 2008 makes of refs, and nothing else of wikitext (recordings p_anon, p_before …)."""

from __future__ import annotations

import re
from html import escape

_TAG = re.compile(
    r"<references\s*/>|<ref((?:\s+\w+\s*=\s*\"[^\"]*\")*)\s*(?:/>|>(.*?)</ref>)|<nowiki>(.*?)</nowiki>", re.DOTALL
)
_NAME = re.compile(r'name\s*=\s*"([^"]*)"')
_ERROR = '<strong class="error">Ошибка цитирования {}</strong>'


def html(text: str) -> str:
    """The text with markers and lists; a paragraph round it all."""
    notes: dict[str, tuple[int, list[str], str | None]] = {}
    unnamed = iter(range(10**6))

    def shown(found: re.Match[str]) -> str:
        if found[0].startswith("<references"):
            return _list(notes)
        if found[0].startswith("<nowiki"):
            return escape(found[3])
        given, content = _NAME.fullmatch(found[1].strip()), found[2]
        if given is None and found[1].strip():  # one attribute, and that a name
            return _ERROR.format("Неправильный вызов: неверные ключи")
        if given is None and content is None:
            return _ERROR.format("Неправильный вызов: ключ не был указан")
        key = given[1] if given else str(next(unnamed))
        number, uses, known = notes.get(key, (len(notes) + 1, [], None))
        uses.append(f"{key}_{len(uses)}" if given else key)
        notes[key] = (number, uses, known if known is not None else content)
        place = f'<a href="#_note-{escape(key)}" title="">[{number}]</a>'
        return f'<sup id="_ref-{escape(uses[-1])}" class="reference">{place}</sup>'

    return f"<p>{_TAG.sub(shown, text)}\n</p>"


def _list(notes: dict[str, tuple[int, list[str], str | None]]) -> str:
    items = []
    for key, (number, uses, content) in notes.items():
        back = [f'<a href="#_ref-{escape(use)}" title="">{number},{at}</a>' for at, use in enumerate(uses)]
        way = "↑ " + " ".join(f"<sup>{one}</sup>" for one in back)
        if len(uses) == 1:
            way = f'<a href="#_ref-{escape(uses[0])}" title="">↑</a>'
        said = (
            content if content is not None else _ERROR.format(f"для сносок <code>{escape(key)}</code> не указан текст")
        )
        items.append(f'<li id="_note-{escape(key)}">{way} {said}</li>')
    return f'<ol class="references">{chr(10).join(items)}</ol>'
