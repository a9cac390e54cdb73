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

#: Number words in lower case with «е» for «ё». Those that multiply stand in ``SCALES``.
_RUSSIAN = {
    0: "ноль нуль нуля нулю",
    1: "один одна одно одного одной одному одним одну",
    2: "два две двух двум двумя двое двоих",
    3: "три трех трем тремя трое троих",
    4: "четыре четырех четырем четырьмя четверо",
    5: "пять пяти пятью",
    6: "шесть шести шестью",
    7: "семь семи семью",
    8: "восемь восьми восемью",
    9: "девять девяти девятью",
    10: "десять десяти десятью",
    11: "одиннадцать одиннадцати одиннадцатью",
    12: "двенадцать двенадцати двенадцатью",
    13: "тринадцать тринадцати",
    14: "четырнадцать четырнадцати",
    15: "пятнадцать пятнадцати",
    16: "шестнадцать шестнадцати",
    17: "семнадцать семнадцати",
    18: "восемнадцать восемнадцати",
    19: "девятнадцать девятнадцати",
    20: "двадцать двадцати двадцатью",
    30: "тридцать тридцати тридцатью",
    40: "сорок сорока",
    50: "пятьдесят пятидесяти",
    60: "шестьдесят шестидесяти",
    70: "семьдесят семидесяти",
    80: "восемьдесят восьмидесяти",
    90: "девяносто девяноста",
    100: "сто ста",
    200: "двести двухсот двумстам двухстах",
    300: "триста трехсот тремстам трехстах",
    400: "четыреста четырехсот четыремстам четырехстах",
    500: "пятьсот пятисот пятистам пятистах",
    600: "шестьсот шестисот шестистам шестистах",
    700: "семьсот семисот семистам семистах",
    800: "восемьсот восьмисот восьмистам восьмистах",
    900: "девятьсот девятисот девятистам девятистах",
}
_ENGLISH = {
    0: "zero",
    1: "one",
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
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
}

#: Words that add up («two hundred and six») and what they are worth.
PLAIN: dict[str, int] = {
    word: value for table in (_RUSSIAN, _ENGLISH) for value, words in table.items() for word in words.split()
}
#: Words that multiply what stands before them.
SCALES: dict[str, int] = {
    "hundred": 100,
    **dict.fromkeys("thousand тысяча тысячи тысяч тысячу тысячам тысячами тысячах".split(), 1000),
    **dict.fromkeys("million миллион миллиона миллионов миллионам миллионах".split(), 10**6),
    **dict.fromkeys("billion миллиард миллиарда миллиардов миллиардах".split(), 10**9),
}
#: Words that say a number in another way, with all they can mean: a half is 2 («halves»), 0,5 and 50 %.
OTHER: dict[str, tuple[float, ...]] = {
    **dict.fromkeys("once single".split(), (1.0,)),
    **dict.fromkeys(
        "twice double doubles doubled doubling both pair оба обе обоих вдвое дважды удваивает".split(), (2.0,)
    ),
    **dict.fromkeys("half halves halved halving пополам половина половину половины".split(), (0.5, 2.0, 50.0)),
    **dict.fromkeys("thrice triple triples втрое трижды".split(), (3.0,)),
    **dict.fromkeys("third треть трети".split(), (0.33, 3.0, 33.3)),
    **dict.fromkeys("fourfold quadruple вчетверо".split(), (4.0,)),
    **dict.fromkeys("quarter четверть четверти".split(), (0.25, 4.0, 25.0)),
    **dict.fromkeys("tenfold tenth вдесятеро".split(), (10.0, 0.1)),
    **dict.fromkeys("впятеро fivefold".split(), (5.0,)),
    **dict.fromkeys("полтора полторы полутора".split(), (1.5,)),
}
