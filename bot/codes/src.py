"""SRC: link and identity of a cited work.

1xx identity, 2xx the address, 3xx what happened to the work, 4xx what it lacks, 5xx what to know of its text.
"""

from __future__ import annotations

from bot.codes import Code
from bot.model.words import Severity

CODES: tuple[Code, ...] = (
    Code(
        "SRC101",
        Severity.error,
        "there is no such identifier",
        "The identifier's own registry (doi.org, arXiv) answered that it was never given out. A failed look-up, or a work "
        "that a search does not find, is never reported like this.",
        "Find the work by its title. If it does not exist, the reference was invented: take it out with what rests on it.",
    ),
    Code(
        "SRC102",
        Severity.error,
        "the identifier belongs to another work",
        "The registry has a record under this identifier, and both its title and its authors are other than the cited ones.",
        "Look up the right identifier of the cited work, or cite the work that the identifier names.",
    ),
    Code(
        "SRC103",
        Severity.warning,
        "the work is described wrongly",
        "The cited work exists, but its registry gives another value for a field of the reference.",
        "Compare the field with the registry's record and correct the reference.",
    ),
    Code(
        "SRC104",
        Severity.note,
        "sources disagree about the work",
        "The registry and the page that the reference names contradict each other, so nothing is held against the reference.",
        "Look at both and decide which of them is right.",
    ),
    Code(
        "SRC105",
        Severity.warning,
        "the identifier cannot be right",
        "By its own rules the identifier is impossible: a month 13 in an arXiv id, a digit too few, a check digit that does not "
        "hold. Russian books do carry misprinted ISBNs.",
        "Compare the identifier with the source itself, digit by digit.",
    ),
    Code(
        "SRC106",
        Severity.warning,
        "the year lies in the future",
        "The reference gives a year of publication that has not come yet.",
        "Correct the year.",
    ),
    Code(
        "SRC107",
        Severity.warning,
        "a placeholder stands in the reference",
        "Where a year, a date, an identifier or the authors belong there are crosses or a word in brackets, as in “20XX” and "
        "“[43 authors]”: whoever wrote the reference did not know it.",
        "Look the work up and fill the field in, or take the reference out.",
    ),
    Code(
        "SRC108",
        Severity.warning,
        "there is no such day",
        "A date of the reference has a month above 12 or a day above 31, read either way round: no calendar has it.",
        "Look the date up and correct it.",
    ),
    Code(
        "SRC201",
        Severity.error,
        "the page is gone",
        "The address answered 404 or 410, or its host does not exist. This was one look; pages do come back.",
        "Open the address. Cite an archived copy, the new address, or another source.",
    ),
    Code(
        "SRC202",
        Severity.error,
        "the page is dead",
        "The address failed in the same way on different days.",
        "Cite an archived copy, the new address, or another source.",
    ),
    Code(
        "SRC203",
        Severity.warning,
        "the page says that it does not exist",
        "The server answers as if all were well, but the page itself says that there is nothing here.",
        "Open the address. Cite an archived copy, the new address, or another source.",
    ),
    Code(
        "SRC204",
        Severity.warning,
        "the address now leads somewhere else",
        "The address leads to the site's front page, to a search or to an error page instead of the cited page.",
        "Find the page's new address or an archived copy.",
    ),
    Code(
        "SRC205",
        Severity.warning,
        "the domain is for sale",
        "The address shows a parking page: the site that was cited is no longer there.",
        "Cite an archived copy or another source, and take the address out.",
    ),
    Code(
        "SRC301",
        Severity.warning,
        "the work was retracted or withdrawn",
        "The registry carries a notice of retraction or withdrawal for this work.",
        "Read the notice. Do not rest a statement on a retracted work unless the retraction itself is the subject.",
    ),
    Code(
        "SRC302",
        Severity.note,
        "the work carries a notice",
        "The registry carries a correction, an expression of concern or a later version for this work.",
        "Read the notice and see whether it touches what is cited.",
    ),
    Code(
        "SRC401",
        Severity.note,
        "the year can be filled in",
        "The reference names no year, and the home registry of its identifier gives one that no other answer contradicts.",
        "Look at the record; accept the edit if the cited edition is that one.",
    ),
    Code(
        "SRC402",
        Severity.note,
        "the version of the arXiv paper can be named",
        "The reference cites a paper of which arXiv has several versions, and does not say which. The check read the latest one.",
        "Accept the edit if that version is the one that the text rests on.",
    ),
    Code(
        "SRC501",
        Severity.note,
        "the cited place is not in the text that was read",
        "The reference names a page, a section, a theorem or a fragment, and the text that was read numbers such places and has "
        "not this one. Editions number anew and files lose headings, so this accuses nobody.",
        "Open the source at that place. Correct the pointer, or name the edition that has it.",
    ),
    Code(
        "SRC502",
        Severity.note,
        "the text of the source has to be read with care",
        "What the program read of the source is not quite what a person sees: a file whose text layer can be read in two ways, "
        "hidden words that were left out, or more pages than are read.",
        "Open the source yourself before you rely on a quotation of it, or on its absence.",
    ),
)
