"""A real MediaWiki 1.39 as oracle: one PHP process that parses JSON lines, about 500 pages a second.

By hand: ``python -m tests.oracle.wiki FILE`` prints what it makes of a file's wikitext.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tests.mediawiki import SOURCE

HERE = Path(__file__).parent
EXTENSIONS = "Cite,ParserFunctions,SyntaxHighlight_GeSHi,Poem,Math"
#: Tags of this wiki that hide refs.
OPAQUE = frozenset({"nowiki", "pre", "source", "syntaxhighlight", "math", "chem", "ce"})

_SETTINGS = """
$wgMainCacheType = CACHE_NONE;
$wgParserCacheType = CACHE_NONE;
$wgUseDatabaseMessages = false;
# formulas are shown as their source: everything else would ask a service on the network
$wgMathValidModes = [ 'source' ];
$wgDefaultUserOptions['math'] = 'source';
$wgMathDisableTexFilter = 'always';
"""


@dataclass(frozen=True, slots=True)
class Call:
    """A ref or references tag as the wiki called its hook: raw content (None when self-closed) and decoded attributes."""

    tag: str
    content: str | None
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the wiki made of a text; ``error`` is PHP's, when parsing failed."""

    html: str
    calls: tuple[Call, ...]
    error: str | None = None


class Oracle:
    """The running process."""

    def __init__(self, process: subprocess.Popen[str], stdin: IO[str], stdout: IO[str]) -> None:
        self._process = process
        self._stdin = stdin
        self._stdout = stdout

    def parse(self, text: str, *, include: bool = False) -> Parsed:
        """Parse a page, or with ``include`` a page that transcludes it."""
        self._stdin.write(json.dumps({"text": text, "include": include}) + "\n")
        self._stdin.flush()
        line = self._stdout.readline()
        if not line:
            raise RuntimeError("the parsing process has ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            return Parsed("", (), answer["error"])
        calls = tuple(
            Call(tag, content, given if isinstance(given, dict) else {}) for tag, content, given in answer["calls"]
        )
        return Parsed(answer["html"], calls)


def _environment(settings: Path) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "MW_CONFIG_FILE": str(settings),
        "MLWIKI_MEDIAWIKI": str(SOURCE),
    }


def install(folder: Path) -> Path:
    """Install a wiki in English without accounts into ``folder``; its settings file."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [
        "php",
        str(SOURCE / "maintenance" / "install.php"),
        f"--confpath={folder}",
        "--dbtype=sqlite",
        f"--dbpath={folder / 'data'}",
        "--dbname=wiki",
        "--server=http://127.0.0.1",
        "--scriptpath=",
        "--lang=en",
        "--pass=AdminPass-1234567",
        f"--extensions={EXTENSIONS}",
        "--skins=Vector",
        "Oracle",
        "Admin",
    ]
    done = subprocess.run(
        command,
        cwd=SOURCE,
        env={"PATH": os.environ.get("PATH", os.defpath)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"install.php failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    settings = folder / "LocalSettings.php"
    with settings.open("a", encoding="utf-8") as out:
        out.write(_SETTINGS)
    return settings


@contextmanager
def running_oracle(folder: Path) -> Iterator[Oracle]:
    """Install a wiki into ``folder`` and keep one parsing process until the block ends."""
    settings = install(folder)
    with (folder / "oracle.log").open("wb") as log:
        process = subprocess.Popen(
            ["php", "-d", "opcache.enable_cli=1", "-d", "memory_limit=1G", str(HERE / "parse.php")],
            cwd=SOURCE,
            env=_environment(settings),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            encoding="utf-8",
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            first = process.stdout.readline()
            if first != "ready\n":
                raise RuntimeError(f"the parsing process did not start: {first}")
            yield Oracle(process, process.stdin, process.stdout)
        finally:
            process.stdin.close()
            process.wait(timeout=30)
            process.stdout.close()


def main() -> None:
    """Print what the wiki makes of a file."""
    with tempfile.TemporaryDirectory() as folder, running_oracle(Path(folder)) as oracle:
        for name in sys.argv[1:]:
            parsed = oracle.parse(Path(name).read_text(encoding="utf-8"))
            sys.stdout.write(f"{parsed.error or parsed.html}\n")
            for call in parsed.calls:
                sys.stdout.write(f"{call}\n")


if __name__ == "__main__":
    main()
