"""Edits that a check's verdicts propose, each for a person: marks for faults, archived copies, fields that a registry has.

===========  ==================================================================================
``scene``    where a citation's notes and markers stand on the page
``notes``    one note's text: its link, its citation template, the templates behind it
``marks``    *not in source* behind the marker, *dead link* behind the link
``copies``   the archived copy of a dead link
``fields``   a missing year, the version of an arXiv paper
``kept``     what every one of these edits must leave as it was
===========  ==================================================================================

Nothing is invented: a template is one of the wiki's profile, a value is a registry's or the archive's own answer, and no word of
the page changes. Where a wiki has no such template there is no edit.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.edit import Edit
from bot.model.page import Page
from bot.model.report import CitationCheck
from bot.model.words import LinkState
from bot.profiles import Profile
from bot.wikitext.mending.copies import copy_edits
from bot.wikitext.mending.fields import field_edits
from bot.wikitext.mending.kept import apart, proven
from bot.wikitext.mending.marks import dead_edits, is_mark, silent_claims, silent_edits
from bot.wikitext.mending.scene import scene_of

__all__ = ["apart", "is_mark", "mends", "silent_claims"]


def mends(page: Page, checks: Sequence[CitationCheck], profile: Profile, today: str) -> tuple[Edit, ...]:
    """Every edit that ``checks`` propose on ``page``, in the order of the text, each proven by itself and together. Pure.

    ``checks`` may be of another text of the same page (before tidying, say): citations are found by their ids. ``today`` is the
    date of a mark (ISO 8601).
    """
    if not any(silent_claims(one) or one.link.state is LinkState.dead or one.identity.additions for one in checks):
        return ()
    scene = scene_of(page, profile)
    found: list[Edit] = []
    for check in checks:
        found += silent_edits(scene, check, today)
        copies = copy_edits(scene, check)
        found += copies or dead_edits(scene, check, today)
        found += field_edits(scene, check)
    return proven(page, apart(found), profile)
