"""``mlwiki explain CODE`` says what a code means, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.codes import Code, all_codes
from bot.locale import Speech
from bot.model.words import CitationKind
from bot.report.kinds import explain_kind
from bot.report.phrases import explain
from tests.cli.command_line import mlwiki
from tests.report import builders


@pytest.mark.parametrize("code", [*all_codes().values(), *builders.CODES.values()], ids=lambda code: code.code)
def test_every_code_is_explained_in_both_languages(code: Code) -> None:
    """Title, severity, what it is and what to do all stand there."""
    for language in ("en", "ru"):
        speech = Speech(language)
        text = explain(code, speech)
        assert text.startswith(f"{code.code} — {speech.say(code.title)} (")
        assert speech.say(code.what) in text
        assert speech.say(code.do) in text
        assert text.endswith("\n")


@pytest.mark.parametrize("kind", CitationKind)
def test_every_kind_of_citation_is_explained_in_both_languages(kind: CitationKind) -> None:
    """What it is, what is verified, how reports and ``--source`` name it."""
    english, russian = (explain_kind(kind, Speech(language)) for language in ("en", "ru"))
    assert english.startswith(f"{kind.value} — ")
    assert "What is verified:" in english
    assert "Что проверяется:" in russian
    assert english.count("\n") == russian.count("\n")


def test_the_command_explains_kinds(tmp_path: Path) -> None:
    """``mlwiki explain listed``; a word that is neither code nor kind is told of both."""
    assert "Литература, 3" in mlwiki("explain", "Listed", "--lang", "ru", cwd=tmp_path).text
    assert "note, short, inline, listed, draft" in mlwiki("explain", "foo", cwd=tmp_path).err


@pytest.mark.parametrize(
    ("language", "said"), [("en", "the same but for the subtitle"), ("ru", "то же, кроме подзаголовка")]
)
def test_a_verdict_is_explained_by_the_levels_behind_it(tmp_path: Path, language: str, said: str) -> None:
    """Every field's levels with their weights, in the reader's language; a report shows the same lines of a work."""
    ran = mlwiki("explain", "WRONG_WORK", "--lang", language, cwd=tmp_path)
    assert ran.code == 0
    line = next(line for line in ran.text.splitlines() if said in line)
    assert line.split()[0].startswith("+")
