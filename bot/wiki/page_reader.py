"""A wiki whose api.php is switched off, read by what a browser can ask for.

Special:Export gives numbers, times in UTC, users, summaries and texts (1.12 and later alike); a time or a summary is never taken
from a displayed page, where both are in the wiki's own style. What only the API tells is an error that says so, or left empty.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Any, NoReturn
from urllib.parse import parse_qs

from bot.entities import unescape
from bot.errors import UnreadablePage, WikiError
from bot.identifiers import urls
from bot.model.message import msg
from bot.wiki.api_reader import ApiReader, no_password
from bot.wiki.connection import Answer, understood, unreachable
from bot.wiki.form import parse, said
from bot.wiki.probe import TITLE
from bot.wiki.protocols import TEMPLATES, Account, Contribution, Listing, Revision
from bot.wiki.refusals import login_refused
from bot.wiki.values import decoded, hidden, label, whole

_EXPORT = {"title": "Special:Export", "action": "submit"}
_PAGE = re.compile(r"<page>(.*?)(?=<page>|</mediawiki>)", re.DOTALL)
_USER = re.compile(r"""\bwgUserName["']?\s*[=:]\s*(null|"(?:[^"\\]|\\.)*")""")
_GROUPS = re.compile(r"""\bwgUserGroups["']?\s*[=:]\s*(\[[^\[\]]*\])""")
#: Links of a page's history that name a revision.
_OLD = re.compile(
    r'[?&;]oldid=(\d+)|name="(?:oldid|diff)"[^<>]{0,300}value="(\d+)"|value="(\d+)"[^<>]{0,300}name="(?:oldid|diff)"'
)
#: What sorts before every title.
#: Links of a lot of Special:Allpages; redirects stand in a ``div`` on 1.12, in a list's item of that class later.
_LISTED = "td > a[title], ul.mw-allpages-chunk > li:not(.allpagesredirect) > a[title]"
_WITH_REDIRECTS = f"{_LISTED}, .allpagesredirect > a[title]"
_FIRST = "!"


class PageReader(ApiReader):
    """One account (or nobody) at such a wiki."""

    def log_in(self) -> None:
        """By the login form, once. Raises LoginFailed."""
        if not self._login_name or self._logged_in:
            return
        if not self._password:
            raise no_password(self._login_name)
        self.transport.forget()
        target, fields = self._login_form()
        sent = {"wpName": self._login_name, "wpPassword": self._password, "wpRemember": "1"}
        answer = self.transport.post(target, fields | sent)
        if self.who().anonymous:
            raise login_refused("form", said(answer.text))
        self._logged_in = True

    def _login_form(self) -> tuple[str, dict[str, str]]:
        """Where the login form is posted to, which is this host, and its hidden fields."""
        shown = self._page({"title": "Special:Userlogin"})
        form = next((form for form in parse(shown.text).select("form") if form.select_one("[name=wpPassword]")), None)
        if form is None:
            raise unreachable(self.probed.index, msg("it shows no form to log in"))
        fields = {
            str(field.get("name")): str(field.get("value", ""))
            for field in form.select("input[type=hidden][name], input[type=submit][name]")
        }
        return self._within(str(form.get("action") or "")), fields

    def _within(self, address: str) -> str:
        """The address, which must be this host's: a password, or a session, goes nowhere else."""
        target = urls.joined(self.probed.index, address)
        if urls.split(target)[:2] != urls.split(self.probed.index)[:2]:
            raise unreachable(self.probed.index, msg("it sends to {address}; set `[wiki] url` to that", address=target))
        return target

    def who(self) -> Account:
        """Whom the head of a page names; rights, blocks and edits are told by the API alone."""
        page = self._page({"title": TITLE})
        with understood(self.probed.index):
            found = _USER.search(page.text)
            name = json.loads(found[1]) if found is not None else 0
            if not isinstance(name, str | None):
                raise TypeError(name)
            groups = _GROUPS.search(page.text)
            return Account(
                name=name or "",
                anonymous=not name,
                groups=frozenset(json.loads(groups[1])) if groups is not None else frozenset(),
                has_messages='class="usermessage"' in page.text,
            )

    def history(self, title: str, limit: int) -> tuple[str, tuple[Revision, ...]]:
        """The newest revisions, by Special:Export."""
        self.log_in()
        asked = {"curonly": "1"} if limit == 1 else {"limit": str(limit), "dir": "desc"}
        pages = self._export([title], asked)
        if not pages:
            return self._spelled(title), ()
        name, revisions = next(iter(pages.items()))
        if limit > 1 and len(revisions) == 1 and self._has_older(name):
            raise WikiError(
                msg("{title}: the wiki exports no history, and has no API to ask for it", title=name),
                msg("without it a save cannot be read back; ask the administrator for $wgEnableAPI"),
            )
        return name, revisions[:limit]

    def _has_older(self, title: str) -> bool:
        """Whether the history page names more revisions than one."""
        page = self._page({"title": title, "action": "history", "limit": "5"})
        return len({next(filter(None, found)) for found in _OLD.findall(page.text)}) > 1

    def revision(self, revid: int, title: str = "") -> tuple[str, Revision] | None:
        """One revision of the page ``title``, by ``action=raw``; None also where no title is given: it cannot be found then."""
        if not title:
            return None
        self.log_in()
        answer = self.transport.get(self.probed.index, {"title": title, "action": "raw", "oldid": str(revid)})
        if answer.status != 200 or not answer.headers.get("content-type", "").startswith("text/x-wiki"):
            return None
        try:
            text: str | UnreadablePage = decoded(answer.body, title, revid)
        except UnreadablePage as error:
            text = error
        return title, Revision(revid, _utc(answer.headers.get("last-modified", "")), "", "", text)

    def latest(self, titles: Sequence[str]) -> dict[str, tuple[str, Revision | None]]:
        """The current revisions of titles that are found by their own spelling; the others are left out."""
        self.log_in()
        pages = self._export(titles, {"curonly": "1"})
        names = {title: self._spelled(title) for title in titles}
        return {
            title: (name, pages[name][0]) for title, name in names.items() if name in pages and pages[name][0].readable
        }

    def revids(self, titles: Sequence[str]) -> dict[str, tuple[str, int | None]]:
        """None: numbers come with the texts only."""
        del titles
        return {}

    def listing(self, what: Listing, after: Mapping[str, str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """A category by the export form, which lists its pages, or a lot of Special:Allpages."""
        self.log_in()
        if what.since is not None:
            self._only_the_api(msg("recent changes"))
        if what.category is not None:
            prefix, colon, rest = what.category.partition(":")
            bare = rest if colon and self._namespace(prefix) else what.category
            answer = self.transport.post(self.probed.index, {"addcat": "1", "catname": bare, "pages": ""}, _EXPORT)
            box = parse(answer.text).select_one("textarea[name=pages]")
            if box is None:
                raise unreachable(self.probed.index, msg("it does not list the category"))
            lines = (line.replace("_", " ").strip() for line in box.get_text().splitlines())
            return tuple(line for line in lines if line and not self._namespace(line.partition(":")[0])), {}
        return self._all_pages(what.namespace, after.get("from", _FIRST))

    def _all_pages(self, namespace: int, start: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
        page = parse(self._page({"title": "Special:Allpages", "namespace": str(namespace), "from": start}).text)
        links = page.select(_WITH_REDIRECTS if namespace == TEMPLATES else _LISTED)
        ways = [parse_qs(urls.split(str(link.get("href", ""))).query).get("from", [""])[0] for link in links]
        titles = tuple(str(link["title"]) for link, way in zip(links, ways, strict=True) if not way)
        ways += [
            parse_qs(urls.split(str(link.get("href", ""))).query).get("from", [""])[0]
            for link in page.select(".mw-allpages-nav a")
        ]
        last = titles[-1] if titles else start
        further = [way for way in ways if way.replace("_", " ") > last]
        return titles, {"from": further[0].replace("_", " ")} if further else {}

    def contributions(self, limit: int) -> tuple[Contribution, ...]:
        """Never: the page that shows them has local times and cut summaries."""
        del limit
        self._only_the_api(msg("an account's edits"))

    def render(self, title: str, text: str) -> str:
        """Never: the edit form's preview is asked instead."""
        del title, text
        self._only_the_api(msg("a rendered text"))

    def is_locked(self) -> bool:
        """Not known."""
        return False

    def is_protected(self, title: str) -> bool:
        """Not known."""
        del title
        return False

    def call(self, method: str, fields: dict[str, str] | None = None, title: str = "", **more: str) -> dict[str, Any]:
        """Never."""
        del method, fields, title, more
        self._only_the_api(msg("this"))

    def _only_the_api(self, what: Any) -> NoReturn:  # noqa: ANN401  # a message inside a message
        raise WikiError(
            msg("the wiki's API is switched off, and only it tells {what}", what=what),
            msg("ask the wiki's administrator to switch it on ($wgEnableAPI)"),
        )

    def _page(self, fields: Mapping[str, str]) -> Answer:
        """A page, after one redirect within the host (special pages have a name in the wiki's language)."""
        answer = self.transport.get(self.probed.index, fields)
        if answer.location:
            answer = self.transport.get(self._within(answer.location), {})
        return answer

    def _export(self, titles: Sequence[str], asked: Mapping[str, str]) -> dict[str, tuple[Revision, ...]]:
        """Revisions by title, highest id first; pages that do not exist are not there."""
        answer = self.transport.post(self.probed.index, {"pages": "\n".join(titles), **asked}, _EXPORT)
        return exported(answer, self.probed.index)

    def _namespace(self, prefix: str) -> str:
        """The namespace's own name; "" where there is no such."""
        wanted = prefix.strip().casefold()
        return next((name for _, name in self.probed.namespaces if name and name.casefold() == wanted), "")

    def _spelled(self, title: str) -> str:
        prefix, colon, rest = title.partition(":")
        name = self._namespace(prefix) if colon else ""
        rest = rest.strip() if name else title
        return (f"{name}:" if name else "") + rest[:1].upper() + rest[1:]


def exported(answer: Answer, address: str) -> dict[str, tuple[Revision, ...]]:
    """Take an export apart. Not by an XML parser: old PHP leaves out ``</page>`` now and then (T207974)."""
    # bytes that are no UTF-8 stay known as such: none of them may become a character of a page's text
    xml = answer.body.decode("utf-8", "surrogateescape")
    if "<mediawiki" not in xml or "</mediawiki>" not in xml:
        raise unreachable(address, msg("Special:Export does not answer"))
    found: dict[str, tuple[Revision, ...]] = {}
    with understood(address):
        for page in _PAGE.findall(xml):
            title = label(unescape(_element(page, "title") or ""))
            if not title:
                raise ValueError(page[:200])
            revisions = [_revision(item, title) for item in _revisions(page)]
            found[title] = tuple(sorted(revisions, key=lambda one: -one.revid))
        if any(not revisions for revisions in found.values()):
            raise ValueError
    return found


def _revisions(page: str) -> Iterator[str]:
    """What stands in each ``<revision>`` of a page of an export."""
    at = page.find("<revision>")
    while at != -1 and (end := page.find("</revision>", at)) != -1:
        yield page[at + len("<revision>") : end]
        at = page.find("<revision>", end)


def _element(item: str, name: str) -> str | None:
    """What the first element of that name holds (escaped); None without one, and for one that an administrator has hidden."""
    tag = re.search(rf"<{name}\b([^<>]*+)>", item)
    if tag is None or 'deleted="' in tag[1]:
        return None  # a text that is hidden is not an empty text
    if tag[1].endswith("/"):
        return ""
    end = item.find(f"</{name}>", tag.end())
    return None if end == -1 else item[tag.end() : end]


def _revision(item: str, title: str) -> Revision:
    def told(name: str) -> str | None:
        found = _element(item, name)
        return None if found is None else unescape(found)

    text, revid = told("text"), whole(told("id"))
    if text is None and "<text" not in item:
        raise ValueError(item)
    return Revision(
        revid=revid,
        timestamp=label(told("timestamp")),
        user=label(told("username") or told("ip")),
        comment=label(told("comment")),
        content=hidden(title, revid) if text is None else _exact(text, title, revid),
    )


def _exact(text: str, title: str, revid: int) -> str | UnreadablePage:
    """The text, unless a byte of it is no UTF-8."""
    try:
        return decoded(text.encode("utf-8", "surrogateescape"), title, revid)
    except UnreadablePage as error:
        return error
    except UnicodeEncodeError:  # half a character as an entity of its own
        return hidden(title, revid)


def _utc(date: str) -> str:
    """An HTTP date as the API writes times."""
    try:
        return parsedate_to_datetime(date).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (TypeError, ValueError):
        return ""
