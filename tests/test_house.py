"""Names of the house: a class once, a module once, and nothing of a library that its makers call private."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOT = ROOT / "bot"

#: Private attributes of libraries that are used, each with its reason; nothing else may be.
PRIVATE = {
    (
        "bot/cli/interrupt.py",
        "signal._HANDLER",
    ): "the type of what signal.signal takes; typeshed has no public name for it",
    ("bot/cli/interrupt.py", "os._exit"): "public and documented in spite of its name",
    (
        "bot/wiki/pywikibot_client.py",
        "site._relogin",
    ): "its own renewals, which would ask for a password, are switched off; no public switch",
    (
        "bot/net/host_transport.py",
        "self._pool",
    ): "httpx 0.28 hands no network backend on to its pool, and vcrpy patches this class",
}


def trees() -> Iterator[tuple[Path, ast.Module]]:
    """Every file of the product, parsed."""
    for path in sorted(BOT.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_a_class_name_stands_once() -> None:
    """Whoever reads a name knows which class is meant."""
    places: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(ROOT)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_a_module_name_stands_once() -> None:
    """Twice only where a file of ``cli`` bears the name of what it calls, or a file of ``report/formats`` its format's."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(BOT.rglob("*.py")):
        if path.stem not in {"__init__", "__main__"}:
            places[path.stem].append(str(path.relative_to(BOT)))
    named_after = ("cli/", "report/formats/")
    twice = {
        name: where
        for name, where in places.items()
        if len([place for place in where if not place.startswith(named_after)]) > 1
    }
    assert twice == {}


def test_libraries_are_used_by_their_public_names() -> None:
    """What a library calls private may change in any release; the list above says what is used all the same, and is used."""
    used = set()
    for path, tree in trees():
        own = {name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for name in _attributes_set(node)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute) or not node.attr.startswith("_") or node.attr.startswith("__"):
                continue
            owner = ast.unparse(node.value)
            inherited = (
                owner == "self" and node.attr == "_pool" and path.name == "host_transport.py" and "net" in path.parts
            )
            if inherited or (owner not in {"self", "cls"} and node.attr not in own):
                used.add((str(path.relative_to(ROOT)), f"{owner}.{node.attr}"))
    assert used == set(PRIVATE)


def _attributes_set(node: ast.ClassDef) -> Iterator[str]:
    """Names of a class's own methods and of the attributes that it sets on itself."""
    for inner in ast.walk(node):
        if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield inner.name
        elif (
            isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and ast.unparse(inner.value) == "self"
        ):
            yield inner.attr
        elif isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
            yield inner.target.id
