"""Pages made of ref fragments: sound ones, odd ones and broken ones, from a seeded source of chance."""

from __future__ import annotations

from random import Random

NAMES = [
    "a", "b", "Имя", "имя", "a b", "a_b", ":0", "1a", "-5", "A&amp;B", "A&B", "é", "e\u0301", "12", "0", "", "ab", " ab ", "a\nb",
]  # fmt: skip
TEXTS = [
    "Книга первая", "Книга  первая", " Книга первая", "Книга первая ", "Книга вторая", "Там же", "p. 5", "с. 12", "X",
    "Иванов И. И. Труд о методах. — М., 2001. — 100 с.", "[http://a.org/x Title of it]", "{{box|1=Автор|a=Название}}",
    "''Курсив'' и <nowiki>[[x]]</nowiki>", "Книга<!-- примечание --> первая", "Книга &amp; ещё", "Книга & ещё", "А\n* б", "А * б",
    "", " ", "\n", "<!-- пусто -->", "Текст <b>жирный</b>", "Smith J. (2010). A title. Journal.", "Вложение <ref>внутри</ref>",
    "Ещё <ref name=a/> тут", "a > b", 'знак "кавычки"', "ISBN 978-5-94057-123-4", "Книга первая, [[ссылка|слово]]",
]  # fmt: skip
ODD = ["bar", 'class="x"', "dir=ltr", "dir=up", "follow=a", 'follow="b"', "extends=a", "nmae=a", 'name="b"']
GROUPS = ["", "n", "прим", "N"]
PROSE = [
    " ", "\n", "\n\n", "Слово. ", "Текст, ", "== Раздел ==\n", "* пункт ", "'''жир''' ", "[[a|b]] ", "<b>x</b>",
    "&nbsp;", " {{box|1=у}} ", "<nowiki><ref>нет</ref></nowiki>", "<!-- <ref name=a>К</ref> -->",
    "<pre><ref>p</ref></pre>", "<math>x<y</math>", "<code><ref>в коде</ref></code>",
    "<poem>стих<ref>в стихе</ref></poem>", "</ref>", "<ref", "<ref ", "<ref name=", "< ref>x</ref>",
    "<refname=a>x</ref>", "<nowiki>", "</nowiki>", "<!--", "-->", "{{", "}}", "[[", "]]", "{|\n| ", "\n|}",
    "<ref/name=a>", ">", "\"", "<ref>", "<references>", "</references>", "<REF>Ещё</REF>", "<ref name='a' / >x</ref>",
    "<ref></ref >", "<includeonly>", "</includeonly>", "<noinclude>", "</noinclude>", "<onlyinclude>", "</onlyinclude>",
    "{{{p}}}", "{{#tag:ref|функция|name=f}}", "{{#tag:ref|Книга первая}}", "{{r|a}}", "~",
    "<syntaxhighlight lang=python><ref>k</ref></syntaxhighlight>", "{{{{", "}}}", "{{box|1=", "{{drop|",
]  # fmt: skip


def attribute(chance: Random, name: str, value: str) -> str:
    """One attribute in one of the ways people write it."""
    style = chance.randrange(10)
    space = chance.choice(["", "", "", " "])
    if style < 5:
        return f'{name}{space}={space}"{value}"'
    if style < 7:
        return f"{name}={value}"
    if style < 8:
        return f"{name}='{value}'"
    if style < 9:
        return f'{name.upper()}="{value}"'
    return chance.choice(
        [
            f'{name}="{value}',
            f"{name}=“{value}”",
            f"{name}={value}'",
            f"{name}",
            f"{name}==“{value}",
            f"{name}=»{value}«",
        ]
    )


def ref(chance: Random, *, wild: bool) -> str:
    """One ref tag; ``wild`` draws from everything, else from what a sound page holds."""
    names = NAMES if wild else NAMES[:8]
    texts = TEXTS if wild else TEXTS[:18]
    attributes = []
    if chance.random() < 0.65:
        attributes.append(attribute(chance, "name", chance.choice(names)) if wild else f'name="{chance.choice(names)}"')
    if chance.random() < 0.15:
        attributes.append(f'group="{chance.choice(GROUPS)}"')
    if wild and chance.random() < 0.06:
        attributes.append(
            chance.choice(
                ["bar", 'class="x"', "dir=ltr", "dir=up", "follow=a", 'follow="b"', "extends=a", "nmae=a", 'name="b"']
            )
        )
    chance.shuffle(attributes)
    between = chance.choice([" ", " ", " ", "\n", "  "])
    opened = "<" + chance.choice(["ref", "ref", "ref", "Ref", "REF"] if wild else ["ref"])
    inside = "".join(between + item for item in attributes)
    if attributes and chance.random() < 0.35:
        return f"{opened}{inside}{chance.choice(['/', ' /'])}>"
    close = chance.choice(["</ref>"] * 8 + ["</ref >", "</REF>", "</ref\n>"]) if wild else "</ref>"
    return f"{opened}{inside}>{chance.choice(texts)}{close}"


def listing(chance: Random, *, wild: bool) -> str:
    """A list of notes: bare, with a group, or with refs in it."""
    kind = chance.randrange(6)
    if kind < 3:
        return chance.choice(["<references/>", "<references />", '<references group="n"/>', "{{reflist}}"])
    inside = "".join("\n" + ref(chance, wild=wild) for _ in range(chance.randrange(4)))
    if kind == 5 and wild:
        return "{{reflist|refs=" + inside + "}}"
    group = chance.choice(["", "", ' group="n"'])
    return f"<references{group}>{inside}\n</references>"


def page(chance: Random, *, wild: bool = True) -> str:
    """A page: refs and lists among prose; with ``wild`` also broken pieces."""
    pieces: list[str] = []
    for _ in range(chance.randrange(1, 14)):
        draw = chance.random()
        if draw < 0.5:
            pieces.append(ref(chance, wild=wild))
        elif draw < 0.58:
            pieces.append(listing(chance, wild=wild))
        elif draw < 0.64:
            pieces.append("{{box|1=" + ref(chance, wild=wild) + chance.choice(["}}", "|a=у}}", "}}"]))
        else:
            pieces.append(chance.choice(PROSE if wild else PROSE[:17]))
    if chance.random() < 0.4:
        pieces.append(
            chance.choice(["\n<references/>", "\n<references />\n", '\n<references group="n"/><references/>'])
        )
    return "".join(pieces)
