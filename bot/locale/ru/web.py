"""Russian for the review page."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    # the command
    "the same in a browser on this machine": "то же в браузере на этой машине",
    "Port on this machine; by default a free one.": "Порт на этой машине; по умолчанию свободный.",
    "Only print the address.": "Только напечатать адрес.",
    ("Review in a browser: paste a draft, see each claim beside its source, decide. Only this machine can open it."): (
        "Проверка в браузере: вставить черновик, увидеть каждое утверждение рядом с источником, решить. "
        "Открывается только с этой машины."
    ),
    (
        "The address holds a secret of this start; whoever has it may decide in your name until the server ends. Each decision "
        "is stored at once, in the same place as those of `mlwiki review`. Ctrl-C ends the server."
    ): (
        "В адресе — секрет этого запуска; у кого он есть, тот может решать от вашего имени, пока сервер работает. Каждое решение "
        "сразу записывается туда же, куда пишет `mlwiki review`. Ctrl-C завершает сервер."
    ),
    "Open this address in a browser on this machine; Ctrl-C ends the server.": (
        "Откройте этот адрес в браузере на этой машине; Ctrl-C завершает сервер."
    ),
    "cannot listen on port {port}: {why}": "порт {port} не открывается: {why}",
    "leave --port out to take a free one": "без --port будет взят свободный",
    # the first screen
    "mlwiki: review": "mlwiki: проверка",
    "To the content": "К содержанию",
    (
        "Paste a draft, choose a file or name a page. It is mended mechanically and every source is checked; you decide what the "
        "evidence is worth."
    ): (
        "Вставьте черновик, выберите файл или назовите страницу. Текст правится механически, каждый источник проверяется; чего "
        "стоят основания, решаете вы."
    ),
    "Wikitext": "Викитекст",
    "Title (may stay empty)": "Заголовок (можно не указывать)",
    "Check the text": "Проверить текст",
    "A file with wikitext": "Файл с викитекстом",
    "Check the file": "Проверить файл",
    "A page's title or address": "Заголовок или адрес страницы",
    "Check the page": "Проверить страницу",
    "No page yet.": "Страниц пока нет.",
    "All pages": "Все страницы",
    "Remove from the list": "Убрать из списка",
    "there is no text": "текста нет",
    "paste wikitext, choose a file, or name a page": "вставьте викитекст, выберите файл или назовите страницу",
    "{name}: there is no text": "{name}: текста нет",
    "choose another file": "выберите другой файл",
    "no page was named": "страница не названа",
    "give a title or the address of a page": "укажите заголовок или адрес страницы",
    # checking
    "not checked yet": "ещё не проверена",
    "waits for another page": "ждёт другую страницу",
    "could not be checked": "проверить не удалось",
    "Check again": "Проверить ещё раз",
    "reading": "чтение",
    # the page
    "Copy mended text": "Скопировать исправленный текст",
    "Copy summary": "Скопировать описание правки",
    "Open the wiki's edit form": "Открыть форму правки вики",
    "Checked revision:": "Проверена версия:",
    "Copied.": "Скопировано.",
    "The browser does not let the page copy: the text is marked below, copy it by hand.": (
        "Браузер не даёт странице копировать: текст ниже выделен, скопируйте его сами."
    ),
    "Stored.": "Записано.",
    "Undone.": "Отменено.",
    "Not stored: the server does not answer. Start mlwiki serve again; what was decided before is kept.": (
        "Не записано: сервер не отвечает. Запустите mlwiki serve снова; решённое раньше сохранено."
    ),
    "Nothing is undecided any more.": "Нерешённого не осталось.",
    "Keys": "Клавиши",
    "single letters act as keys": "отдельные буквы действуют как клавиши",
    "Close": "Закрыть",
    "Cancel": "Отмена",
    "Store": "Записать",
    "Reason": "Причина",
    "Reason (may stay empty)": "Причина (можно не указывать)",
    "This fault is proven. To overrule it, type the citation's name: {label}": (
        "Ошибка доказана. Чтобы снять её, введите имя ссылки: {label}"
    ),
    "undecided": "не решено",
    "State": "Состояние",
    "Code": "Код",
    "Identity": "Та ли работа",
    "Support": "Подтверждение",
    "Host": "Сайт",
    "any": "любое",
    "Filters": "Отбор",
    "Name": "Название",
    "only with something undecided": "только с нерешённым",
    "Sources": "Источники",
    "Markup and footnotes": "Разметка и сноски",
    "Mechanical edits, proven and made": "Механические правки, доказанные и внесённые",
    "Citations that pass": "Ссылки, которые проходят",
    "Notes": "Замечания",
    "Held because:": "Задержано:",
    "Blocked because:": "Запрещено:",
    "Accept": "Принять",
    "Edit": "Своими словами",
    "Reject": "Отклонить",
    "Release": "Допустить",
    "Has to be mended": "Нужно исправить",
    "Has to be mended: {reason}": "Нужно исправить: {reason}",
    "False alarm": "Ложная тревога",
    "False alarm: {reason}": "Ложная тревога: {reason}",
    "Undo": "Отменить",
    "Accepted": "Принято",
    "Rejected": "Отклонено",
    "Rejected: {reason}": "Отклонено: {reason}",
    "Released: {reason}": "Допущено: {reason}",
    "Open the source": "Открыть источник",
    "Your own text instead": "Свой текст вместо этого",
    "Take this text": "Взять этот текст",
    "Not in the mended text: another edit that it needs is not accepted.": (
        "В исправленном тексте её нет: не принята другая правка, которая ей нужна."
    ),
    "The accepted edits together fail the proof; the text is left as it was. Failed: {checks}": (
        "Принятые правки вместе не проходят доказательства; текст оставлен как был. Не прошло: {checks}"
    ),
    "Give the source's text: a book, an article behind a paywall": "Дать текст источника: книга, платная статья",
    "Its text, or the part of it that matters": "Его текст или нужная часть",
    "Or a file: PDF, HTML, DOCX, text": "Или файл: PDF, HTML, DOCX, текст",
    "Check against this text": "Проверить по этому тексту",
    "Mended text": "Исправленный текст",
    "Summary": "Описание правки",
    "This page needs its own script to store decisions: allow JavaScript for it.": (
        "Чтобы записывать решения, странице нужен её собственный скрипт: разрешите для неё JavaScript."
    ),
    "Open the address that `mlwiki serve` printed: it lets this browser in.": (
        "Откройте адрес, который напечатал `mlwiki serve`: он впустит этот браузер."
    ),
    "Everything stays on this machine; only the checks ask the services.": (
        "Всё остаётся на этой машине; только проверки обращаются к службам."
    ),
    "The source": "Источник",
    "Nothing of it can be shown: {why}.": "Показать из него нечего: {why}.",
    "What the judge says": "Что говорит судья",
    "and {n} more places": "и ещё мест: {n}",
    # reasons
    "I have read the source: it says so": "источник прочитан: так и сказано",
    "the source says it in other words": "в источнике то же другими словами",
    "another edition of the same work": "другое издание той же работы",
    "the registry's record is wrong": "ошибка в записи реестра",
    "the address opens for me": "адрес у меня открывается",
    "common knowledge, the source is for further reading": "общеизвестно, источник — для дальнейшего чтения",
    # keys
    "accept the edit; release the citation, with a reason": "принять правку; допустить ссылку с причиной",
    "put your own words in place of the edit's": "вписать свой текст вместо предложенного",
    "reject the edit; say that the fault is real and has to be mended": (
        "отклонить правку; подтвердить, что ошибка есть и её нужно исправить"
    ),
    "false alarm, with a reason": "ложная тревога, с причиной",
    "skip to the next that is undecided": "перейти к следующему нерешённому",
    "undo the decision": "отменить решение",
    "next card": "следующая карточка",
    "previous card": "предыдущая карточка",
    "open the source, at the passage where that is possible": "открыть источник, где можно — на нужном месте",
    "what the judge says": "что говорит судья",
    "this help": "эта справка",
    # saving
    "save: first the difference and the gate's word, then your summary": (
        "сохранить: сначала — что изменится и можно ли, потом — ваше описание правки"
    ),
    "Saving:": "Сохранение:",
    "asking the gate…": "проверяется, можно ли сохранить…",
    "Save to the wiki…": "Сохранить в вики…",
    "Write the file…": "Записать файл…",
    "Save to the wiki:": "Сохранить в вики:",
    "Write the file:": "Записать файл:",
    "As {account}, over revision {revision}.": "От имени {account}, поверх версии {revision}.",
    "What it was is kept beside it, with .orig at the end of its name.": (
        "Прежний текст останется рядом, в файле с .orig в конце имени."
    ),
    "It cannot be saved yet:": "Пока сохранить нельзя:",
    "Summary of your edit, shown in the page's history": "Описание вашей правки — его увидят в истории страницы",
    "Save this revision": "Сохранить эту версию",
    "Write": "Записать",
    "{title} has moved since it was read: check it again before you save": (
        "«{title}» с тех пор изменили: проверьте страницу ещё раз, прежде чем сохранять"
    ),
    "say in a few words what you changed": "скажите в нескольких словах, что изменено",
    "the text is another one than was shown": "текст уже не тот, что был показан",
    "look at the difference again": "посмотрите на изменения ещё раз",
    "there is no file and no account to save with": "сохранять некуда: нет ни файла, ни учётной записи",
    "copy the text and the summary": "скопируйте текст и описание правки",
    "there is no language {name}": "языка {name} нет",
    # the clipboard
    "Take the text from the clipboard and put the mended text there.": (
        "Взять текст из буфера обмена и положить туда исправленный."
    ),
    "--clipboard takes neither files nor --write": "с --clipboard не указывают ни файлов, ни --write",
    "run it without them": "запустите без них",
    "nothing to mend: the clipboard is as it was": "исправлять нечего: буфер обмена остался как был",
    "the mended text is on the clipboard": "исправленный текст — в буфере обмена",
    "the clipboard cannot be read: {why}": "буфер обмена не читается: {why}",
    "there is no text on the clipboard": "в буфере обмена нет текста",
    "copy the wikitext first": "сначала скопируйте викитекст",
    "the clipboard does not take the text: {why}": "буфер обмена не принимает текст: {why}",
    "no program here reaches the clipboard": "ни одна программа здесь не достаёт до буфера обмена",
    "install wl-clipboard or xclip": "установите wl-clipboard или xclip",
    "there is no clipboard here": "буфера обмена здесь нет",
    "use a file, or - for standard input": "возьмите файл или - для стандартного ввода",
    # what cannot be
    "the page has changed; load it again": "страница изменилась; загрузите её снова",
    "this citation has no finding": "у этой ссылки нет находок",
    "the gate lets this citation through by itself": "эта ссылка и так не мешает сохранению",
    "not released: the typed name is not {label}": "не допущено: введено не {label}",
    "not stored: a reason is needed": "не записано: нужна причина",
    "{what} cannot be done here": "{what}: здесь так нельзя",
    "there is no such page on the desk": "такой страницы здесь нет",
    "this is more than {size} MB": "это больше {size} МБ",
    "the browser went away": "браузер отключился",
    "the request is not what this page sends": "такого запроса эта страница не посылает",
    "sources looked at: {numbers}": "источники просмотрены: {numbers}",
}
