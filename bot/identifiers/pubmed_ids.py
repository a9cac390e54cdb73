"""PMID and PMCID, in text, in template arguments and in addresses of the NCBI."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.identifiers.urls import Address, host_of
from bot.model.citation import Identifier
from bot.model.words import IdKind

_PMID = re.compile(r"\bPMID[\s:=|]*(\d{1,9})(?!\d)", re.IGNORECASE)
_PMCID = re.compile(r"(?<![A-Za-z\d])PMC(?:ID)?[\s:=|]*(?:PMC)?(\d{3,9})(?!\d)", re.IGNORECASE)
_PMID_PATH = re.compile(
    r"^https?://(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed)/(\d{1,9})(?!\d)"
)
_PMCID_PATH = re.compile(r"/(?:pmc/)?articles/PMC(\d{3,9})(?!\d)", re.IGNORECASE)


def in_text(text: str) -> Iterator[Identifier]:
    """Numbers after the words PMID and PMC."""
    for match in _PMID.finditer(text):
        yield Identifier(IdKind.pmid, match[1].lstrip("0") or "0")
    for match in _PMCID.finditer(text):
        yield Identifier(IdKind.pmcid, f"PMC{match[1]}")


def in_addresses(addresses: tuple[Address, ...]) -> Iterator[Identifier]:
    """Numbers in addresses of PubMed and PubMed Central."""
    for address in addresses:
        if match := _PMID_PATH.match(address.value):
            yield Identifier(IdKind.pmid, match[1])
        if host_of(address.value).endswith("nih.gov") and (match := _PMCID_PATH.search(address.value)):
            yield Identifier(IdKind.pmcid, f"PMC{match[1]}")
