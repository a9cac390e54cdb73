"""What the gate holds against a page as a whole: statements without any source, and edits that wait and may hold sources.

A person releases either once for the page; it is kept under the finding's id, which hangs on wiki, title and code alone.
"""

from __future__ import annotations

import re

from bot.codes import code_named
from bot.gate import EDITS_WAIT, NO_SOURCE
from bot.jobs.memory import rejected
from bot.model.edit import Edit, Finding
from bot.model.ids import identity, spoken
from bot.model.message import Message, msg, msg_n
from bot.model.page import Page, Place
from bot.model.words import Fix
from bot.store import Store
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

#: Namespaces that hold no articles, by MediaWiki's own names (languages/messages of 1.39: en, ru) and the older «Image».
_NO_ARTICLE = frozenset(
    "special,talk,user,user talk,project,project talk,file,file talk,image,image talk,mediawiki,mediawiki talk,template,"
    "template talk,help,help talk,category,category talk,module,module talk,portal,portal talk,draft talk,wikipedia,"
    "wikipedia talk,служебная,обсуждение,участник,участница,обсуждение участника,обсуждение участницы,файл,обсуждение файла,"
    "изображение,обсуждение изображения,шаблон,обсуждение шаблона,справка,обсуждение справки,категория,обсуждение категории,"
    "модуль,обсуждение модуля,портал,обсуждение портала,проект,обсуждение проекта,википедия,обсуждение википедии".split(
        ","
    )
)
#: «#REDIRECT [[X]]» in the languages of the profiles; nothing but white space stands before it.
_REDIRECT = re.compile(r"\s*+#(?:redirect|перенаправление|перенапр)\b", re.IGNORECASE)


def page_findings(read: Wikitext, store: Store) -> tuple[Finding, ...]:
    """What the page as a whole lacks; a page that is no article needs no source."""
    return _findings(read, _waiting(read, store))


def _findings(read: Wikitext, waiting: tuple[Edit, ...]) -> tuple[Finding, ...]:
    found = []
    if is_article(read.page) and not read.citations and read.statements:
        found.append(_finding(read.page, NO_SOURCE, msg("the page makes statements and names no source")))
    if waiting:
        n = len(waiting)
        said = msg_n("{n} edit waits: sources may be among them", "{n} edits wait: sources may be among them", n)
        found.append(_finding(read.page, EDITS_WAIT, said))
    return tuple(found)


def brought(base: Wikitext, after: Wikitext, store: Store) -> frozenset[str]:
    """Ids of those of ``after`` that the change brings: a new statement, an edit that did not wait before."""
    waiting = _waiting(after, store)
    lacking = {found.code: found.id for found in _findings(after, waiting)}
    new = []
    if NO_SOURCE in lacking and not set(map(spoken, after.statements)) <= set(map(spoken, base.statements)):
        new.append(lacking[NO_SOURCE])
    if EDITS_WAIT in lacking and not _holding(waiting) <= _holding(_waiting(base, store)):
        new.append(lacking[EDITS_WAIT])
    return frozenset(new)


def _holding(edits: tuple[Edit, ...]) -> frozenset[str]:
    """Ids of the edits that may hold sources."""
    return frozenset(edit.id for edit in edits if _may_hold_sources(edit))


def is_article(page: Page) -> bool:
    """Whether readers take the page for an article: by its title's namespace, and no redirect."""
    prefix, colon, _ = page.title.replace("_", " ").partition(":")
    return not (colon and prefix.strip().casefold() in _NO_ARTICLE) and _REDIRECT.match(page.text) is None


def _waiting(read: Wikitext, store: Store) -> tuple[Edit, ...]:
    """The edits that nobody has decided, where one of them may hold a source; else none."""
    no = rejected(store)
    edits = tuple(edit for edit in tidy_page(read).edits if edit.fix is Fix.review and edit.id not in no)
    return edits if any(map(_may_hold_sources, edits)) else ()


def _may_hold_sources(edit: Edit) -> bool:
    return code_named(edit.code).may_hold_sources


def _finding(page: Page, code: str, said: Message) -> Finding:
    return Finding(
        id=identity(page.wiki, page.title, code, "", ""),
        code=code,
        severity=code_named(code).severity,
        message=said,
        places=(Place(1, 1),),
        excerpt="",
        citation=None,
    )
