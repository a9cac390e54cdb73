"""The edit form of MediaWiki as a client sees it: which page came back is told by its structure, not by its Russian words.

Every case is held against a recording of a real 1.12.0 (tests/fixtures/mw112).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

#: The token of a session that is not logged in.
ANONYMOUS_TOKEN = "+\\"  # noqa: S105  # the same for everybody, so no secret
#: A «<» with another before its «>»; MediaWiki writes none but in scripts and comments.
_UNCLOSED = re.compile(r"<(?=[^<>]*+(?:<|\Z))")
_MOST_UNCLOSED = 300


class FormOutcome(StrEnum):
    """What the wiki did with a posted form. ``taken`` (a redirect) is no proof: it is also the answer to a null edit."""

    taken = "taken"
    conflict = "conflict"
    deleted = "deleted"
    captcha = "captcha"
    no_summary = "no_summary"
    session = "session"
    not_saved = "not_saved"
    no_right = "no_right"
    read_only = "read_only"
    spam = "spam"
    busy = "busy"
    no_form = "no_form"


@dataclass(frozen=True, slots=True)
class EditForm:
    """The edit form as served: ``fields`` are what a browser would send, check boxes as they are, without text and buttons."""

    fields: tuple[tuple[str, str], ...]
    text: str

    @property
    def token(self) -> str:
        """The edit token; ``ANONYMOUS_TOKEN`` means that nobody is logged in."""
        return dict(self.fields).get("wpEditToken", "")

    @property
    def base_time(self) -> str:
        """14 digits, UTC: the revision in the form, or now for a page that does not exist."""
        return dict(self.fields).get("wpEdittime", "")


def parse(html: str) -> BeautifulSoup:
    """A page of the wiki. Python's own parser: HTML5 ones lose a text area's first newline, which 1.12 does not protect."""
    from bs4 import BeautifulSoup

    # that parser tries a tag without an end again from each «<» in it
    unclosed = len(_UNCLOSED.findall(html)) > _MOST_UNCLOSED
    return BeautifulSoup(_UNCLOSED.sub("&lt;", html) if unclosed else html, "html.parser")


def read_form(html: str) -> EditForm | None:
    """The edit form in a page; None where the wiki shows none (no right, no such title, read-only)."""
    form = parse(html).select_one("form#editform")
    if form is None or form.select_one("textarea[name=wpTextbox1]") is None:
        return None
    fields = []
    for field in form.select("input[name]"):
        kind = _attribute(field, "type").lower()
        if kind in {"submit", "button", "image"} or (kind in {"checkbox", "radio"} and not field.has_attr("checked")):
            continue
        fields.append((_attribute(field, "name"), _attribute(field, "value")))
    box = form.select_one("textarea[name=wpTextbox1]")
    return EditForm(tuple(fields), box.get_text() if box is not None else "")


def outcome(status: int, location: str, html: str) -> FormOutcome:
    """Tell apart what can come back after a save (facts, 3.4 and part B)."""
    if status in {301, 302, 303, 307} and location:
        return FormOutcome.taken
    if status == 503:
        return FormOutcome.busy
    page = parse(html)
    form = page.select_one("form#editform")
    return _of_page(page) if form is None else _of_form(form, page)


def _of_form(form: Tag, page: BeautifulSoup) -> FormOutcome:
    """The form came back: something kept the wiki from saving."""
    marks = {
        FormOutcome.conflict: "textarea[name=wpTextbox2]",
        FormOutcome.deleted: "[name=wpRecreate]",
        FormOutcome.captcha: "[name=wpCaptchaId], [name=wpCaptchaWord]",
        FormOutcome.no_summary: "[name=wpIgnoreBlankSummary]",
    }
    for found, selector in marks.items():
        if form.select_one(selector) is not None:
            return found
    # a save that comes back as a preview was not taken for ours: the token or the session
    preview = page.select_one("#wikiPreview")
    return FormOutcome.session if preview is not None and preview.get_text(strip=True) else FormOutcome.not_saved


def _of_page(page: BeautifulSoup) -> FormOutcome:
    """No form: a page that says why not."""
    if page.select_one("#spamprotected") is not None:
        return FormOutcome.spam
    if page.select_one(".permissions-errors") is not None:
        return FormOutcome.no_right
    if page.select_one("textarea[readonly]") is not None:
        # shown with its source and without a missing right: the database is locked
        return FormOutcome.read_only
    return FormOutcome.no_form


def said(html: str) -> str:
    """What the wiki tells a person at the top of its page, on one line, for an error message."""
    page = parse(html)
    for selector in (
        ".permissions-errors",
        "#spamprotected",
        ".previewnote",
        ".error",
        ".errorbox",
        "#bodyContent > p",
        "p",
    ):
        found = page.select_one(selector)
        if found is not None and found.get_text(strip=True):
            return " ".join(found.get_text(" ").split())[:300]
    return ""


def _attribute(tag: Tag, name: str) -> str:
    value = tag.get(name, "")
    return value if isinstance(value, str) else ""
