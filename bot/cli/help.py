"""The first help page, and what stands on it as plain data: ``mlwiki --help`` imports nothing heavy, click neither."""

from __future__ import annotations

from bot.locale import Speech, choose_language

#: Each command and what it does: the file of its name in this folder has its options and its longer description.
COMMANDS: tuple[tuple[str, str], ...] = (
    ("demo", "the main job on the bundled sample page: offline, no keys"),
    ("init", "write a first mlwiki.toml, by at most five questions"),
    ("primer", "the wiki's markup rules, to paste before asking a model for an article"),
    ("pull", "fetch pages of the wiki into a folder"),
    ("tidy", "mend what language models leave, merge duplicate refs; offline"),
    ("check", "verify every citation; changes nothing"),
    ("cite", "the note of a work in this wiki's form, from its registry's record"),
    ("review", "decide, citation by citation, what the gate holds"),
    ("serve", "the same in a browser on this machine"),
    ("push", "tidy, check, gate, diff; saves only with --save"),
    ("apply", "make the edits of a plan; refuses when a page has moved"),
    ("run", "the scheduled bot: unattended, resumable, within its limits"),
    ("scan", "findings over whole wikis: dumps, folders, a live wiki"),
    ("worker", "serve the queue of `scan --enqueue`, on as many machines as you like"),
    ("status", "what runs did, are doing, left undone"),
    ("undo", "take a run's own edits back, each reviewed"),
    ("trust", "believe the settings file of a folder in full"),
    ("doctor", "look whether everything works that a check or a save needs"),
    ("explain", "what a finding code means"),
    ("bench", "measure on labelled data what is believed of references"),
    ("config", "show every setting and where it comes from"),
    ("store", "where results are kept; prune, export or import them"),
)

EXAMPLES: tuple[tuple[str, str], ...] = (
    ("mlwiki demo", "see what it does"),
    ("mlwiki tidy draft.wiki --diff", "what would be mended in a draft"),
    ("mlwiki check draft.wiki --profile mlru", "are its sources real, and do they say so"),
    ("mlwiki push draft.wiki --save -m 'new article'", "save it, if the gate lets it through"),
)

EXIT_CODES: tuple[tuple[str, str], ...] = (
    ("0", "clean"),
    ("1", "findings"),
    ("2", "usage, configuration, unreadable input"),
    ("3", "the wiki refused, or the gate held"),
    ("4", "incomplete: a second run could finish"),
    ("5", "a bug of ours"),
    ("130", "interrupted"),
)


def help_text(language: str) -> str:
    """The page in one language."""
    say = Speech(language).say
    width = max(len(line) for line, _ in EXAMPLES)
    lines = [
        say("mlwiki: a MediaWiki bot and citation verifier"),
        "",
        say("Examples:"),
        *(f"  {line:<{width}}  {say(what)}" for line, what in EXAMPLES),
        "",
        say("Commands (`mlwiki COMMAND --help` says more):"),
        *(f"  {name:<{width}}  {say(what)}" for name, what in COMMANDS),
        "",
        say("Exit codes:"),
        *(f"  {code:<5}{say(what)}" for code, what in EXIT_CODES),
    ]
    return "\n".join(lines) + "\n"


def print_help() -> int:
    """Print the page as UTF-8, or with replacements on a console that lacks a character; returns the exit code."""
    from bot.cli.streams import complain, line_of, prepare, write_data
    from bot.errors import OutputError

    prepare()
    language = choose_language(None, None)
    try:
        write_data(help_text(language))
    except BrokenPipeError:
        return 0
    except OutputError as error:
        complain(line_of(error, Speech(language)))
        return 2
    return 0
