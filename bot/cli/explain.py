"""``mlwiki explain CODE``, ``mlwiki explain KIND`` and ``mlwiki explain VERDICT``."""

from __future__ import annotations

import difflib

import click

from bot.cli.command import Command
from bot.cli.streams import write_data
from bot.codes import all_codes
from bot.errors import ExitCode, UsageError
from bot.locale import LANGUAGES, Speech, choose_language
from bot.model.message import msg
from bot.model.words import CitationKind, IdentityVerdict


@click.command(cls=Command)
@click.argument("code")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the explanation.")
def command(code: str, lang: str | None) -> int:
    """Say what a finding code means and what to do about it; what a kind of citation is; or what a verdict on a work rests on.

    Kinds are note, short, inline, listed and draft: how each is found, verified and named in reports and by --source. Verdicts on
    a work are verified, misdescribed, wrong_work, nonexistent, disputed, unconfirmed and unchecked.
    """
    from bot.report.kinds import explain_kind
    from bot.report.phrases import explain

    if code.lower() in set(CitationKind):
        write_data(explain_kind(CitationKind(code.lower()), Speech(choose_language(lang, None))))
        return int(ExitCode.clean)
    if code.lower() in set(IdentityVerdict):
        write_data(_explain_verdict(IdentityVerdict(code.lower()), Speech(choose_language(lang, None))))
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


def _explain_verdict(verdict: IdentityVerdict, speech: Speech) -> str:
    """The verdict, and by what levels a citation's fields are compared: the same lines that a report shows of a work."""
    from bot.identity import rosters, titles, venues, years
    from bot.identity.levels import weight
    from bot.report.word_names import field_name, word

    lines = [
        f"{verdict.value} — {speech.say(word(verdict))}",
        "",
        speech.say(
            msg(
                "Each field of the citation is compared with the record; what its level speaks for (+) or against (−) the work "
                "orders the records and is shown. Title and people decide together; what cannot be compared agrees with nothing."
            )
        ),
    ]
    rows = (("title", titles.TITLE), ("authors", rosters.PEOPLE), ("year", years.YEAR), ("venue", venues.VENUE))
    for field, levels in rows:
        lines += ["", f"{speech.say(field_name(field))}:"]
        for level in levels:
            speaks = weight(field, level.name)
            number = "" if speaks is None else f"{speaks:+.1f}".replace("-", "−")
            lines.append(f"  {number:>6}  {speech.say(level.speaks)}")
    return "\n".join(lines) + "\n"
