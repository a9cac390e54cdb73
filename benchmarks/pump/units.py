"""What is repeated: a fixed list of hostile strings, and for each pattern strings made of its own source.

A pattern's own strings come from a small reader of regular expressions. It follows the source and writes one text that could
match, piece by piece: a literal as it stands, a member of a class, a group's alternative, a repeat as many times as it must.
Look-arounds write nothing. What it writes need not match: pieces of a match are what makes a rule try again and again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Of one length class each; what a page, a source, a reply or a table cell can be full of.
FIXED: tuple[str, ...] = (
    " ", "\t", "\n", "\r\n", "\u00a0", " \n", "\n\n", "a", "A", "и", "И", "aB", "Aa ", "A ", "A. ", "И. И. ",
    "Ии ", "Ии, ", "Ии и ",
    "Van ", "1", "0", "1 ", "1,", "1.", "1. ", "1-", "12 ", "I", "IV ", "MDCLX", ". ", "a. ", "., ", ", ", ",",
    ";", ":", "-", "—", "– ",
    "(", ")", "[", "]", "{", "}", "<", ">", "()", "[]", "((a", "[[", "]]", "{{", "}}", "{|\n|", "|", "||",
    "|-\n", "\n* ", "\n== ", "==",
    "'", "''", "'''", '"', "«", "»", "“", "„a", "`", "```\n", "$", "$$", "\\(", "\\[", "\\", "\\a", "*", "**",
    "**a", "_", "~", "#", "&",
    "&#", "&#1;", "&amp;", "%", "%41", "%D0", "/", "//", "?", "??", "=", "+", "^", "@", "!", "!--", "<!--",
    " <!--", "-->", "<ref>",
    "<ref", "<ref/>", "</ref>", "<ref name=", "<nowiki>", "<math>", "<tex>", "<a ", "<a href=", "</",
    "http://", "http://a ", "https://a?b?",
    "www.a.", "a@", "10.1/", "10.1234/a", "doi:", "arXiv:", "ISBN ", "p. ", "с. ", "№ ", "\ue200",
    "\ue200cite", "\u200b", "\u0301", "é",
    "{{a|", "{{a}}", "[[a|", "[[a]]", "[http://a ", "{{reflist}}", "one hundred ", "and ", "et al. ", "не ",
    "in ", "the ",
)  # fmt: skip
_MEMBERS = {"d": "1", "w": "aЯ1", "s": " \n", "D": "a", "W": " ", "S": "a"}
_CONTROL = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}
_LOOK = re.compile(r"\?(?:<?[=!]|#)")
_GROUP = re.compile(r"\?(?:P<\w+>|[aiLmsux-]*:|>)")
_FLAGS = re.compile(r"\?[aiLmsux]+\)")
_COUNT = re.compile(r"\{(\d*)(,?)(\d*)\}")
_CODE = re.compile(r"x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}")


class _Reader:
    """Follows a pattern's source; ``choice`` says which alternatives and which members are taken."""

    def __init__(self, source: str, choice: int, *, verbose: bool) -> None:
        self.source, self.choice, self.verbose, self.at = source, choice, verbose, 0

    def alternatives(self) -> list[str]:
        """The pieces of one alternative, up to the bracket that closes the group."""
        branches: list[list[str]] = [[]]
        while self.at < len(self.source) and self.source[self.at] != ")":
            if self.source[self.at] == "|":
                self.at += 1
                branches.append([])
            else:
                branches[-1] += self._repeated(self._atom())
        self.at += 1
        return branches[self.choice % len(branches)]

    def _atom(self) -> list[str]:
        mark = self.source[self.at]
        self.at += 1
        if mark == "(":
            return self._group()
        if mark == "[":
            return [self._class()]
        if mark == "\\":
            return [self._escape()]
        if mark == "#" and self.verbose:
            self.at = (self.source.find("\n", self.at) + 1) or len(self.source)
            return []
        if mark in "^$" or (self.verbose and mark.isspace()):
            return []
        return ["a" if mark == "." else mark]

    def _group(self) -> list[str]:
        if match := _FLAGS.match(self.source, self.at):
            self.at = match.end()
            return []
        if match := _LOOK.match(self.source, self.at):
            self.at = match.end()
            ahead = self.alternatives()
            return ahead if match.group() in {"?=", "?<="} and self.choice % 2 else []
        if match := _GROUP.match(self.source, self.at):
            self.at = match.end()
        elif self.source.startswith(("?P=", "?("), self.at):
            self.at = self.source.find(")", self.at) + 1
            return []
        return self.alternatives()

    def _escape(self) -> str:
        if match := _CODE.match(self.source, self.at):
            self.at = match.end()
            return chr(int(match.group()[1:], 16))
        mark = self.source[self.at]
        self.at += 1
        if mark in _MEMBERS:
            return _MEMBERS[mark][self.choice % len(_MEMBERS[mark])]
        return "" if mark in "bBAZ" or (mark.isdigit() and mark != "0") else _CONTROL.get(mark, mark)

    def _class(self) -> str:
        members: list[str] = []
        negated = self.source.startswith("^", self.at)
        self.at += negated
        first = True
        while first or self.source[self.at] != "]":
            first = False
            mark = self.source[self.at]
            self.at += 1
            members.append(self._escape() if mark == "\\" else mark)
        self.at += 1
        if not negated:
            return members[self.choice % len(members)]
        return next((each for each in ("a", " ", "1", "(", "<", "Я")[self.choice % 3 :] if each not in members), "§")

    def _repeated(self, pieces: list[str]) -> list[str]:
        least = 1
        mark = self.source[self.at : self.at + 1]
        if mark in ("*", "+", "?"):
            self.at += 1
        elif mark == "{" and (match := _COUNT.match(self.source, self.at)):
            self.at = match.end()
            least = min(max(int(match[1] or 0), 1), 4)
        else:
            return pieces
        if self.source[self.at : self.at + 1] in ("?", "+"):
            self.at += 1
        return [piece for _ in range(least) for piece in pieces]


def pieces(pattern: re.Pattern[str], choice: int) -> list[str]:
    """One text that the pattern could match, in pieces."""
    reader = _Reader(pattern.pattern, choice, verbose=bool(pattern.flags & re.VERBOSE))
    return [piece for piece in reader.alternatives() if piece]


#: Before the pumped part, the unit, and after it.
Pump = tuple[str, str, str]
_TAIL = "\0"


def pumps(pattern: re.Pattern[str], *, whole: bool) -> Iterator[Pump]:
    """The repeated strings for a pattern, each once: those of its own source first, then the fixed ones."""
    yield from dict.fromkeys(pump for pump in _pumps(pattern, whole=whole) if pump[1])


def _pumps(pattern: re.Pattern[str], *, whole: bool) -> Iterator[Pump]:
    characters: dict[str, None] = {}
    for choice in range(8 if whole else 4):
        parts = pieces(pattern, choice)[: 60 if whole else 24]
        characters.update(dict.fromkeys(parts))
        yield "", "".join(parts), _TAIL
        for index, part in enumerate(parts):
            head = "".join(parts[:index])
            yield head, part, _TAIL
            yield "", head + part, _TAIL
            yield "", part + "".join(parts[index + 1 : index + 2]), _TAIL
            if whole:
                yield head, part, ""
                yield head, "".join(parts[index : index + 2]), _TAIL
                yield head, "".join(parts[index : index + 3]), _TAIL
                yield from ((head, each, _TAIL) for each in (" ", "a", "1", "И"))
    for unit in (*list(characters)[:12], *FIXED):
        yield "", unit, _TAIL
        if whole:
            yield "", unit, ""
