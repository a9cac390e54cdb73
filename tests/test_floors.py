"""The plan of the house, held by a test: a room imports only from the floors below its own."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "bot"

FLOORS = {
    "cli": 7,
    "review": 6,
    "author": 6,
    "scan": 6,
    "jobs": 5,
    "verify": 4,
    "gate": 4,
    "wiki": 3,
    "sources": 3,
    "judge": 3,
    "store": 3,
    "wikitext": 2,
    "report": 2,
    "identity": 2,
    "registries": 1.3,
    "net": 2,
    "identifiers": 1,
    "language": 1,
    "profiles": 0,
    "config": 1.6,  # it lists the services by their rows
    "atomic": 0,
    "crash": 1,
    "bounded": 0,
    "isolated": 0,
    "strictjson": 0,
    "entities": 0,
    "codes": 0,
    "locale": 1,
    "model": 0,
    "errors": 0,
}
#: Neighbours on floor 0 and 1 that may see each other: errors carry messages, settings and codes use words.
SHARED = {"model", "errors"}


def rooms_imported(path: Path) -> set[str]:
    """Names of our rooms that a file imports, wherever in the file."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if node.module != "bot" else [f"bot.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        rooms |= {name.split(".")[1] for name in names if name.startswith("bot.")}
    return rooms


def room_of(path: Path) -> str:
    """The room a file belongs to."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def test_rooms_import_only_from_floors_below() -> None:
    """No file reaches up or sideways."""
    wrong = []
    for path in ROOT.rglob("*.py"):
        room = room_of(path)
        if room in {"__init__", "__main__", "sample"}:
            continue
        for other in rooms_imported(path) - {room}:
            if other not in FLOORS or other == "__version__":
                continue
            allowed = FLOORS[other] < FLOORS[room] or other in SHARED
            if not allowed:
                wrong.append(f"{path.relative_to(ROOT)} imports {other}")
    assert wrong == []


def test_every_room_has_a_floor() -> None:
    """A new room is a decision: it gets its floor in the table above."""
    rooms = {room_of(path) for path in ROOT.rglob("*.py")} - {"__init__", "__main__", "sample"}
    assert rooms <= set(FLOORS)


def test_files_stay_readable() -> None:
    """No file is longer than 600 lines."""
    long = [str(path) for path in ROOT.rglob("*.py") if len(path.read_text(encoding="utf-8").splitlines()) > 600]
    assert long == []
