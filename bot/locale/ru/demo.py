"""Russian for ``jobs.demo``."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    "the demo's recording {path} is missing": "нет записи для демонстрации: {path}",
    "install mlwiki-bot again, or make it with `python -m tests.fakes.record`": (
        "переустановите mlwiki-bot или создайте запись командой `python -m tests.fakes.record`"
    ),
    "demo: the services' answers are replayed; they were recorded from replicas written for this project, "
    "so they prove nothing about the real services": (
        "демонстрация: ответы служб воспроизводятся по записи; она сделана с копий, написанных для этого проекта, "
        "и о настоящих службах ничего не доказывает"
    ),
    "demo: the answers of the model `{model}` are replayed too; they were written by this project "
    "and prove nothing about any model": (
        "демонстрация: ответы модели `{model}` тоже воспроизводятся; их написал сам проект, "
        "и ни о какой модели они ничего не доказывают"
    ),
    "computed now: the edits, the findings, the search for each quote, the comparison of numbers": (
        "вычисляется сейчас: правки, замечания, поиск каждой цитаты в источнике, сверка чисел"
    ),
    "computed now: the edits, the findings, and the hints of the embedded judge": (
        "вычисляется сейчас: правки, замечания и подсказки встроенного судьи"
    ),
    "checked is the page as the safe edits leave it; lines of the check are counted there": (
        "проверяется страница после надёжных правок; номера строк в проверке относятся к ней"
    ),
}
