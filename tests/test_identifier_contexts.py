"""Identifiers in the dirt that pages put round them: ``tests/cases/identifiers``, a context a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.identifiers import find_identifiers
from bot.identifiers.doi_names import identifier, is_derived, readings
from bot.model.citation import Identifier
from bot.model.words import IdKind

FOLDER = Path(__file__).resolve().parent / "cases" / "identifiers"


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """What a reader sees, and the text it stands in."""
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            value, _, text = line.partition("  ")
            yield value, text


def _values(text: str, kind: IdKind) -> list[str]:
    return [item.value for item in find_identifiers(text) if item.kind is kind]


@pytest.mark.parametrize(("value", "text"), list(_lines("dois.txt")))
def test_a_doi_is_read_in_dirt(value: str, text: str) -> None:
    """The first one found, or among the readings that are asked for where the text alone cannot decide."""
    found = [item for item in find_identifiers(text) if item.kind is IdKind.doi]
    if value == "-":
        assert not found
    elif value.startswith("~"):
        assert value[1:] in [reading.value for reading in readings(found[0])]
    else:
        assert found[0].value == value


@pytest.mark.parametrize(("value", "text"), list(_lines("arxiv.txt")))
def test_an_arxiv_id_is_read_in_dirt(value: str, text: str) -> None:
    """Wherever a site or a style puts it; a bare number is none."""
    assert _values(text, IdKind.arxiv)[:1] == ([] if value == "-" else [value])


def test_there_are_enough_contexts() -> None:
    """As many as the measure asks for."""
    assert len(list(_lines("dois.txt"))) >= 100
    assert len(list(_lines("arxiv.txt"))) >= 32


_WORD = st.text("abcdefghkmnpqrstuvwxyz0123456789", min_size=1, max_size=8)
_DOIS = st.builds(
    lambda prefix, words, marks, last: f"10.{prefix}/" + "".join(map("".join, zip(words, marks, strict=False))) + last,
    st.integers(1000, 99999),
    st.lists(_WORD, min_size=1, max_size=4),
    st.lists(st.sampled_from([".", "-", "_", "(", ")", "/", ":", ";"]), min_size=4, max_size=4),
    _WORD,
).filter(lambda doi: doi.count("(") == doi.count(")") == 0 and "doi:" not in doi and "http" not in doi)
_CONTEXTS = (
    "doi:{}", "DOI: {}.", "({})", "https://doi.org/{}", "[https://doi.org/{} x]", "«{}»", "**{}**", "{}†", "{} (дата)",
    "{}; PMID: 1", "[{}](https://doi.org/{})", "doi = {{{}}}", "{{{{doi|{}}}}}", "{}[3]", "{}.Дата обращения: 1", "{},",
    "doi: doi:{}", "https://doi.org/{}?utm_source=x", "{}…", "`{}`",
)  # fmt: skip


@given(_DOIS, st.sampled_from(_CONTEXTS))
def test_every_honest_context_gives_the_same_doi(doi: str, context: str) -> None:
    """Whatever stands round it; what text alone cannot decide is among the readings."""
    text = (
        context.replace("{}", doi).replace("{{", "{").replace("}}", "}")
        if "{{" in context
        else context.replace("{}", doi)
    )
    found = next(item for item in find_identifiers(text) if item.kind is IdKind.doi)
    assert doi in [reading.value for reading in readings(found)]


@given(_DOIS)
def test_the_form_as_written_is_asked_first(doi: str) -> None:
    """A valid DOI is never shortened where its full form is registered."""
    assert readings(identifier(doi))[0].value == doi


@given(st.from_regex(r"10\.\d{4}/[!-~]{1,40}", fullmatch=True))
def test_readings_are_few_and_each_keeps_its_prefix(doi: str) -> None:
    """Each costs a question."""
    found = readings(identifier(doi))
    assert len(found) <= 8
    assert all(reading.value.startswith(doi[:8].lower()) and len(reading.value) > 8 for reading in found)


def test_a_doi_that_an_address_makes_is_known_as_such() -> None:
    """Nobody wrote it: that nobody registered it proves nothing."""
    found = next(item for item in find_identifiers("https://zenodo.org/record/17") if item.kind is IdKind.doi)
    assert is_derived(found)
    assert not is_derived(Identifier(IdKind.doi, "10.5281/zenodo.17"))
