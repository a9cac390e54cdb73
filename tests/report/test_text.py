"""The terminal report: what is worst comes first, what was not checked is counted, and source text stays text."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from bot.config import Settings
from bot.jobs.session import Quiet, choose_profile
from bot.jobs.tidy import tidy as run_tidy
from bot.locale import Speech
from bot.model.page import Page, Place
from bot.model.reasons import Reason
from bot.model.report import CheckReport, Coverage, PushReport, TidyReport
from bot.model.words import Fix, IdentityVerdict, Severity
from bot.report import PLAIN, Style, render
from bot.report.diff import unified
from tests.chat_draft import chat_draft
from tests.report import builders, strategies

RU, EN = Speech("ru"), Speech("en")
SLOW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def test_the_decision_the_counts_and_the_next_step_come_first_then_the_gravest() -> None:
    """Ten lines say what keeps the page from being saved and what to do; then the worst."""
    text = render(builders.check_report(), "text", RU)
    order = [
        "исправлено 3, новых 1, как раньше 5",
        "Решение о сохранении: ✗ нельзя",
        "Найдено: 3 ошибки, 2 предупреждения, 1 замечание.",
        "Ссылок на источники:",
        "Дальше: исправьте отмеченное знаком ✗",
        "Доказанные ошибки: 3",
        "SUP901 ✗ ошибка",
        "Сомнительное: 2",
        "SUP902 ! предупреждение",
        "Прочие замечания: REF900 × 1",
        "Посмотреть в первую очередь",
        "Не сверено с источником: 3 утверждения",
        "Расход: 14 запросов",
    ]
    found = [text.index(part) for part in order]
    assert found == sorted(found)
    assert text.startswith(order[0])


def many(number: int) -> TidyReport:
    """A tidy with so many edits of one code that wait, and so many findings that no edit mends."""
    report = builders.tidy_report()
    page = report.pages[0]
    waits, finding = next(one for one in page.edits if one.fix is Fix.review), page.findings[0]
    edits = tuple(replace(waits, id=f"e{n}") for n in range(number))
    found = tuple(
        replace(finding, id=f"f{n}", code="ART901", severity=Severity.warning, places=(Place(n + 1, 1),))
        for n in range(number)
    )
    return replace(report, pages=(replace(page, edits=edits, findings=found),))


@pytest.mark.parametrize(("number", "shown", "rest"), [(3, 3, 0), (4, 4, 0), (5, 3, 2), (64, 3, 61)])
def test_of_a_kind_three_are_shown_and_the_rest_is_counted(number: int, shown: int, rest: int) -> None:
    """Edits and findings alike; every one of them with ``every`` (``-v``) and in JSON."""
    report = many(number)
    text = render(report, "text", EN)
    assert text.count("[?] ") == shown + 1, "and the count of all"
    assert text.count(" ART901 ! ") == shown
    assert text.count(f"and {rest} more") == (2 if rest else 0)
    assert ("-v shows all" in text) is bool(rest)
    whole = render(report, "text", EN, Style(every=True))
    assert (whole.count("[?] "), whole.count(" ART901 ! ")) == (number + 1, number)
    assert "more:" not in whole
    page = json.loads(render(report, "json", EN))["pages"][0]
    assert (len(page["edits"]), len(page["findings"])) == (number, number)


def test_unconfirmed_and_unchecked_references_are_counted_first() -> None:
    """Whoever reads ten lines knows how many references nobody confirms and how many nobody asked about."""
    report = builders.clean_report()
    check = report.pages[0].citations[0]
    verdicts = [IdentityVerdict.unconfirmed] * 3 + [IdentityVerdict.unchecked] * 2 + [IdentityVerdict.verified]
    checks = tuple(replace(check, identity=replace(check.identity, verdict=verdict)) for verdict in verdicts)
    text = render(replace(report, pages=(replace(report.pages[0], citations=checks),)), "text", EN)
    first = " ".join("\n".join(text.splitlines()[:10]).split())
    assert re.search(r"References: 6; \w[^;.]* — 3, \w[^;.]* — 2, \w[^;.]* — 1\.", first), first


def test_the_report_of_a_long_draft_of_a_chat_is_at_most_120_lines() -> None:
    """A draft of 280 lines with 160 edits: what to do first, then each kind."""
    chosen = choose_profile("mlru", Settings())
    report = run_tidy([Page("draft.wiki", "Черновик", chat_draft())], chosen, Quiet())
    for speech in (RU, EN):
        lines = render(report, "text", speech, Style(width=80)).splitlines()
        assert len(lines) <= 120
        said = "\n".join(lines[:10])
        assert "--write" in said
        assert "mlwiki review" in said
        assert "--own-draft" in said


def test_a_finding_shows_claim_source_quote_and_what_to_do() -> None:
    """Each finding can be decided on from what stands under it."""
    text = render(builders.check_report(), "text", EN)
    block = text.split("SUP901")[1].split("mlwiki explain")[0]
    assert "“У формата FP16 показатель степени шире, чем у BF16.”" in block
    assert "[2] A Study of BFLOAT16" in block
    assert "https://arxiv.org/abs/1905.12322" in block
    assert "quote      “BF16 has eight exponent bits, three more than FP16” (с. 1)" in block
    assert "Mend the sentence." in block


def test_the_place_is_one_that_an_editor_opens() -> None:
    """``name:line:column`` stands at the beginning of the line, and is where the ref is."""
    text = render(builders.check_report(), "text", EN)
    found = re.search(r"^Смешанная точность:(\d+):(\d+)  SUP901", text, re.MULTILINE)
    assert found
    line = builders.TEXT.split("\n")[int(found[1]) - 1]
    assert line[int(found[2]) - 1 :].startswith('<ref name="bf16">')


def test_a_nearest_passage_is_said_to_prove_nothing() -> None:
    """What is only near never looks like a quote."""
    text = " ".join(render(builders.check_report(), "text", EN).split())
    assert (
        "nearest passage “Обучение проходит до трёх раз быстрее на устройствах с тензорными ядрами.” (с. 1) (not proof)"
        in text
    )


def test_hints_are_never_counted_as_findings() -> None:
    """A hint stands under its own heading; without findings the report says that nothing was raised."""
    report = builders.check_report(difference=None)
    page = replace(report.pages[0], findings=())
    text = render(replace(report, pages=(page,)), "text", EN)
    assert "Nothing raised." in text
    assert "hints of the embedded judge, not findings" in text
    assert "little of the claim was found" in text


def test_at_most_five_hints_are_shown_the_emptiest_first() -> None:
    """Looking first is for few things."""
    report = builders.check_report()
    page = replace(report.pages[0], citations=(builders.walled(),) * 9, findings=())
    text = render(replace(report, pages=(page,)), "text", EN)
    assert text.count("little of the claim was found") == 5


def test_what_was_not_checked_is_counted_with_its_reasons() -> None:
    """Unchecked never reads as fine."""
    report = builders.clean_report()
    coverage = Coverage(3, 3, 2, 7, 0, ((Reason.no_judge, 5), (Reason.paywall, 2)))
    text = render(replace(report, pages=(replace(report.pages[0], coverage=coverage),)), "text", RU)
    assert "Не сверено с источником: 7 утверждений: судья не настроен (5), текст за" in text


def test_an_incomplete_check_says_that_another_run_can_finish_it() -> None:
    """Incomplete and clean are different."""
    assert "another run can finish it" in render(builders.check_report(complete=False), "text", EN)
    assert "another run can finish it" not in render(builders.check_report(), "text", EN)


def test_quiet_leaves_one_line_a_raised_finding() -> None:
    """Five raised findings, five lines; a clean page prints nothing."""
    lines = render(builders.check_report(), "text", EN, Style(quiet=True)).splitlines()
    assert [re.search(r"\b[A-Z]{3}\d{3}\b", line)[0] for line in lines] == [  # type: ignore[index]  # each line has one
        "SUP901", "SRC902", "SRC901", "SRC903", "SUP902",
    ]  # fmt: skip
    assert render(builders.clean_report(), "text", EN, Style(quiet=True)) == ""


def test_a_tidy_lists_edits_and_says_how_many_wait_for_a_person() -> None:
    """Safe and review edits are told apart by a mark and counted."""
    text = render(builders.tidy_report(), "text", RU)
    assert "Смешанная точность:4:59  REF900 [*] слиты одинаковые сноски" in text
    assert "ART900 [?] след чата" in text
    assert "[*] 1 надёжная правка: её вносит --write" in text
    assert "[?] 1 правка ждёт человека и не внесена: mlwiki review" in text
    assert "сошлись 2 проверки" in text
    assert "[*] 1 надёжная правка внесена" in render(builders.tidy_report(), "text", RU, Style(written=True))


def test_a_blocked_push_shows_reasons_and_diff_and_saves_nothing() -> None:
    """Decision first, then what to mend, then exactly what would have been saved."""
    text = render(builders.push_report(), "text", RU)
    parts = ["✗ нельзя", "✗ SRC902", "! SUP902", "Доказанные ошибки: 3", "@@ -1,2 +1,2 @@", "Ничего не сохранено."]
    found = [text.index(part) for part in parts]
    assert found == sorted(found)
    assert "-старая строка\n+новая строка\n общая строка\n" in text


def test_a_changed_space_is_shown_in_the_diff() -> None:
    """Where a non-breaking space replaces a common one, a reader sees what changed."""
    report = builders.push_report()
    pushed = replace(report.pages[0], diff=unified("5 %\n", "5\u00a0%\n", "x"))
    assert "-5 %\n+5⟨U+00A0⟩%\n" in render(replace(report, pages=(pushed,)), "text", RU)


def test_a_saved_push_names_both_revisions() -> None:
    """What was saved over what."""
    assert "Сохранено: версия 4322 поверх 4321." in render(builders.push_report(saved=True), "text", RU)
    assert render(builders.push_report(saved=True), "text", RU, Style(quiet=True)) == ""


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal_unless_it_is_one_word(width: int) -> None:
    """Lines wrap at words; an address stays whole so that it can be copied."""
    text = render(builders.check_report(), "text", RU, Style(width))
    wide = [line for line in text.splitlines() if len(line) > width and len(line.split()) > 1]
    assert [line for line in wide if not re.search(r"\S{20,}$", line)] == []


def shown(style: Style = PLAIN) -> list[str]:
    """The three example reports in Russian."""
    return [
        render(builders.check_report(), "text", RU, style),
        render(builders.tidy_report(), "text", RU, style),
        render(builders.push_report(), "text", RU, style),
    ]


def test_colour_adds_nothing_but_colour() -> None:
    """With the colour taken out again the text is the same: colour is never the only signal."""
    for colored, plain in zip(shown(Style(color=True)), shown(), strict=True):
        assert ESCAPE.search(colored)
        assert [line.rstrip() for line in ESCAPE.sub("", colored).splitlines()] == plain.splitlines()


def test_only_labels_are_dimmed() -> None:
    """What a label says is as bright as the rest: the quote, the claim, what to do."""
    colored = render(builders.check_report(), "text", EN, Style(color=True))
    line = next(line for line in colored.splitlines() if "BF16 has eight" in line)
    assert re.match("\x1b\\[2m *quote *\x1b\\[0m“BF16", line)


def test_a_console_without_typographic_marks_gets_ascii_ones() -> None:
    """Every mark of the report can be written in code page 866, which has no guillemets, dashes or crosses."""
    for text in shown(Style(ascii_only=True)):
        assert text.encode("cp866").decode("cp866") == text


@SLOW
@given(strategies.check_reports)
def test_nothing_in_a_source_steers_the_terminal(report: CheckReport) -> None:
    """No control character and no mark of writing direction leaves the report, whatever pages and sources hold."""
    text = render(report, "text", EN)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", text)
    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]",
        ESCAPE.sub("", render(report, "text", RU, Style(color=True))),
    )


@SLOW
@given(strategies.tidy_reports, strategies.push_reports)
def test_any_tidy_and_push_can_be_shown(tidy: TidyReport, push: PushReport) -> None:
    """Whatever the records hold, there is a report that ends in one line feed."""
    for text in (render(tidy, "text", RU), render(push, "text", RU)):
        assert text == "" or (text.endswith("\n") and not text.endswith("\n\n"))
