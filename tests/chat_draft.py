"""A draft of some 260 lines as a chat writes one: Markdown in every section, tokens of the chat, notes that repeat."""

from __future__ import annotations

_SECTION = """\
## {n}. {title}

**{title}** — это приём, при котором модель хранит часть чисел в формате `float{bits}`, а остальные оставляет точными [{n}].

Основные свойства:

* **Память.** Расход уменьшается в {n} раза:contentReference[oaicite:{n}]{{index={n}}}
  * веса занимают {bits} бит
  * градиенты тоже
* **Скорость.** Растёт на устройствах с *тензорными ядрами*.

| Формат | Бит | Показатель |
|--------|-----|------------|
| FP{bits} | {bits} | {n} |
| BF{bits} | {bits} | 8 |

Ошибка оценивается как $$e_{n} = \\frac{{1}}{{2^{{{bits}}}}}$$, подробнее [в обзоре {n}](https://example.org/review/{n}?utm_source=chatgpt.com).

Модель обучается быстрее.<ref>Micikevicius P. Mixed Precision Training {n}. 2018.</ref> И ещё раз.<ref>Micikevicius P. Mixed \
Precision Training {n}. 2018.</ref>

---
"""

_TITLES = (
    "Смешанная точность", "Масштабирование потерь", "Главная копия весов", "Тензорные ядра", "Накопление градиентов",
    "Переполнение", "Формат BF16", "Формат TF32", "Формат FP8", "Сжатие активаций", "Оптимизаторы", "Практика",
)  # fmt: skip


def chat_draft() -> str:
    """The draft: a remark of the chat, twelve sections, a list of sources, a closing remark."""
    sections = [
        _SECTION.format(n=number, title=title, bits=8 * (1 + number % 4))
        for number, title in enumerate(_TITLES, start=1)
    ]
    sources = [f"[{number}] https://example.org/paper/{number}" for number in range(1, len(_TITLES) + 1)]
    return "\n".join(
        [
            "Конечно! Вот статья для вики:\n",
            *sections,
            "## Источники\n",
            *sources,
            "\nЕсли хотите, я могу добавить раздел о квантизации.\n",
        ]
    )
