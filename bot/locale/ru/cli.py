"""Russian for the command line and the review in the terminal."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    # the first help page
    "mlwiki: a MediaWiki bot and citation verifier": "mlwiki: бот для MediaWiki, проверяющий источники",
    "Examples:": "Примеры:",
    "Commands (`mlwiki COMMAND --help` says more):": "Команды (подробнее: `mlwiki КОМАНДА --help`):",
    "Exit codes:": "Коды завершения:",
    "see what it does": "увидеть, что он делает",
    "what would be mended in a draft": "что было бы исправлено в черновике",
    "are its sources real, and do they say so": "настоящие ли источники и говорят ли они это",
    "save it, if the gate lets it through": "сохранить, если проверка это разрешает",
    "the main job on the bundled sample page: offline, no keys": "основная работа на примере: без сети и ключей",
    "fetch pages of the wiki into a folder": "взять страницы вики в папку",
    "mend what language models leave, merge duplicate refs; offline": (
        "убрать следы языковых моделей, слить повторы сносок; без сети"
    ),
    "verify every citation; changes nothing": "проверить каждую ссылку на источник; ничего не меняет",
    "decide, citation by citation, what the gate holds": "решить по каждой ссылке, которая задерживает сохранение",
    "tidy, check, gate, diff; saves only with --save": "исправить, проверить, показать изменения; сохраняет только с --save",
    "measure on labelled data what is believed of references": "измерить на размеченных данных, чему верят в ссылках",
    "convicted {share} of {n}": "признано ошибочными {share} из {n}",
    "Look labelled references or addresses up as a check does, and count what is found; or measure a judge on labelled claims.": (
        "Искать размеченные ссылки или адреса так же, как при проверке, и посчитать, что найдено; "
        "или измерить судью на размеченных утверждениях."
    ),
    'FILE holds a reference a line: {"note": wikitext, "label": "valid" or a kind of fault}; for links an address a line: '
    '{"url": address, "label": its state}; for a judge a claim a line: '
    '{"claim": text, "source": text, "label": "supported", "partial", "contradicted" or "not_in_source"}.': (
        'В FILE на каждой строке одна ссылка: {"note": викитекст, "label": "valid" или вид ошибки}; для links — один адрес: '
        '{"url": адрес, "label": его состояние}; для судьи — одно утверждение: '
        '{"claim": текст, "source": текст, "label": "supported", "partial", "contradicted" или "not_in_source"}.'
    ),
    "Write the judge's measured precision there, for the gate.": (
        "Записать туда измеренную точность судьи: по ней решается, что можно сохранять."
    ),
    "give --write another place": "укажите для --write другое место",
    "judge {judge}, {n} labelled claims": "судья {judge}, размеченных утверждений: {n}",
    "not judged: {reasons}": "не оценено: {reasons}",
    "balanced accuracy, supported against the rest": "сбалансированная доля верных, «подтверждено» против остального",
    "area under the curve, any support against none": "площадь под кривой, хоть какое-то подтверждение против никакого",
    "needs review: precision": "нужна проверка: точность",
    "needs review: recall": "нужна проверка: полнота",
    "needs review: F1": "нужна проверка: F1",
    "needs review: precision, one bad in {n}": "нужна проверка: точность, одна плохая из {n}",
    "gap between the score and the share it promises": "расхождение оценки с обещанной долей",
    "quotations that code found": "цитаты, которые код нашёл в источнике",
    "false alarms on good claims": "ложные тревоги на верных утверждениях",
    "precision of «{verdict}», one bad in {n}": "точность вердикта «{verdict}», одна ошибка на {n}",
    "evidence among five passages": "нужное место среди пяти отрывков",
    "what a finding code means": "что означает код находки",
    "show every setting and where it comes from": "показать настройки и откуда они взяты",
    "where results are kept; prune, export or import them": "где хранятся результаты; чистка, выгрузка и приём",
    "clean": "чисто",
    "findings": "есть находки",
    "usage, configuration, unreadable input": "вызов, настройки, нечитаемый ввод",
    "the wiki refused, or the gate held": "вики отказала или сохранение задержано",
    "incomplete: a second run could finish": "не завершено: поможет повторный запуск",
    "a bug of ours": "наша ошибка",
    "interrupted": "прервано",
    "Usage: ": "Вызов: ",
    "Options": "Ключи",
    "Show this message and exit.": "Показать эту справку.",
    # init
    "write a first mlwiki.toml, by at most five questions": "записать первый mlwiki.toml, не больше пяти вопросов",
    "Ask which wiki, which account and which judge, and write a commented mlwiki.toml here; Enter takes the default.": (
        "Спросить, какая вики, какая учётная запись и какой судья, и записать здесь mlwiki.toml с пояснениями; "
        "Enter — значение по умолчанию."
    ),
    "init asks a person, and standard input is not a terminal": "init спрашивает человека, а стандартный ввод — не терминал",
    "write mlwiki.toml as README shows": "напишите mlwiki.toml, как показано в README",
    "written: {path}; now wiki and account are tried, reading only": (
        "записано: {path}; теперь проверяются вики и учётная запись, только чтением"
    ),
    "{path} is there already": "{path} уже есть",
    "edit it, or move it away and run `mlwiki init` again": "правьте его или уберите и запустите `mlwiki init` снова",
    "Markup of the wiki ({names})": "Разметка вики ({names})",
    "Address of any page of the wiki": "Адрес любой страницы вики",
    "Account that saves (Enter: only read)": "Учётная запись для сохранения (Enter — только читать)",
    "Its password (not shown)": "Её пароль (не показывается)",
    "Your contact, an address or mailto:": "Ваш контакт, адрес или mailto:",
    "Name of a model that judges (Enter: the embedded judge, no key)": (
        "Имя модели, которая судит (Enter — встроенный судья, без ключа)"
    ),
    # doctor
    "look whether everything works that a check or a save needs": "посмотреть, всё ли работает для проверки и сохранения",
    "Look at the settings, the store, the judge and the wiki; reads only, changes nothing.": (
        "Осмотреть настройки, хранилище, судью и вики; только читает, ничего не меняет."
    ),
    "Python {version}": "Python {version}",
    "store: {path}": "хранилище: {path}",
    "no contact is set: services that ask for one are left out, and nothing is saved": (
        "контакт не задан: службы, которым он нужен, не опрашиваются, и ничего не сохраняется"
    ),
    "judge: {kind}": "судья: {kind}",
    "judge: {model} at {url}, without a key": "судья: {model} по адресу {url}, без ключа",
    "set MLWIKI_JUDGE_API_KEY unless the endpoint needs none": "задайте MLWIKI_JUDGE_API_KEY, если ключ нужен",
    "judge: {model} at {url}": "судья: {model} по адресу {url}",
    # descriptions of commands
    "Go edit by edit, then through every citation that the gate holds: claim, evidence, decision.": (
        "Пройти по правкам, затем по каждой ссылке, которая задерживает сохранение: утверждение, основания, решение."
    ),
    "Each decision is stored at once with its reason; leaving is safe, and the same command goes on with what is undecided.": (
        "Каждое решение сразу записывается с причиной; выйти можно в любой момент, та же команда продолжит с нерешённого."
    ),
    "Pages are read one lot after another, at a polite distance; a pull that was interrupted goes on where it was.": (
        "Страницы читаются порция за порцией с вежливыми паузами; прерванное получение продолжается с места остановки."
    ),
    "Fetch pages to DIR/<title>.wiki, each with its revision in a .wiki.json beside it. Needs no account.": (
        "Взять страницы в DIR/<заголовок>.wiki; версия каждой — рядом, в .wiki.json. Учётная запись не нужна."
    ),
    "Mend what language models leave in wikitext and merge duplicate refs, offline.": (
        "Убрать из викитекста следы языковых моделей и слить повторы сносок; без сети."
    ),
    "PATH is a file, a folder of *.wiki files, or - for standard input (the new text goes to standard output); title:X names a "
    "page of the wiki, which is only read.": (
        "PATH — файл, папка с файлами *.wiki или - для стандартного ввода (новый текст идёт в стандартный вывод); title:X — "
        "страница вики, она только читается."
    ),
    "Print every setting and where it comes from; secrets are masked.": (
        "Показать каждую настройку и откуда она; секреты скрыты."
    ),
    "Say what a finding code means and what to do about it.": "Объяснить, что означает код находки и что с ней делать.",
    "Tidy and check a file, ask the gate, show the diff; save it only with --save.": (
        "Исправить и проверить файл, решить, можно ли его сохранять, показать изменения; сохранить — только с --save."
    ),
    "A file that was pulled replaces the revision it came from; any other file may only make a new page.": (
        "Взятый с вики файл заменяет версию, из которой сделан; любой другой может только создать страницу."
    ),
    "Tidy and check the bundled sample page: offline, no keys, no socket.": (
        "Поправить и проверить приложенный пример: без сети, без ключей, без сокетов."
    ),
    "The services' answers are replayed from recordings; the embedded judge is computed live. With --judge openai the "
    "answers of a scripted model are replayed: they were written by this project and prove nothing about any model.": (
        "Ответы служб воспроизводятся по записям; встроенный судья считает на месте. С --judge openai воспроизводятся "
        "ответы сочинённой модели: их написал этот проект, и о моделях они ничего не доказывают."
    ),
    "Verify every citation: does the source exist, is it the cited work, does it say so. Changes nothing.": (
        "Проверить каждую ссылку: есть ли источник, та ли это работа, говорит ли она это. Ничего не меняет."
    ),
    "A name is a file, a folder of *.wiki files, - for standard input, a title (title:X forces one) or a page's address.": (
        "Имя — файл, папка с файлами *.wiki, - для стандартного ввода, заголовок (title:X — только заголовок) или адрес страницы."
    ),
    "The address may be that of an old revision or of a difference: then only what it changed is checked.": (
        "Адрес может вести на старую версию или на сравнение версий: тогда проверяется только изменённое."
    ),
    "the wiki has no revision {revid}": "на вики нет версии {revid}",
    "look its number up in the page's history": "посмотрите её номер в истории страницы",
    # options
    "Only what has changed since that revision.": "Только изменённое после этой версии.",
    "Settings file (default: mlwiki.toml here).": "Файл настроек (по умолчанию mlwiki.toml в этой папке).",
    "The wiki's markup; mlru is machinelearning.ru.": "Разметка вики; mlru — machinelearning.ru.",
    "Form of the report.": "Вид отчёта.",
    "Write the report there instead of to standard output.": "Записать отчёт туда, а не в стандартный вывод.",
    "Language of the report.": "Язык отчёта.",
    "Language of the explanation.": "Язык объяснения.",
    "Colour of the report.": "Цвет отчёта.",
    "Only what needs a person.": "Только то, что требует человека.",
    "More detail.": "Подробнее.",
    "Encoding of the input files, when it is not UTF-8.": "Кодировка входных файлов, если это не UTF-8.",
    "Who judges support.": "Кто судит, подтверждает ли источник утверждение.",
    "The model of --judge openai.": "Модель для --judge openai.",
    "Use stored answers only; send nothing.": "Только сохранённые ответы; ничего не посылать.",
    "Answer from recordings instead of the network.": "Отвечать из записей вместо сети.",
    "Record what the network answers.": "Записать ответы сети.",
    "The text of a source: a PDF, page, DOCX or plain text.": "Текст источника: PDF, страница, DOCX или простой текст.",
    "A folder of such texts, each named by its key.": "Папка таких текстов, имя каждого — его ключ.",
    "Show what would change; ends with 1 if something would.": "Показать, что изменилось бы; код 1, если есть что.",
    "Write the safe edits back; keeps NAME.orig.": "Записать надёжные правки; прежнее остаётся в NAME.orig.",
    "Save, if the gate lets it through.": "Сохранить, если проверка это разрешает.",
    "What you changed; a save needs it.": "Что изменено; нужно для сохранения.",
    "All pages of a category.": "Все страницы категории.",
    "All pages of the wiki.": "Все страницы вики.",
    "Folder to write to (default: pages).": "Папка для записи (по умолчанию pages).",
    "Where the HTML report goes.": "Куда записать отчёт HTML.",
    "Spend at most this much on the model.": "Потратить на модель не больше этой суммы.",
    "Only what the last check did not find.": "Только то, чего не нашла прошлая проверка.",
    "Say what the model would cost, and ask nobody.": "Сказать, во что обошлась бы модель, и никого не спрашивать.",
    "the judge `{kind}` sends nothing to a model and costs nothing": "судья `{kind}` ничего не посылает модели и ничего не стоит",
    "{claims} claims, about {sent} tokens in and {answered} out; set [judge] price_in and price_out for an amount": (
        "утверждений: {claims}, токенов около {sent} на входе и {answered} на выходе; "
        "для суммы задайте [judge] price_in и price_out"
    ),
    "{claims} claims, about {sent} tokens in and {answered} out: about {amount} {currency}": (
        "утверждений: {claims}, токенов около {sent} на входе и {answered} на выходе: около {amount} {currency}"
    ),
    # errors
    "cannot write to standard output: {why}": "не удалось писать в стандартный вывод: {why}",
    "free the disk or write elsewhere with --output": "освободите диск или пишите в другое место через --output",
    "review asks a person, and standard input is not a terminal": (
        "review спрашивает человека, а стандартный ввод — не терминал"
    ),
    "use `mlwiki check` for a report": "для отчёта есть `mlwiki check`",
    "no input was named": "не сказано, что читать",
    "name a file, a folder, or - for standard input": "назовите файл, папку или - для стандартного ввода",
    "name a file, a folder, a title, or - for standard input": (
        "назовите файл, папку, заголовок страницы или - для стандартного ввода"
    ),
    "no wiki is configured": "не задана вики",
    "set [wiki] url in mlwiki.toml, or MLWIKI_WIKI_URL, to any page of the wiki": (
        "укажите адрес любой её страницы в [wiki] url файла mlwiki.toml или в MLWIKI_WIKI_URL"
    ),
    "there is no file {name}, and no wiki is configured to look for such a title": (
        "нет файла {name}, и не задана вики, где искать такую страницу"
    ),
    "check the path, or set [wiki] url in mlwiki.toml": "проверьте путь или укажите [wiki] url в mlwiki.toml",
    "there is neither a file nor a page {name}": "нет ни файла, ни страницы {name}",
    "the folder {folder} and the wiki {wiki} were tried": "искали в папке {folder} и на вики {wiki}",
    "the address {name} names no page": "по адресу {name} не видно, какая это страница",
    "give the address of an article": "дайте адрес статьи",
    "codes look like REF101 or SRC201": "коды имеют вид REF101 или SRC201",
    "unknown code {code}": "неизвестный код {code}",
    "this is a bug of ours ({kind}); nothing was saved; please report it with the file {path}": (
        "это наша ошибка ({kind}); ничего не сохранено; сообщите о ней, приложив файл {path}"
    ),
    "did you mean `mlwiki {name}`?": "возможно, имелось в виду `mlwiki {name}`?",
    "`mlwiki --help` lists the commands": "`mlwiki --help` перечисляет команды",
    "unknown command {name}": "неизвестная команда {name}",
    "interrupted; what was found out is kept, run the same command again to go on": (
        "прервано; выясненное сохранено, та же команда продолжит работу"
    ),
    "push takes files, not standard input": "push берёт файлы, а не стандартный ввод",
    "write the text to a file first": "сначала запишите текст в файл",
    "a save needs a contact for the User-Agent": "для сохранения нужен контакт в User-Agent",
    'set contact = "mailto:you@example.org" in mlwiki.toml': 'задайте contact = "mailto:you@example.org" в mlwiki.toml',
    "there is no cassette {path}": "нет записи {path}",
    "record one with --record FILE": "сделайте её ключом --record FILE",
    "--diff and --write exclude each other": "--diff и --write исключают друг друга",
    "look first with --diff, then use --write": "сначала посмотрите с --diff, потом применяйте --write",
    "no page was named": "не названа ни одна страница",
    "name titles, --category C or --all": "назовите заголовки, --category C или --all",
    # demo
    "the check as a page for the browser: {path}": "проверка как страница для браузера: {path}",
    "raised but not planted: {code} {message}": "найдено, но не подложено: {code} {message}",
    "planted faults raised: {raised} of {total}; raised beyond them: {unexpected}": (
        "подложенных ошибок найдено: {raised} из {total}; сверх них: {unexpected}"
    ),
    "planted but not raised: {code} at «{where}»": "подложено, но не найдено: {code} у «{where}»",
    # review
    "released: {released}, undecided: {left}": "допущено: {released}, без решения: {left}",
    "reason:": "причина:",
    "held because: {why}": "задержано: {why}",
    "this fault is proven; to overrule it type the citation's name ({label}):": (
        "ошибка доказана; чтобы отменить вердикт, введите имя ссылки ({label}):"
    ),
    "not released": "не допущено",
    "claim: {text}": "утверждение: {text}",
    "quote: «{text}»": "цитата: «{text}»",
    "nearest passage: «{text}»": "ближайший отрывок: «{text}»",
    "not judged: {why}": "не оценено: {why}",
    "no text of the source was read": "текст источника не прочитан",
}
