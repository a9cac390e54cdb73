"""Russian for plans, for the review of edits, and for the scheduled bot."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    # plans
    "make the edits of a plan; refuses when a page has moved": "внести правки плана; откажет, если страница изменилась",
    "Write a plan there, for `mlwiki apply`.": "Записать туда план для `mlwiki apply`.",
    "Apply a plan that `tidy --plan` or `check --plan` wrote; refuses when a page has moved since.": (
        "Выполнить план, записанный `tidy --plan` или `check --plan`; если страница с тех пор изменилась — отказать."
    ),
    "A plan is a stranger's word: it names only *.wiki files inside the current folder, and pages of the wiki. Edits that "
    "tidying makes by itself are taken unless the plan rejects them; the others only if you accepted them here, or if you are "
    "shown them and say yes. The proof is run again on the text that results.": (
        "План — слово постороннего: он называет только файлы *.wiki внутри текущей папки и страницы вики. Правки, которые "
        "вносит само приведение в порядок, берутся, если план их не отклоняет; остальные — только если вы приняли их здесь или "
        "они вам показаны и вы согласились. Получившийся текст доказывается заново."
    ),
    "Write the files, save the pages; without it only the diff is shown.": (
        "Записать файлы, сохранить страницы; без этого ключа только показать изменения."
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
    "{name}: nobody here has accepted {n} of the plan's edits (the first is {id}, {code})": (
        "{name}: правок плана, которых здесь никто не принимал: {n} (первая — {id}, {code})"
    ),
    "nothing is written; run it in a terminal, where each is shown and asked, or decide with `mlwiki review`": (
        "ничего не записано; запустите в терминале, где каждая будет показана и спрошена, или решите в `mlwiki review`"
    ),
    "a plan may only name *.wiki files inside the current folder, and this one names {name}": (
        "план может называть только файлы *.wiki внутри текущей папки, а этот называет {name}"
    ),
    "make the plan in the folder of the files, with relative names, and apply it there": (
        "составьте план в папке этих файлов, с относительными именами, и выполните его там же"
    ),
    "the word {word} of the command line is not UTF-8": "слово {word} командной строки — не UTF-8",
    "rename the file, or set the terminal to UTF-8": "переименуйте файл или переключите терминал на UTF-8",
    "the name of the file {path} is not UTF-8": "имя файла {path} — не UTF-8",
    "rename the file": "переименуйте файл",
    "the disk of the store {path} is full": "диск, на котором хранилище {path}, полон",
    "free it, or set MLWIKI_STATE to a folder on another one": "освободите его или задайте MLWIKI_STATE — папку на другом диске",
    "{code}: nobody here has accepted this edit of the plan": "{code}: эту правку плана здесь никто не принимал",
    "make it? y: yes, a: this and all that follow, Enter: no": (
        "сделать её? y (д): да, a (в): эту и все следующие, Enter: нет"
    ),
    "{name}: the plan's edits do not fit together: {why}": "{name}: правки плана не сходятся: {why}",
    "make the plan again": "составьте план заново",
    "no edit of the plan was accepted; nothing to do": "ни одна правка плана не принята; делать нечего",
    "{path} is written; what it was is in {original}": "{path} записан; прежнее — в {original}",
    # review
    "Only the edits of tidying; asks no source.": "Только правки разметки; источники не спрашивать.",
    "Ask anew about what was decided, too.": "Спросить заново и о том, что уже решено.",
    "yes: make the edit; or: I have read the source and it says so (a reason is asked for)": (
        "принять правку; или: источник прочитан, и в нём это сказано (спросит причину)"
    ),
    "no: do not make the edit; or: the fault is real and has to be mended": (
        "отклонить правку; или: ошибка есть, её надо исправить"
    ),
    "word the edit yourself": "написать правку по-своему",
    "skip it for now": "пока пропустить",
    "back to the one before": "назад, к предыдущему",
    "yes to this and all other safe edits of the page": "принять эту и все остальные надёжные правки страницы",
    "no to this and all other edits of the page": "отклонить эту и все остальные правки страницы",
    "a false alarm (a reason is asked for); it is not raised again": (
        "ложная тревога (спросит причину); больше об этом не говорить"
    ),
    "show every passage and the judge's verdict": "показать все отрывки и вердикт судьи",
    "open the source, or say where it is": "открыть источник или сказать, где он",
    "this is an edit; sources come after the edits": "это правка; источники — после правок",
    "no edit mends this: n says that it has to be mended by hand, f that it is a false alarm": (
        "правки для этого нет: n — исправить вручную, f — ложная тревога"
    ),
    "opened in the browser": "открыто в браузере",
    "paste it there; Enter then puts the summary on the clipboard:": (
        "вставьте его туда; после Enter в буфере обмена будет описание правки:"
    ),
    "summary of your edit (Enter takes «{summary}»):": "описание правки (Enter — «{summary}»):",
    "take the last decision back": "отменить последнее решение",
    "leave; what was decided is kept": "выйти; решённое сохранено",
    "this list": "этот список",
    "not decided: a reason is needed": "не решено: нужна причина",
    "safe": "надёжная",
    "a person decides": "решает человек",
    "your text (Enter keeps this one, \\n is a line break):": "свой текст (Enter — оставить этот, \\n — перевод строки):",
    "citations are decided one by one": "ссылки решаются по одной",
    "{judge}: {verdict} ({why})": "{judge}: {verdict} ({why})",
    "{title} has moved since it was read: review it again before you save": (
        "«{title}» с тех пор изменили: просмотрите страницу заново, прежде чем сохранять"
    ),
    "the mended text: {path}": "исправленный текст: {path}",
    "the summary: {summary}": "описание правки: {summary}",
    "the edit form: {address}": "форма правки: {address}",
    "{n} edits of {name}: write them? [y/N]": "правок: {n} ({name}). Записать? [y/N]",
    # summaries
    "copies of footnotes merged: {n}": "слито повторов сносок: {n}",
    "footnotes mended: {n}": "исправлено сносок: {n}",
    "markup mended: {n}": "исправлено в разметке: {n}",
    # the scheduled bot
    "the scheduled bot: unattended, resumable, within its limits": (
        "бот по расписанию: без человека, с продолжением, в своих пределах"
    ),
    "what runs did, are doing, left undone": "что запуски сделали, делают, не доделали",
    "take a run's own edits back, each reviewed": "отменить правки запуска, каждую с просмотром",
    "The scheduled bot: tidy and check the pages that have changed, save the bot's own mechanical edits, report.": (
        "Бот по расписанию: поправить и проверить изменившиеся страницы, сохранить собственные механические правки, отчитаться."
    ),
    "Limits, report page and stop page are in mlwiki.toml. A run that was stopped or killed is gone on with. A quiet success "
    "prints nothing, but where a model is asked, one line says beforehand what goes to whom (-q leaves it out); -v says what was "
    "done.": (
        "Пределы, страница отчёта и стоп-страница заданы в mlwiki.toml. Прерванный или убитый запуск продолжается. При успехе "
        "ничего не печатается, но если спрашивается модель, одна строка заранее говорит, что и кому уйдёт (-q её убирает); -v "
        "скажет, что сделано."
    ),
    "run {name}: {counts}; ended: {why}": "запуск {name}: {counts}; окончание: {why}",
    "sources marked that do not say it: {n}": "помечено источников, где этого нет: {n}",
    "dead links marked or archived: {n}": "помечено или заархивировано недоступных ссылок: {n}",
    "references filled in from registries: {n}": "дополнено описаний по реестрам: {n}",
    "found by a program, approved by a person": "найдено программой, одобрено человеком",
    "At most N edits ever under [run] approved_task.": "Не больше N правок за всё время по [run] approved_task.",
    "claims with passages of their sources (about {tokens} tokens each) of at most {pages} pages go to {host}, model {model}; "
    "limit: {limit}": (
        "утверждения с отрывками их источников (около {tokens} токенов на каждое) не более чем с {pages} страниц уходят на "
        "{host}, модель {model}; предел: {limit}"
    ),
    "{amount} {currency}": "{amount} {currency}",
    "{n} tokens": "{n} токенов",
    "none": "нет",
    "a trial needs to know under which approval it is made": "для пробных правок нужно знать, кто и где их одобрил",
    "name it in [run] approved_task": "укажите это в [run] approved_task",
    "the trial's {n} edits are made": "пробные правки ({n}) уже сделаны",
    "Trial under “{task}”: {made} edits of {most}": "Пробные правки по «{task}»: {made} из {most}",
    "Pages edited in the last days.": "Страницы, изменённые за последние дни.",
    "Titles of a file, one a line.": "Заголовки из файла, по одному в строке.",
    "Save; without it nothing is written and the diffs are shown.": "Сохранять; без этого ключа только показать изменения.",
    "run speaks text and json": "run умеет text и json",
    "setting `{key}` cannot be {value}": "настройка `{key}` не может быть {value}",
    "write a time like 90m, 2h or 1d 12h": "время пишется так: 90m, 2h или 1d 12h",
    "[run] max_edits = {n}": "[run] max_edits = {n}",
    "[run] max_pages = {n}": "[run] max_pages = {n}",
    "[run] max_time": "[run] max_time",
    "[judge] budget": "[judge] budget",
    "[judge] budget_tokens": "[judge] budget_tokens",
    "a limit was reached: {limit}": "достигнут предел: {limit}",
    "a person must look: read it on the wiki, then run again": "нужен человек: прочитайте это на вики, затем запустите снова",
    "another run of this account is under way": "идёт другой запуск этой учётной записи",
    "asked to stop; the next run goes on": "остановлен по просьбе; следующий запуск продолжит",
    "{n} edits of the bot were taken back by people": "отменено людьми правок бота: {n}",
    "they are not made again; see why before the next run": (
        "повторно они не вносятся; до следующего запуска выясните причину"
    ),
    "{n} pages in a row could not be saved": "не удалось сохранить страниц подряд: {n}",
    "see `mlwiki status`": "см. `mlwiki status`",
    "{n} page could not be checked whole": (
        "{n} страница проверена не полностью",
        "{n} страницы проверены не полностью",
        "{n} страниц проверено не полностью",
    ),
    "run {name}: {counts}": "запуск {name}: {counts}",
    # its report page
    "needs a person: {n}; edits: {edits}": "нужен человек: {n}; правок: {edits}",
    "Needs a person: {n}": "Нужен человек: {n}",
    "Write into the last cell: false — the finding is wrong; fixed — the page is mended. The next run reads it.": (
        "Впишите в последнюю ячейку: ложно — находка ошибочна; исправлено — страница исправлена. Следующий запуск это прочтёт."
    ),
    "Edits of the last run": "Правки последнего запуска",
    "last edited by {user}": "последняя правка: {user}",
    "not shown: {n} more": "не показано: ещё {n}",
    "footnote no.": "сноска",
    "finding": "находка",
    "where it stands": "где",
    "your answer": "ответ",
    "revision {new} over {old}": "версия {new} вместо {old}",
    # status
    "Show what runs did, are doing and left undone; ends with 4 when no run succeeded within [run] expect_every.": (
        "Показать, что запуски сделали, делают и не доделали; код 4, если за [run] expect_every не было успешного."
    ),
    "How many runs to show (default: 10).": "Сколько запусков показать (по умолчанию 10).",
    "status speaks text and json": "status умеет text и json",
    "use --format text or --format json": "укажите --format text или --format json",
    "no run yet": "запусков ещё не было",
    "no run has come to its end for longer than [run] expect_every": (
        "ни один запуск не дошёл до конца дольше, чем [run] expect_every"
    ),
    "running": "идёт",
    "killed; the next run goes on": "убит; следующий запуск продолжит",
    "done": "завершён",
    "stopped": "остановлен",
    "interrupted; the next run goes on": "прерван; следующий запуск продолжит",
    "incomplete": "не завершён",
    "pages unchanged since they were seen:": "страниц без изменений:",
    "pages with nothing to mend:": "страниц, где править нечего:",
    "pages saved:": "страниц сохранено:",
    "pages that would be saved:": "страниц было бы сохранено:",
    "pages held by the gate:": "страниц задержано до решения человека:",
    "pages left alone:": "страниц не тронуто:",
    "pages the wiki refused:": "страниц вики не приняла:",
    "findings for a person:": "находок для человека:",
    "tokens of the judge:": "токенов судьи:",
    "pages not checked whole:": "страниц проверено не полностью:",
    # undo
    "Take a run's own edits back, each reviewed; a person's later edit is never touched.": (
        "Отменить собственные правки запуска, каждую с просмотром; более поздняя правка человека не затрагивается."
    ),
    "What is taken back is not made again. Without --save the diffs are shown.": (
        "Отменённое повторно не вносится. Без --save только показать изменения."
    ),
    "Save; each edit is asked for.": "Сохранять; о каждой правке будет вопрос.",
    "Take all of them back without asking.": "Отменить все, не спрашивая.",
    "undo asks a person, and standard input is not a terminal": "undo спрашивает человека, а стандартный ввод — не терминал",
    "add --yes to take all back": "чтобы отменить всё, добавьте --yes",
    "take this edit back? [y/N]": "отменить эту правку? [y/N]",
    "there is no run {name}": "нет запуска {name}",
    "`mlwiki status` lists the runs": "запуски перечисляет `mlwiki status`",
    "{title}: the page is gone": "{title}: страницы больше нет",
    "{title}: revision {id} is gone": "{title}: версии {id} больше нет",
    "{title}: {user} has edited the same place since; it is theirs now": (
        "{title}: это место с тех пор изменил участник {user}; теперь оно за ним"
    ),
    "{title}: it has been taken back already": "{title}: правка уже отменена",
    "own edit {new} of run {run} taken back": "отменена собственная правка {new} (запуск {run})",
    # what a check's verdicts propose
    "mark that the source does not say this: “{words}”": "пометить, что источник этого не говорит: «{words}»",
    "mark the link as dead: it has failed since {day}": "пометить ссылку как недоступную: не открывается с {day}",
    "cite the archived copy of {day}, which was read: {address}": (
        "указать архивную копию от {day}, она открывалась при проверке: {address}"
    ),
    "add the year: {service} has {year}": "дописать год: {service} называет {year}",
    "name the version that was checked: arXiv has {id}": "указать проверенную версию: на arXiv это {id}",
    "{n} edit is proposed: see it with `mlwiki check --diff`, decide with `mlwiki review`": (
        "предложена {n} правка: посмотреть — `mlwiki check --diff`, решить — `mlwiki review`",
        "предложены {n} правки: посмотреть — `mlwiki check --diff`, решить — `mlwiki review`",
        "предложено {n} правок: посмотреть — `mlwiki check --diff`, решить — `mlwiki review`",
    ),
    "this wiki has no template for {n} of the faults: `mlwiki check --diff` shows a section for the talk page": (
        "для {n} ошибки в этой вики нет шаблона: `mlwiki check --diff` покажет раздел для страницы обсуждения",
        "для {n} ошибок в этой вики нет шаблона: `mlwiki check --diff` покажет раздел для страницы обсуждения",
        "для {n} ошибок в этой вики нет шаблона: `mlwiki check --diff` покажет раздел для страницы обсуждения",
    ),
    "Show what the verdicts propose to change, and nothing else.": (
        "Показать только то, что предлагается изменить по итогам проверки."
    ),
    "Footnotes to look at ({day})": "Сноски, на которые стоит взглянуть ({day})",
    "the source was read and does not say this: “{words}”": "источник прочитан и этого не говорит: «{words}»",
    "the link is dead; there is an archived copy: {address}": "ссылка недоступна; есть архивная копия: {address}",
    "the link is dead: it has failed since {day}": "ссылка недоступна: не открывается с {day}",
}
