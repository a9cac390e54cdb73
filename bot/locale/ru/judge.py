"""Russian for ``judge``."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    "the source says otherwise: “{quote}”": "источник говорит обратное: «{quote}»",
    "this source does not say it, but another footnote at the same words does": (
        "в этом источнике этого нет, но есть в другом, на который ссылаются те же слова"
    ),
    "the source was searched and does not say this": "источник просмотрен, этого в нём нет",
    "the source says only a part of this: “{quote}”": "источник говорит лишь часть этого: «{quote}»",
    "unknown judge “{kind}”": "неизвестный судья «{kind}»",
    "choose one of: embedded, openai, none": "возможные значения: embedded, openai, none",
    "the judge `openai` needs a model's name": "для судьи `openai` нужно имя модели",
    "set [judge] model, or give --model NAME": "задайте model в разделе [judge] или укажите --model ИМЯ",
    "the texts of the sources, sentence by sentence, and the claims go to {host}, embeddings {model}": (
        "тексты источников по предложениям и утверждения отправляются на {host}, векторы модели {model}"
    ),
    "[judge] embeddings_url needs a model's name": "для [judge] embeddings_url нужно имя модели",
    "set [judge] embeddings_model to what the server calls it": (
        "задайте в [judge] embeddings_model имя, под которым её знает сервер"
    ),
    "[judge] votes cannot be {n}": "[judge] votes не может быть {n}",
    "take 1 to {most}; each vote of each model is a call of its own": (
        "допустимо от 1 до {most}; каждый голос каждой модели — отдельный запрос"
    ),
    "a money budget needs prices": "для денежного бюджета нужны цены",
    "set [judge] price_in and price_out (per million tokens), or use budget_tokens": (
        "задайте price_in и price_out в разделе [judge] (за миллион токенов) или ограничьте budget_tokens"
    ),
    "claims and passages of their sources go to {host}, model {model}; each answer is kept and not asked for again": (
        "утверждения и отрывки их источников отправляются на {host}, модель {model}; ответы хранятся и повторно не запрашиваются"
    ),
    "{claims} claims with passages of their sources (about {tokens} tokens) go to {host}, model {model}": (
        "утверждения с отрывками их источников ({claims}, около {tokens} токенов) отправляются на {host}, модель {model}"
    ),
    "{path} is no judge's profile: {error}": "{path} — не профиль судьи: {error}",
    "write one with `mlwiki bench judge DATA.jsonl`": "его создаёт команда `mlwiki bench judge ДАННЫЕ.jsonl`",
    "{path} holds no labelled addresses: {error}": "в {path} нет размеченных адресов: {error}",
    "Give a file whose lines are JSON with “url” and “label”, a link state.": (
        "Нужен файл, строки которого — JSON с полями «url» и «label» (состояние ссылки)."
    ),
    "state, addresses, spoken against, found": "состояние, адресов, сочтено неисправными, найдено",
    "not every claim was asked: run it again to go on; no profile is written before": (
        "спрошено не обо всех утверждениях: запустите ещё раз, чтобы продолжить; до этого профиль не записывается"
    ),
    "{path} holds no labelled claims: {error}": "в {path} нет размеченных утверждений: {error}",
    "Give a file whose lines are JSON with “claim”, “source” and “label”.": (
        "Нужен файл, строки которого — JSON с полями «claim», «source» и «label»."
    ),
    "run it yourself: it must print the key and nothing else, within {seconds} seconds": (
        "запустите её сами: она должна за {seconds} с напечатать ключ и ничего больше"
    ),
    "[judge] token_command failed: {kind}": "команда [judge] token_command не выполнилась: {kind}",
    "[judge] token_command printed no key": "команда [judge] token_command не напечатала ключ",
    "{host} does not accept the key": "{host} не принимает ключ",
    "the account at {host} has no money left": "на счёте у {host} не осталось денег",
    "{host} refuses this key or model (403): nothing more is sent to it": (
        "{host} отказывает этому ключу или модели (403): больше туда ничего не отправляется"
    ),
    "{host} does not serve the country that this machine is in (403): nothing more is sent to it; use an endpoint that does, or "
    "one of your own": (
        "{host} не обслуживает страну, в которой стоит эта машина (403): больше туда ничего не отправляется; возьмите другой "
        "адрес или собственный сервер"
    ),
    "{host} knows no such model or address (404)": "{host} не знает такой модели или адреса (404)",
}
