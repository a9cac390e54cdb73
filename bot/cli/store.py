"""``mlwiki store path|prune|export|import``."""

from __future__ import annotations

import os
from pathlib import Path

import click

from bot.atomic import write_atomic
from bot.bounded import read_bounded
from bot.cli.command import Command
from bot.cli.path_types import READ, apart
from bot.cli.streams import complain, write_data
from bot.cli.trust import asked
from bot.config.load import load
from bot.config.settings_files import FILE_NAME
from bot.errors import ExitCode, InputError, UsageError
from bot.jobs.session import opened_store
from bot.locale import LANGUAGES, Speech, choose_language
from bot.model.message import msg
from bot.store import DatabaseAddress, StorePlace, store_place

#: A store of many pages and supplied books has some hundred MB at most.
_MOST = 2**30


@click.command(cls=Command)
@click.argument("what", type=click.Choice(["path", "prune", "export", "import"]), metavar="[path|prune|export|import]")
@click.argument("file", required=False, metavar="[FILE]")
@click.option("--config", type=READ, metavar="FILE", help="Settings file (default: mlwiki.toml here).")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the report.")
def command(what: str, file: str | None, config: str | None, lang: str | None) -> int:
    r"""Say where results are kept, delete what has expired (verdicts and decisions stay), or take them to another machine.

    export writes decisions, a judge's answers, supplied texts, wordings and the bot's journal to FILE, a line of JSON each;
    import takes such a file in and never overwrites what was decided or stored later. What was taken back since comes back with
    an older file. Where [engine] store is set, all of them work on that database.

    \b
    mlwiki store path
    mlwiki store export decisions.jsonl
    mlwiki store import decisions.jsonl
    """
    speech = Speech(choose_language(lang, None))
    settings = load(Path(config) if config else None, os.environ, confirm=lambda found: asked(found, speech))
    place = store_place(settings, os.environ)
    if (file is None) == (what in {"export", "import"}):
        raise UsageError(
            msg("export and import need a FILE; path and prune take none"), msg("`mlwiki store --help` shows examples")
        )
    if what == "path":
        write_data(f"{place}\n")
        return int(ExitCode.clean)
    if what == "export" and file is not None:
        _export(place, Path(file), speech, Path(config or FILE_NAME))
    elif file is not None:
        _import(place, Path(file), speech)
    else:
        with opened_store(place) as store:
            write_data(f"{store.prune(settings.store.keep_days)}\n")
    return int(ExitCode.clean)


def _export(place: Path | DatabaseAddress, file: Path, speech: Speech, config: Path) -> None:
    """Only the owner may read it: reasons and names of people stand in it."""
    ours = () if isinstance(place, DatabaseAddress) else place.parent.glob(place.name + "*")
    apart([("FILE", file)], [(path, False) for path in (config, *ours)])
    with opened_store(place) as store:
        lines = list(store.exported())
    write_atomic(file, "".join(lines).encode("utf-8", "surrogatepass"), mode=0o600)
    complain(speech.say(msg("{path}: {n} records", path=str(file), n=len(lines) - 1)))


def _import(place: StorePlace, file: Path, speech: Speech) -> None:
    try:
        text = read_bounded(file, _MOST).decode("utf-8", "surrogatepass")
    except OSError as error:
        raise InputError(
            msg("cannot read {path}: {why}", path=str(file), why=error.strerror or "?"),
            msg("check the name and the disk"),
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            msg("{name}: byte {position} is not {encoding}", name=str(file), position=error.start, encoding="utf-8"),
            msg("give a file that `mlwiki store export` of this version wrote"),
        ) from error
    with opened_store(place) as store:
        done = store.take_in(text.rstrip("\n").split("\n"))
    complain(
        speech.say(
            msg("{path}: {taken} taken in, {left} were here as new", path=str(file), taken=done.taken, left=done.left)
        )
    )
