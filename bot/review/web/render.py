"""Templates: autoescaped, strict about names, and with the few words they may use."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from bot import __version__
from bot.locale import LANGUAGES, Speech
from bot.model.message import Message
from bot.report.markup import Html, el, join, text
from bot.report.visible import visible
from bot.review.web.texts import IN_ITS_OWN_WORDS, KEYS, REASONS, TEXTS


@cache
def environment() -> Environment:
    """The templates of this folder."""
    made = Environment(
        loader=PackageLoader("bot.review.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["visible"] = visible
    made.filters["ticked"] = ticked
    return made


def ticked(said: str) -> Markup:
    """A message as a terminal shows it, with `commands` between back-ticks, for a page."""
    pieces = said.split("`")
    if len(pieces) % 2 == 0:
        return markup(text(said))
    return markup(join(el("code", piece) if place % 2 else text(piece) for place, piece in enumerate(pieces)))


def markup(html: object) -> Markup:
    """Markup that our own builder made and escaped. Raises TypeError for any other text: it would be shown as markup."""
    if not isinstance(html, Html):
        message = "only markup of bot.report.markup may stay unescaped"
        raise TypeError(message)
    return Markup(html)  # noqa: S704  # ``Html`` is made by bot.report.markup alone, which escapes


def render(template: str, speech: Speech, **values: Any) -> str:  # noqa: ANN401  # a template takes anything
    """A template with ``say`` (a message or a key of TEXTS in the reader's language)."""
    other = next(one for one in LANGUAGES if one != speech.language)

    def say(what: Message | str) -> str:
        return speech.say(TEXTS[what] if isinstance(what, str) else what)

    return (
        environment()
        .get_template(template)
        .render(
            say=say,
            lang=speech.language,
            other=other,
            say_other=IN_ITS_OWN_WORDS[other],
            keys=KEYS,
            reasons=REASONS,
            version=__version__,
            markup=markup,
            **values,
        )
    )
