"""Nothing that a reader can click or read is lost by a safe edit: drafts out of a chat, in every profile."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.identifiers.urls import is_archive
from bot.model.edit import Declared, Edit, Span, apply_edits
from bot.model.message import msg
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import PROFILE_NAMES, profile
from bot.wikitext.clickable import clickable, is_kept_page, untracked
from bot.wikitext.proof import take
from bot.wikitext.readers_view import read_words
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
from tests.oracle.drafts import Draft

drafts = st.integers(0, 2**40).map(lambda seed: Draft(Random(seed)))  # noqa: S311 - chance, no secret
CHECK = "a reader's words and links"


@settings(max_examples=400, deadline=None)
@given(drafts, st.sampled_from(PROFILE_NAMES))
def test_every_address_and_every_word_of_a_draft_stays(draft: Draft, name: str) -> None:
    """Addresses byte for byte but for what a chat product added; words; the proof holds; a second run changes nothing."""
    wiki = profile(name)
    result = tidy_page(Wikitext(Page("p", "P", draft.text), wiki))
    assert result.proof.ok, result.proof.checks
    assert [one for one in draft.addresses if one.written not in result.text and one.bare not in result.text] == []
    assert [word for word in draft.words if word not in result.text] == []
    assert tidy_page(Wikitext(Page("p", "P", result.text), wiki)).text == result.text


@settings(max_examples=300, deadline=None)
@given(drafts, st.sampled_from(PROFILE_NAMES), st.randoms(use_true_random=False))
def test_any_accepted_part_is_proven(draft: Draft, name: str, chance: Random) -> None:
    """Whatever a person takes changes for the reader what its edits declare; safe edits declare no address lost for good."""
    wiki = profile(name)
    edits = tidy_page(Wikitext(Page("p", "P", draft.text), wiki)).edits
    part = take(Wikitext.of(draft.text, wiki), edits, [edit.id for edit in edits if chance.random() < 0.7])
    assert dict(part.proof.checks).get(CHECK, True), part.left
    safe = tuple(edit for edit in edits if edit.fix is Fix.safe)
    there = set(clickable(apply_edits(draft.text, safe)))
    for edit in safe:
        assert edit.declares is not None
        assert all(
            address in there or untracked(address) in {*there, *edit.declares.addresses_added}
            for address in edit.declares.addresses_lost
        )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("см. https://a.org/x.", ["https://a.org/x"]),
        ("(https://a.org/x_(y)), [http://пример.рф/а б]", ["https://a.org/x_(y)", "http://пример.рф/а"]),
        ("[//a.org/x б] //b.org/x [[Файл:А.png|link=//c.org/]]", ["//a.org/x", "//c.org/"]),
        ("mailto:a@b.org ftp://a.org/%20 HTTPS://A.org:80/x?y=1&amp;z#w",
         ["mailto:a@b.org", "ftp://a.org/%20", "HTTPS://A.org:80/x?y=1&amp;z#w"]),
        ("[а](https://a.org/x)далее https://b.org/''курсив''", ["https://a.org/x", "https://b.org/"]),
        ("[https://a.org см. https://b.org] https://c.org", ["https://a.org", "https://c.org"]),
        ("[https://a.org см. https://b.org\nи ]", ["https://a.org", "https://b.org"]),
        ("https://web.archive.org/web/2024/https://a.org/x", ["https://web.archive.org/web/2024/https://a.org/x"]),
        ("{{Cite web|url=https://a.org/x|title=y}}", ["https://a.org/x"]),
        ("https:// и http: и //", []),
        ("Словоhttps://a.org _http://b.org hotel:5 1mailto:a@b.org xhttp://a.org/http://c.org", ["http://c.org"]),
    ],
)  # fmt: skip
def test_addresses_are_found_as_the_wiki_links_them(text: str, found: list[str]) -> None:
    """Bare, in brackets, in a picture, in a template, of any scheme; not those in another link's words."""
    assert clickable(text) == found


@given(
    st.text(st.sampled_from("aЯé1_日"), min_size=1, max_size=4),
    st.text(st.sampled_from("\u200b\u2060\ufeff"), min_size=1, max_size=3),
    st.sampled_from(["https://a.org/x", "ftp://a.org", "mailto:a@b.org", "tel:5"]),
    st.sampled_from(PROFILE_NAMES),
)
def test_what_alone_parts_a_word_from_an_address_is_seen_by_the_proof(
    word: str, parting: str, address: str, name: str
) -> None:
    """No safe edit takes it, and the proof refuses one that takes it and does not say so."""
    wiki = profile(name)
    text = f"Текст {word}{parting}{address} и сло\u200bво turn0search0."
    assert clickable(tidy_page(Wikitext(Page("p", "P", text), wiki)).text) == [address]
    at = text.index(parting)
    silent = Edit("e", "ART015", Fix.safe, msg("silent"), (Span(at, at + len(parting), parting, ""),), (), Declared())
    assert not dict(take(Wikitext.of(text, wiki), (silent,), ["e"]).proof.checks)[CHECK]


@pytest.mark.parametrize(
    "address",
    [
        "https://web.archive.org/web/2024/a.org/?utm_source=openai",
        "http://archive.ph/x?utm_source=openai", "//perma.cc/A-B?utm_source=openai",
        "https://user:pass@megalodon.jp:80/2024/?utm_source=openai", "https://any.example/https://a.org?utm_source=openai",
        "https://any.example/https:/a.org?utm_source=openai", "https://any.example/?u=https%3A%2F%2Fa.org&utm_source=openai",
        "https://any.example/?u=https%253a%252f%252fa.org&utm_source=openai", "https://any.example/?u=https:%2F%2Fa.org&utm_source=openai",
    ],
)  # fmt: skip
def test_an_address_that_holds_another_is_kept_whole(address: str) -> None:
    """An archive by its host, a kept page by the address in its address."""
    assert is_kept_page(address)
    assert untracked(address) == address


def test_only_archives_are_archives() -> None:
    """A host stands for its subdomains and for nothing that merely ends or begins like it."""
    assert all(map(is_archive, ("Web.Archive.org", "www.perma.cc")))
    assert not any(map(is_archive, ("archive.org", "notperma.cc", "perma.cc.example", "ph", "")))


def test_words_are_what_is_read() -> None:
    """Tags, addresses and characters without width are no words; entities are what they stand for."""
    assert read_words('<b class="x">сло\u200bво</b> &amp; f&#105;n https://a.org/word.') == ["слово", "fin"]
