"""Wikis that take a page only through their edit form: MediaWiki 1.8 … 1.12, and later ones with the write API off.

machinelearning.ru is one. Reading goes through api.php, saving through ``index.php?action=submit``.
"""

from __future__ import annotations

import re
from typing import NoReturn

from bot.errors import EditConflict, LoginFailed, NotAllowed, WikiError, WikiUnreachable
from bot.model.message import msg
from bot.wiki.api_reader import ApiReader
from bot.wiki.compare import as_stored
from bot.wiki.connection import Answer, unreachable, wait_of
from bot.wiki.form import ANONYMOUS_TOKEN, EditForm, FormOutcome, outcome, parse, read_form, said
from bot.wiki.protocols import Busy, SaveOrder, unsent
from bot.wiki.refusals import coded, refusal

#: What a page says that has a code in the API.
_API_CODES = {FormOutcome.captcha: "captcha", FormOutcome.spam: "spamdetected", FormOutcome.read_only: "readonly"}


class FormSaver:
    """A wiki saved to by its edit form, read by the API or by pages."""

    name = "edit form"

    def __init__(self, reader: ApiReader) -> None:
        self._reader = reader

    @property
    def second_grained(self) -> bool:
        """The form knows its base by a time of whole seconds: an edit of the same second is overwritten unseen."""
        return True

    def render(self, title: str, text: str) -> str:
        """By ``action=parse``, else (before 1.12) by the edit form's own preview."""
        try:
            return self._reader.render(title, text)
        except Busy:
            raise
        except WikiError:
            return self._preview(title, text)

    def _preview(self, title: str, text: str) -> str:
        """The form posted for a preview; ``wpSave`` is not sent, and with ``wpPreview`` nothing is saved (recording c16)."""
        fields = dict(self._form(title).fields) | {"wpTextbox1": text, "wpSummary": "", "wpPreview": "1"}
        index = self._reader.probed.index
        answer = self._reader.transport.post(index, fields, {"title": title, "action": "submit"})
        found = parse(answer.text).select_one("#wikiPreview")
        if found is None or not (shown := found.decode_contents().strip()):
            raise unreachable(index, msg("it shows no preview of {title}", title=title))
        return shown

    def write(self, order: SaveOrder) -> None:
        """Get the form, hold it against the base, post it. A redirect is all the proof a wiki gives, and none."""
        title = order.base.title
        with unsent():
            form = self._form(title)
        if form.token == ANONYMOUS_TOKEN:
            raise refusal("assertuserfailed", "", title)
        self._hold(form, order)
        fields = dict(form.fields) | {
            "wpTextbox1": order.text,
            "wpSummary": order.summary,
            "wpSave": "1",
            # the wiki then sees every change since the revision that was pulled, and not only since this form
            "wpEdittime": _digits(order.base.timestamp) or form.base_time,
        }
        fields.pop("wpMinoredit", None)
        if not order.bot:  # from 1.13 on; 1.12 marks whatever a bot saves
            fields["bot"] = "0"
        if order.minor:
            fields["wpMinoredit"] = "1"
        index = self._reader.probed.index
        answer = self._reader.transport.post(index, fields, {"title": title, "action": "submit", "maxlag": "5"})
        found = outcome(answer.status, answer.location, answer.text)
        if found is not FormOutcome.taken:
            self._refuse(found, answer, order)

    def _form(self, title: str) -> EditForm:
        index = self._reader.probed.index
        answer = self._reader.transport.get(index, {"title": title, "action": "edit"})
        if answer.location:
            raise unreachable(index, msg("it sends to {address}; set `[wiki] url` to that", address=answer.location))
        form = read_form(answer.text)
        if form is None:
            found = outcome(answer.status, "", answer.text)
            self._refuse(found, answer, None, title)
        return form

    @staticmethod
    def _hold(form: EditForm, order: SaveOrder) -> None:
        """The form must show the base: its time and its text. Raises EditConflict."""
        base = order.base
        if base.revid is None:
            same = not form.text.strip()
        else:
            # later versions show one more newline at the start than the page has, browsers take one away
            shown, stored = (as_stored(text).lstrip("\n") for text in (form.text, base.text))
            same = form.base_time == _digits(base.timestamp) and shown == stored
        if not same:
            raise coded(
                "WIKI001",
                EditConflict(
                    msg(
                        "{title}: the edit form holds another text than revision {base}",
                        title=base.title,
                        base=base.revid or 0,
                    ),
                    msg("pull it again and make the edit on the new text"),
                ),
            )

    def _refuse(self, found: FormOutcome, answer: Answer, order: SaveOrder | None, title: str = "") -> NoReturn:
        """The error for an answer that is not a save."""
        title = order.base.title if order is not None else title
        words = said(answer.text)
        if order is not None and not of_mediawiki(answer):  # a server in front: behind it the save may go on
            why = msg("the server answers {status}", status=answer.status)
            raise unreachable(self._reader.probed.index, why)
        if found in _API_CODES:
            raise refusal(_API_CODES[found], words, title)
        match found:
            case FormOutcome.conflict | FormOutcome.deleted:
                raise conflict(found, title, 0 if order is None else order.base.revid or 0)
            case FormOutcome.busy:
                raise busy(answer, title)
            case FormOutcome.no_right:
                self._no_right(title, words)
            case _:
                self._not_saved(found, answer, words, title, asked=order is None)

    def _not_saved(self, found: FormOutcome, answer: Answer, words: str, title: str, *, asked: bool) -> NoReturn:
        """The error where the page alone does not tell why; ``asked`` only for the form, nothing was sent."""
        if self._reader.is_locked():
            raise refusal("readonly", words, title)
        if found is FormOutcome.session:
            raise LoginFailed(
                msg("{title}: the wiki shows a preview instead of saving ({words})", title=title, words=words),
                msg("the session was lost; run again"),
            )
        if answer.status >= 500:
            raise unreachable(self._reader.probed.index, msg("the server answers {status}", status=answer.status))
        if found is FormOutcome.no_form and asked:
            raise unreachable(self._reader.probed.index, msg("it shows no edit form for {title}", title=title))
        raise WikiError(
            msg("{title}: the wiki did not save ({outcome}: {words})", title=title, outcome=found, words=words),
            msg("open the page's edit form in a browser and try there"),
        )

    def _no_right(self, title: str, words: str) -> NoReturn:
        """Block, protection or a missing right: the API tells which, the page only in its own language."""
        account = self._reader.who()
        if account.blocked_by is not None:
            raise refusal("blocked", words, title)
        if account.anonymous:
            raise refusal("assertuserfailed", words, title)
        if self._reader.is_protected(title):
            raise refusal("protectedpage", words, title)
        raise coded(
            "WIKI006",
            NotAllowed(
                msg("{title}: the account may not edit it ({words})", title=title, words=words),
                msg("ask an administrator for the right"),
            ),
        )


def of_mediawiki(answer: Answer) -> bool:
    """Whether MediaWiki itself speaks: one of its pages, or that its database lags."""
    if "x-database-lag" in answer.headers:
        return True
    return parse(answer.text).select_one("#bodyContent, #content, #mw-content-text, #editform") is not None


def conflict(outcome: FormOutcome, title: str, base: int) -> EditConflict:
    """The error for a form that came back with somebody else's text, or for a page that is gone."""
    return coded(
        "WIKI001",
        EditConflict(
            msg(
                "{title}: the wiki reports a conflict with revision {base} ({outcome})",
                title=title,
                base=base,
                outcome=outcome,
            ),
            msg("pull it again and make the edit on the new text"),
        ),
    )


def busy(answer: Answer, title: str) -> WikiUnreachable:
    """The error for a wiki that wants us to wait: rate limit, or a lagging database (``Retry-After``)."""
    return Busy(
        msg("{title}: the wiki asks to wait ({words})", title=title, words=said(answer.text) or str(answer.status)),
        wait_of(answer),
    )


def _digits(timestamp: str | None) -> str:
    """An API time as the form writes it: 14 digits, UTC."""
    return re.sub(r"\D", "", timestamp or "")[:14]
