"""Short references: ``{{sfn}}`` and its like, «[3, с. 5]», «(Vaswani et al., 2017)», each resolved to the work that it names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property

from bot.identifiers import find_identifiers
from bot.language.fold import fold
from bot.model.words import CitationKind
from bot.profiles.source_sections import NOTE_TEMPLATES, SHORT_TEMPLATES, is_citation_template
from bot.wikitext.braces import Template, template_arguments, template_name
from bot.wikitext.mentions import Mention, PageView
from bot.wikitext.plaintext import strip_markup

_LABELS = r"\d{1,3}(?:[ ]?[,;–-][ ]?\d{1,3})*(?:,[ ]?(?:с|стр|p|pp|гл|ch|§)\b[^\[\]\n]{0,30})?"
#: «[3]», «[2, с. 197]», «[1, 3–5]», «[1][3]»; glued to a single letter or to a number it is an index.
_NUMBERS = re.compile(rf"(?:(?<![\w\[\])])|(?<=[^\W\d_]{{3}})|(?<=[^\W\d_]\]))(?:\[{_LABELS}\])+(?![(\[:\w])")
#: Signs beside which brackets are mathematics or a program: «x = [2]», «[1, 2]^n», «f([1, 2])». «C++ [1]» and «− [1]» are text.
_SIGNS = "=×∈∉⊂⊆∩∪≤≥→^"
_OPERATOR = re.compile(rf"(?:[{_SIGNS}]\s?|(?<![+\w])\+\s?|->\s?|\w\()\Z")
_OPERATES = re.compile(rf"\s?(?:[{_SIGNS}]|->)")
_ONE = re.compile(rf"\[(?P<labels>{_LABELS})\]")
_NAME = r"[A-ZА-ЯЁ][\w’'\-]+(?:\s[A-ZА-ЯЁ][\w’'\-]+)?"
_OTHERS = r"(?:\s(?:et\sal\.?|и\sдр\.?|and\sothers)|(?:,\s|\s(?:and|и|&)\s)" + _NAME + r")*"
_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)[a-zа-я]?"
_AUTHOR_YEAR = re.compile(
    rf"(?P<name>{_NAME})(?P<others>{_OTHERS}),?\s{_YEAR}(?P<place>,\s?(?:с|стр|p|pp)\.?\s?[\d–-]+)?"
)
_BRACKETED = re.compile(r"(?<![\[(\w])(?:\[(?P<square>[^\[\]\n|]{6,200})\](?![\](])|\((?P<round>[^()\n|]{6,200})\))")
_FOLDED = re.compile(r"\w+")
#: What a template says that short references call it: «|ref={{harvid|Stachel|2008}}», «|ref=Иванов».
_CALLED = re.compile(r"\|\s{0,9}ref\s{0,9}=([^|{}\n]{0,80}(?:\{\{[^{}]{0,120}\}\})?)")
#: So much of a work's description is searched for its authors and year: a template may name them late.
_READ = 800
#: From so many calls on the page's numbers are read as calls of its list, and so far behind its end.
_USED, _BEHIND = 8, 20
#: These say a citation even where the list has no such work.
_SURE = re.compile(r"\bet\sal\b|\bи\sдр\b|&|\band\b")


def short_refs(view: PageView, works: Sequence[Mention], taken: Sequence[tuple[int, int]]) -> Iterator[Mention]:
    """The page's short references outside ``taken``; ``works`` are the listed mentions that they may name."""
    notes = [
        (view.table.content(index), use.start)
        for index, use in enumerate(view.table.uses)
        if use.close_start > use.open_end
    ]
    listed = [(work.content, work.start) for work in works]
    # a work may be described under a heading that lists no sources: what the subject of the page wrote
    described = [
        (view.text[template.start : template.end], template.start)
        for template in view.templates
        if is_citation_template(template_name(view.text, template))
    ]
    works_by_word = _Works([*listed, *notes, *described])
    numbers = {work.number: work.start for work in reversed(works) if work.number is not None}
    found = [*_by_template(view, works_by_word), *_by_number(view, numbers), *_by_author(view, works_by_word)]
    return (mention for mention in sorted(found, key=lambda one: one.start) if not _meets(mention, taken))


def _meets(mention: Mention, taken: Sequence[tuple[int, int]]) -> bool:
    """Whether a mention meets one of these stretches, which stand in order and apart."""
    at = bisect_left(taken, (mention.end,)) - 1
    return at >= 0 and mention.start < taken[at][1]


class _Works:
    """What the page's notes and lists say of works, by each word of theirs; a work is named by its place."""

    def __init__(self, described: Sequence[tuple[str, int]]) -> None:
        self._described = described
        self._found: dict[tuple[str, ...], int | None] = {}

    @cached_property
    def _by_word(self) -> dict[str, list[tuple[str, int]]]:
        """Read when the first reference asks: most pages have none."""
        by_word: dict[str, list[tuple[str, int]]] = {}
        for content, start in self._described:
            called = " ".join(_CALLED.findall(content))
            text = fold(f"{strip_markup(content[:600])[:300]} {content[:_READ]} {called}")
            for word in dict.fromkeys(_FOLDED.findall(text)):
                by_word.setdefault(word, []).append((text, start))
        return by_word

    def named(self, values: Sequence[str]) -> int | None:
        """The first work whose words hold the first name and the year; a name alone where no year is given."""
        key = tuple(values)
        if key not in self._found:
            self._found[key] = self._look(key)
        return self._found[key]

    def _look(self, values: Sequence[str]) -> int | None:
        years = [value for value in values if re.fullmatch(r"(?:1[5-9]|20)\d\d[a-zа-я]?", value)]
        names = [_FOLDED.findall(fold(value)) for value in values if value not in years]
        if not names or not names[0]:
            return None
        near = self._by_word.get(names[0][-1], ())
        return next((start for text, start in near if not years or years[0][:4] in text), None)


def _by_place(text: str, template: Template) -> list[str]:
    """What a template is given without a name."""
    places = (value.strip() for key, value, _ in template_arguments(text, template) if key is None)
    return list(filter(None, places))


def _by_template(view: PageView, works: _Works) -> Iterator[Mention]:
    for template in view.templates:
        name = template_name(view.text, template).casefold()
        if not view.shown.startswith("{{", template.start):
            continue
        content = view.text[template.start : template.end]
        values = _by_place(view.text, template)
        if name in SHORT_TEMPLATES and values:
            target = works.named([strip_markup(value) for value in values])
            yield Mention(CitationKind.short, template.start, template.end, content, target=target)
        elif name in NOTE_TEMPLATES and values and _describes(values[-1]):
            # it describes its work itself: nothing else on the page has to
            yield Mention(CitationKind.short, template.start, template.end, values[-1], target=template.start)


def _describes(words: str) -> bool:
    """Whether an explanation names a source: an address, an identifier, a template of a work."""
    return bool(find_identifiers(words)) or "{{cit" in words.lower()


def _by_number(view: PageView, numbers: dict[int, int]) -> Iterator[Mention]:
    """Only numbers that the list has: of «[0, 1]» an interval is left. A single number behind the list's end names nothing, on
    a page whose other numbers name works.
    """
    if not numbers:
        return
    last, found, behind = max(numbers), [], []
    for calls in _number_calls(view.shown):
        called = [(match, label) for match, labels in calls for label in labels]
        if numbers.keys() >= {label for _, label in called}:
            found += [_named(match, label, numbers[label]) for match, label in called]
        elif len(called) == 1 and last < called[0][1] <= last + _BEHIND:
            behind.append(_named(*called[0], None))
    yield from found
    if len(found) >= _USED:
        yield from behind


def _number_calls(shown: str) -> Iterator[list[tuple[re.Match[str], list[int]]]]:
    """Brackets with numbers that stand together, each with its numbers; none beside a sign of mathematics."""
    for chain in _NUMBERS.finditer(shown):
        if not _is_mathematics(shown, *chain.span()):
            yield [(match, _labels(match["labels"])) for match in _ONE.finditer(shown, *chain.span())]


def _named(match: re.Match[str], label: int, target: int | None) -> Mention:
    return Mention(CitationKind.short, *match.span(), match[0], label, target)


def _is_mathematics(shown: str, start: int, end: int) -> bool:
    """Whether a sign of mathematics stands beside the brackets, or dollar signs around them."""
    if shown.endswith("$", 0, start) and shown.startswith("$", end):
        return True
    return _OPERATOR.search(shown, max(0, start - 3), start) is not None or _OPERATES.match(shown, end) is not None


def _labels(words: str) -> list[int]:
    """The numbers that brackets hold: «1, 3–5» are four; what follows «с.» is a page."""
    found: list[int] = []
    for part in re.split(r"[,;]", re.split(r",[ ]?[^\W\d_§]|,[ ]?§", words)[0]):
        first, *last = (int(number) for number in re.findall(r"\d+", part))
        found += range(first, min(last[0] if last else first, first + 50) + 1)
    return found


def _by_author(view: PageView, works: _Works) -> Iterator[Mention]:
    """Brackets that hold nothing but references are no words of their sentence; others stay in it."""
    for brackets in _BRACKETED.finditer(view.shown):
        parts = re.split(r";\s*", brackets["square"] or brackets["round"])
        named = [(part.strip(), *found) for part in parts if (found := _author_year(part.strip(), works)) is not None]
        shown = None if len(named) == len(parts) else brackets.span()
        for words, target in named:
            yield Mention(CitationKind.short, *brackets.span(), words, target=target, shown=shown)


def _author_year(words: str, works: _Works) -> tuple[int | None] | None:
    """The work that names and a year call, in a tuple since there may be none; None for what is no such reference."""
    match = _AUTHOR_YEAR.fullmatch(words)
    if match is None:
        return None
    target = works.named([match["name"].split()[0], match["year"]])
    return (target,) if target is not None or _SURE.search(match["others"]) else None
