"""What the API's error codes mean for us (codes: mediawiki.org API:Errors and the modules of 1.13 … 1.43)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.errors import BotError, EditConflict, LoginFailed, NotAllowed, WikiError, WikiUnreachable
from bot.model.message import Message, msg
from bot.wiki.protocols import Busy, NotNow

#: Seconds to wait where the wiki limits the rate: MediaWiki counts edits by the minute.
_RATE_WAIT = 60.0
_LAG_WAIT = 5.0
_LONGEST_LAG = 120.0

Coded = TypeVar("Coded", bound=BotError)


def coded(code: str, error: Coded) -> Coded:
    """The same error with its finding code, so that `mlwiki explain` can say more than a line holds."""
    error.code = code
    return error


@dataclass(frozen=True, slots=True)
class _Row:
    """Error codes that mean the same: the error they are (``finding`` is its code with us) and what a person hears.

    ``says`` is given the page's title, the wiki's code and the wiki's own words.
    """

    codes: frozenset[str]
    kind: type[WikiError]
    says: Callable[[str, str, str], Message]
    hint: Message
    finding: str = ""


def _row(
    codes: str, kind: type[WikiError], says: Callable[[str, str, str], Message], hint: Message, finding: str
) -> _Row:
    return _Row(frozenset(codes.split()), kind, says, hint, finding)


_TABLE = (
    _row(
        "editconflict articleexists missingtitle pagedeleted nosuchrevid",
        EditConflict,
        lambda title, code, _: msg(
            "{title}: the page has changed since it was pulled ({code})", title=title, code=code
        ),
        msg("pull it again and make the edit on the new text"),
        "WIKI001",
    ),
    _row(
        "assertuserfailed assertnameduserfailed assertbotfailed notloggedin badtoken notoken",
        LoginFailed,
        lambda _, code, __: msg("the wiki no longer knows who we are ({code})", code=code),
        msg("check account and password, then run again"),
        "",
    ),
    _row(
        "blocked autoblocked globalblocking-blocked systemblocked",
        NotAllowed,
        lambda *_: msg("the account is blocked on the wiki"),
        msg("read the block's reason on the wiki; the bot stops here"),
        "WIKI007",
    ),
    _row(
        "protectedpage cascadeprotected protectedtitle protectednamespace customcssprotected",
        NotAllowed,
        lambda title, *_: msg("{title} is protected", title=title),
        msg("ask someone with the right to edit it, or leave the page alone"),
        "WIKI006",
    ),
    _row(
        "spamdetected spamblacklist abusefilter-disallowed abusefilter-warning hookaborted",
        NotAllowed,
        lambda title, _, info: msg("{title}: the wiki's filter refuses the text ({info})", title=title, info=info),
        msg("see which link or phrase it names"),
        "WIKI008",
    ),
    _row(
        "captcha Captcha",
        NotAllowed,
        lambda title, *_: msg("{title}: the wiki asks for a captcha", title=title),
        msg("a bot does not solve it: ask for the bot group, or save this page by hand"),
        "WIKI008",
    ),
    _row(
        "permissiondenied writeapidenied noedit noedit-anon nocreate-loggedin cantcreate readapidenied",
        NotAllowed,
        lambda _, code, __: msg("the account may not do this on the wiki ({code})", code=code),
        msg("ask an administrator for the right, or for the bot password's grant"),
        "WIKI006",
    ),
    _row(
        "readonly failed-save",
        NotNow,
        lambda _, code, info: msg("the wiki takes no edits now ({code}: {info})", code=code, info=info),
        msg("try again later"),
        "",
    ),
)
_ROWS = {code: row for row in _TABLE for code in row.codes}


def refusal(code: str, info: str, title: str = "", lag: object = None) -> WikiError:
    """The error for an API error code.

    ``info`` is the wiki's own text and is shown only where no better is known; ``lag`` is its databases' delay in seconds.
    """
    if code in {"maxlag", "ratelimited"}:
        wait = _RATE_WAIT if code == "ratelimited" else _lag_wait(lag)
        return Busy(msg("{title}: the wiki asks to wait ({words})", title=title, words=info), wait)
    if code.startswith(
        "internal_api_error_DB"
    ):  # unlike a locked one, a database that failed midway may have kept the edit
        row = _ROWS["readonly"]
        return WikiUnreachable(row.says(title, code, info), row.hint)
    if code not in _ROWS:
        return WikiError(msg("the wiki refused: {code}: {info}", code=code, info=info))
    row = _ROWS[code]
    error = row.kind(row.says(title, code, info), row.hint)
    return coded(row.finding, error) if row.finding else error


def _lag_wait(lag: object) -> float:
    """Seconds to wait for databases that lag by so many."""
    return min(max(float(lag), _LAG_WAIT), _LONGEST_LAG) if isinstance(lag, int | float) else _LAG_WAIT


def login_refused(result: str, reason: Message | str) -> LoginFailed:
    """The error for a login that failed; never names the password."""
    return LoginFailed(
        msg("the wiki refuses the login ({result}: {reason})", result=result, reason=reason),
        msg("check `[wiki] user` and the password; a bot password needs the name with its part after @"),
    )


def plain(text: str) -> str:
    """A message of the wiki on one line, without its HTML."""
    return " ".join(re.sub(r"<[^<>]*>", "", text).split())[:300]
