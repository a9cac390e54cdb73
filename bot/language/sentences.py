"""Where sentences begin and end, in Russian and English."""

from __future__ import annotations

import re

#: After these the sentence always goes on: a name, a number or a title follows.
_LEADS = frozenset(
    "рис табл стр с гл п пп см ср напр акад проф доц им ул ред сост пер отв вып кн изд англ рус нем фр лат греч ит исп букв "
    "доп прим разд ч т тт тыс св гр кв т.е т.к т.н "
    "fig figs eq eqs sec secs tab ch chap vol vols pp p ed eds trans dr mr mrs ms prof st cf vs e.g i.e al approx resp "
    "ca dept univ proc conf trans jan feb mar apr jun jul aug sept sep oct nov dec".split()
)
#: These end a sentence as often as not: a capital letter then begins the next one.
_MAY_END = frozenset("г гг в вв др пр н.э д т.д т.п etc inc ltd jr sr co no nos".split())
#: So do units, right behind their number («5 см. Ширина»; without one «см. Рис. 2» goes on).
_UNITS = frozenset(
    "мм см дм м км г гр мг кг т ц л мл с сек мин ч час мс мкс нс шт чел стр гц кгц мгц ггц вт квт дж кдж кб мб гб тб "
    "mm cm m km g mg kg t l ml s sec ms min h hr hrs in ft hz khz mhz ghz kw kb mb gb tb pp p".split()
)
#: And what counts money and crowds, behind a number or one another; but a state or a currency goes on («3 млрд. руб. РФ»).
_AMOUNTS = frozenset("тыс млн млрд трлн руб коп долл экз чел mln bln".split())
#: Centuries and years; a city, too («г. Москва»), where no number stands before it.
_YEARS = frozenset("г гг в вв".split())
#: First names cut short that keep a vowel; those without one («Дж», «Th») are told by that.
_FIRST_NAMES = frozenset("Ал Ан Вяч Евг Ив Мих Ник Серг Юл Alex Edw Fred Geo Jos Theo".split())
#: What can stand before a year and is no statement yet: «В конце 1990-х гг. Вапник …».
_OPENING = frozenset(
    "в во с со к ко до от по на около после перед между примерно приблизительно уже ещё лишь только и а но однако "
    "когда начиная вплоть начала начале началу конца конце концу середины середине течение период первой второй половине "
    "середину половины четверти трети январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре".split()
)
_VOWELS = re.compile(r"[аеёиоуыэюяaeiouy]", re.IGNORECASE)
_COUNTED = re.compile(r"(?:\d|\b[IVXLC]+)(?:-?[а-яё]{1,2})?[ \u00a0\u2009\u202f]*\Z")
_LAST_CLAUSE = re.compile(r"(?:\A|(?<=[,;:(—–]))[^,;:(—–]*\Z")
_END = re.compile(r"(?:[.!?…]+|[。！？])[\"'»”’)\]]*")
#: Blanks before the first of the line ends are taken off by ``_stripped``: a run of them is walked through once.
_HARD = re.compile(r"\n[ \t\r\f\v]*+\n\s*+")
#: Read backwards from a full stop: a word, and what abbreviations stand before it without a space («т. е.», «n.э»).
_WORD_BEFORE = re.compile(r"\n?([^\W\d_]++(?:\s?\.[^\W\d_]++)*+)")
_OPENERS = "\"'«“„‘([*—–- \t\r\n\u00a0\u2009\u202f"


def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the sentences of ``text`` (code points, end exclusive), without the white space between them.

    A blank line always ends a sentence. Abbreviations, initials, decimals and ellipses in the middle do not.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for hard in [*_HARD.finditer(text), None]:
        stop = hard.start() if hard else len(text)
        spans += _in_paragraph(text, start, stop)
        start = hard.end() if hard else stop
    return tuple(spans)


def _in_paragraph(text: str, start: int, stop: int) -> list[tuple[int, int]]:
    """Spans between two hard ends."""
    spans = []
    begin = start
    for mark in _END.finditer(text, start, stop):
        if mark.start() >= begin and _ends(text, begin, mark, stop):
            spans.append((begin, mark.end()))
            begin = mark.end()
    spans.append((begin, stop))
    return [stripped for span in spans if (stripped := _stripped(text, *span))]


def _ends(text: str, begin: int, mark: re.Match[str], stop: int) -> bool:
    """Whether the punctuation at ``mark`` ends the sentence that began at ``begin``."""
    if mark[0][0] in "。！？":
        return True
    rest = text[mark.end() : min(stop, mark.end() + 40)]
    if not rest.strip():
        return True
    if not rest[0].isspace():
        return False
    coming = rest.lstrip(_OPENERS)
    if coming[:1].islower():
        return False
    if mark[0][0] in "!?" or mark[0][:2] == "..":
        return True
    return not _abbreviates(text[max(begin, mark.start() - 80) : mark.start()], coming)


def _abbreviates(before: str, coming: str) -> bool:
    """Whether the full stop between the two belongs to an abbreviation or to initials.

    ``before`` begins with the sentence where that is near; what comes begins with no small letter.
    """
    found = _WORD_BEFORE.match(before[::-1])
    if not found:
        return False
    start = len(before) - found.end()
    joined = re.sub(r"\s", "", found[1][::-1])
    last = joined.rpartition(".")[2]
    small, whole = last.lower(), joined.lower()
    counted = joined == last and _COUNTED.search(before, 0, start) is not None
    # no capitalised word, or somebody's initial («в 2017 г. А. Иванов»)
    goes_on = not coming[:1].isupper() or re.match(r"[^\W\d_]\.", coming) is not None
    if small in _AMOUNTS:
        return goes_on or _begins_in_capitals(coming)
    # a single capital is an initial rather than a unit («2017 А. Иванов»)
    if counted and small in _YEARS | _UNITS and (len(last) > 1 or last.islower()):
        return goes_on or (small in _YEARS and _opens(before[:start]))
    if joined == "г":
        return True
    if whole in _MAY_END or small in _MAY_END - {"в", "д", "т"}:
        return goes_on
    return _names(last, before[:start], coming) or not _LEADS.isdisjoint({small, whole})


def _opens(before: str) -> bool:
    """Whether nothing is stated yet: a year with its prepositions, at the start or behind a comma and a conjunction."""
    clause = _LAST_CLAUSE.search(before)
    words = re.findall(r"[^\W\d_]+", clause[0].lower() if clause else "")
    words = [word for word in words if word not in {"е", "х", "м", "го", "й"} and not re.fullmatch("[ivxlc]+", word)]
    first = clause is not None and clause.start() == 0
    return all(word in _OPENING for word in words) and (first or bool({"а", "но", "и", "когда"} & set(words[:1])))


def _begins_in_capitals(coming: str) -> bool:
    word = re.match(r"[^\W\d_]{2,}", coming)
    return word is not None and word[0].isupper()


def _between_parties(before: str, coming: str) -> bool:
    """Whether names stand on both sides («Roe v. Wade»)."""
    return re.search(r"[A-Z][a-z]+ \Z", before) is not None and re.match("[A-Z]", coming) is not None


def _names(last: str, before: str, coming: str) -> bool:
    """Whether a shortened name stands before the full stop, or a sign that a number follows («v. 2.0», «Roe v. Wade»)."""
    if len(last) == 1 and before.endswith("°"):  # degrees, no initial
        return not coming[:1].isupper()
    if len(last) == 1:
        return last.isupper() or coming[:1].isdecimal() or (last == "v" and _between_parties(before, coming))
    if last[:1].isupper():
        return last in _FIRST_NAMES or (last[1:].islower() and not _VOWELS.search(last))
    return coming[:1].isdecimal() and not _VOWELS.search(last)


def _stripped(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without white space at its ends; None when nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
