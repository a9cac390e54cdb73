"""Russian Wikipedia."""

from __future__ import annotations

from bot.profiles import Profile
from bot.profiles.modern import OPAQUE

PROFILE = Profile(
    name="ruwiki",
    language="ru",
    address="https://ru.wikipedia.org/w/index.php",
    cite_version=(1, 45),
    opaque_tags=OPAQUE,
    formula_tag="math",
    code_tag="syntaxhighlight",
    file_prefix="Файл",
    wrong_file_prefixes=(),
    list_heading="Примечания",
    template_source_needed="Нет АИ",
    template_dead_link="Недоступная ссылка",
    template_not_in_source="Нет в источнике",
    removes_traces=False,
)
