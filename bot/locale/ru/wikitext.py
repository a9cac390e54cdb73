"""Russian for ``wikitext``."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    "Markdown emphasis": "выделение в стиле Markdown",
    "a Markdown heading: the wiki makes a numbered list of it": (
        "заголовок в стиле Markdown: вики делает из него нумерованный список"
    ),
    "a citation token of a chat product: «{token}»": "цитатная метка чат-бота: «{token}»",
    "a code fence is opened and never closed": "ограждение кода открыто и не закрыто",
    "a code fence whose code holds the closing tag of the wiki": (
        "ограждение кода, внутри которого стоит закрывающий тег вики"
    ),
    "a code tag that this wiki shows as text": "тег кода, который эта вики показывает как текст",
    "a formula stands in dollar signs": "формула стоит в знаках доллара",
    "a ref in the list has no name, no text or another group": (
        "у сноски в списке нет имени или текста либо другая группа"
    ),
    "a ref stands inside the text of another, or its end is missing": (
        "сноска стоит внутри другой, или её конец пропущен"
    ),
    "a ref with neither name nor text": "сноска без имени и текста",
    "an address given by a chat product: {address}": "адрес, выданный чат-ботом: {address}",
    "characters of a chat product's private use are removed": "служебные символы чат-бота удаляются",
    "no edit is offered: the check «{check}» failed": "правки не предлагаются: не прошла проверка «{check}»",
    "no list of notes shows this note": "эту сноску не показывает ни один список примечаний",
    "the Markdown emphasis of «{words}» becomes the wiki's": (
        "выделение «{words}» переводится из Markdown в вики-разметку"
    ),
    "the Markdown heading «{title}» becomes a heading of the wiki": (
        "заголовок «{title}» переводится из Markdown в вики-разметку"
    ),
    "the Markdown link to {address} becomes an external link": (
        "ссылка Markdown на {address} становится внешней ссылкой"
    ),
    "the TeX brackets become «{tag}»": "скобки TeX заменяются на «{tag}»",
    "the back-ticks round «{code}» become the code tag": "обратные апострофы вокруг «{code}» заменяются тегом кода",
    "the citation token «{token}» is removed": "цитатная метка «{token}» удаляется",
    "the code fence becomes {tag}": "ограждение кода заменяется на {tag}",
    "the copies of «{name}» differ in white space alone: one full copy is enough": (
        "копии «{name}» различаются только пробелами: достаточно одной полной"
    ),
    "the dollars become «{tag}»": "знаки доллара заменяются на «{tag}»",
    "the empty pair of «{name}» becomes a short ref": "пустая пара «{name}» становится краткой сноской",
    "the fence round the wikitext is removed": "ограждение вокруг викитекста удаляется",
    "the list of notes becomes the bare tag that this wiki reads": (
        "от списка примечаний остаётся один тег, который эта вики читает"
    ),
    "the list of notes is printed again here": "список примечаний выводится здесь повторно",
    "the name ends at the first «>»; the rest is shown as text": (
        "имя обрывается на первом знаке «>», остальное видно как текст"
    ),
    "the name «{name}» already has another text: the reader never sees this one": (
        "у имени «{name}» уже есть другой текст: этого читатель не увидит"
    ),
    "the name «{name}» already has another text: the wiki shows an error": (
        "у имени «{name}» уже есть другой текст: вики показывает ошибку"
    ),
    "the name «{name}» gets quotes: without them this wiki loses it": (
        "имя «{name}» берётся в кавычки: без них эта вики его теряет"
    ),
    "the name «{name}» is a number and becomes «{new}»": "имя «{name}» состоит из цифр и заменяется на «{new}»",
    "the name «{name}» is a number: the wiki refuses it": "имя «{name}» состоит из цифр: вики его не принимает",
    "the name «{name}» stands without quotes and is lost on this wiki": (
        "имя «{name}» стоит без кавычек и в этой вики теряется"
    ),
    "the only text of «{name}» stands in a comment": "единственный текст «{name}» закомментирован",
    "the page gets the list of notes that it lacks": "на страницу добавляется недостающий список примечаний",
    "the page has no list of notes: none of its sources can be seen": (
        "на странице нет списка примечаний: ни одного источника не видно"
    ),
    "the ref has an attribute that this wiki refuses: {names}": (
        "у сноски атрибут, которого эта вики не принимает: {names}"
    ),
    "the same text stands in {n} notes: they become one under «{name}»": (
        "один и тот же текст в нескольких сносках ({n}): они объединяются под именем «{name}»"
    ),
    "the same text stands in {n} notes: they become one, named «{name}»": (
        "один и тот же текст в нескольких сносках ({n}): они объединяются и получают имя «{name}»"
    ),
    "the text of «{name}» stands in the list, where this wiki does not read it": (
        "текст «{name}» стоит в списке, где эта вики его не читает"
    ),
    "the texts in the list move to their first use: this wiki does not read them in the list": (
        "тексты из списка переходят к месту первого использования: в списке эта вики их не читает"
    ),
    "the tracking parameter «{what}» leaves the address": "из адреса убирается отслеживающий параметр «{what}»",
    "these words lean on «{token}», which names no source": (
        "эти слова опираются на метку «{token}», которая не называет источника"
    ),
    "this list of notes shows an error instead of the notes": "этот список показывает ошибку вместо примечаний",
    "this release knows no groups of notes («{names}»)": "эта версия не знает групп примечаний («{names}»)",
    "«{name}» has an empty text: this wiki shows an error": "у «{name}» пустой текст: эта вики показывает ошибку",
    "«{name}» is defined in the list and used nowhere before it": (
        "«{name}» определяется в списке и нигде выше не используется"
    ),
    "«{name}» is used, and nothing on the page defines it": (
        "«{name}» используется, но на странице нигде не определяется"
    ),
    "«{name}» is written out {n} times: one full copy is enough": (
        "полный текст «{name}» записан несколько раз ({n}): достаточно одного"
    ),
    "«{name}» was defined before a list of notes and is unknown after it": (
        "«{name}» определяется до списка примечаний и после него неизвестно"
    ),
    "«{old}:» becomes «{new}:»": "«{old}:» заменяется на «{new}:»",
    "«{old}» becomes {new}": "«{old}» заменяется на {new}",
    "«{old}» becomes «{new}»": "«{old}» заменяется на «{new}»",
    "«{tag}» has no end and hides the rest of the page": "«{tag}» не закрыт и скрывает остаток страницы",
    "«{tag}» is not closed: the wiki shows the tag as text": "«{tag}» не закрыт: вики показывает тег как текст",
    "a Markdown list: the wiki runs its lines together": "список в стиле Markdown: вики сливает его строки",
    "a Markdown rule": "черта в стиле Markdown",
    "a Markdown table: the wiki shows it as lines with bars": (
        "таблица в стиле Markdown: вики показывает её строками с чертами"
    ),
    "a citation of a chat product carries an address: {address}": "цитатная метка чат-бота несёт адрес: {address}",
    "Markdown footnotes become refs: {n}": "сноски Markdown становятся сносками вики: {n}",
    "numbers of a list of sources made by hand become refs: {n}": (
        "номера списка источников, составленного вручную, становятся сносками: {n}"
    ),
    "a footnote made by hand: {words}": "сноска, сделанная вручную: {words}",
    "«</ref>» closes nothing: the wiki shows it as text": "«</ref>» ничего не закрывает: вики показывает его как текст",
    "the Markdown picture {address} becomes an external link": "картинка Markdown {address} становится внешней ссылкой",
    "a Markdown picture: {address}": "картинка Markdown: {address}",
    "the link tag to {address} becomes an external link": "тег ссылки на {address} становится внешней ссылкой",
    "the formula gets the wiki's tag": "формула получает тег вики",
    "a footnote number leads nowhere: {words}": "номер сноски никуда не ведёт: {words}",
    "a link to a file that exists only in a chat": "ссылка на файл, который существует только в чате",
    "a placeholder: «{words}»": "незаполненная заготовка: «{words}»",
    "a reference is made of the citation token with {address}": (
        "из цитатной метки с адресом {address} делается сноска"
    ),
    "an address that exists only for a chat: {address}": "адрес, который работает только в чате: {address}",
    "a search engine's answers stand as a source: {address}": "вместо источника — ответ поисковика: {address}",
    "a shared chat stands as a source: {address}": "вместо источника — разговор с чат-ботом: {address}",
    "the citation token «{token}» gives way to «{template}»": "цитатная метка «{token}» заменяется на «{template}»",
    "Cyrillic letters in a formula: «{words}»": "кириллица в формуле: «{words}»",
    "in a formula, {commands} becomes what the renderer knows": (
        "в формуле {commands} заменяется на то, что умеет рисовать вики"
    ),
    "invisible characters are removed: {n}": "удаляются невидимые символы ({n})",
    "invisible characters in the text: {n}": "невидимые символы в тексте ({n})",
    "links by number become links and references: {n}": "ссылки по номерам становятся ссылками и сносками ({n})",
    "the Markdown list of {n} lines becomes a list of the wiki": (
        "список переводится из Markdown в вики-разметку (строк: {n})"
    ),
    "the Markdown rule becomes a rule of the wiki": "черта переводится из Markdown в вики-разметку",
    "the Markdown table becomes a table of the wiki": "таблица переводится из Markdown в вики-разметку",
    "the formula renderer does not know {commands}": "программа, которая рисует формулы, не знает {commands}",
    "the line «{words}» of a chat product is removed": "строка чат-бота «{words}» удаляется",
    "the link into a chat is removed, its words stay": "ссылка в чат удаляется, слова остаются",
    "the wiki shows «{tag}» as text": "вики показывает «{tag}» как текст",
    "words of a chat: «{words}»": "слова из чата: «{words}»",
    "more than {n} places of one form: this is no residue, nothing is offered": (
        "одна форма встречается слишком часто ({n}): это не следы чат-бота, правки не предлагаются"
    ),
    "the copies of «{name}» differ in white space: the wiki shows an error": (
        "копии «{name}» различаются пробелами: вики показывает ошибку"
    ),
    "the opening tag of «{name}» becomes a short ref: its slash is missing": (
        "открывающий тег «{name}» становится краткой сноской: в нём пропущена косая черта"
    ),
    "two notes cite one work in different words": "две сноски ссылаются на одну работу разными словами",
    "two notes on one work become one: the fuller wording stays, named «{name}»": (
        "две сноски на одну работу объединяются: остаётся более полная запись под именем «{name}»"
    ),
    "a code fence that holds a ref": "ограждение кода, внутри которого стоит сноска",
    "{n} ref tags: nothing is offered on such a page": (
        "слишком много тегов сносок ({n}): на такой странице правки не предлагаются"
    ),
}
