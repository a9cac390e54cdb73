"""Russian for the codes of the families REF and ART."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    # REF
    "the same reference is written out more than once": "одна и та же сноска записана несколько раз",
    (
        "Two or more notes of one group hold the same text. Each is a note of its own for the reader, "
        "or, under one name, a trap: a later change of one copy leaves two texts under one name."
    ): (
        "В двух или более сносках одной группы один и тот же текст. Для читателя это разные "
        "примечания, а под одним именем — ловушка: при правке одной копии под именем окажутся два "
        "текста."
    ),
    "Take the edit: the first copy stays, the others become short refs by its name.": (
        "Примите правку: первая копия остаётся, остальные становятся краткими сносками с её именем."
    ),
    "copies under one name differ only in white space": "копии под одним именем различаются только пробелами",
    ("MediaWiki compares the copies byte for byte and shows an error in the list of notes (since 1.27)."): (
        "MediaWiki сравнивает копии побайтно и показывает ошибку в списке примечаний (с версии 1.27)."
    ),
    "Take the edit: the first copy stays, the others become short refs.": (
        "Примите правку: первая копия остаётся, остальные становятся краткими сносками."
    ),
    "one work is cited in two different wordings": "одна работа процитирована двумя разными записями",
    "Two notes carry the same identifier but different text. They may mean different pages of it.": (
        "В двух сносках один идентификатор, но разный текст. Возможно, имеются в виду разные страницы."
    ),
    "Decide whether one note is enough; the edit keeps the fuller wording.": (
        "Решите, хватит ли одной сноски; правка оставляет более полную запись."
    ),
    "one name, two different texts": "под одним именем два разных текста",
    (
        "Two refs define the same name with different content. The wiki shows only the first; old "
        "releases hide the second without a word."
    ): (
        "Две сноски определяют одно имя с разным содержимым. Вики показывает только первое; старые "
        "версии молча скрывают второе."
    ),
    "Give the second source a name of its own, and see which of the two each later short ref means.": (
        "Дайте второму источнику своё имя и проверьте, какой из двух имеет в виду каждая следующая краткая сноска."
    ),
    "a name is used but nothing defines it": "имя используется, но нигде не определено",
    "A short ref calls a name that no ref on the page defines: the list of notes shows an error.": (
        "Краткая сноска ссылается на имя, которого не определяет ни одна сноска страницы: в списке "
        "примечаний будет ошибка."
    ),
    "Define it once, or correct the name.": "Определите сноску один раз или исправьте имя.",
    "defined in the list, used nowhere": "определена в списке, но нигде не используется",
    ("A ref inside the list of notes has a name that the text does not use before: the wiki shows an error."): (
        "У сноски внутри списка примечаний есть имя, которого нет в тексте выше: вики показывает ошибку."
    ),
    "Use it where it belongs in the text, or remove it.": "Поставьте её в нужное место текста или удалите.",
    "a ref inside a ref": "сноска внутри сноски",
    "Refs do not nest: the outer one ends at the first closing tag, and the rest is shown as text.": (
        "Сноски не вкладываются: внешняя кончается на первом закрывающем теге, остальное видно как текст."
    ),
    "Put the inner source beside the outer one.": "Поставьте внутренний источник рядом с внешним.",
    "a tag is not closed": "тег не закрыт",
    (
        "On this release of MediaWiki an unclosed tag or comment swallows the rest of the page; later "
        "ones show the tag as text."
    ): (
        "В этой версии MediaWiki незакрытый тег или комментарий скрывает остаток страницы; более "
        "новые показывают тег как текст."
    ),
    "Close it where it should end.": "Закройте тег там, где он должен кончаться.",
    "a name is lost because it stands without quotes": "имя без кавычек теряется",
    (
        "Old MediaWiki reads unquoted names of Latin letters and digits only: the ref becomes "
        "nameless and the short refs fail."
    ): (
        "Старая MediaWiki читает без кавычек только имена из латинских букв и цифр: сноска становится "
        "безымянной, краткие сноски не работают."
    ),
    "Take the edit: the name gets straight quotes.": "Примите правку: имя берётся в прямые кавычки.",
    "a name that is a number": "имя из одних цифр",
    "MediaWiki refuses names of digits alone and shows an error in place of the note.": (
        "MediaWiki не принимает такие имена и показывает ошибку вместо сноски."
    ),
    "Take the edit: all refs of that name get a name with letters.": (
        "Примите правку: все сноски с этим именем получают имя с буквами."
    ),
    "an attribute that the wiki does not know": "атрибут, которого вики не знает",
    ("A ref carries an attribute that this release does not know, and shows an error in place of the note."): (
        "У сноски есть атрибут, которого эта версия не знает: вместо сноски видна ошибка."
    ),
    "Remove or correct it.": "Уберите или исправьте атрибут.",
    "a short ref after the list that held its note": "краткая сноска после списка, где была её сноска",
    "A list of notes closes its names: a name defined before it is unknown after it.": (
        "Список примечаний закрывает свои имена: определённое до него имя после него неизвестно."
    ),
    "Move the list to the end, or define the note again after it.": (
        "Перенесите список в конец или определите сноску заново после него."
    ),
    "notes that no list shows": "сноски, которых не показывает ни один список",
    (
        "Refs stand after the last list of notes, or in a group without a list: their numbers are "
        "shown and their text is not."
    ): ("Сноски стоят после последнего списка примечаний или в группе без списка: номера видны, а текст нет."),
    "Move the list below them.": "Перенесите список ниже них.",
    "no list of notes at all": "списка примечаний нет",
    ("The page has refs and no list: on this release of MediaWiki every note is lost without an error."): (
        "На странице есть сноски и нет списка: в этой версии все примечания теряются без сообщения об ошибке."
    ),
    "Take the edit: a list is added at the end.": "Примите правку: в конец добавляется список.",
    "an empty ref": "пустая сноска",
    "A ref without a name has no text either: the wiki shows an error.": (
        "У сноски нет ни имени, ни текста: вики показывает ошибку."
    ),
    "Write the source, or remove the ref.": "Впишите источник или удалите сноску.",
    "list-defined notes on a wiki that does not know them": "сноски внутри списка, которых эта вики не знает",
    ("This release does not read refs inside the list of notes: the list is not shown and their texts are lost."): (
        "Эта версия не читает сноски внутри списка примечаний: список не показывается, тексты теряются."
    ),
    "Take the edit: each text moves to its first use, and the list becomes a bare tag.": (
        "Примите правку: каждый текст переходит к месту первого использования, от списка остаётся один тег."
    ),
    "a list of notes that shows an error": "список примечаний показывает ошибку",
    ("The tag that prints the notes has content or an attribute that this release refuses: no note is shown."): (
        "У тега списка есть содержимое или атрибут, которых эта версия не принимает: примечаний не видно."
    ),
    "Leave the bare tag.": "Оставьте один тег.",
    "the list of notes is printed twice": "список примечаний выводится дважды",
    ("On this release every list tag prints all the notes so far: the reader sees them more than once."): (
        "В этой версии каждый тег списка выводит все примечания до него: читатель видит их повторно."
    ),
    "Keep the last list.": "Оставьте последний список.",
    "a ref in the list that the wiki refuses": "сноска в списке, которую вики не принимает",
    "A ref inside the list of notes has no name, no text or another group than the list.": (
        "У сноски внутри списка нет имени или текста либо другая группа, чем у списка."
    ),
    "Give it the name and the text, or move it.": "Дайте ей имя и текст или перенесите её.",
    "a tag's end inside its own quotes": "тег обрывается внутри своих кавычек",
    ("The first «>» ends a tag, quotes or not: the reader sees the rest of the attribute as part of the note."): (
        "Тег кончается на первом знаке «>», даже в кавычках: остаток атрибута читатель видит как часть сноски."
    ),
    "Remove the sign from the name.": "Уберите этот знак из имени.",
    "the only text of a name stands in a comment": "единственный текст имени закомментирован",
    "A name is used, and its definition is commented out.": "Имя используется, а его определение стоит в комментарии.",
    "Take it out of the comment, or remove the short refs.": (
        "Выньте определение из комментария или удалите краткие сноски."
    ),
    "an empty pair instead of a short ref": "пустая пара тегов вместо краткой сноски",
    ("Old MediaWiki shows an error for a named ref with an empty content; later releases take it as a short ref."): (
        "Старая MediaWiki показывает ошибку для именованной сноски с пустым содержимым; более новые "
        "читают её как краткую."
    ),
    "Take the edit: it becomes a short ref.": "Примите правку: пара становится краткой сноской.",
    "more refs than an article has": "сносок больше, чем бывает в статье",
    "The page has so many ref tags that it cannot be an article. Nothing is offered on it.": (
        "На странице столько тегов сносок, что это не статья. Правки на ней не предлагаются."
    ),
    "Divide the page, or look whether it is one.": "Разделите страницу или проверьте, статья ли это.",
    "the page's edits are withheld: a check on the result failed": (
        "правки страницы не предлагаются: проверка результата не прошла"
    ),
    ("Every edit must keep each source, each note and every byte outside its spans. One of these did not hold."): (
        "Правка обязана сохранить каждый источник, каждую сноску и каждый байт вне своих границ. "
        "Что-то из этого не выполнилось."
    ),
    "Edit the page by hand, and please report the page: this is a fault of the program.": (
        "Правьте страницу вручную и, пожалуйста, сообщите о ней: это ошибка программы."
    ),
    # ART
    "a Markdown code fence": "ограждение кода в стиле Markdown",
    "Lines of three back-ticks mark program code in Markdown; the wiki shows them as they are.": (
        "Строки из трёх обратных апострофов отмечают код в Markdown; вики показывает их как есть."
    ),
    "Take the edit: the block gets the wiki's tag for code.": (
        "Примите правку: блок получает принятый в вики тег кода."
    ),
    "code in back-ticks": "код в обратных апострофах",
    "Back-ticks mark code in Markdown; the wiki shows them as they are.": (
        "Обратные апострофы отмечают код в Markdown; вики показывает их как есть."
    ),
    "Take the edit: the words get the code tag.": "Примите правку: слова получают тег кода.",
    "a code tag that this wiki does not know": "тег кода, которого эта вики не знает",
    "The wiki shows this tag and everything in it as text.": (
        "Вики показывает этот тег и всё его содержимое как текст."
    ),
    "Take the edit: the wiki's own tag stands in its place.": (
        "Примите правку: на его место встаёт собственный тег вики."
    ),
    "a formula in dollar signs": "формула в знаках доллара",
    "Dollar signs mark formulas in TeX and Markdown; the wiki shows them as they are.": (
        "Знаки доллара отмечают формулы в TeX и Markdown; вики показывает их как есть."
    ),
    "See that it is a formula and not a sum of money, and take the edit.": (
        "Убедитесь, что это формула, а не сумма денег, и примите правку."
    ),
    "a formula in TeX brackets": "формула в скобках TeX",
    "Backslash brackets mark formulas in TeX; the wiki shows them as they are.": (
        "Скобки с обратной чертой отмечают формулы в TeX; вики показывает их как есть."
    ),
    "Take the edit: the formula gets the wiki's tag.": "Примите правку: формула получает принятый в вики тег.",
    "a formula tag that this wiki does not know": "тег формулы, которого эта вики не знает",
    "The wiki shows this tag and the formula in it as text.": "Вики показывает этот тег и формулу в нём как текст.",
    "Take the edit: the wiki's own formula tag stands in its place.": (
        "Примите правку: на его место встаёт собственный тег формул."
    ),
    "a Markdown heading": "заголовок в стиле Markdown",
    "Number signs before a line make a heading in Markdown and a numbered list in the wiki.": (
        "Решётки в начале строки дают заголовок в Markdown и нумерованный список в вики."
    ),
    "See that it is a heading and no list, and take the edit.": (
        "Убедитесь, что это заголовок, а не список, и примите правку."
    ),
    "Markdown emphasis": "выделение в стиле Markdown",
    (
        "Asterisks or underscores round words make them bold or italic in Markdown; the wiki shows "
        "them or makes a list."
    ): (
        "Звёздочки или подчёркивания вокруг слов дают в Markdown полужирный шрифт или курсив; вики "
        "показывает их или делает список."
    ),
    "Take the edit where emphasis is meant.": "Примите правку там, где имеется в виду выделение.",
    "a Markdown list": "список в стиле Markdown",
    "Hyphens or «1.» before lines make a list in Markdown; the wiki runs the lines together.": (
        "Дефисы или «1.» в начале строк дают список в Markdown; вики сливает строки вместе."
    ),
    "Take the edit where a list is meant.": "Примите правку там, где имеется в виду список.",
    "a Markdown table": "таблица в стиле Markdown",
    "The wiki shows a Markdown table as lines with bars.": "Вики показывает таблицу Markdown строками с чертами.",
    "Take the edit and see that the columns came out right.": "Примите правку и проверьте столбцы.",
    "a Markdown link": "ссылка в стиле Markdown",
    "The wiki shows the brackets as text.": "Вики показывает скобки как текст.",
    "Take the edit: the same words and address as an external link.": (
        "Примите правку: те же слова и адрес становятся внешней ссылкой."
    ),
    "a Markdown rule": "черта в стиле Markdown",
    ("Three hyphens, asterisks or underscores on a line are a rule in Markdown; the wiki needs four hyphens."): (
        "Три дефиса, звёздочки или подчёркивания на строке — черта в Markdown; вики нужны четыре дефиса."
    ),
    "Remove the line, or take the edit.": "Удалите строку или примите правку.",
    "a file's namespace that this wiki does not know": "пространство имён файлов, которого эта вики не знает",
    "The wiki makes a red link out of it instead of showing the file.": (
        "Вики делает из него красную ссылку вместо изображения."
    ),
    "Take the edit: the namespace that the wiki knows stands in its place.": (
        "Примите правку: на его место встаёт известное вики пространство имён."
    ),
    "a tag that this wiki shows as text": "тег, который эта вики показывает как текст",
    "This release of MediaWiki does not know the tag.": "Эта версия MediaWiki не знает тега.",
    "Remove it or use what the wiki knows.": "Уберите его или возьмите то, что вики знает.",
    "invisible characters": "невидимые символы",
    "Zero-width characters came with the text; they break search and names.": (
        "С текстом пришли символы нулевой ширины; они мешают поиску и ломают имена."
    ),
    "They are removed along with the page's other edits: alone they change nothing that a reader sees.": (
        "Они удаляются вместе с другими правками страницы: сами по себе они не меняют того, что видит читатель."
    ),
    "a closing tag without its ref": "закрывающий тег без своей сноски",
    (
        "The tag closes nothing, and the wiki shows it as text: often the ref was closed twice, or its opening was lost."
    ): (
        "Тег ничего не закрывает, и вики показывает его как текст: часто сноска закрыта дважды или потерян "
        "открывающий тег."
    ),
    "Remove it, or restore the opening tag.": "Удалите его или верните открывающий тег.",
    "a picture in Markdown": "картинка Markdown",
    "The wiki shows the marks and the address as they are, and no picture.": (
        "Вики показывает разметку и адрес как есть, а картинку — нет."
    ),
    "Upload the file and put it in as the wiki does, or take the edit: an external link.": (
        "Загрузите файл и вставьте его средствами вики или примите правку: внешнюю ссылку."
    ),
    "a Markdown footnote": "сноска Markdown",
    "The mark and its text are a footnote in Markdown; the wiki shows both as they are, and no note.": (
        "Метка и её текст — сноска в Markdown; вики показывает их как есть, без примечания."
    ),
    "Take the edit: the text becomes a ref where it is called. Tidy again to merge copies.": (
        "Примите правку: текст становится сноской там, где на него ссылаются. Копии объединит повторный tidy."
    ),
    "a number in brackets that names a line of a list made by hand": (
        "число в скобках указывает на строку списка, составленного вручную"
    ),
    (
        "The wiki does not link the number to the list and does not count: a line that moves takes its calls with it unseen."
    ): (
        "Вики не связывает число со списком и не ведёт нумерацию: сдвинутая строка незаметно уводит за собой "
        "все ссылки на неё."
    ),
    "See that each number means that line, and take the edit: the lines become refs where they are called.": (
        "Убедитесь, что каждое число указывает на свою строку, и примите правку: строки становятся сносками там, "
        "где на них ссылаются."
    ),
    "a footnote number instead of a reference": "номер сноски вместо ссылки на источник",
    "A number in superscript or brackets stands where a reference should be: it leads nowhere.": (
        "На месте ссылки стоит число в верхнем индексе или скобках: оно никуда не ведёт."
    ),
    "Put the source there as a ref.": "Поставьте там сноску с источником.",
    "a citation token of a chat product": "цитатная метка чат-бота",
    "The token meant a source only inside the chat; here it leads nowhere.": (
        "Метка обозначала источник только внутри чата; здесь она никуда не ведёт."
    ),
    "Put the source there, then remove the token.": "Поставьте там источник, затем удалите метку.",
    "left without a source": "осталось без источника",
    (
        "The words leaned on a citation token of a chat product, which names no source. Without it "
        "nothing supports them."
    ): ("Слова опирались на цитатную метку чат-бота, которая не называет источника. Без неё их ничто не подтверждает."),
    "Find the source and cite it, or remove the words.": "Найдите источник и сошлитесь на него или удалите эти слова.",
    "an address with a chat product's tracking parameter": "адрес с отслеживающим параметром чат-бота",
    ("The parameter says that the address was given by a chat product; the page is the same without it."): (
        "Параметр говорит, что адрес выдал чат-бот; без него страница та же."
    ),
    "Take the edit, and see that the page says what it is cited for.": (
        "Примите правку и убедитесь, что на странице есть то, ради чего на неё ссылаются."
    ),
    "a placeholder that was never filled in": "незаполненная заготовка",
    "A template for words stands where words should be.": "На месте слов стоит место для слов.",
    "Write what belongs there, or remove it.": "Впишите нужное или удалите.",
    "words of a chat": "слова из чата",
    "A sentence speaks to the person who asked, not to a reader.": (
        "Предложение обращено к тому, кто спрашивал, а не к читателю."
    ),
    "Remove it if it does not belong to the article.": "Удалите его, если оно не относится к статье.",
    "a citation token with an address": "цитатная метка с адресом",
    "A citation of a chat product carries its source's address: a reference can be made of it.": (
        "Метка чат-бота несёт адрес источника: из неё можно сделать сноску."
    ),
    "a link to a file that exists only in a chat": "ссылка на файл, который существует только в чате",
    "The address leads into the chat product's own sandbox or upload store.": (
        "Адрес ведёт в собственное хранилище чат-бота."
    ),
    "Remove the link or cite the work itself.": "Удалите ссылку или сошлитесь на саму работу.",
    "a search page or a chat instead of a source": "страница поиска или чат вместо источника",
    (
        "The address leads to what a search engine or a model answered, which is another answer for everybody and every day."
    ): "Адрес ведёт к ответу поисковика или модели, а он каждому и каждый день иной.",
    "Cite the page or the work that was found there.": "Сошлитесь на страницу или работу, которая там нашлась.",
    "a formula that this wiki cannot draw": "формула, которую эта вики не нарисует",
    "The wiki's formula renderer does not know a command in it and prints its name instead.": (
        "Программа, которая рисует формулы, не знает команды и печатает её имя."
    ),
    "Use a command that it knows.": "Возьмите команду, которую она знает.",
    "Cyrillic letters inside a formula": "кириллица внутри формулы",
    "The wiki's formula renderer drops them.": "Программа, которая рисует формулы, её пропускает.",
    "Put the words outside the formula.": "Вынесите слова из формулы.",
}
