"""Does the source say the words: passages, quotes, numbers, and the judges that look at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.config import JudgeSettings
from bot.errors import ConfigError
from bot.model.citation import Claim
from bot.model.message import Message, msg
from bot.model.ports import Cache, Clock, Judge
from bot.model.reasons import Reason
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Evidence, Support, Unjudged

if TYPE_CHECKING:
    import httpx

    from bot.judge.budget import Budget
    from bot.judge.embeddings import Finder

#: The kinds of judge that ``[judge] kind`` names, and whether such a judge can ever say *supported*.
KINDS = {"embedded": False, "openai": True, "none": False}


@dataclass(frozen=True, slots=True)
class Connection:
    """A client for an endpoint, and the key that goes with it."""

    client: httpx.AsyncClient
    key: str | None


class NoJudge:
    """The judge of ``[judge] kind = "none"``: everything stays unjudged, and says so."""

    name = "none"
    confirms = False
    cost = Cost()

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:  # noqa: ARG002  a Judge's signature
        """Always *unjudged*."""
        return Unjudged(Reason.no_judge, Evidence(scope=source.scope))

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:  # noqa: ARG002
        """Say nothing."""
        return None


def open_judge(
    settings: JudgeSettings,
    *,
    key: str | None,
    http_client: httpx.AsyncClient | None,
    clock: Clock,
    cache: Cache,
    offline: bool = False,
    embeddings: Connection | None = None,
    repeatable: bool = False,
    isolated: bool = False,
) -> Judge:
    """The judge that the settings name; ``isolated``: in a process of its own, to be closed by the caller.

    ``http_client`` carries the model's requests and ``embeddings`` those of an embeddings endpoint; both are the caller's to
    close. ``offline`` answers from ``cache`` alone; ``repeatable`` asks the same bytes on every machine, as a recording must.
    Raises ConfigError for an unknown kind, a model judge without a model's name, and a money budget without prices.
    """
    if settings.kind not in KINDS:
        raise ConfigError(
            msg("unknown judge “{kind}”", kind=settings.kind), msg("choose one of: embedded, openai, none")
        )
    if settings.kind == "none":
        return NoJudge()
    from bot.judge.budget import Budget
    from bot.judge.computed import KeptHints, KeptVectors
    from bot.judge.encoder import bundled
    from bot.judge.isolated_judge import IsolatedJudge, Means

    _check(settings)
    encoder = KeptVectors(bundled(), cache)
    budget = Budget(settings)
    finder = _finder(settings, embeddings, budget, clock=clock, cache=cache, offline=offline)
    if settings.kind == "embedded":
        from bot.judge.embedded import EmbeddedJudge

        embedded = EmbeddedJudge(encoder, finder, budget)
        if not isolated:
            return embedded
        found_by = (encoder.name, settings.embeddings_url, settings.embeddings_model, settings.embeddings_query_model)
        return KeptHints(IsolatedJudge(embedded, settings, Means(cache, None, finder)), cache, " ".join(found_by))
    from bot.judge.client import Endpoint
    from bot.judge.model import ModelJudge

    endpoint = Endpoint(settings, key=key, http_client=http_client, clock=clock, offline=offline, budget=budget)
    judge = ModelJudge(settings, endpoint, encoder, cache, finder, repeatable=repeatable)
    return IsolatedJudge(judge, settings, Means(cache, endpoint, finder, repeatable)) if isolated else judge


def _finder(
    settings: JudgeSettings,
    connection: Connection | None,
    budget: Budget,
    *,
    clock: Clock,
    cache: Cache,
    offline: bool,
) -> Finder | None:
    if not settings.embeddings_url or connection is None:
        return None
    from bot.judge.embeddings import EndpointFinder

    return EndpointFinder(
        settings,
        key=connection.key,
        http_client=connection.client,
        clock=clock,
        cache=cache,
        budget=budget,
        offline=offline,
    )


def sends(settings: JudgeSettings) -> bool:
    """Whether this judge sends anything anywhere: a model, or an embeddings endpoint."""
    return settings.kind == "openai" or (settings.kind == "embedded" and bool(settings.embeddings_url))


def announcements(
    settings: JudgeSettings, n_claims: int | None = None, n_tokens: int | None = None
) -> tuple[Message, ...]:
    """Everything that leaves the machine, to whom and how much: said before the first request of a run."""
    by_model = announcement(settings, n_claims, n_tokens) if settings.kind == "openai" else None
    return tuple(message for message in (by_model, embeddings_announcement(settings)) if message is not None)


def embeddings_announcement(settings: JudgeSettings) -> Message | None:
    """What goes to an embeddings endpoint; None where none is asked."""
    if not (sends(settings) and settings.embeddings_url):
        return None
    return msg(
        "the texts of the sources, sentence by sentence, and the claims go to {host}, embeddings {model}",
        host=urlsplit(settings.embeddings_url).netloc,
        model=settings.embeddings_model,
    )


def announcement(settings: JudgeSettings, n_claims: int | None = None, n_tokens: int | None = None) -> Message:
    """What leaves the machine, to whom and how much: said before the first model call of a run."""
    host = urlsplit(settings.base_url).netloc
    if n_claims is None:
        return msg(
            "claims and passages of their sources go to {host}, model {model}; each answer is kept and not asked for again",
            host=host,
            model=settings.model,
        )
    return msg(
        "{claims} claims with passages of their sources (about {tokens} tokens) go to {host}, model {model}",
        claims=n_claims,
        tokens=n_tokens or 0,
        host=host,
        model=settings.model,
    )


def _check(settings: JudgeSettings) -> None:
    if settings.embeddings_url and not settings.embeddings_model:
        raise ConfigError(
            msg("[judge] embeddings_url needs a model's name"),
            msg("set [judge] embeddings_model to what the server calls it"),
        )
    if settings.kind == "embedded":
        return
    if not settings.model:
        raise ConfigError(
            msg("the judge `openai` needs a model's name"), msg("set [judge] model, or give --model NAME")
        )
    if settings.budget is not None and (settings.price_in is None or settings.price_out is None):
        raise ConfigError(
            msg("a money budget needs prices"),
            msg("set [judge] price_in and price_out (per million tokens), or use budget_tokens"),
        )
