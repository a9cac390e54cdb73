"""Russian for what is refused: settings out of range, arguments, files."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    # settings
    "`{key}` on the command line cannot be {value}": "`{key}` в командной строке не может быть {value}",
    "a secret is no setting: put it into the variable {name}": "секрет не настройка: положите его в переменную {name}",
    "a number from {least} to {most}": "число от {least} до {most}",
    "a text without control characters": "текст без управляющих символов",
    "an http:// or https:// address": "адрес http:// или https://",
    "an http:// or https:// address (enabled = false switches a service off)": (
        "адрес http:// или https:// (службу выключает enabled = false)"
    ),
    "a time like 90m, 2h or 1d 12h": "время вида 90m, 2h или 1d 12h",
    "an e-mail address, mailto: or an http(s) address": "адрес почты, mailto: или адрес http(s)",
    "names and values that an HTTP header may have": "имена и значения, какие бывают у заголовков HTTP",
    "a list of host:port": "список вида узел:порт",
}
