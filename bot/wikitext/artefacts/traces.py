"""Traces that say a chat product wrote here: placeholders, phrases, invisible characters, links into a chat, false footnotes."""

from __future__ import annotations

import re

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.artefacts.scene import Scene
from bot.wikitext.lexer import COMMENT

_PLACEHOLDER = re.compile(
    r"\[(?:your |insert |add |the )(?:name|date|source|citation|url|link|title|text|reference)[^\[\]\n]{0,60}\]"
    r"|\[(?:вставьте|укажите|добавьте|впишите|ваше имя|ваша? \w+|дата публикации|название источника)[^\[\]\n]{0,80}\]"
    r"|\bINSERT_[A-Z_]+(?:_\d+)?\b|\b(?:19|20)\d\d-(?:XX|ХХ)(?:-(?:XX|ХХ))?\b|\[\d+ authors?\]|\bPASTE_[A-Z_]+\b"
    r"|\[(?:insert|citation needed|источник\?|need source)\]",
    re.IGNORECASE,
)
_COMMENT = re.compile(
    r"(?:add|insert|todo:? ?add|добавить|добавьте|вставить|вставьте|указать|укажите) (?:a |the |здесь )?"
    r"(?:citation|source|reference|link|image|ссылк\w+|источник\w*|изображени\w+|цитат\w+)",
    re.IGNORECASE,
)
_PHRASE = re.compile(
    r"(?:конечно|разумеется|отлично)[,!][ ]+вот\b|вот (?:готов\w+|обновл[её]нн\w+|исправленн\w+|полн\w+|перераб\w+) "
    r"(?:вариант|верси\w+|текст\w*|стать\w+|викитекст\w*)|надеюсь, (?:это|эта|данн\w+)[^.\n]{0,40} помо\w+"
    r"|если (?:хотите|вам нужно|потребуется|нужно), (?:я )?(?:могу|добавлю|смогу)|хотите, (?:чтобы )?я\b"
    r"|как (?:языковая модель|ии)\b|дайте (?:мне )?знать, если|на момент моего последнего обновления"
    r"|\b(?:certainly|sure|of course)[,!][ ]+here(?:'s| is| are)\b"
    r"|\bhere(?:'s| is) (?:the|a|an|your) (?:updated|revised|complete|full|improved|wikitext|draft)\b"
    r"|\bi hope this helps\b|\bas an ai(?: language)? model\b|\blet me know if\b|\bwould you like me to\b"
    r"|\bas of my (?:last|latest) (?:knowledge )?(?:update|training)\b|\bif you(?:'d| would) like, i can\b|</?think>",
    re.IGNORECASE,
)
_INVISIBLE = re.compile("[\u200b\ufeff\u2060]+")
_SANDBOX = re.compile(r"(!?)\[([^\[\]\n\0]{0,200})\]\((?:sandbox:|attachment:)[^()\n\0]{0,300}\)")
_CHAT_LINK = re.compile(
    r"https?://(?:ppl-ai-file-upload\.[^\s\[\]|<>{}\0]+|vertexaisearch\.cloud\.google\.com/grounding-api-redirect/[^\s\[\]|<>{}\0]*"
    r"|(?:chatgpt\.com|chat\.openai\.com)/(?:c|share|g)/[^\s\[\]|<>{}\0]*|files\.oaiusercontent\.com/[^\s\[\]|<>{}\0]*)"
)
_FALSE_NOTE = re.compile(r"<sup>\s*\[\s*\d+(?:\s*[,–-]\s*\d+)*\s*\]\s*</sup>", re.IGNORECASE)
_BLOCK = re.compile(r"^:{3,}[ \t]*(?:writing)?(?:\{[^{}\n]*\})?[ \t]*$", re.MULTILINE)
_WRITING = re.compile(r"^:{3,}[ \t]*writing", re.MULTILINE)
_OPENING = "«“„\"'("


def placeholders(scene: Scene) -> None:
    """What was to be filled in, in the text and in comments."""
    found = list(_PLACEHOLDER.finditer(scene.shown))
    if scene.too_many("ART033", found):
        return
    for match in found:
        words = match.group()
        scene.note(
            "ART033",
            msg("a placeholder: «{words}»", words=words[:80]),
            match.start(),
            f"{words} — {scene.line_at(match.start())}",
        )
    for element in scene.lexed.elements:
        if element.name == COMMENT:
            words = scene.text[element.open_end : element.close_start]
            if len(words) < 200 and _COMMENT.search(words):
                scene.note("ART033", msg("a placeholder: «{words}»", words=words.strip()[:80]), element.start, words)


def phrases(scene: Scene) -> None:
    """Sentences that speak to the person who asked; never removed."""
    found = list(_PHRASE.finditer(scene.shown))
    if scene.too_many("ART034", found):
        return
    for match in found:
        if scene.text[match.start() - 1 : match.start()] in tuple(_OPENING):
            continue
        line = scene.line_at(match.start())
        scene.note("ART034", msg("words of a chat: «{words}»", words=match.group()[:80]), match.start(), line)


def invisible(scene: Scene) -> None:
    """Zero-width characters: one edit for the page, never made alone."""
    found = [match.span() for match in _INVISIBLE.finditer(scene.shown)]
    if found and not scene.too_many("ART015", found):
        n = sum(end - start for start, end in found)
        spans = [(start, end, "") for start, end in found]
        scene.edit("ART015", msg("invisible characters are removed: {n}", n=n), spans, quiet=True)
        scene.note("ART015", msg("invisible characters in the text: {n}", n=n), found[0][0], "")


def chat_links(scene: Scene) -> None:
    """Links that only the chat could open."""
    found = list(_SANDBOX.finditer(scene.shown))
    if scene.too_many("ART036", found):
        return
    for match in found:
        words = match.group(2)
        start, end = match.span()
        scene.note("ART036", msg("a link to a file that exists only in a chat"), start, words)
        middle = start + len(match.group(1)) + 1 + len(words)
        scene.edit(
            "ART036",
            msg("the link into a chat is removed, its words stay"),
            [(start, middle - len(words), ""), (middle, end, "")],
            fix=Fix.review,
        )
        scene.claim((start, end))
    links = list(_CHAT_LINK.finditer(scene.shown))
    if scene.too_many("ART036", links):
        return
    for match in links:
        scene.note(
            "ART036",
            msg("an address that exists only for a chat: {address}", address=match.group()[:100]),
            match.start(),
            match.group(),
        )
    scene.settle()


def false_notes(scene: Scene) -> None:
    """``<sup>[3]</sup>``: a number where a ref should be."""
    found = list(_FALSE_NOTE.finditer(scene.shown))
    if scene.too_many("ART016", found):
        return
    for match in found:
        words = scene.sentence_before(match.start())
        scene.note(
            "ART016", msg("a footnote number leads nowhere: {words}", words=match.group()[:60]), match.start(), words
        )


def wrappers(scene: Scene) -> None:
    """``:::writing{…}`` lines that a chat product puts round a text."""
    if not _WRITING.search(scene.shown):
        return
    for match in _BLOCK.finditer(scene.shown):
        stop = min(match.end() + 1, len(scene.text))
        message = msg("the line «{words}» of a chat product is removed", words=match.group()[:60])
        scene.edit("ART030", message, [(match.start(), stop, "")], fix=Fix.review)
        scene.note(
            "ART030",
            msg("a citation token of a chat product: «{token}»", token=match.group()[:60]),
            match.start(),
            match.group(),
        )
