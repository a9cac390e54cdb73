"""Small faults planted in a module's source: in its declared rows, and in the conditions of its functions.

Rows are the elements of a literal that a module assigns to a name: each is left out, its sign and its standing are turned, its
words are dropped, neighbours change places; a number that a module assigns moves one step. In functions a comparison turns,
``and`` and ``or`` swap, ``not`` is dropped, a whole number moves by one, what is returned becomes None (True and False of a yes
or no). Every fault is one replaced stretch of bytes, so that the rest of the file stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

#: A step of a number: of a share, a hundredth part of one would move nothing that a test can see.
_SHARE_STEP = 0.05
_COMPARED = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
_TURNED = {"True": "False", "False": "True", "None": "True"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: the bytes ``start`` to ``end`` of a file become ``new``. ``table`` is the rows' name, "" in a function."""

    line: int
    start: int
    end: int
    new: str
    what: str
    table: str = ""

    def applied(self, source: bytes) -> bytes:
        """The file with the fault."""
        return source[: self.start] + self.new.encode() + source[self.end :]


class Planter:
    """The faults of one source file (UTF-8)."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def rows(self, names: Sequence[str]) -> Iterator[Mutant]:
        """The faults of the tables and thresholds ``names``; raises KeyError for a name that the module does not assign."""
        assigned = dict(self._assigned())
        for name in names:
            for node in _literals(assigned[name]):
                yield from self._of_elements(name, node)
                yield from self._of_pairs(name, node)
            yield from self._of_number(name, assigned[name])

    def thresholds(self) -> list[str]:
        """The names to which the module assigns a number."""
        return [name for name, value in self._assigned() if _number(value) is not None]

    def conditions(self) -> Iterator[Mutant]:
        """The faults of every function."""
        for function in ast.walk(self.tree):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for node in _own_nodes(function):
                    yield from self._of_node(node, function)

    def _assigned(self) -> Iterator[tuple[str, ast.expr]]:
        for node in self.tree.body:
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AnnAssign)
                else []
            )
            value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
            for target in targets:
                if value is not None:
                    yield from _named(target, value)

    def _of_elements(self, name: str, node: ast.expr) -> Iterator[Mutant]:
        elements = node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else []
        for place, element in enumerate(elements):
            left = [self._text(one) for one in elements if one is not element]
            yield self._whole(node, left, f"without {_called(element, place)}", name)
            yield from self._of_row(name, element, place)
        for place, (one, other) in enumerate(pairwise(elements)):
            if isinstance(node, (ast.Tuple, ast.List)) and ast.dump(one) != ast.dump(other):
                moved = [self._text(part) for part in (*elements[:place], other, one, *elements[place + 2 :])]
                yield self._whole(node, moved, f"{_called(one, place)} behind {_called(other, place + 1)}", name)

    def _of_row(self, name: str, row: ast.expr, place: int) -> Iterator[Mutant]:
        """A row's sign and standing; other rows of the table lend the standings."""
        for argument in row.args if isinstance(row, ast.Call) else row.elts if isinstance(row, ast.Tuple) else []:
            said = self._text(argument)
            if said in _TURNED:
                yield self._instead(argument, _TURNED[said], f"{_called(row, place)}: {said} turned", name)
            if isinstance(argument, ast.Attribute) and isinstance(argument.value, ast.Name):
                for other in self._standings(name, argument):
                    yield self._instead(argument, other, f"{_called(row, place)}: {said} is {other}", name)

    def _standings(self, name: str, own: ast.Attribute) -> list[str]:
        """The next standing of the same kind in the table, so that each row is turned once."""
        kind = self._text(own.value)
        used = sorted(
            {
                self._text(node)
                for value in (value for assigned, value in self._assigned() if assigned == name)
                for node in ast.walk(value)
                if isinstance(node, ast.Attribute) and self._text(node.value) == kind
            }
        )
        at = used.index(self._text(own)) if self._text(own) in used else -1
        return [used[(at + 1) % len(used)]] if len(used) > 1 else []

    def _of_pairs(self, name: str, node: ast.expr) -> Iterator[Mutant]:
        if not isinstance(node, ast.Dict):
            return
        pairs = [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None]
        values = list(dict.fromkeys(self._text(value) for _, value in pairs))
        for place, (key, value) in enumerate(pairs):
            said = self._text(key)
            left = [f"{self._text(one)}: {self._text(other)}" for one, other in pairs if one is not key]
            yield self._whole(node, left, f"without {said}", name)
            another = values[(values.index(self._text(value)) + 1) % len(values)]
            if another != self._text(value):
                yield self._instead(value, another, f"{said}: {another}", name)
            yield from self._of_words(name, value, said)
            yield from self._of_row(name, value, place)

    def _of_words(self, name: str, value: ast.expr, row: str) -> Iterator[Mutant]:
        """A row's conditions in words, one dropped."""
        for part in value.elts if isinstance(value, ast.Tuple) else []:
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
                told = part.value.split()
                for word in told:
                    rest = " ".join(other for other in told if other != word)
                    yield self._instead(part, repr(rest), f"{row}: without «{word}»", name)

    def _of_number(self, name: str, value: ast.expr) -> Iterator[Mutant]:
        number = _number(value)
        if number is None:
            return
        step = 1 if isinstance(number, int) else _SHARE_STEP
        for moved in (number - step, number + step):
            yield self._instead(value, repr(round(moved, 4)), f"{number} is {round(moved, 4)}", name)

    def _of_node(self, node: ast.AST, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Mutant]:
        match node:
            case ast.Compare():
                yield from self._of_comparison(node)
            case ast.BoolOp():
                joined = " or " if isinstance(node.op, ast.And) else " and "
                said = joined.join(f"({self._text(value)})" for value in node.values)
                yield self._instead(node, f"({said})", f"{joined.strip()} in {function.name}")
            case ast.UnaryOp(op=ast.Not()):
                yield self._instead(node, f"({self._text(node.operand)})", f"not dropped in {function.name}")
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                for moved in (number - 1, number + 1):
                    yield self._instead(node, f"({moved})", f"{number} is {moved} in {function.name}")
            case ast.Return(value=ast.expr() as value):
                yield from self._of_return(value, function)
            case _:
                pass

    def _of_comparison(self, node: ast.Compare) -> Iterator[Mutant]:
        """One comparison turned; a chain's operators one by one."""
        operands = [node.left, *node.comparators]
        for place, operator in enumerate(node.ops):
            signs = [
                _COMPARED[type(_opposite(one))] if at != place else _COMPARED[type(one)]
                for at, one in enumerate(node.ops)
            ]
            said = self._text(operands[0])
            for sign, operand in zip(signs, operands[1:], strict=True):
                said += f" {sign} {self._text(operand)}"
            yield self._instead(node, f"({said})", f"{_COMPARED[type(operator)]} in a comparison")

    def _of_return(self, value: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Mutant]:
        said = "" if function.returns is None else self._text(function.returns)
        for new in ("True", "False") if said == "bool" else ("None",):
            if self._text(value) != new:
                yield self._instead(value, new, f"{function.name} returns {new}")

    def _whole(self, node: ast.expr, parts: Sequence[str], what: str, table: str) -> Mutant:
        """A literal of other parts."""
        opens, closes = {"Tuple": ("(", ")"), "List": ("[", "]")}.get(type(node).__name__, ("{", "}"))
        empty_set = isinstance(node, ast.Set) and not parts
        comma = "," if isinstance(node, ast.Tuple) and len(parts) == 1 else ""
        return self._instead(node, "set()" if empty_set else opens + ", ".join(parts) + comma + closes, what, table)

    def _instead(self, node: ast.expr, new: str, what: str, table: str = "") -> Mutant:
        start, end = self._span(node)
        return Mutant(node.lineno, start, end, new, what, table)

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        said = self.source[start:end].decode()
        return (
            f"({said})"
            if isinstance(node, (ast.GeneratorExp, ast.IfExp, ast.Lambda)) and not said.startswith("(")
            else said
        )

    def _span(self, node: ast.AST) -> tuple[int, int]:
        """The bytes of a node."""
        first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]  # every node with a place has both
        return self._starts[first - 1] + node.col_offset, self._starts[last - 1] + node.end_col_offset  # type: ignore[attr-defined]  # as above


def _opposite(operator: ast.cmpop) -> ast.cmpop:
    """The operator whose turned sign is this one's own."""
    pairs = {ast.Eq: ast.NotEq, ast.Lt: ast.LtE, ast.Gt: ast.GtE, ast.In: ast.NotIn, ast.Is: ast.IsNot}
    both = pairs | {other: one for one, other in pairs.items()}
    return both[type(operator)]()


def _literals(value: ast.expr) -> list[ast.expr]:
    """The literals that hold a value's rows: itself, or what ``frozenset``, ``tuple`` or ``dict`` is called with."""
    if isinstance(value, (ast.Tuple, ast.List, ast.Set, ast.Dict)):
        return [value]
    return _literals(value.args[0]) if isinstance(value, ast.Call) and value.args else []


def _named(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Names with what they are given, those of a row of names one by one."""
    if isinstance(target, ast.Name):
        yield target.id, value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=True):
            yield from _named(one, other)


def _number(value: ast.expr) -> int | float | None:
    number = value.value if isinstance(value, ast.Constant) else None
    return number if isinstance(number, (int, float)) and not isinstance(number, bool) else None


def _called(element: ast.expr, place: int) -> str:
    """What a row is called: its first words, else its own name, else its place."""
    first = element.args[:1] if isinstance(element, ast.Call) else [element]
    for one in first:
        if isinstance(one, ast.Constant):
            return f"«{one.value!s}»"
        if isinstance(one, (ast.Name, ast.Attribute)):
            return ast.unparse(one)
    return f"row {place + 1}"


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions in it, annotations and docstring."""
    body: list[ast.AST] = list(getattr(function, "body", []))
    while body:
        node = body.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        yield node
        body += [
            child for child in ast.iter_child_nodes(node) if not isinstance(child, (ast.expr_context, ast.arguments))
        ]
