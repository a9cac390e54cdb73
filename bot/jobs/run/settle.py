"""What a killed process left: each unsettled edit is looked up in its page's history, and never saved again from memory."""

from __future__ import annotations

from bot.errors import WikiError
from bot.jobs.run.worklist import RunWiki
from bot.store import EditRow, EditState, Journal

#: What the history may say of a save that is there, but not as it was sent; the client has settled it then.
_RAN_INTO = frozenset({"WIKI002", "WIKI003", "WIKI004", "WIKI005"})


def settle_all(client: RunWiki, journal: Journal, wiki: str, account: str) -> int:
    """Settle every edit that was left planned or saving; how many had reached the wiki. Raises WikiError.

    A save that may still arrive stays as it is, for the next run.
    """
    waiting = _recover(client, journal, wiki, account)
    reached = 0
    for row in journal.unsettled(wiki, account):
        if row.state is EditState.planned or row.title not in waiting:
            reached += _settle(client, journal, row, account)
    return reached


def _recover(client: RunWiki, journal: Journal, wiki: str, account: str) -> frozenset[str]:
    """Have the client settle what it has; the titles whose save may still arrive."""
    while True:
        try:
            return frozenset(found.title for found in client.recover() if found.left)
        except WikiError as fault:
            if fault.code not in _RAN_INTO:
                raise
            # the client has given the other person's words back, or says where they are; the journal tells the same
            why = str(fault.message)
            for row in journal.unsettled(wiki, account):
                if row.title in why:
                    journal.mark((row.run, row.title, row.base), EditState.failed, why=why)


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
