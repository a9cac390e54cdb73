"""Names are compared by code, through romanisation: a swapped name is what models swallow."""

from __future__ import annotations

import pytest

from bot.judge.names import missing_names, names_of, same_name

FOUND = [
    ("Метод предложил Хинтон", "the method of Hinton"),
    ("по идее Гинтона", "Hinton's idea"),
    ("Метод Краммера и Зингера", "formulated by Crammer and Singer [3]"),
    ("В работе Ципурского и Червоненкиса", "Tsipursky and Chervonenkis showed"),
    ("Оптимизатор Adam сходится", "we use Adam with a warm-up"),
    ("Сеть ResNet-50 обучали неделю", "ResNet50 was trained for a week"),
    ("модель GPT‑4", "the GPT 4 model"),
    ("при novelty=True у LocalOutlierFactor", ":class:`neighbors.LocalOutlierFactor`"),
    ("BERT-подобные модели", "models like BERT"),
    ("Формат BF16 сохраняет порядок", "BFLOAT16 keeps the exponent"),
    ("Метод PCA снижает размерность", "principal component analysis reduces"),
    ("учёные из Стэнфордского университета", "Stanford University"),
    ("работы Московского университета", "at Moscow University"),
    ("запущен в США", "launched in the United States"),
    ("Компания Google", "инженеры Гугла"),
    ("Пик снизился до 8,6 ГБ", "fell to 8.6 gigabytes"),
    ("пакет модели L", "a batch for model L"),
    ("В статье Лекуна", "LeCun and colleagues"),
    ("перцептрон Минского", "Minsky and Papert"),
    ("in September", "on Sept. 16"),
    ("a gallery in Rome", "una galleria di Roma"),
    ("съезд Российской академии", "the congress of the Russian academy"),
    ("метод МГК и алгоритм ЕМ", "principal components, expectation maximisation"),
]


@pytest.mark.parametrize(("claim", "evidence"), FOUND)
def test_the_same_name_is_found_however_it_is_written(claim: str, evidence: str) -> None:
    """Scripts, schemes, cases, hyphens, abbreviations and countries."""
    assert missing_names(claim, evidence) == ()


MISSING = [
    ("съезд Российской академии", "the academy's congress", "Российской"),
    ("по словам Минского", "as Russell and Whitehead say", "Минского"),
    ("теорема Тарского", "the theorem of Lukin", "Тарского"),
    ("грамматики Хомского", "grammars and any other word", "Хомского"),
    ("по идее Новикова", "the idea of Novak", "Новикова"),
    ("в статье Лекуна", "a paper by Lukin", "Лекуна"),
    ("Метод предложил Хинтон", "the method of LeCun", "Хинтон"),
    ("Метод предложил Хинтон", "the method of Bengio and Courville", "Хинтон"),
    ("Оптимизатор Adam сходится", "we use SGD with momentum", "Adam"),
    ("Оптимизатор Adam сходится", "we use Adagrad", "Adam"),
    ("Сеть ResNet-50 обучали", "ResNet-101 was trained", "ResNet-50"),
    ("модель GPT-4", "the GPT-3 model", "GPT-4"),
    ("число в float32", "an array of float64", "float32"),
    ("Формат BF16", "the FP16 format", "BF16"),
    ("Формат BF16", "the BFLOAT8 format", "BF16"),
    ("OneClassSVM чувствителен", "the IsolationForest is sensitive", "OneClassSVM"),
    ("пакет модели L", "a batch for model S", "L"),
    ("Метод PCA снижает", "independent components reduce", "PCA"),
    ("запущен в США", "launched in China", "США"),
    ("the group of Geoffrey Hinton", "the group of Yann LeCun", "Geoffrey"),
]


@pytest.mark.parametrize(("claim", "evidence", "name"), MISSING)
def test_another_name_is_missing(claim: str, evidence: str, name: str) -> None:
    """Another person, system, version or country; the missing name is told as the claim writes it."""
    assert name in missing_names(claim, evidence)


RUSSIAN = (
    "Новиков Лекун Минский Тарский Хомский Хинтон Колмогоров Вапник Червоненкис Марков Ляпунов Чебышёв Понтрягин Тихонов Соболев "
    "Лобачевский Бернштейн Гельфанд Канторович Журавлёв Воронцов Айзерман Браверман Цыпкин Ивахненко Галушкин Рудаков "
    "Хачиян Немировский Нестеров Поляк Юдин Левин Гаусс Розенблатт Хопфилд Кохонен Шмидхубер Хохрайтер Гудфеллоу Кингма Шазир "
    "Крижевский Суцкевер Платт Кортес Мин Ли Хе"
).split()
UNRELATED = (
    "Novak Lukin Minsker Tarasov Homer Hanson Koval Vance Chernov Marks Lapin Chapman Ponte Titov Sobol Bernard Gelman "
    "Eisner Braun Zipf Ivanov Galton Rudin Hahn Nemeth Neumann Judd Levy Gates Rosenthal Schmidt Hoch "
    "King Shaw Kruskal Suzuki Pratt Curtis Pascal Bishop Murphy Hastie Tibshirani Russell Norvig Pearl Dean Brown "
    "Jones Wang Zhang Liu Chen Yang Huang Zhao Wu Zhou Sun Guo Lin Gao Luo Money Mean Long Hello"
).split()


def test_of_thousands_of_unrelated_names_none_is_accepted() -> None:
    """Every pair of two lists in two scripts that share nobody; in whatever case the Russian name stands."""
    pairs = [(name, other) for name in RUSSIAN for other in UNRELATED]
    assert len(pairs) > 3000
    declined = [(form, other) for name, other in pairs for form in (name, *_declined(name))]
    assert [(one, other) for one, other in declined if same_name(one, other)] == []


def _declined(name: str) -> tuple[str, ...]:
    if name.endswith("ий"):
        return name[:-2] + "ого", name[:-2] + "ому", name[:-2] + "им"
    consonant = name[-1] not in "аеиоуыэюя"
    return (name + "а", name + "у", name + "ом") if consonant else ()


#: Letters that the schemes write differently; the rest is alike in all.
_ALIKE = dict(zip("абвгдзиклмнопрстуф", "abvgdziklmnoprstuf", strict=True)) | {"ь": "", "ъ": ""}
_SCHEMES = {
    "ISO 9": dict(zip("еёжйхцчшщыэюя", "e ë ž j h c č š ŝ y è û â".split(), strict=True)),
    "BGN/PCGN": dict(zip("еёжйхцчшщыэюя", "e ë zh y kh ts ch sh shch y e yu ya".split(), strict=True)),
    "ALA-LC": dict(zip("еёжйхцчшщыэюя", "e ë zh ĭ kh ts ch sh shch y ė iu ia".split(), strict=True)),
    "passport": dict(zip("еёжйхцчшщыэюя", "e e zh i kh ts ch sh shch y e iu ia".split(), strict=True)),
}
_NATIVE = (
    "Новиков Колмогоров Вапник Червоненкис Марков Ляпунов Понтрягин Тихонов Соболев Лобачевский Гельфанд Канторович Воронцов "
    "Браверман Ивахненко Галушкин Рудаков Хачиян Немировский Нестеров Поляк Юдин Левин Минский Хомский Яблонский Мерзляков"
).split()


@pytest.mark.parametrize("scheme", ["ISO 9", "BGN/PCGN", "ALA-LC", "passport"])
def test_a_name_is_met_in_every_scheme(scheme: str) -> None:
    """Each name in each of its cases, written by the scheme."""
    table = _ALIKE | _SCHEMES[scheme]
    pairs = [
        (form, "".join(table[letter] for letter in name.lower()).capitalize())
        for name in _NATIVE
        for form in (name, *_declined(name))
    ]
    assert [(one, other) for one, other in pairs if not same_name(one, other)] == []


@pytest.mark.parametrize(
    "claim", ["Градиенты обращаются в нуль.", "Точность 76,3 %. Модель лучше", "«Память» дороже", "Память: 16 ГБ", ""]
)
def test_ordinary_words_are_no_names(claim: str) -> None:
    """The first word of a sentence has a capital, and a unit has none to tell."""
    assert names_of(claim) == ()
