"""Recorded answers of a real MediaWiki 1.12.0 (tests/fixtures/mw112): request, status and headers beside each body."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "mw112"


@dataclass(frozen=True)
class Recorded:
    """One answer."""

    status: int
    location: str
    body: str
    mark: str


def recorded(name: str) -> Recorded:
    """The recording of that name."""
    head = (FOLDER / f"{name}.headers").read_text(encoding="utf-8")
    body = next(path for path in FOLDER.glob(f"{name}.*") if path.suffix != ".headers")
    status = re.search(r"^HTTP (\d+)", head, re.MULTILINE)
    location = re.search(r"^Location: (\S+)", head, re.MULTILINE)
    mark = re.search(r"^MediaWiki-API-Error: (\S+)", head, re.MULTILINE)
    return Recorded(
        int(status[1]) if status else 200,
        location[1] if location else "",
        body.read_bytes().decode("utf-8", "ignore"),
        mark[1] if mark else "",
    )


def shape(data: Any) -> Any:
    """The form of an API answer: its keys and kinds of values; codes, empty texts and words as they are."""
    if isinstance(data, dict):
        return {"#" if str(key).lstrip("-").isdigit() else key: shape(value) for key, value in data.items()}
    if isinstance(data, list):
        return [shape(data[0])] if data else []
    if isinstance(data, str) and (data == "" or re.fullmatch(r"[A-Za-z_]{3,40}", data)):
        return data
    return (
        re.sub(r"\d+", "9", data) if isinstance(data, str) and data.startswith("Please wait") else type(data).__name__
    )
