"""Russian for the primer."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {
    "the wiki's markup rules, to paste before asking a model for an article": (
        "правила разметки вики: вставить перед просьбой к модели написать статью"
    ),
    "Print the wiki's markup rules and the form of a reference, to paste before asking a model for an article.": (
        "Напечатать правила разметки вики и вид сноски, чтобы вставить их перед просьбой к модели написать статью."
    ),
    "Write the article in the markup of this wiki (MediaWiki), not in Markdown:": (
        "Пиши статью в разметке этой вики (MediaWiki), а не в Markdown:"
    ),
    "An example of a page:": "Пример страницы:",
    "Bold is '''three apostrophes''', italic ''two''. No asterisks, hashes, back-ticks or fences for it.": (
        "Жирный — '''три апострофа''', курсив — ''два''. Без звёздочек, решёток, обратных апострофов и ограждений."
    ),
    "Headings: == first level == and === second level ===, each on a line of its own.": (
        "Заголовки: == первый уровень == и === второй уровень ===, каждый на своей строке."
    ),
    "Lists: * for bullets, # for numbers, ** and ## one level deeper.": (
        "Списки: * — маркированный, # — нумерованный, ** и ## — на уровень глубже."
    ),
    "Links: [[Title]] or [[Title|words]] inside the wiki, [https://address words] outside.": (
        "Ссылки: [[Заголовок]] или [[Заголовок|слова]] внутри вики, [https://адрес слова] — наружу."
    ),
    "Formulas: <{tag}>…</{tag}> with LaTeX inside, without dollar signs.": (
        "Формулы: <{tag}>…</{tag}>, внутри LaTeX, без знаков доллара."
    ),
    "Formulas are drawn by mimeTeX: no \\boldsymbol, \\bm, \\tfrac, \\leqslant, \\tag, aligned, and no Cyrillic inside.": (
        "Формулы рисует mimeTeX: нельзя \\boldsymbol, \\bm, \\tfrac, \\leqslant, \\tag, aligned и кириллицу внутри."
    ),
    'Code: <code>a word</code> in a line, <{tag} lang="python">…</{tag}> for a block.': (
        'Код: <code>слово</code> в строке, <{tag} lang="python">…</{tag}> — блоком.'
    ),
    "Pictures: [[{prefix}:name.png|thumb|caption]].": "Картинки: [[{prefix}:имя.png|thumb|подпись]].",
    "Tables: {{| at the start, |- between rows, ! for headings, | for cells, |}} at the end.": (
        "Таблицы: {{| в начале, |- между строками, ! для заголовков, | для ячеек, |}} в конце."
    ),
    'References: the whole description at first use, <ref name="Author2018">…</ref>, then only <ref name="Author2018" />. '
    "Names in Latin letters and straight quotes, never digits alone.": (
        'Сноски: при первом упоминании описание целиком, <ref name="Author2018">…</ref>, дальше только '
        '<ref name="Author2018" />. Имена латиницей в прямых кавычках, не из одних цифр.'
    ),
    "This wiki knows no group= and no other attribute of a ref but name.": (
        "Эта вики не знает group= и других атрибутов сноски, кроме name."
    ),
    "Descriptions stand in the text, not inside <references>.": "Описания стоят в тексте, а не внутри <references>.",
    "The page ends with == {heading} == and <references/>.": "В конце страницы == {heading} == и <references/>.",
    "A description: authors, title, journal or publisher, year, then DOI, arXiv number or address. Only sources that exist, "
    "and only where the source itself says the sentence.": (
        "Описание: авторы, название, журнал или издательство, год, затем DOI, номер arXiv или адрес. Только настоящие "
        "источники и только там, где источник сам говорит это предложение."
    ),
    "Where you know no source, leave the sentence without one. No tokens of your own (cite, turn0search0, [1], 【】), "
    "no tracking in addresses.": (
        "Где источник неизвестен, оставь предложение без сноски. Никаких своих меток (cite, turn0search0, [1], 【】) "
        "и следящих параметров в адресах."
    ),
}
