"""What each kind of citation is, what is verified of it and how it is named: what ``mlwiki explain KIND`` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.locale import Speech
from bot.model.message import Message, msg
from bot.model.words import CitationKind
from bot.report.word_names import CITATION_KINDS


class KindText(NamedTuple):
    """What a kind is, what is verified of it, and how reports and ``--source`` name it."""

    what: Message
    verified: Message
    named: Message


KIND_TEXTS: Mapping[CitationKind, KindText] = {
    CitationKind.note: KindText(
        msg(
            "A footnote: <ref> with its text, {{{{#tag:ref}}}}, a name that is used again. What several footnotes say "
            "is one work."
        ),
        msg(
            "That the work exists, that it is the cited one, its address, and that it says the words before the marker."
        ),
        msg("[3]; with its group [note 3]. --source 3=FILE or the name of the footnote."),
    ),
    CitationKind.short: KindText(
        msg(
            "A short reference in the text, [3], (Vaswani et al., 2017), {{{{sfn}}}}: it brings its words to the "
            "listed work that it "
            "names. One that names nothing on the page is a finding (SRC603)."
        ),
        msg("The listed work as every other, and that it says the words of the reference."),
        msg("By the item it names, “References, 3”; else “short reference 2”."),
    ),
    CitationKind.inline: KindText(
        msg(
            "A link to another site in the text, with words of its own or bare. Links to the wiki itself and to its sister "
            "projects, pictures and the site in an info box are no sources."
        ),
        msg(
            "That the address answers with a page that can be read; nothing else is claimed of it. An identifier in "
            "the address is "
            "looked up. The words of its sentence are compared with the page."
        ),
        msg('“link 2”, counted through the page. --source "link 2=FILE".'),
    ),
    CitationKind.listed: KindText(
        msg(
            "An item under a heading of sources (References, Further reading, External links and their like in other "
            "languages): a "
            "list, a numbered paragraph, a template of a work."
        ),
        msg(
            "That the work exists, that it is the cited one, its address. Where nothing in the text points to it, no "
            "words are judged."
        ),
        msg('By its heading and its place in the list, “References, 3”. --source "References, 3=FILE".'),
    ),
    CitationKind.draft: KindText(
        msg(
            "A footnote or a link in Markdown that is not yet wikitext. The edits that turn it into wikitext wait for "
            "a person."
        ),
        msg("What is verified of a footnote; the gate holds the page until somebody has decided on the edits."),
        msg("“Markdown source 1”."),
    ),
}


def explain_kind(kind: CitationKind, speech: Speech) -> str:
    """Name, what it is, what is verified, how it is named; ends in a line feed."""
    text = KIND_TEXTS[kind]
    parts = (
        (msg("What it is:"), text.what),
        (msg("What is verified:"), text.verified),
        (msg("How it is named:"), text.named),
    )
    said = [f"{speech.say(name)}\n  {speech.say(words)}\n" for name, words in parts]
    return "\n".join([f"{kind.value} — {speech.say(CITATION_KINDS[kind])}\n", *said])
