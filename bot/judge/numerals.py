"""Tables of number words, orders and units. Keys of ORDERS and UNITS are patterns; values are what they mean."""

from __future__ import annotations

#: «млн» and its like, as patterns (longest first when compiled).
ORDERS: dict[str, float] = {
    r"тысяч[аиу]?(?!\w)|тысячам?и?(?!\w)": 1e3,
    r"тыс\.?(?!\w)": 1e3,
    r"миллион\w*": 1e6,
    r"млн\.?(?!\w)": 1e6,
    r"миллиард\w*": 1e9,
    r"млрд\.?(?!\w)": 1e9,
    r"триллион\w*": 1e12,
    r"трлн\.?(?!\w)": 1e12,
    r"thousands?(?!\w)": 1e3,
    r"millions?(?!\w)": 1e6,
    r"mln\.?(?!\w)": 1e6,
    r"billions?(?!\w)": 1e9,
    r"bln\.?(?!\w)": 1e9,
    r"trillions?(?!\w)": 1e12,
}

#: Units that must agree where both sides name one. A number with an unknown unit agrees with any.
UNITS: dict[str, str] = {
    r"процентн\w+ пункт\w*|п\. ?п\.|percentage points?(?!\w)|pp(?!\w)|percent points?(?!\w)": "pp",
    r"%|процент\w*|percent(?!\w)|per cent(?!\w)": "%",
    r"бит\w{0,4}(?!\w)|bits?(?!\w)|разряд\w*": "bit",
    r"байт\w{0,3}(?!\w)|bytes?(?!\w)": "byte",
    r"кбайт(?!\w)|[кКkK][бБ](?!\w)|[kK]i?B(?!\w)|килобайт\w*|kilobytes?(?!\w)": "kb",
    r"мбайт(?!\w)|[мМ][бБ](?!\w)|Mi?B(?!\w)|мегабайт\w*|megabytes?(?!\w)": "mb",
    r"гбайт(?!\w)|[гГ][бБ](?!\w)|Gi?B(?!\w)|гигабайт\w*|gigabytes?(?!\w)": "gb",
    r"тбайт(?!\w)|[тТ][бБ](?!\w)|Ti?B(?!\w)|терабайт\w*|terabytes?(?!\w)": "tb",
    r"мс(?!\w)|ms(?!\w)|миллисекунд\w*|milliseconds?(?!\w)": "ms",
    r"секунд\w*|seconds?(?!\w)": "s",
    r"минут\w*|minutes?(?!\w)": "min",
    r"час(?:а|ов|ы)?(?!\w)|hours?(?!\w)": "h",
    r"дн(?:я|ей)(?!\w)|день(?!\w)|days?(?!\w)|сут(?:ки|ок)(?!\w)": "day",
    r"недел\w+|weeks?(?!\w)": "week",
    r"месяц\w*|months?(?!\w)": "month",
    r"км(?!\w)|km(?!\w)|kilomet\w+": "km",
    r"раза?(?!\w)|times(?!\w)|кратн\w+|fold(?!\w)": "times",
    r"слой(?!\w)|слоя(?!\w)|сло[её]в(?!\w)|слойн\w+|layers?(?!\w)": "layer",
    r"эпох\w*|epochs?(?!\w)": "epoch",
}

APPROXIMATE = (
    r"около", r"примерно", r"приблизительно", r"порядка", r"почти", r"примерно на", r"~", r"≈", r"about", r"around",
    r"approximately", r"roughly", r"nearly", r"some", r"circa",
)  # fmt: skip

_RUSSIAN = {
    0: "ноль нуль нуля",
    2: "два две двух двум двумя двое оба обе вдвое дважды удваивает удвоить",
    3: "три трех трем тремя трое втрое трижды",
    4: "четыре четырех четырем четырьмя вчетверо",
    5: "пять пяти пятью впятеро",
    6: "шесть шести шестью",
    7: "семь семи семью",
    8: "восемь восьми восемью",
    9: "девять девяти девятью",
    10: "десять десяти десятью",
    11: "одиннадцать одиннадцати",
    12: "двенадцать двенадцати",
    13: "тринадцать тринадцати",
    14: "четырнадцать четырнадцати",
    15: "пятнадцать пятнадцати",
    16: "шестнадцать шестнадцати",
    17: "семнадцать семнадцати",
    18: "восемнадцать восемнадцати",
    19: "девятнадцать девятнадцати",
    20: "двадцать двадцати",
    30: "тридцать тридцати",
    40: "сорок сорока",
    50: "пятьдесят пятидесяти",
    60: "шестьдесят шестидесяти",
    70: "семьдесят семидесяти",
    80: "восемьдесят восьмидесяти",
    90: "девяносто",
    100: "сто ста",
    1000: "тысяча тысячи тысячу",
}
_ENGLISH = {
    0: "zero",
    1: "one once single",
    2: "two twice double doubles doubled doubling both half halves halved halving pair",
    3: "three thrice triple triples third",
    4: "four fourfold quarter quadruple",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten tenfold",
    11: "eleven",
    12: "twelve dozen",
    13: "thirteen",
    14: "fourteen",
    15: "fifteen",
    16: "sixteen",
    17: "seventeen",
    18: "eighteen",
    19: "nineteen",
    20: "twenty",
    30: "thirty",
    40: "forty",
    50: "fifty",
    60: "sixty",
    70: "seventy",
    80: "eighty",
    90: "ninety",
    100: "hundred",
    1000: "thousand",
}
#: A half is 2 («halves») and 50 % alike.
_ALSO = {"half": (0.5, 50.0), "halves": (0.5, 50.0), "halved": (0.5, 50.0), "halving": (0.5, 50.0), "пополам": (0.5, 50.0),
         "третьих": (0.33,), "third": (0.33,), "quarter": (0.25, 25.0)}  # fmt: skip

#: Number words in lower case with «е» for «ё», and what they can mean.
WORDS: dict[str, tuple[float, ...]] = {
    word: (float(value), *_ALSO.get(word, ()))
    for table in (_RUSSIAN, _ENGLISH)
    for value, words in table.items()
    for word in words.split()
}
WORDS |= {"половина": (0.5, 50.0, 2.0), "половину": (0.5, 50.0, 2.0), "половины": (0.5, 50.0, 2.0), "полтора": (1.5,)}
