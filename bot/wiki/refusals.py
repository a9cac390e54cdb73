"""What the API's error codes mean for us (codes: mediawiki.org API:Errors and the modules of 1.13 … 1.43)."""

from __future__ import annotations

import re
from typing import TypeVar

from bot.errors import BotError, EditConflict, LoginFailed, NotAllowed, WikiError, WikiUnreachable
from bot.model.message import Message, msg
from bot.wiki.protocols import Busy, NotNow

_CONFLICT = frozenset({"editconflict", "articleexists", "missingtitle", "pagedeleted", "nosuchrevid"})
_LOGIN = frozenset(
    {"assertuserfailed", "assertnameduserfailed", "assertbotfailed", "notloggedin", "badtoken", "notoken"}
)
_BLOCKED = frozenset({"blocked", "autoblocked", "globalblocking-blocked", "systemblocked"})
_PROTECTED = frozenset(
    {"protectedpage", "cascadeprotected", "protectedtitle", "protectednamespace", "customcssprotected"}
)
_FILTERED = frozenset({"spamdetected", "spamblacklist", "abusefilter-disallowed", "abusefilter-warning", "hookaborted"})
_LATER = frozenset({"readonly", "failed-save"})
#: Seconds to wait where the wiki limits the rate: MediaWiki counts edits by the minute.
_RATE_WAIT = 60.0
_LAG_WAIT = 5.0


def refusal(code: str, info: str, title: str = "", lag: object = None) -> WikiError:
    """The error for an API error code.

    ``info`` is the wiki's own text and is shown only where no better is known; ``lag`` is its databases' delay in seconds.
    """
    if code in {"maxlag", "ratelimited"}:
        known = float(lag) if isinstance(lag, int | float) and lag > _LAG_WAIT else _LAG_WAIT
        wait = _RATE_WAIT if code == "ratelimited" else min(known, 120.0)
        return Busy(msg("{title}: the wiki asks to wait ({words})", title=title, words=info), wait)
    if code in _CONFLICT:
        return coded(
            "WIKI001",
            EditConflict(
                msg("{title}: the page has changed since it was pulled ({code})", title=title, code=code),
                msg("pull it again and make the edit on the new text"),
            ),
        )
    if code in _LOGIN:
        return LoginFailed(
            msg("the wiki no longer knows who we are ({code})", code=code),
            msg("check account and password, then run again"),
        )
    if code in _BLOCKED:
        return coded(
            "WIKI007",
            NotAllowed(
                msg("the account is blocked on the wiki"),
                msg("read the block's reason on the wiki; the bot stops here"),
            ),
        )
    if code in _PROTECTED:
        return coded(
            "WIKI006",
            NotAllowed(
                msg("{title} is protected", title=title),
                msg("ask someone with the right to edit it, or leave the page alone"),
            ),
        )
    if code in _FILTERED:
        return coded(
            "WIKI008",
            NotAllowed(
                msg("{title}: the wiki's filter refuses the text ({info})", title=title, info=info),
                msg("see which link or phrase it names"),
            ),
        )
    if code in _LATER or code.startswith("internal_api_error_DB"):
        # a database that failed in the middle may have kept the edit; a locked one has not
        kind = NotNow if code in _LATER else WikiUnreachable
        return kind(msg("the wiki takes no edits now ({code}: {info})", code=code, info=info), msg("try again later"))
    if code in {
        "permissiondenied",
        "writeapidenied",
        "noedit",
        "noedit-anon",
        "nocreate-loggedin",
        "cantcreate",
        "readapidenied",
    }:
        return coded(
            "WIKI006",
            NotAllowed(
                msg("the account may not do this on the wiki ({code})", code=code),
                msg("ask an administrator for the right, or for the bot password's grant"),
            ),
        )
    if code in {"captcha", "Captcha"}:
        return captcha(title)
    return WikiError(msg("the wiki refused: {code}: {info}", code=code, info=info))


def captcha(title: str) -> NotAllowed:
    """The error for a save that the wiki wants a person for."""
    return coded(
        "WIKI008",
        NotAllowed(
            msg("{title}: the wiki asks for a captcha", title=title),
            msg("a bot does not solve it: ask for the bot group, or save this page by hand"),
        ),
    )


def login_refused(result: str, reason: Message | str) -> LoginFailed:
    """The error for a login that failed; never names the password."""
    return LoginFailed(
        msg("the wiki refuses the login ({result}: {reason})", result=result, reason=reason),
        msg("check `[wiki] user` and the password; a bot password needs the name with its part after @"),
    )


def plain(text: str) -> str:
    """A message of the wiki on one line, without its HTML."""
    return " ".join(re.sub(r"<[^<>]*>", "", text).split())[:300]


Coded = TypeVar("Coded", bound=BotError)


def coded(code: str, error: Coded) -> Coded:
    """The same error with its code."""
    error.code = code
    return error
