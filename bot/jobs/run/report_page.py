"""The report page on the wiki: what waits for a person, page by page, with a cell to answer in; saved when it has news."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.jobs.change import Change, save, unquestioned
from bot.jobs.run.one_page import RunContext
from bot.jobs.summary import summary_of_report
from bot.locale import Speech
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.report.formats.wikitext import literal, page_link
from bot.store import EditRow, EditState, PageRow

#: Findings on the page at most; a list that nobody can read is read by nobody.
MOST_ROWS = 200
ROW = "mlwiki-"
_STATE = re.compile(r"<!-- mlwiki ([0-9a-f]{16}) ([0-9a-f]{16}) -->")


def save_report(context: RunContext, answers: Mapping[str, str], how: Message) -> bool:
    """Save the report if findings are others than on the page, or there are new edits; whether it was saved. Raises WikiError.

    ``answers`` are cells (by finding id) that nobody could understand: they stay, as text. ``how`` says how the run went; it is
    no news by itself.
    """
    title = context.session.settings.run.report_page
    rows = [row for row in context.journal.pages(context.wiki) if row.needs]
    edits = [edit for edit in _listed(context) if edit.state is EditState.saved]
    text = report_text(rows, edits, context, answers, how)
    base = context.client.read(title) or Page(title, title, "", context.wiki)
    news = rows or edits if base.revid is None else not _same_state(base.text, text, with_edits=bool(edits))
    if not news:
        return False
    needs = sum(len(row.needs) for row in rows)
    summary = summary_of_report(needs, len(edits), context.speech, context.name)
    change = Change(replace(base, title=title), text)
    context.step("reporting")
    save(change, unquestioned(change).gate, context.client, summary, bot=False, tell=context.session.notify)
    return True


def _same_state(before: str, now: str, *, with_edits: bool) -> bool:
    """Whether both reports name the same findings, and, where there are new ones, the same edits."""
    old, new = _state(before), _state(now)
    if old is None or new is None:
        return False
    return old[1] == new[1] and (old[2] == new[2] or not with_edits)


def _state(text: str) -> re.Match[str] | None:
    """What the page's last line says of it; anywhere else it is somebody's words."""
    return _STATE.fullmatch(text.rstrip().rpartition("\n")[2])


def _listed(context: RunContext) -> Sequence[EditRow]:
    """The run's edits; in a trial every edit under the approval, so that whoever approves it can go through them all."""
    run = context.session.settings.run
    if run.trial:
        return context.journal.under(context.wiki, context.account, run.approved_task)
    return context.journal.edits(context.name)


def report_text(
    rows: Sequence[PageRow], edits: Sequence[EditRow], context: RunContext, answers: Mapping[str, str], how: Message
) -> str:
    """The page's wikitext. Its last line names the findings and the edits in it, so that an equal report is not saved again."""
    speech = context.speech
    needs = sum(len(row.needs) for row in rows)
    lines = [f"'''{literal(speech.say(msg('Needs a person: {n}', n=needs)))}'''", "", literal(speech.say(how)), ""]
    if needs:
        lines += [literal(speech.say(_HOW_TO_ANSWER)), ""]
    found = list(_pages(rows, context, answers))
    made = [_edit(edit, context) for edit in edits]
    lines += found
    if edits:
        lines += [f"== {literal(speech.say(_edits_heading(context, len(edits))))} ==", "", *made, ""]
    return "\n".join([*lines, f"<!-- mlwiki {_hash(found)} {_hash(made)} -->"])


_HOW_TO_ANSWER = msg(
    "Write into the last cell: false — the finding is wrong; fixed — the page is mended. The next run reads it."
)


def _hash(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _edits_heading(context: RunContext, made: int) -> Message:
    run = context.session.settings.run
    if not run.trial:
        return msg("Edits of the last run")
    return msg("Trial under “{task}”: {made} edits of {most}", task=run.approved_task, made=made, most=run.trial)


def _pages(rows: Sequence[PageRow], context: RunContext, answers: Mapping[str, str]) -> Iterable[str]:
    left = MOST_ROWS
    for row in rows:
        if left <= 0:
            break
        yield f"== {page_link(Page(row.title, row.title, '', context.wiki))} =="
        if row.human:
            yield literal(context.speech.say(msg("last edited by {user}", user=row.human)))
        yield from _table(row.needs[:left], context.speech, answers)
        left -= len(row.needs)
        yield ""
    hidden = sum(len(row.needs) for row in rows) - MOST_ROWS
    if hidden > 0:
        yield literal(context.speech.say(msg("not shown: {n} more", n=hidden)))


def _table(needs: Sequence[Mapping[str, str]], speech: Speech, answers: Mapping[str, str]) -> Iterable[str]:
    heads = (msg("source"), msg("finding"), msg("where it stands"), msg("your answer"))
    yield '{| class="wikitable"'
    yield "! " + " !! ".join(literal(speech.say(head)) for head in heads)
    for need in needs:
        # journals of earlier versions hold a note's bare number
        number = f"[{need['number']}]" if need["number"].isdigit() else need["number"] or "—"
        cells = (number, f"{need['said']} ({need['code']})", need["where"])
        yield f'|- id="{ROW}{need["id"]}"'
        # what people wrote is never saved again as wikitext: it would be the bot that links, transcludes and signs
        yield (
            "| " + " || ".join(literal(cell) for cell in cells) + f" || {literal(answers.get(need['id'], ''))}".rstrip()
        )
    yield "|}"


def _edit(edit: EditRow, context: RunContext) -> str:
    said = literal(context.speech.say(msg("revision {new} over {old}", new=edit.newid or 0, old=edit.base)))
    link = page_link(Page(edit.title, edit.title, "", context.wiki))
    # the wiki makes the address of its own difference; every release since 1.6 knows the function
    difference = f"{{{{fullurl:{edit.title}|diff={edit.newid}&oldid={edit.base}}}}}"
    return f"* {link}: [{difference} {said}]" if link.startswith("[[") else f"* {link}: {said}"
