"""Wikis from MediaWiki 1.31 on, through pywikibot. The only file of ours that imports it.

pywikibot keeps its settings, cookies and sites in global variables: clients of one process share one session a host, so every
save asks anew who is logged in. Its own throttle, retries and questions are off; waiting is ours.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from bot.errors import WikiError, WikiUnreachable
from bot.model.message import msg
from bot.model.ports import WikiInfo
from bot.wiki.api_client import edit_fields, edit_refused
from bot.wiki.backend import Account, Order, Revision
from bot.wiki.probe import Probed
from bot.wiki.pywikibot_home import prepare, sheltered
from bot.wiki.refusals import login_refused, plain, refusal
from bot.wiki.session import in_namespace, no_password
from bot.wiki.transport import unreachable

#: pywikibot 11 refuses older wikis (its APISite checks; tried on 1.12 to 1.30).
MINIMUM: Final = (1, 31)
_IMPORT = threading.Lock()


def load_pywikibot(state: Path) -> ModuleType:
    """Import pywikibot inside its private folder, once a process; the module. Raises OutputError."""
    with _IMPORT, sheltered(prepare(state)):
        import pywikibot

        # it logs requests, and with them passwords: nothing of that is kept, whatever handlers there are
        logging.getLogger("pywiki").disabled = True
    module: ModuleType = pywikibot
    return module


class PywikibotBackend:
    """One wiki and one account through pywikibot."""

    def __init__(self, probed: Probed, user: str, password: str | None, user_agent: str, state: Path) -> None:
        self._probed = probed
        self._login_name = user
        self._password = password
        self._pywikibot: Any = load_pywikibot(state)
        self._pywikibot.config.user_agent_format = user_agent.replace("{", "{{").replace("}", "}}") + " {pwb}"
        self._site: Any = None
        self._logged_in = False

    @property
    def second_grained(self) -> bool:
        """Before ``baserevid`` came with 1.35 the wiki knows the base by its time only."""
        return self._probed.version < (1, 35)

    @property
    def account_name(self) -> str:
        """The account, without the bot password's name; the wiki writes first letters big."""
        name = self._login_name.partition("@")[0].replace("_", " ").strip()
        return name[:1].upper() + name[1:]

    def info(self) -> WikiInfo:
        """What the probe found."""
        found = self._probed
        client = f"pywikibot {self._pywikibot.__version__}"
        return WikiInfo(found.index, found.name, found.version_text, found.language, found.tags, client)

    def account(self) -> Account:
        """Ask the wiki who we are, logging in first where there is an account."""
        self._log_in()
        found = self._userinfo()
        if self.account_name and found.name != self.account_name:
            # another client of this process, or an expired session: once more, from nothing
            self._logged_in = False
            self._log_in()
            found = self._userinfo()
        return found

    def _userinfo(self) -> Account:
        data = self._call(action="query", meta="userinfo", uiprop="blockinfo|hasmsg|groups|rights|editcount")
        user = data["query"]["userinfo"]
        return Account(
            name=str(user["name"]),
            anonymous=bool(user.get("anon")),
            groups=frozenset(user.get("groups", ())),
            rights=frozenset(user.get("rights", ())),
            blocked_by=str(user["blockedby"]) if "blockedby" in user and not user.get("blockpartial") else None,
            has_messages=bool(user.get("messages")),
            edits=user.get("editcount"),
        )

    def history(self, title: str, limit: int) -> tuple[str, tuple[Revision, ...]]:
        """The newest revisions, with their texts."""
        self._log_in()
        fields = {
            "action": "query",
            "prop": "revisions",
            "titles": title,
            "rvprop": "ids|timestamp|user|comment|content",
            # MediaWiki 1.31 has no slots and only warns about the parameter
            "rvslots": "main",
        }
        if limit > 1:  # without a limit: the page's latest by id
            fields["rvlimit"] = str(limit)
        data = self._call(fields=fields)
        pages = data.get("query", {}).get("pages", [])
        if not pages or pages[0].get("invalid"):
            raise WikiError(msg("the wiki takes {title} for no page of its own", title=title))
        found = pages[0]
        revisions = sorted((_revision(item) for item in found.get("revisions", ())), key=lambda item: -item.revid)
        return str(found["title"]), tuple(revisions)

    def titles(self, category: str | None) -> tuple[str, ...]:
        """All titles, asked in lots of 500."""
        self._log_in()
        fields = {"list": "allpages", "apnamespace": "0", "apfilterredir": "nonredirects", "aplimit": "500"}
        if category is not None:
            name = in_namespace(category, 14, self._probed)
            fields = {
                "list": "categorymembers",
                "cmtitle": name,
                "cmtype": "page",
                "cmnamespace": "0",
                "cmlimit": "500",
            }
        found: list[str] = []
        more: dict[str, str] = {}
        while True:
            data = self._call(fields={"action": "query", **fields, **more})
            found += [str(item["title"]) for item in data.get("query", {}).get(fields["list"], ())]
            more = data.get("continue", {})
            if not more:
                return tuple(found)

    def write(self, order: Order) -> None:
        """One ``action=edit`` with base revision, its time, a checksum of the text, and the account it must be."""
        token = self._call(action="query", meta="tokens")["query"]["tokens"]["csrftoken"]
        fields = edit_fields(order, self._probed.version) | {"token": token}
        edit = self._call(order.base.title, fields).get("edit", {})
        if edit.get("result") != "Success":
            raise edit_refused(edit, order.base.title)

    def _log_in(self) -> None:
        """Log in with the password handed in, never by a stored cookie and never asking. Raises LoginFailed."""
        if self._logged_in:
            return
        if not self._password:
            raise no_password(self._login_name)
        exceptions = self._pywikibot.exceptions
        try:
            if self._site is None:
                self._site = self._make_site()
            self._pywikibot.comms.http.cookie_jar.clear()
            self._site.tokens.clear()
            del self._site.userinfo
            login = self._pywikibot.login
            manager = login.ClientLoginManager(password=self._password, site=self._site, user=self.account_name)
            manager.login_name = self._login_name
            manager.login_to_site()
        except exceptions.APIError as error:
            raise login_refused(str(error.code), plain(str(error.info))) from None
        except Exception as error:  # noqa: BLE001  # pywikibot passes on whatever requests and it raise; none may show the password
            raise self._no_answer(error) from None
        self._logged_in = True

    def _make_site(self) -> Any:  # noqa: ANN401  # pywikibot has no types
        """The site object, whose constructor already asks the wiki who it is."""
        name = "mlwiki" + hashlib.sha256(self._probed.api.encode()).hexdigest()[:16]
        family = self._pywikibot.family.AutoFamily(name, self._probed.api)
        site = self._pywikibot.Site(name, family, user=self.account_name)
        # its own renewals would ask for a password or take a cookie from disk
        site.login = site._relogin = self._session_lost  # noqa: SLF001  # there is no public switch
        return site

    def _call(self, title: str = "", fields: dict[str, str] | None = None, **more: str) -> dict[str, Any]:
        """One request to the API as pywikibot sends it, without its throttle. Raises WikiError."""
        parameters = {"formatversion": "2", **(fields or {}), **more}
        exceptions = self._pywikibot.exceptions
        try:
            request = self._pywikibot.data.api.Request(
                site=self._site, throttle=False, use_get=False, parameters=parameters
            )
            data: dict[str, Any] = request.submit()
        except exceptions.APIError as error:
            raise refusal(str(error.code), plain(str(error.info)), title) from None
        except WikiError:
            raise
        except Exception as error:  # noqa: BLE001  # pywikibot passes on whatever requests and it raise; none may show the password
            raise self._no_answer(error) from None
        if "error" in data:
            raise refusal(str(data["error"].get("code")), plain(str(data["error"].get("info"))), title)
        return data

    def _session_lost(self, *_: object, **__: object) -> None:
        raise refusal("assertuserfailed", "")

    def _no_answer(self, error: Exception) -> WikiUnreachable:
        names = {
            "SiteDefinitionError": msg("the answer is not what api.php gives"),
            "ApiTimeoutError": msg("no answer in time"),
        }
        why = names.get(type(error).__name__, msg("pywikibot stopped with {name}", name=type(error).__name__))
        return unreachable(self._probed.api, why)


def _revision(item: dict[str, Any]) -> Revision:
    slot = item.get("slots", {}).get("main", item)
    return Revision(
        revid=int(item["revid"]),
        timestamp=str(item["timestamp"]),
        user=str(item.get("user", "")),
        comment=str(item.get("comment", "")),
        text=str(slot.get("content", "")),
    )
