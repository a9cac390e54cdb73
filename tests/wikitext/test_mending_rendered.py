"""What verdicts propose, as a real MediaWiki 1.39 reads the page afterwards: the same markers and notes, and no new error."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.model.edit import apply_edits
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.proposals import mends
from bot.wikitext.text import Wikitext
from tests.oracle.rendered import rendered
from tests.oracle.wiki import OPAQUE, Oracle
from tests.wikitext.test_mending import ARCHIVED, COPIES, DEAD, FIELDS, MARKS, SILENT, TODAY, URL, YEAR, Found

pytestmark = pytest.mark.mediawiki
WIKIS = {
    name: replace(profile(name), cite_version=(1, 39), opaque_tags=OPAQUE) for name in ("enwiki", "ruwiki", "modern")
}
PIECES = [
    "Words. ", "Ещё слова, ", "\n\n", "== Heading ==\n", "* item ", "{{x|", "}}", "<references />", "<!-- c -->",
    f"<ref>[{URL} Title of it]</ref>", f"<ref name=a>[{URL} Title of it]</ref>", "<ref name=a />", "<ref name=b>Other text</ref>",
    f"<ref>{{{{cite web|url={URL}|title=Title of it}}}}</ref>", f"<ref name=c>{URL}</ref>", "<ref name=c>other</ref>",
    f"<ref>{{{{статья|ссылка={URL}|заглавие=Название}}}}</ref>", "{{rp|12}}", f"{{{{#tag:ref|[{URL} Title of it]|name=d}}}}",
]  # fmt: skip
FOUND = [Found(SILENT, DEAD), Found(SILENT, ARCHIVED), Found(additions=(YEAR,))]


def held(text: str, wiki: str, found: Found, oracle: Oracle) -> None:
    """Parse the page before and after, and compare what readers see of its footnotes."""
    page, markup = Page("P", "P", text, "http://wiki"), WIKIS[wiki]
    edits = mends(Wikitext(page, markup), [found.of(citation) for citation in Wikitext(page, markup).citations], TODAY)
    if not edits:
        return
    old, new = oracle.parse(text), oracle.parse(apply_edits(text, edits))
    if old.error:
        return
    assert new.error is None or new.error == old.error
    before, after = rendered(old.html), rendered(new.html)
    assert not after.errors - before.errors, (text, apply_edits(text, edits))
    assert (after.numbers, len(after.notes)) == (before.numbers, len(before.notes)), (text, apply_edits(text, edits))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PIECES), max_size=14), st.sampled_from(sorted(WIKIS)), st.sampled_from(FOUND))
def test_no_proposal_changes_a_footnote_for_the_reader(
    oracle: Oracle, pieces: list[str], wiki: str, found: Found
) -> None:
    """Pages of all kinds of refs, some of them broken: numbers and notes stay, and the wiki shows no error it did not show."""
    held(unicodedata.normalize("NFC", "".join(pieces)), wiki, found, oracle)


def test_every_form_of_proposal_is_read_as_it_was_meant(oracle: Oracle) -> None:
    """The cases of the other file, each on the wiki."""
    for wiki, found, text, _ in MARKS.values():
        if wiki in WIKIS:
            held(text, wiki, found, oracle)
    for wiki, text, _ in COPIES.values():
        if wiki in WIKIS:
            held(text, wiki, Found(link=ARCHIVED), oracle)
    for wiki, additions, text, _ in FIELDS.values():
        if wiki in WIKIS:
            held(text, wiki, Found(additions=additions), oracle)
