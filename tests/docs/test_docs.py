"""What a reader is told to type exists, both READMEs say the same, and what the program can write of itself it wrote."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bot.codes import all_codes
from bot.config.load import load
from bot.locale import Speech
from tests.docs.pages import PAGES, command_named

ROOT = Path(__file__).resolve().parents[2]
READMES = (ROOT / "README.md", ROOT / "README.ru.md")
#: Pages that people wrote; the others are held by ``test_a_page_of_the_program_is_what_it_says_now``.
WRITTEN = (*READMES, *sorted(page for page in (ROOT / "docs").glob("*.md") if page.name not in PAGES))
WRITTEN_TOO = sorted((ROOT / "deploy").rglob("*.md"))
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text_of(page: Path) -> str:
    """A page's text."""
    return page.read_text(encoding="utf-8")


def blocks(page: Path, *languages: str) -> list[str]:
    """Fenced blocks in these languages."""
    return [body for language, body in FENCE.findall(text_of(page)) if language in languages]


def typed(page: Path) -> Iterator[list[str]]:
    """Every line of a page's shell blocks that calls ``mlwiki``, as the shell splits it."""
    for block in blocks(page, "sh", "powershell"):
        for line in block.splitlines():
            for call in re.findall(r"(?:^|[;&/\\] ?)(mlwiki [^;&|<>]*)", re.sub(r"(?<!\S)#.*", "", line)):
                yield shlex.split(call)[1:]


def mentioned(page: Path) -> Iterator[list[str]]:
    """Every `mlwiki …` in running text, where places may be left open by an ellipsis or capitals."""
    prose = FENCE.sub("", text_of(page))
    for call in re.findall(r"`mlwiki ([^`]+)`", prose):
        yield call.split()


@pytest.mark.parametrize("page", [*WRITTEN, *WRITTEN_TOO], ids=lambda page: page.name)
def test_every_command_line_is_one_that_the_program_takes(page: Path) -> None:
    """Command, flags, values and the number of arguments are right: click reads each line without running it."""
    wrong = []
    for words in typed(page):
        try:
            command_named(words[0]).make_context(words[0], list(words[1:]))
        except (KeyError, click.ClickException, click.exceptions.Exit) as error:
            wrong.append(f"mlwiki {' '.join(words)}: {error}")
    assert wrong == []


@pytest.mark.parametrize("page", [*WRITTEN, *WRITTEN_TOO], ids=lambda page: page.name)
def test_every_command_that_is_mentioned_exists_with_its_flags(page: Path) -> None:
    """Also in the middle of a sentence."""
    wrong = []
    for name, *rest in mentioned(page):
        if name.startswith(("-", "…", "COMMAND", "КОМАНДА")):
            continue
        try:
            known = {flag for parameter in command_named(name).params for flag in parameter.opts} | {"--help"}
        except KeyError:
            wrong.append(name)
            continue
        wrong += [f"{name} {word}" for word in rest if word.startswith("-") and len(word) > 1 and word not in known]
    assert wrong == []


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_every_settings_block_is_read_by_the_program(page: Path, tmp_path: Path) -> None:
    """An example that somebody pastes into mlwiki.toml has no unknown key and no impossible value."""
    for block in blocks(page, "toml"):
        tomllib.loads(block)
        path = tmp_path / "mlwiki.toml"
        path.write_text(block, encoding="utf-8")
        load(path, {})


@pytest.mark.parametrize("page", [*WRITTEN, *WRITTEN_TOO], ids=lambda page: page.name)
def test_links_and_codes_lead_somewhere(page: Path) -> None:
    """Files that a page links or shows are there, codes that it names are known."""
    text = text_of(page)
    targets = [one for one in re.findall(r"\]\(([^)#\s]+)\)", text) if "://" not in one]
    assert [one for one in targets if not (page.parent / one).exists()] == []
    named = set(re.findall(r"\b(?:REF|ART|SRC|SUP|WIKI|GATE|BUG)\d{3}\b", text))
    assert named - set(all_codes()) == set()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_program_is_what_it_says_now(name: str) -> None:
    """``--help`` and `mlwiki explain` cannot say something else than docs (python -m tests.docs.pages writes them)."""
    page, language = PAGES[name]
    assert text_of(ROOT / "docs" / name) == page(language)


def shape(page: Path) -> dict[str, object]:
    """What two translations share: levels of headings, commands, settings, pictures, links, rows and items."""
    text = text_of(page)
    prose = FENCE.sub("", text)
    bare = [
        re.sub(r"\s*(?<!\S)#.*", "", block, flags=re.MULTILINE) for block in blocks(page, "sh", "powershell", "toml")
    ]
    links = re.findall(r"\]\(([^)]+)\)", prose)
    return {
        "headings": [line.split()[0] for line in prose.splitlines() if line.startswith("#")],
        "blocks": bare,
        "diffs": blocks(page, "diff"),
        "links": [link for link in links if link not in {one.name for one in READMES}],
        "rows": sum(line.startswith("|") for line in prose.splitlines()),
        "items": sum(line.startswith("- ") for line in prose.splitlines()),
        "numbers": sorted(re.findall(r"\d+", re.sub(r"(\d)[,.](\d)", r"\1\2", re.sub(r"`[^`]*`", "", prose)))),
    }


def test_both_readmes_say_the_same() -> None:
    """The same sections, commands, settings, pictures, links, and every number."""
    english, russian = map(shape, READMES)
    for name, said in english.items():
        assert russian[name] == said, name


def test_the_russian_readme_is_russian() -> None:
    """Outside of code no sentence is left in English."""
    prose = re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>", "", FENCE.sub("", text_of(READMES[1])))
    lines = [
        line
        for line in prose.splitlines()
        if len(re.findall(r"[A-Za-z]{2,}", line)) > 2 * len(re.findall(r"[а-яё]{2,}", line))
    ]
    assert [line for line in lines if len(line.split()) > 4 and not line.startswith("| [")] == []


def test_readme_names_every_exit_code_and_format() -> None:
    """Who writes a script finds them on one page."""
    from bot.cli.help import EXIT_CODES
    from bot.report import FORMATS

    for page in READMES:
        text = text_of(page)
        assert all(f"`{name}`" in text or f"--format {name}`" in text for name in FORMATS if name != "text")
        assert all(re.search(rf"\b{code} [a-zа-я]", text) for code, _ in EXIT_CODES)


def test_a_command_that_is_not_there_is_found_out(tmp_path: Path) -> None:
    """The tests above can fail: a wrong flag, a wrong command and a wrong key are seen."""
    page = tmp_path / "page.md"
    page.write_text("```sh\nmlwiki tidy x --no-such\n```\n`mlwiki fly` and `mlwiki tidy --wings`\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        test_every_command_line_is_one_that_the_program_takes(page)
    with pytest.raises(AssertionError):
        test_every_command_that_is_mentioned_exists_with_its_flags(page)
    assert Speech("ru").language == "ru"


def test_every_habit_is_answered_and_what_holds_it_is_there() -> None:
    """docs/decisions.md: thirty-six rows, each done or left out with a reason, each naming files that exist."""
    text = text_of(ROOT / "docs" / "decisions.md")
    rows = {int(number): rest for number, rest in re.findall(r"^\| (\d+) \|(.*)$", text, re.MULTILINE)}
    assert sorted(rows) == list(range(1, 37))
    assert [number for number, rest in rows.items() if not re.search(r"\bdone\b|\bleft out\b", rest)] == []
    named = set(re.findall(r"`((?:tests|bot|deploy)/[\w./]+)`", text))
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert all(re.search(r"`(?:tests|bot)/", rest) for rest in rows.values())
