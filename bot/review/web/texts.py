"""Words of the review page. Templates and the script name them by key; the catalogue has their Russian."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.message import Message, msg

#: Keys of the page, for the help; the first four stand on the buttons too.
KEYS: tuple[tuple[str, Message], ...] = (
    ("y", msg("accept the edit; release the citation, with a reason")),
    ("e", msg("put your own words in place of the edit's")),
    ("n", msg("reject the edit; say that the fault is real and has to be mended")),
    ("f", msg("false alarm, with a reason")),
    ("s", msg("skip to the next that is undecided")),
    ("u", msg("undo the decision")),
    ("j", msg("next card")),
    ("k", msg("previous card")),
    ("o", msg("open the source, at the passage where that is possible")),
    ("v", msg("what the judge says")),
    ("w", msg("save: first the difference and the gate's word, then your summary")),
    ("?", msg("this help")),
)

#: What the button says that leads to a language: in that language, or nobody who needs it could read it.
IN_ITS_OWN_WORDS: Mapping[str, str] = {"en": "In English", "ru": "По-русски"}

#: Reasons that are offered, not asked for: they stand in the store and in plans as a person chose or wrote them.
REASONS: tuple[Message, ...] = (
    msg("I have read the source: it says so"),
    msg("the source says it in other words"),
    msg("another edition of the same work"),
    msg("the registry's record is wrong"),
    msg("the address opens for me"),
    msg("common knowledge, the source is for further reading"),
)

TEXTS: Mapping[str, Message] = {
    "app": msg("mlwiki: review"),
    "skip": msg("To the content"),
    "intro": msg(
        "Paste a draft, choose a file or name a page. It is mended mechanically and every source is checked; you decide what the "
        "evidence is worth."
    ),
    "paste": msg("Wikitext"),
    "paste_title": msg("Title (may stay empty)"),
    "check_text": msg("Check the text"),
    "file": msg("A file with wikitext"),
    "check_file": msg("Check the file"),
    "name": msg("A page's title or address"),
    "check_name": msg("Check the page"),
    "pages": msg("Pages"),
    "no_pages": msg("No page yet."),
    "all_pages": msg("All pages"),
    "forget": msg("Remove from the list"),
    "resting": msg("not checked yet"),
    "queued": msg("waits for another page"),
    "failed": msg("could not be checked"),
    "again": msg("Check again"),
    "copy_text": msg("Copy mended text"),
    "copy_summary": msg("Copy summary"),
    "edit_form": msg("Open the wiki's edit form"),
    "revision": msg("Checked revision:"),
    "copied": msg("Copied."),
    "copy_by_hand": msg("The browser does not let the page copy: the text is marked below, copy it by hand."),
    "stored": msg("Stored."),
    "undone": msg("Undone."),
    "unstored": msg(
        "Not stored: the server does not answer. Start mlwiki serve again; what was decided before is kept."
    ),
    "nothing_left": msg("Nothing is undecided any more."),
    "help": msg("Keys"),
    "keys_on": msg("single letters act as keys"),
    "close": msg("Close"),
    "cancel": msg("Cancel"),
    "store": msg("Store"),
    "reason": msg("Reason"),
    "reason_optional": msg("Reason (may stay empty)"),
    "type_label": msg("This fault is proven. To overrule it, type the citation's name: {label}", label="{label}"),
    "undecided": msg("undecided"),
    "state": msg("State"),
    "code": msg("Code"),
    "verdict": msg("Identity"),
    "support": msg("Support"),
    "host": msg("Host"),
    "any": msg("any"),
    "filter": msg("Filters"),
    "find": msg("Name"),
    "only_undecided": msg("only with something undecided"),
    "sources": msg("Sources"),
    "places": msg("Markup and footnotes"),
    "made": msg("Mechanical edits, proven and made"),
    "passing": msg("Citations that pass"),
    "notes": msg("Notes"),
    "todo": msg("What to do:"),
    "held": msg("Held because:"),
    "blocked": msg("Blocked because:"),
    "accept": msg("Accept"),
    "edit": msg("Edit"),
    "reject": msg("Reject"),
    "release": msg("Release"),
    "mend": msg("Has to be mended"),
    "alarm": msg("False alarm"),
    "undo": msg("Undo"),
    "source": msg("Open the source"),
    "own_words": msg("Your own text instead"),
    "take_words": msg("Take this text"),
    "not_taken": msg("Not in the mended text: another edit that it needs is not accepted."),
    "no_proof": msg(
        "The accepted edits together fail the proof; the text is left as it was. Failed: {checks}", checks="{checks}"
    ),
    "supply": msg("Give the source's text: a book, an article behind a paywall"),
    "supply_text": msg("Its text, or the part of it that matters"),
    "supply_file": msg("Or a file: PDF, HTML, DOCX, text"),
    "supply_button": msg("Check against this text"),
    "gate": msg("Saving:"),
    "asking": msg("asking the gate…"),
    "save_wiki_button": msg("Save to the wiki…"),
    "save_file_button": msg("Write the file…"),
    "save_wiki": msg("Save to the wiki:"),
    "save_file": msg("Write the file:"),
    "save_as": msg("As {account}, over revision {revision}.", account="{account}", revision="{revision}"),
    "save_orig": msg("What it was is kept beside it, with .orig at the end of its name."),
    "save_held": msg("It cannot be saved yet:"),
    "save_diff": msg("What would change"),
    "save_summary": msg("Summary of your edit, shown in the page's history"),
    "save_now": msg("Save this revision"),
    "write_now": msg("Write"),
    "text": msg("Mended text"),
    "summary": msg("Summary"),
    "incomplete": msg("The check is not complete: another run can finish it."),
    "noscript": msg("This page needs its own script to store decisions: allow JavaScript for it."),
    "sorry": msg("Open the address that `mlwiki serve` printed: it lets this browser in."),
    "footer": msg("Everything stays on this machine; only the checks ask the services."),
}


@dataclass(frozen=True, slots=True)
class Button:
    """An action on a card. ``asks`` is what it asks first: a ``reason``, an ``optional`` one, or nothing."""

    does: str
    key: str
    text: str
    asks: str = ""


ALARM_BUTTON = Button("alarm", "f", "alarm", "reason")
EDIT_BUTTONS = (
    Button("accept", "y", "accept"),
    Button("edit", "e", "edit"),
    Button("reject", "n", "reject", "optional"),
    ALARM_BUTTON,
)
CITATION_BUTTONS = (Button("release", "y", "release", "reason"), Button("reject", "n", "mend", "optional"))
FINDING_BUTTONS = (Button("reject", "n", "mend", "optional"), ALARM_BUTTON)
