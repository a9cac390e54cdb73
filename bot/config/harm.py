"""What each setting can do to its owner when somebody else wrote it: the one table that trust in a settings file goes by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Harm(StrEnum):
    """What a stranger's value of a setting could do."""

    runs = "runs"  #: a command
    reads = "reads"  #: a file that holds a secret, or that is believed
    sends = "sends"  #: a secret or a page's text goes there
    opens = "opens"  #: an address is asked that nobody would ask otherwise
    moves = "moves"  #: decisions are read from elsewhere
    saves = "saves"  #: what keeps the bot from saving, or says where it saves, is another


#: Every setting but those of ``[services.NAME]``; None where a stranger's value does no harm: markup, names of models, limits.
HARMS: Mapping[str, Harm | None] = MappingProxyType({
    "contact": None,
    "wiki.url": Harm.sends,
    "wiki.user": None,
    "wiki.password_file": Harm.reads,
    "wiki.profile": None,
    "wiki.throttle": None,
    "wiki.stop_page": Harm.saves,
    "wiki.allow_personal": Harm.saves,
    "judge.kind": Harm.sends,
    "judge.base_url": Harm.sends,
    "judge.model": None,
    "judge.price_in": None,
    "judge.price_out": None,
    "judge.currency": None,
    "judge.budget": None,
    "judge.budget_tokens": None,
    "judge.token_command": Harm.runs,
    "judge.ca_bundle": Harm.reads,
    "judge.headers": Harm.sends,
    "judge.concurrency": None,
    "judge.timeout": None,
    "judge.panel": None,
    "judge.votes": None,
    "judge.embeddings_url": Harm.sends,
    "judge.embeddings_model": None,
    "judge.embeddings_query_model": None,
    "network.allow_hosts": Harm.opens,
    "network.concurrency": None,
    "network.proxy": Harm.opens,
    "network.timeout": None,
    "network.host_interval": None,
    "store.path": Harm.moves,
    "store.keep_days": None,
    "gate.text": Harm.saves,
    "gate.mechanical": Harm.saves,
    "gate.judge_profile": Harm.reads,
    "gate.precision": Harm.saves,
    "run.max_edits": None,
    "run.max_pages": None,
    "run.max_time": None,
    "run.report_page": Harm.saves,
    "run.expect_every": None,
    "run.approved_task": Harm.saves,
    "run.trial": None,
    "review.trusted": Harm.saves,
})  # fmt: skip
#: Values of such settings that never do harm, whatever they replace: nothing is sent, nothing is let through.
_TAME: Mapping[str, tuple[object, ...]] = {
    "judge.kind": ("embedded", "none"),
    "gate.text": ("confirmed",),
    "gate.mechanical": ("confirmed",),
}


def harm_of(key: str) -> Harm | None:
    """What the setting «section.key» can do; a key that is in no table is taken for the worst."""
    if key.startswith("services."):
        return None if key.endswith(".enabled") else Harm.opens
    return HARMS.get(key, Harm.runs)


def harmful(values: Mapping[str, object]) -> dict[str, object]:
    """Those of a file's settings that can do harm, as they stand in it."""
    return {key: value for key, value in values.items() if harm_of(key) and not _is_tame(key, value)}


def digest(values: Mapping[str, object]) -> str:
    """A sha256 in hex over the settings that can do harm, names and values; the order and everything else in the file is free."""
    told = json.dumps(harmful(values), sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(told.encode("ascii")).hexdigest()


def _is_tame(key: str, value: object) -> bool:
    return isinstance(value, str) and value in _TAME.get(key, ())
