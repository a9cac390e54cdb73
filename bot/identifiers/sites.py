"""Identifiers that single sites give: ACL Anthology, OpenReview, PMLR, NeurIPS, Math-Net.Ru, CyberLeninka, eLIBRARY, the Russian
State Library, Habr, GitHub, YouTube, and RFC numbers.

Each is one page of its site under all the addresses that the site has had; a host alone names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import parse_qs, unquote

from bot.identifiers.urls import Address, host_of, split
from bot.model.citation import Identifier
from bot.model.words import IdKind

_ACL_ID = r"[A-Z]\d{2}-\d{4,5}|\d{4}\.[a-z\d_]+-[a-z\d_]+\.\d+"
#: First parts of a GitHub path that are no account.
_NOBODY = frozenset(
    "about apps blog collections customer-stories explore features issues login marketplace new notifications orgs pricing pulls "
    "search security settings site sponsors topics trending".split()
)


class _SiteRule(NamedTuple):
    """Which addresses are a site's pages: ``host`` and ``path`` match, the path's groups joined by a slash are the value."""

    kind: IdKind
    host: re.Pattern[str]
    path: re.Pattern[str]


def _site(kind: IdKind, host: str, path: str) -> _SiteRule:
    return _SiteRule(kind, re.compile(rf"(?:^|\.)(?:{host})$"), re.compile(path, re.IGNORECASE))


_SITES = (
    _site(IdKind.acl, r"aclanthology\.(?:org|info)", rf"^/(?:papers/)?(?:[A-Z]/[A-Z]\d\d/)?({_ACL_ID})(?=[./v]|$)"),
    _site(IdKind.acl, r"aclweb\.org", rf"^/anthology/(?:papers/)?(?:[A-Z]/[A-Z]\d\d/)?({_ACL_ID})(?=[./v]|$)"),
    _site(IdKind.pmlr, r"proceedings\.mlr\.press", r"^/(v\d+|r\d+)/([a-z\d_-]+)(?=[./]|$)"),
    _site(IdKind.pmlr, r"jmlr\.org", r"^/proceedings/papers/(v\d+)/([a-z\d_-]+)(?=[./]|$)"),
    _site(
        IdKind.neurips,
        r"(?:papers|proceedings)\.(?:neurips|nips)\.cc",
        r"^/paper(?:_files)?/(?:paper/)?(\d{4})/(?:hash|file)/([\da-f]{32})",
    ),
    _site(IdKind.neurips, r"(?:papers|proceedings)\.(?:neurips|nips)\.cc", r"^/paper/(\d{3,5})(?=-|\.|$)"),
    _site(IdKind.mathnet, r"mathnet\.ru", r"^/(?:rus/|eng/|links/[\da-f]+/)?([a-z]{2,8}\d+)(?=[/.]|$)"),
    _site(IdKind.cyberleninka, r"cyberleninka\.ru", r"^/article/n/([\w-]+)(?=[/.]|$)"),
    _site(IdKind.elibrary, r"elibrary\.ru", r"^/(?:download/elibrary_(?=\d))?([a-z]{6}|\d{5,9})(?=[_.]|$)"),
    _site(IdKind.rsl, r"search\.rsl\.ru", r"^/(?:ru|en)/record/(\d{8,11})(?!\d)"),
    _site(IdKind.rsl, r"dlib\.rsl\.ru", r"^/(?:viewer/)?(\d{8,11})(?!\d)"),
    _site(
        IdKind.habr,
        r"(?:habr(?:ahabr)?\.(?:com|ru)|geektimes\.(?:com|ru))",
        r"^/(?:(?:ru|en)/)?(?:(?:company|companies)/[\w.-]+/(?:blog|articles|news)|post|articles|news|sandbox|p)/(?:t/)?(\d+)(?!\d)",
    ),
    _site(IdKind.rfc, r"rfc-editor\.org", r"^/(?:rfc|info|refs)/(?:ref)?(?:rfc)?0*(\d{1,5})(?!\d)"),
    _site(IdKind.rfc, r"(?:tools|datatracker)\.ietf\.org", r"^/(?:doc/)?(?:html/)?rfc0*(\d{1,5})(?!\d)"),
)
_GITHUB = re.compile(r"^/([\w-]{1,39})/([\w.-]+)")
_OPENREVIEW = re.compile(r"^/(?:forum|pdf|attachment|notes/edits/attachment)$")
_VIDEO = re.compile(r"^/(?:embed|shorts|live|v)/([\w-]{11})(?![\w-])|^/([\w-]{11})$")
_RFC = re.compile(r"(?<![\w/.-])RFC[ \u00a0-]?0*(\d{1,5})(?![\w-]|\.\d)")
_EDN = re.compile(r"\bEDN[\s:=|]+([A-Z]{6})\b")
_ELIBRARY = re.compile(r"\beLIBRARY(?:\.RU)?\s*(?:ID|№)[\s:=]*(\d{5,9})(?!\d)", re.IGNORECASE)
_ACL = re.compile(rf"\bACL Anthology[\s:,]*(?:ID[\s:]*)?({_ACL_ID})(?![\w-])")


class _Word(NamedTuple):
    """A word that an identifier stands behind; ``mark`` stands wherever ``pattern`` does, and is found sooner."""

    kind: IdKind
    mark: re.Pattern[str]
    pattern: re.Pattern[str]


_WORDS = (
    _Word(IdKind.rfc, re.compile("RFC"), _RFC),
    _Word(IdKind.elibrary, re.compile("EDN"), _EDN),
    _Word(IdKind.elibrary, re.compile("elibrary", re.IGNORECASE), _ELIBRARY),
    _Word(IdKind.acl, re.compile("ACL A"), _ACL),
)


def in_addresses(addresses: tuple[Address, ...]) -> Iterator[Identifier]:
    """Identifiers in addresses of the sites that give them."""
    for address in addresses:
        found = of_address(address.value)
        if found is not None:
            yield found


def in_text(text: str) -> Iterator[Identifier]:
    """RFC numbers, EDN and eLIBRARY numbers, and ACL Anthology ids after those words."""
    for word in _WORDS:
        for match in word.pattern.finditer(text) if word.mark.search(text) else ():
            yield Identifier(word.kind, match[1].lower() if word.kind is IdKind.elibrary else match[1])


def of_address(address: str) -> Identifier | None:
    """The identifier that an address of one of the sites names, None for any other."""
    host = host_of(address)
    if not host:
        return None
    parts = split(address)
    path = unquote(parts.path)
    for site in _SITES:
        if site.host.search(host) and (match := site.path.match(path)):
            return _identifier(site.kind, "/".join(match.groups()))
    fields = {name: values[0] for name, values in parse_qs(parts.query).items()}
    for name, read in _READERS.items():
        if host == name or host.endswith(f".{name}"):
            return read(path, fields)
    return None


def _identifier(kind: IdKind, written: str) -> Identifier:
    """The canonical form: upper case for the ACL's old ids, lower for the rest."""
    value = written.upper() if kind is IdKind.acl and "." not in written else written.lower()
    return Identifier(kind, value, "" if value == written else written)


def _openreview(path: str, fields: dict[str, str]) -> Identifier | None:
    number = fields.get("id", "")
    right = _OPENREVIEW.match(path) and re.fullmatch(r"[\w-]{6,20}", number)
    return Identifier(IdKind.openreview, number) if right else None


def _elibrary(path: str, fields: dict[str, str]) -> Identifier | None:
    number = fields.get("id", "")
    return Identifier(IdKind.elibrary, number) if path.lower() == "/item.asp" and number.isdecimal() else None


def _mathnet(path: str, fields: dict[str, str]) -> Identifier | None:
    journal, paper = fields.get("jrnid", ""), fields.get("paperid", "")
    right = path.endswith("/archive.phtml") and re.fullmatch(r"[a-z]{2,8}", journal) and paper.isdecimal()
    return Identifier(IdKind.mathnet, f"{journal}{paper}") if right else None


def _github(path: str, fields: dict[str, str]) -> Identifier | None:  # noqa: ARG001 (one shape for every reader)
    match = _GITHUB.match(path)
    if match is None or match[1].lower() in _NOBODY:
        return None
    written = f"{match[1]}/{match[2].removesuffix('.git').rstrip('.')}"
    return _identifier(IdKind.github, written)


def _youtube(path: str, fields: dict[str, str]) -> Identifier | None:
    match = _VIDEO.match(path)
    number = fields.get("v", "") if path == "/watch" else (match[1] or match[2] or "") if match else ""
    return Identifier(IdKind.youtube, number) if re.fullmatch(r"[\w-]{11}", number) else None


#: Sites whose identifier stands in the query, or in any path.
_READERS: dict[str, Callable[[str, dict[str, str]], Identifier | None]] = {
    "openreview.net": _openreview,
    "elibrary.ru": _elibrary,
    "mathnet.ru": _mathnet,
    "github.com": _github,
    "raw.githubusercontent.com": _github,
    "youtube.com": _youtube,
    "youtube-nocookie.com": _youtube,
    "youtu.be": _youtube,
}
