"""Compile the catalogue: ``bot/texts/ru.po``, which people edit, to ``ru.mo``, which the program reads.

    python -m tests.catalogue

writes it anew; a test compares. After a merge that stops at ``ru.mo``, this command is the way to resolve it.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

TEXTS = Path(__file__).resolve().parents[1] / "bot" / "texts"
SOURCE, COMPILED = TEXTS / "ru.po", TEXTS / "ru.mo"


def catalogue() -> Catalog:
    """The Russian catalogue as people write it. Raises PoFileError for a broken file."""
    with SOURCE.open("rb") as file:
        return read_po(file, locale="ru", abort_invalid=True)


def compiled() -> bytes:
    """What ``ru.mo`` must hold."""
    target = BytesIO()
    write_mo(target, catalogue())
    return target.getvalue()


def main() -> None:
    """Write it."""
    COMPILED.write_bytes(compiled())


if __name__ == "__main__":
    main()
