"""api.php of the stand-in: 1.12's modules, and what later profiles add."""

from __future__ import annotations

import hashlib
from typing import Any

from bot.wiki.compare import as_received
from tests.fakes.mw112.model import NAMESPACES, MiniWiki, Rev, Session, diff3, in_namespace

_KNOWN = {
    "siprop": {"general", "namespaces", "namespacealiases", "interwikimap", "dbrepllag", "statistics"},
    "uiprop": {"blockinfo", "hasmsg", "groups", "rights", "options", "editcount", "ratelimits"},
    "rvprop": {"ids", "flags", "timestamp", "user", "comment", "content", "size"},
    "meta": {"siteinfo", "userinfo", "allmessages"},
    "prop": {"info", "revisions", "links", "categories", "templates", "images"},
    "list": {"allpages", "categorymembers", "usercontribs", "recentchanges"},
}
_PREFIX = {"siprop": "si", "uiprop": "ui", "rvprop": "rv"}


class ApiError(Exception):
    """An error answer; ``plain`` ones come before the format is known, as text."""

    def __init__(self, code: str, info: str, *, plain: bool = False) -> None:
        super().__init__(info)
        self.code = code
        self.info = info
        self.plain = plain


def answer(wiki: MiniWiki, session: Session, fields: dict[str, str], *, posted: bool) -> dict[str, Any] | list[Any]:
    """One request; ``session`` may come out logged in. Raises ApiError."""
    action = fields.get("action", "help")
    if wiki.closed and session.user is None and action not in {"login", "logout", "help"}:
        raise ApiError("unknown_action", "Unrecognised value for parameter 'action'", plain=True)
    if action == "query":
        return _query(wiki, session, fields)
    if action == "login":
        if not posted:
            raise ApiError("mustbeposted", "The login module requires a POST request")
        return {"login": _login(wiki, session, fields)}
    if action == "logout":
        session.user = None
        return []
    if action == "parse" and wiki.parses:
        return {"parse": {"text": {"*": wiki.renders(fields.get("text", ""))}}}
    if action == "edit" and wiki.traits.write_api:
        return {"edit": _edit(wiki, session, fields)}
    raise ApiError("unknown_action", "Unrecognised value for parameter 'action'", plain=True)


def _login(wiki: MiniWiki, session: Session, fields: dict[str, str]) -> dict[str, Any]:
    if wiki.traits.login_token and fields.get("lgtoken") != f"login-{session.key}":
        return {
            "result": "NeedToken",
            "token": f"login-{session.key}",
            "cookieprefix": "mlru",
            "sessionid": session.key,
        }
    if wiki.counts_logins and wiki.failed_logins:
        wait = 10 * wiki.failed_logins - 5
        return {
            "result": "NeedToWait",
            "details": f"Please wait {wait} seconds before next log-in attempt",
            "wait": wait,
        }
    name = fields.get("lgname", "").replace("_", " ").strip()
    name = name[:1].upper() + name[1:]
    user = wiki.users.get(name.partition("@")[0] if wiki.traits.meta_tokens else name)
    result = "Success"
    if not name:
        result = "NoName"
    elif "#" in name or "[" in name:
        result = "Illegal"
    elif user is None:
        result = "NotExists"
    elif not fields.get("lgpassword"):
        result = "EmptyPass"
    elif user.password != fields["lgpassword"]:
        result = "WrongPass"
    if result != "Success" or user is None:
        wiki.failed_logins += 1
        return {"result": result, "wait": 5, "details": "Please wait 5 seconds before next log-in attempt"}
    session.user = user
    number = list(wiki.users).index(user.name) + 1
    token = hashlib.md5(user.name.encode(), usedforsecurity=False).hexdigest()
    found = {"result": "Success", "lguserid": number, "lgusername": user.name, "lgtoken": token}
    return {**found, "cookieprefix": "mlru", "sessionid": session.key}


def _query(wiki: MiniWiki, session: Session, fields: dict[str, str]) -> dict[str, Any] | list[Any]:
    _check(wiki, fields)
    query: dict[str, Any] = {}
    more: dict[str, Any] = {}
    metas = fields.get("meta", "").split("|")
    if "siteinfo" in metas:
        query |= _siteinfo(wiki, fields)
    if "userinfo" in metas:
        query["userinfo"] = _userinfo(wiki, session, fields)
    if "tokens" in metas and wiki.traits.meta_tokens:
        query["tokens"] = {"csrftoken": session.token()}
    if "titles" in fields:
        query |= _pages(wiki, session, fields)
    if "revids" in fields:
        query |= _by_number(wiki, fields)
    if "list" in fields:
        query[fields["list"]], more = _list(wiki, fields)
    found: dict[str, Any] = {"query-continue": {fields["list"]: more}} if more else {}
    if query:
        found["query"] = query
    return found or []


def _check(wiki: MiniWiki, fields: dict[str, str]) -> None:
    """On 1.12 an unknown value is an error; later only a warning, which our clients need not see."""
    if not wiki.traits.strict:
        return
    for name, known in _KNOWN.items():
        values = set(fields.get(name, "").split("|")) - {""}
        if values - known:
            raise ApiError(f"{_PREFIX.get(name, '')}unknown_{name}", f"Unrecognised value for parameter '{name}'")


def _siteinfo(wiki: MiniWiki, fields: dict[str, str]) -> dict[str, Any]:
    asked = fields.get("siprop", "general").split("|")
    general: dict[str, Any] = {
        "mainpage": "Заглавная страница",
        "base": "http://127.0.0.1/wiki/index.php?title=X",
        "sitename": "MachineLearning",
        "generator": f"MediaWiki {wiki.traits.version}",
        "case": "first-letter",
        "rights": "Creative Commons BY-SA 3.0",
        "lang": "ru",
    }
    if wiki.traits.write_api:
        general["writeapi"] = ""
    found: dict[str, Any] = {"general": general}
    if "namespaces" in asked:
        found["namespaces"] = {str(number): {"id": number, "*": name} for number, name in NAMESPACES.items()}
    if "namespacealiases" in asked:
        found["namespacealiases"] = []
    if "statistics" in asked:
        names = ("pages", "articles", "views", "edits", "images", "users", "admins", "jobs")
        found["statistics"] = dict.fromkeys(names, 0)
    return found


def _userinfo(wiki: MiniWiki, session: Session, fields: dict[str, str]) -> dict[str, Any]:
    user = session.user
    asked = fields.get("uiprop", "").split("|")
    if user is None:
        found: dict[str, Any] = {"id": 0, "name": "127.0.0.1", "anon": ""}
        rights, groups = ["createaccount", "read", "createpage", "createtalk"], []
    else:
        found = {"id": list(wiki.users).index(user.name) + 1, "name": user.name}
        groups = list(user.groups)
        rights = ["read", "edit", "createpage", "createtalk", "move", "upload", "minoredit"]
        rights += ["bot", "apihighlimits"] if "bot" in groups else []
        rights += ["delete", "protect", "block"] if "sysop" in groups else []
    if "blockinfo" in asked and user is not None and user.blocked_by:
        found |= {"blockedby": user.blocked_by, "blockreason": "проба"}
    if "hasmsg" in asked and user is not None and user.messages:
        found["messages"] = ""
    if "groups" in asked:
        found["groups"] = groups
    if "rights" in asked:
        found["rights"] = rights
    if "editcount" in asked and user is not None:
        found["editcount"] = str(user.edits)
    return found


def _pages(wiki: MiniWiki, session: Session, fields: dict[str, str]) -> dict[str, Any]:
    pages: dict[str, Any] = {}
    normalized = []
    missing = 0
    titles = fields.get("titles", "").split("|")
    if "rvlimit" in fields and len(titles) > 1:
        raise ApiError("rvmultpages", "titles, pageids or a generator was used to supply multiple pages")
    for asked in titles:
        title = wiki.canonical(asked)
        if title is None or not asked.strip():
            raise ApiError("invalidtitle", "bad title")
        if title != asked:
            normalized.append({"from": asked, "to": title})
        revisions = wiki.history(title)
        number = number_of(wiki, title) if revisions else 0
        namespace = next((n for n, name in NAMESPACES.items() if name and title.startswith(name + ":")), 0)
        found: dict[str, Any] = {"ns": namespace, "title": title}
        if not revisions:
            missing -= 1
            found["missing"] = ""
        else:
            found = {"pageid": number, **found}
        if "revisions" in fields.get("prop", "") and revisions:
            limit = int(fields.get("rvlimit", "1"))
            shown = revisions[:limit]
            if limit > 1:  # ordered by the second: equal ones come in any order, and here in the wrong one
                shown = sorted(revisions, key=lambda rev: (rev.time, -rev.revid), reverse=True)[:limit]
            found["revisions"] = [_revision(rev, fields) for rev in shown]
        if "info" in fields.get("prop", ""):
            found |= _info(wiki, session, title, revisions, fields)
        pages[str(number if revisions else missing)] = found
    return ({"normalized": normalized} if normalized else {}) | {"pages": pages}


def _by_number(wiki: MiniWiki, fields: dict[str, str]) -> dict[str, Any]:
    """Revisions by their ids; unknown ones are listed apart."""
    wanted = int(fields["revids"])
    for title, revisions in wiki.pages.items():
        for rev in revisions:
            if rev.revid == wanted:
                found = {
                    "pageid": number_of(wiki, title),
                    "ns": 0,
                    "title": title,
                    "revisions": [_revision(rev, fields)],
                }
                return {"pages": {str(found["pageid"]): found}}
    return {"badrevids": {str(wanted): {"revid": wanted}}}


def _info(wiki: MiniWiki, session: Session, title: str, revisions: list[Rev], fields: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if revisions:
        newest = revisions[0]
        length = len(newest.text.encode("utf-8", "surrogateescape"))
        found |= {"touched": iso(newest.time), "lastrevid": newest.revid, "counter": 0, "length": length}
        if len(revisions) == 1:
            found["new"] = ""
    if fields.get("intoken") == "edit":
        if session.user is None:
            raise ApiError("inpermissiondenied", "Action 'edit' is not allowed for the current user")
        found["edittoken"] = session.token()
    if "protection" in fields.get("inprop", ""):
        kinds = ("edit", "move") if title in wiki.protected else ()
        found["protection"] = [{"type": kind, "level": "sysop", "expiry": "infinity"} for kind in kinds]
    return found


def _revision(rev: Rev, fields: dict[str, str]) -> dict[str, Any]:
    asked = fields.get("rvprop", "ids|timestamp|flags|comment|user").split("|")
    found: dict[str, Any] = {}
    if "ids" in asked:
        found["revid"] = rev.revid
    if "flags" in asked and rev.minor:
        found["minor"] = ""
    if "user" in asked:
        found["user"] = encoded(rev.user)
    if "timestamp" in asked:
        found["timestamp"] = iso(rev.time)
    if "comment" in asked and rev.comment:
        found["comment"] = encoded(rev.comment)
    if "content" in asked:
        found["*"] = encoded(rev.text)
    return found


def encoded(text: str) -> str | None:
    """As ``json_encode`` of PHP 5.2: null for a text with one byte that is no UTF-8 (a lone surrogate here)."""
    return None if any("\ud800" <= sign <= "\udfff" for sign in text) else text


def _list(wiki: MiniWiki, fields: dict[str, str]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    module = fields["list"]
    prefix = NAMESPACES[int(fields.get("apnamespace", "0"))]
    titles = in_namespace(wiki, prefix)
    if module == "categorymembers":
        if not fields.get("cmtitle", "").startswith(NAMESPACES[14] + ":"):
            raise ApiError("cminvalidcategory", "The category name you entered is not valid")
        titles = [title for title in titles if f"[[{fields['cmtitle']}]]" in str(wiki.text(title))]
        start, limit = fields.get("cmcontinue", ""), int(fields.get("cmlimit", "10"))
    elif module == "allpages":
        start, limit = fields.get("apfrom", ""), int(fields.get("aplimit", "10"))
    elif module == "usercontribs" and wiki.lists_contributions:
        return _contributions(wiki, fields)
    elif module == "recentchanges":
        return _recent(wiki, fields), {}
    else:
        raise ApiError(f"unknown_{module}", "not in the stand-in")
    start = f"{prefix}:{start}" if prefix and start else start
    rest = [title for title in titles if title >= start]
    found = [{"pageid": number_of(wiki, title), "ns": 0, "title": title} for title in rest[:limit]]
    key = "apfrom" if module == "allpages" else "cmcontinue"
    # where a list goes on is said without the namespace (ApiQueryAllpages of 1.12)
    return found, {key: rest[limit].removeprefix(f"{prefix}:")} if len(rest) > limit else {}


def _contributions(wiki: MiniWiki, fields: dict[str, str]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """An account's edits, newest first."""
    revisions = [(rev, title) for title, revs in wiki.pages.items() for rev in revs]
    mine = [one for one in revisions if one[0].user == fields.get("ucuser", "")]
    mine.sort(key=lambda one: one[0].revid, reverse=True)
    limit = int(fields.get("uclimit", "10"))
    found = [
        {
            "user": rev.user,
            "pageid": number_of(wiki, title),
            "revid": rev.revid,
            "ns": next((n for n, name in NAMESPACES.items() if name and title.startswith(name + ":")), 0),
            "title": title,
            "timestamp": iso(rev.time),
            "comment": encoded(rev.comment),
        }
        for rev, title in mine[:limit]
    ]
    return found, {"ucstart": iso(mine[limit][0].time)} if len(mine) > limit else {}


def _recent(wiki: MiniWiki, fields: dict[str, str]) -> list[dict[str, Any]]:
    """One entry a revision, newest first."""
    if wiki.traits.strict and "rctype" in fields:
        raise ApiError("unknown", "the stand-in takes it for unknown, to see that nobody asks 1.12 for it")
    revisions = [(rev.time, rev.revid, title) for title, revs in wiki.pages.items() for rev in revs]
    since = fields.get("rcend", "")
    return [
        {"type": "edit", "ns": 0, "title": title}
        for time, _, title in sorted(revisions, reverse=True)
        if iso(time) >= since
    ]


def _edit(wiki: MiniWiki, session: Session, fields: dict[str, str]) -> dict[str, Any]:
    """``action=edit`` of later profiles: conflicts by ``basetimestamp``, merges and the account's own edits as in the form."""
    user = session.user
    if fields.get("token") != session.token():
        raise ApiError("badtoken", "Invalid token")
    if user is None:
        raise ApiError("assertuserfailed", "Assertion that the user is logged in failed")
    if user.blocked_by:
        raise ApiError("blocked", "You have been blocked from editing")
    if wiki.read_only:
        raise ApiError("readonly", f"The wiki is currently in read-only mode: {wiki.read_only}")
    title = str(wiki.canonical(fields["title"]))
    if title in wiki.protected:
        raise ApiError("protectedpage", "This page has been protected")
    wiki.hold(lambda: _edit_page(wiki, session, title, fields))
    if wiki.before_save is not None:
        wiki.before_save(title)
    with wiki.lock:
        return _edit_page(wiki, session, title, fields)


def _edit_page(wiki: MiniWiki, session: Session, title: str, fields: dict[str, str]) -> dict[str, Any]:
    user = session.user
    assert user is not None
    revisions = wiki.history(title)
    text = fields["text"]
    # the checksum is of the text as received; line ends are made one only when it is stored
    if fields.get("md5") not in {None, hashlib.md5(as_received(text).encode(), usedforsecurity=False).hexdigest()}:
        raise ApiError("badmd5", "The supplied MD5 hash was incorrect")
    if "createonly" in fields and revisions:
        raise ApiError("articleexists", "The article you tried to create has been created already")
    if "nocreate" in fields and not revisions:
        raise ApiError("missingtitle", "The article you tried to edit doesn't exist")
    if wiki.spam and wiki.spam in text:
        return {"result": "Failure", "spamblacklist": wiki.spam}
    if wiki.captcha_links and "http" in text and "bot" not in user.groups:
        return {"result": "Failure", "captcha": {"type": "simple", "id": "1", "question": "47 - 6"}}
    if user.rate is not None and user.edits >= user.rate:
        raise ApiError("ratelimited", "You've exceeded your rate limit. Please wait some time and try again")
    base = "".join(filter(str.isdigit, fields.get("basetimestamp", "")))
    if revisions and base and revisions[0].time != base and revisions[0].user != user.name:
        known = next((rev for rev in revisions if rev.time <= base), None)
        merged = None if known is None else diff3(known.text, text, revisions[0].text)
        if merged is None:
            raise ApiError("editconflict", "Edit conflict detected")
        text = merged
    user.edits += 1
    before = revisions[0].revid if revisions else 0
    flags = {"minor": "minor" in fields, "bot": "bot" in fields}
    after = wiki._store(title, text, user.name, fields.get("summary", ""), **flags)
    if after == before:
        return {"result": "Success", "title": title, "nochange": ""}
    return {"result": "Success", "title": title, "oldrevid": before, "newrevid": after}


def iso(time: str) -> str:
    """14 digits as the API writes times."""
    return f"{time[:4]}-{time[4:6]}-{time[6:8]}T{time[8:10]}:{time[10:12]}:{time[12:]}Z"


def number_of(wiki: MiniWiki, title: str) -> int:
    """A page's number."""
    return list(wiki.pages).index(title) + 1
