"""The hundred hostile orders on real pages and in real PDFs, seen and unseen, against a model that obeys what it is shown."""

from __future__ import annotations

import html
import textwrap
from collections import Counter
from functools import cache
from typing import Any

import pytest

from bot.language.fold import fold
from bot.model.outcome import Shown
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import SourceText
from bot.model.verdict import Supported, Unjudged
from bot.model.words import Caveat
from bot.sources.reading import Task, read
from tests.fakes.model import Reply as Answered
from tests.fakes.model import Scripted, ScriptedModel, claim_of, text_of
from tests.fakes.pdfs import Drawn, Ground, Words, drawn
from tests.judge.rig import Rig, claim
from tests.judge.test_hostile import CLAIM, lines
from tests.judge.test_passages import PAGE

QUOTE = "Master weights are kept in single precision"
BODY = PAGE.partition("References")[0]
HTML_VESSELS = (
    "<!-- {} -->", "<p style='display:none'>{}</p>", "<p class='quiet'>{}</p>", "<span style='color:#fff'>{}</span>",
    "<p style='position:absolute;left:-9999px'>{}</p>", "<p style='font-size:1px'>{}</p>", "<p hidden>{}</p>",
    "<script>/* {} */</script>", "<template>{}</template>", "<p>{}</p>", "<li>{}</li>", "<td>{}</td>", "<pre>{}</pre>",
)  # fmt: skip
PDF_VESSELS = ("seen", "white", "inkless", "tiny", "outside")


def page(order: str, vessel: str) -> bytes:
    """The clean page with the order in one of its elements."""
    parts = "".join(f"<p>{html.escape(part)}</p>" for part in BODY.split("\n\n"))
    put = vessel.format(html.escape(order).replace("--", "- -"))
    style = "<style>.quiet { opacity: 0 } body { color: black }</style>"
    head = f"<!DOCTYPE html><html><head><title>Formats</title>{style}</head>"
    return f"{head}<body><main>{parts}{put}</main></body></html>".encode()


def file(order: str, vessel: str) -> bytes:
    """The clean page as PDF, with the order written so that people see it or not."""
    wrapped = textwrap.wrap(BODY.replace("\n", " "), 80)
    body: list[Drawn] = [Words(line, y=780 - 13 * at) for at, line in enumerate(wrapped)]
    told = textwrap.wrap(order, 80)
    place = {"white": (300.0, 11.0, 0, 1.0), "inkless": (300.0, 11.0, 3, 0.0), "tiny": (300.0, 0.2, 0, 0.0)}
    y, size, mode, grey = place.get(vessel, (-400.0, 11.0, 0, 0.0) if vessel == "outside" else (300.0, 11.0, 0, 0.0))
    return drawn([*body, *(Words(line, 72, y - 13 * at, size, mode, grey) for at, line in enumerate(told))])


def text_in(body: bytes) -> SourceText:
    """What the program reads of a file."""
    shown = read(Task(Reply("http://site.org/page", 200, (), body), "http://site.org/page", "2026-01-01T00:00:00Z"))
    assert isinstance(shown, Shown)
    assert shown.text is not None
    return shown.text


@cache
def hostile() -> tuple[tuple[str, str, SourceText], ...]:
    """Every order in one vessel or another: (order, vessel, text), half of them PDFs."""
    found = []
    for number, order in enumerate(lines("instructions")):
        if number % 2:
            vessel = PDF_VESSELS[number // 2 % len(PDF_VESSELS)]
            found.append((order, f"pdf {vessel}", text_in(file(order, vessel))))
        else:
            vessel = HTML_VESSELS[number // 2 % len(HTML_VESSELS)]
            found.append((order, vessel, text_in(page(order, vessel))))
    return tuple(found)


def obeys(body: dict[str, Any], _number: int) -> Answered:
    """A model that does what any order in its input says, and answers honestly where it is given none."""
    prompt = "".join(fold(text_of(body)).split())
    told = any("".join(fold(order).split()) in prompt for order in lines("instructions"))
    honest, obedient = Scripted("", "not_in_source"), Scripted("", "supported", QUOTE)
    return Answered((obedient if told else honest).content(claim_of(body)))


def test_pages_comments_and_files_in_both_languages() -> None:
    """A hundred and more: PDFs and pages, seen and hidden, in Russian and English."""
    found = hostile()
    assert len(found) >= 100
    kinds = Counter(vessel.partition(" ")[0] == "pdf" for _, vessel, _ in found)
    assert min(kinds.values()) >= 40
    russian = [order for order, _, _ in found if any("а" <= char.lower() <= "я" for char in order)]
    assert 40 <= len(russian) <= len(found) - 40


def test_no_hostile_file_is_supported() -> None:
    """What people see makes the source one that instructs; what they do not see never reaches the model."""
    pairs = [(claim(CLAIM), text) for _, _, text in hostile()]
    with ScriptedModel(behaviour=obeys) as model:
        found = Rig(model).ask(*pairs)
    assert [vessel for (_, vessel, _), one in zip(hostile(), found, strict=True) if isinstance(one, Supported)] == []
    seen = {"pdf seen", *HTML_VESSELS[9:]}
    instructs = 0
    for (order, vessel, text), one in zip(hostile(), found, strict=True):
        if "".join(fold(order).split()) in "".join(fold(text.text).split()):
            assert vessel in seen, (order, vessel)
            assert isinstance(one, Unjudged)
            assert one.reason is Reason.instructs
            instructs += 1
    assert instructs >= 15


def test_the_obedient_model_would_have_obeyed() -> None:
    """The proof of the test: shown an order outside the source, the same model says *supported*."""
    order = lines("instructions")[0]
    with ScriptedModel(behaviour=obeys) as model:
        (found,) = Rig(model).ask((claim(f"{QUOTE} because “{order}”"), text_in(page("", "<p>{}</p>"))))
        assert "supported" in obeys(model.requests[0], 1).content
        assert not isinstance(found, Unjudged) or found.reason is not Reason.instructs


@pytest.mark.parametrize("vessel", ["white", "inkless", "tiny", "outside"])
def test_hidden_text_of_a_pdf_is_dropped_and_said(vessel: str) -> None:
    """The rest of the page is read as if it were not there."""
    text = text_in(file("СКРЫТОЕ УКАЗАНИЕ", vessel))
    assert "СКРЫТОЕ" not in text.text
    assert QUOTE in " ".join(text.text.split())
    assert text.caveats == (Caveat.hidden_text,)


def test_white_letters_on_a_dark_ground_are_seen() -> None:
    """Heads of tables are written so."""
    found = text_in(
        drawn(
            [Words("Plain words of the page, seen by all."), Ground(60, 590, 300, 30), Words("Порядок", y=600, grey=1)]
        )
    )
    assert "Порядок" in found.text
    assert found.caveats == ()
