"""Functions that make a pattern of their own values, each with what it makes of arguments as bad as they may come.

An empty list: the function runs only while its module is imported, and what it makes is held there, where the walk finds it.
"""

from __future__ import annotations

import re

from bot.language.pointers import LABELS
from bot.profiles import PROFILE_NAMES, profile
from bot.wikitext import lexer
from bot.wikitext.residue import unknown

_PROFILES = [profile(name) for name in PROFILE_NAMES]


def _openers() -> list[re.Pattern[str]]:
    return [lexer._opener(lexer.rules_for(each.opaque_tags, each.cite_version).tags) for each in _PROFILES]


BUILT: dict[str, list[re.Pattern[str]]] = {
    "bot.identifiers._without": [re.compile(re.escape(word), re.IGNORECASE) for word in ("aaaaaaab", "((((((((")],
    "bot.identifiers.doi_sites._site": [],
    "bot.identifiers.doi_sites._tail": [],
    "bot.identifiers.sites._site": [],
    "bot.identity.titles.about": [
        re.compile(rf"\A\W*+{words}\s*+[:.]", re.IGNORECASE) for words in ("comment", r"a[\W_]+note[\W_]+on")
    ],
    "bot.judge.points.of": [],
    "bot.sources.places._labels": [
        re.compile(rf"(?<!\w)(?i:{words})\s*\(?(\d{{1,3}}(?:\.\d{{1,3}}){{0,3}})\)?(?![\d.]*\d)")
        for words in LABELS.values()
    ],
    "bot.sources.places._search": [
        re.compile(r"\W++".join(words), re.IGNORECASE) for words in (["a"] * 60, ["a", "a", "b"] * 20)
    ],
    "bot.wiki.page_reader._element": [re.compile(rf"<{name}\b([^<>]*+)>") for name in ("text", "comment")],
    "bot.wikitext.residue.chat_tokens.row": [],
    "bot.wikitext.residue.marks._any_of": [],
    "bot.wikitext.residue.unknown._pattern": [unknown._pattern(frozenset({"kbd", "samp", "mark", "dfn", "section"}))],
    "bot.wikitext.residue.unknown.files": [
        re.compile(r"\[\[[ \t]*(" + "|".join(each.wrong_file_prefixes) + r")[ \t]*(?=:)", re.IGNORECASE)
        for each in _PROFILES
        if each.wrong_file_prefixes
    ],
    "bot.wikitext.residue.traces._forms": [],
    "bot.wikitext.lexer._opener": _openers(),
    "bot.wikitext.lexer._closer": [lexer._closer(name) for name in ("ref", "math", "syntaxhighlight")],
    "bot.wikitext.proposals.fields._version": [
        re.compile(r"(?<![\d.])(?:" + "|".join(written) + r")(?!v?\d)", re.IGNORECASE)
        for written in (["1706\\.03762"], ["1", "11"])
    ],
    "bot.wikitext.proposals.marking.is_mark": [
        re.compile(r" ?\{\{" + re.escape("Нет в источнике") + r"\|дата=[\w -]{1,30}\}\}")
    ],
}
