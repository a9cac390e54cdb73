"""Traces that say a chat product wrote here: placeholders, phrases, invisible characters, links into a chat, false footnotes."""

from __future__ import annotations

import re

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.clickable import holds_address
from bot.wikitext.lexer import COMMENT
from bot.wikitext.readers_view import loses_address
from bot.wikitext.residue.context import RuleContext, shortened
from bot.wikitext.residue.marks import Mark, begins

#: A needle, how far before it the form may begin, and the form: a page is read once a needle, and closely only where one stands.
_Form = tuple[str, int, re.Pattern[str]]


def _forms(*listed: tuple[str, int, str]) -> tuple[_Form, ...]:
    return tuple((needle, before, re.compile(form, re.IGNORECASE)) for needle, before, form in listed)


_BRACKETED = r"\[(?:your|insert|add|the) (?:name|date|source|citation|url|link|title|text|reference)[^\[\]\n]{0,60}\]"
_BRACKETED_RU = r"\[(?:вставьте|укажите|добавьте|впишите|ваше имя|дата публикации|название источника)[^\[\]\n]{0,80}\]"
_RU_WORDS = "вставьте укажите добавьте впишите ваше дата название".split()
_PLACEHOLDERS = _forms(
    *((f"[{word} ", 0, _BRACKETED) for word in "your Your insert Insert add Add the The".split()),
    *((f"[{word}", 0, _BRACKETED_RU) for word in _RU_WORDS),
    *((f"[{word.capitalize()}", 0, _BRACKETED_RU) for word in _RU_WORDS),
    ("INSERT_", 0, r"INSERT_[A-Z]+(?:_[A-Z0-9]+)*"),
    ("PASTE_", 0, r"PASTE_[A-Z]+(?:_[A-Z0-9]+)*"),
    ("-XX", 4, r"(?:19|20)\d\d-XX(?:-XX)?\b"),
    ("-ХХ", 4, r"(?:19|20)\d\d-ХХ(?:-ХХ)?\b"),
    (" author", 4, r"\[\d+ authors?\]"),
    ("[citation needed]", 0, r"\[citation needed\]"),
    ("[источник?]", 0, r"\[источник\?\]"),
    ("pmid", 0, r"pmid ?= ?\d{1,2}(?!\d)"),
    ("PMID", 0, r"pmid[ :=]{1,3}\d{1,2}(?!\d)"),
)
PLACEHOLDER_MARKS: tuple[Mark, ...] = (
    begins("[", "(?:" + "|".join(re.escape(needle[1:]) for needle, _, _ in _PLACEHOLDERS if needle[0] == "[") + ")"),
    begins("]", r"(?<=authors\])|(?<=author\])"),
    begins("-", "(?:XX|ХХ)"),
    begins("_", "(?:(?<=INSERT_)|(?<=PASTE_))[A-Z]"),
    begins("<", "!--"),
    begins("=", r"(?:(?<=pmid=)|(?<=pmid =)|(?<=PMID=)|(?<=PMID =)) ?\d{1,2}(?!\d)"),
    begins("P", r"MID[ :]{1,2}\d{1,2}(?!\d)"),
)
_COMMENT = re.compile(
    r"(?:add|insert|todo:? ?add|добавить|добавьте|вставить|вставьте|указать|укажите) (?:a |the |здесь )?"
    r"(?:citation|source|reference|link|image|ссылк\w+|источник\w*|изображени\w+|цитат\w+)",
    re.IGNORECASE,
)
_GLAD = r"(?:конечно|разумеется|отлично)[,!] +вот\b"
_READY = r"\bвот \w+ (?:вариант|верси\w+|текст\w*|стать\w+|викитекст\w*)"
_SURE = r"\b(?:certainly|sure|of course)[,!] here(?:'s| is| are)\b"
_HERE = (
    r"\bhere(?:'s| is) (?:the|a|an|your) "
    r"(?:updated|revised|corrected|rewritten|complete|full|final|improved|wikitext|draft)\b"
)
_DONE = r"(?:добавил|исправил|обновил|внёс|внес|переписал|переработал|дополнил|сделал|убрал)а?"
_GOT_IT = rf"\b(?:понял|поняла|понятно|принято|хорошо), (?:я )?(?:{_DONE}|исправляю|учту|переписываю)\b"
_READY_RU = rf"\b(?:готово|отлично|хорошо|сделано)[!.] +я {_DONE}\b"
_BELOW = (
    r"\bниже (?:—|–|-|привед[её]н\w{0,3}|представлен\w{0,3}|даю|прив[ео]жу) "
    r"(?:полн|обновл|исправ|перераб|доработ|итогов|готов|чист)\w{0,12} "
    r"(?:верси|текст|вариант|стать|викитекст)\w{0,6}"
)
_PHRASES = _forms(
    *((needle, 9, _GOT_IT) for needle in (", исправ", ", добав", ", обнов", ", переп", ", я ")),
    *((f"{mark} Я ", 7, _READY_RU) for mark in "!."),
    ("Ниже ", 0, _BELOW),
    ("re absolutely right", 6, r"\byou(?:'|’| a)re absolutely right\b"),
    ("reat question!", 1, r"\bgreat question!"),
    (" вот ", 12, _GLAD),
    (" Вот ", 12, _GLAD),
    ("Вот ", 0, _READY),
    ("адеюсь, ", 1, r"надеюсь, (?:это|эта|данн\w+)[^.\n]{0,40} помо\w+"),
    ("отите, ", 6, r"(?:если )?хотите, (?:чтобы я\b|я\b|могу\b|добавлю\b|смогу\b)"),
    ("сли вам нужно, ", 1, r"если вам нужно, (?:я )?(?:могу|добавлю|смогу)"),
    ("ак языковая модель", 1, r"как языковая модель,? (?:я|мне|у меня)\b"),
    ("знать, если", 10, r"дайте (?:мне )?знать, если"),
    ("а момент моего последнего", 1, r"на момент моего последнего"),
    (", here", 10, _SURE),
    ("! Here", 10, _SURE),
    ("Here", 0, _HERE),
    ("hope this helps", 2, r"i hope this helps"),
    ("s an AI", 1, r"as an ai(?: language)? model,? (?:i|my)\b"),
    ("et me know if", 1, r"let me know if\b"),
    ("ould you like me to", 1, r"would you like me to\b"),
    ("s of my la", 1, r"as of my (?:last|latest) (?:knowledge )?(?:update|training)\b"),
    ("like, I can", 13, r"if you(?:'d| would) like, i can"),
    ("think>", 2, r"</?think>"),
)
_BEFORE_COMMA = "онечно азумеется тлично адеюсь отите нужно знать ertainly ure ourse like".split()
_AFTER_COMMA = "вот|это|эта|данн|чтобы я|я |могу|добавлю|смогу|если|here|I can"
#: One of these stands wherever a phrase does.
PHRASE_MARKS: tuple[Mark, ...] = (
    begins(",", f"(?= +(?:{_AFTER_COMMA}))(?:" + "|".join(f"(?<={word},)" for word in _BEFORE_COMMA) + ")"),
    begins("!", " +(?:[Вв]от|Here|Я )"),
    *("отово. Я ", "елано. Я ", "орошо. Я ", "лично. Я "),
    begins(",", " (?:исправ|добав|обнов|переп|я (?:добав|исправ|обнов|вн|пере|допол|сдел|убрал))"),
    "Ниже ",
    begins("В", r"от \w+ (?:вариант|верси|текст|стать|викитекст)"),
    begins("H", r"ere(?:'s| is) "),
    begins("<", "/?think>"),
    *(needle for needle, _, _ in _PHRASES if needle[0] not in " ,!H" and "," not in needle and needle[-1] not in " >"),
)
_INVISIBLE = re.compile("[\u200b\ufeff\u2060]+")
#: What no address holds, and how far back one is looked for.
_PARTING = frozenset('[]<>"{}|\0 \t\r\n')
_LONGEST = 500
_SANDBOX = re.compile(r"(!?)\[([^\[\]\n\0]{0,200})\]\((?:sandbox:|attachment:)[^()\n\0]{0,300}\)")
_CHAT_LINK = re.compile(
    r"https?://(?:ppl-ai-file-upload\.[^\s\[\]|<>{}\0]+|vertexaisearch\.cloud\.google\.com/grounding-api-redirect/[^\s\[\]|<>{}\0]*"
    r"|(?:chatgpt\.com|chat\.openai\.com)/(?:c|g)/[^\s\[\]|<>{}\0]*|files\.oaiusercontent\.com/[^\s\[\]|<>{}\0]*)"
)
_REST = r"[^\s\[\]|<>{}\0]*"
#: A chat that somebody shared, by product: what a model said is no source.
_SHARED = re.compile(
    r"https?://(?:(?:www\.)?(?:chatgpt\.com|chat\.openai\.com|claude\.ai|gemini\.google\.com|grok\.com|chat\.deepseek\.com|"
    rf"copilot\.microsoft\.com)/shares?/|g\.co/gemini/share/|x\.com/i/grok/share/|(?:www\.)?perplexity\.ai/(?:search|page)/){_REST}"
)
#: What a search engine answers to a question.
_SEARCH = re.compile(
    r"https?://(?:(?:www\.|scholar\.)?google\.[a-z.]{2,6}/(?:search|scholar)|(?:www\.)?(?:bing|duckduckgo)\.com/(?:search)?|"
    r"(?:www\.)?yandex\.[a-z]{2,3}/search/?|search\.yahoo\.com/search|(?:www\.)?baidu\.com/s)"
    rf"\?(?:[^\s\[\]|<>{{}}\0]*&)?(?:q|p|text|query|wd)={_REST}"
)
_FALSE_NOTE = re.compile(r"<sup>\s*\[\s*\d+(?:\s*[,–-]\s*\d+)*\s*\]\s*</sup>", re.IGNORECASE)
_BLOCK = re.compile(r"^:{3,}[ \t]*+(?:writing)?(?:\{[^{}\n]*\})?[ \t]*+$", re.MULTILINE)
_WRITING = re.compile(r"^:{3,}[ \t]*writing", re.MULTILINE)
_OPENING = "«“„\"'("


def _near(shown: str, forms: tuple[_Form, ...]) -> list[re.Match[str]]:
    """Where the forms stand, each place once."""
    found: dict[int, re.Match[str]] = {}
    for needle, before, form in forms:
        at = shown.find(needle)
        while at != -1:
            for start in range(max(0, at - before), at + 1):
                match = form.match(shown, start)
                if match is not None:
                    found.setdefault(match.start(), match)
                    break
            at = shown.find(needle, at + len(needle))
    return [found[start] for start in sorted(found)]


def placeholders(context: RuleContext) -> None:
    """What was to be filled in, in the text and in comments."""
    found = _near(context.shown, _PLACEHOLDERS)
    if context.too_many("ART033", found):
        return
    for match in found:
        words = match.group()
        context.note(
            "ART033",
            msg("a placeholder: «{words}»", words=shortened(words, 80)),
            match.start(),
            f"{words} — {context.line_at(match.start())}",
        )
    for element in context.lexed.elements:
        if element.name == COMMENT:
            words = context.text[element.open_end : element.close_start]
            if len(words) < 200 and _COMMENT.search(words):
                context.note(
                    "ART033", msg("a placeholder: «{words}»", words=shortened(words, 80)), element.start, words
                )


def phrases(context: RuleContext) -> None:
    """Sentences that speak to the person who asked; never removed."""
    found = _near(context.shown, _PHRASES)
    if context.too_many("ART034", found):
        return
    for match in found:
        if context.text[match.start() - 1 : match.start()] in tuple(_OPENING):
            continue
        line = context.line_at(match.start())
        context.note(
            "ART034", msg("words of a chat: «{words}»", words=shortened(match.group(), 80)), match.start(), line
        )


def invisible(context: RuleContext) -> None:
    """Zero-width characters: one edit for the page, never made alone."""
    found = [match.span() for match in _INVISIBLE.finditer(context.shown)]
    found = [span for span in found if not _in_address(context.shown, span[0]) and not _parts_address(context, *span)]
    if found and not context.too_many("ART015", found):
        n = sum(end - start for start, end in found)
        spans = [(start, end, "") for start, end in found]
        fix = Fix.safe if context.profile.removes_traces else Fix.review
        context.edit("ART015", msg("invisible characters are removed: {n}", n=n), spans, fix=fix, quiet=True)
        context.note("ART015", msg("invisible characters in the text: {n}", n=n), found[0][0], "")


def _parts_address(context: RuleContext, start: int, end: int) -> bool:
    """Whether an address is none any more without a stretch, or another one."""
    return loses_address(context.account([(start, end, "")]))


def _in_address(shown: str, start: int) -> bool:
    """Whether a stretch is glued to an address: to the wiki it is a part of it."""
    at = start
    while at > 0 and start - at < _LONGEST and shown[at - 1] not in _PARTING:
        at -= 1
    return holds_address(shown[at:start])


def leads_into_a_chat(address: str) -> bool:
    """Whether an address exists only for a chat."""
    return _CHAT_LINK.match(address) is not None


def chat_links(context: RuleContext) -> None:
    """Links that only the chat could open."""
    found = context.places("ART036", _SANDBOX)
    for match in found:
        words = match.group(2)
        start, end = match.span()
        context.note("ART036", msg("a link to a file that exists only in a chat"), start, words)
        middle = start + len(match.group(1)) + 1 + len(words)
        context.edit(
            "ART036",
            msg("the link into a chat is removed, its words stay"),
            [(start, middle - len(words), ""), (middle, end, "")],
            fix=Fix.review,
        )
        context.claim((start, end))
    links = context.places("ART036", _CHAT_LINK)
    for match in links:
        context.note(
            "ART036",
            msg("an address that exists only for a chat: {address}", address=shortened(match.group(), 100)),
            match.start(),
            match.group(),
        )


def no_sources(context: RuleContext) -> None:
    """A shared chat anywhere, and a search engine's answers where a source should stand: in a ref, on a line of a list."""
    found = list(_SHARED.finditer(context.shown))
    found += [match for match in _SEARCH.finditer(context.shown) if _cites(context, match.start())]
    if context.too_many("ART037", found):
        return
    for match in found:
        address = shortened(match.group(), 100)
        message = (
            msg("a shared chat stands as a source: {address}", address=address)
            if match.re is _SHARED
            else msg("a search engine's answers stand as a source: {address}", address=address)
        )
        context.note("ART037", message, match.start(), match.group())


def _cites(context: RuleContext, at: int) -> bool:
    """Whether a place is in a ref, or on a line of a list."""
    ref = context.ref_at(at)
    if ref is not None and at < ref[1]:
        return True
    start = context.text.rfind("\n", max(0, at - 1000), at) + 1
    return context.text[start : start + 1] in {"*", "#"}


def false_notes(context: RuleContext) -> None:
    """``<sup>[3]</sup>``: a number where a ref should be."""
    found = context.places("ART016", _FALSE_NOTE)
    for match in found:
        words = context.sentence_before(match.start())
        context.note(
            "ART016",
            msg("a footnote number leads nowhere: {words}", words=shortened(match.group())),
            match.start(),
            words,
        )


def wrappers(context: RuleContext) -> None:
    """``:::writing{…}`` lines that a chat product puts round a text."""
    if not _WRITING.search(context.shown):
        return
    for match in _BLOCK.finditer(context.shown):
        stop = min(match.end() + 1, len(context.text))
        message = msg("the line «{words}» of a chat product is removed", words=shortened(match.group()))
        context.edit("ART030", message, [(match.start(), stop, "")], fix=Fix.review)
        context.note(
            "ART030",
            msg("a citation token of a chat product: «{token}»", token=shortened(match.group())),
            match.start(),
            match.group(),
        )
