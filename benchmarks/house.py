"""What the house looks like in numbers, and how many files each of its usual changes touches.

    python -m benchmarks.house             # the numbers
    python -m benchmarks.house --changes   # also applies every benchmarks/house/NN-*.patch to a copy of HEAD, runs its check,
                                           # and prints the files it touched (tests and generated files apart)

A patch begins with two lines of its own before the first ``diff``: ``behaviour: WORDS`` and ``check: COMMAND``. The command runs
in the patched copy with ``python`` as this interpreter; it must fail on the unpatched copy and pass on the patched one.
"""

from __future__ import annotations

import argparse
import ast
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHANGES = Path(__file__).with_suffix("")
#: Files that a command writes again from others, and what is no part of the product.
GENERATED = ("docs/codes", "docs/commands", "docs/services", "bot/texts/ru.mo", "bot/report/schemas/")
APART = ("tests/", "benchmarks/", "CHANGELOG.md", *GENERATED)
#: The complexity above which a function counts as hard to read.
HARD = 10

_BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp)


@dataclass(frozen=True, slots=True)
class Function:
    """One function: its place, its lines, its cyclomatic complexity with boolean operators counted."""

    place: str
    lines: int
    complexity: int


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file of the product."""

    path: Path
    name: str
    lines: int
    code: int
    imports: frozenset[str]
    functions: tuple[Function, ...]


def modules(package: Path) -> list[Module]:
    """Every module of ``package``, by name."""
    return [_module(path, package) for path in sorted(package.rglob("*.py"))]


def _module(path: Path, package: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    name = ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
    return Module(
        path,
        name,
        len(text.splitlines()),
        _code_lines(text, tree),
        frozenset(_imports(tree)),
        tuple(_functions(path, tree)),
    )


def _code_lines(text: str, tree: ast.AST) -> int:
    """Lines that are neither blank, nor a comment, nor part of a docstring."""
    said: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(
            node
        ):
            first = node.body[0]
            said.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    lines = enumerate(text.splitlines(), start=1)
    return sum(1 for number, line in lines if number not in said and line.strip() and not line.strip().startswith("#"))


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _functions(path: Path, tree: ast.AST) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            place = f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
            yield Function(place, (node.end_lineno or start) - start + 1, complexity(node))


def complexity(function: ast.AST) -> int:
    """McCabe's number plus one for each boolean operator; a nested function counts for itself, not for the outer one."""
    found = 1
    stack: list[ast.AST] = list(ast.iter_child_nodes(function))
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        found += isinstance(node, _BRANCHES)
        if isinstance(node, ast.BoolOp):
            found += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            found += 1 + len(node.ifs)
        elif isinstance(node, ast.Match):
            found += len(node.cases) - 1
        stack += ast.iter_child_nodes(node)
    return found


def importers(found: Sequence[Module]) -> Counter[str]:
    """How many other modules of the product import each module."""
    names = {module.name for module in found}
    return Counter(name for module in found for name in module.imports & names if name != module.name)


def spread(numbers: Iterable[int]) -> str:
    """Median, ninth decile and largest."""
    ordered = sorted(numbers)
    ninth = ordered[min(len(ordered) - 1, int(len(ordered) * 0.9))]
    return f"median {statistics.median(ordered):.0f}, p90 {ninth}, max {ordered[-1]}"


def show_numbers(found: Sequence[Module]) -> None:
    """Print the table of the tree."""
    functions = [function for module in found for function in module.functions]
    used = importers(found)
    hard = [function for function in functions if function.complexity > HARD]
    single = [module for module in found if used[module.name] == 1 and not module.path.name.startswith("__")]
    print(f"files {len(found)}, lines {sum(m.lines for m in found)}, code lines {sum(m.code for m in found)}")
    print(f"file lines: {spread(m.lines for m in found)}; under 70 lines: {sum(m.lines < 70 for m in found)}")
    print(f"function lines: {spread(f.lines for f in functions)} of {len(functions)}")
    print(f"modules with one importer: {len(single)}, of them under 70 lines: {sum(m.lines < 70 for m in single)}")
    print(f"complexity above {HARD}: {len(hard)} functions, {100 * len(hard) / len(functions):.1f} %")
    for function in sorted(hard, key=lambda one: -one.complexity)[:12]:
        print(f"  {function.complexity:3} {function.place}")


def show_changes(patches: Sequence[Path]) -> bool:
    """Apply each patch to a copy of HEAD, run its check, print its files. Whether all of them work."""
    counts: list[int] = []
    works = True
    for patch in patches:
        head = dict(line.split(": ", 1) for line in patch.read_text(encoding="utf-8").splitlines()[:2])
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy"
            _run(["git", "clone", "-q", "--shared", str(ROOT), str(copy)], ROOT)
            failed_before = not _passes(head["check"], copy)
            applied = _run(["git", "apply", str(patch)], copy)
            passed = applied and _passes(head["check"], copy)
            names = subprocess.run(
                ["git", "apply", "--numstat", str(patch)], cwd=copy, capture_output=True, text=True, check=False
            ).stdout
        files = [line.split("\t")[2] for line in names.splitlines()]
        product = [name for name in files if not name.startswith(APART)]
        counts.append(len(product))
        works = works and passed and failed_before
        state = "works" if passed and failed_before else "DOES NOT WORK"
        print(f"{patch.stem}: {head['behaviour']}: {len(product)} files, {state}")
        for name in files:
            print(f"    {name}{'' if name in product else '  (apart)'}")
    if counts:
        print(f"{len(counts)} changes, {statistics.mean(counts):.2f} files on average, most {max(counts)}")
    return works


def _passes(check: str, copy: Path) -> bool:
    words = [sys.executable if word == "python" else word for word in shlex.split(check)]
    return _run(words, copy)


def _run(words: Sequence[str], folder: Path) -> bool:
    return subprocess.run(list(words), cwd=folder, capture_output=True, check=False).returncode == 0


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--changes", action="store_true", help="apply and check the recorded changes too")
    show_numbers(modules(ROOT / "bot"))
    if parser.parse_args().changes:
        return 0 if show_changes(sorted(CHANGES.glob("*.patch"))) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
