"""Settings as frozen records. ``bot.config.load`` fills them from mlwiki.toml, the environment and flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

#: Every service by its name in ``[services.NAME]``, with its public address.
SERVICES: Mapping[str, str] = {
    "doi": "https://doi.org",
    "crossref": "https://api.crossref.org",
    "datacite": "https://api.datacite.org",
    "arxiv": "https://export.arxiv.org",
    "openalex": "https://api.openalex.org",
    "semanticscholar": "https://api.semanticscholar.org",
    "unpaywall": "https://api.unpaywall.org",
    "pubmed": "https://eutils.ncbi.nlm.nih.gov",
    "europepmc": "https://www.ebi.ac.uk",
    "openlibrary": "https://openlibrary.org",
    "googlebooks": "https://www.googleapis.com",
    "dblp": "https://dblp.org",
    "github": "https://api.github.com",
    "youtube": "https://www.youtube.com",
    "wayback": "https://web.archive.org",
    "cyberleninka": "https://cyberleninka.ru",
    "mathnet": "https://www.mathnet.ru",
    "habr": "https://habr.com",
    "rsl": "https://search.rsl.ru",
}


@dataclass(frozen=True, slots=True)
class WikiSettings:
    """``[wiki]``: which wiki and which account. The password is never here: see ``bot.config.secrets``."""

    url: str = ""
    user: str = ""
    password_file: str = ""
    profile: str = ""
    throttle: float = 10.0
    stop_page: str = ""
    allow_personal: bool = False


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """``[judge]``: who judges support. ``timeout`` is in seconds for one call.

    ``panel`` are further models at the same endpoint, ``votes`` how often each is asked: a verdict then needs them all.
    ``embeddings_url`` and ``embeddings_model`` name an OpenAI-compatible embeddings endpoint that looks for passages in place
    of the bundled encoder; ``embeddings_query_model`` where it embeds questions by another name.
    """

    kind: str = "embedded"
    base_url: str = "https://api.openai.com/v1"
    model: str = ""
    price_in: float | None = None
    price_out: float | None = None
    currency: str = "USD"
    budget: float | None = None
    budget_tokens: int | None = None
    token_command: str = ""
    ca_bundle: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    concurrency: int = 4
    timeout: float = 120.0
    panel: tuple[str, ...] = ()
    votes: int = 1
    embeddings_url: str = ""
    embeddings_model: str = ""
    embeddings_query_model: str = ""


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """``[services.NAME]``: where a service is, and whether it is asked."""

    url: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """``[network]``. ``allow_hosts`` opens single private addresses (``host:port``) to refs; ``timeout`` is seconds in all."""

    allow_hosts: tuple[str, ...] = ()
    concurrency: int = 64
    proxy: str = ""
    timeout: float = 45.0
    host_interval: float = 0.5


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """``[store]``: where results are kept; ``keep_days`` is how long page bodies live."""

    path: str = ""
    keep_days: int = 90


@dataclass(frozen=True, slots=True)
class GateSettings:
    """``[gate]``: policy for edits that bring words or citations, and for the bot's mechanical ones.

    ``judge_profile`` is a file of ``mlwiki bench judge --write``: a verdict may block only where its measured precision (0 to 1)
    reaches ``precision``; without a profile, or with another judge's, none does.
    """

    text: str = "confirmed"
    mechanical: str = "no-proven-fault"
    judge_profile: str = ""
    precision: float = 0.9


@dataclass(frozen=True, slots=True)
class RunSettings:
    """``[run]``: limits of the scheduled bot.

    ``approved_task`` is the page (or address) of the wiki's approval: it stands in every summary. ``trial`` is how many edits may
    ever be made under it, 0 for any number.
    """

    max_edits: int = 10
    max_pages: int = 500
    max_time: str = "2h"
    report_page: str = ""
    expect_every: str = ""
    approved_task: str = ""
    trial: int = 0


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """``[review]``: users whose answers on the report page confirm a citation for the gate."""

    trusted: tuple[str, ...] = ()


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

    ``offline`` is no setting of a file: ``--offline`` says it, and nothing is sent then.
    """

    contact: str = ""
    wiki: WikiSettings = WikiSettings()
    judge: JudgeSettings = field(default_factory=JudgeSettings)
    services: Mapping[str, ServiceSettings] = field(
        default_factory=lambda: {name: ServiceSettings(url) for name, url in SERVICES.items()}
    )
    network: NetworkSettings = NetworkSettings()
    store: StoreSettings = StoreSettings()
    gate: GateSettings = GateSettings()
    run: RunSettings = RunSettings()
    review: ReviewSettings = ReviewSettings()
    origins: Mapping[str, str] = field(default_factory=dict)
    files: tuple[SettingsFile, ...] = ()
    offline: bool = False
