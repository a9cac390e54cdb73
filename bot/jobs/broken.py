"""What stands in a report for a page that a bug of ours kept from being worked on: a finding, and nothing to be saved."""

from __future__ import annotations

from bot.model.edit import Proof, TidyPage
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.report import Because, Coverage, Gate, PageCheck
from bot.model.words import Decision, Policy
from bot.verify import BUG as BUG
from bot.verify import broken_finding


def broken_check(page: Page, said: Message, policy: Policy) -> PageCheck:
    """No citation was looked at, and the gate holds whatever the policy."""
    because = Because("", "GATE301", msg("internal error: a bug of this program"))
    return PageCheck(page, Coverage(), (), (broken_finding(page, said),), Gate(Decision.hold, policy, (because,)))


def broken_tidy(page: Page, said: Message) -> TidyPage:
    """The page as it was, without an edit."""
    return TidyPage(page, page.text, (), (broken_finding(page, said),), Proof())
