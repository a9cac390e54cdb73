"""Lists in another script: the right one is heard in every usual transcription, another work's in none."""

from __future__ import annotations

from itertools import product

from bot.identity.rosters import Roster, compare

#: Lists with their usual Cyrillic forms: transliterated, and by practical transcriptions of English, German, Chinese, Japanese.
RIGHT = {
    ("Ashish Vaswani", "Noam Shazeer", "Niki Parmar"): ("Васвани А., Шазир Н., Пармар Н.", "Васвани А., Шазеер Н., Пармар Н."),
    ("Geoffrey Hinton", "Oriol Vinyals", "Jeff Dean"): ("Хинтон Дж., Виньялс О., Дин Дж.", "Хинтон Г., Винялс О., Деан Д."),
    ("Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"): ("Лекун Я., Бенжио И., Хинтон Дж.", "ЛеКун Я., Бенгио Й., Хинтон Г."),
    ("Kaiming He", "Xiangyu Zhang", "Shaoqing Ren", "Jian Sun"): ("Хэ К., Чжан С., Жэнь Ш., Сунь Ц.",),
    ("Jianfeng Gao", "Weizhu Chen", "Xiaodong Liu"): ("Гао Ц., Чэнь В., Лю С.", "Гао Д., Чен В., Лиу К."),
    ("Sepp Hochreiter", "Jürgen Schmidhuber"): ("Хохрайтер З., Шмидхубер Ю.", "Хохреитер С., Шмидхубер Ю."),
    ("Kunihiko Fukushima", "Sei Miyake"): ("Фукусима К., Мияке С.", "Фукушима К., Мийаке С."),
    ("Vladimir Vapnik", "Alexey Chervonenkis"): ("Вапник В., Червоненкис А.",),
    ("Boris Polyak", "Yurii Nesterov", "Arkadi Nemirovski"): ("Поляк Б., Нестеров Ю., Немировский А.",),
    ("Michael Jordan", "Peter Bartlett", "Jon McAuliffe"): ("Джордан М., Бартлетт П., Маколифф Дж.",),
    ("Trevor Hastie", "Robert Tibshirani", "Jerome Friedman"): ("Хасти Т., Тибширани Р., Фридман Дж.",),
    ("Christopher Bishop",): ("Бишоп К.",),
    ("Leo Breiman",): ("Брейман Л.",),
    ("Andrew Ng", "Stuart Russell"): ("Ын Э., Рассел С.", "Нг А., Рассел С."),
    ("David Silver", "Aja Huang", "Demis Hassabis"): ("Сильвер Д., Хуан А., Хассабис Д.",),
    ("Tomas Mikolov", "Ilya Sutskever", "Greg Corrado"): ("Миколов Т., Суцкевер И., Коррадо Г.",),
}  # fmt: skip
FOREIGN = (
    "Сидоров П. К., Иванова М. Н.", "Петров А. В., Кузнецова О. Л.", "Смирнов Д. И., Попова Е. С., Лебедев М. А.",
    "Морозов И. П., Волков А. А.",
    "Зайцева Т. В., Орлов В. В.", "Захаров С. А., Белов Ю. Н.", "Чернов В. Е., Жукова Л. П.",
    "Соколов Н. Н.", "Егоров Д. Ф., Новиков С. П.",
    "Григорьев К. С., Фёдорова И. А.",
)  # fmt: skip


def names(listed: str) -> tuple[str, ...]:
    """The names of a list."""
    return tuple(listed.split(", "))


def test_the_right_list_is_heard() -> None:
    """At least 95 of 100, whole or cut to its first name with «и др.», in whichever transcription."""
    pairs = [(names(form), found) for found, forms in RIGHT.items() for form in forms]
    pairs += [((cited[0], "и др."), found) for cited, found in pairs]
    missed = [pair for pair in pairs if compare(*pair).level.stands is not Roster.same]
    assert len(missed) <= 0.05 * len(pairs), missed


def test_no_other_list_is() -> None:
    """160 pairs, against a list that is whole and one that may not be."""
    pairs = list(product(FOREIGN, RIGHT))
    assert len(pairs) == 160
    heard = [pair for pair in pairs if compare(names(pair[0]), pair[1]).level.stands is Roster.same]
    heard += [pair for pair in pairs if compare(names(pair[0]), pair[1], complete=False).level.stands is Roster.same]
    assert heard == []


def test_nor_is_another_works_in_one_script() -> None:
    """Whoever is cited is one of the record's people, and no list here is another's."""
    pairs = [(one, other) for one, other in product(RIGHT, RIGHT) if not set(one) & set(other)]
    assert [pair for pair in pairs if compare(*pair).level.stands is Roster.same] == []
