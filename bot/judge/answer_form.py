"""The form of a model's answer, and reading it: an answer outside the form is no answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class PartSupport(StrEnum):
    """A model's word on one statement of a claim."""

    supported = "supported"
    contradicted = "contradicted"
    not_in_source = "not_in_source"
    unclear = "unclear"


class Said(StrEnum):
    """A model's word on the whole claim: compared with its parts, never believed by itself."""

    supported = "supported"
    partial = "partial"
    contradicted = "contradicted"
    not_in_source = "not_in_source"
    unclear = "unclear"


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """One statement of the claim as the model split it."""

    text: str
    support: PartSupport
    sentence_ids: tuple[int, ...]
    quote: str


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A model's answer within the form. Nothing in it is believed before code has looked at it."""

    parts: tuple[ClaimPart, ...]
    quote: str
    verdict: Said


_MOST_PARTS = 12
_LONGEST_QUOTE = 4000

_ONE_ANSWER: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["claim", "reasoning", "parts", "quote", "verdict"],
    "properties": {
        "claim": {"type": "integer"},
        "reasoning": {"type": "string"},
        "parts": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["text", "sentence_ids", "quote", "support"],
                "properties": {
                    "text": {"type": "string"},
                    "sentence_ids": {"type": "array", "items": {"type": "integer"}},
                    "quote": {"type": "string"},
                    "support": {"type": "string", "enum": [word.value for word in PartSupport]},
                },
            },
        },
        "quote": {"type": "string"},
        "verdict": {"type": "string", "enum": [word.value for word in Said]},
    },
}
#: What ``response_format`` asks for; the order of the keys is the order in which a model writes them.
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["claims"],
    "properties": {"claims": {"type": "array", "items": _ONE_ANSWER}},
}

_FENCE = re.compile(r"```(?:json)?\s*+(.*?)```", re.DOTALL)
_THOUGHT = re.compile(r"<think>[^<]*+(?:<(?!/?think>)[^<]*+)*+</think>", re.DOTALL)


def parse(content: str) -> tuple[ModelAnswer, ModelAnswer] | None:
    """Read the answers to claims 1 and 2, tolerant of fences, of thoughts before them and of words around them.

    None when it is outside the form: both claims must be answered, each once.
    """
    plain = _THOUGHT.sub("", content)
    for candidate in (plain, *_FENCE.findall(plain), *_objects(plain)):
        try:
            found = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        answers = _both(found)
        if answers is not None:
            return answers
    return None


def _both(found: object) -> tuple[ModelAnswer, ModelAnswer] | None:
    listed = found.get("claims") if isinstance(found, dict) else None
    if not isinstance(listed, list) or len(listed) != 2 or not all(isinstance(one, dict) for one in listed):
        return None
    by_number = {one.get("claim"): _answer(one) for one in listed if isinstance(one.get("claim"), int)}
    one, two = by_number.get(1), by_number.get(2)
    return None if one is None or two is None else (one, two)


def _objects(text: str) -> list[str]:
    """The stretch from the first brace to the last, where there is one."""
    start, end = text.find("{"), text.rfind("}")
    return [text[start : end + 1]] if 0 <= start < end else []


def _answer(found: object) -> ModelAnswer | None:
    if not isinstance(found, dict):
        return None
    parts, quote, verdict = found.get("parts"), found.get("quote"), found.get("verdict")
    if not isinstance(parts, list) or not isinstance(quote, str) or verdict not in set(Said):
        return None
    if not 1 <= len(parts) <= _MOST_PARTS or len(quote) > _LONGEST_QUOTE:
        return None
    read = tuple(filter(None, map(_part, parts)))
    return ModelAnswer(read, quote, Said(verdict)) if len(read) == len(parts) else None


def _part(found: object) -> ClaimPart | None:
    if not isinstance(found, dict):
        return None
    text, support, quote = found.get("text"), found.get("support"), found.get("quote", "")
    ids = found.get("sentence_ids", [])
    if not isinstance(text, str) or not isinstance(quote, str) or support not in set(PartSupport):
        return None
    if not isinstance(ids, list) or not all(isinstance(one, int) and not isinstance(one, bool) for one in ids):
        return None
    return ClaimPart(text, PartSupport(support), tuple(ids), quote) if len(quote) <= _LONGEST_QUOTE else None
