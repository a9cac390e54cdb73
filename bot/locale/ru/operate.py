"""Russian for plans, for the review of edits, and for the scheduled bot."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    # plans
    "make the edits of a plan; refuses when a page has moved": "внести правки плана; откажет, если страница изменилась",
    "Write a plan there, for `mlwiki apply`.": "Записать туда план для `mlwiki apply`.",
    "Apply a plan that `tidy --plan` or `check --plan` wrote; refuses when a page has moved since.": (
        "Выполнить план, записанный `tidy --plan` или `check --plan`; если страница с тех пор изменилась — отказать."
    ),
    "Safe edits are taken unless the plan rejects them, the others only where it says that a person accepted them. The proof is "
    "run again on the text that results.": (
        "Безопасные правки берутся, если план их не отвергает, остальные — только если в плане сказано, что человек их принял. "
        "Получившийся текст доказывается заново."
    ),
    "Write the files, save the pages; without it only the diff is shown.": (
        "Записать файлы, сохранить страницы; без этого ключа только показать разницу."
    ),
    "Summary of the edit; by default it is made from the edits.": "Описание правки; по умолчанию составляется из правок.",
    "--write writes files, not pages of the wiki": "--write записывает файлы, а не страницы вики",
    "use --plan FILE and `mlwiki apply`": "для страниц вики есть --plan FILE и `mlwiki apply`",
    "{name} is not a plan: {why}": "{name} — не план: {why}",
    "it is not JSON": "это не JSON",
    "its schema is not {schema}": "его схема — не {schema}",
    "a field is missing or of another kind: {what}": "поля нет или оно другого вида: {what}",
    "write one with `mlwiki tidy … --plan FILE` or `mlwiki check … --plan FILE`": (
        "план пишут `mlwiki tidy … --plan FILE` и `mlwiki check … --plan FILE`"
    ),
    "the plan's file {name} is not here": "файла {name} из плана здесь нет",
    "run apply in the folder where the plan was made": "запустите apply в той папке, где составлен план",
    "the plan is for the wiki {planned}, and {wiki} is configured": "план составлен для вики {planned}, а задана {wiki}",
    "name that wiki in [wiki] url": "укажите ту вики в [wiki] url",
    "revision {old} is now {new}": "была версия {old}, теперь {new}",
    "its text is another one": "текст уже другой",
    "{name} has changed since the plan was made: {why}": "{name}: изменилось с тех пор, как составлен план: {why}",
    "make the plan again; what was decided is remembered": "составьте план заново; принятые решения сохранены",
    "{name}: the accepted edits together fail the proof ({checks})": (
        "{name}: принятые правки вместе не проходят доказательства ({checks})"
    ),
    "nothing is changed; reject one of them and try again": "ничего не изменено; отклоните одну из них и повторите",
    "{name}: this program does not offer the edit {id} as it stands in the plan": (
        "{name}: правку {id} в том виде, в каком она в плане, программа не предлагает"
    ),
    "make the plan again, or accept that edit by name in its decisions": (
        "составьте план заново или примите эту правку поимённо в его решениях"
    ),
    "{name}: the plan's edits do not fit together: {why}": "{name}: правки плана не сходятся: {why}",
    "make the plan again": "составьте план заново",
    "no edit of the plan was accepted; nothing to do": "ни одна правка плана не принята; делать нечего",
    "{path} is written; what it was is in {original}": "{path} записан; прежнее — в {original}",
    # review
    "Only the edits of tidying; asks no source.": "Только правки разметки; источники не спрашивать.",
    "yes: make the edit; or: I have read the source and it says so (a reason is asked for)": (
        "да: внести правку; или: источник прочитан и говорит это (будет спрошена причина)"
    ),
    "no: do not make the edit; or: the fault is real and has to be mended": (
        "нет: правку не вносить; или: ошибка настоящая, её надо исправить"
    ),
    "word the edit yourself": "написать правку по-своему",
    "skip it for now": "пока пропустить",
    "back to the one before": "назад, к предыдущему",
    "yes to this and all other safe edits of the page": "да этой и всем остальным безопасным правкам страницы",
    "no to this and all other edits of the page": "нет этой и всем остальным правкам страницы",
    "a false alarm (a reason is asked for); it is not raised again": (
        "ложная тревога (будет спрошена причина); больше не поднимать"
    ),
    "show every passage and the judge's verdict": "показать все отрывки и вердикт судьи",
    "where the source is": "где находится источник",
    "take the last decision back": "отменить последнее решение",
    "leave; what was decided is kept": "выйти; решённое сохранено",
    "this list": "этот список",
    "not decided: a reason is needed": "не решено: нужна причина",
    "safe": "безопасная",
    "a person decides": "решает человек",
    "your text (Enter keeps this one, \\n is a line break):": "свой текст (Enter — оставить этот, \\n — перевод строки):",
    "citations are decided one by one": "ссылки решаются по одной",
    "{judge}: {verdict} ({why})": "{judge}: {verdict} ({why})",
    "{title} has moved since it was read: review it again before you save": (
        "{title}: страница изменилась с тех пор, как прочитана; перед сохранением проверьте её ещё раз"
    ),
    "the mended text: {path}": "исправленный текст: {path}",
    "the summary: {summary}": "описание правки: {summary}",
    "the edit form: {address}": "форма правки: {address}",
    "{n} edits of {name}: write them? [y/N]": "правок: {n} ({name}). Записать? [y/N]",
    # summaries
    "copies of footnotes merged: {n}": "слито повторов сносок: {n}",
    "footnotes mended: {n}": "исправлено сносок: {n}",
    "markup mended: {n}": "исправлено в разметке: {n}",
}
