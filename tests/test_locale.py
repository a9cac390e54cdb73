"""Every text a person reads has its Russian."""

from __future__ import annotations

import ast
import importlib
import re
import string
import tomllib
from io import BytesIO
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from bot.cli.command import EXAMPLES as cli_examples  # noqa: N811  # the table has a name like it
from bot.cli.command import paragraphs
from bot.cli.help import COMMANDS, EXAMPLES, EXIT_CODES
from bot.codes import FAMILIES, all_codes, code_texts
from bot.locale import LANGUAGES, Speech
from bot.model.message import Message, msg, msg_n
from tests import templates
from tests.catalogue import COMPILED, catalogue, compiled

ROOT = Path(__file__).resolve().parents[1] / "bot"
CODES = ROOT / "texts" / "findings"


def literal(node: ast.expr) -> str | None:
    """The text of a string literal."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def source_strings() -> dict[str, list[str]]:
    """Every English source string in the code: its forms by its first form; what finding codes say too stands in their rows."""
    found: dict[str, list[str]] = {}
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id in {"msg", "msg_n"} and path.name != "message.py":
                forms = [literal(argument) for argument in node.args[: 2 if node.func.id == "msg_n" else 1]]
                assert all(form is not None for form in forms), f"{path.name}:{node.lineno}: msg() takes a literal"
                texts = [form for form in forms if form is not None]
                found[texts[0]] = texts
            if node.func.id == "say" and node.args and (text := literal(node.args[0])):
                found[text] = [text]
    for text in help_strings() | templates.messages():
        found[text] = [text]
    return {source: forms for source, forms in found.items() if source not in code_texts("ru")}


def help_strings() -> set[str]:
    """What ``--help`` says: the tables of the first page, and each command's texts."""
    texts = {row[-1] for row in (*COMMANDS, *EXAMPLES, *EXIT_CODES)}
    texts |= {"Usage: ", "Options", "Show this message and exit."}
    for name, _ in COMMANDS:
        command = importlib.import_module(f"bot.cli.{name}").command
        assert isinstance(command, click.Command)
        texts |= {part for part in paragraphs(command) if not part.startswith(cli_examples)}
        texts |= {
            parameter.help for parameter in command.params if isinstance(parameter, click.Option) and parameter.help
        }
    return texts


def fields(text: str) -> set[str]:
    """Placeholders of a format string."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def translations(catalogue: Catalog) -> dict[str, tuple[str, ...]]:
    """Russian by the English source string: one text, or the plural forms."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in catalogue:
        source = entry.id if isinstance(entry.id, str) else entry.id[0]
        found[source] = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
    found.pop("")
    return found


RUSSIAN = translations(catalogue())


def test_the_compiled_catalogue_is_the_written_one() -> None:
    """``ru.mo`` says what ``ru.po`` says; `python -m tests.catalogue` compiles it."""
    with COMPILED.open("rb") as file:
        assert translations(read_mo(file)) == translations(read_mo(BytesIO(compiled())))


def test_no_translation_is_unfinished() -> None:
    """An entry has its Russian, all three forms where it counts, and none is marked as doubtful."""
    assert [entry.id for entry in catalogue() if entry.fuzzy and entry.id] == []
    assert [source for source, forms in RUSSIAN.items() if not all(forms) or len(forms) not in {1, 3}] == []
    assert {source for source, forms in source_strings().items() if len(forms) == 2} == {
        source for source, forms in RUSSIAN.items() if len(forms) == 3
    }


def test_a_code_is_written_out_in_both_languages() -> None:
    """A row of ``bot/texts/findings`` has its severity and, in each language, one line of title, what it is and what to do."""
    for family in FAMILIES:
        rows = tomllib.loads((CODES / f"{family}.toml").read_text(encoding="utf-8"))
        for name, row in rows.items():
            assert re.fullmatch(rf"{family}[0-9]{{3}}", name)
            assert row.keys() - {"own_draft", "may_hold_sources"} == {"severity", *LANGUAGES}, name
            texts = [row[language][part] for language in LANGUAGES for part in ("title", "what", "do")]
            assert all(text and text == text.strip() and "\n" not in text for text in texts), name
            assert "{" not in row["en"]["title"] + row["ru"]["title"], name
    assert {path.stem for path in CODES.iterdir()} == set(FAMILIES)


def test_a_text_has_one_translation() -> None:
    """What a code says in English is said in one Russian way, in its row and nowhere else."""
    assert set(RUSSIAN) & set(code_texts("ru")) == set()
    said: dict[str, set[str]] = {}
    for family in FAMILIES:
        for row in tomllib.loads((CODES / f"{family}.toml").read_text(encoding="utf-8")).values():
            for part, english in row["en"].items():
                said.setdefault(english, set()).add(row["ru"][part])
    assert {english: russian for english, russian in said.items() if len(russian) > 1} == {}
    assert Speech("ru").say(all_codes()["SRC101"].title) == "такого идентификатора нет"


def test_no_message_lacks_its_russian() -> None:
    """The catalogue is complete."""
    missing = sorted(set(source_strings()) - set(RUSSIAN))
    assert missing == []


def test_no_translation_is_left_over() -> None:
    """The catalogue holds nothing that no code says."""
    used = set(source_strings())
    assert sorted(key for key in RUSSIAN if key not in used) == []


def test_placeholders_agree() -> None:
    """A translation fills the same fields as its source."""
    wrong = []
    for source, forms in source_strings().items():
        wanted = set().union(*(fields(form) for form in forms))
        translated = RUSSIAN.get(source, (source,))
        if any(not fields(form) <= wanted | {"n"} or (fields(source) - {"n"}) - fields(form) for form in translated):
            wrong.append(source)
    assert wrong == []


def test_plural_forms_follow_russian_grammar() -> None:
    """1 and 21 take the first form, 2 and 24 the second, 5, 11 and 112 the third."""
    say = Speech("ru").say
    forms = ("предупреждение", "предупреждения", "предупреждений")
    for n, form in ((1, 0), (21, 0), (2, 1), (24, 1), (5, 2), (11, 2), (112, 2), (0, 2)):
        assert say(msg_n("{n} warning", "{n} warnings", n)) == f"{n} {forms[form]}"
    assert say("") == ""


def test_an_unknown_string_is_said_in_english() -> None:
    """A gap in the catalogue costs the language, not the sense."""
    assert Speech("ru").say(Message("no such text {a}", (("a", 1),))) == "no such text 1"
    assert Speech("en").say(msg("x {a}", a=msg("y"))) == "x y"
    assert str(msg_n("{n} page", "{n} pages", 2)) == "2 pages"
