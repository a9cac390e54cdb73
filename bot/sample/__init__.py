"""The bundled sample: an article as a language model leaves it, the list of its planted faults, its mended form, its recordings.

Everything is read where it lies, so that the same code runs from a wheel and from a checkout.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from bot.model.report import Planted

TITLE = "Смешанная точность"
_HERE = Path(__file__).parent
#: The wheel carries the recordings beside the sample; a checkout has them in ``cassettes/demo``.
_CASSETTES = (_HERE / "cassettes", _HERE.parents[1] / "cassettes" / "demo")


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A planted fault and the judges whose run raises it."""

    planted: Planted
    seen_by: tuple[str, ...]


def draft_text() -> str:
    """The article as drafted by a model, faults and all."""
    return (_HERE / "mixed_precision.wiki").read_text(encoding="utf-8")


def mended_text() -> str:
    """The article after a person has mended it."""
    return (_HERE / "mixed_precision.mended.wiki").read_text(encoding="utf-8")


def faults() -> tuple[PlantedFault, ...]:
    """The planted faults, in the order of the list beside the sample."""
    listed = json.loads((_HERE / "planted.json").read_text(encoding="utf-8"))["faults"]
    return tuple(
        PlantedFault(Planted(item["code"], item["where"], item["class"]), tuple(item["seen_by"])) for item in listed
    )


def planted(judge: str) -> tuple[Planted, ...]:
    """What a run with that judge (``embedded`` or ``openai``) must raise."""
    return tuple(fault.planted for fault in faults() if judge in fault.seen_by)


def cassette(judge: str) -> Path:
    """The recording for that judge; it may be missing only where the checkout is damaged."""
    found = (folder / f"{judge}.yaml" for folder in _CASSETTES)
    return next((path for path in found if path.is_file()), _CASSETTES[0] / f"{judge}.yaml")
