"""A judge's measured precision, as a file that the gate reads: only what is measured may block."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from bot import strictjson
from bot.bounded import read_text_bounded
from bot.config import GateSettings
from bot.errors import ConfigError
from bot.model.message import msg
from bot.model.words import SupportVerdict

SCHEMA = "mlwiki/judge-profile/1"


@dataclass(frozen=True, slots=True)
class JudgeProfile:
    """What a judge was measured to be worth.

    ``precision`` maps a raised verdict to the low end of its precision at a base rate of one bad citation in twenty;
    ``data`` names the measured file by hash.
    """

    judge: str
    data: str
    claims: int
    precision: dict[SupportVerdict, float]

    def blocking(self, wanted: float) -> frozenset[SupportVerdict]:
        """The verdicts that may block a save under a policy that asks for a precision of ``wanted`` (0 to 1)."""
        return frozenset(verdict for verdict, low in self.precision.items() if low >= wanted)

    def as_json(self) -> str:
        """The file's text."""
        precision = {verdict.value: round(low, 4) for verdict, low in sorted(self.precision.items())}
        record = {
            "schema": SCHEMA,
            "judge": self.judge,
            "data": self.data,
            "claims": self.claims,
            "precision": precision,
        }
        return json.dumps(record, indent=1) + "\n"


def read_profile(path: Path) -> JudgeProfile:
    """Read a profile. Raises ConfigError for a file that is none."""
    try:
        found = strictjson.loads(read_text_bounded(path))
        _expect(found["schema"], SCHEMA)
        precision = {SupportVerdict(name): float(low) for name, low in found["precision"].items()}
        return JudgeProfile(str(found["judge"]), str(found["data"]), int(found["claims"]), precision)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(
            msg("{path} is no judge's profile: {error}", path=str(path), error=str(error)),
            msg("write one with `mlwiki bench judge DATA.jsonl`"),
        ) from error


def blocking(settings: GateSettings, judge: str) -> frozenset[SupportVerdict]:
    """The verdicts of ``judge`` that may block under the settings. Raises ConfigError for a profile that cannot be read."""
    if not settings.judge_profile:
        return frozenset()
    found = read_profile(Path(settings.judge_profile))
    return found.blocking(settings.precision) if found.judge == judge else frozenset()


def _expect(found: object, wanted: str) -> None:
    if found != wanted:
        raise ValueError(f"{found} is not {wanted}")
