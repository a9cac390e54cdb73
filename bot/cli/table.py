"""The commands, as plain data: ``mlwiki --help`` prints this without importing anything heavy."""

from __future__ import annotations

#: name, module, what it does
COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("demo", "demo", "the main job on the bundled sample page: offline, no keys"),
    ("init", "init", "write a first mlwiki.toml, by at most five questions"),
    ("primer", "primer", "the wiki's markup rules, to paste before asking a model for an article"),
    ("pull", "pull", "fetch pages of the wiki into a folder"),
    ("tidy", "tidy", "mend what language models leave, merge duplicate refs; offline"),
    ("check", "check", "verify every citation; changes nothing"),
    ("review", "review", "decide, citation by citation, what the gate holds"),
    ("serve", "serve", "the same in a browser on this machine"),
    ("push", "push", "tidy, check, gate, diff; saves only with --save"),
    ("apply", "apply", "make the edits of a plan; refuses when a page has moved"),
    ("run", "run", "the scheduled bot: unattended, resumable, within its limits"),
    ("status", "status", "what runs did, are doing, left undone"),
    ("undo", "undo", "take a run's own edits back, each reviewed"),
    ("trust", "trust", "believe the settings file of a folder in full"),
    ("doctor", "doctor", "look whether everything works that a check or a save needs"),
    ("explain", "explain", "what a finding code means"),
    ("bench", "bench", "measure on labelled data what is believed of references"),
    ("config", "config", "show every setting and where it comes from"),
    ("store", "store", "where results are kept; prune, export or import them"),
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
