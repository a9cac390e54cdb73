"""What wiki is this? Asked in steps, because on 1.12 one unknown value spoils the whole question; nothing is assumed."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

from bot.errors import ConfigError, WikiUnreachable
from bot.model.message import msg
from bot.wiki.transport import Answer, Transport, json_answer, understood, unreachable

#: What meta=siteinfo is asked for, fullest first (values after «general» are younger than 1.12 from left to right).
_STEPS = ("general|namespaces|extensiontags", "general|namespaces", "general")
#: Script folders to try where the address is an article's.
_GUESSES = ("/w", "", "/wiki", "/mediawiki")

_REDIRECTS = 5

_EDIT_URI = re.compile(r"""<link\b[^>]*\brel=["']EditURI["'][^>]*\bhref=["']([^"']+)["']""", re.IGNORECASE)
_VERSION = re.compile(r"""\bwgVersion["']?\s*[=:]\s*["']([\w.+-]+)["']|content=["']MediaWiki ([\w.+-]+)["']""")
_SCRIPT_PATH = re.compile(r"""\bwgScriptPath["']?\s*[=:]\s*["']([^"']*)["']""")


@dataclass(frozen=True, slots=True)
class Probed:
    """A wiki's own word on itself. ``version`` is (major, minor); ``write_api`` False: pages can be saved only by the form."""

    api: str
    index: str
    name: str
    version_text: str
    version: tuple[int, int]
    language: str
    tags: frozenset[str]
    write_api: bool
    namespaces: tuple[tuple[int, str], ...]


def probe(url: str, transport: Transport) -> Probed:
    """Find the wiki behind any of its addresses. Raises WikiUnreachable, or ConfigError for what is no web address."""
    if not _is_address(url):
        raise ConfigError(
            msg("{url} is not a wiki's address", url=url or "''"),
            msg("give any page of the wiki, its index.php or its api.php, beginning with http:// or https://"),
        )
    failed: WikiUnreachable | None = None
    for api in _candidates(url, transport):
        try:
            return _ask(api, transport)
        except WikiUnreachable as error:
            failed = failed or error
    raise _without_api(url, transport) or failed or unreachable(url, msg("the page names no MediaWiki"))


def _without_api(url: str, transport: Transport) -> WikiUnreachable | None:
    """The error for a MediaWiki that shows its version in its pages' heads but answers nothing at api.php."""
    try:
        version = _VERSION.search(_page(url, transport)[1].text)
    except WikiUnreachable:
        return None
    if version is None:
        return None
    return WikiUnreachable(
        msg(
            "{address} runs MediaWiki {version}, but its API does not answer",
            address=url,
            version=version[1] or version[2],
        ),
        msg("ask the wiki's administrator to switch it on ($wgEnableAPI)"),
    )


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def _candidates(url: str, transport: Transport) -> list[str]:
    """Addresses of api.php, likeliest first."""
    parts = urlsplit(url)
    root = f"{parts.scheme}://{parts.netloc}"
    script = re.match(r"(.*)/(?:index|api)\.php(?:/|$)", parts.path)
    if script:
        return [f"{root}{script[1]}/api.php"]
    url, answer = _page(url, transport)
    link = _EDIT_URI.search(answer.text)
    path = _SCRIPT_PATH.search(answer.text)
    if link:
        return [urljoin(url, html.unescape(link[1])).partition("?")[0]]
    return [f"{root}{guess}/api.php" for guess in ([path[1]] if path else _GUESSES)]


def _page(url: str, transport: Transport) -> tuple[str, Answer]:
    """A page, after redirects within the host; another host or scheme is for the operator to write down."""
    here = urlsplit(url)[:2]
    for _ in range(_REDIRECTS):
        answer = transport.get(url, {})
        if not answer.location:
            return url, answer
        target = urljoin(url, answer.location)
        if urlsplit(target)[:2] != here:
            raise unreachable(url, msg("it sends to {address}; set `[wiki] url` to that", address=target))
        url = target
    raise unreachable(url, msg("it sends round in circles"))


def _ask(api: str, transport: Transport) -> Probed:
    for step in _STEPS:
        fields = {"action": "query", "meta": "siteinfo", "siprop": step, "format": "json"}
        data = json_answer(transport.get(api, fields), api)
        query = data.get("query")
        if isinstance(query, dict) and isinstance(query.get("general"), dict):
            with understood(api):
                return _probed(api, query)
    raise unreachable(api, msg("it does not say which MediaWiki it is"))


def _probed(api: str, query: dict[str, Any]) -> Probed:
    general = query["general"]
    generator = str(general.get("generator", ""))
    found = re.match(r"MediaWiki (\d+)\.(\d+)(\S*)", generator)
    if found is None:
        raise unreachable(api, msg("it does not say which MediaWiki it is"))
    tags = query.get("extensiontags", [])
    names = query.get("namespaces", {})
    entries = names.values() if isinstance(names, dict) else names
    return Probed(
        api=api,
        index=api.removesuffix("api.php") + "index.php",
        name=str(general.get("sitename", "")),
        version_text=f"{found[1]}.{found[2]}{found[3]}",
        version=(int(found[1]), int(found[2])),
        language=str(general.get("lang", "")),
        tags=frozenset(str(tag).strip("<>").lower() for tag in tags if isinstance(tag, str)),
        # before 1.13 there is no such field and no write API for pages; from 1.32 it is always on
        write_api="writeapi" in general or (int(found[1]), int(found[2])) >= (1, 32),
        namespaces=tuple((int(entry["id"]), str(entry.get("*", ""))) for entry in entries if "id" in entry),
    )
