"""What ``import bot`` offers: the same records as the command line, and nothing that is not named."""

from __future__ import annotations

import asyncio
import doctest
import json
import sys
from pathlib import Path

import bot
from bot.config import JudgeSettings, ServiceSettings, Settings
from bot.model.words import IdentityVerdict
from bot.report.json import check_json, tidy_json
from bot.sample import draft_text
from tests.cli.command_line import mlwiki


def test_all_is_what_is_public() -> None:
    """Every public name is in ``__all__``, sorted, and there."""
    public = {
        name for name in vars(bot) if not name.startswith("_") and getattr(bot, name).__class__.__name__ == "function"
    }
    assert set(bot.__all__) == public | {"__version__"}
    assert list(bot.__all__) == sorted(bot.__all__)


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
