"""What must hold for every draft of pure Markdown after all edits of tidy."""

from __future__ import annotations

import difflib
import re
from collections import Counter

from bot.model.edit import apply_edits
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
from tests.oracle.markdown import of_markdown, of_wiki
from tests.oracle.wiki import Oracle

_WORD = re.compile(r"\w+\d+z")
_ADDRESS = re.compile(r"https?://[\w./?=]+")


def broken_promises(text: str, oracle: Oracle) -> dict[str, str]:
    """The promises that a draft breaks, each with what shows it; empty when all are kept."""
    markup = profile("modern")
    result = tidy_page(Wikitext(Page("P", "P", text), markup))
    tidied = apply_edits(text, result.edits)
    again = tidy_page(Wikitext(Page("P", "P", tidied), markup))
    before, after = of_markdown(text), of_wiki(oracle.parse(tidied).html)
    broken = {}
    if before != after:
        shown = difflib.unified_diff(
            [*map(str, before)], [*map(str, after)], "CommonMark", "MediaWiki", lineterm="", n=1
        )
        broken["structure"] = tidied + "\n" + "\n".join(shown)
    for kind, pattern in (("words", _WORD), ("addresses", _ADDRESS)):
        if Counter(pattern.findall(text)) != Counter(pattern.findall(tidied)):
            broken[kind] = tidied
    if again.edits:
        broken["second run"] = f"{tidied}\n{[(edit.code, edit.id) for edit in again.edits]}"
    if not result.proof.ok:
        broken["proof"] = str(result.proof.checks)
    return broken
