"""A draft that a chat has put sources into: each new ref is a candidate, its note is written anew from the registry's record.

The new text is the draft with refs inserted: nothing else of the answer ever enters it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.author.chat_answer import AnswerComparison, NewRef, WordChange, compare_answer, unwrapped
from bot.author.works import WorkNote, notes_from
from bot.errors import InputError
from bot.jobs.primer import reference_rules
from bot.locale import Speech
from bot.model.citation import Cited
from bot.model.edit import Edit, Span, apply_edits
from bot.model.message import Message, msg, msg_n
from bot.model.page import Page
from bot.model.words import Consulted, Fix, IdentityVerdict, IdKind
from bot.profiles import Profile
from bot.report.word_names import word
from bot.sources.citation_sources import CitationSources
from bot.wikitext.proof import prove
from bot.wikitext.ref_names import NameMaker, quoted
from bot.wikitext.text import Wikitext

#: Of a work with these verdicts the record is the cited work's: a wrong field of the chat's goes, the note is the registry's.
_TAKEN = frozenset({IdentityVerdict.verified, IdentityVerdict.misdescribed})
#: Changes shown one by one; more are counted.
_MOST_SHOWN = 20
_MOST_CHARACTERS = 160
_BEFORE_NUMBER = {IdKind.arxiv: "arXiv:", IdKind.isbn: "ISBN ", IdKind.pmid: "PMID "}


@dataclass(frozen=True, slots=True)
class CitedDraft:
    """``text`` is the draft with the sources that exist; ``said`` is for the person; ``added`` counts inserted refs.

    ``refused``: something of the answer was not taken. ``unreached``: somebody who could know of a source gave no answer.
    """

    text: str
    added: int
    said: tuple[Message, ...]
    refused: bool
    unreached: bool


def prompt(draft: str, profile: Profile, speech: Speech) -> str:
    """What to paste into a chat: the task, the form of a note, and the draft between two marks."""
    lines = [
        msg("Add sources to the article below. Change nothing else: every other character stays as it is."),
        msg(
            "Put a ref behind each statement that needs one, and give the whole article back, without words of your own."
        ),
        msg("Only real sources that you can name with a DOI, an arXiv number, an ISBN or an address."),
        *reference_rules(profile),
    ]
    told = "\n".join(f"{number}. {speech.say(line)}" for number, line in enumerate(lines, start=1))
    return f"{told}\n\n-----\n{draft.rstrip()}\n-----\n"


async def cite_answer(page: Page, answer: str, profile: Profile, sources: CitationSources, day: str) -> CitedDraft:
    """Take a chat's whole text back. Raises InputError for an answer without words; ``day`` (ISO 8601) is today."""
    if not answer.strip():
        raise InputError(
            msg("the answer is empty"), msg("copy the chat's whole text into the file and run the command again")
        )
    draft = Wikitext(page, profile)
    compared = compare_answer(draft, Wikitext(replace(page, text=unwrapped(answer, page.text)), profile))
    contents = list(dict.fromkeys(one.content for one in compared.new if one.known is None))
    candidates = dict(zip(contents, await _candidates(contents, profile, sources, day), strict=True))
    edits = tuple(_edits(draft, compared.new, candidates))
    edits, unproven = _proven(draft, edits)
    text = _with_list(draft, apply_edits(page.text, edits), profile, added=bool(edits))
    refused = [*_of_candidates(candidates), *_of_places(compared.new, candidates), *unproven, *_of_draft(compared)]
    added = msg_n("{n} ref was added", "{n} refs were added", len(edits))
    return CitedDraft(
        text,
        len(edits),
        (added, *refused),
        refused=bool(refused),
        unreached=any(one.unreached for one in candidates.values()),
    )


async def _candidates(
    contents: Sequence[str], profile: Profile, sources: CitationSources, day: str
) -> tuple[WorkNote, ...]:
    return tuple(await asyncio.gather(*(_candidate(one, profile, sources, day) for one in contents)))


async def _candidate(content: str, profile: Profile, sources: CitationSources, day: str) -> WorkNote:
    """The note of the work that a chat's note describes, or why there is none."""
    shown = _short(content)
    read = Wikitext.of(f"Слово.<ref>{content}</ref>", profile).citations
    if not read or not content:
        return WorkNote(shown, said=(msg("“{note}” describes no work: not taken", note=shown),), denied=True)
    identity = (await sources.look(read[0])).identity
    if identity.verdict in _TAKEN:
        (noted,) = await notes_from((_name_of(read[0].cited),), profile, sources, day)
        return replace(noted, text=None) if noted.denied else noted
    if identity.verdict is IdentityVerdict.nonexistent:
        said = msg("“{note}” is invented: the home registry does not know it", note=shown)
        return WorkNote(shown, said=(said,), denied=True)
    silent = any(state is Consulted.unreachable for _, state in identity.consulted)
    said = msg("“{note}” is not taken: {verdict}", note=shown, verdict=word(identity.verdict))
    return WorkNote(shown, said=(said,), denied=not silent, unreached=silent)


def _name_of(cited: Cited) -> str:
    """What ``cite`` would be asked for: the strongest identifier, else the title."""
    if not cited.identifiers:
        return cited.title or cited.plain
    ranked = sorted(cited.identifiers, key=lambda item: item.kind is IdKind.url)
    return _BEFORE_NUMBER.get(ranked[0].kind, "") + (ranked[0].as_written or ranked[0].value)


def _edits(draft: Wikitext, new: Sequence[NewRef], candidates: dict[str, WorkNote]) -> Iterator[Edit]:
    """One insertion a new ref that has a note and a place: the whole note at its first use, then its name."""
    names = NameMaker(draft.table)
    used: dict[str, str] = {}
    for number, one in enumerate(new):
        written = _again(draft, one.known) if one.known is not None else _written(candidates[one.content], names, used)
        if written is not None and one.place is not None:
            span = Span(one.place, one.place, "", written)
            yield Edit(f"cite{number}", "SRC", Fix.review, msg("a source is added"), (span,))


def _written(noted: WorkNote, names: NameMaker, used: dict[str, str]) -> str | None:
    if noted.text is None:
        return None
    if noted.text in used:
        return f"<ref name={quoted(used[noted.text])} />"
    used[noted.text] = names.make(noted.text)
    return f"<ref name={quoted(used[noted.text])}>{noted.text}</ref>"


def _again(draft: Wikitext, known: int) -> str:
    """A ref of the draft used once more: by its name, else the whole note, which tidying merges."""
    use = draft.table.uses[known]
    if use.name:
        return f"<ref name={quoted(use.name)} />"
    return f"<ref>{draft.table.content(known)}</ref>"


def _proven(draft: Wikitext, edits: tuple[Edit, ...]) -> tuple[tuple[Edit, ...], list[Message]]:
    """The edits that the proof lets through together, and what is said of the others."""
    taken: tuple[Edit, ...] = ()
    said: list[Message] = []
    # a page without a list of notes gets one afterwards
    passed_over = frozenset() if draft.table.lists else frozenset({"no new error"})
    for edit in edits:
        tried = (*taken, edit)
        after = draft.edited(apply_edits(draft.text, tried), passing=True)
        grown = len(after.table.uses) == len(draft.table.uses) + len(tried)
        wrong = {name for name, held in prove(draft, tried).checks if not held} - passed_over
        if grown and not wrong:
            taken = tried
        else:
            line = draft.text.count("\n", 0, edit.spans[0].start) + 1
            said.append(msg("line {line}: a ref cannot stand there, so it was not inserted", line=line))
    return taken, said


def _with_list(draft: Wikitext, text: str, profile: Profile, *, added: bool) -> str:
    """The text with a list of notes where refs came and the page prints none."""
    if not added or draft.table.lists:
        return text
    return f"{text.rstrip()}\n\n== {profile.list_heading} ==\n<references/>\n"


def _of_candidates(candidates: dict[str, WorkNote]) -> Iterator[Message]:
    for one in candidates.values():
        yield from one.said


def _of_places(new: Sequence[NewRef], candidates: dict[str, WorkNote]) -> Iterator[Message]:
    """Sources that exist and stand behind words that are not the draft's."""
    for one in new:
        noted = candidates.get(one.content)
        if one.place is None and noted is not None and noted.text is not None:
            yield msg("“{note}” stands behind changed words: put it in by hand", note=_short(noted.text))


def _of_draft(compared: AnswerComparison) -> Iterator[Message]:
    """What the answer did to the draft itself; all of it is taken back."""
    for ref in compared.lost:
        yield msg("the answer lost or changed a ref of the draft: {ref}; kept as it was", ref=_short(ref))
    for change in compared.changes[:_MOST_SHOWN]:
        yield _of_change(change)
    more = len(compared.changes) - _MOST_SHOWN
    if more > 0:
        yield msg_n("{n} more change was taken back", "{n} more changes were taken back", more)


def _of_change(change: WordChange) -> Message:
    before, after = _short(change.before), _short(change.after)
    if not after:
        return msg("line {line}: the answer left out “{before}”; taken back", line=change.line, before=before)
    if not before:
        return msg("line {line}: the answer added “{after}”; taken back", line=change.line, after=after)
    return msg("line {line}: “{before}” became “{after}”; taken back", line=change.line, before=before, after=after)


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _MOST_CHARACTERS else words[: _MOST_CHARACTERS - 1] + "…"
