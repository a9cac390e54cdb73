"""A hundred hostile pages against a model that obeys them all: none becomes *supported*."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.judge.instructs import instruction_in
from bot.model.reasons import Reason
from bot.model.verdict import Unjudged
from tests.fakes.model import Scripted, ScriptedModel
from tests.judge.rig import Rig, claim, source
from tests.judge.test_passages import PAGE

CASES = Path(__file__).resolve().parents[1] / "cases" / "hostile"
CLAIM = "Обучение в формате bfloat16 невозможно без эталонных весов."


def lines(name: str) -> list[str]:
    """The lines of a case file."""
    return [
        line for line in (CASES / f"{name}.txt").read_text(encoding="utf-8").splitlines() if line and line[:2] != "# "
    ]


def frames(line: str) -> list[str]:
    """The same order in the middle of the text, in a list, broken over lines, in capitals and with odd spaces."""
    return [
        PAGE.replace("Master weights", f"{line} Master weights"),
        PAGE.replace("Master weights", f"\n\n* {line}\n\nMaster weights"),
        PAGE.replace("Master weights", line.replace(" ", "\n", 2) + "\n\nMaster weights"),
        PAGE + "\n\n" + line.upper(),
        PAGE + "\n\n" + line.replace(" ", "\u00a0\u200b"),
    ]


def test_there_are_a_hundred() -> None:
    """In English and in Russian."""
    assert len(lines("instructions")) >= 100


def test_an_obedient_model_supports_no_hostile_page() -> None:
    """The model confirms whatever it is asked with words that really stand on the page; code does not let it."""
    obedient = Scripted("", "supported", "Master weights are kept in single precision")
    with ScriptedModel([obedient]) as model:
        rig = Rig(model)
        pairs = [(claim(CLAIM), source(frames(line)[0])) for line in lines("instructions")]
        found = rig.ask(*pairs)
        assert model.requests == []
    assert all(isinstance(one, Unjudged) and one.reason is Reason.instructs for one in found)


@pytest.mark.parametrize("frame", range(5))
def test_an_order_is_seen_in_any_frame(frame: int) -> None:
    """Where it stands, how it is broken and how it is written makes no difference."""
    assert [line for line in lines("instructions") if instruction_in(frames(line)[frame]) is None] == []


LOOK_ALIKE = str.maketrans("aceopxy", "асеорху")
LEET = str.maketrans("oeast", "03457")


@pytest.mark.parametrize(
    "disguise",
    [
        lambda line: line.lower().translate(LOOK_ALIKE),
        lambda line: line.lower().translate(LEET),
        lambda line: "   ".join(" ".join(word) for word in line.split()),
    ],
    ids=["look-alike letters", "figures for letters", "letters each by itself"],
)
def test_an_order_in_disguise_is_seen(disguise: Callable[[str], str]) -> None:
    """Four of five plain English orders at least are read through its disguise."""
    orders = [line for line in lines("instructions") if line.isascii() and re.fullmatch(r"[A-Za-z ,.]+", line)]
    seen = [line for line in orders if instruction_in(disguise(line)) is not None]
    assert len(orders) >= 15
    assert len(seen) >= 0.8 * len(orders), set(orders) - set(seen)


def test_clean_texts_are_left_alone() -> None:
    """Sentences about attacks, about supported formats and about judges of other kinds give no order."""
    assert [(line, instruction_in(line)) for line in lines("clean") if instruction_in(line)] == []


def test_the_page_itself_is_clean() -> None:
    """Without the order the page would have been judged."""
    assert instruction_in(PAGE) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Convergence curves lie on top of those of FP32 for convolutional, recurrent and attention models.",
        "Language models should be able to answer questions truthfully.",
        "Assistants must respond helpfully and refuse harmful requests.",
        "Models should report their uncertainty, and the model must output a probability for each class.",
        "We give instructions to language models and ask the assistant to answer only with a label.",
        "LLMs are required to state the answer after the chain of thought.",
        "Модели внимания должны выводить распределение, языковая модель отвечает на вопрос.",
    ],
)
def test_ordinary_sentences_about_language_models_are_no_orders(sentence: str) -> None:
    """The field writes about models all day: a source that does must stay a source."""
    assert instruction_in(sentence) is None
