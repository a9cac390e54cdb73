"""The settings by name: every «section.key» there is, what is declared of it, and what was probably meant by one there is not."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache

from bot.config import (
    EngineSettings,
    GateSettings,
    JudgeSettings,
    NetworkSettings,
    ReviewSettings,
    RunSettings,
    ServiceSettings,
    Settings,
    StoreSettings,
    WikiSettings,
)
from bot.config.declared import ENGINE_PASSWORD, Harm, Setting
from bot.errors import ConfigError
from bot.model.message import Message, msg
from bot.registries import addresses

PREFIX = "MLWIKI_"

#: A section of the file, and the record it fills.
SECTIONS: Mapping[str, type] = {
    "wiki": WikiSettings,
    "judge": JudgeSettings,
    "network": NetworkSettings,
    "engine": EngineSettings,
    "store": StoreSettings,
    "gate": GateSettings,
    "run": RunSettings,
    "review": ReviewSettings,
}

#: Settings that were taken out: for one release they are left out with a warning, then unknown.
RETIRED = frozenset({"judge.votes"})
#: The variables of secrets, each with the beginning of the settings that somebody looks for it among.
SECRETS: Mapping[str, str] = {
    "MLWIKI_WIKI_PASSWORD": "wiki_",
    "MLWIKI_JUDGE_API_KEY": "judge_",
    "MLWIKI_EMBEDDINGS_API_KEY": "judge_embeddings_",
    ENGINE_PASSWORD: "engine_",
}
_SECRET = re.compile(r"_(?:password|passwd|pass|key|apikey|token|secret)$")


@cache
def declared() -> Mapping[str, Setting]:
    """What is declared of every setting, by «section.key», in the order of the contract."""
    found = _of(Settings)
    for section, record in SECTIONS.items():
        found |= {f"{section}.{name}": declaration for name, declaration in _of(record).items()}
    service = _of(ServiceSettings)
    for name, address in addresses().items():
        found[f"services.{name}.enabled"] = service["enabled"]
        found[f"services.{name}.url"] = replace(service["url"], default=address)
    return found


def _of(record: type) -> dict[str, Setting]:
    return {item.name: item.metadata[Setting] for item in fields(record) if Setting in item.metadata}


def known_keys() -> tuple[str, ...]:
    """Every setting as «section.key», in the order of the contract."""
    return tuple(declared())


def refusal(key: str, value: object) -> Message | None:
    """What the setting takes, where ``value`` (of the right type) is not of it; None for a good one."""
    rule = declared()[key].rule
    return None if rule.holds(value) else rule.allowed


def shown_value(key: str, value: object, written: Callable[[object], str] = repr) -> str:
    """A setting's value as a person may see it: nothing of what is declared private, no account in an address."""
    if declared()[key].private and value:
        return "***"
    return re.sub(r"//[^/@\s\"']*@", "//***@", written(value))


def harm_of(key: str) -> Harm | None:
    """What the setting can do; one that is not declared is taken for the worst, one that is no longer there does nothing."""
    if key in RETIRED:
        return None
    return declared()[key].harm if key in declared() else Harm.runs


def harmful(values: Mapping[str, object]) -> dict[str, object]:
    """Those of a file's settings that can do harm, as they stand in it."""
    return {key: value for key, value in values.items() if harm_of(key) and not _is_tame(key, value)}


def _is_tame(key: str, value: object) -> bool:
    return key in declared() and isinstance(value, str) and value in declared()[key].tame


def unknown(key: str, origin: str) -> ConfigError:
    """The error for a key that is no setting; ``origin`` is where it stands."""
    close = difflib.get_close_matches(key, known_keys(), 1)
    hint = msg("did you mean `{name}`?", name=close[0]) if close else msg("`mlwiki config show` lists every setting")
    return ConfigError(msg("unknown setting `{key}` in {origin}", key=key, origin=origin), secret_hint(key) or hint)


def secret_hint(name: str) -> Message | None:
    """Where a secret goes, for whoever writes one among the settings («judge.api_key», MLWIKI_WIKI_PASS)."""
    plain = name.removeprefix(PREFIX).lower().replace(".", "_")
    near = [variable for variable, beginning in SECRETS.items() if plain.startswith(beginning)]
    if not near or not _SECRET.search(plain):
        return None
    nearest = max(near, key=lambda variable: len(SECRETS[variable]))
    return msg("a secret is no setting: put it into the variable {name}", name=nearest)
