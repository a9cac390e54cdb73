"""Logging in, reading and listing through api.php from 1.8 on: only values that 1.12 knows, one title at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn
from urllib.parse import urljoin

from bot.errors import LoginFailed, UnreadablePage, WikiError, WikiUnreachable
from bot.model.message import msg
from bot.model.ports import WikiInfo
from bot.wiki.connection import Answer, WikiConnection, asked_wait, json_answer, understood, unreachable
from bot.wiki.probe import TITLE, Probed, tags_of
from bot.wiki.protocols import TEMPLATES, Account, Contribution, Listing, Revision
from bot.wiki.refusals import login_refused, plain, refusal
from bot.wiki.values import decoded, hidden, is_text, label, named, part, texts, whole

#: Revisions with their texts in one answer: what 1.12 gives an account without ``apihighlimits``.
MOST_TEXTS = 50
#: Seconds of database lag from which on reading in bulk makes way: a reader may be more patient than a writer.
MAXLAG = "30"
_REVISION = "ids|timestamp|user|comment|content"


class ApiReader:
    """One account (or nobody) at one wiki. Cookies live in the transport; logging in happens when it is first needed."""

    def __init__(self, probed: Probed, user: str, password: str | None, transport: WikiConnection) -> None:
        self.probed = probed
        self.transport = transport
        self._login_name = user
        self._password = password
        self._logged_in = False
        self._tags: frozenset[str] | None = None

    @property
    def account_name(self) -> str:
        """The account, without the bot password's name; the wiki writes first letters big."""
        name = self._login_name.partition("@")[0].replace("_", " ").strip()
        return name[:1].upper() + name[1:]

    def describe(self, client: str) -> WikiInfo:
        """What the probe found, for the client of that name; the tags of an old wiki are read from its version page."""
        found = self.probed
        if self._tags is None:
            self._tags = found.tags or self._old_tags()
        return WikiInfo(found.index, found.name, found.version_text, found.language, self._tags, client)

    def _old_tags(self) -> frozenset[str]:
        """Not knowing them is no reason to stop."""
        if self.probed.version >= (1, 14):
            return frozenset()
        try:
            answer = self.transport.get(self.probed.index, {"title": TITLE})
            if answer.location:  # to the page's own name in the wiki's language
                answer = self.transport.get(urljoin(self.probed.index, answer.location), {})
        except WikiUnreachable:
            return frozenset()
        return tags_of(answer.text)

    def account(self) -> Account:
        """Ask who we are; an ended session is renewed once (on old wikis ``assert`` is silently not checked)."""
        self.log_in()
        found = self.who()
        if self.account_name and found.name != self.account_name:
            self.forget()
            self.log_in()
            found = self.who()
        return found

    def forget(self) -> None:
        """The session is of no use: log in again when next asked."""
        self._logged_in = False

    def who(self) -> Account:
        """Who the wiki takes us for in this session, without renewing it."""
        data = self.call("GET", meta="userinfo", uiprop="blockinfo|hasmsg|groups|rights|editcount")
        with understood(self.probed.api):
            user = part(data, "query", "userinfo")
            edits = user.get("editcount")
            return Account(
                name=label(user.get("name")),
                anonymous="anon" in user,
                groups=frozenset(texts(user.get("groups"))),
                rights=frozenset(texts(user.get("rights"))),
                # a name that cannot be told is a block all the same
                blocked_by=label(user["blockedby"]) if "blockedby" in user and "blockpartial" not in user else None,
                has_messages="messages" in user,
                edits=None if edits is None else whole(edits),
            )

    def history(self, title: str, limit: int) -> tuple[str, tuple[Revision, ...]]:
        """The newest revisions with their texts, newest first.

        One revision is asked for without a limit: that is the page's latest by id. With a limit 1.12 orders by time, to the
        second, so that two saves of one second may come in either order: they are put right here.
        """
        self.log_in()
        fields = {"prop": "revisions", "titles": title, "rvprop": _REVISION}
        if limit > 1:
            fields["rvlimit"] = str(min(limit, MOST_TEXTS))
        with understood(self.probed.api):
            found: Any = next(iter(part(self.call("GET", fields), "query", "pages").values()), None)
            if not isinstance(found, dict) or "title" not in found or "invalid" in found:
                raise WikiError(msg("the wiki takes {title} for no page of its own", title=title))
            name = named(found["title"])
            if "missing" in found:
                return name, ()
            # neither missing nor with revisions is no answer: never to be taken for «no such page»
            newest, *rest = sorted((revision_of(item, name) for item in found["revisions"]), key=lambda one: -one.revid)
        return name, (self._exact(name, newest), *rest)

    def revision(self, revid: int, title: str = "") -> tuple[str, Revision] | None:
        """One revision by its id, with its page's title; None when the wiki has no such (or no longer)."""
        del title
        self.log_in()
        data = self.call("GET", {"prop": "revisions", "revids": str(revid), "rvprop": _REVISION})
        with understood(self.probed.api):
            for page in part(data, "query", "pages").values():
                for item in page.get("revisions", ()) if isinstance(page, dict) else ():
                    name = named(page.get("title"))
                    found = revision_of(item, name)
                    if found.revid != revid:
                        raise ValueError(item)
                    return name, self._exact(name, found)
            return None

    def _exact(self, title: str, found: Revision) -> Revision:
        """The revision with its exact bytes by ``action=raw`` where the API could not encode its text."""
        if found.readable:
            return found
        fields = {"title": title, "action": "raw", "oldid": str(found.revid)}
        answer = self.transport.get(self.probed.index, fields)
        if answer.status >= 500:
            raise unreachable(self.probed.index, msg("the server answers {status}", status=answer.status))
        if answer.status != 200 or not answer.headers.get("content-type", "").startswith("text/x-wiki"):
            return found
        try:
            return replace(found, content=decoded(answer.body, title, found.revid))
        except UnreadablePage as error:
            return replace(found, content=error)

    def latest(self, titles: Sequence[str]) -> dict[str, tuple[str, Revision | None]]:
        """The current revisions of up to 50 titles in one request, by the titles as asked, with the wiki's spelling.

        A title that spoils the question (1.12 refuses all for one) or whose text did not fit into the answer is left out: ask for
        it alone.
        """
        found: dict[str, tuple[str, Revision | None]] = {}
        pages = self._pages_of(titles, {"prop": "revisions", "rvprop": _REVISION})
        with understood(self.probed.api):
            for title, page in pages.items():
                name = named(page["title"])
                if page.get("revisions"):
                    revision = revision_of(page["revisions"][0], name)
                    if revision.readable:  # the others are asked for alone
                        found[title] = (name, revision)
                elif "missing" in page:
                    found[title] = (name, None)
        return found

    def revids(self, titles: Sequence[str]) -> dict[str, tuple[str, int | None]]:
        """The numbers of the current revisions of up to 50 titles; left out is whatever ``latest`` would leave out."""
        found: dict[str, tuple[str, int | None]] = {}
        pages = self._pages_of(titles, {"prop": "info"})
        with understood(self.probed.api):
            for title, page in pages.items():
                name = named(page["title"])
                if "missing" in page:
                    found[title] = (name, None)
                elif "lastrevid" in page:
                    found[title] = (name, whole(page["lastrevid"]))
        return found

    def _pages_of(self, titles: Sequence[str], fields: dict[str, str]) -> dict[str, dict[str, Any]]:
        """What one query says of each title, by the title as asked; empty where one of them spoiled it for all."""
        self.log_in()
        try:
            query = part(self.call("POST", fields | {"titles": "|".join(titles), "maxlag": MAXLAG}), "query")
        except WikiUnreachable:
            raise
        except WikiError:
            return {}
        with understood(self.probed.api):
            spelled = {named(item["from"]): named(item["to"]) for item in _maps(query.get("normalized", ()))}
            pages = {named(page["title"]): page for page in _maps(part(query, "pages").values()) if "title" in page}
        found = {title: pages.get(spelled.get(title, title), {}) for title in titles}
        return {title: page for title, page in found.items() if "title" in page and "invalid" not in page}

    def contributions(self, limit: int) -> tuple[Contribution, ...]:
        """The account's newest edits (at most 500), as 1.12 and all later versions give them without being asked for more."""
        self.log_in()
        data = self.call("GET", {"list": "usercontribs", "ucuser": self.account_name, "uclimit": str(limit)})
        with understood(self.probed.api):
            found = (
                Contribution(
                    whole(item["revid"]),
                    named(item["title"]),
                    int(item["ns"]),
                    named(item["timestamp"]),
                    label(item.get("comment")),
                )
                for item in part(data, "query").get("usercontribs") or ()
            )
            return tuple(sorted(found, key=lambda edit: -edit.revid))

    def render(self, title: str, text: str) -> str:
        """The HTML of ``text`` by ``action=parse`` (1.12 on), posted: long texts do not fit into an address."""
        data = self.call("POST", {"action": "parse", "title": title, "text": text, "prop": "text"}, title)
        with understood(self.probed.api):
            html = part(data, "parse", "text")["*"]
            if not isinstance(html, str):
                raise TypeError(html)
            return html

    def listing(self, what: Listing, after: Mapping[str, str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """At most 500 titles, and how the version continues the list."""
        self.log_in()
        fields = self._list_fields(what) | {"maxlag": MAXLAG}
        module = fields["list"]
        data = self.call("GET", fields | dict(after))
        with understood(self.probed.api):
            items = part(data, "query").get(module) or ()
            titles = tuple(named(item["title"]) for item in items if isinstance(item, dict) and "title" in item)
            more = part(data, "continue") or part(data, "query-continue", module)
            after = {name: value if isinstance(value, str) else str(whole(value)) for name, value in more.items()}
        return titles, after

    def _list_fields(self, what: Listing) -> dict[str, str]:
        space = str(what.namespace)
        if what.category is not None:
            name = in_namespace(what.category, 14, self.probed)
            return {"list": "categorymembers", "cmtitle": name, "cmnamespace": space, "cmlimit": "500"}
        if what.since is None:
            redirects = "all" if what.namespace == TEMPLATES else "nonredirects"
            return {"list": "allpages", "apnamespace": space, "apfilterredir": redirects, "aplimit": "500"}
        fields = {
            "list": "recentchanges",
            "rcnamespace": space,
            "rcend": what.since,
            "rcprop": "title",
            "rclimit": "500",
        }
        return fields | {"rctype": "edit|new"} if self.probed.version >= (1, 13) else fields

    def is_locked(self) -> bool:
        """Whether the wiki says it is read-only (from 1.16 on)."""
        data = self.call("GET", meta="siteinfo")
        with understood(self.probed.api):
            return "readonly" in data.get("query", {}).get("general", {})

    def is_protected(self, title: str) -> bool:
        """Whether only some may edit the page."""
        data = self.call("GET", prop="info", inprop="protection", titles=title)
        with understood(self.probed.api):
            return any(page.get("protection") for page in data.get("query", {}).get("pages", {}).values())

    def log_in(self) -> None:
        """Log in once, in one step (before 1.15.3) or with the token that the wiki asks for. Never tried twice.

        Every failure makes the wait longer, and on a wiki with a captcha at login even the right password is answered WrongPass.
        """
        if not self._login_name or self._logged_in:
            return
        if not self._password:
            raise no_password(self._login_name)
        enter(self.probed.api, self._login_name, self._password, self.transport)
        self._logged_in = True

    def call(self, method: str, fields: dict[str, str] | None = None, title: str = "", **more: str) -> dict[str, Any]:
        """One request to api.php (action=query unless named). Raises WikiUnreachable, or WikiError for an API error."""
        sent = {"action": "query", **(fields or {}), **more, "format": "json"}
        api = self.probed.api
        answer = self.transport.get(api, sent) if method == "GET" else self.transport.post(api, sent)
        return _data(answer, api, title)


def enter(api: str, name: str, password: str, transport: WikiConnection) -> None:
    """Log in at an api.php, in one step (before 1.15.3) or with the token that the wiki asks for. Raises LoginFailed."""
    transport.forget()
    fields = {"action": "login", "lgname": name, "lgpassword": password, "format": "json"}
    found = part(_data(transport.post(api, fields), api), "login")
    if found.get("result") == "NeedToken":
        found = part(_data(transport.post(api, fields | {"lgtoken": str(found.get("token", ""))}), api), "login")
    if found.get("result") != "Success":
        _refuse_login(found)


def _data(answer: Answer, api: str, title: str = "") -> dict[str, Any]:
    """What api.php answers. Raises WikiUnreachable, or WikiError for an API error."""
    data = json_answer(answer, api)
    error = data.get("error")
    if isinstance(error, dict):
        lag = error.get("lag", asked_wait(answer))
        raise refusal(str(error.get("code", "?")), plain(str(error.get("info", ""))), title, lag)
    return data


def _maps(items: Iterable[object]) -> Iterator[dict[str, Any]]:
    """Those of an answer's items that are maps."""
    return (item for item in items if isinstance(item, dict))


def in_namespace(title: str, number: int, probed: Probed) -> str:
    """The title with its namespace's own name, unless it has one already."""
    names = dict(probed.namespaces)
    prefix, colon, _ = title.partition(":")
    if colon and prefix.strip().casefold() in {names.get(number, "").casefold(), "category"}:
        return title
    return f"{names.get(number) or 'Category'}:{title}"


def no_password(user: str) -> LoginFailed:
    """The error for an account without its password; nobody is asked."""
    return LoginFailed(
        msg("there is no password for {user}", user=user),
        msg("set MLWIKI_WIKI_PASSWORD, or `[wiki] password_file`, or leave `[wiki] user` empty to only read"),
    )


def _refuse_login(found: dict[str, Any]) -> NoReturn:
    result = str(found.get("result", "?"))
    wait = str(found.get("wait", ""))
    if wait.isdigit():
        raise login_refused(result, msg("next attempt in {seconds} s at the earliest", seconds=int(wait)))
    raise login_refused(result, plain(str(found.get("reason") or found.get("details") or "")))


def revision_of(item: object, title: str) -> Revision:
    """One revision of an answer. Raises TypeError, KeyError or ValueError where it is not built as one."""
    if not isinstance(item, dict):
        raise TypeError(item)
    revid = whole(item["revid"])
    text = item.get("*")
    if not (text is None or isinstance(text, str)) or not ("*" in item or "texthidden" in item or "suppressed" in item):
        raise TypeError(item)
    content = text if isinstance(text, str) and is_text(text) else hidden(title, revid)
    return Revision(revid, label(item.get("timestamp")), label(item.get("user")), label(item.get("comment")), content)
