"""The wiki's markup in a page: to paste before asking a model for an article. Made of the profile's data alone."""

from __future__ import annotations

from bot.model.message import Message, msg
from bot.profiles import Profile


def primer(profile: Profile) -> tuple[tuple[Message, str], ...]:
    """Rules, each with an example in wikitext ("" where a rule needs none)."""
    code = f'<{profile.code_tag} lang="python">\nx = torch.ones(2)\n</{profile.code_tag}>'
    formula = f"<{profile.formula_tag}>x_i^2</{profile.formula_tag}>"
    lists = "* пункт\n** подпункт\n# первый\n# второй"
    full = "''Bishop C. M.'' Pattern Recognition and Machine Learning. — Springer, 2006. — 738 p."
    named = f'Первое утверждение.<ref name="Bishop 2006">{full}</ref> Второе.<ref name="Bishop 2006" />'
    paper = "''Micikevicius P. et al.'' Mixed Precision Training // ICLR. — 2018. — arXiv:1710.03740"
    named_rule = msg(
        "A reference is written in full where it is used first, with a name in straight quotes: author and year, never a number. "
        "Later uses are short."
    )
    block = f"<{profile.code_tag}>"
    rules = [
        (msg("Write wikitext of MediaWiki, never Markdown: no back-ticks, no code fences, no dollar signs."), ""),
        (msg("Bold and italic are made by apostrophes."), "'''полужирный''' и ''курсив''"),
        (
            msg("Headings stand between equals signs; the first level of an article has two."),
            "== Раздел ==\n=== Подраздел ===",
        ),
        (msg("Bulleted lists begin with asterisks, numbered ones with number signs."), lists),
        (
            msg("Links to pages of the wiki and to other sites look like this."),
            "[[Страница|слова]], [https://example.org/ слова]",
        ),
        (msg("Formulas stand in «{tag}».", tag=f"<{profile.formula_tag}>"), f"Пусть {formula} конечно."),
        (
            msg("Names in program code stand in «{tag}», longer code in «{block}».", tag="<code>", block=block),
            f"Функция <code>torch.ones</code>:\n{code}",
        ),
        (msg("Tables look like this."), '{| class="wikitable"\n! Формат !! Бит\n|-\n| FP16 || 16\n|}'),
        (
            msg("Pictures are in the namespace «{name}».", name=profile.file_prefix),
            f"[[{profile.file_prefix}:Пример.png|thumb|Подпись]]",
        ),
        (named_rule, named),
        (
            msg(
                "Give each source its DOI, arXiv number, ISBN or address, and cite only what says the sentence it stands behind."
            ),
            f"Утверждение.<ref>{paper}</ref>",
        ),
        (msg("The article ends with the list of notes."), f"== {profile.list_heading} ==\n<references/>"),
    ]
    if profile.formula_renderer:
        rules.insert(
            6,
            (
                msg(
                    "The formula renderer is old: plain commands of LaTeX alone, no «\\boldsymbol», no Cyrillic inside."
                ),
                "",
            ),
        )
    return tuple(rules)


def primer_examples(profile: Profile) -> str:
    """All examples as one page."""
    return "\n\n".join(example for _, example in primer(profile) if example) + "\n"
