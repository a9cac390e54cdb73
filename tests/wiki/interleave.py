"""Two people and the bot at one wiki, in random order, with kills: the wiki's history is asked who lost a word.

``python -m tests.wiki.interleave --count 1000 --wiki standin`` (or pywikibot, api, form: the real 1.39) runs the full size.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.errors import EditConflict, WikiError, WikiUnreachable
from bot.model.message import msg
from bot.model.report import NotesKept
from bot.wiki.confirm import LATE
from bot.wiki.protocols import StillPending
from bot.wiki.pywikibot_client import PywikibotReader
from bot.wiki.wiki_client import SafeWiki
from tests.fakes.mw112 import MiniWiki, serve
from tests.mediawiki import running_wiki
from tests.wiki.stages import Line, RealStage, Stage, StandInStage
from tests.wiki.test_contract import passed

PEOPLE = ("Анна", "Борис")
_DEFINED = re.compile(r'<ref name="([^"]+)">([^<]*)</ref>')
_REUSED = re.compile(r'<ref name="([^"]+)" />')
_WORD = re.compile(r"слово\d+")


class Killed(BaseException):
    """The bot's process ends here."""


@dataclass
class Draft:
    """What a person has open in their browser."""

    title: str
    base: str
    handle: str
    change: Callable[[str], str]


@dataclass
class Story:
    """One wiki's worth of random events; ``told`` counts how the bot's saves ended."""

    stage: Stage
    chance: random.Random
    titles: list[str] = field(default_factory=list)
    drafts: dict[str, Draft] = field(default_factory=dict)
    told: Counter[str] = field(default_factory=Counter)
    late: list[Callable[[], Any]] = field(default_factory=list)
    words: int = 0

    def run(self, count: int, *, pages: int = 4) -> None:
        """``count`` saves of the bot with people around them. Raises AssertionError with the history where a word was lost."""
        for number in range(count):
            if number % 40 == 0:
                self.titles = [self.stage.title("Чередование") for _ in range(pages)]
                for title in self.titles:
                    self.stage.person_writes(title, self._start())
                self.drafts.clear()
            self._people()
            title = self.chance.choice(self.titles)
            self._land(0.4)
            self._bot(title)
            self._people()
            self._land(0.3)
            self._settle()
            self._judge(title)

    def _land(self, chance: float) -> None:
        """The wiki finishes what was sent long ago, or never does."""
        if self.late and self.chance.random() < chance:
            send = self.late.pop(0)
            with suppress(WikiError):  # whatever it answers, nobody hears it
                send()
            self.told["landed late"] += 1

    def _settle(self) -> None:
        """Some other command of the bot comes by, before anybody judges; nothing lands later than it waits."""
        if self.chance.random() < 0.2:
            self._land(0.5)
            self.late.clear()
            self.stage.clock.passed += LATE
        while True:
            try:
                self.stage.client().recover()
            except EditConflict as conflict:
                self.told["taken back, late"] += 1
                self._mend(conflict)
            else:
                return

    def _mend(self, conflict: EditConflict) -> None:
        """What the bot cannot give back by itself (WIKI003) it tells at once, and a person puts the words back by hand.

        Only where the page has gone on from the edit that is told, or where the answer to its giving back was lost: it may never
        arrive. Where the bot's mixture still stands, it should have given the words back.
        """
        if conflict.code != "WIKI003":
            return
        for title in self.titles:
            history = self.stage.history(title)
            gone_on = f" {history[0].revid}, but " not in str(conflict)
            if (
                str(conflict).startswith(f"{title}:")
                and (gone_on or self._awaited(title))
                and (gone := words_owed(history, self.stage.bot))
            ):
                self.told["told, mended by hand"] += 1
                self.stage.person_writes(title, "\n\n".join([history[0].text, *sorted(gone)]))

    def _awaited(self, title: str) -> bool:
        """Whether a save of the page may still arrive."""
        return any(pending.order.base.title == title for pending in self.stage.client()._journal.pending())

    def _start(self) -> str:
        paragraphs = [f'Абзац {self._word()}.<ref name="s{n}">Источник {n}</ref>' for n in range(3)]
        copies = [f'Ещё {self._word()}.<ref name="s{n}">Источник {n}</ref>' for n in range(3)]
        return "\n\n".join([*paragraphs, *copies, "== Примечания ==", "<references />"])

    def _word(self) -> str:
        self.words += 1
        return f"слово{self.words}"

    # -- people: they see a page, change it, save later; on a conflict they do it again on the new text

    def _people(self) -> None:
        for _ in range(self.chance.choice((0, 0, 1, 2))):
            self._person(self.chance.choice(self.titles))

    def _person(self, title: str) -> None:
        name = self.chance.choice(PEOPLE)
        draft = self.drafts.pop(name, None)
        if draft is None or self.chance.random() < 0.3:
            base, handle = self.stage.opens(name, title)
            draft = Draft(title, base, handle, self._change())
            if self.chance.random() < 0.5:
                self.drafts[name] = draft
                return
        text, handle = draft.base, draft.handle
        for _ in range(5):
            if self.stage.saves(name, draft.title, draft.change(text), handle):
                return
            text, handle = self.stage.opens(name, draft.title)

    def _change(self) -> Callable[[str], str]:
        word, place, source = self._word(), self.chance.random(), self.chance.randrange(3)
        kind = self.chance.choice(("append", "append", "insert", "touch", "copy"))

        def changed(text: str) -> str:
            lines = text.split("\n")
            at = int(place * max(1, len(lines) - 3))
            if kind == "append":
                lines[-3:-3] = ["", f"Человек добавил {word}."]
            elif kind == "insert":
                lines[at:at] = [f"Человек вставил {word}.", ""]
            elif kind == "touch":
                lines[at] += f" Человек дописал {word}."
            else:
                lines[-3:-3] = ["", f'Повтор {word}.<ref name="s{source}">Источник {source}</ref>']
            return "\n".join(lines)

        return changed

    # -- the bot: merges copies of refs, at any moment somebody may be faster, or the process may die

    def _bot(self, title: str) -> None:
        client = self.stage.client()
        page = client.read(title)
        assert page is not None
        if self.chance.random() < 0.3:
            self._people()
        self._disturb(client, title)
        try:
            text = merged_copies(page.text, self._word())
            notes = NotesKept(page.text) if self.chance.random() < 0.3 else None  # some have the wiki render them first
            saved = client.save(page, text, f"сноски {self.words}", passed(page, text), notes=notes)
        except StillPending:
            self.told["not before the earlier one"] += 1
        except WikiUnreachable:
            self.told["answer lost"] += 1
        except EditConflict as conflict:
            self._mend(conflict)
            self.told["taken back" if "taken back" in str(conflict) else "conflict"] += 1
        except Killed:
            self.told["killed"] += 1
            self._after_a_kill()
        else:
            self.told["null" if saved.oldid == saved.newid else "saved"] += 1

    def _after_a_kill(self) -> None:
        self._people()
        try:
            self.stage.client().recover()
        except EditConflict as conflict:
            self._mend(conflict)
            self.told["taken back after a kill"] += 1

    def _disturb(self, client: SafeWiki, title: str) -> None:
        """People right before and right after the save arrives; another process of the bot; SIGKILL at a named step."""
        chosen, after, lost = self.chance.random(), self.chance.random(), self.chance.random() < 0.15
        death = self.chance.choice((*("",) * 12, "begin", "before", "after", "end"))
        left = [True]

        def around(send: Callable[[], Any]) -> Any:
            if not left:
                return send()
            left.clear()  # a save that gives something back is disturbed by nobody but chance
            if chosen < 0.35:
                self._person(title)
            elif chosen < 0.45:
                self.stage.bot_writes(
                    title, f"{self.stage.history(title)[0].text}\n\nДругой процесс бота {self._word()}."
                )
            if death == "before":
                raise Killed
            if lost:
                self.late.append(send)
                raise WikiUnreachable(msg("no answer in time"))
            answer = send()
            if after < 0.2:
                self._person(title)
            if death == "after":
                raise Killed
            return answer

        wrap_write(client, around)

        def die(*_: object, **__: object) -> None:
            raise Killed

        if death == "begin":
            client._journal.begin = die  # type: ignore[method-assign]  # the process ends here
        if death == "end":
            client._journal.end = die  # type: ignore[method-assign]  # the process ends here

    def _judge(self, title: str) -> None:
        fault = lost_words(self.stage.history(title), self.stage.bot) or new_ref_errors(self.stage, title)
        if fault:
            lines = [f"{line.revid} {line.user}: {line.comment}\n{line.text}" for line in self.stage.history(title)[:8]]
            raise AssertionError("\n---\n".join([fault, *lines]))


def wrap_write(client: SafeWiki, around: Callable[[Callable[[], Any]], Any]) -> None:
    """Put ``around`` about the one request that saves: as near to the wiki as the client lets us."""
    saver: Any = client._saver
    reader: Any = client._reader
    if isinstance(reader, PywikibotReader):
        write = saver.write
        saver.write = lambda order: around(lambda: write(order))
        return
    post = reader.transport.post

    def posted(url: str, fields: dict[str, str], query: dict[str, str] | None = None) -> Any:
        saving = "wpTextbox1" in fields or fields.get("action") == "edit"
        return around(lambda: post(url, fields, query)) if saving else post(url, fields, query)

    reader.transport.post = posted


def merged_copies(text: str, word: str) -> str:
    """The bot's edit: each later copy of a named ref becomes a reuse. With nothing to merge, a line of its own.

    Below the list nothing is merged: from 1.19 on a list prints what stands above it and forgets it, and a reuse below would
    find no definition (the wiki's own preview refuses such a save, WIKI010).
    """
    seen: set[tuple[str, str]] = set()

    def shortened(found: re.Match[str]) -> str:
        key = (found[1], found[2])
        if key in seen:
            return f'<ref name="{found[1]}" />'
        seen.add(key)
        return found[0]

    above, list_, below = text.partition("<references />")
    changed = _DEFINED.sub(shortened, above) + list_ + below
    return changed if changed != text else text.replace("== Примечания ==", f"<!-- бот {word} -->\n== Примечания ==", 1)


def lost_words(history: list[Line], bot: str) -> str:
    """Words that a revision of the bot took out of the page and that never came back; "" when there are none."""
    owed = words_owed(history, bot)
    return f"lost by the bot: {owed}" if owed else ""


def words_owed(history: list[Line], bot: str) -> dict[str, int]:
    """Those words, with the revision that took each out.

    Nothing is owed for giving the page back exactly as somebody left it: what that lacks, they took out themselves: MediaWiki
    lets a stale draft overwrite whatever was saved in the same second, and the bot's edit on top may have brought it back.
    """
    owed: dict[str, int] = {}
    previous = theirs = ""
    for line in reversed(history):
        if line.user != bot:
            theirs = line.text
        elif line.text != theirs:
            gone = people_s_words(previous) - people_s_words(line.text)
            owed |= dict.fromkeys(gone, line.revid)
        for word in people_s_words(line.text):
            owed.pop(word, None)
        previous = line.text
    return owed


def people_s_words(text: str) -> set[str]:
    """Numbered words, but not those in the bot's own comments."""
    return set(_WORD.findall(re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)))


def new_ref_errors(stage: Stage, title: str) -> str:
    """A reuse without a definition that the bot's newest revision has and the one before has not."""
    history = stage.history(title)
    if len(history) < 2 or history[0].user != stage.bot:
        return ""
    new = dangling(history[0].text) - dangling(history[1].text)
    return f"ref errors by the bot: {new}" if new else ""


def dangling(text: str) -> set[str]:
    """Names that are used and not defined."""
    return {found[1] for found in _REUSED.finditer(text)} - {found[1] for found in _DEFINED.finditer(text)}


def main() -> int:
    """The full size, by hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--wiki", choices=("standin", "pywikibot", "api", "form"), default="standin")
    given = parser.parse_args()
    sys.stdout.write(f"{given.wiki}: {given.count} interleavings, seed {given.seed}\n")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if given.wiki == "standin":
            wiki = MiniWiki()
            stage: Stage = StandInStage(wiki, stack.enter_context(serve(wiki)), folder / "state")
        else:
            stage = RealStage(stack.enter_context(running_wiki(folder / "wiki")), given.wiki, folder / "state")
        story = Story(stage, random.Random(given.seed))  # noqa: S311  # no secret, a repeatable story
        story.run(given.count)
    sys.stdout.write(f"no word lost, no ref broken: {dict(story.told)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
