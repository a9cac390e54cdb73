"""machinelearning.ru: MediaWiki 1.12.0 of 2008, formulas in ``<tex>`` (mimeTeX), code in ``<source>``."""

from __future__ import annotations

from bot.profiles import Profile

PROFILE = Profile(
    name="mlru",
    language="ru",
    address="http://www.machinelearning.ru/wiki/index.php",
    cite_version=(1, 12),
    # «<math>» and «<html>» are text there (tests/fixtures/mw112: p_tex)
    opaque_tags=frozenset("nowiki pre source tex".split()),
    formula_tag="tex",
    code_tag="source",
    file_prefix="Изображение",
    wrong_file_prefixes=("Файл", "File"),
    list_heading="Примечания",
    formula_renderer="mimetex",
    # 1.12 prints these tags as text (Sanitizer of 1.12.0)
    unknown_tags=frozenset("syntaxhighlight abbr kbd samp dfn q mark wbr details summary figure section time".split()),
)


def speaks_first_wiki(text: str) -> bool:
    """Whether a page is written in this wiki's markup, which no other of our wikis reads."""
    return "<tex>" in text or "[[Изображение:" in text
