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
    r"bln\.?(?!\w)|bn(?!\w)": 1e9,
    r"mn(?!\w)": 1e6,
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
    r"нс(?!\w)|ns(?!\w)|наносекунд\w*|nanoseconds?(?!\w)": "ns",
    r"мкс(?!\w)|[µμ]s(?!\w)|микросекунд\w*|microseconds?(?!\w)": "us",
    r"мс(?!\w)|ms(?!\w)|миллисекунд\w*|milliseconds?(?!\w)": "ms",
    r"секунд\w*|seconds?(?!\w)|сек\.?(?!\w)|secs?(?!\w)|(?<=\s)s(?!\w)": "s",
    r"минут\w*|minutes?(?!\w)|мин\.?(?!\w)|mins?(?!\w)": "min",
    r"час(?:а|ов|ы)?(?!\w)|часов\w+|hours?(?!\w)|hrs?(?!\w)|(?<=\s)h(?!\w)": "h",
    r"дн(?:я|ей)(?!\w)|день(?!\w)|days?(?!\w)|сут(?:ки|ок)(?!\w)|дневн\w+": "day",
    r"недел\w+|weeks?(?!\w)": "week",
    r"месяц\w*|months?(?!\w)|месячн\w+": "month",
    r"лет(?!\w)|летн\w+|летия?(?!\w)|летию(?!\w)|год(?:а|у|ом|е|ы|ов|ам|ами|ах)?(?!\w)|years?(?!\w)": "year",
    r"км(?!\w)|km(?!\w)|kilomet\w+|километр\w*": "km",
    r"метр(?:а|ов|ы|ах|ами?)?(?!\w)|met(?:re|er)s?(?!\w)|(?<=\s)[мm](?![\w.])": "m",
    r"см(?!\w)|cm(?!\w)|сантиметр\w*|centimet\w+": "cm",
    r"мм(?!\w)|mm(?!\w)|миллиметр\w*|millimet\w+": "mm",
    r"мил(?:ь|и|я|ям|ями|ях)(?!\w)|miles?(?!\w)": "mile",
    r"фут(?:а|ов|ы)?(?!\w)|foot(?!\w)|feet(?!\w)|ft(?!\w)": "foot",
    r"кг(?!\w)|kg(?!\w)|килограмм\w*|kilogram\w*": "kg",
    r"фунт(?:а|ов|ы)?(?!\w)(?! стерлинг)|lbs?(?!\w)": "lb",
    r"тонн\w*|tonnes?(?!\w)|metric tons?(?!\w)": "tonne",
    r"доллар\w*|dollars?(?!\w)|USD(?!\w)": "usd",
    r"евро(?!\w)|euros?(?!\w)|EUR(?!\w)|€": "eur",
    r"фунт\w* стерлинг\w*|pounds? sterling|GBP(?!\w)": "gbp",
    r"рубл\w+|руб\.?(?!\w)|rou?bles?(?!\w)|RUB(?!\w)|₽": "rub",
    r"раза?(?!\w)|times(?!\w)|кратн\w+|fold(?!\w)": "times",
    r"слой(?!\w)|слоя(?!\w)|сло[её]в(?!\w)|слойн\w+|layers?(?!\w)": "layer",
    r"эпох\w*|epochs?(?!\w)": "epoch",
}

#: What a unit measures and how much of it one is: units of one measure are converted. A kilobyte may be 1,000 or 1,024 bytes.
MEASURES: dict[str, tuple[str, float]] = {
    "ns": ("time", 1e-9), "us": ("time", 1e-6), "ms": ("time", 1e-3), "s": ("time", 1.0), "min": ("time", 60.0),
    "h": ("time", 3600.0), "day": ("time", 86400.0), "week": ("time", 604800.0),
    "month": ("months", 1.0), "year": ("months", 12.0),
    "bit": ("bits", 0.125), "byte": ("bits", 1.0),
    "kb": ("bits", 1e3), "mb": ("bits", 1e6), "gb": ("bits", 1e9), "tb": ("bits", 1e12),
    "mm": ("length", 1e-3), "cm": ("length", 1e-2), "m": ("length", 1.0), "km": ("length", 1e3), "mile": ("length", 1609.344),
    "foot": ("length", 0.3048),
    "kg": ("mass", 1.0), "lb": ("mass", 0.45359237), "tonne": ("mass", 1e3),
}  # fmt: skip
#: Signs that stand before an amount of money.
CURRENCIES = {"$": "usd", "€": "eur", "£": "gbp", "₽": "rub"}
#: «120 изображений в секунду»: seconds of the interval, by what may stand after the counted thing.
RATES: dict[str, float] = {
    r"в секунду|per second|a second|/ ?s(?!\w)|/ ?с(?!\w)": 1.0,
    r"в минуту|per minute|a minute|/ ?min(?!\w)|/ ?мин(?!\w)": 60.0,
    r"в час(?!\w)|per hour|an hour|hourly|/ ?h(?!\w)|/ ?ч(?!\w)": 3600.0,
    r"в день|в сутки|per day|a day|daily|ежедневно": 86400.0,
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
    **dict.fromkeys("twice double both pair оба обе обоих дважды".split(), (2.0,)),
    **dict.fromkeys("half halves halved halving пополам половина половину половины".split(), (0.5, 2.0, 50.0)),
    **dict.fromkeys("thrice triple трижды".split(), (3.0,)),
    **dict.fromkeys("third треть трети".split(), (0.33, 3.0, 33.3)),
    **dict.fromkeys("quarter четверть четверти".split(), (0.25, 4.0, 25.0)),
    "tenth": (10.0, 0.1),
    **dict.fromkeys("полтора полторы полутора".split(), (1.5,)),
}

#: Beginnings of words that say how many times: «удвоился», doubled, tenfold.
MULTIPLES: dict[str, float] = {
    **dict.fromkeys("doubl twofold вдвое удво удваива двукратн двоекратн".split(), 2.0),
    **dict.fromkeys("tripl threefold trebl втрое утроил утроен утраива трехкратн".split(), 3.0),
    **dict.fromkeys("quadrupl fourfold вчетверо учетвер четырехкратн".split(), 4.0),
    **dict.fromkeys("quintupl fivefold впятеро упятер пятикратн".split(), 5.0),
    **dict.fromkeys("sixfold вшестеро шестикратн".split(), 6.0),
    **dict.fromkeys("sevenfold всемеро семикратн".split(), 7.0),
    **dict.fromkeys("eightfold ввосьмеро восьмикратн".split(), 8.0),
    **dict.fromkeys("ninefold вдевятеро девятикратн".split(), 9.0),
    **dict.fromkeys("tenfold вдесятеро удесятер десятикратн".split(), 10.0),
    **dict.fromkeys("hundredfold стократн".split(), 100.0),
}
#: Beginnings of Russian ordinals and English ones: «седьмой», seventh.
ORDINALS: dict[str, int] = {
    **dict.fromkeys("перв first".split(), 1), **dict.fromkeys("втор second".split(), 2),
    **dict.fromkeys("трет third".split(), 3),
    **dict.fromkeys("четверт fourth".split(), 4), **dict.fromkeys("пят fifth".split(), 5),
    **dict.fromkeys("шест sixth".split(), 6),
    **dict.fromkeys("седьм seventh".split(), 7), **dict.fromkeys("восьм eighth".split(), 8),
    **dict.fromkeys("девят ninth".split(), 9),
    **dict.fromkeys("десят tenth".split(), 10), **dict.fromkeys("одиннадцат eleventh".split(), 11),
    **dict.fromkeys("двенадцат twelfth".split(), 12), **dict.fromkeys("тринадцат thirteenth".split(), 13),
    **dict.fromkeys("четырнадцат fourteenth".split(), 14), **dict.fromkeys("пятнадцат fifteenth".split(), 15),
    **dict.fromkeys("шестнадцат sixteenth".split(), 16), **dict.fromkeys("семнадцат seventeenth".split(), 17),
    **dict.fromkeys("восемнадцат eighteenth".split(), 18), **dict.fromkeys("девятнадцат nineteenth".split(), 19),
    **dict.fromkeys("двадцат twentieth".split(), 20), **dict.fromkeys("тридцат thirtieth".split(), 30),
}  # fmt: skip
#: Decades by their words: «восьмидесятые», the eighties.
DECADES: dict[str, int] = {
    **dict.fromkeys("двадцат twenties".split(), 20), **dict.fromkeys("тридцат thirties".split(), 30),
    **dict.fromkeys("сороков forties".split(), 40), **dict.fromkeys("пятидесят fifties".split(), 50),
    **dict.fromkeys("шестидесят sixties".split(), 60), **dict.fromkeys("семидесят seventies".split(), 70),
    **dict.fromkeys("восьмидесят eighties".split(), 80), **dict.fromkeys("девяност nineties".split(), 90),
}  # fmt: skip
#: Beginnings of the months' names, longer ones with their endings; May and March are also words, and count with a number beside.
MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "январ january jan", "феврал february feb", "март march mar", "апрел april apr", "мая мае май may", "июн june jun",
            "июл july jul", "август august aug", "сентябр september sept sep", "октябр october oct", "ноябр november nov",
            "декабр december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
