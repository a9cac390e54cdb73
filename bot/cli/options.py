"""Options that commands share, and what they turn into."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.command import option, options_of, taken
from bot.cli.path_types import READ, WRITTEN
from bot.cli.streams import ConsoleProgress, ascii_only, complain, line_of, page_data, write_data
from bot.locale import LANGUAGES, Speech, choose_language
from bot.model.message import Message, msg
from bot.profiles import PROFILE_NAMES, profile
from bot.report import FORMATS, Style

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.config.settings_files import Untrusted
    from bot.errors import ConfigError
    from bot.jobs.session import Chosen, Session
    from bot.jobs.wikis import Wikis
    from bot.model.ports import WikiInfo
    from bot.model.report import Report


@dataclass(frozen=True, slots=True)
class Common:
    """The common options as they were given."""

    config: str | None = option(
        "--config", type=READ, metavar="FILE", help="Settings file (default: mlwiki.toml here)."
    )
    profile: str | None = option(
        "--profile", type=click.Choice(PROFILE_NAMES), help="The wiki's markup; mlru is machinelearning.ru."
    )
    format: str = option("--format", type=click.Choice(FORMATS), default="text", help="Form of the report.")
    output: str | None = option(
        "--output", type=WRITTEN, metavar="FILE", help="Write the report there instead of to standard output."
    )
    lang: str | None = option("--lang", type=click.Choice(LANGUAGES), help="Language of the report.")
    color: str = option(
        "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour of the report."
    )
    quiet: bool = option("-q", "--quiet", is_flag=True, help="Only what needs a person.")
    verbose: int = option("-v", "--verbose", count=True, help="More detail: every finding and edit of a group.")
    pager: bool = option("--pager", is_flag=True, help="On a terminal, show the report page by page (PAGER).")
    encoding: str | None = option(
        "--encoding", metavar="NAME", help="Encoding of the input files, when it is not UTF-8."
    )

    def settings(self, **flags: object) -> Settings:
        """Settings with this command's flags on top («section.key» with ``__`` for the dot)."""
        from bot.config.load import load

        speech = Speech(choose_language(self.lang, profile(self.profile).language if self.profile else None))

        def believed(found: Untrusted) -> bool:
            from bot.cli.trust import asked

            return asked(found, speech)

        return load(
            Path(self.config) if self.config else None,
            os.environ,
            {name.replace("__", "."): value for name, value in flags.items()},
            believed,
        )


#: Adds them to a command.
common = options_of(Common)
#: The same for a command that shows no report.
common_without_report = options_of(Common, without=("format", "output", "color", "verbose", "pager"))
#: The same for a command whose report is no long text.
common_without_pager = options_of(Common, without=("pager",))


def gather(given: dict[str, Any]) -> Common:
    """Take the common options out of a command's keyword arguments."""
    return taken(Common, given)


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What a command works with: options, settings, profile, language, and the I/O of the use case."""

    options: Common
    settings: Settings
    chosen: Chosen
    speech: Speech
    session: Session

    @property
    def to_screen(self) -> bool:
        """Whether the report goes to a person's terminal."""
        return self.options.output is None and sys.stdout.isatty()

    @property
    def colored(self) -> bool:
        """``--color``, then NO_COLOR and FORCE_COLOR, then what the terminal is."""
        if self.options.color != "auto":
            return self.options.color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return self.to_screen and os.environ.get("TERM") != "dumb"

    @property
    def width(self) -> int:
        """Columns for the report: the terminal's, 100 for a file."""
        import shutil

        return shutil.get_terminal_size((100, 24)).columns if self.to_screen else 100

    @property
    def ascii_only(self) -> bool:
        """Whether marks must be plain ASCII."""
        return self.to_screen and ascii_only()

    def deliver(self, text: str, *, styled: bool = False) -> None:
        """Write the report to ``--output`` (whole or not at all) or to standard output; ``styled`` as in ``write_data``."""
        if self.options.output is None:
            if self.options.pager and self.to_screen:
                page_data(text, styled=styled)
            else:
                write_data(text, styled=styled)
            return
        from bot.atomic import write_atomic

        write_atomic(Path(self.options.output), text.encode("utf-8"))

    def style(self, *, written: bool = False) -> Style:
        """How this terminal, or a file, wants a report; ``written`` after a tidy's safe edits were made."""
        return Style(self.width, self.colored, self.ascii_only, self.options.quiet, written, self.options.verbose > 0)

    def present(self, report: Report, *, written: bool = False) -> None:
        """Deliver a report in the format that was asked for, in this terminal's style."""
        from bot.report import render

        told = render(report, self.options.format, self.speech, self.style(written=written))
        self.deliver(told, styled=self.options.format == "text" and self.colored)

    @property
    def note(self) -> Callable[[Message], None] | None:
        """Takes what a person should know beforehand; ``--quiet`` leaves it out."""
        return None if self.options.quiet else self.session.notify

    def notify(self, text: str) -> None:
        """Say something on standard error unless ``--quiet``."""
        if not self.options.quiet:
            complain(text)


@contextmanager
def command_context(
    options: Common,
    settings: Settings,
    *,
    wiki: WikiInfo | None = None,
    wikis: Wikis | None = None,
    temporary: bool = False,
    needed: bool = True,
    progress: bool = True,
) -> Iterator[CommandContext]:
    """Open the store and put a command's session together; ``temporary`` keeps nothing, ``progress`` False shows none.

    Where the store is not ``needed``, one that cannot be used is told once, and an empty one in memory takes its place.
    ``wiki`` is what the page's wiki says of itself: its release and tags are the rules, whichever profile is named. ``wikis`` are
    those that pages were read from: each is asked for its templates where nobody lately has.
    """
    from bot.crash import Crashes, bug_message
    from bot.jobs.known_templates import knowing_templates, learn_templates
    from bot.jobs.session import Session, choose_profile, connected, opened_store
    from bot.store import store_place

    chosen = choose_profile(options.profile, settings, wiki)
    speech = Speech(
        choose_language(options.lang, chosen.profile.language if _profile_named(options, settings) else None)
    )
    place = None if temporary else store_place(settings, os.environ)
    shown = progress and not options.quiet
    told_already: set[Message] = set()

    def notify(message: Message) -> None:
        # a command over many pages meets the same thing on each of them
        if message not in told_already:
            told_already.add(message)
            complain("mlwiki: " + speech.say(message))

    def written(error: BaseException) -> Message:
        said = bug_message(error)
        complain("mlwiki: " + speech.say(said))
        return said

    def without(error: ConfigError) -> None:
        complain(line_of(error, speech))
        complain(
            "mlwiki: " + speech.say(msg("it goes on without: what you decided before is not remembered this time"))
        )

    with (
        opened_store(place, None if needed else without) as store,
        ConsoleProgress(speech, shown=shown) as steps,
        connected(
            Session(settings, store, progress=steps, environment=os.environ, notify=notify, crashes=Crashes(written))
        ) as session,
    ):
        for key, origin in settings.retired:
            notify(
                msg("`{key}` in {origin} is no longer a setting and does nothing: take it out", key=key, origin=origin)
            )
        for client, addresses in () if wikis is None else wikis.opened():
            learn_templates(client, addresses, store)
        # an address of another page says nothing of this profile's wiki
        here = wiki.address if wiki is not None else settings.wiki.url if options.profile is None else ""
        yield CommandContext(options, settings, knowing_templates(chosen, here, store), speech, session)


def _profile_named(options: Common, settings: Settings) -> bool:
    return bool(options.profile or settings.wiki.profile)


def warn_of_no_contact(context: CommandContext) -> None:
    """One line where nobody could reach the operator; reading goes on without the services that want an address."""
    if not context.settings.contact:
        warning = msg(
            "no contact is set, so services that want one are not asked; {how}",
            how=msg('set contact = "mailto:you@example.org" in mlwiki.toml'),
        )
        context.notify("mlwiki: " + context.speech.say(warning))
