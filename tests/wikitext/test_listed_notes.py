"""A list's calls as notes: every sentence keeps the sources it had, and no work is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.model.edit import apply_edits
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

MLRU = profile("mlru")
WORKS = (
    "''Vapnik V.'' The Nature of Statistical Learning Theory. — Springer, 1995.",
    "''Cortes C., Vapnik V.'' Support-Vector Networks. — 1996.",
    "''Minsky M., Papert S.'' Perceptrons. — MIT Press, 1969.",
    "''Rosenblatt F.'' Principles of Neurodynamics. — 1962. — ISBN 0-201-89683-4",
)
SHORT = ("Vapnik and Others, 1995", "Cortes and Vapnik, 1996", "Minsky and Papert, 1969", "Rosenblatt et al., 1962")
SENTENCES = (
    "Метод строит разделяющую полосу",
    "Ядра переводят задачу в другое пространство",
    "Персептрон делит классы прямой",
)


@st.composite
def pages(draw: st.DrawFn) -> str:
    """Sentences with calls by number or by name, and the list that they call; some of it may go uncalled."""
    by_name, bullets = draw(st.booleans()), draw(st.booleans())
    said = []
    for sentence in draw(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3, unique=True)):
        called = draw(st.lists(st.sampled_from(range(len(WORKS))), max_size=3, unique=True))
        page = draw(st.sampled_from(["", "", ", с. 5"]))
        if by_name:
            calls = f" ({'; '.join(SHORT[one] + page for one in called)})" if called else ""
        else:
            calls = " " + "".join(f"[{one + 1}{page}]" for one in called)
        said.append(f"{sentence}{calls.rstrip()}.")
    mark = "*" if by_name and bullets else "#"
    listed = "".join(f"{mark} {work}\n" for work in WORKS)
    notes = draw(st.sampled_from(["", "\n== Примечания ==\n<references/>\n"]))
    return " ".join(said) + f"\n\n== Литература ==\n{listed}{notes}"


def sources(text: str) -> dict[str, set[str]]:
    """The works of each sentence, whatever place in them is named, and under no sentence those that nothing calls."""
    found: dict[str, set[str]] = {}
    for one in Wikitext(Page("p", "p", text), MLRU).citations:
        for words in {claim.text.rstrip(".") for claim in one.claims} or {""}:
            found.setdefault(words, set()).add(one.key.removesuffix(" с 5"))
    return found


@given(pages())
def test_every_sentence_keeps_its_sources(text: str) -> None:
    """The accepted edit moves texts and changes nothing that is cited; afterwards nothing is left to offer."""
    tidied = tidy_page(Wikitext(Page("p", "p", text), MLRU))
    assert tidied.proof.ok
    after = apply_edits(text, tidied.edits)
    assert sources(after) == sources(text)
    offered = [edit for edit in tidied.edits if edit.code == "REF041"]
    assert len(offered) == ("[" in text or "(" in text)
    again = tidy_page(Wikitext(Page("p", "p", after), MLRU))
    assert [edit for edit in again.edits if edit.code == "REF041"] == []
    for name in ("Vapnik", "Minsky", "Rosenblatt"):
        assert name in after
    assert after.count("с. 5") == text.count("с. 5")
