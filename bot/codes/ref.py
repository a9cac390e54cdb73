"""REF: footnotes. 001-009 are edits that merge, 010-039 faults, 040-049 mechanical repairs, 090 the proof."""

from __future__ import annotations

from bot.codes import Code
from bot.model.words import Severity

CODES: tuple[Code, ...] = (
    Code(
        "REF001",
        Severity.note,
        "the same reference is written out more than once",
        "Two or more notes of one group hold the same text. Each is a note of its own for the reader, or, under one name, "
        "a trap: a later change of one copy leaves two texts under one name.",
        "Take the edit: the first copy stays, the others become short refs by its name.",
    ),
    Code(
        "REF002",
        Severity.warning,
        "copies under one name differ only in white space",
        "MediaWiki compares the copies byte for byte and shows an error in the list of notes (since 1.27).",
        "Take the edit: the first copy stays, the others become short refs.",
    ),
    Code(
        "REF003",
        Severity.note,
        "one work is cited in two different wordings",
        "Two notes carry the same identifier but different text. They may mean different pages of it.",
        "Decide whether one note is enough; the edit keeps the fuller wording.",
    ),
    Code(
        "REF010",
        Severity.error,
        "one name, two different texts",
        "Two refs define the same name with different content. The wiki shows only the first; old releases hide the second "
        "without a word.",
        "Give the second source a name of its own, and see which of the two each later short ref means.",
    ),
    Code(
        "REF011",
        Severity.error,
        "a name is used but nothing defines it",
        "A short ref calls a name that no ref on the page defines: the list of notes shows an error.",
        "Define it once, or correct the name.",
    ),
    Code(
        "REF012",
        Severity.warning,
        "defined in the list, used nowhere",
        "A ref inside the list of notes has a name that the text does not use before: the wiki shows an error.",
        "Use it where it belongs in the text, or remove it.",
    ),
    Code(
        "REF013",
        Severity.error,
        "a ref inside a ref",
        "Refs do not nest: the outer one ends at the first closing tag, and the rest is shown as text.",
        "Put the inner source beside the outer one.",
    ),
    Code(
        "REF014",
        Severity.error,
        "a tag is not closed",
        "On this release of MediaWiki an unclosed tag or comment swallows the rest of the page; later ones show the tag as text.",
        "Close it where it should end.",
    ),
    Code(
        "REF015",
        Severity.warning,
        "a name is lost because it stands without quotes",
        "Old MediaWiki reads unquoted names of Latin letters and digits only: the ref becomes nameless and the short refs fail.",
        "Take the edit: the name gets straight quotes.",
    ),
    Code(
        "REF016",
        Severity.error,
        "a name that is a number",
        "MediaWiki refuses names of digits alone and shows an error in place of the note.",
        "Take the edit: all refs of that name get a name with letters.",
    ),
    Code(
        "REF017",
        Severity.error,
        "an attribute that the wiki does not know",
        "A ref carries an attribute that this release does not know, and shows an error in place of the note.",
        "Remove or correct it.",
    ),
    Code(
        "REF018",
        Severity.error,
        "a short ref after the list that held its note",
        "A list of notes closes its names: a name defined before it is unknown after it.",
        "Move the list to the end, or define the note again after it.",
    ),
    Code(
        "REF019",
        Severity.error,
        "notes that no list shows",
        "Refs stand after the last list of notes, or in a group without a list: their numbers are shown and their text is not.",
        "Move the list below them.",
    ),
    Code(
        "REF020",
        Severity.error,
        "no list of notes at all",
        "The page has refs and no list: on this release of MediaWiki every note is lost without an error.",
        "Take the edit: a list is added at the end.",
    ),
    Code(
        "REF021",
        Severity.error,
        "an empty ref",
        "A ref without a name has no text either: the wiki shows an error.",
        "Write the source, or remove the ref.",
    ),
    Code(
        "REF022",
        Severity.error,
        "list-defined notes on a wiki that does not know them",
        "This release does not read refs inside the list of notes: the list is not shown and their texts are lost.",
        "Take the edit: each text moves to its first use, and the list becomes a bare tag.",
    ),
    Code(
        "REF023",
        Severity.error,
        "a list of notes that shows an error",
        "The tag that prints the notes has content or an attribute that this release refuses: no note is shown.",
        "Leave the bare tag.",
    ),
    Code(
        "REF024",
        Severity.warning,
        "the list of notes is printed twice",
        "On this release every list tag prints all the notes so far: the reader sees them more than once.",
        "Keep the last list.",
    ),
    Code(
        "REF025",
        Severity.error,
        "a ref in the list that the wiki refuses",
        "A ref inside the list of notes has no name, no text or another group than the list.",
        "Give it the name and the text, or move it.",
    ),
    Code(
        "REF026",
        Severity.warning,
        "a tag's end inside its own quotes",
        "The first «>» ends a tag, quotes or not: the reader sees the rest of the attribute as part of the note.",
        "Remove the sign from the name.",
    ),
    Code(
        "REF027",
        Severity.warning,
        "the only text of a name stands in a comment",
        "A name is used, and its definition is commented out.",
        "Take it out of the comment, or remove the short refs.",
    ),
    Code(
        "REF040",
        Severity.note,
        "an empty pair instead of a short ref",
        "Old MediaWiki shows an error for a named ref with an empty content; later releases take it as a short ref.",
        "Take the edit: it becomes a short ref.",
    ),
    Code(
        "REF080",
        Severity.warning,
        "more refs than an article has",
        "The page has so many ref tags that it cannot be an article. Nothing is offered on it.",
        "Divide the page, or look whether it is one.",
    ),
    Code(
        "REF090",
        Severity.error,
        "the page's edits are withheld: a check on the result failed",
        "Every edit must keep each source, each note and every byte outside its spans. One of these did not hold.",
        "Edit the page by hand, and please report the page: this is a fault of the program.",
    ),
)
