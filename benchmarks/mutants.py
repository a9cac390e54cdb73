"""Do the tests notice? Faults in the modules that decide, each against the nearest tests.

    python -m benchmarks.mutants [--rows | --conditions] [--only PATH] [--limit N] [--seed N] [--minutes N] [--state FILE]

Modules, their deciding tables and their tests stand in ``mutants.toml``. Faults of rows are tried all, of functions ``--limit`` a
module, drawn with ``--seed``. Each is written into a copy of the tree, and the tests run in a process of their own until one
fails. Results are kept in ``--state`` (JSON lines): a second run goes on where the first stopped, and tries survivors again when
a test changed. Ends after ``--minutes``. Printed: survivors, then killed of tried by module. 1 when a fault of a deciding table
survives that ``mutants.toml`` does not explain as equivalent, 2 when the tests fail without any fault.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TextIO

from benchmarks.mutations import Mutant, Planter

ROOT = Path(__file__).resolve().parents[1]
#: What a copy needs for the tests of ``mutants.toml``.
_COPIED = ("bot", "tests", "benchmarks", "cassettes", "pyproject.toml", "user-config.py", "docs", "README.md")
#: Seconds that tests may take beyond ten times their usual time: a fault can make a loop endless.
_GRACE = 20
#: Plugins are imported before the fork, which pytest would call an error.
_OPTIONS = ("-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")


@dataclass(frozen=True, slots=True)
class MutatedModule:
    """A row of ``mutants.toml``; ``equivalent`` explains faults of it that change nothing."""

    path: str
    tables: tuple[str, ...]
    tests: tuple[str, ...]
    equivalent: dict[str, str]


@dataclass(frozen=True, slots=True)
class Trial:
    """A fault with what became of it."""

    module: str
    mutant: Mutant
    killed: bool

    @property
    def name(self) -> str:
        """Table or function with what was done."""
        return f"{self.mutant.table}: {self.mutant.what}" if self.mutant.table else self.mutant.what


class KeptTrials:
    """Results of earlier runs by the fault's key; what survived counts while the tests are the same."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._killed = {row["key"]: (row["killed"], row["tests"]) for row in map(json.loads, lines)}

    def known(self, key: str, tests: str) -> bool | None:
        """Whether the fault was killed; None where it has to be tried."""
        killed, with_tests = self._killed.get(key, (None, ""))
        return killed if killed or with_tests == tests else None

    def keep(self, key: str, tests: str, trial: Trial) -> None:
        """Add a result."""
        row = {
            "key": key,
            "tests": tests,
            "killed": trial.killed,
            "module": trial.module,
            "line": trial.mutant.line,
            "what": trial.name,
        }
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


class TreeCopy:
    """A copy of the tree; tests run in forks of this process, which has everything of others imported, and nothing of ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in _COPIED:
            origin = ROOT / name
            if origin.is_dir():
                shutil.copytree(origin, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
            elif origin.exists():
                shutil.copy2(origin, folder / name)

    def usual(self, tests: Sequence[str]) -> float | None:
        """Seconds of the tests on the tree as it is, None where they fail; first imports what they import of others."""
        listed = self.folder / "imported.txt"
        passed = self._run(tests, 600, listed)
        for name in listed.read_text(encoding="utf-8").split() if listed.exists() else ():
            with suppress(Exception):
                import_module(name)
        started = time.monotonic()
        passed = passed and self._run(tests, 600, None)
        return time.monotonic() - started if passed else None

    def killed(self, module: str, mutant: Mutant, tests: Sequence[str], seconds: float) -> bool:
        """Whether a test fails with the fault in its place."""
        file = self.folder / module
        source = file.read_bytes()
        file.write_bytes(mutant.applied(source))
        try:
            return not self._run(tests, 10 * seconds + _GRACE, None)
        finally:
            file.write_bytes(source)

    def _run(self, tests: Sequence[str], most: float, listed: Path | None) -> bool:
        """Whether the tests pass, in a fork, within ``most`` seconds."""
        child = os.fork()
        if child == 0:
            _in_child(self.folder, tests, listed)
        return _waited(child, most)


def _waited(child: int, most: float) -> bool:
    """Whether a child ends with 0 in time; one that does not end is stopped."""
    until = time.monotonic() + most
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _in_child(folder: Path, tests: Sequence[str], listed: Path | None) -> None:
    """Run the tests of the copy and end this process."""
    code = 3
    try:
        os.setpgrp()
        os.chdir(folder)
        sys.dont_write_bytecode = True
        sys.path[:] = [str(folder), *(path for path in sys.path if path not in {"", str(ROOT)})]
        for name in [name for name in sys.modules if name.partition(".")[0] in {"bot", "tests", "benchmarks"}]:
            del sys.modules[name]
        _silenced()
        os.environ["CI"] = "1"  # Hypothesis draws the same examples each time
        code = int(import_module("pytest").main(["-q", "-x", *_OPTIONS, *tests]))
        if listed is not None:
            ours = {"bot", "tests", "benchmarks", "__main__", "__mp_main__"}
            listed.write_text(
                "\n".join(name for name in sys.modules if name.partition(".")[0] not in ours), encoding="utf-8"
            )
    finally:
        os._exit(code)


def _silenced() -> None:
    """Send what the tests print nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def modules(only: str) -> Iterator[MutatedModule]:
    """The rows of ``mutants.toml`` whose path holds ``only``; tests that are not there yet are left out."""
    given = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    for row in given["module"]:
        if only in row["path"]:
            equivalent = {one["what"]: one["why"] for one in given.get("equivalent", ()) if one["path"] == row["path"]}
            yield MutatedModule(
                row["path"],
                tuple(row["tables"]),
                tuple(test for test in row["tests"] if (ROOT / test).exists()),
                equivalent,
            )


def mutants_of(module: MutatedModule, asked: argparse.Namespace) -> list[Mutant]:
    """The faults to try: of all rows, and a sample of the functions'."""
    planter = Planter((ROOT / module.path).read_bytes())
    rows = [] if asked.conditions else list(planter.rows(module.tables))
    conditions = [] if asked.rows else list(planter.conditions())
    if asked.limit is not None and len(conditions) > asked.limit:
        chance = random.Random(f"{asked.seed} {module.path}")  # noqa: S311 (a seeded sample)
        conditions = chance.sample(conditions, asked.limit)
    return rows + conditions


def tried(
    module: MutatedModule, asked: argparse.Namespace, kept: KeptTrials, until: float, out: TextIO
) -> Iterator[Trial]:
    """Each fault of a module with what became of it, until time is over. Raises ValueError where the tests fail anyway."""
    digest = _digest(*((ROOT / test).read_bytes() for test in module.tests))
    source = (ROOT / module.path).read_bytes()
    copy, seconds = None, 0.0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for mutant in mutants_of(module, asked):
            key = _digest(source, f"{mutant.start} {mutant.end} {mutant.new}".encode())
            killed = kept.known(key, digest)
            if killed is None:
                if time.monotonic() > until:
                    out.write(f"{module.path}: stopped, time is over\n")
                    return
                if copy is None:
                    copy = TreeCopy(Path(folder))
                    usual = copy.usual(module.tests)
                    if usual is None:
                        raise ValueError(module.path)
                    seconds = usual
                killed = copy.killed(module.path, mutant, module.tests, seconds)
                kept.keep(key, digest, Trial(module.path, mutant, killed))
            yield Trial(module.path, mutant, killed)


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:20]


def report(trials: Sequence[Trial], chosen: Sequence[MutatedModule], out: TextIO) -> int:
    """Print survivors and counts; how many of the deciding tables survive unexplained."""
    explained = {(module.path, what): why for module in chosen for what, why in module.equivalent.items()}
    open_ = 0
    for trial in trials:
        if not trial.killed:
            why = explained.get((trial.module, trial.name), "")
            open_ += bool(trial.mutant.table) and not why
            said = f"equivalent: {why}" if why else "SURVIVED" if trial.mutant.table else "survived"
            out.write(f"{trial.module}:{trial.mutant.line}: {trial.name} – {said}\n")
    for table in (True, False):
        of_kind = [trial for trial in trials if bool(trial.mutant.table) is table]
        counts = Counter((trial.module, trial.killed) for trial in of_kind)
        for name in dict.fromkeys(trial.module for trial in of_kind):
            number = counts[name, True] + counts[name, False]
            out.write(f"{'rows' if table else 'conditions'} {name}: killed {counts[name, True]} of {number}\n")
    return open_


def main() -> int:
    """Try, print; see the module for what is returned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", action="store_true", help="the tables alone")
    parser.add_argument("--conditions", action="store_true", help="the functions alone")
    parser.add_argument("--only", default="", metavar="PATH", help="modules whose path holds this")
    parser.add_argument("--limit", type=int, default=60, metavar="N", help="so many faults of a module's functions")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--state", type=Path, default=Path(tempfile.gettempdir()) / f"mutants-{os.getuid()}.jsonl")
    parser.add_argument("--list", action="store_true", help="print the faults and try none")
    asked = parser.parse_args()
    chosen = list(modules(asked.only))
    if asked.list:
        for module in chosen:
            for mutant in mutants_of(module, asked):
                sys.stdout.write(f"{module.path}:{mutant.line}: {mutant.table} {mutant.what}\n")
        return 0
    until = time.monotonic() + 60 * asked.minutes
    kept, trials = KeptTrials(asked.state), list[Trial]()
    try:
        for module in chosen:
            trials += tried(module, asked, kept, until, sys.stdout)
    except ValueError as failed:
        sys.stdout.write(f"{failed}: its tests fail without any fault\n")
        return 2
    return 1 if report(trials, chosen, sys.stdout) else 0


if __name__ == "__main__":
    raise SystemExit(main())
