"""Addresses in a note: bracketed links, bare ones, template arguments; and the part of an address that names the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urljoin, urlsplit

from bot.model.citation import Identifier
from bot.model.words import IdKind

#: MediaWiki ends an address at these in any place (Parser::EXT_LINK_URL_CLASS), and at a pipe or braces inside a template.
_ADDRESS = re.compile(
    r"(?:(?:https?|ftp)://|(?<=\[)//|(?<![\w/@.:-])www\.(?=[\w-]+\.))[^\s\[\]<>\"«»“”]+", re.IGNORECASE
)
_TEMPLATE_END = re.compile(r"[|{}]|''")
_OUTSIDE_END = re.compile(r"''")
#: Query parameters that say where a reader came from, never which page.
_TRACKING = re.compile(
    r"^(?:utm_\w+|fbclid|gclid|yclid|ysclid|dclid|msclkid|mc_cid|mc_eid|igshid|_openstat|ref_src|cookieset|"
    r"si|spm|jsessionid|phpsessid)$",
    re.IGNORECASE,
)
#: Hosts of web archives, whose addresses name a kept page and are never rewritten. From the services that the English Wikipedia
#: lists (Wikipedia:List of web archives on Wikipedia) and its Module:Webarchive knows, and from the archives that Memento's
#: aggregator asks (timetravel.mementoweb.org): Internet Archive, archive.today by its seven names, libraries' archives, services
#: on demand, caches. A host stands for its subdomains, too.
_ARCHIVES = frozenset(
    """
    web.archive.org wayback.archive.org web-beta.archive.org liveweb.archive.org wayback.archive-it.org archive-it.org
    archive.today archive.is archive.ph archive.fo archive.li archive.md archive.vn
    webcitation.org perma.cc perma-archives.org ghostarchive.org megalodon.jp freezepage.com peeep.us archive.wikiwix.com
    conifer.rhizome.org webrecorder.io screenshots.com preserve.archive-it.org
    arquivo.pt vefsafn.is wayback.vefsafn.is webarchive.loc.gov webarchives.loc.gov webharvest.gov
    webarchive.nationalarchives.gov.uk webarchive.parliament.uk webarchive.proni.gov.uk webarchive.org.uk
    webarchive.bac-lac.gc.ca digital.library.yorku.ca webarchive.nla.gov.au pandora.nla.gov.au
    web.archive.bibalex.org collections.europarchive.org internetmemory.org haw.nsk.hr veebiarhiiv.digar.ee
    langzeitarchivierung.bib-bvb.de nukrobi2.nuk.uni-lj.si swap.stanford.edu eresources.nlb.gov.sg
    ndhadeliver.natlib.govt.nz timetravel.mementoweb.org webcache.googleusercontent.com yandexwebcache.net
    """.split()
)

#: What an address that cannot be split is.
_NOTHING = SplitResult("", "", "", "", "")


@dataclass(frozen=True, slots=True)
class Address:
    """An address with its place in the text (offsets of ``find``'s argument)."""

    start: int
    end: int
    value: str

    @property
    def identifier(self) -> Identifier:
        """The address as an identifier."""
        return Identifier(IdKind.url, self.value)


def find(text: str) -> tuple[Address, ...]:
    """Every address, in order, cut where MediaWiki would end the link."""
    found = []
    position = depth = counted = 0
    while match := _ADDRESS.search(text, position):
        start, end = match.span()
        depth += text.count("{{", counted, start) - text.count("}}", counted, start)  # no address begins with a brace
        counted = start
        ending = _TEMPLATE_END if depth > 0 else _OUTSIDE_END
        cut = ending.search(text, start, end)
        end = cut.start() if cut else end
        position = max(end, start + 1)  # what a pipe cut off may hold the template's next address
        bracketed = text[start - 1 : start] == "["
        written = text[start:end] if bracketed else trim(text[start:end])
        value = tidy(written)
        if value:
            found.append(Address(start, start + len(written), value))
    return tuple(found)


def without(text: str, addresses: tuple[Address, ...]) -> str:
    """``text`` with every address blanked out, so that nothing is found in one twice."""
    pieces, position = [], 0
    for address in addresses:
        pieces += [text[position : address.start], " "]
        position = address.end
    return "".join(pieces) + text[position:]


def trim(written: str) -> str:
    """Drop what belongs to the sentence: closing punctuation, and a bracket the address does not open."""
    end = len(written)
    unopened = written.count(")") - written.count("(")
    while end and (written[end - 1] in ".,;:!?'…*" or (written[end - 1] == ")" and unopened > 0)):
        end -= 1
        unopened -= written[end] == ")"
    return written[:end]


def tidy(written: str) -> str:
    """Scheme and host in lower case, a missing scheme added; the rest stays as it is. Empty when no host is named."""
    if written.startswith("//"):
        written = "https:" + written
    elif written[:4].lower() == "www.":
        written = "http://" + written
    scheme, _, rest = written.partition("://")
    cut = min((place for place in map(rest.find, "/?#") if place >= 0), default=len(rest))
    host = rest[:cut]
    return f"{scheme.lower()}://{host.lower()}{rest[cut:]}" if host.strip(".:@") else ""


def key(address: str) -> str:
    """An address without what does not name the page: scheme, ``www.``, tracking, text fragment, closing slash."""
    head, _, fragment = address.partition("#")
    head, _, query = head.partition("?")
    head = head.partition("://")[2].removeprefix("www.").rstrip("/")
    host, slash, path = head.partition("/")
    head = (
        host.removesuffix(":80").removesuffix(":443")
        + slash
        + re.sub(r";jsessionid=[^/?#]*", "", path, flags=re.IGNORECASE)
    )
    kept = [part for part in query.split("&") if part and not _TRACKING.match(part.partition("=")[0])]
    fragment = fragment.partition(":~:")[0]
    return head + ("?" + "&".join(kept) if kept else "") + ("#" + fragment if fragment else "")


def split(address: str) -> SplitResult:
    """An address in its parts, all of them empty for one that cannot be split: strangers' addresses never raise.

    The one place that splits what a page, a source or a server wrote (``urlsplit`` raises ValueError for brackets, for signs that
    normalise to a slash, for ports beyond 65535).
    """
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - reading it is the check
    except ValueError:
        return _NOTHING
    return parts


def joined(base: str, reference: str) -> str:
    """An address that a page or a server gives, completed from where it stands; "" for one that cannot be."""
    try:
        found = urljoin(base, reference)
        urlsplit(found)
    except ValueError:
        return ""
    return found


def host_of(address: str) -> str:
    """The host in lower case, "" for an address that cannot be split."""
    return (split(address).hostname or "").lower()


def is_archive(host: str) -> bool:
    """Whether a host, or one that it is a subdomain of, is an archive's."""
    labels = host.casefold().rstrip(".").split(".")
    return any(".".join(labels[first:]) in _ARCHIVES for first in range(len(labels) - 1))
