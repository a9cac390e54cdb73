"""Every regular expression of the package, found without being named: in what its modules hold, and where functions write one.

Two ways, one list. Objects: all modules of ``bot`` are imported and what they hold is walked (tuples, dicts, instances,
classes, caches, defaults, closures). Source: every call of ``re`` in the syntax trees; its pattern is evaluated with the module's
own names. A pattern that neither way sees is an error, until ``built.py`` says with which arguments its function makes one.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

import bot
from benchmarks.pump.built import BUILT

#: What ``re`` offers and a pattern's methods, by the way of running that each comes down to.
SEARCHES = {
    "search": "search",
    "sub": "finditer",
    "subn": "finditer",
    "findall": "finditer",
    "finditer": "finditer",
    "split": "finditer",
    "match": "match",
    "fullmatch": "fullmatch",
}
#: How a pattern is run of which the source does not say how: in a tuple, handed to a function.
ANY = ("finditer", "match", "fullmatch")


@dataclass(slots=True)
class Rule:
    """One regular expression: where it stands first, and every way in which the package runs it."""

    name: str
    pattern: re.Pattern[str]
    ways: set[str] = field(default_factory=set)

    def runs(self) -> tuple[str, ...]:
        """The ways to time: those that the source shows, all where it does not say."""
        return tuple(sorted(self.ways)) or ANY


class UnseenPatternError(Exception):
    """A call of ``re`` whose pattern is made of a function's own values, and ``built.py`` knows no such function."""


def rules(package: ModuleType = bot, built: dict[str, list[re.Pattern[str]]] | None = None) -> list[Rule]:
    """All rules of a package, each pattern once, by name.

    Raises:
        UnseenPatternError: a pattern is made in a way that neither objects nor source show.

    """
    modules = list(_modules(package))
    held = {module.__name__: module for module in modules}
    collected: dict[tuple[str, int], Rule] = {}

    def add(name: str, pattern: re.Pattern[str]) -> Rule:
        return collected.setdefault((pattern.pattern, pattern.flags), Rule(name, pattern))

    unknown: set[tuple[str, int]] = set()
    for module in modules:
        for name, pattern in _held(module, package.__name__):
            if isinstance(pattern.pattern, str):
                add(name, pattern)
                if not hasattr(module, name.rpartition(".")[2]):
                    unknown.add((pattern.pattern, pattern.flags))
    for name, patterns in (BUILT if built is None else built).items():
        for pattern in patterns:
            add(name, pattern)
            unknown.add((pattern.pattern, pattern.flags))
    for module in modules:
        reader = _Source(module, held, set(BUILT if built is None else built))
        reader.visit(ast.parse(Path(str(module.__file__)).read_text("utf-8")))
        for name, pattern, way in reader.written:
            add(name, pattern).ways.add(way)
        unknown |= {(pattern.pattern, pattern.flags) for pattern in reader.handed}
        for name in reader.unseen:
            raise UnseenPatternError(
                f"{name}: the pattern cannot be seen; add it to benchmarks/pump/built.py with sample arguments"
            )
    for key in unknown & set(collected):
        collected[key].ways |= set(ANY)
    return sorted(collected.values(), key=lambda rule: rule.name)


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    yield package
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def _held(module: ModuleType, package: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The patterns reachable from what a module holds, with a dotted path to each."""
    seen: set[int] = set()
    waiting: list[tuple[str, object]] = [(f"{module.__name__}.{name}", value) for name, value in vars(module).items()]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, re.Pattern):
            yield name, value
        elif id(value) not in seen and not isinstance(value, str | bytes | int | float | ModuleType):
            seen.add(id(value))
            waiting += [(f"{name}{step}", inner) for step, inner in _inside(value, package)]


def _inside(value: object, package: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"[{key!r:.30}]", inner
            yield f"[{key!r:.30}]", key
    elif isinstance(value, list | tuple | set | frozenset):
        yield from ((f"[{index}]", inner) for index, inner in enumerate(value))
    elif isinstance(value, MethodType):
        yield ".__func__", value.__func__
    elif isinstance(value, FunctionType):
        yield from ((f".default{index}", inner) for index, inner in enumerate(value.__defaults__ or ()))
        yield from ((f".default[{name}]", inner) for name, inner in (value.__kwdefaults__ or {}).items())
        for index, cell in enumerate(value.__closure__ or ()):
            yield f".closure{index}", getattr(cell, "cell_contents", None)
    elif hasattr(value, "__wrapped__"):
        yield "", value.__wrapped__
    elif getattr(value if isinstance(value, type) else type(value), "__module__", "").startswith(package):
        yield from ((f".{name}", inner) for name, inner in list(getattr(value, "__dict__", {}).items()))
        if not isinstance(value, type):
            names = {slot for kind in type(value).__mro__ for slot in _slots(kind)}
            if dataclasses.is_dataclass(value):
                names |= {each.name for each in dataclasses.fields(value)}
            yield from ((f".{name}", getattr(value, name, None)) for name in sorted(names))


def _slots(kind: type) -> tuple[str, ...]:
    written = kind.__dict__.get("__slots__", ())
    return (written,) if isinstance(written, str) else tuple(written)


class _Source(ast.NodeVisitor):
    """What a module's source says about patterns: those it writes, and how it runs those it has names for."""

    def __init__(self, module: ModuleType, modules: dict[str, ModuleType], built: set[str]) -> None:
        self.module, self.modules, self.built = module, modules, built
        self.inside: list[str] = []
        self.written: list[tuple[str, re.Pattern[str], str]] = []
        self.handed: list[re.Pattern[str]] = []
        self.unseen: list[str] = []
        self.read: dict[int, bool] = defaultdict(bool)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function: its patterns are made when it runs."""
        self.inside.append(node.name)
        self.generic_visit(node)
        self.inside.pop()

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """As any function."""
        self.visit_FunctionDef(node)

    def visit_Call(self, node: ast.Call) -> None:
        """``re.sub(pattern, …)`` and ``PATTERN.sub(…)``."""
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr in {*SEARCHES, "compile"}:
            if isinstance(called.value, ast.Name) and vars(self.module).get(called.value.id) is re:
                self._written(node, called.attr)
                for part in [*node.args[1:], *node.keywords]:
                    self.visit(part)
                if node.args and not self._pattern(node.args[0]):
                    self.visit(node.args[0])
                return
            pattern = self._pattern(called.value)
            if pattern is not None and called.attr in SEARCHES:
                self.written.append((self._place(node), pattern, SEARCHES[called.attr]))
                for part in [*node.args, *node.keywords]:
                    self.visit(part)
                return
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        """A pattern's name by itself: it is handed on, and who runs it how is not known."""
        pattern = self._pattern(node) if isinstance(node.ctx, ast.Load) else None
        if pattern is not None:
            self.handed.append(pattern)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """``PATTERN.pattern`` and the like run nothing."""
        if self._pattern(node.value) is None:
            self.generic_visit(node)

    def _pattern(self, node: ast.expr) -> re.Pattern[str] | None:
        value: object = None
        if isinstance(node, ast.Name):
            value = vars(self.module).get(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = vars(self.module).get(node.value.id)
            value = getattr(owner, node.attr, None) if isinstance(owner, ModuleType) else None
        return value if isinstance(value, re.Pattern) and isinstance(value.pattern, str) else None

    def _written(self, node: ast.Call, way: str) -> None:
        where = ".".join([self.module.__name__, *self.inside])
        if where in self.built:
            return
        flags = next((word.value for word in node.keywords if word.arg == "flags"), None)
        at = {"compile": 1, "match": 2, "search": 2, "fullmatch": 2, "findall": 2, "finditer": 2}.get(way)
        if flags is None and at is not None and len(node.args) > at:
            flags = node.args[at]
        try:
            source: Any = self._value(node.args[0])
            given: Any = self._value(flags) if flags else 0
            pattern = source if isinstance(source, re.Pattern) else re.compile(source, given)
        except NameError:
            if self.inside:
                self.unseen.append(f"{where}:{node.lineno}")
            return
        if way != "compile":
            self.written.append((self._place(node), pattern, SEARCHES[way]))
        elif self.inside:
            self.written += [(self._place(node), pattern, each) for each in ANY]

    def _value(self, node: ast.expr) -> object:
        return eval(compile(ast.Expression(node), "<pattern>", "eval"), dict(vars(self.module)))  # noqa: S307 - our own source

    def _place(self, node: ast.expr) -> str:
        return f"{self.module.__name__}:{node.lineno}"
