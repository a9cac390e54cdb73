"""Every setting there is: frozen records, each field declared once. ``bot.config.load`` fills them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from urllib.parse import quote

from bot import __version__
from bot.config.declared import (
    ADDRESS,
    ADDRESS_OF_SERVICE,
    CONTACT,
    DATABASE,
    HEADERS,
    HOSTS,
    TIME,
    WHOLE_ADDRESS,
    Harm,
    between,
    setting,
)
from bot.model.words import Policy
from bot.profiles import PROFILE_NAMES
from bot.registries import addresses

#: Everything printable in ASCII stays; a header holds nothing else, so other letters go as %XX.
_ASCII = "".join(map(chr, range(0x20, 0x7F)))


@dataclass(frozen=True, slots=True)
class WikiSettings:
    """``[wiki]``: which wiki and which account. The password is never here: see ``bot.config.secrets``."""

    url: str = setting("", ADDRESS, harm=Harm.sends)
    user: str = setting("", harm=None)
    password_file: str = setting("", harm=Harm.reads)
    profile: str = setting("", harm=None, choices=("", *PROFILE_NAMES))
    throttle: float = setting(10.0, between(0, 86_400), harm=None)
    stop_page: str = setting("", harm=Harm.saves)
    allow_personal: bool = setting(False, harm=Harm.saves)


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """``[judge]``: who judges support. ``timeout`` is in seconds for one call.

    ``panel`` are further models at the same endpoint: a verdict then needs them all.
    ``embeddings_url`` and ``embeddings_model`` name an OpenAI-compatible embeddings endpoint that looks for passages in place
    of the bundled encoder; ``embeddings_query_model`` where it embeds questions by another name.
    """

    kind: str = setting("embedded", harm=Harm.sends, choices=("embedded", "openai", "none"), tame=("embedded", "none"))
    base_url: str = setting("https://api.openai.com/v1", WHOLE_ADDRESS, harm=Harm.sends)
    model: str = setting("", harm=None)
    price_in: float | None = setting(None, between(0, 1_000_000), harm=None)
    price_out: float | None = setting(None, between(0, 1_000_000), harm=None)
    currency: str = setting("USD", harm=None)
    budget: float | None = setting(None, between(0, 1_000_000_000), harm=None)
    budget_tokens: int | None = setting(None, between(0, 1_000_000_000_000), harm=None)
    token_command: str = setting("", harm=Harm.runs, private=True)
    ca_bundle: str = setting("", harm=Harm.reads)
    headers: Mapping[str, str] = setting(MappingProxyType({}), HEADERS, harm=Harm.sends, private=True)
    concurrency: int = setting(4, between(1, 256), harm=None)
    timeout: float = setting(120.0, between(0.1, 3600), harm=None)
    panel: tuple[str, ...] = setting((), harm=None)
    embeddings_url: str = setting("", ADDRESS, harm=Harm.sends)
    embeddings_model: str = setting("", harm=None)
    embeddings_query_model: str = setting("", harm=None)


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """``[services.NAME]``: where a service is, and whether it is asked."""

    url: str = setting("", ADDRESS_OF_SERVICE, harm=Harm.opens)
    enabled: bool = setting(True, harm=None)


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """``[network]``. ``allow_hosts`` opens single private addresses (``host:port``) to refs; ``timeout`` is seconds in all."""

    allow_hosts: tuple[str, ...] = setting((), HOSTS, harm=Harm.opens)
    concurrency: int = setting(64, between(1, 1024), harm=None)
    proxy: str = setting("", ADDRESS, harm=Harm.opens, private=True)
    timeout: float = setting(45.0, between(0.1, 3600), harm=None)
    host_interval: float = setting(0.5, between(0, 3600), harm=None)


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """``[store]``: where results are kept; ``keep_days`` is how long page bodies live."""

    path: str = setting("", harm=Harm.moves)
    keep_days: int = setting(90, between(0, 36_500), harm=None)


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """``[engine]``: what several machines share. ``store`` takes the place of ``[store] path`` for every command.

    ``broker`` is where ``scan --enqueue`` leaves work for ``worker``; "" is the store's own database.
    """

    broker: str = setting("", DATABASE, harm=Harm.sends, private=True)
    store: str = setting("", DATABASE, harm=Harm.moves, private=True)


@dataclass(frozen=True, slots=True)
class GateSettings:
    """``[gate]``: policy for edits that bring words or citations, and for the bot's mechanical ones.

    ``judge_profile`` is a file of ``mlwiki bench judge --write``: a verdict may block only where its measured precision (0 to 1)
    reaches ``precision``; without a profile, or with another judge's, none does.
    """

    text: str = setting("confirmed", harm=Harm.saves, choices=tuple(Policy), tame=(Policy.confirmed,))
    mechanical: str = setting("no-proven-fault", harm=Harm.saves, choices=tuple(Policy), tame=(Policy.confirmed,))
    judge_profile: str = setting("", harm=Harm.reads)
    precision: float = setting(0.9, between(0, 1), harm=Harm.saves)


@dataclass(frozen=True, slots=True)
class RunSettings:
    """``[run]``: limits of the scheduled bot.

    ``approved_task`` is the page (or address) of the wiki's approval: it stands in every summary. ``trial`` is how many edits may
    ever be made under it, 0 for any number.
    """

    max_edits: int = setting(10, between(0, 1_000_000), harm=None)
    max_pages: int = setting(500, between(0, 1_000_000), harm=None)
    max_time: str = setting("2h", TIME, harm=None)
    report_page: str = setting("", harm=Harm.saves)
    expect_every: str = setting("", TIME, harm=None)
    approved_task: str = setting("", harm=Harm.saves)
    trial: int = setting(0, between(0, 1_000_000), harm=None)


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """``[review]``: users whose answers on the report page confirm a citation for the gate."""

    trusted: tuple[str, ...] = setting((), harm=Harm.saves)


class Standing(StrEnum):
    """Why a settings file is believed, and how far."""

    named = "named"  #: by --config or MLWIKI_CONFIG
    own = "own"  #: the user's own, in their configuration folder
    trusted = "trusted"  #: found in the current folder, believed by its owner
    harmless = "harmless"  #: found in the current folder, and sets nothing that needs trust


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A settings file that was read: its whole path, and why it may say what it says."""

    path: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. ``origins`` maps «section.key» to where the value came from, ``files`` are those read.

    ``offline`` is no setting of a file: ``--offline`` says it, and nothing is sent then. ``retired`` are settings that were given
    and are no longer there, each with its origin.
    """

    contact: str = setting("", CONTACT, harm=None)
    wiki: WikiSettings = WikiSettings()
    judge: JudgeSettings = field(default_factory=JudgeSettings)
    services: Mapping[str, ServiceSettings] = field(
        default_factory=lambda: {name: ServiceSettings(url) for name, url in addresses().items()}
    )
    network: NetworkSettings = NetworkSettings()
    engine: EngineSettings = EngineSettings()
    store: StoreSettings = StoreSettings()
    gate: GateSettings = GateSettings()
    run: RunSettings = RunSettings()
    review: ReviewSettings = ReviewSettings()
    origins: Mapping[str, str] = field(default_factory=dict)
    files: tuple[SettingsFile, ...] = ()
    offline: bool = False
    retired: tuple[tuple[str, str], ...] = ()


def user_agent(contact: str, purpose: str = "") -> str:
    """``mlwiki-bot/VERSION (purpose; contact)``, safe as a header whatever the contact holds."""
    parts = "; ".join(part for part in (purpose, quote(contact, safe=_ASCII)) if part)
    return f"mlwiki-bot/{__version__} ({parts})" if parts else f"mlwiki-bot/{__version__}"
