"""arXiv ids, new (``1706.03762``) and old (``cs/0412345``), in text and in addresses.

Forms: https://info.arxiv.org/help/arxiv_identifier.html. An impossible month is kept: that the id cannot be is a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from bot.identifiers.urls import Address, host_of
from bot.model.citation import Identifier
from bot.model.words import IdKind

_ARCHIVES = (
    "astro-ph|cond-mat|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|nlin|nucl-ex|nucl-th|physics|quant-ph|math|cs|q-bio|q-fin|"
    "stat|eess|econ|acc-phys|adap-org|alg-geom|ao-sci|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|dg-ga|funct-an|"
    "mtrl-th|patt-sol|plasm-ph|q-alg|solv-int|supr-con"
)
_OLD = rf"(?:{_ARCHIVES})(?:\.[A-Za-z]{{2}})?/\d{{7}}"
_NEW = r"\d{4}\.\d{4,5}"
#: An id with its version.
NUMBER = rf"((?:{_NEW}|{_OLD})(?:v\d+)?)(?!\d)"
#: What may stand between the name and the number, five words at most: «preprint», «[cs.LG]», «№», «abs/», a class.
_BETWEEN = (
    r"[\s:=|№#.,{\"'«(]*+(?:(?:preprint|e-?prints?|id|vol\.?|art\.?|abs|pdf|html|архив|\[[\w.-]++\]|"
    rf"\(?(?:{_ARCHIVES})(?:\.[a-z]{{2}})?\)?)[\s:=|№#.,{{\"'«)/]++){{0,5}}"
    r"(?:ar[xх]iv[\s:.]++)?(?:[a-z-]{2,12}+\.[a-z]{2}/(?=\d{4}\.))?"
)
#: «arXiv:», «arXiv preprint arXiv:», «{{arxiv|», «|eprint=», «arXiv [cs.LG]», «CoRR abs/»; the Х may be Cyrillic.
_NAMED = re.compile(rf"(?:ar[xх]iv|eprint|\bCoRR|\babs(?=/))(?:\.org)?/?{_BETWEEN}{NUMBER}", re.IGNORECASE)
#: One of these stands in all that the pattern above finds, and a number so long in an old id.
_NAME = re.compile(r"[xх]iv|eprint|corr|abs/", re.IGNORECASE)
_OLD_NUMBER = re.compile(r"/\d{7}")
#: An id of before 2007: its archive's name is mark enough.
BARE_OLD = re.compile(rf"(?<![\w./-])({_OLD}(?:v\d+)?)(?![\d/])")
#: A new id before the class that arXiv prints behind it.
_CLASSED = re.compile(rf"(?<![\d.]){NUMBER}\s?\[(?:{_ARCHIVES})(?:\.[A-Za-z]{{2}})?\]")


class _PaperSite(NamedTuple):
    """Sites that name papers by their arXiv ids, and where in the path."""

    host: re.Pattern[str]
    path: re.Pattern[str]


_SITES = (
    _PaperSite(
        re.compile(
            r"(?:^|\.)(?:arxiv\.org|ar5iv\.org|alphaxiv\.org|arxiv-vanity\.com|huggingface\.co|xxx\.lanl\.gov|emergentmind\.com)$"
        ),
        re.compile(
            rf"/(?:abs|pdf|html|format|ps|e-print|src|papers|papers/\d{{4}}|list)/(?:arxiv:)?(?:[a-z-]+\.[a-z]{{2}}/(?=\d{{4}}\.))?{NUMBER}",
            re.IGNORECASE,
        ),
    ),
    _PaperSite(re.compile(""), re.compile(rf"(?<![a-z])arxiv[:/.]{NUMBER}", re.IGNORECASE)),
    _PaperSite(re.compile(r"(?:^|\.)dblp\.(?:org|uni-trier\.de)$"), re.compile(r"/corr/abs-(\d{4}-\d{4,5})(?!\d)")),
    _PaperSite(re.compile(r"(?:^|\.)adsabs\.harvard\.edu$"), re.compile(r"/(?:19|20)\d\darXiv(\d{8,9})[A-Z](?=/|$)")),
)


def in_text(text: str) -> Iterator[Identifier]:
    """Ids after the word arXiv, before a class of it, and old ids anywhere (their archive's name is mark enough)."""
    named = _NAMED.finditer(text) if _NAME.search(text) else ()
    classed = _CLASSED.finditer(text) if "[" in text else ()
    for match in (*named, *classed, *old_ids(text)):
        yield identifier(match[1])


def old_ids(text: str) -> Iterable[re.Match[str]]:
    """Ids of before 2007 with nothing before them."""
    return BARE_OLD.finditer(text) if _OLD_NUMBER.search(text) else ()


def in_addresses(addresses: tuple[Address, ...]) -> Iterator[Identifier]:
    """Ids in addresses of arXiv and of the sites that show its papers."""
    for address in addresses:
        host = host_of(address.value)
        matches = (site.path.search(unquote(address.value)) for site in _SITES if site.host.search(host))
        match = next(filter(None, matches), None)
        if match:
            yield identifier(_dotted(match[1]))


def _dotted(written: str) -> str:
    """An id of DBLP's («1706-03762») or of the ADS's («170603762»)."""
    number = written.replace("-", "") if re.fullmatch(r"\d{4}-?\d{4,5}", written) else ""
    return f"{number[:4]}.{number[4:]}" if number else written


def identifier(written: str) -> Identifier:
    """The canonical form: no version, no subject class (``math.CA/0611800`` is ``math/0611800``)."""
    value = re.sub(r"v\d+$", "", written, flags=re.IGNORECASE)
    archive, slash, number = value.partition("/")
    if slash:
        value = f"{archive.partition('.')[0].lower()}/{number}"
    return Identifier(IdKind.arxiv, value, "" if written == value else written)


def well_formed(value: str) -> bool:
    """Whether arXiv can ever have given this id: month 01 to 12, four digits before 2015 and five since."""
    new = re.fullmatch(r"(\d\d)(\d\d)\.(\d{4,5})", value)
    if new:
        dated = (int(new[1]), int(new[2]))
        digits = 4 if dated <= (14, 12) else 5
        return 1 <= dated[1] <= 12 and dated >= (7, 4) and len(new[3]) == digits and int(new[3]) > 0
    old = re.fullmatch(rf"(?:{_ARCHIVES})/(\d\d)(\d\d)\d{{3}}", value)
    return old is not None and 1 <= int(old[2]) <= 12 and (int(old[1]) >= 91 or int(old[1]) <= 7)
