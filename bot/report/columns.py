"""Lines of a terminal report: styled pieces laid out in columns, given back as text.

Everything shown goes through ``visible``, and nothing is read as markup of the terminal library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.report.visible import in_ascii_marks, one_line, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

#: Colour repeats what a word or a mark already says. Blue and yellow for a diff: red and green look the same to many.
STYLES: Mapping[str, str] = {
    "": "",
    "error": "bold red",
    "warning": "bold yellow",
    "note": "cyan",
    "good": "green",
    "strong": "bold",
    "quiet": "dim",
    "added": "blue",
    "removed": "yellow",
    "added word": "bold underline blue",
    "removed word": "bold underline yellow",
}
INDENT = 4
_LABEL_MOST = 16


@dataclass(frozen=True, slots=True)
class Piece:
    """Text in one style (a key of ``STYLES``)."""

    text: str
    style: str = ""


Line = Iterable["Piece | str"]


class Columns:
    """Collects lines. ``width`` is in columns; a word longer than a line (an address) is kept whole so that it can be copied."""

    def __init__(self, width: int, *, color: bool, ascii_only: bool) -> None:
        self._width = max(width, 40)
        self._color = color
        self._ascii = ascii_only
        self._lines: list[Text] = []

    @property
    def empty(self) -> bool:
        """Whether nothing was written yet."""
        return not self._lines

    def blank(self) -> None:
        """An empty line, but never two together and never the first."""
        from rich.text import Text

        if self._lines and self._lines[-1].plain:
            self._lines.append(Text())

    def line(self, *pieces: Piece | str, indent: int = 0, hang: int = 0) -> None:
        """One paragraph; its lines after the first stand ``hang`` columns further in."""
        self._wrapped(self._text(pieces), " " * indent, " " * (indent + hang))

    def row(self, label: str, *pieces: Piece | str, labels: int = _LABEL_MOST) -> None:
        """A labelled paragraph under a finding; ``labels`` is the width of the label column."""
        head = " " * INDENT + one_line(label, _LABEL_MOST).ljust(min(labels, _LABEL_MOST)) + " "
        self._wrapped(self._text(pieces), head, " " * len(head), "quiet")

    def raw(self, *pieces: Piece | str) -> None:
        """One line exactly as it is, never wrapped: a line of a diff."""
        self._lines.append(self._text(pieces))

    def text(self) -> str:
        """Everything written, each line without spaces at its end; ends in a line feed unless empty."""
        while self._lines and not self._lines[-1].plain:
            self._lines.pop()
        return "".join(f"{line}\n" for line in self._rendered())

    def _text(self, pieces: Line) -> Text:
        from rich.text import Text

        text = Text()
        for piece in pieces:
            shown = piece if isinstance(piece, Piece) else Piece(piece)
            text.append(self._marks(visible(shown.text.replace("\n", " "))), STYLES[shown.style])
        return text

    def _marks(self, text: str) -> str:
        return in_ascii_marks(text) if self._ascii else text

    def _wrapped(self, text: Text, first: str, rest: str, lead_style: str = "") -> None:
        from rich.text import Text

        room = max(self._width - len(rest), 20)
        text.expand_tabs(4)
        for number, line in enumerate(text.divide(_breaks(text.plain, room)) or [text]):
            # a style of the whole line would colour what is appended, too
            lead = Text().append(self._marks(rest if number else first), STYLES[lead_style])
            line.rstrip()
            lead.append_text(line)
            self._lines.append(lead)

    def _console(self) -> Console:
        from rich.console import Console

        return Console(
            width=self._width,
            color_system="standard" if self._color else None,
            force_terminal=self._color,
            no_color=not self._color,
            legacy_windows=False,
            highlight=False,
            markup=False,
            emoji=False,
        )

    def _rendered(self) -> Iterable[str]:
        console = self._console()
        for line in self._lines:
            if not self._color:
                yield line.plain.rstrip()
                continue
            with console.capture() as captured:
                console.print(line, soft_wrap=True, end="")
            yield captured.get().rstrip()


def _breaks(text: str, room: int) -> list[int]:
    """Offsets where lines of ``room`` columns begin; a longer word overflows (the library would cut it in two)."""
    from rich.cells import cell_len

    breaks: list[int] = []
    used = 0
    for word in re.finditer(r"\S+\s*", text):
        length = cell_len(word[0].rstrip())
        if used and used + length > room:
            breaks.append(word.start())
            used = 0
        used += cell_len(word[0])
    return breaks
