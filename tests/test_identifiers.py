"""Identifiers are found as pages write them, in one canonical form, and name the cited work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot
from bot.identifiers import find_identifiers, sites, source_key, urls
from bot.identifiers.arxiv_ids import well_formed
from bot.identifiers.books import valid
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page


def found(text: str) -> list[str]:
    """Kind and value of every identifier."""
    return [f"{item.kind}:{item.value}" for item in find_identifiers(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("doi:10.1038/nature14539.", "10.1038/nature14539"),
        ("DOI 10.3319/TAO.2009.05.25.02(IWNOP), 2009", "10.3319/tao.2009.05.25.02(iwnop)"),
        ("(doi 10.1000/182)", "10.1000/182"),
        ("{{статья|doi=10.1000/182|год=1999}}", "10.1000/182"),
        ("{{cite|doi=10.1000/182}}, далее", "10.1000/182"),
        ("10.1002/(SICI)1096-9861(19960101)364:1<113::AID-CNE9>3.0.CO;2-#", None),
        ("doi: 10.1000/a,b;c — с. 5", "10.1000/a,b;c"),
        ("10.1145/1.2,10.1145/3.4", "10.1145/1.2"),
        ("doi:10.1002/cne.1?cookieSet=1", "10.1002/cne.1"),
        ("doi:10.1000/x''',", "10.1000/x"),
        ("<nowiki>doi:10.1000/x</nowiki><!-- 10.1/ -->", "10.1000/x"),
        ("10.1000/x&lt;1::aid-y&gt;z", "10.1000/x<1::aid-y>z"),
        ("10.1016/j.neunet.2020.13.042</ref>", "10.1016/j.neunet.2020.13.042"),
        ("10.1\u200b000/x\u00ad1", "10.1000/x1"),
    ],
)
def test_dois_end_where_the_note_goes_on(text: str, value: str | None) -> None:
    """A DOI is cut neither too early (brackets, old serial forms) nor too late (punctuation, markup, tracking)."""
    expected = value or "10.1002/(sici)1096-9861(19960101)364:1<113::aid-cne9>3.0.co;2-#"
    assert found(text)[0] == f"doi:{expected}"


@pytest.mark.parametrize(
    ("address", "value"),
    [
        ("https://doi.org/10.1000/182", "10.1000/182"),
        ("[http://dx.doi.org/10.1002/%28SICI%291096%2D1 см.]", "10.1002/(sici)1096-1"),
        ("https://dl.acm.org/doi/pdf/10.1145/3292500.3330701?download=true", "10.1145/3292500.3330701"),
        ("https://link.springer.com/article/10.1007/s11263-015-0816-y#Sec1", "10.1007/s11263-015-0816-y"),
        ("https://www.tandfonline.com/doi/full/10.1080/1/abstract", "10.1080/1"),
        ("https://onlinelibrary.wiley.com/doi/10.1002/cne.1/epdf", "10.1002/cne.1"),
    ],
)
def test_an_address_with_a_doi_is_both(address: str, value: str) -> None:
    """The DOI is compared, the address can still be fetched."""
    kinds = found(address)
    assert kinds[0] == f"doi:{value}"
    assert kinds[-1].startswith("url:http")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("arXiv:1706.03762v7 [cs.CL]", "1706.03762"),
        ("arXiv preprint arXiv:1706.03762, 2017", "1706.03762"),
        ("{{cite arXiv|eprint=1706.03762}}", "1706.03762"),
        ("{{arxiv|1706.03762}}", "1706.03762"),
        ("arХiv: 0704.0001", "0704.0001"),
        ("[https://arxiv.org/pdf/1710.03740v3.pdf PDF]", "1710.03740"),
        ("https://ar5iv.labs.arxiv.org/html/2106.09685", "2106.09685"),
        ("https://huggingface.co/papers/2305.14314", "2305.14314"),
        ("math.CA/0611800v2", "math/0611800"),
        ("http://arxiv.org/abs/hep-th/9901001", "hep-th/9901001"),
        ("arXiv:cs.LG/0412345", "cs/0412345"),
        ("doi:10.48550/arXiv.2203.15556", "2203.15556"),
        ("arXiv:1713.00001", "1713.00001"),
    ],
)
def test_arxiv_ids_lose_version_and_subject_class(text: str, value: str) -> None:
    """One paper has one id; an impossible one is kept, because that is a fault to report."""
    assert f"arxiv:{value}" in found(text)


@pytest.mark.parametrize("text", ["строки 1706.03762", "version 2305.14314", "and/1234567", "arXiv, 2017, p. 1706"])
def test_numbers_are_not_arxiv_ids_by_themselves(text: str) -> None:
    """Without the word arXiv or an archive's name a number is a number."""
    assert not any(item.startswith("arxiv") for item in found(text))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("ISBN 978-5-94074-502-0", ["9785940745020"]),
        ("ISBN 5-02-013850-9", ["9785020138506"]),
        ("ISBN 5‑8459‑0080‑Х.", ["584590080X"]),
        ("ISBN 0-306-40615-2 и ISBN 978-0-306-40615-7", ["9780306406157"]),
        ("9780262035613", ["9780262035613"]),
        ("9780262035614", []),
        ("ISBN 978-0-262-03561-4", ["9780262035614"]),
    ],
)
def test_isbns_are_thirteen_digits_when_their_check_digit_holds(text: str, values: list[str]) -> None:
    """Ten digits become thirteen; a wrong check digit is kept as written; bare numbers must check."""
    assert [item.removeprefix("isbn:") for item in found(text) if item.startswith("isbn:")] == values


@pytest.mark.parametrize(
    ("digits", "good"), [("0306406152", True), ("030640615X", False), ("080442957X", True), ("123", False)]
)
def test_check_digits(digits: str, good: bool) -> None:
    """ISO 2108's sums."""
    assert valid(digits) is good


def test_pubmed_numbers_are_found_in_text_templates_and_addresses() -> None:
    """PMID and PMCID, once each."""
    text = "PMID: 12345678, {{cite|pmc=7654321}} https://pubmed.ncbi.nlm.nih.gov/12345678/"
    assert found(text)[:2] == ["pmid:12345678", "pmcid:PMC7654321"]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("[http://example.org/a|b Метка]", "http://example.org/a|b"),
        ("{{cite|url=http://example.org/a|title=b}}", "http://example.org/a"),
        ("{{cite|url=http://example.org/a{{=}}1}}", "http://example.org/a=1"),
        ("см. http://example.org/x_(y).", "http://example.org/x_(y)"),
        ("(http://example.org/x)", "http://example.org/x"),
        ("''http://example.org/x''", "http://example.org/x"),
        ("[//example.org/x y]", "https://example.org/x"),
        ("www.example.org/путь, далее", "http://www.example.org/путь"),
        ("HTTP://Example.ORG/Путь?Q=%CF%F0#Я", "http://example.org/Путь?Q=%CF%F0#Я"),
        ("http://кремль.рф/x", "http://кремль.рф/x"),
        ("http://e.org/?a=1&amp;b=2", "http://e.org/?a=1&b=2"),
    ],
)
def test_addresses_end_where_mediawiki_ends_them(text: str, address: str) -> None:
    """Brackets, templates, punctuation and quotes close an address; its own brackets and escapes stay."""
    assert found(text) == [f"url:{address}"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("doi:10.1000/182 arXiv:1706.03762", "doi:10.1000/182"),
        ("doi:10.48550/arXiv.1706.03762", "arxiv:1706.03762"),
        ("https://arxiv.org/abs/1706.03762v7", "arxiv:1706.03762"),
        ("ISBN 5-02-013850-9 http://e.org/", "isbn:9785020138506"),
        ("PMID 5 http://e.org/", "pmid:5"),
        ("http://www.E.org/a/?utm_source=chatgpt.com&id=5#:~:text=x", "url:e.org/a?id=5"),
        ("https://e.org/a?id=5", "url:e.org/a?id=5"),
        ("Иванов И. И. Ёлка // Журнал, 2020.", "note:иванов и и елка журнал 2020"),
        ("''Иванов И.И.'' «Елка» — журнал. 2020", "note:иванов и и елка журнал 2020"),
    ],
)
def test_the_source_key_is_the_strongest_identifier_else_the_folded_note(text: str, key: str) -> None:
    """Tracking, versions, dashes and quotes do not make another work (contract, «Identity»)."""
    assert source_key(find_identifiers(text), text) == key


@pytest.mark.parametrize(
    ("number", "possible"),
    [
        ("1706.03762", True), ("0704.0001", True), ("1412.9999", True), ("1501.00001", True), ("math/0611800", True),
        ("1713.00001", False), ("0703.0001", False), ("1706.0376", False), ("1412.99999", False), ("cs/0413001", False),
        ("1706.00000", False), ("abc", False),
    ],
)  # fmt: skip
def test_impossible_arxiv_ids_are_known_without_asking(number: str, possible: bool) -> None:
    """Month 1 to 12, four digits until 2014 and five since."""
    assert well_formed(number) is possible


def test_halves_of_characters_are_dropped() -> None:
    """A lone surrogate, which no address can carry, never comes out."""
    assert found("doi:10.1000/x\ud8001 http://e.org/\udc00a") == ["doi:10.1000/x1", "url:http://e.org/a"]


@given(st.text(alphabet="10./ABab()<>[]{}|:;,.&#%= \nарXivISBN-x'", max_size=80))
def test_nothing_makes_the_search_fail(text: str) -> None:
    """Any text gives identifiers with non-empty values, each once, and a key."""
    identifiers = find_identifiers(text)
    assert all(item.value for item in identifiers)
    assert len({(item.kind, item.value) for item in identifiers}) == len(identifiers)
    assert ":" in source_key(identifiers, text)


@given(st.from_regex(r"10\.\d{4}/[a-z0-9]{1,8}(\([a-z0-9]{1,4}\))?[a-z0-9]{1,4}", fullmatch=True))
def test_a_doi_survives_every_usual_wrapping(doi: str) -> None:
    """Alone, in brackets, in a template, in an address, before punctuation: the same DOI."""
    wrapped = [
        doi,
        f"({doi})",
        f"{{{{x|doi={doi}}}}}",
        f"[https://doi.org/{doi} y]",
        f"«{doi}».",
        f"doi:{doi},",
        f"{doi}<br>",
    ]
    assert {found(text)[0] for text in wrapped} == {f"doi:{doi}"}


def test_a_templates_addresses_are_found_without_white_space_between_them() -> None:
    """A pipe ends the first one, and what follows it is read as well: the archived copy beside the page."""
    copy = "https://web.archive.org/web/20190211010203/http://site.example/page"
    note = f"{{{{cite web|url=http://site.example/page|archive-url={copy}|title=T}}}}"
    assert [found.value for found in find_identifiers(note)] == ["http://site.example/page", copy]


@pytest.mark.parametrize(
    "address",
    [
        "http://[a]/?x",
        "http://[",
        "http://a\u2100b/",
        "http://a:99999/",
        "http://a:b/",
        "http://a/?x?utm_source=chatgpt.com",
        "//",
        "",
    ],
)
def test_no_address_raises(address: str) -> None:
    """What cannot be split has no parts and no host, completes to nothing, and names no work; a page of it is read to its end."""
    assert isinstance(urls.split(address).netloc, str)
    assert isinstance(urls.split(address).port, int | None)
    assert isinstance(urls.joined("http://a.b/c", address), str)
    assert sites.of_address(address) is None
    for text in (
        f"a [{address} b]",
        f"a<ref>{address}</ref>",
        f"[a]({address})",
        f"<ref>{{{{cite web|url={address}|title=a}}}}</ref>",
    ):
        tidy_page(Wikitext(Page("p", "P", text), profile("modern")))
        assert Wikitext(Page("p", "P", text), profile("modern")).citations is not None


def test_strangers_addresses_are_split_in_one_place() -> None:
    """``urlsplit`` raises on what people write: only readers of the operator's own settings, and the guard, call it."""
    operators = {
        "identifiers/urls.py",  # the one place
        "net/guard.py",  # catches, and refuses with a reason
        "net/proxy.py",  # [network] proxy
        "net/operator_client.py",  # [network] proxy and [judge] base_url
        "net/services.py",  # services.*.url
        "registries/__init__.py",  # the services' own addresses
        "config/declared.py",
        "config/secrets.py",
        "jobs/run/limits.py",
        "judge/__init__.py",
        "judge/client.py",
        "wiki/etiquette.py",
        "wiki/api_reader.py",  # the wiki's own redirects: an error there is the wiki's
    }
    root = Path(bot.__file__).parent
    found = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if re.search(r"\burl(?:split|join|parse)\b", path.read_text("utf-8"))
    }
    assert found <= operators
