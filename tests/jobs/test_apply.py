"""Plan, then apply: the plan is a file like any other, and what it says is held against the text and the program."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

import bot.jobs.apply as apply_job
from bot.config import Settings
from bot.crash import PageBugError, bug_message
from bot.errors import EditConflict, GateHeld, InputError
from bot.jobs.apply import ApplyOptions, Ask, apply
from bot.jobs.files import read_file
from bot.jobs.memory import remembering
from bot.jobs.plan_file import read_plan, write_plan
from bot.jobs.session import Chosen, Quiet, Session, choose_of_plan, choose_profile
from bot.jobs.tidy import tidy
from bot.locale import Speech
from bot.model.edit import Edit, TidyPage
from bot.model.page import Page
from bot.model.plan import Choice
from bot.model.ports import WikiClient
from bot.model.report import PushReport
from bot.review.decisions import accept
from bot.store import Decided, Store, open_store
from bot.wikitext.proof import take
from bot.wikitext.text import Wikitext
from tests.cli.command_line import mlwiki

NOTE = "<ref>Vapnik V. Statistical Learning Theory. 1998.</ref>"
DRAFT = f"Метод `fit` обучает.{NOTE} Метод `predict` отвечает.{NOTE}\n\n== Примечания ==\n<references/>\n"


def chosen() -> Chosen:
    """The profile of machinelearning.ru."""
    return choose_profile("mlru", Settings())


def tidied(text: str, *, title: str = "Страница", name: str = "page.wiki") -> TidyPage:
    """A text tidied under a title."""
    return tidy([Page(name, title, text)], chosen(), Quiet()).pages[0]


def no_wiki() -> WikiClient:
    """For plans of files no wiki is opened."""
    raise AssertionError


def planned(folder: Path, text: str, store: Store) -> tuple[Path, dict[str, Any]]:
    """A file with its plan as data."""
    path = folder / "page.wiki"
    path.write_text(text, encoding="utf-8", newline="")
    report = tidy([Page(path.name, "page", text)], chosen(), Quiet())
    plan: dict[str, Any] = json.loads(write_plan(report, store, profile="mlru"))
    return path, plan


def applied(plan: dict[str, Any], store: Store, *, save: bool = True, ask: Ask = None) -> PushReport:
    """Apply a plan given as data."""
    session = Session(Settings(), store)
    return apply(read_plan("plan.json", json.dumps(plan)), no_wiki, chosen(), session, ApplyOptions(save, ask=ask))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the files is the current one, as a plan's relative names want."""
    monkeypatch.chdir(tmp_path)


def decide(plan: dict[str, Any], edit: str, what: str) -> None:
    """Write a person's decision into a plan."""
    plan["pages"][0]["decisions"].append({"id": edit, "decision": what, "reason": "", "by": "Автор", "at": None})


def test_a_plan_does_what_tidy_would(tmp_path: Path) -> None:
    """Applied whole, a plan makes the text that tidying makes; the original is kept; without --save nothing is written."""
    with open_store(None) as store:
        path, plan = planned(tmp_path, DRAFT, store)
        shown = applied(plan, store, save=False)
        assert shown.pages[0].diff
        assert path.read_text(encoding="utf-8") == DRAFT
        applied(plan, store)
    assert path.read_text(encoding="utf-8") == tidied(DRAFT).text
    assert path.with_name("page.wiki.orig").read_text(encoding="utf-8") == DRAFT


def test_a_rejected_edit_is_left_with_what_needs_it(tmp_path: Path) -> None:
    """Only the other edits are made, and the proof holds for the text they make."""
    with open_store(None) as store:
        path, plan = planned(tmp_path, DRAFT, store)
        code = next(edit for edit in plan["pages"][0]["edits"] if edit["spans"][0]["start"] == DRAFT.index("`fit"))
        decide(plan, code["id"], "reject")
        applied(plan, store)
    text = path.read_text(encoding="utf-8")
    assert "`fit`" in text
    assert "`predict`" not in text


def test_a_file_that_has_moved_is_refused(tmp_path: Path) -> None:
    """One letter is enough: nothing is written, the exit code is a refusal's, and it is said what to do."""
    with open_store(None) as store:
        path, plan = planned(tmp_path, DRAFT, store)
        path.write_text(DRAFT + "!", encoding="utf-8")
        with pytest.raises(EditConflict, match="changed") as caught:
            applied(plan, store)
    assert caught.value.exit_code == 3
    assert caught.value.hint is not None
    assert path.read_text(encoding="utf-8") == DRAFT + "!"


def forged(folder: Path, store: Store) -> tuple[Path, dict[str, Any], str]:
    """A plan whose first edit brings other words than this program's, accepted by the plan's own decision; the edit's id."""
    path, plan = planned(folder, DRAFT, store)
    edit = plan["pages"][0]["edits"][0]
    edit["spans"][0]["after"] += " сочинено моделью"
    decide(plan, edit["id"], "accept")
    return path, plan, edit["id"]


def test_what_a_plan_calls_safe_or_accepted_is_not_believed(tmp_path: Path) -> None:
    """Neither its word nor its own decision counts: refused with exit 3, and nothing is written."""
    with open_store(None) as store:
        path, plan, _ = forged(tmp_path, store)
        with pytest.raises(GateHeld, match="nobody here has accepted") as caught:
            applied(plan, store)
        plan["pages"][0]["decisions"].clear()
        with pytest.raises(GateHeld):
            applied(plan, store)
        plan["pages"][0]["edits"][0]["fix"] = "review"
        assert applied(plan, store).pages[0].text == take_back(DRAFT, plan)
    assert caught.value.exit_code == 3
    assert "сочинено" not in path.read_text(encoding="utf-8")


def take_back(text: str, plan: dict[str, Any]) -> str:
    """The text with only the edits that are this program's own."""
    ours = {edit.id: edit for edit in tidied(text, title="page").edits}
    kept = [ours[edit["id"]] for edit in plan["pages"][0]["edits"][1:]]
    return take(Wikitext.of(text, chosen().profile), kept, {edit.id for edit in kept}).text


def test_an_acceptance_kept_here_counts_for_the_words_that_were_accepted(tmp_path: Path) -> None:
    """The store's decision on an id does not let a plan bring other words under that id."""
    with open_store(None) as store:
        path, plan, name = forged(tmp_path, store)
        store.decide(Decided(name, Choice.accept.value, "", "Автор"))
        with pytest.raises(GateHeld):
            applied(plan, store)
        (edit,) = [edit for edit in read_plan("x", json.dumps(plan)).pages[0].edits if edit.id == name]
        accept(store, edit, "Автор")
        applied(plan, store)
    assert "сочинено моделью" in path.read_text(encoding="utf-8")


def test_two_edits_under_one_id_are_two_edits(tmp_path: Path) -> None:
    """A forger copies the id of an edit that tidying makes and puts his own words beside it."""
    with open_store(None) as store:
        path, plan = planned(tmp_path, DRAFT, store)
        edits = plan["pages"][0]["edits"]
        copy = json.loads(json.dumps(edits[0]))
        at = DRAFT.index("== Прим")
        copy["spans"] = [{**copy["spans"][0], "start": at, "end": at, "before": "", "after": "Чужие слова.\n\n"}]
        for fix in ("safe", "review"):
            plan["pages"][0]["edits"] = [*edits, {**copy, "fix": fix}]
            plan["pages"][0]["decisions"] = []
            decide(plan, copy["id"], "accept")
            with pytest.raises(GateHeld):
                applied(plan, store)
    assert path.read_text(encoding="utf-8") == DRAFT


def test_a_person_is_shown_what_nobody_accepted(tmp_path: Path) -> None:
    """Yes makes the edit, no leaves it and makes the others."""
    with open_store(None) as store:
        path, plan, name = forged(tmp_path, store)
        shown: list[str] = []

        def no(_: Page, edit: Edit) -> bool:
            shown.append(edit.id)
            return False

        applied(plan, store, ask=no)
        assert "сочинено" not in path.read_text(encoding="utf-8")
        path.write_text(DRAFT, encoding="utf-8", newline="")
        applied(plan, store, ask=lambda _, edit: edit.id == name)
    assert shown == [name]
    assert "сочинено моделью" in path.read_text(encoding="utf-8")


def test_a_page_that_is_refused_keeps_the_whole_plan_from_being_written(tmp_path: Path) -> None:
    """The first page is in order, the second is forged: neither is written."""
    with open_store(None) as store:
        path, plan, _ = forged(tmp_path, store)
        (tmp_path / "first.wiki").write_text(DRAFT, encoding="utf-8", newline="")
        report = tidy([Page("first.wiki", "first", DRAFT)], chosen(), Quiet())
        plan["pages"].insert(0, json.loads(write_plan(report, store, profile="mlru"))["pages"][0])
        with pytest.raises(GateHeld):
            applied(plan, store)
    assert {file.read_text(encoding="utf-8") for file in (path, tmp_path / "first.wiki")} == {DRAFT}


@pytest.mark.parametrize(
    "name",
    ["{out}/x.wiki", "../x.wiki", "a/../../x.wiki", "..\\x.wiki", "C:x.wiki", "C:\\x.wiki", "\\\\host\\share\\x.wiki",
     "\\x.wiki", "//host/share/x.wiki", "link.wiki", "folder/x.wiki", "page.txt", ".bashrc", "dressed.wiki"],
)  # fmt: skip
def test_a_plan_names_wiki_files_inside_the_folder_only(tmp_path: Path, name: str) -> None:
    """No other path, whichever way it is spelled or linked: exit 2, and the file stays as it was."""
    out, home = tmp_path / "out", tmp_path / "home"
    for folder in (out, home, home / "a"):
        folder.mkdir()
    for file in (out / "x.wiki", tmp_path / "x.wiki", home / "page.txt", home / ".bashrc"):
        file.write_text(DRAFT, encoding="utf-8", newline="")
    (home / "link.wiki").symlink_to(out / "x.wiki")
    (home / "folder").symlink_to(out)
    (home / "dressed.wiki").symlink_to(home / ".bashrc")
    with open_store(None) as store, contextlib.chdir(home):
        _, plan = planned(home, DRAFT, store)
        plan["pages"][0]["name"] = name.format(out=out)
        with pytest.raises(InputError, match="inside the current folder") as caught:
            applied(plan, store)
    assert caught.value.exit_code == 2
    left = (out / "x.wiki", tmp_path / "x.wiki", home / "page.txt", home / ".bashrc", home / "page.wiki")
    assert {file.read_text(encoding="utf-8") for file in left} == {DRAFT}


def test_a_link_that_stays_in_the_folder_is_followed(tmp_path: Path) -> None:
    """As everywhere else: the file behind it is written."""
    with open_store(None) as store:
        path, plan = planned(tmp_path, DRAFT, store)
        (tmp_path / "link.wiki").symlink_to(path)
        plan["pages"][0]["name"] = "link.wiki"
        applied(plan, store)
    assert path.read_text(encoding="utf-8") == tidied(DRAFT).text


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"schema": "mlwiki/plan/2", "pages": []}', '{"schema": "mlwiki/plan/1"}',
     '{"schema": "mlwiki/plan/1", "pages": [{"name": 1}]}', '{"schema": "mlwiki/plan/1", "pages": [[]]}', "[" * 200_000,
     '{"schema": "mlwiki/plan/1", "schema": "mlwiki/plan/1", "pages": []}', f'{{"schema": {"9" * 5000}}}', '{"schema": NaN}',
     r'{"schema": "mlwiki/plan/1", "pages": [], "x": "\ud800"}'],
)  # fmt: skip
def test_what_is_no_plan_is_one_clear_error(text: str) -> None:
    """Never a traceback, always what to do."""
    with pytest.raises(InputError, match="is not a plan"):
        read_plan("x.json", text)


def test_ids_survive_reformatting_renaming_and_reordering() -> None:
    """The same faults on a page that was re-wrapped and whose refs were renamed and reordered have the same ids."""
    rest, end = "Второе [cite: 3] здесь[cite_start].", "\n<references/>"
    one = f"Первое `fit` утверждение.<ref name=a>Книга А. 1998. 10.1/x</ref>\n\n{rest}{end}"
    other = f"{rest}\n\n\nПервое   `fit` утверждение.<ref name='b'>Книга А. 1998. 10.1/x</ref>{end}"
    first, second = tidied(one), tidied(other)
    assert {edit.id for edit in first.edits} == {edit.id for edit in second.edits}
    assert {finding.id for finding in first.findings} == {finding.id for finding in second.findings}


def test_what_was_rejected_or_called_a_false_alarm_does_not_come_back() -> None:
    """Remembered in the store by the ids: the edit is not offered, the finding not raised, and the rest is proven anew."""
    page = tidied(DRAFT)
    code = next(edit for edit in page.edits if edit.spans[0].start == DRAFT.index("`fit"))
    with open_store(None) as store:
        report = tidy([page.page], chosen(), Quiet())
        assert remembering(report, chosen().profile, store) is report
        store.decide(Decided(code.id, Choice.reject.value, "так и надо", "Автор"))
        again = remembering(report, chosen().profile, store).pages[0]
        assert code.id not in {edit.id for edit in again.edits}
        assert "`fit`" in again.text
        assert "`predict`" not in again.text
        assert again.proof.ok
    noisy = tidied("Текст без источника [cite: 3].")
    assert noisy.findings
    with open_store(None) as store:
        for finding in noisy.findings:
            store.decide(Decided(finding.id, Choice.false_alarm.value, "не то", "Автор"))
        report = tidy([noisy.page], chosen(), Quiet())
        assert remembering(report, chosen().profile, store).pages[0].findings == ()


def test_plan_and_apply_by_command(tmp_path: Path) -> None:
    """First tidy --plan, then apply: shown without --save, written with it; a second apply is refused, for the file has moved."""
    path = tmp_path / "page.wiki"
    path.write_text(DRAFT, encoding="utf-8")
    made = mlwiki("tidy", "page.wiki", "--profile", "mlru", "--plan", "plan.json", cwd=tmp_path)
    assert json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))["schema"] == "mlwiki/plan/1", made.err
    shown = mlwiki("apply", "plan.json", "--profile", "mlru", cwd=tmp_path)
    assert shown.code == 0, shown.err
    assert path.read_text(encoding="utf-8") == DRAFT
    done = mlwiki("apply", "plan.json", "--profile", "mlru", "--save", cwd=tmp_path)
    assert done.code == 0, done.err
    assert path.read_text(encoding="utf-8") == tidied(DRAFT).text
    again = mlwiki("apply", "plan.json", "--profile", "mlru", "--save", cwd=tmp_path)
    assert again.code == 3
    assert len(again.error_lines) == 1
    assert read_file(path).text == tidied(DRAFT).text


@pytest.mark.usefixtures("here")
def test_a_bug_in_proving_one_page_writes_nothing_and_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 5 in one line; the page of the plan that came before is not written either."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = {}
    for name in ("a", "b"):
        (tmp_path / f"{name}.wiki").write_text("Метод `fit`.", encoding="utf-8")
        before[name] = (tmp_path / f"{name}.wiki").read_bytes()
    assert mlwiki("tidy", "a.wiki", "b.wiki", "--plan", "plan.json", cwd=tmp_path).code in {0, 1}

    def faulty(target: Any, *given: Any) -> Any:  # whatever it is given
        if target.plan.name == "b.wiki":
            raise OverflowError
        return proven(target, *given)

    proven = apply_job._proven
    monkeypatch.setattr(apply_job, "_proven", faulty)
    plan = read_plan("plan.json", (tmp_path / "plan.json").read_text(encoding="utf-8"))
    with open_store(None) as store, pytest.raises(PageBugError) as caught:
        apply(plan, no_wiki, chosen(), Session(Settings(), store), ApplyOptions(save=True))
    told = str(bug_message(caught.value))
    assert "OverflowError" in told
    assert "«b.wiki»" in told
    assert "nothing was saved" in told
    assert {name: (tmp_path / f"{name}.wiki").read_bytes() for name in before} == before


@pytest.mark.usefixtures("here")
def test_a_plan_is_applied_on_a_machine_without_the_same_settings(tmp_path: Path) -> None:
    """Another HOME, no settings, no ``--profile``: the plan's own profile decides, and its edits are made as planned."""
    draft = f"Формула <tex>x</tex>. {DRAFT}"
    (tmp_path / "page.wiki").write_text(draft, encoding="utf-8")
    assert mlwiki("tidy", "page.wiki", "--plan", "plan.json", "--profile", "mlru", cwd=tmp_path).code in {0, 1}
    assert json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))["profile"] == "mlru"
    other = tmp_path / "other"
    other.mkdir()
    for name in ("page.wiki", "plan.json"):
        (other / name).write_bytes((tmp_path / name).read_bytes())
    home = {"HOME": str(other / "home"), "XDG_CONFIG_HOME": str(other / "config"), "MLWIKI_STATE": str(other / "state")}
    ran = mlwiki("apply", "plan.json", "--save", cwd=other, environment=home)
    assert ran.code == 0, ran.err
    assert "profile mlru: the plan was made with it" in ran.text
    assert (other / "page.wiki").read_text(encoding="utf-8") == tidied(draft).text


def test_a_plan_without_a_profile_is_read_with_todays_settings_and_says_so() -> None:
    """Plans of earlier versions hold none; a name that is no profile makes it no plan."""
    assert read_plan("p", '{"schema": "mlwiki/plan/1", "pages": []}').profile is None
    with pytest.raises(InputError):
        read_plan("p", '{"schema": "mlwiki/plan/1", "profile": "../x", "pages": []}')
    told = choose_of_plan(None, chosen(), flag=False)
    assert told.profile == chosen().profile
    assert "does not name its profile" in Speech("en").say(told.why)
    assert choose_of_plan("enwiki", chosen(), flag=True) == chosen()


def test_a_strangers_plan_that_names_another_profile_rewrites_no_markup_by_itself() -> None:
    """What is safe under a profile that a person named waits where only a plan names it: ``<tex>`` stays."""
    named = choose_of_plan("modern", chosen(), flag=False)
    text = "Формула <tex>x</tex> [[Изображение:a.png]]"
    assert tidy([Page("p.wiki", "P", text)], named, Quiet()).pages[0].text == text


@pytest.mark.usefixtures("here")
def test_a_plan_of_a_wiki_page_names_its_wiki_where_none_is_set(tmp_path: Path) -> None:
    """The plan's address is only shown: nobody is asked anything at an address that a stranger wrote."""
    page = {
        "name": "title:A", "title": "A", "wiki": "http://127.0.0.1:9/index.php", "revid": 1, "text_sha256": "0" * 64,
        "edits": [], "findings": [], "decisions": [], "talk": None,
    }  # fmt: skip
    plan = {"schema": "mlwiki/plan/1", "profile": "modern", "pages": [page]}
    (tmp_path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    ran = mlwiki("apply", "plan.json", cwd=tmp_path)
    assert ran.code == 2
    assert "the plan is for http://127.0.0.1:9/index.php" in ran.err
