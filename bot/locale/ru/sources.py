"""Russian for ``sources``."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    "judge.ca_bundle: {path} cannot be read as certificates": "judge.ca_bundle: в файле {path} нет читаемых сертификатов",
    "Name a file in PEM form, or leave the setting out.": "Укажите файл в формате PEM или уберите эту настройку.",
    "the registry says: retracted": "в реестре отметка: отозвана",
    "the registry says: withdrawn": "в реестре отметка: отозвана авторами",
    "the registry carries an expression of concern": "в реестре есть выражение сомнения",
    "the registry carries a correction": "в реестре есть исправление",
    "the registry names a later version": "в реестре названа более поздняя версия",
    "title": "название",
    "authors": "авторы",
    "year": "год",
    "venue": "издание",
    "volume": "том",
    "issue": "номер",
    "pages": "страницы",
    "DOI": "DOI",
    "arXiv id": "номер arXiv",
    "field": "поле",
    "{service} has never given out {id}": "{service}: идентификатора {id} никогда не было",
    "under {id} {service} has “{title}”": "под {id} в {service} числится «{title}»",
    "the registry and the page contradict each other": "реестр и страница противоречат друг другу",
    "there is no such host": "такого сервера нет",
    "the address answers {status}": "адрес отвечает {status}",
    "the page says that nothing is found, with status {status}": "на странице сказано, что ничего не найдено (статус {status})",
    "the address leads to another page of the site": "адрес ведёт на другую страницу сайта",
    "the domain is parked or for sale": "домен припаркован или продаётся",
    "{field}: {cited} is not registered": "{field}: {cited} не зарегистрирован",
    "{field}: cited “{cited}”, {service} has “{found}”": "{field}: в ссылке «{cited}», в {service} «{found}»",
    "the cassette {path} is not there": "записи {path} нет",
    "Record it with --record, or correct the path.": "Сделайте её с --record или исправьте путь.",
    "{path} is not a cassette": "{path} — не запись обмена по HTTP",
    "Name a file that --record or vcrpy wrote.": "Укажите файл, записанный с --record или vcrpy.",
    "{path} holds no labelled references: {error}": "в {path} нет размеченных ссылок: {error}",
    "Give a file whose lines are JSON with “note” and “label”.": "Нужен файл, где каждая строка — JSON с полями note и label.",
    "arXiv cannot have an id {id}": "номера {id} в arXiv быть не может",
    "the check digit of ISBN {id} does not hold": "контрольная цифра ISBN {id} не сходится",
    "the reference is dated {year}": "в ссылке стоит {year} год",
    "--source {option} is not KEY=FILE": "--source {option}: нужен вид КЛЮЧ=ФАЙЛ",
    "KEY is the footnote's number or name, a DOI, an arXiv id, an ISBN or an address.": (
        "КЛЮЧ — номер или имя сноски, DOI, номер arXiv, ISBN или адрес."
    ),
    "{path} is not a folder": "{path} — не папка",
    "Name the folder that holds the texts.": "Укажите папку, где лежат тексты.",
    "{path} is too big to be read as a source": "{path} слишком велик, чтобы читать его как источник",
    "{path} cannot be read: {error}": "{path} не читается: {error}",
    "{path} holds no readable text": "в {path} нет читаемого текста",
    "{path} is of no kind that can be read": "{path}: такой вид файла не читается",
    "Supply a PDF with a text layer, an HTML page, a DOCX or a plain text.": (
        "Подойдёт PDF с текстовым слоем, страница HTML, DOCX или простой текст."
    ),
    "network.proxy: {proxy} is no address of an HTTP proxy": "network.proxy: {proxy} — не адрес HTTP-прокси",
    "Write it as http://host:port, or leave the setting out.": "Напишите его как http://сервер:порт или уберите эту настройку.",
    "there is no such day as {date}": "дня {date} не бывает",
    "“{text}” is a placeholder": "«{text}» — заготовка",
    "the reference points at {place}; the text that was read has no such place": (
        "сноска указывает на {place}; в прочитанном тексте такого места нет"
    ),
    "the file holds words that nobody sees; they were left out": "в файле есть слова, которых никто не видит; они опущены",
    "two readings of the file's text differ: quotations from it may be broken": (
        "два прочтения текста этого файла расходятся: цитаты из него могут быть искажены"
    ),
    "the file has more pages than were read": "в файле больше страниц, чем прочитано",
}
