"""Addresses under which a reader finds a cited work, and the passage in it."""

from __future__ import annotations

from urllib.parse import quote as percent

from bot.model.citation import Citation, Cited, Identifier
from bot.model.report import CitationCheck
from bot.model.verdict import Support, quote_of
from bot.model.words import IdKind, Scope

#: Words at either end of a longer quote that find it on its page.
_FRAGMENT_WORDS = 6


def address_of(cited: Cited) -> str | None:
    """Where a reader finds the work: the note's own address, else the resolver of its strongest identifier."""
    url = cited.first(IdKind.url)
    if url is not None and is_web(url.as_written or url.value):
        return url.as_written or url.value
    for kind, prefix in (
        (IdKind.doi, "https://doi.org/"),
        (IdKind.arxiv, "https://arxiv.org/abs/"),
        (IdKind.pmid, "https://pubmed.ncbi.nlm.nih.gov/"),
    ):
        found = cited.first(kind)
        if found is not None and is_web(prefix + found.value):
            return prefix + found.value
    return None


def is_web(address: str) -> bool:
    """Whether an address may become a link: http or https, and nothing that ends an attribute or a line."""
    return address.startswith(("http://", "https://")) and not any(
        character.isspace() or not character.isprintable() or character in "\"'<>`\\" for character in address
    )


def named(identifier: Identifier) -> str:
    """An identifier as people write it: «doi:10.…», «arXiv:…»; an address as it is."""
    if identifier.kind is IdKind.url:
        return identifier.as_written or identifier.value
    prefix = {
        IdKind.doi: "doi:",
        IdKind.arxiv: "arXiv:",
        IdKind.isbn: "ISBN ",
        IdKind.pmid: "PMID ",
        IdKind.pmcid: "PMCID ",
        IdKind.rfc: "RFC ",
    }
    return prefix.get(identifier.kind, f"{identifier.kind}:") + identifier.value


def address_at(address: str | None, quote: str) -> str | None:
    """A web page's address that opens it at the quote (WICG, «URL Fragment Text Directives»); None where there is none."""
    if address is None or "#" in address or not is_web(address):
        return None
    words = quote.split()
    ends = [" ".join(words)] if len(words) <= 2 * _FRAGMENT_WORDS else [
        " ".join(words[:_FRAGMENT_WORDS]), " ".join(words[-_FRAGMENT_WORDS:])
    ]  # fmt: skip
    fragment = ",".join(percent(end, safe="").replace("-", "%2D") for end in ends)
    return f"{address}#:~:text={fragment}"


def page_address(citation: Citation) -> str | None:
    """The note's own web address: only there a passage can be opened."""
    url = citation.cited.first(IdKind.url)
    return None if url is None else url.as_written or url.value


def opened_at(support: Support, citation: Citation) -> str | None:
    """Where the quote of a verdict can be opened: only a page that was read itself holds it, an abstract's page does not."""
    quote = quote_of(support)
    if quote is None or support.evidence.scope is not Scope.page:
        return None
    return address_at(page_address(citation), quote.text)


def open_at(check: CitationCheck) -> str | None:
    """Where «open the source» leads: to the passage where a page that was read holds the quote, else to the work."""
    opened = (opened_at(claim.support, check.citation) for claim in check.claims)
    return next((address for address in opened if address), address_of(check.citation.cited))
