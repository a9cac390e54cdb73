"""Wikis from MediaWiki 1.31 on, through pywikibot. The only file of ours that imports it.

pywikibot keeps its settings, cookies and sites in global variables: clients of one process share one session a host, so every
save asks anew who is logged in. Its own throttle, retries and questions are off; waiting is ours. It lives in a private folder:
otherwise it executes ``user-config.py`` of the current folder and writes into HOME.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from bot.errors import OutputError, WikiError, WikiUnreachable
from bot.model.message import msg
from bot.wiki.api_reader import ApiReader, no_password
from bot.wiki.connection import Told, WikiConnection, bounded, unreachable
from bot.wiki.probe import Probed
from bot.wiki.refusals import login_refused, plain, refusal

#: pywikibot 11 refuses older wikis (its APISite checks; tried on 1.12 to 1.30).
MINIMUM: Final = (1, 31)
#: Requests that one call of pywikibot may make, its second attempts counted.
_REQUESTS: Final = 4
_IMPORT = threading.Lock()
#: Settings by names of pywikibot 11.9: no question is ever asked, nothing is shown, nothing but our own clock throttles.
_CONFIG = """\
# written by mlwiki for its own use of pywikibot; changes are overwritten
userinterface = 'buffer'
solve_captcha = False
password_file = None
log = []
cosmetic_changes = False
simulate = False
minthrottle = 0
put_throttle = 0
noisysleep = 10**6
max_retries = 1
retry_wait = 1
retry_max = 5
read_maxlag = 30
write_maxlag = 5
socket_timeout = (10.0, 30.0)
"""


def load_pywikibot(state: Path, proxy: str = "") -> ModuleType:
    """Import pywikibot inside its private folder, once a process; the module. Raises OutputError.

    Its one session then goes through ``proxy`` alone: neither the environment's proxies nor a password of ``.netrc`` are its.
    """
    with _IMPORT, sheltered(prepare(state)):
        import pywikibot

        # it logs requests, and with them passwords: nothing of that is kept, whatever handlers there are
        logging.getLogger("pywiki").disabled = True
        # nor is it led elsewhere: a 307 would take the password along to another host
        session = pywikibot.comms.http.session
        session.max_redirects = 0
        session.trust_env = False
        session.proxies = {"http": proxy, "https": proxy} if proxy else {}
    module: ModuleType = pywikibot
    return module


class PywikibotReader(ApiReader):
    """An ApiReader whose requests and logins are pywikibot's."""

    def __init__(
        self, probed: Probed, user: str, password: str | None, transport: WikiConnection, agent: str, state: Path
    ) -> None:
        super().__init__(probed, user, password, transport)
        self._pywikibot: Any = load_pywikibot(state, transport.proxy)
        # a format string that pywikibot fills in more than once: braces of the contact's own would be taken for its fields
        self._pywikibot.config.user_agent_format = agent.translate(str.maketrans("{}", "()")) + " {pwb}"
        self._site: Any = None

    @property
    def version(self) -> str:
        """The version of pywikibot."""
        return str(self._pywikibot.__version__)

    def log_in(self) -> None:
        """Log in with the password handed in, never by a stored cookie and never asking. Raises LoginFailed."""
        if self._logged_in:
            return
        if not self._password:
            raise no_password(self._login_name)
        exceptions = self._pywikibot.exceptions
        try:
            self._bounded(self._log_in)
        except WikiError:
            raise
        except exceptions.APIError as error:
            raise login_refused(str(error.code), plain(str(error.info))) from None
        except Exception as error:  # noqa: BLE001  # pywikibot passes on whatever requests and it raise; none may show the password
            raise self._no_answer(error) from None
        self._logged_in = True

    def _log_in(self) -> None:
        if self._site is None:
            self._site = self._make_site()
        self._pywikibot.comms.http.cookie_jar.clear()
        self._site.tokens.clear()
        del self._site.userinfo
        login = self._pywikibot.login
        manager = login.ClientLoginManager(password=self._password, site=self._site, user=self.account_name)
        manager.login_name = self._login_name
        manager.login_to_site()

    def _bounded(self, ask: Callable[[], Told]) -> Told:
        """Its own time-outs are between two bytes; several requests may be in one call, and each may be sent twice."""
        return bounded(_REQUESTS * self.transport.seconds, self.probed.api, ask)

    def _make_site(self) -> Any:  # noqa: ANN401  # pywikibot has no types
        """The site object, whose constructor already asks the wiki who it is."""
        name = "mlwiki" + hashlib.sha256(self.probed.api.encode()).hexdigest()[:16]
        family = self._pywikibot.family.AutoFamily(name, self.probed.api)
        site = self._pywikibot.Site(name, family, user=self.account_name)
        # its own renewals would ask for a password or take a cookie from disk
        site.login = site._relogin = self._session_lost  # noqa: SLF001  # there is no public switch
        return site

    def call(self, method: str, fields: dict[str, str] | None = None, title: str = "", **more: str) -> dict[str, Any]:
        """One request to the API as pywikibot sends it, without its throttle. Raises WikiError.

        Always a POST: its own choice of method asks the wiki for every module's description first.
        """
        del method
        self.log_in()  # without a site pywikibot would make one of its own choice, and ask a wiki of Wikimedia
        parameters = {"action": "query", **(fields or {}), **more}
        exceptions = self._pywikibot.exceptions
        try:
            request = self._pywikibot.data.api.Request(
                site=self._site, throttle=False, use_get=False, parameters=parameters
            )
            data = self._bounded(request.submit)
        except exceptions.APIError as error:
            raise refusal(str(error.code), plain(str(error.info)), title) from None
        except WikiError:
            raise
        except Exception as error:  # noqa: BLE001  # pywikibot passes on whatever requests and it raise; none may show the password
            raise self._no_answer(error) from None
        if not isinstance(data, dict):  # PHP has one type for lists and maps: an empty list is nothing
            if data != []:
                raise unreachable(self.probed.api, msg("the answer is not what api.php gives"))
            return {}
        return data

    def _session_lost(self, *_: object, **__: object) -> None:
        raise refusal("assertuserfailed", "")

    def _no_answer(self, error: Exception) -> WikiUnreachable:
        names = {
            "SiteDefinitionError": msg("the answer is not what api.php gives"),
            "ApiTimeoutError": msg("no answer in time"),
            "TooManyRedirects": msg("it sends elsewhere; set `[wiki] url` to where a browser ends up"),
        }
        why = names.get(type(error).__name__, msg("pywikibot stopped with {name}", name=type(error).__name__))
        return unreachable(self.probed.api, why)


def prepare(state: Path) -> Path:
    """Make ``state/pywikibot`` (mode 700) with a generated ``user-config.py`` (600). Raises OutputError."""
    folder = state / "pywikibot"
    config = folder / "user-config.py"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        config.unlink(missing_ok=True)
        with os.fdopen(os.open(config, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(_CONFIG)
    except OSError as error:
        raise OutputError(
            msg("cannot write {path}: {why}", path=str(config), why=error.strerror or "?"),
            msg("name another folder in `[store] path` or MLWIKI_STATE"),
        ) from error
    return folder


@contextmanager
def sheltered(folder: Path) -> Iterator[None]:
    """What must hold while pywikibot is first imported: its folder named, the command line and its own variables hidden."""
    hidden = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(("PYWIKIBOT_", "PWB_"))}
    arguments = sys.argv[:]
    sys.argv[1:] = []
    os.environ["PYWIKIBOT_DIR"] = str(folder)
    try:
        yield
    finally:
        sys.argv[:] = arguments
        del os.environ["PYWIKIBOT_DIR"]
        os.environ.update(hidden)
