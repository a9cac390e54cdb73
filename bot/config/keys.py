"""The settings by name: every «section.key» there is, its default, and what was probably meant by one there is not."""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Mapping

from bot.config import (
    SERVICES,
    GateSettings,
    JudgeSettings,
    NetworkSettings,
    ReviewSettings,
    RunSettings,
    StoreSettings,
    WikiSettings,
)
from bot.errors import ConfigError
from bot.model.message import Message, msg

PREFIX = "MLWIKI_"

#: A section of the file, and the record it fills.
SECTIONS: Mapping[str, type] = {
    "wiki": WikiSettings,
    "judge": JudgeSettings,
    "network": NetworkSettings,
    "store": StoreSettings,
    "gate": GateSettings,
    "run": RunSettings,
    "review": ReviewSettings,
}

#: Where a secret that somebody looks for among the settings really goes, by section; the longest name first.
_SECRETS: Mapping[str, str] = {
    "judge_embeddings_": "MLWIKI_EMBEDDINGS_API_KEY",
    "judge_": "MLWIKI_JUDGE_API_KEY",
    "wiki_": "MLWIKI_WIKI_PASSWORD",
}
_SECRET = re.compile(r"_(?:password|passwd|pass|key|apikey|token|secret)$")


def known_keys() -> tuple[str, ...]:
    """Every setting as «section.key», in the order of the contract."""
    keys = ["contact"]
    for section, record in SECTIONS.items():
        keys += [f"{section}.{item.name}" for item in dataclasses.fields(record)]
    for service in SERVICES:
        keys += [f"services.{service}.enabled", f"services.{service}.url"]
    return tuple(keys)


def default_of(key: str) -> object:
    """What a known setting is where nobody sets it."""
    section, _, name = key.rpartition(".")
    if section.startswith("services."):
        return SERVICES.get(section.removeprefix("services.")) if name == "url" else True
    return getattr(SECTIONS[section](), name) if section in SECTIONS else ""


def unknown(key: str, origin: str) -> ConfigError:
    """The error for a key that is no setting; ``origin`` is where it stands."""
    close = difflib.get_close_matches(key, known_keys(), 1)
    hint = msg("did you mean `{name}`?", name=close[0]) if close else msg("`mlwiki config show` lists every setting")
    return ConfigError(msg("unknown setting `{key}` in {origin}", key=key, origin=origin), secret_hint(key) or hint)


def secret_hint(name: str) -> Message | None:
    """Where a secret goes, for whoever writes one among the settings («judge.api_key», MLWIKI_WIKI_PASS)."""
    plain = name.removeprefix(PREFIX).lower().replace(".", "_")
    variable = next((variable for section, variable in _SECRETS.items() if plain.startswith(section)), None)
    if variable is None or not _SECRET.search(plain):
        return None
    return msg("a secret is no setting: put it into the variable {name}", name=variable)
