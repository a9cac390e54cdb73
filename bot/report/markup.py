"""HTML by construction: text is always escaped, only ``Html`` made here is markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from bot.report.findings import is_web
from bot.report.visible import visible


class Html(str):
    """Finished markup. Never make one of text that came from a page, a source or a service."""

    __slots__ = ()


Child = str | Html | None
_VOID = frozenset({"meta", "br", "hr"})
#: What no tag may carry, whoever asks for it: nothing runs and nothing loads.
_FORBIDDEN = frozenset({"script", "iframe", "object", "embed", "img", "link", "base", "form", "video", "audio", "svg"})


def el(tag: str, /, *children: Child, **attributes: str | bool | None) -> Html:
    """An element. A trailing underscore of an attribute's name is dropped, other underscores become hyphens.

    Raises ValueError for an element that runs or loads something, and for an attribute that does.
    """
    if tag in _FORBIDDEN:
        msg = f"<{tag}> has no place in a report"
        raise ValueError(msg)
    opening = tag + "".join(_attribute(key, value) for key, value in attributes.items())
    if tag in _VOID:
        return Html(f"<{opening}>")
    return Html(f"<{opening}>{join(children)}</{tag}>")


def join(children: Iterable[Child], between: str = "") -> Html:
    """Children one after the other, text escaped."""
    return Html(between.join(child if isinstance(child, Html) else text(child) for child in children if child))


def text(value: str | None) -> Html:
    """Escaped text in which nothing acts: control characters and marks of direction are shown."""
    return Html(escape(visible(value or ""), quote=True))


def web_link(address: str, label: str, **attributes: str | bool | None) -> Html:
    """A link to the open web, or only its label where the address is none that may be linked."""
    if not is_web(address):
        return el("span", label, **attributes)
    return el("a", label, href=address, rel="noreferrer noopener nofollow", **attributes)


def _attribute(key: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if name.startswith("on") or name in {"src", "srcset", "style"}:
        msg = f"the attribute {name} has no place in a report"
        raise ValueError(msg)
    if value is True:
        return f" {name}"
    return f' {name}="{text(value)}"'
