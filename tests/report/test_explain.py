"""``mlwiki explain CODE`` says what a code means, in both languages."""

from __future__ import annotations

import pytest

from bot.codes import Code, all_codes
from bot.locale import Speech
from bot.report.phrases import explain
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
