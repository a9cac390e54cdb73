"""The document around a report: one file that loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot import __version__
from bot.locale import Speech
from bot.model.message import Message, msg
from bot.report.html.style import CSS
from bot.report.markup import Html, el, join

#: Nothing is fetched and no script runs, even if a source got markup past the escaping.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def document(title: str, top: Iterable[Html | None], pages: Sequence[Html], speech: Speech) -> str:
    """The whole file: ``top`` goes into the header, ``pages`` into the main part."""
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("meta", name="referrer", content="no-referrer"),
        el("meta", name="robots", content="noindex"),
        el("title", title),
        # the style sheet is ours and holds no character that HTML reads
        el("style", Html(CSS)),
    )
    skip = el("a", speech.say(msg("To the report")), class_="skip", href="#main")
    header = el("header", el("div", el("h1", title), *top, class_="wrap"), class_="top")
    main = el("main", *pages, id="main", class_="wrap")
    body = el("body", skip, header, main, _footer(speech))
    return "<!DOCTYPE html>\n" + el("html", head, body, lang=speech.language) + "\n"


def paragraphs(messages: Iterable[Message], speech: Speech) -> list[Html]:
    """Messages, each a paragraph."""
    return [el("p", speech.say(message)) for message in messages]


def contents(names: Sequence[str], speech: Speech) -> Html | None:
    """Links to the pages of the report; none for a single page."""
    if len(names) < 2:
        return None
    links = [el("li", el("a", name, href=f"#page-{number}")) for number, name in enumerate(names, 1)]
    return el("nav", el("ul", join(links)), aria_label=speech.say(msg("Pages")))


def _footer(speech: Speech) -> Html:
    said = speech.say(
        msg(
            "Made by mlwiki {version}. Texts of pages and sources are quoted as data; this file loads nothing.",
            version=__version__,
        )
    )
    return el("footer", el("div", el("p", said), class_="wrap"))
