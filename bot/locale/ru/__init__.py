"""Russian. One file a room, so that whoever adds a message finds its neighbour."""

from __future__ import annotations

from bot.locale.ru import (
    cli,
    codes,
    core,
    demo,
    judge,
    operate,
    primer,
    report,
    sources,
    tidy_codes,
    usage,
    web,
    wiki,
    wikitext,
)

#: English source string to Russian: one text, or the three plural forms.
MESSAGES: dict[str, str | tuple[str, str, str]] = {
    **core.MESSAGES,
    **codes.MESSAGES,
    **wikitext.MESSAGES,
    **tidy_codes.MESSAGES,
    **sources.MESSAGES,
    **judge.MESSAGES,
    **wiki.MESSAGES,
    **report.MESSAGES,
    **cli.MESSAGES,
    **demo.MESSAGES,
    **web.MESSAGES,
    **operate.MESSAGES,
    **primer.MESSAGES,
    **usage.MESSAGES,
}
