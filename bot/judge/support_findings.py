"""What a verdict on support raises. A hint, and anything unjudged, raises nothing."""

from __future__ import annotations

from bot.codes import code_named
from bot.model.citation import Citation
from bot.model.edit import Finding
from bot.model.ids import identities, spoken
from bot.model.message import Message, msg
from bot.model.page import Page, places
from bot.model.report import ClaimCheck
from bot.model.verdict import Apart, Contradicted, NotInSource, Partial, Support, Supported, Unjudged
from bot.report.word_names import word

_SHOWN = 200


def support_findings(page: Page, citation: Citation, check: ClaimCheck) -> tuple[Finding, ...]:
    """The finding of one claim against one citation: none, or one.

    A source that is silent while a footnote beside it carries the claim is only noted. A contradiction is raised whatever
    stands beside it.
    """
    found = _said(check.support, jointly=isinstance(check.joint, Supported))
    if found is None or not check.claim.checkable:
        return ()
    code, message = found
    words = tuple(map(spoken, (check.claim.text, *check.claim.aliases)))
    name, *aliases = identities(page.wiki, page.title, code, words, citation.keys)
    return (
        Finding(
            id=name,
            aliases=tuple(aliases),
            code=code,
            severity=code_named(code).severity,
            message=message,
            places=places(page.text, (check.claim.start,)),
            excerpt=check.claim.text,
            citation=citation.id,
        ),
    )


def _said(support: Support, *, jointly: bool) -> tuple[str, Message] | None:
    match support:
        case Contradicted(quote=quote, conflict=conflict):
            return "SUP101", msg(
                "the source says otherwise ({conflict}): “{quote}”",
                conflict=word(conflict.kind),
                quote=_shown(quote.text),
            )
        case NotInSource() if jointly:
            return "SUP104", msg("this source does not say it, but another source at the same words does")
        case NotInSource():
            return "SUP102", msg("the source was searched and does not say this")
        case Partial(quote=quote) if not jointly:
            return "SUP103", msg("the source says only a part of this: “{quote}”", quote=_shown(quote.text))
        case Supported(apart=(first, *_)):
            return "SUP105", _apart(first)
        case Partial() | Supported() | Unjudged():
            return None


def _apart(detail: Apart) -> Message:
    if detail.said:
        return msg("“{words}” stands elsewhere in the source: “{said}”", words=detail.text, said=_shown(detail.said))
    return msg("“{words}” does not stand in the source", words=detail.text)


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1].rstrip() + "…"
