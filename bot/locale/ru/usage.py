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
    # trust in a settings file
    "believe the settings file of a folder in full": "доверять файлу настроек этой папки во всём",
    "Believe the settings file of a folder in full, from now on: look at it first.": (
        "Доверять файлу настроек папки во всём, начиная с этого момента: сначала посмотрите в него."
    ),
    "Trust holds for the file's place and for the values of the settings that can harm you, which are shown; the others may "
    "change. What is printed last goes into the variable MLWIKI_TRUST of a machine where nobody can be asked.": (
        "Доверие действует для места файла и для значений настроек, которые могут навредить (они показываются); остальные могут "
        "меняться. Последняя строка вывода — для переменной MLWIKI_TRUST там, где спросить некого."
    ),
    "Believe it no longer.": "Больше не доверять.",
    "{file} is of {wiki}, and {other} is configured": "{file} относится к {wiki}, а задана {other}",
    "set [wiki] url to that wiki if it is yours; what stands beside a file opens no address": (
        "укажите эту вики в [wiki] url, если она ваша; написанное рядом с файлом адресов не открывает"
    ),
    "Send nothing: titles of a wiki are refused, files need no network.": (
        "Ничего не отправлять: страницы вики по названиям отклоняются, файлам сеть не нужна."
    ),
    "no longer trusted: {path}": "больше не доверенный: {path}",
    "it was not trusted: {path}": "доверия и не было: {path}",
    "trusted: {path}": "доверенный: {path}",
    "{path} is not trusted, and sets what can harm you:": "файлу {path} нет доверия, а он задаёт то, что может навредить:",
    "is it yours, and do you believe it from now on? [y/N]": "он ваш, и вы ему теперь доверяете? [y/N]",
    "runs a command": "запускает команду",
    "names a file that is read and believed": "называет файл, который будет прочитан и принят на веру",
    "says where a secret or a page's text goes": "говорит, куда уходит секрет или текст страницы",
    "opens an address": "открывает адрес",
    "takes decisions from elsewhere": "берёт решения из другого места",
    "says what may be saved, and where": "говорит, что и куда можно сохранять",
    "{file} of this folder is not trusted, and sets what can harm you: {names}": (
        "файлу {file} этой папки нет доверия, а он задаёт то, что может навредить: {names}"
    ),
    "this is new: such a file must be trusted once; look at it, then run `mlwiki trust`, or name it with --config": (
        "это новое правило: такому файлу надо один раз доверить; посмотрите в него и выполните `mlwiki trust` или назовите его "
        "в --config"
    ),
    "look at it, then run `mlwiki trust`, or name it with --config": (
        "посмотрите в него и выполните `mlwiki trust` или назовите его в --config"
    ),
    "there is no folder of yours to keep trust in": "нет вашей папки, где хранить доверие",
    "name the file with --config instead": "вместо этого назовите файл в --config",
    "write the file's whole path and its hash, as `mlwiki trust` prints them": (
        "запишите полный путь файла и его хеш, как их печатает `mlwiki trust`"
    ),
    "{what} goes to {host}, by the settings of {files}; this is said once": (
        "{what} уходит на {host} по настройкам из {files}; это говорится один раз"
    ),
    "the password of {user}": "пароль учётной записи {user}",
    "the judge's key": "ключ судьи",
    "settings: {path} ({why})": "настройки: {path} ({why})",
    "settings: no file": "настройки: файла нет",
    "named by --config or MLWIKI_CONFIG": "назван в --config или MLWIKI_CONFIG",
    "your own": "ваш собственный",
    "of this folder, trusted": "из этой папки, доверенный",
    "of this folder, sets nothing that needs trust": "из этой папки, не задаёт ничего, что требует доверия",
    "variable {name} cannot be {value}": "переменная {name} не может быть {value}",
    # arguments
    "there is no option {name}": "нет ключа {name}",
    "{name} is missing": "не хватает {name}",
    "{name} cannot be that": "{name} так не бывает",
    "{name} cannot be {value}": "{name} не может быть {value}",
    "{name} takes no value": "у {name} нет значения",
    "{name} needs a value": "для {name} нужно значение",
    "{told}": "{told}",
    "a number from {least} on": "число от {least}",
    "`mlwiki {command} --help` lists the options": "ключи перечислены в `mlwiki {command} --help`",
    "there is {n} word too many: {words}": (
        "лишнее {n} слово: {words}",
        "лишние {n} слова: {words}",
        "лишних {n} слов: {words}",
    ),
    "{option} would write over {path}, which is read": "{option} затёр бы {path}, а этот файл читается",
    "{option} would write over {path}, which belongs to {page}": "{option} затёр бы {path}, а это часть {page}",
    "{one} and {other} name the same file": "{one} и {other} указывают один и тот же файл",
    "name another file; nothing was done": "назовите другой файл; ничего не сделано",
    # files and streams
    "make the folder {folder} first, or name another place": "сначала создайте папку {folder} или назовите другое место",
    "it is a folder: name a file in it": "это папка: назовите файл в ней",
    "a file stands where the folder should be; name another place": (
        "на месте папки лежит файл; назовите другое место"
    ),
    "nothing was changed; ask for the right to write there, or name another place": (
        "ничего не изменено; получите право писать туда или назовите другое место"
    ),
    "nothing was changed; name another place": "ничего не изменено; назовите другое место",
    "write elsewhere with --output": "запишите в другое место ключом --output",
    "cannot read standard input: {why}": "не удалось прочитать стандартный ввод: {why}",
    "name a file, or pipe a text into it": "назовите файл или подайте на ввод текст",
    "the rest is UTF-8: mend the broken character on line {line}": (
        "остальное — UTF-8: исправьте испорченный знак в строке {line}"
    ),
    "the copy of the text before cannot be kept, so nothing was written; move what stands there away": (
        "прежний текст негде сохранить, поэтому ничего не записано; уберите то, что лежит на этом месте"
    ),
    "--offline sends nothing, to the wiki neither, and what it would say is not stored": (
        "--offline ничего не отправляет, в том числе на вики, а её ответа в хранилище нет"
    ),
    "pull the pages first and name their files, or leave --offline out": (
        "сначала скачайте страницы и назовите их файлы или уберите --offline"
    ),
    # store
    "the store {path} cannot be used: {why}": "хранилищем {path} нельзя пользоваться: {why}",
    "set MLWIKI_STATE to another folder, or move the file away: what was decided is in it alone": (
        "укажите в MLWIKI_STATE другую папку или уберите файл: решения лежат только в нём"
    ),
    "it goes on without: what you decided before is not remembered this time": (
        "работа идёт без него: прежние ваши решения на этот раз не учтены"
    ),
    "Say where results are kept, delete what has expired (verdicts and decisions stay), or take them to another machine.": (
        "Сказать, где хранятся результаты, удалить отжившее (вердикты и решения остаются) или перенести их на другую машину."
    ),
    "export writes decisions, a judge's answers, supplied texts and wordings to FILE, a line of JSON each; import takes such a "
    "file in and never overwrites what was decided or stored later. What was taken back since comes back with an older file.": (
        "export пишет в FILE решения, ответы судьи, данные вами тексты и формулировки, по строке JSON на запись; import "
        "принимает такой файл и никогда не затирает того, что решено или сохранено позже. "
        "Что с тех пор отозвано, со старым файлом вернётся."
    ),
    "export and import need a FILE; path and prune take none": "для export и import нужен FILE, для path и prune — нет",
    "`mlwiki store --help` shows examples": "примеры показывает `mlwiki store --help`",
    "line 1 is not that of an exported store ({schema})": "строка 1 не из выгрузки хранилища ({schema})",
    "line {number} is no record of an exported store; nothing was taken in": (
        "строка {number} не запись из выгрузки хранилища; ничего не принято"
    ),
    "give a file that `mlwiki store export` of this version wrote": (
        "дайте файл, который записал `mlwiki store export` этой версии"
    ),
    "{path}: {n} records": "{path}: записей: {n}",
    "{path}: {taken} taken in, {left} were here as new": "{path}: принято {taken}, столь же новых было здесь: {left}",
    "{name}: line {line} holds half a character (a lone surrogate)": (
        "{name}: в строке {line} половина знака (одинокий суррогат)"
    ),
    'decode the bytes as UTF-8, with errors="strict"': 'раскодируйте байты как UTF-8 с errors="strict"',
}
