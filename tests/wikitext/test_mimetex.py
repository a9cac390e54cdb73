"""The table of what mimeTeX cannot draw is what Debian's mimetex cannot draw."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from bot.profiles import mimetex
from tests.mediawiki import REQUIRED

#: Commands that an article on machine learning uses and mimeTeX draws: none may be called a fault.
KNOWN = (
    "alpha beta gamma theta lambda sigma omega Omega mathbb mathbf mathcal mathrm operatorname frac dfrac binom sqrt "
    "sum prod int lim sup inf max min arg log ln exp sin cos le ge leq geq ne neq approx equiv sim propto in notin "
    "subset cup cap setminus emptyset forall exists infty partial nabla cdot cdots ldots times to mapsto rightarrow "
    "Rightarrow Leftrightarrow hat bar vec tilde widehat overline underbrace left right langle rangle lfloor rfloor "
    "text textbf mbox quad qquad ell circ otimes oplus wedge vee neg "
).split()


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """Skip, with the reason, where mimetex is absent; MLWIKI_REQUIRE=mimetex makes that a failure."""
    if shutil.which("mimetex") is None:
        if "mimetex" in REQUIRED:
            pytest.fail("MLWIKI_REQUIRE names mimetex, but it is not installed", pytrace=False)
        pytest.skip("no mimetex here: Debian's package mimetex is not installed")


def picture(formula: str) -> list[str]:
    """The raster of a formula as rows of dots and stars."""
    shown = subprocess.run(["mimetex", formula], capture_output=True, check=False).stdout.decode("latin-1")
    rows = shown.split("Ascii dump of bitmap image...\n")[-1].split("\n\n")[0].split("----------")[0].splitlines()
    return [row for row in rows if row and set(row) <= set(".*")]


def cropped(rows: list[str]) -> list[str]:
    """Without the empty columns on the left."""
    cut = min((len(row) - len(row.lstrip(".")) for row in rows if "*" in row), default=0)
    return [row[cut:] for row in rows]


def prints_a_name(formula: str) -> bool:
    r"""Whether the picture begins, anywhere, with «[\» as it does for a command that nobody knows."""
    sign = [row[:13] for row in cropped(picture(r"\nobodyknowsthis"))]
    rows = picture(formula)
    width = min((len(row) for row in rows), default=0)
    return any(
        all(row[left : left + 13] == part for row, part in zip(rows[top:], sign, strict=False))
        for top in range(len(rows) - len(sign) + 1)
        for left in range(max(0, width - 13) + 1)
    )


@pytest.mark.parametrize("name", sorted(mimetex.UNKNOWN - mimetex.BOLD))
def test_what_the_table_calls_unknown_is_unknown(name: str) -> None:
    """No false alarm: each command of the table is printed as its name."""
    assert prints_a_name(f"\\{name}")


@pytest.mark.parametrize("name", sorted(mimetex.UNKNOWN_ENVIRONMENTS))
def test_unknown_environments_are_unknown(name: str) -> None:
    """The same for environments."""
    assert prints_a_name(f"\\begin{{{name}}} a & b \\\\ c & d \\end{{{name}}}")


@pytest.mark.parametrize("delimiter", mimetex.UNSIZED)
def test_delimiters_of_a_size_are_unknown_and_without_it_drawn(delimiter: str) -> None:
    """No size goes with these delimiters; the delimiter alone is drawn."""
    assert all(prints_a_name(f"\\{size}{delimiter} x") for size in mimetex.SIZES)
    assert not prints_a_name(f"{delimiter} x")


@pytest.mark.parametrize("name", KNOWN)
def test_known_commands_are_not_in_the_table(name: str) -> None:
    """What is drawn is no fault."""
    assert name not in mimetex.UNKNOWN
    assert not prints_a_name(f"\\{name}")


@pytest.mark.parametrize(("name", "exact"), sorted(mimetex.EXACT.items()))
def test_replacements_are_drawn(name: str, exact: str) -> None:
    """Every suggested command is one that mimeTeX knows."""
    assert name in mimetex.UNKNOWN
    argument = "{a}{b}" if exact in {r"\frac", r"\binom"} else "{a}" if exact == r"\mbox" else " x"
    assert not prints_a_name(exact + argument)
