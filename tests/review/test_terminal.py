"""The review in a terminal: one key a decision, stored at once, evidence first, resumed at the first undecided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import Settings
from bot.jobs.check import OVERRULED
from bot.jobs.plan_file import read_plan, write_plan
from bot.jobs.session import Chosen, Quiet, choose_profile
from bot.jobs.tidy import tidy
from bot.locale import Speech
from bot.model.citation import Citation, Cited, Claim, Identifier
from bot.model.edit import Finding, Span, TidyPage
from bot.model.message import msg
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.model.report import Because, CheckReport, CitationCheck, ClaimCheck, TidyReport
from bot.model.source import Passage
from bot.model.verdict import Evidence, Identity, Link, Unjudged
from bot.model.words import Decision, IdentityVerdict, IdKind, LinkState, Severity
from bot.review.console import Console, span_diff, word_diff
from bot.review.decisions import ACCEPT, FALSE_ALARM, REJECT, Waiting, chosen, undecided, waiting
from bot.review.finish import accepted, hand_over, plan_of
from bot.review.terminal import review, review_edits
from bot.store import Store, open_store
from tests.report import builders

DRAFT = "Метод `fit` учит.\n\nМетод `predict` отвечает.\n\nМетод `score` меряет.\n"


def person(lines: Sequence[str], shown: list[str], language: str = "en", width: int = 80) -> Console:
    """Somebody who types these lines and then is gone."""
    waiting = iter(lines)

    def ask(prompt: str) -> str:
        shown.append(prompt)
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    return Console(ask, shown.append, Speech(language), width)


def taking(into: list[str]) -> Callable[[str], bool]:
    """A browser or a clipboard that takes what it is given."""

    def take(text: str) -> bool:
        into.append(text)
        return True

    return take


def chosen_profile() -> Chosen:
    """The profile of machinelearning.ru."""
    return choose_profile("mlru", Settings())


def tidied(text: str = DRAFT) -> TidyPage:
    """A page with its edits."""
    return tidy([Page("page.wiki", "Страница", text)], chosen_profile(), Quiet()).pages[0]


def held(number: int, *, block: bool = False) -> Waiting:
    """A citation that the gate does not let through."""
    claim = Claim(f"Утверждение {number}.", 0, 5, (f"c{number}",))
    passage = Passage("The exponent has eight bits.", "p. 1", 0.5)
    cited = Cited(title=f"Книга {number}", identifiers=(Identifier(IdKind.doi, "10.1/x"),))
    citation = Citation(f"c{number}", f"k{number}", number, None, (), "", (), "", cited, (claim,))
    support = Unjudged(Reason.hint_only, Evidence(passages=(passage,)))
    check = CitationCheck(
        citation, Link(LinkState.none), Identity(IdentityVerdict.verified, Reason.home_registry_agrees),
        (ClaimCheck(claim, support),),
    )  # fmt: skip
    decision = Decision.block if block else Decision.hold
    return Waiting("page.wiki", check, Because(citation.id, "GATE201", msg("not shown"), decision))


def kinds(store: Store) -> dict[str, str]:
    """What was decided, by subject."""
    return {subject: decided.kind for subject, decided in chosen(store).items()}


def test_each_edit_is_taken_or_left_by_a_key() -> None:
    """Yes, no and skip: stored at once; the text that results has exactly what was accepted."""
    page, shown = tidied(), list[str]()
    first, second, third = page.edits
    with open_store(None) as store:
        assert review_edits([page], store, person(["y", "n", "s"], shown), "Автор")
        assert kinds(store) == {first.id: ACCEPT, second.id: REJECT}
        made = accepted(page, store, chosen_profile().profile)
        assert made.proof.ok
        assert "`predict`" in made.text
        assert "`fit`" not in made.text
        assert third in made.taken  # a safe edit that nobody rejected
        plan = plan_of([page], store, "Автор").pages[0]
        assert {one.id: one.choice.value for one in plan.decisions} == {first.id: "accept", second.id: "reject"}


def test_leaving_is_safe_and_the_next_review_goes_on() -> None:
    """After q, or the end of input, the first undecided edit is the first that is asked."""
    page = tidied()
    with open_store(None) as store:
        assert not review_edits([page], store, person(["n", "q"], []), "Автор")
        shown: list[str] = []
        assert not review_edits([page], store, person([], shown), "Автор")
        assert any("1/2" in line for line in shown)
        assert any("predict" in line for line in shown)
        assert kinds(store) == {page.edits[0].id: REJECT}


def test_what_was_decided_can_be_asked_again() -> None:
    """With ``again`` nothing is passed over, and the last word stands."""
    page = tidied()
    with open_store(None) as store:
        review_edits([page], store, person(["n", "n", "n"], []), "Автор")
        shown: list[str] = []
        assert review_edits([page], store, person([], shown), "Автор")
        assert shown == []
        review_edits([page], store, person(["y", "q"], []), "Другой", again=True)
        assert list(kinds(store).values()).count(ACCEPT) == 1


def test_undo_returns_to_what_was_decided_and_back_shows_the_one_before() -> None:
    """A decision taken back is asked again, also when others were skipped in between."""
    page = tidied()
    with open_store(None) as store:
        shown: list[str] = []
        review_edits([page], store, person(["n", "s", "u", "y", "k", "q"], shown), "Автор")
        heads = [line for line in shown if line.startswith("──")]
        assert heads == ["── 1/3 ──", "── 2/3 ──", "── 3/3 ──", "── 1/3 ──", "── 2/3 ──", "── 1/3 ──"]
        assert kinds(store) == {page.edits[0].id: ACCEPT}


@pytest.mark.parametrize(("key", "kind"), [("a", ACCEPT), ("d", REJECT)])
def test_a_key_can_decide_the_whole_page(key: str, kind: str) -> None:
    """All in one, and all taken back in one."""
    page = tidied()
    with open_store(None) as store:
        assert review_edits([page], store, person([key], []), "Автор")
        assert kinds(store) == {edit.id: kind for edit in page.edits}
    other = tidied("Другая страница: `transform`.")
    with open_store(None) as store:
        review_edits([page, other], store, person(["y", key, "u", "q"], []), "Автор")
        assert kinds(store) == {page.edits[0].id: ACCEPT}


def test_an_edit_can_be_worded_by_the_person() -> None:
    """The person's own text goes into the page and into the plan, as their decision."""
    page = tidied()
    size = len(page.edits[0].spans)
    with open_store(None) as store:
        review_edits([page], store, person(["e", "'''", *[""] * (size - 1), "q"], []), "Автор")
        made = accepted(page, store, chosen_profile().profile)
        assert "Метод '''fit" in made.text
        assert plan_of([page], store, "Автор").pages[0].edits[0].spans[0].after == "'''"


def test_a_persons_wording_goes_into_the_plan_of_the_next_tidy() -> None:
    """What was worded in a review stands in a plan that is written later, with the person's acceptance."""
    page = tidied()
    size = len(page.edits[0].spans)
    with open_store(None) as store:
        review_edits([page], store, person(["e", "'''", *[""] * (size - 1), "q"], []), "Автор")
        plan = read_plan("plan.json", write_plan(TidyReport((page,)), store, profile="mlru")).pages[0]
        assert plan.edits[0].spans[0].after == "'''"
        assert [(one.choice.value, one.by) for one in plan.decisions] == [("accept", "Автор")]


def test_a_false_alarm_needs_a_reason_and_is_remembered() -> None:
    """Without a reason nothing is decided."""
    page = tidied()
    with open_store(None) as store:
        review_edits([page], store, person(["f", "", "f", "это не код", "q"], []), "Автор")
        decided = chosen(store)[page.edits[0].id]
        assert (decided.kind, decided.reason, decided.who) == (FALSE_ALARM, "это не код", "Автор")


def test_evidence_comes_before_the_verdict() -> None:
    """Claim and passage are shown; who judged and what they said only on demand; where the source is, too."""
    shown: list[str] = []
    with open_store(None) as store:
        review([held(1)], store, person(["q"], shown), "Автор")
        text = "\n".join(shown)
        assert "Утверждение 1" in text
        assert "eight bits" in text
        assert "not judged" not in text
        review([held(1)], store, person(["v", "o", "q"], shown), "Автор")
        text = "\n".join(shown)
        assert "not judged" in text
        assert "https://doi.org/10.1/x" in text


def test_a_citation_is_released_kept_or_called_a_false_alarm() -> None:
    """A release needs a reason; «no» keeps it held, a false alarm silences its findings as well; u takes all of it back."""
    items = [held(1), held(2), held(3)]
    finding = Finding("f3", "SRC101", Severity.error, msg("x"), citation="c3")
    with open_store(None) as store:
        keys = ["y", "прочитано", "n", "f", "книга есть на полке"]
        left = review(items, store, person(keys, []), "Автор", {"c3": (finding,)})
        assert left == 1
        assert undecided(items, store) == (items[1],)
        assert kinds(store) == {
            items[0].subject: OVERRULED,
            items[1].subject: REJECT,
            items[2].subject: OVERRULED,
            "f3": FALSE_ALARM,
        }
    with open_store(None) as store:
        review(items[2:], store, person(["s"], []), "Автор")
        review([items[2], items[0]], store, person(["f", "есть", "u", "q"], []), "Автор", {"c3": (finding,)})
        assert kinds(store) == {}


def test_a_proven_fault_is_overruled_by_name_only() -> None:
    """A yes is not enough: the citation's name must be typed."""
    item = held(7, block=True)
    with open_store(None) as store:
        assert review([item], store, person(["y", "да", "q"], []), "Автор") == 1
        assert review([item], store, person(["y", "7", "реестр ошибается"], []), "Автор") == 0


def test_a_citation_is_never_released_in_bulk() -> None:
    """The keys for a whole page do nothing here."""
    with open_store(None) as store:
        assert review([held(1), held(2)], store, person(["a", "d", "e", "q"], []), "Автор") == 2
        assert kinds(store) == {}


def test_a_citation_shows_what_the_registry_has_before_anybody_decides() -> None:
    """Where it stands, its identifier, the fault in words, and the field that differs: cited beside found."""
    page = builders.page_check()
    item = next(one for one in waiting(CheckReport((page,), complete=True)) if one.blocked)
    about = tuple(one for one in page.findings if one.citation == item.check.citation.id)
    shown: list[str] = []
    with open_store(None) as store:
        review([item], store, person(["q"], shown), "Автор", {item.check.citation.id: about})
    text = " ".join(" ".join(shown).split())
    assert "arXiv:1710.09412" in text
    assert "номер arXiv у другой работы" in text
    assert "title: cited “FP8 Formats for Deep Learning” — found “mixup: Beyond Empirical Risk Minimization”" in text


def test_the_source_is_opened_where_there_is_a_browser() -> None:
    """At the passage where one is known; over ssh the address alone is printed."""
    opened: list[str] = []
    shown: list[str] = []
    with open_store(None) as store:
        console = replace(person(["o", "q"], shown), browse=taking(opened))
        review([held(1)], store, console, "Автор")
        assert opened == ["https://doi.org/10.1/x"]
        assert "opened in the browser" in shown
        shown.clear()
        review([held(1)], store, person(["o", "q"], shown), "Автор")
        assert "  https://doi.org/10.1/x" in shown
        assert "opened in the browser" not in shown


def test_what_no_edit_mends_is_asked_too() -> None:
    """A finding without an edit is real or a false alarm; the keys of edits say so instead of deciding."""
    page = builders.tidy_report().pages[0]
    finding = page.findings[0]
    shown: list[str] = []
    with open_store(None) as store:
        assert not review_edits([page], store, person(["n", "n", "y", "a", "f", "", "q"], shown), "Автор")
        assert finding.id not in kinds(store)
        assert "имя занято двумя работами" in "\n".join(shown)
        assert sum("no edit mends this" in line for line in shown) == 2
        assert review_edits([page], store, person(["f", "это одна работа"], []), "Автор")
        assert chosen(store)[finding.id].kind == FALSE_ALARM
    with open_store(None) as store:
        assert review_edits([page], store, person(["n", "n", "n"], []), "Автор")
        assert kinds(store)[finding.id] == REJECT


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("красный дом", "синий дом", "[-красный-]{+синий+} дом"),
        ("слово\u200b", "слово", "слово[-⟨U+200B⟩-]"),
        ("", "<references/>\n", "{+<references/>⏎\n+}"),
    ],
)
def test_a_change_is_shown_word_by_word_with_what_draws_nothing(before: str, after: str, shown: str) -> None:
    """A reader without colour sees what goes and what comes, no-break spaces and zero-width characters included."""
    assert word_diff(before, after) == shown
    assert "⟨U+00A0⟩" in word_diff("a\u00a0b", "a b")


def test_a_long_paragraph_is_cut_around_the_change() -> None:
    """Only the words around it are shown, and nothing is wider than the terminal; Russian has its keys explained."""
    text = "слово " * 300 + "`fit`" + " слово" * 300
    page, shown = tidied(text), list[str]()
    assert len(span_diff(text, Span(1800, 1805, "`fit`", "fit"))) < 120
    with open_store(None) as store:
        review_edits([page], store, person(["?", "q"], shown, "ru"), "Автор")
    assert all(len(line) <= 80 for line in shown)
    assert any("принять правку" in line for line in shown)


def test_wide_characters_do_not_push_a_line_over_the_edge() -> None:
    """Brackets of a chat's tokens take two columns each."""
    shown: list[str] = []
    person([], shown).wrapped("ART031 эти слова опираются на метку «【4†source】», которая не называет источника")
    assert all(len(line) + sum(char in "【】" for char in line) <= 80 for line in shown)


def test_without_an_account_text_summary_and_form_are_handed_over(tmp_path: Path) -> None:
    """A person saves by hand: the text lies in a file, the form's address is named, and a page that moved is said to have."""
    page = tidied()
    on_wiki = Page("Страница", "Страница", page.page.text, "https://wiki.example.org/index.php", 7)
    shown: list[str] = []
    with open_store(None) as store:
        made = accepted(page, store, chosen_profile().profile)
        path = hand_over(on_wiki, made, on_wiki, person([], shown), tmp_path)
        assert path.read_text(encoding="utf-8") == made.text
        text = "\n".join(shown)
        assert "action=edit" in text
        assert "markup mended: 3" in text
        assert "has moved" not in text
        copied: list[str] = []
        opened: list[str] = []
        there = replace(person([""], shown), copy=taking(copied), browse=taking(opened))
        hand_over(on_wiki, made, on_wiki, there, tmp_path, "ru")
        assert copied == [made.text, "исправлено в разметке: 3 (+33)"]
        assert [address.partition("?")[0] for address in opened] == [on_wiki.wiki]
        newer = Page("Страница", "Страница", "другое", on_wiki.wiki, 8)
        hand_over(on_wiki, made, newer, person([], shown), tmp_path)
        assert "has moved" in "\n".join(shown)


LONG_DRAFT = "".join(
    f"Метод `m{n}` учит. **Важно** и ещё `n{n}`.\n\n## Раздел {n}\n\n* **Раз:** два\n  * три\n\n" for n in range(40)
)


def test_a_whole_draft_is_taken_with_three_keys() -> None:
    """A key for this edit and all like it, or for every edit of the page, after their numbers were shown; one can say no."""
    page, shown = tidied(LONG_DRAFT), list[str]()
    assert LONG_DRAFT.count("\n") >= 250
    alike = [edit.id for edit in page.edits if edit.code == page.edits[0].code]
    assert 1 < len(alike) < len(page.edits)
    with open_store(None) as store:
        assert not review_edits([page], store, person(["A", "n", "q"], shown), "Автор")
        assert kinds(store) == {}
        assert not review_edits([page], store, person(["A", "y", "q"], shown), "Автор")
        assert kinds(store) == dict.fromkeys(alike, ACCEPT)
    with open_store(None) as store:
        review_edits([page], store, person(["A", "p", "q"], shown), "Автор")
        assert kinds(store) == dict.fromkeys((edit.id for edit in page.edits), ACCEPT)
        made = accepted(page, store, chosen_profile().profile)
        assert made.proof.ok
    asked = " ".join(line for line in shown if "[p]" in line)
    assert f"{len(alike)} edits {page.edits[0].code}" in asked
    assert f"all {len(page.edits)}" in asked


def test_one_decision_for_many_edits_is_taken_back_by_one_key() -> None:
    """``u`` gives back all that ``A`` took."""
    page = tidied(LONG_DRAFT)
    with open_store(None) as store:
        review_edits([page], store, person(["A", "y", "u", "q"], []), "Автор")
        assert kinds(store) == {}


def test_keys_move_without_deciding_on_either_keyboard_layout() -> None:
    """J and K, and the same keys with Russian letters on them, go on and back; nothing is decided."""
    page, shown = tidied(), list[str]()
    with open_store(None) as store:
        review_edits([page], store, person(["J", "о", "K", "л", "q"], shown), "Автор")
        heads = [line for line in shown if line.startswith("──")]
        assert heads == ["── 1/3 ──", "── 2/3 ──", "── 3/3 ──", "── 2/3 ──", "── 1/3 ──"]
        assert kinds(store) == {}
