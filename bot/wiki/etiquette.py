"""What a bot leaves alone, which account it may be, and what its edit summaries say.

For unattended work; a person's own push is that person's edit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from urllib.parse import urlsplit

from bot.errors import NotAllowed
from bot.model.message import Message, msg
from bot.wiki.protocols import Account, Contribution
from bot.wikitext.lexer import Lexed
from bot.wikitext.text import Wikitext

#: Rights with which a slip becomes somebody's loss; a bot's account needs none of them.
DANGEROUS = ("delete", "protect", "block", "userrights", "editinterface")

#: What the stop page must say; anything else, a missing and an unreadable page stop the bot.
GO = "run"
#: MediaWiki before 1.30 keeps 255 bytes and its form cuts at 250; 1.12 cuts silently, without an ellipsis (measured on 1.12.0).
LIMIT = 250
#: What every summary of the bot's own ends in: its edits are known by it, whatever became of the store.
MARK = "— mlwiki"

_EXCLUSION = re.compile(r"\{\{\s*(?:(?:template|шаблон)\s*:\s*)?(no)?bots\s*((?:\|[^{}]*)?)\}\}", re.IGNORECASE)
_MARKED = re.compile(rf"{MARK}(?: r[0-9a-f]+)?$")
_USER = 2
_REDIRECT = re.compile(r"\s*#\s*(?:redirect|перенаправление|перенапр)\b", re.IGNORECASE)
#: Pages about people: their own name spaces, in Russian and in English, with the aliases of later versions.
_PEOPLE = re.compile(
    r"(?:участник|участница|обсуждение участника|обсуждение участницы|user|user talk|ут|ос)\s*:\s*([^/]+)",
    re.IGNORECASE,
)


def excluded(page: Lexed, account: str) -> bool:
    """Whether ``{{bots}}`` or ``{{nobots}}`` on the page keeps ``account`` away (Template:Bots).

    Understood: ``nobots`` alone or with names, ``deny`` and ``allow`` with names, ``all`` and ``none``, and ``optout=all``. Names
    are compared without case. In comments and nowiki they say nothing.
    """
    name = _folded(account)
    return any(_forbids(found, name) for found in _EXCLUSION.finditer(page.masked))


def _forbids(found: re.Match[str], name: str) -> bool:
    named: dict[str, set[str]] = {}
    for part in found[2].split("|")[1:]:
        key, equals, value = part.partition("=")
        key, value = (_folded(key), value) if equals else ("", key)
        named.setdefault(key, set()).update(_folded(word) for word in value.split(","))
    if found[1]:
        return not named or bool(named.get("", set()) & {name, "all"})
    if "all" in named.get("optout", set()):
        return True
    deny, allow = named.get("deny"), named.get("allow")
    if deny is not None and deny & {name, "all"}:
        return True
    return allow is not None and not allow & {name, "all"}


def skip(wikitext: Wikitext, account: str) -> Message | None:
    """Why an unattended bot leaves this page alone; None when it may be worked on."""
    page = wikitext.page
    if _REDIRECT.match(page.text):
        return msg("{title} is a redirect", title=page.title)
    owner = _PEOPLE.match(page.title)
    if owner and _folded(owner[1]) != _folded(account):
        return msg("{title} is somebody's own page", title=page.title)
    if excluded(wikitext.lexed, account):
        return msg("{title} keeps bots away ({{{{bots}}}} or {{{{nobots}}}})", title=page.title)
    return None


def distrust(account: Account) -> Message | None:
    """Why this is no account for a bot: rights that a person has; None when it has none of them."""
    found = [right for right in DANGEROUS if right in account.rights]
    if not found:
        return None
    return msg("the account {name} has the rights {rights}", name=account.name, rights=", ".join(found))


def not_the_bots(
    edits: Iterable[Contribution], account: str, *, known: Collection[int], pages: Collection[str], since: str
) -> tuple[Contribution, ...]:
    """Edits after the time ``since`` that only a person at a browser can have made: the bot and they would overwrite each other.

    Not counted: what this machine knows that it saved (``known``), summaries with the program's mark (a lost store, another
    machine, an older version), talk, the account's own pages, and ``pages`` (the stop page, the report page).
    """
    own = {_folded(page) for page in pages}
    return tuple(
        edit
        for edit in edits
        if edit.timestamp >= since
        and edit.revid not in known
        and not _MARKED.search(edit.comment)
        and edit.namespace % 2 == 0
        and _folded(edit.title) not in own
        and not (edit.namespace == _USER and _owner(edit.title) == _folded(account))
    )


def _owner(title: str) -> str:
    return _folded(title.partition(":")[2].partition("/")[0])


def personal(account: Account, edits: Sequence[Contribution]) -> Message | None:
    """Why this account is also a person's: the newest of the ``edits`` that are not the bot's."""
    if not edits:
        return None
    return msg(
        "the account {name} has edits that are not the bot's: {n} lately, the newest {revid} of «{title}»",
        name=account.name,
        n=len(edits),
        revid=edits[0].revid,
        title=edits[0].title,
    )


def must_stop(account: Account) -> Message | None:
    """Why unattended work stops at once: a block, or a message that somebody left on the talk page."""
    if account.blocked_by is not None:
        return msg("the account {name} is blocked by {by}", name=account.name, by=account.blocked_by)
    if account.has_messages:
        return msg("somebody has written on the talk page of {name}", name=account.name)
    return None


def in_clear(address: str) -> Message | None:
    """A warning where a password would travel without encryption; this machine itself is no journey."""
    parts = urlsplit(address)
    if parts.scheme == "https" or parts.hostname in {"localhost", "127.0.0.1", "::1"}:
        return None
    return msg("{host} answers only http: the password travels in clear", host=parts.netloc)


def _folded(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).casefold()


def cut_summary(text: str, limit: int = LIMIT) -> str:
    """Make ``text`` fit into ``limit`` bytes of UTF-8, cut on a character border and trimmed as the wiki trims.

    250 bytes are about 125 Cyrillic letters. Line breaks become spaces; the result is in NFC, as the wiki stores it.
    """
    clean = unicodedata.normalize("NFC", " ".join(text.split()))
    return clean.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore").rstrip()


def marked(text: str, run: str = "") -> str:
    """The summary with the mark, and the run's name, whole at its end; the text is cut to fit."""
    tail = f"{MARK} {run}".strip()
    return f"{cut_summary(text, LIMIT - len(tail.encode()) - 1)} {tail}".strip()


def halted_by(stop_page: str, text: str | None) -> NotAllowed | None:
    """Why nothing is saved: the stop page is not there (None) or says something else than ``GO``; None while it says that."""
    if text is not None and text.strip() == GO:
        return None
    return NotAllowed(
        msg("the stop page {title} does not say {word}", title=stop_page, word=GO),
        msg("read why on the wiki; once it says exactly {word} again, saving goes on", word=GO),
    )
