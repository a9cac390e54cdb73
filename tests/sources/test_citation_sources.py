"""Sources against replicas of the services: the verdicts of reported cases, and that no outage convicts."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.model.page import Page as WikiPage
from bot.model.reasons import Reason
from bot.model.words import CitationKind, Consulted, IdentityVerdict, LinkState, Notice, Scope
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from tests.fakes import registries
from tests.fakes.library import Library
from tests.sources.servers import STALLED, Page
from tests.sources.world import ADAM, ATTENTION, HELPERS, NATURE, DictCache, World, cite

V = IdentityVerdict
GOOD = {
    "arXiv": "''Kingma D. P., Ba J.'' Adam: A Method for Stochastic Optimization // ICLR. — 2015. — arXiv:1412.6980",
    "DOI": "''LeCun Y., Bengio Y., Hinton G.'' Deep learning // Nature. — 2015. — DOI: 10.1038/nature14539",
    "address": "''Kingma D. P., Ba J.'' [https://arxiv.org/abs/1412.6980v9 Adam: A Method for Stochastic Optimization]. 2014",
    "arXiv DOI": "Vaswani A. et al. Attention is all you need. 2017. https://doi.org/10.48550/arXiv.1706.03762",
    "SICI": "Sesack P., King V. Dopamine in the cortex of the macaque. 1996. "
    "doi:10.1002/(SICI)1096-9861(19960101)364:1<113::AID-CNE9>3.0.CO;2-#",
    "Russian": "''Соловьев И. П., Щербакова А.'' О сходимости градиентного спуска // Матем. сб. — 2008. — DOI 10.4213/sm6181",
    "romanised": "Solovyov I. P., Shcherbakova A. On the convergence of gradient descent // Sb. Math. 2009. doi:10.4213/sm6181",
    "Cyrillic names": "''Лекун Я., Бенжио Й., Хинтон Дж.'' Глубокое обучение // Nature. — 2015. — DOI: 10.1038/nature14539",
    "bare": "[https://arxiv.org/abs/1706.03762 статья]",
    "placeholder": "[43 authors] Attention Is All You Need, arXiv:1706.03762, 2017",
}  # fmt: skip
BAD = {
    "wrong DOI": ("Smith J., Brown P. A totally invented title on bees. 2013. doi:10.1038/nature14539", V.wrong_work),
    "wrong arXiv": ("''Wang N., Choi J.'' Training networks with 8-bit numbers. 2018. arXiv:1412.6980", V.wrong_work),
    "invented DOI": ("''Andersson L., Petrov K.'' Adaptive scaling. 2020. DOI: 10.1016/j.neunet.2020.13.042", V.nonexistent),
    "invented arXiv": ("''Kimura H., Olsen P.'' Eight bits for speech. 2021. arXiv:2106.99871", V.nonexistent),
    "wrong year": ("''Kingma D. P., Ba J.'' Adam: A Method for Stochastic Optimization. 2003. arXiv:1412.6980", V.misdescribed),
    "year of a correction": ("Vaswani A. et al. Attention Is All You Need. 2023. arXiv:1706.03762", V.misdescribed),
    "wrong authors": ("''Petrov A., Sidorov B.'' Deep learning // Nature. 2015. doi:10.1038/nature14539", V.misdescribed),
    "padded authors": ("''LeCun Y., Bengio Y., Hinton G., Quigglesworth B.'' Deep learning. 2015. doi:10.1038/nature14539",
                       V.misdescribed),
    "wrong id beside": (
        "''Kingma D. P., Ba J.'' Adam: A Method for Stochastic Optimization. 2015. arXiv:1412.6980 doi:10.1038/nature14539",
        V.misdescribed,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_good_references_are_verified(name: str) -> None:
    """In every usual form, language and shortening, by the home registry."""
    looked = World().look(GOOD[name])[0]
    assert (looked.identity.verdict, looked.identity.reason) == (V.verified, Reason.home_registry_agrees)


@pytest.mark.parametrize("name", BAD)
def test_faults_have_their_verdicts(name: str) -> None:
    """An identifier that is another's, one that nobody has, a wrong field: three different things."""
    note, verdict = BAD[name]
    assert World().look(note)[0].identity.verdict is verdict


def test_a_wrong_year_comes_with_the_registrys_one() -> None:
    """A suggestion from the home registry, first version's year."""
    suggestion = World().look(BAD["year of a correction"][0])[0].identity.suggestion
    assert suggestion is not None
    assert (suggestion.field, suggestion.value, suggestion.service) == ("year", "2017", "arxiv")


def test_every_service_says_what_it_did() -> None:
    """Asked and answered, asked and not found, not asked."""
    consulted = dict(World().look(GOOD["DOI"])[0].identity.consulted)
    assert consulted["crossref"] is Consulted.answered
    assert consulted["arxiv"] is Consulted.not_asked
    denied = dict(World().look(BAD["invented DOI"][0])[0].identity.consulted)
    assert denied["doi"] is Consulted.not_found


def test_a_doi_of_an_agency_we_do_not_ask_is_not_denied() -> None:
    """The handle exists, Crossref has no record: its own agency is asked through doi.org, and nobody denies it."""
    handle = json.dumps({"responseCode": 1, "handle": "10.11540/x1", "values": []}).encode()
    agency = json.dumps([{"DOI": "10.11540/x1", "RA": "JaLC"}]).encode()
    js = {"content-type": "application/json"}
    pages: dict[str, Page] = {
        "doi.org/api/handles/10.11540%2Fx1?type=URL": (200, js, handle),
        "doi.org/ra/10.11540/x1": (200, js, agency),
    }
    note = "Tanaka K. Robots at home. 2001. doi:10.11540/x1"
    pages["doi.org/10.11540/x1"] = (406, {}, b"<html>not in this form</html>")
    looked = World(pages).look(note)[0]
    assert (looked.identity.verdict, looked.identity.reason) == (V.unconfirmed, Reason.no_record)
    people = [{"given": "Ken", "family": "Tanaka"}]
    record = {"DOI": "10.11540/x1", "title": "Robots at Home", "author": people, "issued": {"date-parts": [[2001]]}}
    pages["doi.org/10.11540/x1"] = (302, {"location": "https://jalc.org/csl"}, b"")
    pages["jalc.org/csl"] = (200, js, json.dumps(record).encode())
    assert World(pages).look(note)[0].identity.verdict is V.verified
    pages["jalc.org/csl"] = (200, js, json.dumps({**record, "title": "On quite other bees", "author": []}).encode())
    assert World(pages).look(note)[0].identity.verdict is V.unconfirmed


def test_a_retraction_stands_at_the_retracted_work() -> None:
    """``updated-by`` of the work counts; ``update-to`` in a notice is about another work; an erratum is a correction."""

    def crossref(message: dict[str, object]) -> dict[str, Page]:
        record = registries.crossref(NATURE)
        record["message"] |= message
        body = json.dumps(record).encode()
        return {"api.crossref.org/works/10.1038%2Fnature14539": (200, {"content-type": "application/json"}, body)}

    update = {"DOI": "10.1126/science.1124926", "source": "retraction-watch"}
    retracted = World(crossref({"updated-by": [{**update, "type": "retraction"}]})).look(GOOD["DOI"])[0]
    notice = World(crossref({"update-to": [{**update, "type": "retraction"}]})).look(GOOD["DOI"])[0]
    erratum = World(crossref({"updated-by": [{**update, "type": "erratum"}]})).look(GOOD["DOI"])[0]
    concern = World(crossref({"updated-by": [{**update, "type": "expression_of_concern"}]})).look(GOOD["DOI"])[0]
    found = [looked.identity.notices for looked in (retracted, notice, erratum, concern)]
    assert found == [(Notice.retracted,), (), (Notice.corrected,), (Notice.concern,)]


def test_a_page_may_confirm_and_may_contradict_but_not_convict() -> None:
    """Without an identifier the page's own words verify; other words leave the reference unconfirmed."""
    pages: dict[str, Page] = {
        "blog.org/amp": (
            200,
            {},
            b"<title>Loss scaling explained | Blog</title><h1>Loss scaling explained</h1><p>Text. " * 30,
        ),
    }
    same, other = World(pages).look(
        "Loss scaling explained. http://blog.org/amp", "Иванов И. Совсем другое. — 2003. — http://blog.org/amp?x"
    )
    assert (same.identity.verdict, same.identity.reason) == (V.verified, Reason.page_agrees)
    assert other.identity.verdict in {V.unconfirmed, V.unchecked}


def test_a_note_that_lists_several_works_is_not_held_against_itself() -> None:
    """Two works in one footnote: each is found in the note, and neither's fields are the other's."""
    first = "''LeCun Y., Bengio Y.'' Deep learning // Nature. 2015. doi:10.1038/nature14539"
    both = f"{first}; Соловьёв И. П. О сходимости doi:10.4213/sm6181"
    assert World().look(both)[0].identity.verdict is V.verified
    stranger = f"{first}; ещё doi:10.4213/sm6181"
    assert World().look(stranger)[0].identity.verdict in {V.verified, V.unconfirmed}
    invented = f"{first}; doi:10.1038/nature99999"
    assert World().look(invented)[0].identity.verdict is V.misdescribed


def test_a_second_note_under_one_identifier_is_read_too() -> None:
    """A good note covers no invented one: both name the identifier, and each is compared."""
    invented = "Smith J. A totally invented title about cats. 2019. arXiv:1706.03762"
    for notes in (
        (GOOD["bare"], invented),
        ("Vaswani A. et al. Attention is all you need. 2017. arXiv:1706.03762", invented),
    ):
        (looked,) = World().look_at(cite(*notes), together=True)
        assert looked.identity.verdict is V.wrong_work


def test_an_alias_of_another_record_convicts_nobody() -> None:
    """Crossref answers an old DOI with the record of the one that took its place."""
    record = json.dumps(registries.crossref(NATURE)).encode()
    pages: dict[str, Page] = {
        "api.crossref.org/works/10.1000%2Fold": (200, {"content-type": "application/json"}, record)
    }
    looked = World(pages).look("''Smith J., Brown P.'' A quite different title on bees. 2013. doi:10.1000/old")[0]
    assert looked.identity.verdict is V.unconfirmed


def test_nothing_to_ask_is_unchecked_without_fault() -> None:
    """A book without number or address, and nobody to search for it."""
    looked = World(off=("crossref", "arxiv")).look(
        "''Кнут Д.'' Искусство программирования. Т. 1. — М.: Вильямс, 2006."
    )[0]
    assert (looked.identity.verdict, looked.identity.reason) == (V.unchecked, Reason.no_identifier)
    assert (looked.link.state, looked.link.reason) == (LinkState.none, Reason.no_address)


def test_a_registry_that_cannot_be_asked_is_no_missing_address() -> None:
    """A DOI without an answer has an address that nobody told: the outage is the reason, and a second run may mend it."""
    looked = World(off=("doi", "crossref", "arxiv", "openalex")).look(GOOD["DOI"])[0]
    assert (looked.link.state, looked.link.reason) == (LinkState.none, Reason.service_off)


def test_one_address_and_one_identifier_are_asked_once() -> None:
    """However many refs name them."""
    world = World({"blog.org/a": (200, {}, b"<title>A b c</title><p>" + b"word " * 200)})
    world.look(
        GOOD["arXiv"], GOOD["address"], "A. http://blog.org/a#x", "B. http://blog.org/a#y", "C. http://blog.org/a"
    )
    assert sum("id_list=1412.6980&" in asked for asked in world.asked) == 1
    assert world.asked.count("blog.org/a") == 1


def test_all_of_a_pages_papers_are_asked_for_at_once() -> None:
    """One request every three seconds is what arXiv takes: the ids go together, sorted, missing ones among them."""
    notes = [GOOD["arXiv"], GOOD["arXiv DOI"], BAD["invented arXiv"][0], "''Иванов И.'' О сетях. arXiv:1713.00001"]
    world = World()
    looked = world.look_at(cite(*notes), together=True)
    asked = [asked for asked in world.asked if asked.startswith("export.arxiv.org") and "id_list" in asked]
    assert asked == ["export.arxiv.org/api/query?id_list=1412.6980,1706.03762,2106.99871&max_results=3"]
    assert [one.identity.verdict for one in looked] == [V.verified, V.verified, V.nonexistent, V.unconfirmed]


def test_a_second_run_asks_nothing_that_is_kept() -> None:
    """Records, absences and pages come from the cache."""
    cache = DictCache()
    notes = [GOOD["DOI"], GOOD["arXiv"], BAD["invented DOI"][0], "A. http://blog.org/a"]
    pages: dict[str, Page] = {"blog.org/a": (200, {}, b"<title>A b c</title><p>" + b"word " * 200)}
    first, second = World(pages, cache=cache), World(pages, cache=cache)
    before, after = first.look(*notes), second.look(*notes)
    assert [looked.identity.verdict for looked in before] == [looked.identity.verdict for looked in after]
    assert [looked.link for looked in before] == [looked.link for looked in after]
    assert [looked.text and looked.text.text for looked in before] == [
        looked.text and looked.text.text for looked in after
    ]
    assert second.asked == []


def test_the_abstract_is_the_last_resort_for_a_text() -> None:
    """An arXiv paper without HTML and PDF is read by its abstract, and says so."""

    def spoil(host: str, _: str, reply: Page) -> Page:
        return (404, {}, b"<title>404</title>") if host == "arxiv.org" else reply

    text = World(spoil=spoil).look(GOOD["arXiv"])[0].text
    assert text is None or text.scope is Scope.abstract


def test_a_service_switched_off_is_not_asked() -> None:
    """No request, no verdict."""
    world = World(off=("arxiv",))
    looked = world.look(GOOD["arXiv"])[0]
    assert (looked.identity.verdict, looked.identity.reason) == (V.unchecked, Reason.service_off)
    assert not [asked for asked in world.asked if asked.startswith("export.")]


HARMS = ("dead", "429", "500", "503", "html", "cut", "empty", "json", "other", "stall")
#: Every service that these notes make be asked.
PLACES = (
    "doi.org/api",
    "doi.org/ra",
    "api.crossref.org",
    "api.datacite.org",
    "export.arxiv.org",
    "arxiv.org",
    *HELPERS,
)
#: Works of single sites: their services may confirm them.
CONFIRMED = {
    "book": "''Айвазян С. А., Мхитарян В. С.'' Прикладная статистика. — М., 2001. — ISBN 978-5-94157-116-1",
    "code": "Apex: Tools for mixed precision training. https://github.com/NVIDIA/apex",
    "post": "''Петров И.'' Градиентный спуск по косточкам. — 2019. https://habr.com/ru/company/ods/blog/467185/",
    "article": "''Созыкина А. В.'' [https://cyberleninka.ru/article/n/obzor-metodov Обзор методов глубокого обучения]. 2017",
    "mathematics": "''Вапник В. Н., Червоненкис А. Я.'' О равномерной сходимости частот. 1971. http://mi.mathnet.ru/sm6182",
    "card": "''Айвазян С.'' Прикладная статистика. 2001. https://search.rsl.ru/ru/record/01000735521",
    "PMID": "''Hubel D. H., Wiesel T. N.'' Signals of the visual cortex. — 1959. — PMID 14403679",
    "no identifier": "''LeCun Y., Bengio Y., Hinton G.'' Deep learning // Nature. — 2015.",
}  # fmt: skip


def harmed(harm: str, reply: Page) -> Page:
    """A reply as an outage of that kind leaves it."""
    status, headers, body = reply
    wall = b"<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>/cdn-cgi/challenge-platform/</body></html>"
    return {
        "dead": (502, {}, b""),
        "429": (429, {"retry-after": "3600"}, b"slow down"),
        "500": (500, {}, b"{}"),
        "503": (503, {}, wall),
        "html": (200, {"content-type": "text/html"}, wall),
        "cut": (status, headers, body[: len(body) // 2]),
        "empty": (status, headers, b""),
        "json": (200, {"content-type": "application/json"}, b'{"status": "ok", "message": null, "responseCode": 7}'),
        "other": (404, {"content-type": "application/json"}, b'{"error": "try later"}'),
        "stall": STALLED,
    }[harm]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    name=st.sampled_from([*GOOD, *BAD, *CONFIRMED]),
    harms=st.dictionaries(st.sampled_from(PLACES), st.sampled_from(HARMS), min_size=1),
)
def test_no_outage_turns_a_verdict_into_a_conviction(name: str, harms: dict[str, str]) -> None:
    """Killing, stalling or garbling any services leaves a good reference unconvicted, a bad one its own fault or none."""

    def spoil(host: str, path: str, reply: Page) -> Page | None:
        harm = next((harm for place, harm in harms.items() if f"{host}{path}".startswith(place)), None)
        return harmed(harm, reply) if harm else reply

    note = (GOOD | CONFIRMED).get(name) or BAD[name][0]
    verdict = World(spoil=spoil, helpers=True, patience=0.4).look(note)[0].identity.verdict
    calm = {V.verified, V.unchecked, V.unconfirmed}
    # «wrong id beside»: with one registry silent, the other's word about its own identifier still stands
    own = {BAD[name][1], *({V.wrong_work} if name == "wrong id beside" else ())} if name in BAD else set()
    assert verdict in {*calm, *own}


@pytest.mark.parametrize("name", [*GOOD, *CONFIRMED])
def test_with_every_service_silent_nothing_is_known(name: str) -> None:
    """All of them stall: no verdict either way, and the run ends."""
    silent = World(spoil=lambda *_: STALLED, helpers=True, patience=0.2)
    assert silent.look((GOOD | CONFIRMED)[name])[0].identity.verdict is V.unchecked


def test_titles_that_changed_between_versions_are_no_other_work() -> None:
    """Before arXiv convicts, its first version is asked."""
    later = replace(ATTENTION, title="Sequence transduction revisited", authors=("A. N. Other", "Some One"))

    def spoil(_: str, path: str, reply: Page) -> Page:
        if "id_list=1706.03762&" not in path:
            return reply
        return (reply[0], reply[1], registries.atom(Library((later,)), "1706.03762")[1].encode())

    world = World(spoil=spoil)
    looked = world.look("Vaswani A., Shazeer N. Attention is all you need. 2017. arXiv:1706.03762")[0]
    assert looked.identity.verdict is V.verified
    assert any("1706.03762v1" in asked for asked in world.asked)


def test_the_cited_version_of_a_paper_counts() -> None:
    """Neither the last version nor the first has the title that the cited one had."""
    later = replace(ATTENTION, title="Sequence transduction revisited")
    cited = replace(ATTENTION, title="Networks of attention for translation")

    def spoil(_: str, path: str, reply: Page) -> Page:
        number = next((one for one in ("1706.03762v3", "1706.03762v1", "1706.03762") if f"id_list={one}&" in path), "")
        if not number:
            return reply
        work = cited if number.endswith("v3") else later
        return (reply[0], reply[1], registries.atom(Library((work,)), number)[1].encode())

    note = "Vaswani A., Shazeer N., Parmar N. Networks of attention for translation. 2017. arXiv:1706.03762{}"
    assert World(spoil=spoil).look(note.format("v3"))[0].identity.verdict is V.verified
    assert World(spoil=spoil).look(note.format(""))[0].identity.verdict is not V.verified


def test_adam_is_what_the_tests_think_it_is() -> None:
    """The replica's facts stay true, or the tables above would test nothing."""
    assert (ADAM.arxiv, ADAM.year) == ("1412.6980", 2014)


def test_a_link_without_a_description_is_verified_by_its_address_alone() -> None:
    """Twenty ordinary pages of documentation, linked in the text: each is there, and nothing is said that could be wrong.

    One that answers with a wall stays open, and one that is gone too: no identity is made up for them.
    """
    body = (
        b"<html><head><title>Guide</title></head><body><p>"
        + b"Words of the guide that can be read here. " * 20
        + b"</p></body>"
    )
    pages: dict[str, Page] = {f"docs{n}.example.org/guide": (200, {}, body) for n in range(20)}
    links = " ".join(f"Метод {n} описан в [https://docs{n}.example.org/guide руководстве]." for n in range(20))
    gone = "А этот — [https://gone.example.org/x там]."
    found = Wikitext(WikiPage("p", "p", f"{links} {gone}"), profile("mlru")).citations
    assert {citation.kind for citation in found} == {CitationKind.inline}
    looked = World(pages | {"gone.example.org/x": (404, {}, b"<title>404</title>")}).look_at(found)
    assert [one.identity.verdict for one in looked[:20]] == [IdentityVerdict.verified] * 20
    assert [one.identity.fields[-1].level for one in looked[:20]] == ["address only"] * 20
    assert looked[20].identity.verdict is not IdentityVerdict.verified
