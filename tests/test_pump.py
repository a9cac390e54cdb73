"""The pump sees every regular expression of the package, and what grows too fast does not pass it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from benchmarks.pump import timing
from benchmarks.pump.__main__ import time_rule
from benchmarks.pump.rules import Rule, UnseenPatternError, rules
from benchmarks.pump.timing import Timing, measure

_PLANTED = """
import re
from dataclasses import dataclass
from functools import partial

AT_TOP = re.compile("at top")
ROWS = {"a": [("b", re.compile("in a row"))]}

@dataclass(frozen=True)
class Row:
    form: re.Pattern[str]

ROW = Row(re.compile("in an instance"))

def inline(text):
    WORD = AT_TOP.match(text)
    return re.sub(rf"{AT_TOP.pattern} written", "", text, flags=re.IGNORECASE)
"""


def _planted(folder: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> list[Rule]:
    name = f"planted_{folder.name}"
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    (folder / name / "inner.py").write_text(source)
    monkeypatch.syspath_prepend(str(folder))
    package = __import__(name)
    monkeypatch.setitem(sys.modules, name, package)
    return rules(package, {})


def test_every_pattern_of_the_package_is_on_the_list() -> None:
    """No pattern is made where the pump cannot see it; one that is has its function in ``benchmarks/pump/built.py``."""
    listed = rules()
    assert len(listed) > 500
    assert {"bot.wikitext.lexer._opener", "bot.wikitext.markdown.formulas._TAGS"} <= {rule.name for rule in listed}


def test_a_new_pattern_is_drawn_in_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the top of a module, in a table, in an instance, written into a call."""
    found = {rule.pattern.pattern: rule for rule in _planted(tmp_path, monkeypatch, _PLANTED)}
    assert set(found) == {"at top", "in a row", "in an instance", "at top written"}
    assert found["at top"].runs() == ("match",)
    assert found["at top written"].pattern.flags & re.IGNORECASE
    assert found["in a row"].runs() == ("finditer", "fullmatch", "match")


def test_a_pattern_that_cannot_be_seen_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that makes a pattern of its own values has to say which."""
    with pytest.raises(UnseenPatternError, match=r"inner\.hidden"):
        _planted(
            tmp_path, monkeypatch, "import re\n\ndef hidden(word, text):\n    return re.sub(word + '+', '', text)\n"
        )


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted faults are plain: two runs of each size tell them."""
    monkeypatch.setattr(timing, "TIMES", 2)
    monkeypatch.setattr(timing, "STOP", 0.5)


def _measured(source: str, unit: str) -> Timing:
    return measure(lambda text: re.findall(source, text), ("", unit, "\0"), 1 << 13)


def test_a_slow_pattern_does_not_pass() -> None:
    """An exponential match is found by a string of the pattern's own source, a quadratic search by its growth."""
    assert time_rule(Rule("planted", re.compile("(?:bb?)*c"), {"match"}), small=True, enough=1).failed
    assert not _measured(r"\s*$x", " ").passed
    assert not _measured("<!--.*?-->", "<!--").passed


def test_a_slow_function_does_not_pass() -> None:
    """A way in whose loop is quadratic."""
    assert not measure(
        lambda text: sum(text[at:].count("a") for at in range(len(text))), ("", "ab", ""), 1 << 12
    ).passed


def test_linear_rules_pass() -> None:
    """What reads each character once is never refused."""
    assert _measured(r"(?<!\s)\s*+$x", " ").passed
    assert _measured("<[^<>]*>", "<").passed
