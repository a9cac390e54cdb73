"""Keys, buttons and ready reasons of the review page."""

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


@dataclass(frozen=True, slots=True)
class Button:
    """An action on a card. ``asks`` is what it asks first: a ``reason``, an ``optional`` one, or nothing."""

    does: str
    key: str
    text: Message
    asks: str = ""


ALARM_BUTTON = Button("alarm", "f", msg("False alarm"), "reason")
EDIT_BUTTONS = (
    Button("accept", "y", msg("Accept")),
    Button("edit", "e", msg("Edit")),
    Button("reject", "n", msg("Reject"), "optional"),
    ALARM_BUTTON,
)
CITATION_BUTTONS = (
    Button("release", "y", msg("Release"), "reason"),
    Button("reject", "n", msg("Has to be mended"), "optional"),
)
FINDING_BUTTONS = (Button("reject", "n", msg("Has to be mended"), "optional"), ALARM_BUTTON)
