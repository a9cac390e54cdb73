"""What one wiki knows and another does not: file namespaces, tags."""

from __future__ import annotations

import re

from bot.model.message import msg
from bot.wikitext.artefacts.scene import Scene


def files(scene: Scene) -> None:
    """``[[Файл:…]]`` where the wiki knows ``[[Изображение:…]]`` alone."""
    wrong = scene.profile.wrong_file_prefixes
    if not wrong:
        return
    pattern = re.compile(r"\[\[[ \t]*(" + "|".join(map(re.escape, wrong)) + r")[ \t]*(?=:)", re.IGNORECASE)
    for match in pattern.finditer(scene.shown):
        scene.edit(
            "ART013",
            msg("«{old}:» becomes «{new}:»", old=match.group(1), new=scene.profile.file_prefix),
            [(*match.span(1), scene.profile.file_prefix)],
        )
