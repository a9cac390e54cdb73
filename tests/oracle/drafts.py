"""Pages as people paste them out of a chat: links in every form among formulas, code, emphasis, tokens and refs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.oracle.pages import PROSE, ref

_HOSTS = "a.org www.b.example:8080 пример.рф ru.wikipedia.org user@c.example 192.0.2.1".split()
_PATHS = [
    "", "/", "/x", "/wiki/А_(б)", "/%D0%B0%20b", "/a_b*c", "/~u/x;v=1", "/p(1)(2)", "/it's", "/a,b.html", "/x!y", "/f.pdf",
    "/x_",
]  # fmt: skip
_QUERIES = ["", "?id=5", "?a=1&b=2", "?q=a(b)", "?x=%5B1%5D", "?a=1&amp;b=2", "?"]
_ENDS = ["", "", "", "#part", "#a_(b)"]
_TRACKED = [
    "utm_source=chatgpt.com",
    "utm_source=openai",
    "utm_source=chatgpt.com&utm_medium=referral",
    "referrer=grok.com",
]
_ARCHIVES = [
    "https://web.archive.org/web/20240101000000/", "https://web.archive.org/web/2024id_/", "https://archive.ph/2024.01.01/",
    "http://www.webcitation.org/5eWaHRbn4?url=", "https://wayback.archive-it.org/1/2024/", "https://megalodon.jp/2024-0101/",
]  # fmt: skip
_SCHEMES = ["https://", "https://", "http://", "ftp://", "HTTPS://"]


@dataclass(frozen=True, slots=True)
class Address:
    """An address of a draft; ``bare`` is the same without what a chat product added, equal where it has to stay."""

    written: str
    bare: str


def address(chance: Random) -> Address:
    """One address: plain, tracked, an archive's, with another one inside, without ``http``."""
    kind = chance.random()
    if kind < 0.04:
        mail = f"mailto:a{chance.randrange(99)}@b.example"
        return Address(mail, mail)
    before = chance.choice(_SCHEMES) + chance.choice(_HOSTS) + chance.choice(_PATHS)
    query, end = chance.choice(_QUERIES), chance.choice(_ENDS)
    plain = before + query + end
    if kind < 0.5:
        return Address(plain, plain)
    mark = "&amp;" if "&amp;" in query else "&"
    marked = chance.choice(_TRACKED).replace("&", mark)
    inside = query.lstrip("?")
    if not inside:
        tracked, plain = f"{before}?{marked}{end}", before + end
    elif chance.random() < 0.5:
        tracked = f"{before}?{inside}{mark}{marked}{end}"
    else:
        tracked = f"{before}?{marked}{mark}{inside}{end}"
    if kind < 0.8:
        return Address(tracked, plain)
    if kind < 0.95:
        kept = chance.choice(_ARCHIVES) + tracked
        return Address(kept, kept)
    kept = f"https://d.example/go?to={tracked}"
    return Address(kept, kept)


class Draft:
    """A draft and what was put into it: addresses, and words that stand nowhere else."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.addresses: list[Address] = []
        self.words: list[str] = []
        self.text = "".join(self._piece() for _ in range(chance.randrange(1, 12)))

    def _word(self) -> str:
        word = f"{self.chance.choice(['слово', 'word', 'Термин', 'x'])}{len(self.words)}z"
        self.words.append(word)
        return word

    def _words(self) -> str:
        return " ".join(self._word() for _ in range(self.chance.randrange(1, 4)))

    def _address(self) -> str:
        self.addresses.append(address(self.chance))
        return self.addresses[-1].written

    def _link(self) -> str:
        form = self.chance.choice(
            ["[{w}]({a})", "[{w}]({a})", "[{a} {w}]", "[{a}]", "{a} ", "({a})", "[{n}]({a})", "\\[[{n}]({a})\\]", "\\[{a} {w}\\]",
             "([{w}]({a}))",
             "[[{n}]]({a})", "[{w} `{w}`]({a})", "[**{w}**]({a})", "<{a}>", "«{a}»", "[{a}]({a})", "'{a}'",
             "[[Файл:А.png|thumb|link={a}|{w}]]", "[{w}]({a} \"{w}\")", "![{w}]({a})", "[{w}][1]", "[{w}]: {a} ", '"{a}"']
        )  # fmt: skip
        filled = form
        while "{a}" in filled:
            filled = filled.replace("{a}", self._address(), 1)
        while "{w}" in filled:
            filled = filled.replace("{w}", self._words(), 1)
        return filled.replace("{n}", str(self.chance.randrange(1, 20)))

    def _inside(self, depth: int = 0) -> str:
        draw = self.chance.random()
        if draw < 0.45:
            return self._link()
        if draw < 0.7 or depth > 2:
            return self._words()
        form = self.chance.choice(
            ["**{i}**", "*{i}*", "***{i}***", "__{i}__", "_{i}_", "`{i}`", "``{i}``", "\\({i}\\)", "\\[{i}\\]", "${i}$",
             "$${i}$$",
             "\\({w} = {i}\\)", "\\[x=1\\]", "\\(x_i^2 = \\alpha\\)", 'grep "\\[{w}=1\\]"', "''{i}''", "'''{i}'''", "<b>{i}</b>",
             "({i})", "«{i}»", "\\[\n{i}\n\\]", "\\(\\text{{w}} = x\\)", "\\(a<b\\) {i}"]
        )  # fmt: skip
        form = form.replace("{i}", self._inside(depth + 1)) if "{i}" in form else form
        return form.replace("{w}", self._word()) if "{w}" in form else form

    def _piece(self) -> str:
        form = self.chance.choice(
            ["{i}", "{i}", "{i}", "{i} ", "{i}, ", "{i}. ", "\n{i}\n", "\n* {i}\n", "\n- {i}\n- {i}\n", "\n## {i}\n",
             "<ref>{i}</ref>", '<ref name="n{n}">{i}</ref>', "{{box|1=— {i} —|2=—|a=— {i} —}}", "{{Cite web|url={a}|title={w}}}",
             "\n{|\n| {i} || {i}\n|}\n", "<code>{i}</code>", "<nowiki>{i}</nowiki>", "<pre>{i}</pre>", "<!-- {i} -->",
             "\n```python\n{i}\n```\n", "\n```\n{i}\n```\n", "<math>{w}</math>", "{t}", "{t}", "{r}", "{p}", "{i}\u200b{i}",
             "<blockquote>{i}</blockquote>", "\n| a | b |\n|---|---|\n| {i} | {i} |\n", ": {i}\n", "; {w} : {i}\n"]
        )  # fmt: skip
        for key, make in (("{i}", self._inside), ("{t}", self._token), ("{a}", self._address), ("{w}", self._word)):
            while key in form:
                form = form.replace(key, make(), 1)
        form = form.replace("{n}", str(self.chance.randrange(10**6)))
        if "{r}" in form:
            form = form.replace("{r}", ref(self.chance, wild=False))
        return form.replace("{p}", self.chance.choice(PROSE[:17]))

    def _token(self) -> str:
        return self.chance.choice(
            [" turn0search0", "citeturn0search0", "\ue200cite\ue202turn0search1\ue201", ":contentReference[oaicite:1]{index=1}",
             "【4†source】", "[cite: 1]", "[cite_start]", "[^1^]", "oai_citation:0‡a.org ", ":::writing{}\n", "\ue202", "\u200b",
             "[oai_citation:1‡{w}]({a})", "【2†{a}】"]
        )  # fmt: skip
