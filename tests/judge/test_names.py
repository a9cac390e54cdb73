"""Names are compared by code, through romanisation: a swapped name is what models swallow."""

from __future__ import annotations

import pytest

from bot.judge.names import missing_names, names_of

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
    ("съезд Российской академии", "the academy's congress"),
    ("метод МГК и алгоритм ЕМ", "principal components, expectation maximisation"),
]


@pytest.mark.parametrize(("claim", "evidence"), FOUND)
def test_the_same_name_is_found_however_it_is_written(claim: str, evidence: str) -> None:
    """Scripts, schemes, cases, hyphens, abbreviations and countries."""
    assert missing_names(claim, evidence) == ()


MISSING = [
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


@pytest.mark.parametrize(
    "claim", ["Градиенты обращаются в нуль.", "Точность 76,3 %. Модель лучше", "«Память» дороже", "Память: 16 ГБ", ""]
)
def test_ordinary_words_are_no_names(claim: str) -> None:
    """The first word of a sentence has a capital, and a unit has none to tell."""
    assert names_of(claim) == ()
