"""Pages for measuring: the same bytes from the same seed, as encyclopedias have them."""

from __future__ import annotations

from random import Random

from bot.wikitext.tidying import MOST_REFS

_WORDS = (
    "точность обучение модель формат данные градиент вес слой сеть память вычисление метод оценка выборка признак функция ошибка "
    "алгоритм регрессия классификация ускоритель порядок мантисса умножение матрица свёртка активация оптимизатор потери шаг"
).split()
_FAMILIES = "Иванов Петров Сидоров Воронцов Смирнов Bishop Vapnik Hinton Kalamkar Micikevicius".split()


def _words(chance: Random, count: int) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(count))


def _sentence(chance: Random) -> str:
    words = _words(chance, chance.randrange(6, 16)).capitalize()
    if chance.random() < 0.2:
        words += f" [[{_words(chance, 1)}|{_words(chance, 2)}]]"
    if chance.random() < 0.1:
        words += f" <math>x_{chance.randrange(9)}^2 + {chance.randrange(99)}</math>"
    return words + "."


def _cite(chance: Random, number: int) -> str:
    """A citation template as full as they are: a dozen parameters, a template inside."""
    family, other = chance.choice(_FAMILIES), chance.choice(_FAMILIES)
    return (
        f"{{{{cite journal|last1={family}|first1=A. B.|last2={other}|first2=C.|title=On the {number}th question of learning"
        f"|journal={{{{lang|en|Machine Learning}}}}|year={chance.randrange(1990, 2024)}|volume={chance.randrange(1, 40)}|issue=2"
        f"|pages={number}-{number + 9}|doi=10.{chance.randrange(1000, 9999)}/x.{number}|url=https://example.org/{number}}}}}"
    )


def _inline(chance: Random, number: int) -> str:
    """Short templates and links among the words."""
    return chance.choice(
        (
            f"{{{{nobr|{number} бит}}}}",
            f"{{{{lang|en|{chance.choice(_FAMILIES)}}}}}",
            f"{{{{число|{number}|ед={{{{s|кг}}}}}}}}",
            "{{nbsp}}",
            f"{{{{math|x|{number}}}}}",
            "'''ж'''",
            f"[[{chance.choice(_WORDS)}]]",
        )
    )


def _ref(chance: Random, number: int, names: list[str]) -> str:
    draw = chance.random()
    if draw < 0.3 and names:
        return f'<ref name="{chance.choice(names)}" />'
    if draw < 0.6:
        names.append(f"src{number}")
        return f'<ref name="src{number}">{_cite(chance, number)}</ref>'
    if draw < 0.95:
        return f"<ref>{_cite(chance, number)}</ref>"
    return "<ref>{{cite journal|last1=Vapnik|first1=V.|title=A work cited again and again|year=2001|doi=10.1000/same}}</ref>"


def page(seed: int, size: int, *, templates: bool) -> str:
    """About ``size`` bytes: template-dense with a ref in about every 500 bytes, or prose with one in 3,000."""
    chance = Random(seed)  # noqa: S311 - the same bytes every time
    pieces = [f"{{{{Карточка\n| имя = {_words(chance, 2)}\n| год = 2018\n}}}}\n'''Статья''' — {_sentence(chance)}\n"]
    names: list[str] = []
    length = number = 0
    while length < size:
        number += 1
        if templates:
            piece = " ".join(f"{chance.choice(_WORDS)} {_inline(chance, number)}" for _ in range(8)) + ". "
        else:
            piece = " ".join(_sentence(chance) for _ in range(14)) + " "
        piece += _ref(chance, number, names)
        if number % 12 == 0:
            piece += f"\n\n== {_words(chance, 2).capitalize()} ==\n"
        elif number % 4 == 0:
            piece += "\n* " if number % 8 else "\n\n"
        if chance.random() < 0.03:
            piece += " Вызов `torch.autocast` и строка. "
        pieces.append(piece)
        length += len(piece.encode())
    pieces.append("\n\n== Примечания ==\n<references/>\n\n[[Категория:Статьи]]\n")
    return "".join(pieces)


def corpus(*, templates: bool) -> list[str]:
    """Twenty pages from 20 to 200 KB."""
    return [page(1000 + number, 20_000 + number * 9_470, templates=templates) for number in range(20)]


def hostile(size: int = 2_000_000) -> dict[str, str]:
    """Texts made to be slow, about ``size`` characters each."""

    def filled(piece: str) -> str:
        return piece * (size // len(piece))

    return {
        **_full_of_refs(size),
        "openings": filled("<ref") + "\n",
        "unclosed": filled("<ref>a"),
        "short refs": filled("<ref/>"),
        "one name": filled('<ref name="a" />'),
        "copies": filled("<ref>Книга Иванова 2001</ref> "),
        "clashes": "".join(f'<ref name="a">т{number}</ref>' for number in range(size // 26)),
        "names": "".join(f'<ref name="n{number}">т{number}</ref>' for number in range(size // 32)),
        "undefined": "".join(f'<ref name="n{number}" />' for number in range(size // 22)),
        "braces": filled("{"),
        "pairs": filled("{{a|"),
        "closed pairs": filled("{{a|b}}"),
        "nested": "{{" * (size // 5) + "}}" * (size // 5),
        "brackets": filled("[["),
        "comments": filled("<!--"),
        "tags": filled("<nowiki>"),
        "spellings": "".join(f"<{_mixed('syntaxhighlight', number)}>" for number in range(size // 17)),
        "back-ticks": filled("`a "),
        "code": filled("`a` "),
        "dollars": filled("$x "),
        "fences": filled("```\n"),
        "stars": filled("**a "),
        "quotes": filled("''"),
        "tokens": filled("turn0search0 "),
        "addresses": filled("http://a.b/?utm_source=chatgpt.com&c=d "),
        "one address": "http://a.b/?" + filled("utm_source=chatgpt.com&"),
        "lists": filled("<references/>"),
        "entities": filled("&amp;"),
        "spaces": filled(" "),
        "lines": filled("\n"),
        "attributes": "<ref " + filled("a=b ") + ">x</ref>",
        "nested refs": filled("<ref>a<ref>b</ref>"),
        "links": filled("[a](http://b.c) "),
        "brackets of TeX": filled("\\(x\\) "),
    }


def _full_of_refs(size: int) -> dict[str, str]:
    """As many refs as tidying still reads, spread over the text."""
    most = min(MOST_REFS, size // 60)
    padded = "слово " * ((size // most - 40) // 6)
    return {
        "spread short refs": f"{padded}<ref/>" * most,
        "spread one name": f'{padded}<ref name="a" />' * most,
        "spread copies": f"<ref>Книга Иванова {padded}</ref> " * most,
        "spread clashes": "".join(f'<ref name="a">т{number} {padded}</ref>' for number in range(most)),
        "spread names": "".join(f'<ref name="n{number}">т{number} {padded}</ref>' for number in range(most)),
        "spread undefined": "".join(f'{padded}<ref name="n{number}" />' for number in range(most)),
        "spread unclosed": f"<ref>{padded}" * most,
        "spread nested": f"<ref>а{padded}<ref>б</ref>" * (most // 2),
        "spread numbers": "".join(f'<ref name="{number}">т{number} {padded}</ref>' for number in range(most)),
        "spread lists": f"{padded}<ref>т</ref><references/>" * (most // 2),
        "spread templates": f"{{{{a|{padded}<ref>т</ref>}}}}" * most,
        "spread tokens": f"<ref>Книга {padded} [cite: 1]</ref>" * most,
        "spread parameters": f"<ref>https://a.org/?utm_source=chatgpt.com {padded}</ref>" * most,
    }


def _mixed(word: str, number: int) -> str:
    return "".join(char.upper() if number >> place & 1 else char for place, char in enumerate(word))
