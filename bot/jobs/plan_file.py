"""Plans: writing what would be done with what was decided, and reading it back with distrust: a plan is a file like any other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from bot import strictjson
from bot.errors import InputError
from bot.jobs.memory import worded
from bot.model.edit import Edit, Span, TidyPage
from bot.model.message import Message, msg
from bot.model.plan import Choice, Plan, PlanDecision, PlanPage
from bot.model.report import CheckReport, PageCheck, TidyReport
from bot.model.words import Fix
from bot.profiles import PROFILE_NAMES
from bot.report.records import dump, plan_json
from bot.store import Store

SCHEMA = "mlwiki/plan/1"
_Page = TypeVar("_Page", TidyPage, PageCheck)


def write_plan(report: TidyReport | CheckReport, store: Store, talk: Sequence[str] = (), *, profile: str) -> str:
    """The plan's text, with what was decided so far of its edits and findings, edits as a person worded them.

    ``talk`` is a section for each page's talk page, "" for none; ``profile`` the name of the one the edits were made under.
    """
    decided = list(decisions_json(store))
    if isinstance(report, TidyReport):
        return dump(
            plan_json(
                replace(report, pages=tuple(_worded(page, store) for page in report.pages)), decided, profile=profile
            )
        )
    return dump(
        plan_json(
            replace(report, pages=tuple(_worded(page, store) for page in report.pages)), decided, talk, profile=profile
        )
    )


def _worded(page: _Page, store: Store) -> _Page:
    return replace(page, edits=tuple(worded(store, edit) for edit in page.edits))


def decisions_json(store: Store) -> Iterable[dict[str, Any]]:
    """Every decision in the store in the plan's form; the last of several on one id stands."""
    for choice in Choice:
        for one in store.decisions(choice.value).values():
            yield {"id": one.subject, "decision": choice.value, "reason": one.reason, "by": one.who, "at": None}


def read_plan(name: str, text: str) -> Plan:
    """Read ``mlwiki/plan/1``. Raises InputError for anything else, naming what is wrong."""
    try:
        data = strictjson.loads(text)
    except ValueError as error:
        raise _no_plan(name, msg("it is not JSON")) from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise _no_plan(name, msg("its schema is not {schema}", schema=SCHEMA))
    try:
        return Plan(tuple(_page(page) for page in data["pages"]), profile=_profile(data))
    except (KeyError, TypeError, ValueError) as error:
        raise _no_plan(name, msg("a field is missing or of another kind: {what}", what=str(error))) from error


def _profile(data: dict[str, Any]) -> str | None:
    """The profile's name; None in a plan of an earlier version. Raises ValueError for a name that is none."""
    name = data.get("profile")
    if name is not None and name not in PROFILE_NAMES:
        raise ValueError("profile")
    return name


def _no_plan(name: str, why: Message) -> InputError:
    return InputError(
        msg("{name} is not a plan: {why}", name=name, why=why),
        msg("write one with `mlwiki tidy … --plan FILE` or `mlwiki check … --plan FILE`"),
    )


def _page(data: dict[str, Any]) -> PlanPage:
    revid = data["revid"]
    if revid is not None and (not isinstance(revid, int) or isinstance(revid, bool)):
        raise TypeError("revid")
    return PlanPage(
        name=_text(data, "name"),
        title=_text(data, "title"),
        wiki=_text(data, "wiki"),
        revid=revid,
        text_sha256=_text(data, "text_sha256"),
        edits=tuple(_edit(edit) for edit in data["edits"]),
        decisions=tuple(
            PlanDecision(_text(one, "id"), Choice(one["decision"]), _text(one, "reason"), _text(one, "by"))
            for one in data["decisions"]
        ),
    )


def _edit(data: dict[str, Any]) -> Edit:
    return Edit(
        id=_text(data, "id"),
        code=_text(data, "code"),
        fix=Fix(data["fix"]),
        # the plan's English words; nothing in them is a placeholder
        message=Message("{text}", (("text", _text(data, "message")),)),
        spans=tuple(
            Span(_number(span, "start"), _number(span, "end"), _text(span, "before"), _text(span, "after"))
            for span in data["spans"]
        ),
        needs=tuple(str(need) for need in data["needs"]),
    )


def _text(data: dict[str, Any], key: str) -> str:
    if not isinstance(data[key], str):
        raise TypeError(key)
    return str(data[key])


def _number(data: dict[str, Any], key: str) -> int:
    if not isinstance(data[key], int) or isinstance(data[key], bool):
        raise TypeError(key)
    return int(data[key])
