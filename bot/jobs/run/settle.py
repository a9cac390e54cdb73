"""What a killed process left: each unsettled edit is looked up in its page's history, and never saved again from memory."""

from __future__ import annotations

from bot.errors import EditConflict
from bot.jobs.run.worklist import RunWiki
from bot.store import EditRow, EditState, Journal


def settle_all(client: RunWiki, journal: Journal, wiki: str, account: str) -> int:
    """Settle every edit that was left planned or saving; how many had reached the wiki. Raises WikiError."""
    left = journal.unsettled(wiki, account)
    try:
        client.recover()
    except EditConflict as conflict:
        # the client has given the other person's words back, or says where they are; the journal tells the same
        why = str(conflict.message)
        for row in left:
            if row.title in why:
                journal.mark((row.run, row.title, row.base), EditState.failed, why=why)
        left = journal.unsettled(wiki, account)
    reached = 0
    for row in left:
        reached += _settle(client, journal, row, account)
    return reached


def _settle(client: RunWiki, journal: Journal, row: EditRow, account: str) -> bool:
    key = (row.run, row.title, row.base)
    if row.state is EditState.planned:
        journal.mark(key, EditState.failed, why="never sent")
        return False
    for revision in reversed(client.history(row.title)):
        if revision.revid > row.base and revision.user == account and revision.comment == row.summary:
            journal.mark(key, EditState.saved, newid=revision.revid)
            return True
    journal.mark(key, EditState.failed, why="never arrived")
    return False
