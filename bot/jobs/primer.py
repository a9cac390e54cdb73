"""Primer: the wiki's markup and the form of a reference, to paste before asking a model for an article.

Rules come from the profile's data; the example at the end is wikitext that tidying leaves as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.locale import Speech
from bot.model.message import Message, msg
from bot.profiles import Profile

#: A whole small page. Its work is real, and its first sentence is what the work says.
_EXAMPLE = """'''{subject}''' — {what}<ref name="Micikevicius2018">''Micikevicius P. et al.'' \
Mixed Precision Training // ICLR. — 2018. — \
[https://arxiv.org/abs/1710.03740 arXiv:1710.03740]</ref>.

== {heading} ==
{formula} <{tag}>w_{{t+1}} = w_t - \\eta \\nabla L(w_t)</{tag}>{comma} <code>fit</code><ref name="Micikevicius2018" />:
<{code} lang="python">
model.fit(x, y)
</{code}>

== {notes} ==
<references/>

[[{category}:{about}]]
"""

_WORDS = {
    "ru": {
        "subject": "Смешанная точность",
        "what": "приём обучения, при котором часть вычислений идёт в 16-битных числах",
        "heading": "Алгоритм",
        "formula": "Шаг обучения —",
        "comma": ", его делает",
        "category": "Категория",
        "about": "Нейронные сети",
    },
    "en": {
        "subject": "Mixed precision",
        "what": "training in which part of the arithmetic uses 16-bit numbers",
        "heading": "Algorithm",
        "formula": "A step of training is",
        "comma": ", made by",
        "category": "Category",
        "about": "Neural networks",
    },
}


def example(profile: Profile) -> str:
    """The example page in the wiki's own markup."""
    words = _WORDS.get(profile.language, _WORDS["en"])
    return _EXAMPLE.format(tag=profile.formula_tag, code=profile.code_tag, notes=profile.list_heading, **words)


def primer(profile: Profile, speech: Speech) -> str:
    """The whole text to paste."""
    lines = [speech.say(msg("Write the article in the markup of this wiki (MediaWiki), not in Markdown:"))]
    lines += [f"{number}. {speech.say(rule)}" for number, rule in enumerate(rules(profile), start=1)]
    lines += ["", speech.say(msg("An example of a page:")), "", example(profile)]
    return "\n".join(lines)


def rules(profile: Profile) -> Iterator[Message]:
    """One message a rule, from the profile's data."""
    yield msg("Bold is '''three apostrophes''', italic ''two''. No asterisks, hashes, back-ticks or fences for it.")
    yield msg("Headings: == first level == and === second level ===, each on a line of its own.")
    yield msg("Lists: * for bullets, # for numbers, ** and ## one level deeper.")
    yield msg("Links: [[Title]] or [[Title|words]] inside the wiki, [https://address words] outside.")
    yield msg("Formulas: <{tag}>…</{tag}> with LaTeX inside, without dollar signs.", tag=profile.formula_tag)
    if profile.formula_renderer == "mimetex":
        yield msg(
            "Formulas are drawn by mimeTeX: no \\boldsymbol, \\bm, \\tfrac, \\leqslant, \\tag, aligned, and no Cyrillic inside."
        )
    yield msg('Code: <code>a word</code> in a line, <{tag} lang="python">…</{tag}> for a block.', tag=profile.code_tag)
    yield msg("Pictures: [[{prefix}:name.png|thumb|caption]].", prefix=profile.file_prefix)
    yield msg("Tables: {{| at the start, |- between rows, ! for headings, | for cells, |}} at the end.")
    yield from reference_rules(profile)


def reference_rules(profile: Profile) -> Iterator[Message]:
    """The rules of references alone."""
    yield msg(
        'References: the whole description at first use, <ref name="Author2018">…</ref>, then only <ref name="Author2018" />. '
        "Names in Latin letters and straight quotes, never digits alone."
    )
    if not profile.has_groups:
        yield msg("This wiki knows no group= and no other attribute of a ref but name.")
    if not profile.has_list_defined:
        yield msg("Descriptions stand in the text, not inside <references>.")
    yield msg("The page ends with == {heading} == and <references/>.", heading=profile.list_heading)
    yield msg(
        "A description: authors, title, journal or publisher, year, then DOI, arXiv number or address. Only sources that exist, "
        "and only where the source itself says the sentence."
    )
    yield msg(
        "Where you know no source, leave the sentence without one. No tokens of your own (cite, turn0search0, [1], 【】), "
        "no tracking in addresses."
    )
