"""Does the source say the words: passages, quotes, numbers, and the judges that look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.config import JudgeSettings
from bot.errors import ConfigError
from bot.model.message import Message, msg
from bot.model.ports import Cache, Clock, Judge

if TYPE_CHECKING:
    import httpx

#: The kinds of judge that ``[judge] kind`` names, and whether such a judge can ever say *supported*.
KINDS = {"embedded": False, "openai": True, "none": False}


def open_judge(
    settings: JudgeSettings,
    *,
    key: str | None,
    http_client: httpx.AsyncClient | None,
    clock: Clock,
    cache: Cache,
    offline: bool = False,
) -> Judge:
    """The judge that the settings name.

    ``http_client`` carries the model's requests and is the caller's to close; ``offline`` answers from ``cache`` alone.
    Raises ConfigError for an unknown kind, a model judge without a model's name, and a money budget without prices.
    """
    if settings.kind == "none":
        from bot.judge.none import NoJudge

        return NoJudge()
    from bot.judge.encoder import BundledEncoder

    if settings.kind == "embedded":
        from bot.judge.embedded import EmbeddedJudge

        return EmbeddedJudge(BundledEncoder())
    if settings.kind != "openai":
        raise ConfigError(
            msg("unknown judge “{kind}”", kind=settings.kind), msg("choose one of: embedded, openai, none")
        )
    from bot.judge.client import Endpoint
    from bot.judge.model import ModelJudge

    _check_model(settings)
    endpoint = Endpoint(settings, key=key, http_client=http_client, clock=clock, offline=offline)
    return ModelJudge(settings, endpoint, BundledEncoder(), cache)


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


def _check_model(settings: JudgeSettings) -> None:
    from bot.judge.panel import MOST_VOTES

    if not settings.model:
        raise ConfigError(
            msg("the judge `openai` needs a model's name"), msg("set [judge] model, or give --model NAME")
        )
    if not 1 <= settings.votes <= MOST_VOTES:
        raise ConfigError(
            msg("[judge] votes cannot be {n}", n=settings.votes),
            msg("take 1 to {most}; each vote of each model is a call of its own", most=MOST_VOTES),
        )
    if settings.budget is not None and (settings.price_in is None or settings.price_out is None):
        raise ConfigError(
            msg("a money budget needs prices"),
            msg("set [judge] price_in and price_out (per million tokens), or use budget_tokens"),
        )
