"""How text is read where no wiki is known: a snippet, a note's content."""

from __future__ import annotations

from bot.wikitext.lexer import Lexed, Rules, _Scanner, rules_for

#: Every tag that any profile knows; nothing unclosed swallows the rest.
GENERIC = rules_for(
    frozenset("nowiki pre source syntaxhighlight math tex chem ce templatedata score timeline graph".split()), (1, 39)
)


def lex_plain(text: str, rules: Rules) -> Lexed:
    """Lex a snippet under given rules."""
    scanner = _Scanner(text, rules)
    scanner.scan(0, len(text), -1, ())
    return Lexed(text, tuple(scanner.out), rules.transparent, scanner.tail, tuple(scanner.literal))
