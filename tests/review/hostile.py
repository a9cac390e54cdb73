"""A source, a page and a registry that all try to become more than text."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from bot.jobs.session import Quiet
from bot.jobs.tidy import tidy
from bot.model.page import Page
from bot.review.web.entries import Ready
from tests.report import builders
from tests.review.served import MLRU

#: Each piece ends another context: text, attributes of both kinds, textarea, script, comment, template, link, style.
PIECES = (
    "<script>window.owned = 1</script>",
    '<img src=x onerror="window.owned = 2">',
    '" onmouseover="window.owned = 3" x="',
    "' autofocus onfocus='window.owned = 4' x='",
    "</textarea><script>window.owned = 5</script>",
    "</title></style></template><svg onload=window.owned=6>",
    "<!--<iframe src='https://evil.example/'>-->",
    "{{ 7 * 7 }}{% include 'x' %}${7*7}",
    "<link rel=stylesheet href=https://evil.example/x.css><base href=https://evil.example/>",
    "<a href=javascript:window.owned=7>click</a>",
    "<form action=https://evil.example/><button>send</button></form>",
    "<style>*{background:url(https://evil.example/p.png)}</style>",
    "\u202etxet\u202c \u200bhidden\x07",
)
ALL = " ".join(PIECES)
TITLE = "hostile"
#: Names by which records find each other, and words of ours: replacing them would only break the example.
_OURS = frozenset(
    {"id", "key", "code", "source", "plural", "citation", "refs", "wiki", "source_sha256", "field", "args"}
)


def poisoned(record: Any) -> Any:
    """The same record with every text that comes from outside replaced by the hostile one."""
    if isinstance(record, Enum) or not is_dataclass(record) or isinstance(record, type):
        if isinstance(record, tuple):
            return tuple(poisoned(one) for one in record)
        return ALL if type(record) is str else record
    changed = {one.name: poisoned(getattr(record, one.name)) for one in fields(record) if one.name not in _OURS}
    return replace(record, **changed)


def ready() -> Ready:
    """A checked page that is hostile all over, with edits made by the real tidy."""
    text = f"Обучают **именно {ALL} так**, $x$ и $y$ растут.<ref>{ALL}</ref> Ещё `код`.\n<references/>\n"
    page = Page(TITLE, TITLE, text, "https://wiki.example.org/index.php", 7)
    tidied = tidy([page], MLRU, Quiet())
    return Ready(tidied, poisoned(builders.check_report()))
