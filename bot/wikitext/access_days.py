"""The day on which a note says that its address was looked at, and the note without it: notes may differ in that day alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.language.months import date_of
from bot.profiles.citation_templates import FIELDS
from bot.wikitext.braces import Template, template_arguments, template_name, templates
from bot.wikitext.lexer import GENERIC, lex_plain

Day = tuple[int, int, int]
#: The words before the day in a note without a template, in Russian and English; a bracket may stand around them all.
_SAID = re.compile(
    r"[(\[]?(?:(?:дата (?:обращения|доступа)|проверено|просмотрено|accessed|retrieved|access date)(?: on)?[ :]{0,3})"
    r"(?P<day>\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2} [^\W\d_]{3,9}\.? \d{4}|[^\W\d_]{3,9}\.? \d{1,2},? \d{4})[)\]]?",
    re.IGNORECASE,
)


def looked_at(content: str) -> Day | None:
    """The day (year, month, day) that the note gives, by value: of a template's parameter, else of its words; or None."""
    for template in _outer(content):
        for name, value, _ in template_arguments(content, template):
            if _says_day(name):
                day = date_of(value)
                if day is not None:
                    return day
    said = _SAID.search(content)
    return date_of(said["day"]) if said else None


def apart_from_day(content: str) -> str:
    """What the note says but for that day: equal for notes that differ in it, in white space, and in their parameters' order."""
    pieces, position = [], 0
    for template in _outer(content):
        pieces += [_words(content[position : template.start]), _arguments(content, template)]
        position = template.end
    return "".join([*pieces, _words(content[position:])])


def without_day(text: str) -> str:
    """A text without the words that say when an address was looked at."""
    return _SAID.sub("", text)


def _outer(content: str) -> Iterator[Template]:
    if "{{" in content:
        yield from sorted(
            (found for found in templates(lex_plain(content, GENERIC)) if found.outer == -1),
            key=lambda found: found.start,
        )


def _says_day(name: str | None) -> bool:
    return name is not None and name.strip().casefold() in FIELDS.looked


def _arguments(content: str, template: Template) -> str:
    """A template by its name and what it is given, in one order."""
    given = [
        (str(place) if name is None else name.strip(), " ".join(value.split()))
        for place, (name, value, _) in enumerate(template_arguments(content, template))
        if not _says_day(name)
    ]
    name = " ".join(template_name(content, template).replace("_", " ").split()).casefold()
    return f"{{{{{name}|{sorted(given)}}}}}"


def _words(text: str) -> str:
    """Words without the day; white space, and punctuation at the end, tell no notes apart."""
    return "".join(without_day(text).split()).rstrip(".,;")
