"""The forms of chat products' citation tokens, one row a form; a test holds each to its sample."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from bot.wikitext.residue.marks import Mark, begins


class Says(Enum):
    """What a token stood for in the chat."""

    source = "a source that the words before it, or in it, lean on"
    nothing = "a picture, a price, a way back: no source"
    opening = "where a passage with a source begins"
    link = "words and the address that they lead to"


@dataclass(frozen=True, slots=True)
class ChatToken:
    """A form. ``mark`` stands in every one; ``ends`` says how its end is known; ``sample`` is one as it was seen.

    Of a form with a group ``words`` a reader saw these words, which stay; with a group ``address`` they are a link's.
    """

    mark: str
    form: re.Pattern[str]
    ends: str
    product: str
    seen: str
    sample: str
    says: Says = Says.source
    #: What stands in every one, too, and tells a page without any sooner than ``form`` does.
    needs: re.Pattern[str] | None = None

    def may_stand(self, text: str) -> bool:
        """Whether the form may stand in a text: a quick look before it is searched for."""
        return self.mark in text and (self.needs is None or self.needs.search(text) is not None)

    @property
    def has_words(self) -> bool:
        """Whether the form holds words that a reader saw."""
        return "words" in self.form.groupindex


@dataclass(frozen=True, slots=True)
class _Seen:
    """A product and where its forms were seen."""

    product: str
    where: str

    def row(
        self,
        mark: str,
        form: str,
        ends: str,
        sample: str,
        says: Says = Says.source,
        needs: re.Pattern[str] | None = None,
    ) -> ChatToken:
        """A row of this product."""
        return ChatToken(mark, re.compile(form), ends, self.product, self.where, sample, says, needs)


#: Wikipedia:Signs of AI writing, and drafts of authors that are kept as cases.
_SIGNS = "Wikipedia:Signs of AI writing"
_DRAFTS = "authors' drafts (issue 16)"
_GPT, _GPT_DRAFT = _Seen("ChatGPT", _SIGNS), _Seen("ChatGPT", _DRAFTS)
_CLAUDE, _DEEPSEEK = _Seen("Claude", _DRAFTS), _Seen("DeepSeek", _SIGNS)
_GEMINI, _GROK = _Seen("Gemini", _SIGNS), _Seen("Grok", _SIGNS)
_PERPLEXITY, _COPILOT = _Seen("Perplexity", _SIGNS), _Seen("Copilot", _SIGNS)

PRIVATE = "\ue200\ue201\ue202\ue203\ue204\ue205\ue206"
_LINES = r"(?:L\d{1,6}(?:[-–]L?\d{1,6})?)"
_SHOWS = r"turn\d+(?:image|forecast|product|finance|sports|video|maps?)\d+"
_TURN = rf"turn\d+(?:search|news|file|view|fetch|academia|reddit|click|open)\d+{_LINES}?"
#: «1», «1, 2», «230-234», «23–25, 40».
_NUMBERS = r"\d{1,4}(?:[ ]?[-–—][ ]?\d{1,4})?(?:[,;][ ]{0,2}\d{1,4}(?:[ ]?[-–—][ ]?\d{1,4})?){0,60}"
#: What stands between the quotes of a list in a private-use mark.
_VALUE = r"[^\"\n\ue200\ue201]"
_QUOTE = "[\"“”„'’]"
_BRACKETED = "attached_file web file memory code_file".split()
_SHOWN = "generated_image image chart".split()
#: The name of a source as ChatGPT shows it in a chip, with how many more there are: «Wikipedia+2».
_CHIP = (
    r"(?:[A-ZА-ЯЁ][\w&'’.\-]{0,60}+(?:[ ][\w&'’.\-]{1,60}+){0,3}|arXiv|"
    r"[\w\-]{1,63}+(?:\.[\w\-]{1,63}+){0,5}\.(?:com|org|net|edu|gov|io|ai|ru|dev|wiki))"
    r"(?<=[^\W\d_]{2})\+\d{1,2}+"
)
_CHIPS = rf"(?:{_CHIP}){{1,30}}+"
#: The end of every chip.
_CHIP_END = re.compile(r"\+(?<=[^\W\d_]{2}\+)\d")
#: A name whose every word has a capital: where no full stop stands before, a longer one would take words of the sentence.
_NAMED_CHIP = r"[A-Z][\w&'’.\-]{0,60}+(?:[ ][A-Z][\w&'’.\-]{0,60}+){0,3}(?<=[^\W\d_]{2})\+\d{1,2}+"

#: Each has no other reading outside text about it. At most thirty chips in a row, of hosts with six labels: none have more.
CHAT_TOKENS: tuple[ChatToken, ...] = (
    _GPT_DRAFT.row(
        "\ue200",
        rf"\ue200entity\ue202\[\"{_VALUE}{{0,100}}\",[ ]?\"(?P<words>{_VALUE}{{1,200}})\"[^\n\ue200\ue201]{{0,300}}\ue201",
        "its own closing sign",
        '\ue200entity\ue202["company","Пример","a company"]\ue201',
        Says.nothing,
    ),
    _GPT_DRAFT.row(
        "\ue200",
        r"\ue200url\ue202(?P<words>[^\n\[\]\ue200-\ue202]{1,300})"
        r"\ue202(?P<address>https?://[^\s\[\]<>\"{}|\ue200-\ue202]{1,2000})\ue201",
        "its own closing sign",
        "\ue200url\ue202Обзор\ue202https://example.org/a\ue201",
        Says.link,
    ),
    _GPT.row(
        "\ue200", r"\ue200[^\ue200\ue201\n]{0,300}\ue201", "its own closing sign", "\ue200cite\ue202turn0search3\ue201"
    ),
    _GPT.row("turn", rf"{_SHOWS}(?:[\ue202,; ]?{_SHOWS})*", "the number", "iturn0image0", Says.nothing),
    _GPT.row(
        "turn", rf"{_TURN}(?:[\ue202,; ]?{_TURN})*", "the last number, or lines of a file", "fileciteturn0file0L78-L85"
    ),
    _GPT.row(
        "contentReference[",
        r":?contentReference\[oaicite:\d+\]\{index=\d+\}",
        "the brace",
        ":contentReference[oaicite:2]{index=2}",
    ),
    _GPT.row("oaicite:", r"oaicite:\d+", "the number", "[oaicite:4]"),
    _GPT.row(
        "oai_citation:",
        r"oai_citation:\d+‡(?:[^\[\]\s()<>{}|]*[^\[\]\s()<>{}|.,;:!?])?",
        "white space or a mark of punctuation",
        "oai_citation:5‡arxiv.org",
    ),
    _GPT.row(
        '({"attribution"',
        r"\(\{\"attribution\":\{\"attributableIndex\":\"[\d-]+\"\}\}\)",
        "the parenthesis",
        '({"attribution":{"attributableIndex":"12-3"}})',
    ),
    _GPT.row(
        "【",
        r"【(?:\d+(?::\d+)?|F:[^†【】\n]{1,200})†[^【】\n]{0,80}】",
        "the bracket; inside stand lines or the kind",
        "【F:src/a.py†L5-L60】",
    ),
    _GEMINI.row("[cite:", rf"\[cite:[ ]?{_NUMBERS}\]", "the bracket, after numbers and ranges", "[cite: 230-234, 240]"),
    _GEMINI.row("[cite_start]", r"\[cite_start\]", "the bracket", "[cite_start]", Says.opening),
    _GEMINI.row("[cite_end]", r"\[cite_end\]", "the bracket", "[cite_end]"),
    _GEMINI.row("(start_span)", r"\[span_\d+\]\(start_span\)", "the parenthesis", "[span_1](start_span)", Says.opening),
    _GEMINI.row("(end_span)", r"\[span_\d+\]\(end_span\)", "the parenthesis", "[span_1](end_span)"),
    _DEEPSEEK.row(
        "[citation:", rf"\[citation:[ ]?{_NUMBERS}\]", "the bracket, after numbers and ranges", "[citation:1, 6]"
    ),
    _CLAUDE.row(
        "cite index=",
        rf"[(<]cite index={_QUOTE}[\d,; \-–]{{1,200}}{_QUOTE}>(?P<words>(?:[^<\n(]|\((?!cite index=)){{1,2000}}+)</cite>",
        "the closing tag",
        '(cite index="7-1,7-2">Слова в метках.</cite>',
    ),
    _COPILOT.row("[^", r"\[\^\d+\^\](?:\[\d+\])?", "the bracket", "[^1^][2]"),
    _GROK.row(
        "<grok-card", r"<grok-card\b[^<>]*>(?:</grok-card>)?", "the closing tag", '<grok-card data-id="a"></grok-card>'
    ),
    _GROK.row(
        "grok_render",
        r"grok_render_citation_card_json=\{[^{}\n]*\}",
        "the brace",
        'grok_render_citation_card_json={"cardIds":["a"]}',
    ),
    _GROK.row(
        "<grok:render",
        r"<grok:render\b[^<>]*>(?:(?:(?!<grok:)[^\0]){0,600}?</grok:render>)?",
        "the closing tag",
        '<grok:render card_id="a"><argument name="citation_id">3</argument></grok:render>',
    ),
    _GROK.row("grok_card", r"(?<![\w\-])grok_card(?![\w\-])", "the word", "grok_card"),
    _GPT.row(
        "↩",
        r"↩(?:\ufe0e)?(?:\d+(?:[ ]?↩(?:\ufe0e)?\d*)*|(?:[ ]?↩(?:\ufe0e)?\d*)+|(?=[ \t]*(?:\n|\Z)))",
        "the last arrow",
        "↩ ↩2",
        Says.nothing,
    ),
    *(
        _PERPLEXITY.row(f"[{word}:", rf"\[{word}:{_NUMBERS}(?<!\d{{4}})\]", "the bracket", f"[{word}:1]")
        for word in _BRACKETED
    ),
    *(
        _PERPLEXITY.row(f"[{word}:", rf"\[{word}:\d{{1,3}}\]", "the bracket", f"[{word}:1]", Says.nothing)
        for word in _SHOWN
    ),
    # glued to the end of a sentence, or at the end of a line: elsewhere a plus and a number are a plus and a number
    _GPT.row(
        "+",
        rf"(?<=[.!?…]){_CHIPS}\.(?=[ \t]*+(?:\n|\Z))|(?<=[.!?…»”\])])(?:{_CHIPS}(?=[ \t]*+(?:\n|\Z|[A-ZА-ЯЁ«\[]))"
        rf"|[ ]{_CHIPS}(?=[ \t]*(?:\n|\Z)))",
        "the last number before a new sentence or the line's end",
        ".Wikipedia+2ISO+3",
        needs=_CHIP_END,
    ),
    # two or more names run together are nothing else, wherever they stand
    _GPT_DRAFT.row(
        "+",
        rf"(?<=[\w»”)])[ ]{_NAMED_CHIP}(?:{_NAMED_CHIP}){{1,29}}+(?=[.,;:!?]|[ \t]*+(?:\n|\Z))",
        "the last number before a mark or the line's end",
        "слова Example Wiki+3ISO+3ISO+3",
        needs=_CHIP_END,
    ),
    # a number between two signs that lost their partners
    _GPT.row("", rf"[{PRIVATE}]\d{{1,3}}[{PRIVATE}]", "the second sign", "\ue2001\ue201"),
)
#: One of these stands wherever a form does.
MARKS: tuple[Mark, ...] = (
    "turn",
    begins(":", r"(?:(?<=oaicite:)|(?<=oai_citation:))\d"),
    begins("(", r'\{"attribution'),
    "【",
    begins("<", "grok"),
    begins("_", "(?<=grok_)(?:render|card)"),
    "↩",
    begins("+", r"\d"),
    begins("[", r"(?:cite|span_|citation:|\^|(?:" + "|".join((*_BRACKETED, *_SHOWN)) + r"):)"),
    begins("c", "(?:(?<=<c)|(?<=[(]c))ite index="),
    *PRIVATE,
)
