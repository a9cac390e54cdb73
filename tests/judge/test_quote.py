"""A quote is the source's own words or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.judge.quote import locate, long_enough
from bot.model.source import Block, SourceText
from bot.model.words import Scope


def source(text: str) -> SourceText:
    """A fetched page with that text."""
    return SourceText("https://example.org/", text, Scope.page, (Block(0, len(text)),))


HARMLESS = [
    ("Half precision halves the memory.", "half precision halves the memory"),
    ("Он называет это «смешанной точностью» вычислений.", 'называет это "смешанной точностью" вычислений'),
    ("BF16 — это формат с восемью битами", "BF16 - это формат с восемью битами"),
    ("Ещё один приём — масштабирование", "Еще один прием — масштабирование"),
    ("a factor of\n  two   in memory use", "a factor of two in memory use"),
    ("mixed-preci-\nsion training of networks", "mixed-precision training of networks"),
    ("the ﬁrst eﬃcient format", "the first efficient format"),
    ("точность 76,3 % на проверке", "точность 76.3% на проверке"),
    ("около 1\u00a0000\u00a0000 параметров сети", "около 1 000 000 параметров сети"),
    ("soft\u00adware stack of the vendor", "software stack of the vendor"),
    ("values below $2^{-24}$ become zero", "values below 2⁻²⁴ become zero"),
    ("the bound $\\alpha \\leq 10^{-5}$ holds here", "the bound α ≤ 10⁻⁵ holds here"),
    ("Вычислении\u0306 таких сеть не хранит", "Вычислений таких сеть не хранит"),
    ("It is widely used.[12] It works well", "It is widely used. It works well"),
    ("The network converges. Then it is tested on images.", "The network converges … it is tested on images"),
    ("AT&T runs the network of its own", "AT&amp;T runs the network of its own"),
    ("«Формат хранит восемь бит»", "«Формат хранит восемь бит».\n"),
    ("train–test split of the data", "train-test split of the data"),
]


@pytest.mark.parametrize(("text", "quote"), HARMLESS)
def test_typography_does_not_hide_a_quote(text: str, quote: str) -> None:
    """Quotes, dashes, spaces, hyphenation, ligatures, ё, decimal commas and simple maths are folded."""
    found = locate(source("Вступление. " + text + " Заключение."), quote)
    assert found is not None
    assert found.text == ("Вступление. " + text + " Заключение.")[found.start : found.end]


CHANGED = [
    ("Метод не сходится", "Метод … сходится"),
    ("Метод не сходится при большом шаге", "сходится при большом шаге"),
    ("the method does not necessarily converge quickly", "necessarily converge quickly"),
    ("trained without any loss of accuracy", "any loss of accuracy"),
    ("The method may converge after many steps", "The method … converge after many steps"),
    ("the unsupported claim stands alone", "supported claim stands alone"),
    ("нелинейный классификатор лучше", "линейный классификатор лучше"),
    ("an error below 10⁵ was seen in it", "an error below 105 was seen in it"),
    ("accuracy reached 76.3 on the set", "accuracy reached 76"),
    ("the sum was 21.5 million users in all", "1.5 million users in all"),
    ("the network weighs 5 million in all", "the network weighs 5"),
    ("layers 3, 5 are frozen at first", "layers 3.5 are frozen at first"),
    ("it converges to -5 degrees at once", "5 degrees at once"),
    ("first this, then that happened", "then that … first this"),
    ("BF16 has eight exponent bits", "BF16 has nine exponent bits"),
    ("product a-b of two numbers", "product ab of two numbers"),
    ("short text", "short text"),
    ("Half precision halves memory.", "…"),
    ("Half precision halves memory.", ""),
    ("1½ times the memory of it", "11/2 times the memory of it"),
    ("Метод сходится не всегда и не быстро", "Метод сходится"),
]


@pytest.mark.parametrize(("text", "quote"), CHANGED)
def test_another_meaning_is_another_text(text: str, quote: str) -> None:
    """A hidden negation, a cut word or number, another order or another exponent is not a quote."""
    assert locate(source(text), quote) is None


def test_a_gap_is_shown() -> None:
    """What an ellipsis stood for comes back with the quote, so that a reader sees it."""
    found = locate(
        source("The format keeps eight bits, as FP32 does, for the exponent."), "The format keeps ... for the exponent"
    )
    assert found is not None
    assert found.text == "The format keeps eight bits, as FP32 does, for the exponent"


@given(st.text(min_size=0, max_size=200), st.text(min_size=0, max_size=60))
@settings(max_examples=300, deadline=None)
def test_a_quote_is_always_verbatim(text: str, quote: str) -> None:
    """Whatever is asked, what comes back stands in the source at its offsets."""
    where = source(text)
    found = locate(where, quote)
    assert found is None or (found.text == text[found.start : found.end] and found.source_sha256 == where.sha256)


@given(st.text(alphabet="абвгд ежз,.-«»0123456789\n", min_size=20, max_size=200), st.data())
@settings(max_examples=200, deadline=None)
def test_folding_keeps_its_way_back(text: str, data: st.DataObject) -> None:
    """Every folded character knows where it came from, in order."""
    from bot.judge.typography import fold

    folded = fold(text)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert list(folded.starts) == sorted(folded.starts)
    if folded.text:
        at = data.draw(st.integers(0, len(folded.text) - 1))
        assert 0 <= folded.starts[at] < folded.ends[at] <= len(text)


def test_twelve_characters_are_the_least() -> None:
    """Anything shorter is found anywhere."""
    assert not long_enough("short text")
    assert not long_enough("…  …")
    assert long_enough("long enough text")
