"""Who may open the world, who may print, who may choose a language: held by the code's own names, without exemptions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "bot"

#: What opens a store, a wiki, sources or a judge, and the files of the use cases that may call it.
OPENERS = {
    "open_store": {"jobs/session.py", "__init__.py"},
    "open_wiki": {"jobs/wikis.py", "jobs/doctor.py"},
    "open_judge": {"jobs/connections.py"},
    "open_sources": {"jobs/connections.py"},
}
#: Rooms that define what opens, below the use cases.
BELOW = {"wiki", "sources", "judge", "store", "net"}


def calls(path: Path) -> Iterator[str]:
    """The names that a file calls."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr


def room(path: Path) -> str:
    """The first part of a file's place."""
    return path.relative_to(ROOT).parts[0]


def test_only_the_use_cases_open_a_store_a_wiki_sources_or_a_judge() -> None:
    """Each opener is called in one file of jobs (the doctor opens what may not open); the command line opens nothing."""
    found = {
        (name, path.relative_to(ROOT).as_posix())
        for path in ROOT.rglob("*.py")
        if room(path) not in BELOW
        for name in calls(path)
        if name in OPENERS
    }
    assert found == {(name, place) for name, places in OPENERS.items() for place in places}


def test_a_use_case_prints_nothing() -> None:
    """Nothing below the command line writes to a terminal; children speak over their pipes in rooms of their own."""
    printing = {"print", "echo", "secho", "write_data", "complain", "aside"}
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for part in ("jobs", "verify.py", "gate.py", "review")
        for path in ([ROOT / part] if part.endswith(".py") else (ROOT / part).rglob("*.py"))
        for name in calls(path)
        if name in printing
    ]
    assert wrong == []


def test_a_use_case_knows_no_language() -> None:
    """Speech is handed in; only the summary of an edit, and the run whose report page it is, take the wiki's own language."""
    choosing = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "jobs").rglob("*.py")
        for name in calls(path)
        if name in {"Speech", "choose_language"}
    }
    assert choosing == {"jobs/summary.py", "jobs/run/loop.py"}


def test_a_use_case_is_handed_the_environment() -> None:
    """What the machine's environment holds comes with the session; no use case, and no way in to review, reads it by itself."""
    reading = {
        f"{path.relative_to(ROOT).as_posix()}: {node.attr}"
        for part in ("jobs", "review")
        for path in (ROOT / part).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}
    }
    assert reading == set()
