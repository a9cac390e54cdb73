"""``mlwiki explain CODE`` and ``mlwiki explain KIND``."""

from __future__ import annotations

import difflib

import click

from bot.cli.command import Command
from bot.cli.streams import write_data
from bot.codes import all_codes
from bot.errors import ExitCode, UsageError
from bot.locale import LANGUAGES, Speech, choose_language
from bot.model.message import msg
from bot.model.words import CitationKind


@click.command(cls=Command)
@click.argument("code")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the explanation.")
def command(code: str, lang: str | None) -> int:
    """Say what a finding code means and what to do about it; or what a kind of citation is.

    Kinds are note, short, inline, listed and draft: how each is found, verified and named in reports and by --source.
    """
    from bot.report.kinds import explain_kind
    from bot.report.phrases import explain

    if code.lower() in set(CitationKind):
        write_data(explain_kind(CitationKind(code.lower()), Speech(choose_language(lang, None))))
        return int(ExitCode.clean)
    known = all_codes()
    if code.upper() not in known:
        close = difflib.get_close_matches(code.upper(), known, 3)
        hint = msg("codes look like REF101 or SRC201; kinds of citation are note, short, inline, listed, draft")
        if close:
            hint = msg("did you mean {name}?", name=", ".join(close))
        raise UsageError(msg("unknown code {code}", code=code), hint)
    write_data(explain(known[code.upper()], Speech(choose_language(lang, None))))
    return int(ExitCode.clean)
