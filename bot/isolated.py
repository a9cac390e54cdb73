"""Starting other programs so that the folder a person stands in has no say in what runs: it may be anybody's."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

#: Where our own code is imported from: the checkout, or the site-packages of an installed wheel.
ROOT = Path(__file__).resolve().parents[1]
#: A working folder that is nobody's.
NEUTRAL = Path(sys.executable or os.sep).anchor or os.sep
#: Takes the search path from its arguments, and only then imports a module of ours.
_START = (
    "import runpy, sys; sys.path[:] = sys.argv[2:]; runpy.run_module(sys.argv[1], run_name='__main__', alter_sys=True)"
)


def module_command(module: str) -> tuple[str, ...]:
    """The command that runs a module of ours in a Python of its own.

    ``-I`` keeps the working folder, PYTHON* variables and the user's site folder out of it; what may be imported is handed
    over whole. Start it in ``NEUTRAL``.
    """
    return (sys.executable, "-I", "-X", "utf8", "-c", _START, module, *search_path(sys.path))


def search_path(entries: Iterable[str]) -> tuple[str, ...]:
    """What a child may import from: absolute entries without the current folder, unless our own code lies there."""
    kept = [entry for entry in entries if Path(entry).is_absolute() and not _is_strange(Path(entry))]
    return tuple(kept if any(_same(Path(entry), ROOT) for entry in kept) else [*kept, str(ROOT)])


def program(name: str) -> str | None:
    """The whole path of a program, None where there is none. One of the current folder is none: Windows looks there first."""
    path = shutil.which(name)
    if path is None or not Path(path).is_absolute() or _is_here(Path(path).parent):
        return None
    return path


def _is_strange(entry: Path) -> bool:
    return _is_here(entry) and not _same(entry, ROOT)


def _is_here(folder: Path) -> bool:
    """Whether it is the current folder, which may have been removed meanwhile."""
    try:
        return _same(folder, Path.cwd())
    except OSError:
        return False


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
