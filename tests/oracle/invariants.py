"""What an edit of refs must keep, judged by a real MediaWiki (facts: I1 to I7)."""

from __future__ import annotations

import re
from collections import Counter

from bot.model.edit import Declared, Edit, TidyPage, apply_edits
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import Profile
from bot.wikitext.calls import Where
from bot.wikitext.clickable import untracked
from bot.wikitext.dedupe import is_vague, normal
from bot.wikitext.refs import footnotes
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
from tests.oracle import reading
from tests.oracle.rendered import rendered
from tests.oracle.wiki import Oracle, Parsed

#: Edits that mend what shows an error: a marker that was an error may become a note.
REPAIRS = frozenset({"REF015", "REF016", "REF020", "REF022", "REF023", "REF040"})


def texts(parsed: Parsed) -> set[tuple[str, str]]:
    """Every source that the wiki was given, by group and text up to white space."""
    return {
        (call.attributes.get("group", ""), normal(call.content))
        for call in parsed.calls
        if call.tag == "ref" and call.content and call.content.strip()
    }


def same_page(before: str, after: str, *, repaired: bool) -> bool:
    """The same words with the same notes; after a declared repair an error may have become a note.

    «?» is a marker whose link leads nowhere (1.39 with ``name=""``): it may become a sound one.
    """
    if before == after:
        return True
    if (
        repaired
    ):  # a note that was an error may be the first one: the list is new then, and changes its place and paragraph
        lists = [sorted(filter(None, re.findall("⟦list([^⟧]*)⟧", shown))) for shown in (before, after)]
        if lists[0] != lists[1]:
            return False
        before, after = (re.sub(r"\s|</?p>|</?pre>|<br ?/?>|⟦list[^⟧]*⟧", "", shown) for shown in (before, after))
    parts = re.split("⟦error⟧|⟦\\?⟧" if repaired else "⟦\\?⟧", before)
    return re.fullmatch("⟦[^⟧]*⟧".join(map(re.escape, parts)), after) is not None


def _seen(oracle: Oracle, old: str, new: str, codes: set[str], *, include: bool) -> list[str]:
    before, after = oracle.parse(old, include=include), oracle.parse(new, include=include)
    if before.error or after.error:
        return [] if before.error else ["the wiki fails on the result"]
    shown, then = rendered(before.html), rendered(after.html)
    wrong = []
    view = " where included" if include else ""
    more = then.errors - shown.errors
    if more:
        wrong.append(f"I1{view}: new errors {dict(more)}")
    mended = bool(codes & REPAIRS) or then.errors["ref_numeric_key"] < shown.errors["ref_numeric_key"]
    if not same_page(shown.unfolded, then.unfolded, repaired=mended):
        wrong.append(f"I2{view}: the page reads differently")
    if texts(before) != texts(after):
        wrong.append(f"I3{view}: sources {texts(before) ^ texts(after)}")
    return wrong


def lost_to_the_reader(
    oracle: Oracle, old: str, new: str, edits: tuple[Edit, ...], *, include: bool = False
) -> list[str]:
    """I8: what the wiki's own page lets nobody click or read any more, though no edit declares it.

    What a note that was an error brings is free; an address comes back without its tracking parameters, or without the mark of
    emphasis or code that was glued to it with the words behind. Links that show only now were glued to a token: their letters
    were words before.
    """
    before, after = oracle.parse(old, include=include), oracle.parse(new, include=include)
    if before.error or after.error:
        return []
    shown, then = rendered(before.html).unfolded, rendered(after.html).unfolded
    declared = sum((edit.declares for edit in edits if edit.declares is not None), Declared())
    wrong = []
    links = reading.addresses(shown) - reading.addresses(then)
    links -= Counter(map(reading.shown_address, declared.addresses_lost))
    fresh = reading.addresses(then) - reading.addresses(shown)
    links = Counter({link: count for link, count in links.items() if not _unglued(link, fresh)})
    if links:
        wrong.append(f"I8: links {dict(links)} are lost")
    there = reading.addresses(then)
    gone = {address for address in reading.addresses(shown) if address not in there}
    gone -= {address for address in gone if untracked(address) in there or _unglued(address, fresh)}
    if gone:
        wrong.append(f"I8: addresses {gone} are on the page no more")
    letters = reading.letters(reading.unnumbered(shown)) - reading.letters(then) - Counter("".join(declared.words_lost))
    letters -= Counter("".join(fresh.elements()))
    if letters:
        wrong.append(f"I8: letters {dict(letters)} are lost")
    return wrong


def _unglued(link: str, new: Counter[str]) -> bool:
    """Whether a link is one that shows now, with a mark glued to it («https://a.org»`code`»)."""
    return any(link.startswith(address) and link[len(address) :][:1] in {"`", "*", "_", "~"} for address in new)


def draft_violations(text: str, profile: Profile, oracle: Oracle) -> tuple[list[str], TidyPage]:
    """The same of a draft, where safe edits change more than refs: proof, errors, what is clicked and read, a second run."""
    result = tidy_page(Wikitext(Page("p", "P", text), profile))
    if not result.proof.ok:
        return [f"the proof fails: {[name for name, held in result.proof.checks if not held]}"], result
    if result.text == text:
        return [], result
    safe = tuple(edit for edit in result.edits if edit.fix is Fix.safe)
    wrong = lost_to_the_reader(oracle, text, result.text, safe)
    before, after = (rendered(oracle.parse(one).html).errors for one in (text, result.text))
    if after - before:
        wrong.append(f"I1: new errors {dict(after - before)}")
    if apply_edits(text, safe) != result.text:
        wrong.append("I4: the edits do not make the text")
    if tidy_page(Wikitext(Page("p", "P", result.text), profile)).text != result.text:
        wrong.append("I5: a second run changes the page")
    return wrong, result


def violations(text: str, profile: Profile, oracle: Oracle) -> tuple[list[str], TidyPage]:
    """Every invariant that tidying breaks on this page, and the result."""
    result = tidy_page(Wikitext(Page("p", "P", text), profile))
    wrong: list[str] = []
    if result.text == text:
        return wrong, result
    safe = tuple(edit for edit in result.edits if edit.fix is Fix.safe)
    if apply_edits(text, safe) != result.text:
        wrong.append("I4: the edits do not make the text")
    wrong += [
        f"I4: a span outside a ref {span.before!r}"
        for edit in safe
        for span in edit.spans
        if edit.code.startswith("REF00") and not span.before.lower().startswith("<ref")
    ]
    codes = {edit.code for edit in safe}
    wrong += _seen(oracle, text, result.text, codes, include=False)
    if "includ" in text:
        wrong += _seen(oracle, text, result.text, codes, include=True)
    wrong += lost_to_the_reader(oracle, text, result.text, safe)
    if tidy_page(Wikitext(Page("p", "P", result.text), profile)).text != result.text:
        wrong.append("I5: a second run changes the page")
    return wrong, result


def copies(text: str, profile: Profile) -> int:
    """Full texts too many: copies that stand in the text itself, in one group and segment, and mean one work for sure."""
    table = footnotes(text, profile)
    found: Counter[tuple[int, str, int, str]] = Counter()
    for note in table.notes:
        if note.definition is None:
            continue
        full = [note.definition, *note.copies]
        contents = {normal(table.content(index)) for index in full}
        uses = [table.uses[index] for index in {*full, *note.uses}]
        plain = all(use.where is Where.body and use.region == uses[0].region for use in uses)
        if len(contents) == 1 and plain and not is_vague(content := contents.pop()) and content:
            found[note.segment, note.group, uses[0].region, content] += len(full)
    return sum(count - 1 for count in found.values())
