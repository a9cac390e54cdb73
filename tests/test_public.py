"""What ``import bot`` offers: the same records as the command line, and nothing that is not named."""

from __future__ import annotations

import asyncio
import doctest
import inspect
import json
import sys
from dataclasses import is_dataclass
from pathlib import Path

import pytest

import bot
from bot.config import JudgeSettings, ServiceSettings, Settings
from bot.errors import InputError
from bot.model.reasons import Reason
from bot.model.verdict import (
    Conflict,
    Contradicted,
    Evidence,
    NotInSource,
    Partial,
    Quote,
    Support,
    Supported,
    Unjudged,
)
from bot.model.words import ConflictKind, IdentityVerdict, Scope, SupportVerdict
from bot.report.records import check_json, support_json, tidy_json
from bot.sample import draft_text
from tests.cli.command_line import mlwiki

CONFLICT = Conflict(ConflictKind.figure, "9", "8")


def test_all_is_what_is_public() -> None:
    """Every public name is in ``__all__``, sorted, and there."""
    public = {
        name for name in vars(bot) if not name.startswith("_") and getattr(bot, name).__class__.__name__ == "function"
    }
    records = {name for name in bot.__all__ if isinstance(getattr(bot, name), type)}
    assert set(bot.__all__) == public | records | {"__version__"}
    assert list(bot.__all__) == sorted(bot.__all__)


def test_what_is_public_is_documented_and_typed() -> None:
    """Functions and records alike have a docstring; every parameter and result is annotated."""
    for name in set(bot.__all__) - {"__version__"}:
        thing = getattr(bot, name)
        assert (thing.__doc__ or "").strip(), name
        if isinstance(thing, type):
            assert is_dataclass(thing)
        else:
            assert set(inspect.signature(thing).parameters) | {"return"} == set(thing.__annotations__)
    assert not hasattr(bot, "nothing_of_ours")


#: JSON's maps whose record is a row of pairs or of records; and a span's line, which only the page's text tells.
AS_PAIRS = {"checks", "consulted", "fields", "skipped"}


def assert_carries(record: object, told: object, where: str = "") -> None:
    """Every key of a JSON object is an attribute of its record, all the way down."""
    if isinstance(told, list):
        assert isinstance(record, tuple), where
        assert len(record) == len(told), where
        for one, other in zip(record, told, strict=True):
            assert_carries(one, other, where)
    elif isinstance(told, dict):
        for key, value in told.items():
            if key == "schema" or (key == "line" and where.endswith("spans")):
                continue
            assert hasattr(record, key), f"{where}.{key}"
            if key not in AS_PAIRS:
                assert_carries(getattr(record, key), value, f"{where}.{key}")


def test_records_carry_the_names_of_the_json() -> None:
    """Whoever knows the contract's JSON knows the records: nothing has another name, nothing lies a level deeper."""
    text = "Метод `fit`<ref>Micikevicius P. Mixed Precision Training. 2018. DOI: 10.1234/x</ref>.\n<references/>"
    tidied = bot.tidy(text, profile="mlru")
    assert_carries(tidied, tidy_json(tidied))
    services = {name: ServiceSettings("", enabled=False) for name in Settings().services}
    report = bot.check(text, profile="mlru", settings=Settings(judge=JudgeSettings(kind="none"), services=services))
    assert report.pages[0].citations[0].wikitext.startswith("Micikevicius")
    assert report.pages[0].citations[0].claims[0].support.verdict is SupportVerdict.unjudged
    assert_carries(report, check_json(report))


def test_every_support_verdict_answers_to_the_same_names() -> None:
    """A reader of records need not ask first which of the five it is."""
    evidence, quote = Evidence(Scope.abstract, judge="m"), Quote("words", 0, 5, "")
    verdicts: list[Support] = [
        Supported(quote, evidence), Partial(quote, evidence), Contradicted(quote, evidence, CONFLICT), NotInSource(evidence),
        Unjudged(Reason.budget_spent, evidence),
    ]  # fmt: skip
    for support in verdicts:
        told = support_json(support)
        assert (support.verdict.value, support.reason.value) == (told["verdict"], told["reason"])
        assert (support.scope.value, support.judge, support.hint) == (told["scope"], told["judge"], told["hint"])
        assert (support.quote_found, support.quote is not None) == (told["quote_found"], told["quote"] is not None)


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b", "я" * 1_100_000])
def test_what_the_command_line_refuses_is_refused_in_python_too(text: str) -> None:
    """NUL, half a character, more than MediaWiki takes."""
    with pytest.raises(InputError):
        bot.tidy(text)
    with pytest.raises(InputError):
        bot.check(text)


def test_the_example_in_the_docstring_is_true() -> None:
    """Documentation that is run."""
    assert doctest.testmod(bot).failed == 0


def test_tidy_gives_what_the_command_line_gives(tmp_path: Path) -> None:
    """The same edits, findings and text, by code and by command."""
    (tmp_path / "page.wiki").write_text("Метод `fit`.", encoding="utf-8")
    ran = mlwiki("tidy", "page.wiki", "--profile", "mlru", "--format", "json", cwd=tmp_path)
    told = json.loads(ran.text)["pages"][0]
    made = tidy_json(bot.tidy("Метод `fit`.", profile="mlru"))["pages"][0]
    for key in ("text", "changed", "text_sha256", "proof"):
        assert told[key] == made[key]
    assert [edit["spans"] for edit in told["edits"]] == [edit["spans"] for edit in made["edits"]]


def test_check_without_any_service_convicts_nobody() -> None:
    """With every service switched off nothing is verified, nothing is denied, and both forms agree."""
    services = {name: ServiceSettings("", enabled=False) for name in Settings().services}
    settings = Settings(judge=JudgeSettings(kind="none"), services=services)
    text = "Утверждение<ref>Micikevicius P. Mixed Precision Training. 2018. DOI: 10.1234/x</ref>.\n<references/>"
    report = bot.check(text, profile="mlru", settings=settings)
    assert report.pages[0].citations[0].identity.verdict is IdentityVerdict.unchecked
    assert report.pages[0].findings == ()
    assert check_json(report) == check_json(asyncio.run(bot.acheck(text, profile="mlru", settings=settings)))


def test_tidying_the_sample_needs_no_heavy_library() -> None:
    """Tidy is offline and light: none of the network's or the judge's libraries is loaded for it."""
    import subprocess

    code = (
        "import sys, bot\nfrom bot.sample import draft_text\nbot.tidy(draft_text(), profile='mlru')\n"
        "print([n for n in ('httpx', 'openai', 'pywikibot', 'bs4', 'trafilatura', 'numpy', 'vcr') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert draft_text()
