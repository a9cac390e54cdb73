"""Answers and pages as text for the cache. Errors never go there; what cannot be read back is asked again."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bot.model.citation import Identifier
from bot.model.outcome import Misleading, Missing, Outcome, Shown, Unclear, Walled
from bot.model.reasons import Reason
from bot.model.source import Absent, Answer, Block, Found, Silent, SourceText, Work
from bot.model.words import Caveat, IdKind, LinkState, Notice, Scope

if TYPE_CHECKING:
    from bot.model.ports import Cache

#: How long answers hold (days): a record long, an absence or a wall short.
DAYS_FOUND, DAYS_ABSENT, DAYS_PAGE, DAYS_BAD_PAGE, DAYS_AGENCY = 30.0, 1.0, 7.0, 0.5, 365.0


def put_answer(cache: Cache, service: str, key: str, answer: Answer) -> None:
    """Keep a registry's answer."""
    match answer:
        case Found(work):
            cache.put(f"answer/{service}", key, json.dumps({"work": asdict(work)}, ensure_ascii=False), days=DAYS_FOUND)
        case Absent(reason):
            cache.put(f"answer/{service}", key, json.dumps({"absent": reason}), days=DAYS_ABSENT)
        case Silent():
            pass


def get_answer(cache: Cache, service: str, key: str) -> Answer | None:
    """A kept answer."""
    record = _read(cache.get(f"answer/{service}", key))
    try:
        if "absent" in record:
            return Absent(Reason(record["absent"]))
        return Found(_work(record["work"])) if "work" in record else None
    except (KeyError, TypeError, ValueError):
        return None


def put_page(cache: Cache, url: str, outcome: Outcome) -> None:
    """Keep what became of an address."""
    if isinstance(outcome, Unclear):
        return
    days = DAYS_PAGE if isinstance(outcome, Shown) else DAYS_BAD_PAGE
    cache.put("page", url, json.dumps(record_of(outcome), ensure_ascii=False), days=days)


def get_page(cache: Cache, url: str) -> Outcome | None:
    """What an address had become, if that is kept."""
    return outcome_of(_read(cache.get("page", url)))


def record_of(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a dictionary that JSON can hold."""
    fields = {"kind": type(outcome).__name__, **_shallow(outcome)}
    if isinstance(outcome, Shown):
        # by hand: a page has hundreds of blocks, and ``asdict`` copies every one of their numbers
        text, work = outcome.text, outcome.work
        fields["text"] = None if text is None else {
            **_shallow(text), "blocks": [[block.start, block.end, block.where] for block in text.blocks], "pointed": [],
        }  # fmt: skip
        ids = [] if work is None else [_shallow(item) for item in work.identifiers]
        fields["work"] = None if work is None else {**_shallow(work), "identifiers": ids}
    return fields


def _shallow(record: Outcome | SourceText | Work | Identifier) -> dict[str, Any]:
    """A record's fields as they are."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def outcome_of(record: dict[str, Any]) -> Outcome | None:
    """The outcome that a dictionary stands for; None for any other dictionary."""
    try:
        reason = Reason(record["reason"]) if record.get("reason") else None
        match record.get("kind"), reason:
            case "Shown", _:
                text = _text(record["text"]) if record["text"] else None
                work = _work(record["work"]) if record["work"] else None
                return Shown(record["url"], record["status"], text, work, reason)
            case "Walled", Reason():
                return Walled(reason, record["status"])
            case "Missing", Reason():
                return Missing(reason, record["status"])
            case "Unclear", Reason():
                return Unclear(reason, record["status"])
            case "Misleading", Reason():
                return Misleading(LinkState(record["state"]), reason, record["status"])
    except (KeyError, TypeError, ValueError):
        return None
    return None


def _read(value: str | None) -> dict[str, Any]:
    """A JSON object, empty for anything else."""
    try:
        found = json.loads(value) if value else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _work(record: dict[str, Any]) -> Work:
    """A work out of its dictionary."""
    return Work(
        service=record["service"],
        titles=tuple(record["titles"]),
        authors=tuple(record["authors"]),
        years=tuple(record["years"]),
        identifiers=tuple(
            Identifier(IdKind(item["kind"]), item["value"], item["as_written"]) for item in record["identifiers"]
        ),
        url=record["url"],
        text_urls=tuple(record["text_urls"]),
        abstract=record["abstract"],
        notices=tuple(map(Notice, record["notices"])),
        roster_complete=record["roster_complete"],
        venues=tuple(record["venues"]),
        volume=record["volume"],
        issue=record["issue"],
        pages=record["pages"],
        periodical=record["periodical"],
    )


def _text(record: dict[str, Any]) -> SourceText:
    """A text out of its dictionary."""
    return SourceText(
        url=record["url"],
        text=record["text"],
        scope=Scope(record["scope"]),
        blocks=tuple(_block(block) for block in record["blocks"]),
        title=record["title"],
        media_type=record["media_type"],
        fetched=record["fetched"],
        caveats=tuple(map(Caveat, record.get("caveats", ()))),
        anchors=tuple((str(name), int(at)) for name, at in record.get("anchors", ())),
    )


def _block(record: Any) -> Block:  # noqa: ANN401  (as read)
    """A block: three values, or a dictionary as the store once kept it."""
    if isinstance(record, dict):
        return Block(record["start"], record["end"], record["where"])
    start, end, where = record
    return Block(start, end, where)
