"""What verdicts propose: the wiki's own templates and a registry's own values, each edit proven, nothing where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.citation import Citation
from bot.model.edit import Edit, apply_edits
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.model.report import CitationCheck, ClaimCheck
from bot.model.verdict import Evidence, Identity, Link, NotInSource, Quote, Suggestion, Support, Supported, Unjudged
from bot.model.words import Fix, IdentityVerdict, LinkState
from bot.profiles import profile
from bot.wikitext.proof import prove
from bot.wikitext.proposals import is_mark, mends
from bot.wikitext.text import Wikitext

TODAY = "2026-11-30"
URL = "http://site.example/page"
COPY = f"https://web.archive.org/web/20190211010203/{URL}"
SILENT = NotInSource(Evidence())
SAID = Supported(Quote("words", 0, 5, "0" * 64), Evidence())
UNKNOWN = Unjudged(Reason.source_not_read)
ALIVE = Link(LinkState.alive)
DEAD = Link(LinkState.dead, 404, looks=2, first_failed="2026-11-01T10:00:00Z")
ARCHIVED = replace(DEAD, archived=COPY)
YEAR, VERSION = Suggestion("year", "2017", "arxiv"), Suggestion("arxiv", "1710.03740v3", "arxiv")


@dataclass(frozen=True)
class Found:
    """What a check found out about every citation of a page."""

    support: Support = UNKNOWN
    link: Link = ALIVE
    additions: tuple[Suggestion, ...] = ()
    joint: Support | None = None

    def of(self, citation: Citation) -> CitationCheck:
        """As a record."""
        identity = Identity(IdentityVerdict.verified, Reason.home_registry_agrees, additions=self.additions)
        claims = tuple(ClaimCheck(claim, self.support, self.joint) for claim in citation.claims)
        return CitationCheck(citation, self.link, identity, claims)


def proposed(text: str, wiki: str, found: Found, *, title: str = "P") -> tuple[Edit, ...]:
    """The edits on a page where every citation has the same verdicts."""
    page, markup = Page(title, title, text, "http://wiki"), profile(wiki)
    return mends(Wikitext(page, markup), [found.of(citation) for citation in Wikitext(page, markup).citations], TODAY)


def mended(text: str, wiki: str, found: Found) -> str:
    """The text with every proposed edit made."""
    return apply_edits(text, proposed(text, wiki, found))


def note(content: str, words: str = "Words are said here.") -> str:
    """A page with one footnote."""
    return f"{words}<ref>{content}</ref> Other words.\n\n<references/>\n"


MARKS = {
    "silent, en": (
        "enwiki", Found(SILENT), "A claim.<ref>[http://a.example T]</ref> Next.",
        "A claim.<ref>[http://a.example T]</ref>{{Failed verification|date=November 2026}} Next.",
    ),
    "silent, ru": (
        "ruwiki", Found(SILENT), "Слова.<ref>[http://a.example T]</ref> Ещё.",
        "Слова.<ref>[http://a.example T]</ref>{{Нет в источнике|дата=2026-11-30}} Ещё.",
    ),
    "page number stays beside its marker": (
        "enwiki", Found(SILENT), "A claim.<ref name=a>[http://a.example T]</ref>{{rp|12}} Next.",
        "A claim.<ref name=a>[http://a.example T]</ref>{{rp|12}}{{Failed verification|date=November 2026}} Next.",
    ),
    "the footnote behind is another one": (
        "enwiki", Found(SILENT), "A claim.<ref>[http://a.example T]</ref>{{#tag:ref|[http://b.example U]}} Next.",
        (
            "A claim.<ref>[http://a.example T]</ref>{{Failed verification|date=November 2026}}"
            "{{#tag:ref|[http://b.example U]}}{{Failed verification|date=November 2026}} Next."
        ),
    ),
    "marked already": ("enwiki", Found(SILENT), "A claim.<ref>[http://a.example T]</ref>{{fv|date=May 2020}} Next.", None),
    "carried by the footnote beside it": (
        "enwiki", Found(SILENT, joint=SAID), "A claim.<ref>[http://a.example T]</ref> N.", None,
    ),
    "nobody judged": ("enwiki", Found(UNKNOWN), "A claim.<ref>[http://a.example T]</ref> N.", None),
    "no such template": ("mlru", Found(SILENT, DEAD), "Слова.<ref>[http://a.example T]</ref> Ещё.", None),
    "dead, plain link": (
        "enwiki", Found(link=DEAD), note(f"[{URL} Title of it], 2012"),
        note(f"[{URL} Title of it]{{{{Dead link|date=November 2026}}}}, 2012"),
    ),
    "dead, bare address": (
        "ruwiki", Found(link=DEAD), note(f"См. {URL}"), note(f"См. {URL} {{{{Недоступная ссылка|date=Ноябрь 2026}}}}"),
    ),
    "dead, in a template": (
        "enwiki", Found(link=DEAD), note(f"{{{{cite web |url={URL} |title=Title of it}}}}."),
        note(f"{{{{cite web |url={URL} |title=Title of it}}}}{{{{Dead link|date=November 2026}}}}."),
    ),
    "gone once is not dead": ("enwiki", Found(link=replace(DEAD, state=LinkState.gone)), note(f"[{URL} Title of it]"), None),
    "dead and marked": ("enwiki", Found(link=DEAD), note(f"[{URL} Title of it] {{{{dead link|date=May 2019}}}}"), None),
    "bots are asked to leave it": ("enwiki", Found(link=ARCHIVED), note(f"[{URL} Title of it]{{{{cbignore}}}}"), None),
    "which of two is dead is not known": ("enwiki", Found(link=DEAD), note(f"[{URL} One] [http://b.example Two]"), None),
}  # fmt: skip
COPIES = {
    "en, template": (
        "enwiki", note(f"{{{{cite web |url={URL} |title=Title of it}}}}"),
        note(f"{{{{cite web |url={URL} |title=Title of it |archive-url={COPY} |archive-date=2019-02-11 |url-status=dead}}}}"),
    ),
    "en, a line each": (
        "enwiki", note(f"{{{{cite web\n | url = {URL}\n | title = Title of it\n}}}}"),
        note(
            f"{{{{cite web\n | url = {URL}\n | title = Title of it\n | archive-url = {COPY}\n | archive-date = 2019-02-11"
            "\n | url-status = dead\n}}"
        ),
    ),
    "en, plain link": (
        "enwiki", note(f"[{URL} Title of it]"), note(f"[{URL} Title of it]{{{{Webarchive|url={COPY}|date=2019-02-11}}}}"),
    ),
    "ru, web": (
        "ruwiki", note(f"{{{{cite web|url={URL}|title=Название книги}}}}"),
        note(f"{{{{cite web|url={URL}|title=Название книги|archive-url={COPY}|archive-date=2019-02-11|deadlink=yes}}}}"),
    ),
    "ru, article": (
        "ruwiki", note(f"{{{{статья|заглавие=Название статьи|ссылка={URL}|год=2012}}}}"),
        note(f"{{{{статья|заглавие=Название статьи|ссылка={URL}|год=2012|архив={COPY}|архив дата=2019-02-11}}}}"),
    ),
    "ru, plain link": (
        "ruwiki", note(f"[{URL} Название]"), note(f"[{URL} Название]{{{{Wayback|url={URL}|date=20190211010203}}}}"),
    ),
    "archived already": ("enwiki", note(f"{{{{cite web |url={URL} |title=T of it |archive-url={COPY}}}}}"), None),
    "archived elsewhere": ("enwiki", note(f"{{{{cite web |url={URL} |title=T of it |archive-url=https://archive.ph/x}}}}"), None),
    "archived by a template": ("enwiki", note(f"[{URL} T of it] {{{{webarchive|url={COPY}}}}}"), None),
    "the copy is of another page": (
        "enwiki", note("[http://other.example Title of it]"),
        note("[http://other.example Title of it]{{Dead link|date=November 2026}}"),
    ),
    "no such template": ("mlru", note(f"[{URL} Название]"), None),
}  # fmt: skip
FIELDS = {
    "GOST": (
        "mlru", (YEAR,), note("Micikevicius P. et al. Mixed Precision Training // ICLR. arXiv:1710.03740"),
        note("Micikevicius P. et al. Mixed Precision Training // ICLR. arXiv:1710.03740. — 2017."),
    ),
    "English": (
        "modern", (YEAR,), note("Micikevicius P. et al. Mixed Precision Training. arXiv:1710.03740"),
        note("Micikevicius P. et al. Mixed Precision Training. arXiv:1710.03740 (2017)"),
    ),
    "a parameter left empty": (
        "enwiki", (YEAR,), note("{{cite journal |title=Mixed Precision Training |year= |doi=10.1000/xyz123}}"),
        note("{{cite journal |title=Mixed Precision Training |year=2017 |doi=10.1000/xyz123}}"),
    ),
    "a parameter that is missing": (
        "ruwiki", (YEAR,), note("{{статья |заглавие=Mixed Precision Training |doi=10.1000/xyz123}}"),
        note("{{статья |заглавие=Mixed Precision Training |doi=10.1000/xyz123 |год=2017}}"),
    ),
    "a year is there": ("mlru", (YEAR,), note("Micikevicius P. Mixed Precision Training. — 2018. arXiv:1710.03740"), None),
    "a template we do not know": ("mlru", (YEAR,), note("{{статья |заглавие=Mixed Precision |doi=10.1000/xyz123}}"), None),
    "version everywhere but in the DOI": (
        "mlru", (VERSION,),
        note("Mixed Precision Training [https://arxiv.org/abs/1710.03740 arXiv:1710.03740] doi:10.48550/arXiv.1710.03740"),
        note("Mixed Precision Training [https://arxiv.org/abs/1710.03740v3 arXiv:1710.03740v3] doi:10.48550/arXiv.1710.03740"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MARKS)
def test_marks_stand_where_the_wiki_wants_them(name: str) -> None:
    """Behind the marker for a source that is silent, behind the link for one that is dead; never twice, never on a guess."""
    wiki, found, before, after = MARKS[name]
    assert mended(before, wiki, found) == (before if after is None else after)


@pytest.mark.parametrize("name", COPIES)
def test_an_archived_copy_is_cited_in_the_wikis_own_form(name: str) -> None:
    """The archive's own address, of the very page that died: in the template's parameters, else behind the link."""
    wiki, before, after = COPIES[name]
    assert mended(before, wiki, Found(link=ARCHIVED)) == (before if after is None else after)


@pytest.mark.parametrize("name", FIELDS)
def test_a_missing_field_is_the_registrys(name: str) -> None:
    """Into its own place, written the way the reference is written; what the note has is never replaced."""
    wiki, additions, before, after = FIELDS[name]
    assert mended(before, wiki, Found(additions=additions)) == (before if after is None else after)


def test_every_proposal_waits_for_a_person() -> None:
    """None is safe, all put text in and take nothing out, and none is offered again on the text that they make."""
    text = note(f"{{{{cite web |url={URL} |title=Title of it}}}}")
    found = Found(SILENT, ARCHIVED)
    edits = proposed(text, "enwiki", found)
    assert {edit.fix for edit in edits} == {Fix.review}
    assert {span.before for edit in edits for span in edit.spans} == {""}
    assert {edit.code for edit in edits} == {"SUP102", "SRC202"}
    after = apply_edits(text, edits)
    assert proposed(after, "enwiki", found) == ()


def test_one_source_in_two_texts_of_a_name_is_mended_in_both() -> None:
    """Two copies under one name must stay equal, or the wiki shows an error: one edit writes into both or into none."""
    content = f"[{URL} Title of it]"
    text = f"One.<ref name=a>{content}</ref> Two.<ref name=a>{content}</ref>\n\n<references/>\n"
    (edit,) = proposed(text, "enwiki", Found(link=DEAD))
    assert len(edit.spans) == 2
    assert prove(Wikitext.of(text, profile("enwiki")), (edit,)).ok


def test_a_proposal_keeps_its_name_when_the_page_is_rearranged() -> None:
    """Renamed refs, other paragraphs, other white space: the same proposal, so that what a person said of it still holds."""
    one = f"First.<ref>[{URL} Title of it]</ref> Second.<ref>[http://b.example Other one]</ref>\n\n<references/>\n"
    second = "Second.<ref name=b>[http://b.example  Other one]</ref>"
    other = f"{second}\n\nFirst.<ref name=x>[{URL} Title of it]</ref>\n\n<references/>\n"
    found = Found(SILENT, DEAD)
    names = {edit.id for edit in proposed(one, "enwiki", found)}
    assert len(names) == 4
    assert {edit.id for edit in proposed(other, "enwiki", found)} == names


def test_an_archives_address_cannot_write_wikitext() -> None:
    """What a template or a save would read as markup arrives as percent signs; a copy of another address does not arrive."""
    page = "http://site.example/it's~~~~x|y"
    copy = "https://web.archive.org/web/20190211010203/"
    after = mended(note(f"[{page} Title of it]"), "enwiki", Found(link=replace(DEAD, archived=copy + page)))
    assert f"{{{{Webarchive|url={copy}http://site.example/it%27s%7E%7E%7E%7Ex%7Cy|date=2019-02-11}}}}" in after
    other = mended(
        note(f"[{page} Title of it]"), "enwiki", Found(link=replace(DEAD, archived=copy + page + "}}{{evil}}"))
    )
    assert "evil" not in other


def test_only_a_mark_of_the_wiki_passes_for_one() -> None:
    """An edit that calls itself a mark is believed by what it writes: one word more and it is a person's text."""
    text = "A claim.<ref>[http://a.example T]</ref> Next."
    (edit,) = proposed(text, "enwiki", Found(SILENT))
    span = edit.spans[0]
    assert is_mark(edit, profile("enwiki"))
    assert not is_mark(edit, profile("mlru"))
    for after in (
        span.after + " words",
        "{{Failed verification|date=May 2020}}{{x}}",
        "{{Failed verification|date=a|b=c}}",
        "",
    ):
        assert not is_mark(replace(edit, spans=(replace(span, after=after),)), profile("enwiki"))
    assert not is_mark(replace(edit, spans=(replace(span, before="A"),)), profile("enwiki"))


HOSTILE = st.sampled_from(
    [
        "",
        " ",
        "|",
        "}}",
        "{{",
        "]]",
        "[[",
        "<nowiki>",
        "</ref>",
        "<!--",
        "-->",
        "'''",
        "\n",
        "{{cite web|url=",
        "}}}",
        "&#124;",
        "~~~~",
    ]
)


PIECES = st.sampled_from(
    ["Words. ", "\n\n", "* item ", "{{x|", "}}", "<ref name=a />", "{{rp|12}}", "<!-- c -->", f"<ref>[{URL} Title of it]</ref>",
     f"<ref name=a>[{URL} Title of it]</ref>", f"<ref>{{{{cite web|url={URL}|title=Title of it}}}}</ref>",
     f"<ref name=c>{URL}</ref>", f"{{{{#tag:ref|[{URL} Title of it]|name=d}}}}"]
)  # fmt: skip


@settings(max_examples=150)
@given(
    st.lists(PIECES, max_size=12).map("".join),
    st.sampled_from(["enwiki", "ruwiki"]),
    st.sampled_from([DEAD, ARCHIVED]),
)
def test_what_was_proposed_once_is_not_proposed_again(text: str, wiki: str, link: Link) -> None:
    """With every proposal made, the same verdicts propose nothing: no mark stands twice, none in the place of another."""
    found = Found(SILENT, link)
    after = mended(text, wiki, found)
    assert proposed(after, wiki, found) == ()


@settings(max_examples=150)
@given(st.lists(HOSTILE, max_size=4), st.lists(HOSTILE, max_size=4), st.sampled_from(["enwiki", "ruwiki", "modern"]))
def test_broken_wikitext_is_never_made_worse(before: Sequence[str], after: Sequence[str], wiki: str) -> None:
    """Whatever stands round the link: what is proposed passes the proof, or nothing is proposed."""
    text = note("".join(before) + f"[{URL} Title of it]" + "".join(after))
    edits = proposed(text, wiki, Found(SILENT, ARCHIVED, (YEAR,)))
    assert prove(Wikitext.of(text, profile(wiki)), edits).ok
    assert len(apply_edits(text, edits)) >= len(text)
