"""What one wiki knows and another does not: file namespaces, tags."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.artefacts.scene import Scene
from bot.wikitext.reading import replaced

#: What stands for a tag that the wiki shows as text; a person looks, for the sense may get lost.
_INSTEAD = {"kbd": "code", "samp": "code", "mark": "b", "dfn": "em"}


@lru_cache(maxsize=16)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"<(/?)({'|'.join(sorted(names))})(?=[\s/>])[^<>]*>", re.IGNORECASE)


def files(scene: Scene) -> None:
    """``[[Файл:…]]`` where the wiki knows ``[[Изображение:…]]`` alone."""
    wrong = scene.profile.wrong_file_prefixes
    if not wrong:
        return
    pattern = re.compile(r"\[\[[ \t]*(" + "|".join(map(re.escape, wrong)) + r")[ \t]*(?=:)", re.IGNORECASE)
    found = scene.places("ART013", pattern)
    for match in found:
        scene.edit(
            "ART013",
            msg("«{old}:» becomes «{new}:»", old=match.group(1), new=scene.profile.file_prefix),
            [(*match.span(1), scene.profile.file_prefix)],
            declares=replaced(match.group(1), scene.profile.file_prefix),
        )


def unknown(scene: Scene) -> None:
    """HTML tags that the wiki shows as text."""
    names = scene.profile.unknown_tags - {"syntaxhighlight"}
    if not names:
        return
    opened: dict[str, re.Match[str]] = {}
    found = scene.places("ART014", _pattern(names))
    for match in found:
        name = match.group(2).lower()
        if not match.group(1):
            scene.note(
                "ART014", msg("the wiki shows «{tag}» as text", tag=f"<{name}>"), match.start(), match.group() + name
            )
            opened[name] = match
        elif name in opened and name in _INSTEAD:
            first, other = opened.pop(name), _INSTEAD[name]
            message = msg("«{old}» becomes «{new}»", old=f"<{name}>", new=f"<{other}>")
            scene.edit(
                "ART014", message, [(*first.span(), f"<{other}>"), (*match.span(), f"</{other}>")], fix=Fix.review
            )
