"""The closed sets of words in the committed JSON schemas, written from the code: ``python -m tests.report.schemas``."""

from __future__ import annotations

import json
from pathlib import Path

from tests.report.test_json import ENUMS

SCHEMAS = Path(__file__).resolve().parents[2] / "bot" / "report" / "schemas"


def with_words(text: str) -> str:
    """A schema with every enum of its definitions as the code has it."""
    schema = json.loads(text)
    for key, definition in schema.get("$defs", {}).items():
        if "enum" in definition:
            definition["enum"] = [word.value for word in ENUMS[key]]
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    for path in sorted(SCHEMAS.glob("*.json")):
        path.write_text(with_words(path.read_text(encoding="utf-8")), encoding="utf-8")
