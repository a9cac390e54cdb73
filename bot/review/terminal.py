"""The review loop in a terminal: evidence first, one key a decision, safe to leave at any prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.locale import Speech
from bot.model.message import Message, msg
from bot.model.report import ClaimCheck
from bot.model.verdict import Contradicted, NotInSource, Partial, Supported, Unjudged, quote_of
from bot.report.words import word
from bot.review.decisions import Waiting, release, take_back, undecided
from bot.store import Store

KEYS: tuple[tuple[str, Message], ...] = (
    ("y", msg("I have read the source and it says so: release the citation (a reason is asked for)")),
    ("s", msg("skip it for now")),
    ("v", msg("show every passage")),
    ("u", msg("take the last release back")),
    ("q", msg("leave; what was decided is kept")),
    ("?", msg("this list")),
)


@dataclass(frozen=True, slots=True)
class Console:
    """The terminal: ``ask`` shows a prompt and returns a line, raising EOFError at its end; ``show`` prints a line."""

    ask: Callable[[str], str]
    show: Callable[[str], None]
    speech: Speech

    def tell(self, message: Message) -> None:
        """Print a message in the person's language."""
        self.show(self.speech.say(message))

    def question(self, message: Message) -> str:
        """Ask; the end of input reads as «leave»."""
        try:
            return self.ask(self.speech.say(message) + " ").strip()
        except EOFError:
            return ""


def review(items: Sequence[Waiting], store: Store, console: Console, who: str) -> int:
    """Go through what nobody has decided; returns how many stay undecided."""
    history: list[Waiting] = []
    queue = list(undecided(items, store))
    place = 0
    while place < len(queue):
        item = queue[place]
        _present(item, place + 1, len(queue), console)
        step = _decide(item, store, console, who, history)
        if step is None:
            break
        place = max(0, place + step)
    left = len(undecided(items, store))
    console.tell(msg("released: {released}, undecided: {left}", released=len(items) - left, left=left))
    return left


def _decide(item: Waiting, store: Store, console: Console, who: str, history: list[Waiting]) -> int | None:
    """Ask until a key moves on: 1 forward, -1 back, None to leave."""
    while True:
        try:
            key = console.ask("[y s v u q ?] ").strip().lower()
        except EOFError:
            return None
        if key == "q":
            return None
        if key == "s":
            return 1
        if key == "u" and history:
            take_back(store, history.pop())
            return -1
        if key == "y" and _release(item, store, console, who):
            history.append(item)
            return 1
        if key == "v":
            _show_passages(item, console)
        elif key != "y":
            for name, what in KEYS:
                console.show(f"  {name}  {console.speech.say(what)}")


def _release(item: Waiting, store: Store, console: Console, who: str) -> bool:
    if item.blocked:
        typed = console.question(
            msg("this fault is proven; to overrule it type the citation's name ({label}):", label=item.label)
        )
        if typed != item.label:
            console.tell(msg("not released"))
            return False
    reason = console.question(msg("reason:"))
    if not reason:
        console.tell(msg("not released: a reason is needed"))
        return False
    release(store, item, reason, who)
    return True


def _present(item: Waiting, number: int, total: int, console: Console) -> None:
    citation = item.check.citation
    console.show("")
    console.show(f"── {number}/{total} ── [{item.label}] {citation.cited.title or citation.cited.plain[:120]}")
    console.tell(msg("held because: {why}", why=item.because.message))
    for claim in item.check.claims:
        console.tell(msg("claim: {text}", text=claim.claim.text))
        _show_evidence(claim, console)


def _show_evidence(claim: ClaimCheck, console: Console) -> None:
    quote = quote_of(claim.support)
    if quote is not None:
        console.tell(msg("quote: «{text}»", text=quote.text))
    else:
        passages = _passages(claim)
        if passages:
            console.tell(msg("nearest passage: «{text}»", text=passages[0]))
        else:
            console.tell(msg("no text of the source was read"))
    if isinstance(claim.support, Unjudged):
        console.tell(msg("not judged: {why}", why=word(claim.support.reason)))


def _show_passages(item: Waiting, console: Console) -> None:
    shown = [text for claim in item.check.claims for text in _passages(claim)]
    for text in dict.fromkeys(shown):
        console.show(f"  «{text}»")
    if not shown:
        console.tell(msg("no text of the source was read"))


def _passages(claim: ClaimCheck) -> list[str]:
    match claim.support:
        case (
            Supported(evidence=evidence)
            | Partial(evidence=evidence)
            | Contradicted(evidence=evidence)
            | NotInSource(evidence=evidence)
            | Unjudged(evidence=evidence)
        ):
            return [passage.text for passage in evidence.passages]
