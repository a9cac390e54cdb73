"""What wiki is this? Asked in steps, because on 1.12 one unknown value spoils the whole question; nothing is assumed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from bot.entities import unescape
from bot.errors import ClosedToReaders, ConfigError, WikiUnreachable
from bot.identifiers import urls
from bot.model.message import msg
from bot.wiki.connection import Answer, WikiConnection, json_answer, understood, unreachable

#: What meta=siteinfo is asked for, fullest first (values after «general» are younger than 1.12 from left to right).
_STEPS = ("general|namespaces|extensiontags", "general|namespaces", "general")
#: What api.php says where reading is closed: 1.12 knows no action at all then (recording m09), later versions say so.
_CLOSED = frozenset({"unknown_action", "readapidenied"})
#: Script folders to try where the address is an article's.
_GUESSES = ("/w", "", "/wiki", "/mediawiki")

_REDIRECTS = 5

_LINK = re.compile(r"<link\b[^<>]*+>", re.IGNORECASE)
_RELATION = re.compile(r"""\brel=["']EditURI["']""", re.IGNORECASE)
_TARGET = re.compile(r"""\bhref=["']([^"'<>]+)["']""", re.IGNORECASE)
_SCRIPT_PATH = re.compile(r"""\bwgScriptPath["']?\s*[=:]\s*["']([^"']*)["']""")


@dataclass(frozen=True, slots=True)
class Probed:
    """A wiki's own word on itself. ``version`` is (major, minor); ``write_api`` False: pages can be saved only by the form.

    ``api`` is "" where api.php is switched off.
    """

    api: str
    index: str
    name: str
    version_text: str
    version: tuple[int, int]
    language: str
    tags: frozenset[str]
    write_api: bool
    namespaces: tuple[tuple[int, str], ...]


def probe(url: str, transport: WikiConnection) -> Probed:
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
        except ClosedToReaders:
            raise
        except WikiUnreachable as error:
            failed = failed or error
            found = _without_api(api, transport) if _is_off(api, transport) else None
            if found is not None:
                return found
    raise failed or unreachable(url, msg("the page names no MediaWiki"))


def _is_off(api: str, transport: WikiConnection) -> bool:
    """Whether the wiki says itself that its API is off (1.8 … 1.34; recording m10), or the server has no such file or hides it.

    An outage of the API is no reason to read otherwise.
    """
    try:
        answer = transport.get(api, {"action": "query", "meta": "siteinfo", "format": "json"})
    except WikiUnreachable:
        return False
    return answer.status in {403, 404} or "API is not enabled" in answer.text[:200]


def _without_api(api: str, transport: WikiConnection) -> Probed | None:
    """What an export of no page says of the wiki; None where none comes."""
    index = api.removesuffix("api.php") + "index.php"
    fields = {"pages": "-", "curonly": "1"}
    try:
        answer = transport.post(index, fields, {"title": "Special:Export", "action": "submit"})
    except WikiUnreachable:
        return None
    generator = re.search(r"<generator>MediaWiki (\d{1,4})\.(\d{1,4})([^<]*+)</generator>", answer.text)
    if generator is None:
        return None
    language = re.search(r'<mediawiki\b[^<>]{0,2000}\bxml:lang="([^"<>]*)"', answer.text)
    name = re.search(r"<sitename>([^<]*+)</sitename>", answer.text)
    spaces = re.findall(r'<namespace key="(-?\d{1,9})"[^<>]*+(?:(?<=/)>|>([^<]*+)</namespace>)', answer.text)
    return Probed(
        api="",
        index=index,
        name=unescape(name[1]) if name else "",
        version_text=f"{generator[1]}.{generator[2]}{generator[3]}",
        version=(int(generator[1]), int(generator[2])),
        language=language[1] if language else "",
        tags=frozenset(),
        write_api=False,
        namespaces=tuple((int(number), unescape(name)) for number, name in spaces),
    )


def _is_address(url: str) -> bool:
    parts = urls.split(url)
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def _candidates(url: str, transport: WikiConnection) -> list[str]:
    """Addresses of api.php, likeliest first."""
    parts = urls.split(url)
    root = f"{parts.scheme}://{parts.netloc}"
    script = re.match(r"(.*)/(?:index|api)\.php(?:/|$)", parts.path)
    if script:
        return [f"{root}{script[1]}/api.php"]
    url, answer = _page(url, transport)
    links = (tag for tag in _LINK.findall(answer.text) if _RELATION.search(tag))
    link = next(filter(None, map(_TARGET.search, links)), None)
    path = _SCRIPT_PATH.search(answer.text)
    if link:
        return [urls.joined(url, unescape(link[1])).partition("?")[0]]
    return [f"{root}{guess}/api.php" for guess in ([path[1]] if path else _GUESSES)]


def _page(url: str, transport: WikiConnection) -> tuple[str, Answer]:
    """A page, after redirects within the host; another host or scheme is for the operator to write down."""
    here = urls.split(url)[:2]
    for _ in range(_REDIRECTS):
        answer = transport.get(url, {})
        if not answer.location:
            return url, answer
        target = urls.joined(url, answer.location)
        if urls.split(target)[:2] != here:
            raise unreachable(url, msg("it sends to {address}; set `[wiki] url` to that", address=target))
        url = target
    raise unreachable(url, msg("it sends round in circles"))


def _ask(api: str, transport: WikiConnection) -> Probed:
    for step in _STEPS:
        fields = {"action": "query", "meta": "siteinfo", "siprop": step, "format": "json"}
        answer = transport.get(api, fields)
        if answer.headers.get("mediawiki-api-error", "") in _CLOSED:
            raise ClosedToReaders(
                msg("the wiki at {url} shows nothing to readers without an account", url=api),
                msg("set [wiki] user and its password: it is read with that account then"),
                api,
            )
        data = json_answer(answer, api)
        query = data.get("query")
        if isinstance(query, dict) and isinstance(query.get("general"), dict):
            with understood(api):
                return _probed(api, query)
    raise unreachable(api, msg("it does not say which MediaWiki it is"))


def _probed(api: str, query: dict[str, Any]) -> Probed:
    general = query["general"]
    generator = str(general.get("generator", ""))
    found = re.match(r"MediaWiki (\d{1,4})\.(\d{1,4})(\S*)", generator)
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


_CELL = re.compile(r"<(\w+)>(?:, <\w+>)*(?: \w+ <\w+>)?")
#: The page's name in any language, with what is behind it in all of them.
TITLE = "Special:Version"


def tags_of(html: str) -> frozenset[str]:
    """The tags in lower case; empty where the page has no such cell (recording r20_version of 1.12.0)."""
    from bot.wiki.form import parse

    for cell in parse(html).find_all("td"):
        text = " ".join(cell.get_text(" ").split())
        if _CELL.fullmatch(text):
            return frozenset(name.lower() for name in re.findall(r"<(\w+)>", text))
    return frozenset()
