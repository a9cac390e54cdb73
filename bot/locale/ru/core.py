"""Russian for settings, store, gate and the use cases."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    # settings
    "the password file {path} can be read by others": "файл с паролем {path} доступен для чтения другим",
    "run: chmod 600 {path}": "выполните: chmod 600 {path}",
    "cannot read the password file {path}: {why}": "не удалось прочитать файл с паролем {path}: {why}",
    "write the password alone into that file, or set MLWIKI_WIKI_PASSWORD": (
        "запишите в этот файл один только пароль или задайте MLWIKI_WIKI_PASSWORD"
    ),
    "did you mean `{name}`?": "возможно, имелось в виду `{name}`?",
    "did you mean {name}?": "возможно, имелось в виду {name}?",
    "`mlwiki config show` lists every setting": "`mlwiki config show` перечисляет все настройки",
    "unknown setting `{key}` in {origin}": "неизвестная настройка `{key}` в {origin}",
    "setting `{key}` in {origin} cannot be {value}": "настройка `{key}` в {origin} не может быть {value}",
    "it takes {kind}": "здесь нужно: {kind}",
    "it takes one of: {choices}": "здесь нужно одно из: {choices}",
    "true or false": "true или false",
    "a whole number": "целое число",
    "a number": "число",
    "a text": "текст",
    "a list or table of texts": "список или таблица текстов",
    "cannot read the settings {path}: {why}": "не удалось прочитать настройки {path}: {why}",
    "check the path given with --config": "проверьте путь, заданный в --config",
    "the settings {path} are not valid TOML: {why}": "настройки {path} — не правильный TOML: {why}",
    "mend that line; README shows an example": "исправьте эту строку; пример есть в README",
    "unknown variable {name} in the environment": "неизвестная переменная окружения {name}",
    # store
    "set [store] path or MLWIKI_STATE to a folder that you may write": (
        "укажите в [store] path или MLWIKI_STATE папку, доступную для записи"
    ),
    "cannot open the store {path}: {why}": "не удалось открыть хранилище {path}: {why}",
    "the store {path} was written by a newer mlwiki": "хранилище {path} записано более новой версией mlwiki",
    "update mlwiki, or set MLWIKI_STATE to another folder": "обновите mlwiki или укажите в MLWIKI_STATE другую папку",
    # profile
    "profile {name}: nothing else was named": "профиль {name}: другой не назван",
    "profile {name}: named by --profile": "профиль {name}: задан ключом --profile",
    "profile {name}: set in {origin}": "профиль {name}: задан в {origin}",
    "profile {name}: the wiki runs MediaWiki {version}": "профиль {name}: вики работает на MediaWiki {version}",
    "the text looks like machinelearning.ru's: add --profile mlru": (
        "похоже на разметку machinelearning.ru: добавьте --profile mlru"
    ),
    # files
    "{name}: {size} MB is more than a MediaWiki page may hold (2 MB)": (
        "{name}: {size} МБ — больше, чем вмещает страница MediaWiki (2 МБ)"
    ),
    "split the text into pages": "разделите текст на страницы",
    "{name}: line {line} holds a NUL character; this is not a text": "{name}: в строке {line} символ NUL; это не текст",
    "check that the file is wikitext; UTF-16 needs its byte order mark": (
        "проверьте, что это викитекст; для UTF-16 нужна метка порядка байтов"
    ),
    "unknown encoding {encoding}": "неизвестная кодировка {encoding}",
    "use a name like cp1251, koi8-r or utf-8": "укажите имя вида cp1251, koi8-r или utf-8",
    "{name}: byte {position} is not {encoding}": "{name}: байт {position} — не {encoding}",
    "it looks like {encoding}: try --encoding {encoding}": "похоже на {encoding}: попробуйте --encoding {encoding}",
    "save it as UTF-8, or name its encoding with --encoding": "сохраните в UTF-8 или назовите кодировку в --encoding",
    "{path} is a folder": "{path} — папка",
    "name a file in it, or a folder that holds *.wiki files": "назовите файл в ней или папку с файлами *.wiki",
    "cannot read {path}: {why}": "не удалось прочитать {path}: {why}",
    "check the name and the disk": "проверьте имя и диск",
    "ask for the right to read it": "нужно право на чтение",
    "check the name; the folder {folder} was searched": "проверьте имя; искали в папке {folder}",
    "the folder {path} holds no *.wiki file": "в папке {path} нет файлов *.wiki",
    "fill it with `mlwiki pull --to {path}`, or name a file": "заполните её: `mlwiki pull --to {path}`, или назовите файл",
    "cannot write {path}: {why}": "не удалось записать {path}: {why}",
    "nothing was changed; free the disk or name another place": (
        "ничего не изменено; освободите диск или укажите другое место"
    ),
    "{name}: the new text does not fit into {encoding}": "{name}: новый текст не умещается в {encoding}",
    "save the file as UTF-8 and try again": "сохраните файл в UTF-8 и повторите",
    # push
    "the wiki already has this text; nothing to save": "на вики уже этот текст; сохранять нечего",
    "a save needs a summary": "для сохранения нужно описание правки",
    "say with -m what you changed": "скажите в -m, что изменено",
    "{name}: «{title}» has been deleted since it was pulled": "{name}: страница «{title}» удалена после того, как её взяли",
    "look at the wiki's deletion log before you make it again": "прежде чем создавать её снова, посмотрите журнал удалений",
    "{name}: «{title}» has moved from revision {old} to {new}": (
        "{name}: страница «{title}» изменилась: была версия {old}, теперь {new}"
    ),
    "pull it again and carry your changes over": "возьмите её снова и перенесите свои изменения",
    "{name}: «{title}» is on the wiki already, and the file was not pulled from it": (
        "{name}: страница «{title}» уже есть на вики, а файл взят не оттуда"
    ),
    "run `mlwiki pull` for that page into another folder, and carry your changes over": (
        "возьмите страницу командой `mlwiki pull` в другую папку и перенесите свои изменения"
    ),
    # progress
    "pages": "страницы",
    "sources": "источники",
    "claims": "утверждения",
    "nearly no host answered: see whether the network or the proxy works, then run it again": (
        "почти ни один сервер не ответил: проверьте сеть или прокси и повторите"
    ),
    # gate
    "the home registry denies the identifier": "в реестре, который выдаёт такие идентификаторы, этого нет",
    "the identifier belongs to another work": "идентификатор принадлежит другой работе",
    "policy `confirmed` asks for *supported*, which this judge never says: use a model (--judge openai), "
    "or release each citation yourself with `mlwiki review`": (
        "политика `confirmed` требует вердикта *supported*, а этот судья его не выносит: возьмите модель (--judge openai) "
        "или допустите каждую ссылку сами через `mlwiki review`"
    ),
    "{verdict}: {reason}": "{verdict}: {reason}",
    "no words that could be checked are attached to it": "к ссылке не привязано слов, которые можно проверить",
    "the gate did not let «{title}» through": "страница «{title}» к сохранению не допущена",
    "mend what is listed, or release it with `mlwiki review`": (
        "исправьте перечисленное или допустите через `mlwiki review`"
    ),
    "policy `report-only` never saves": "политика `report-only` ничего не сохраняет",
    "released by a person": "допущено человеком",
    "the source says otherwise": "источник говорит обратное",
    "verified and supported": "работа существует, источник это подтверждает",
    "support not judged: {reason}": "не сверено с источником: {reason}",
}
