"""The wikis of a night: the real MediaWiki 1.39 and the stand-in of 1.12, with the same people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.fakes.mw112 import MiniWiki, serve
from tests.mediawiki import BOT, SECRET, Wiki, running_wiki
from tests.run.child import Ask
from tests.run.night import NightWiki
from tests.wiki.stages import OLD_PASSWORD

REPORT = f"Участник:{BOT}/Отчёт"


@dataclass
class Real:
    """The real wiki."""

    wiki: Wiki

    def write(self, title: str, text: str) -> None:
        """A person saves."""
        self.wiki.person().write(title, text)

    def history(self, title: str) -> list[tuple[str, str, str]]:
        """Newest first."""
        return [(line.user, line.comment, line.text) for line in self.wiki.person().history(title)]


@dataclass
class StandIn:
    """The stand-in; its clock stands still, far from the bot's."""

    wiki: MiniWiki

    def write(self, title: str, text: str) -> None:
        """A person saves, and some time passes."""
        self.wiki.write(title, text, "Человек")
        self.wiki.tick(2.0)

    def history(self, title: str) -> list[tuple[str, str, str]]:
        """Newest first."""
        name = str(self.wiki.canonical(title))
        return [(line.user, line.comment, line.text) for line in self.wiki.history(name)]


@contextmanager
def opened(kind: str, folder: Path) -> Iterator[tuple[NightWiki, Ask]]:
    """The wiki, and what the bot is asked there."""
    state = str(folder / "state")
    if kind == "standin":
        mini = MiniWiki()
        mini.add_user(BOT, OLD_PASSWORD, "bot")
        mini.add_user("Человек", "human112pass")
        with serve(mini) as address:
            yield StandIn(mini), Ask(address, BOT, OLD_PASSWORD, state, report_page=REPORT)
    else:
        with running_wiki(folder / "wiki") as wiki:
            yield Real(wiki), Ask(wiki.address, wiki.bot_login, SECRET, state, report_page=REPORT)
