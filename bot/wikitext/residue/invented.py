"""Templates that the wiki does not have: a model writes them from memory of another wiki, and the page shows their bare names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.model.citation import Cited
from bot.model.message import msg
from bot.model.source import Work
from bot.model.words import Fix, IdKind
from bot.profiles.citation_templates import FIELDS
from bot.wikitext.access_days import looked_at
from bot.wikitext.braces import Template, template_arguments, template_name, templates
from bot.wikitext.cited_works import read_template
from bot.wikitext.lexer import GENERIC, lex_plain
from bot.wikitext.note_forms import note_of
from bot.wikitext.plaintext import strip_markup
from bot.wikitext.residue.context import RuleContext, shortened

#: Before a template's name: it is called all the same (magic words of MediaWiki's core).
_CALLS = ("subst:", "safesubst:", "msgnw:", "msg:", "raw:")
#: A name with one of these is a parser function, a page of another namespace, a subpage, or is made by the page.
_NO_NAME = frozenset(":#{}<>[]/\n=!&")
#: Parameters that a note can do without: how the address is, what the template looks like, links of people.
_IDLE = frozenset("language язык lang url-status dead-url deadurl mode ref via format name-list-style df".split())
#: Parameters that go behind the note as they are.
_BEHIND = ("publisher", "издательство", "location", "место", "edition", "series", "серия")


class _Called(NamedTuple):
    """A call that no template answers: its name, its span on the page, and the wikitext that it stands in."""

    name: str
    start: int
    text: str
    template: Template


def missing_templates(context: RuleContext) -> None:
    """Calls of templates that the wiki's own list lacks; a citation is offered in the wiki's form, written from its fields."""
    known = context.profile.own_templates
    if not known:
        return
    found = [called for called in _calls(context) if _first_big(called.name) not in known]
    if context.too_many("ART052", found):
        return
    for called in found:
        start, end = called.start, called.start + called.template.end - called.template.start
        message = msg("the wiki has no template «{name}»", name=shortened(called.name))
        context.note("ART052", message, start, called.name, key=called.name)
        written = _written(context, called)
        if written:
            message = msg("«{name}», which the wiki does not have, becomes a note in its form", name=called.name)
            context.edit("ART052", message, [(start, end, written)], fix=Fix.review)


def _calls(context: RuleContext) -> Iterator[_Called]:
    """Every call on the page by a plain name, those inside refs too."""
    stretches = [(0, context.text, templates(context.lexed))]
    for element in context.lexed.elements:
        content = context.text[element.open_end : element.close_start]
        if element.name == "ref" and "{{" in content:
            stretches.append((element.open_end, content, templates(lex_plain(content, GENERIC))))
    for offset, text, found in stretches:
        for template in found:
            name = _plain_name(text, template)
            if name:
                yield _Called(name, offset + template.start, text, template)


def _plain_name(text: str, template: Template) -> str:
    """The name of the template that is called, "" where it may be none: a magic word is written in capitals alone."""
    name = template_name(text, template)
    for prefix in _CALLS:
        if name.lower().startswith(prefix):
            name = name[len(prefix) :].strip()
    return "" if name.upper() == name or not _NO_NAME.isdisjoint(name) else name


def _first_big(name: str) -> str:
    return name[:1].upper() + name[1:]


def _written(context: RuleContext, called: _Called) -> str:
    """The citation in the wiki's form; "" where the call is none, or says what the form has no place for."""
    if called.template.outer != -1:
        return ""
    cited, given = read_template(called.text, called.template)
    if cited is None or cited.title is None or not _all_read(called, given):
        return ""
    day = looked_at(called.text[called.template.start : called.template.end])
    note = note_of(_work(cited, given), context.profile, "{:04}-{:02}-{:02}".format(*day) if day else "")
    behind = [strip_markup(given[name]) for name in _BEHIND if name in given]
    return ". — ".join([note.removesuffix("."), *behind]) + "." if behind else note


def _all_read(called: _Called, given: dict[str, str]) -> bool:
    """Whether every argument with a value is one whose place in a note is known, and none calls another template."""
    people = {f"{word}{number}" for word in _PERSON for number in ("", *range(1, 31))}
    known = {*_DESCRIBING, *_BEHIND, *_IDLE, *FIELDS.looked, *people}
    arguments = template_arguments(called.text, called.template)
    named = all(name is not None or not value.strip() for name, value, _ in arguments)
    return named and given.keys() <= known and not any("{{" in value or "<" in value for value in given.values())


_PERSON = ("last", "first", "surname", "given", "author", "автор", "author-link", "authorlink")
_DESCRIBING = frozenset(
    (*FIELDS.title, *FIELDS.authors, *FIELDS.year, *FIELDS.venue, *FIELDS.volume, *FIELDS.issue, *FIELDS.pages, "url")
) | frozenset(FIELDS.labels)


def _work(cited: Cited, given: dict[str, str]) -> Work:
    """What the page itself says of the work, in the form of a record."""
    address = next((found.value for found in cited.identifiers if found.kind is IdKind.url), None)
    return Work(
        "",
        (cited.title or "",),
        cited.authors,
        (cited.year,) if cited.year else (),
        cited.identifiers,
        url=given.get("url", address),
        venues=(cited.venue,) if cited.venue else (),
        volume=cited.volume or "",
        issue=cited.issue or "",
        pages=cited.pages or "",
        periodical=any(name in given for name in ("journal", "журнал", "magazine", "newspaper")),
    )
