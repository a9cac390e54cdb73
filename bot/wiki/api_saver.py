"""Wikis from 1.13 on whose write API is on, through ``action=edit`` and nothing that is younger than the wiki."""

from __future__ import annotations

import hashlib

from bot.errors import WikiError, WikiUnreachable
from bot.model.message import msg
from bot.wiki.api_reader import ApiReader
from bot.wiki.compare import as_received
from bot.wiki.connection import understood, unreachable
from bot.wiki.protocols import Busy, SaveOrder, unsent
from bot.wiki.refusals import refusal

#: The first version whose API can save a page at all.
MINIMUM = (1, 13)


class ApiSaver:
    """A wiki saved to by api.php; ``name`` says through what."""

    def __init__(self, reader: ApiReader, name: str = "api.php") -> None:
        self.name = name
        self._reader = reader
        self._version = reader.probed.version

    @property
    def second_grained(self) -> bool:
        """Whether the base is known to the wiki by its time only: before ``baserevid`` came with 1.35."""
        return self._version < (1, 35)

    def render(self, title: str, text: str) -> str:
        """By ``action=parse``."""
        return self._reader.render(title, text)

    def write(self, order: SaveOrder) -> None:
        """One ``action=edit`` with the base, a checksum of the text, and whatever assertion the version knows."""
        title = order.base.title
        with unsent():
            token = self._token(title)
        try:
            edit = self._reader.call("POST", edit_fields(order, self._version) | {"token": token}, title).get("edit")
        except Busy as busy:
            if busy.sure:
                raise
            raise WikiUnreachable(busy.message, busy.hint) from busy
        if not isinstance(edit, dict) or not isinstance(edit.get("result"), str):  # that says neither yes nor no
            raise unreachable(self._reader.probed.api, msg("the answer is not what api.php gives"))
        if edit["result"] != "Success":
            raise edit_refused(edit, title)

    def _token(self, title: str) -> str:
        """An edit token: ``meta=tokens`` from 1.24 on, ``intoken`` before. Raises WikiError."""
        new = {"meta": "tokens", "type": "csrf"}
        old = {"prop": "info", "intoken": "edit", "titles": title}
        data = self._reader.call("GET", new if self._version >= (1, 24) else old, title)
        with understood(self._reader.probed.api):
            query = data.get("query", {})
            if self._version >= (1, 24):
                found = query.get("tokens", {}).get("csrftoken")
            else:
                found = next((page.get("edittoken") for page in query.get("pages", {}).values()), None)
        if not isinstance(found, str):
            raise WikiError(
                msg("{title}: the wiki gives the account no edit token", title=title),
                msg("ask an administrator whether it may edit through the API"),
            )
        return found


def edit_fields(order: SaveOrder, version: tuple[int, int]) -> dict[str, str]:
    """What ``action=edit`` is sent, without the token.

    From 1.35 the base is named by its id alone: with ``basetimestamp`` MediaWiki would let the account overwrite its own other
    edit unseen (release notes of 1.35), and so it does before.
    """
    fields = {
        "action": "edit",
        "title": order.base.title,
        # a leading U+001F would announce a list of values (1.28 on); the wiki stores such a character as U+FFFD anyway
        "text": "\ufffd" + order.text[1:] if order.text.startswith("\x1f") else order.text,
        "summary": order.summary,
        "md5": hashlib.md5(as_received(order.text).encode(), usedforsecurity=False).hexdigest(),
        "minor" if order.minor else "notminor": "1",
        **({"bot": "1"} if order.bot else {}),
        "maxlag": "5",
    }
    if version >= (1, 16):
        fields["watchlist"] = "nochange"
    fields |= _assertion(version, order.user)
    if order.base.revid is None:
        return fields | {"createonly": "1"}
    fields["nocreate"] = "1"
    if version >= (1, 35):
        return fields | {"baserevid": str(order.base.revid)}
    return fields | {"basetimestamp": order.base.timestamp or "", "starttimestamp": order.base.timestamp or ""}


def _assertion(version: tuple[int, int], user: str) -> dict[str, str]:
    """Who must be saving, as far as the version can be asked to hold that."""
    if version >= (1, 28):
        return {"assertuser": user}
    return {"assert": "user"} if version >= (1, 23) else {}


def edit_refused(edit: dict[str, object], title: str) -> WikiError:
    """The error for an ``edit`` answer that is no success."""
    if "captcha" in edit:
        return refusal("captcha", "", title)
    if "spamblacklist" in edit:
        return refusal("spamblacklist", str(edit["spamblacklist"]), title)
    return refusal(str(edit.get("code", edit.get("result", "?"))), str(edit.get("info", "")), title)
