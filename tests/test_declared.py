"""What the product imports it declares, and what it declares it imports: neither a missing nor a spare dependency."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

#: Declared though no file of ours imports it, and why.
INDIRECT = {
    "lxml-html-clean": "trafilatura imports it, and pip 23 forgets the extra that would bring it",
    "mwparserfromhell": "pywikibot's parser, whose wheels decide which Pythons we run on; templates in notes will be read by it",
}
#: Optional ones need not be installed here: module and distribution.
OPTIONAL = {"keyring": "keyring"}


def plain(name: str) -> str:
    """A distribution's name as packaging compares it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    """Distributions that pyproject.toml asks for, with the product's own extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [
        *project["dependencies"],
        *(line for name in extras if name not in {"test", "dev"} for line in extras[name]),
    ]
    return {plain(re.split(r"[\s\[<>=!~;]", line)[0]) for line in wanted}


def imported() -> dict[str, set[str]]:
    """Distributions that files of the product import, wherever in the file, each with the files."""
    known = packages_distributions()
    found: dict[str, set[str]] = {}
    for path in (ROOT / "bot").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            else:
                continue
            for name in {name.partition(".")[0] for name in names} - {*sys.stdlib_module_names, "bot"}:
                for distribution in known.get(name) or [OPTIONAL.get(name, name)]:
                    found.setdefault(plain(distribution), set()).add(str(path.relative_to(ROOT)))
    return found


def test_what_is_imported_is_declared() -> None:
    """A library that only comes along with another can go with it."""
    missing = {name: files for name, files in imported().items() if name not in declared()}
    assert missing == {}


def test_what_is_declared_is_imported() -> None:
    """Nobody installs what nothing uses; the exceptions have their reasons, and are exceptions."""
    assert declared() - set(imported()) == set(INDIRECT)
