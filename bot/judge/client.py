"""One OpenAI-compatible chat endpoint: asks, waits as told, learns what it accepts, and stops when it is of no use."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import urlsplit

from bot.config import JudgeSettings
from bot.judge.answer_form import SCHEMA
from bot.judge.budget import Budget
from bot.judge.key import Key
from bot.judge.panel import Seat
from bot.model.message import Message, msg
from bot.model.ports import Clock
from bot.model.reasons import Reason
from bot.net.retry import AGAIN, retry, wait_asked

if TYPE_CHECKING:
    import httpx
    import openai

    from bot.judge.prompt import Prompt

#: Room for the answer; models that think before they answer spend most of it on that.
ANSWER_TOKENS = 4096

#: Before the second and the third try (seconds), where the server does not say.
_PAUSES = (1.0, 2.0)
#: Beside the table of ``bot.net.retry`` and every 5xx (529: overloaded, 52x: a gateway's): no connection, a conflict.
_ALSO_AGAIN = frozenset({0, 409})
#: So many claims in a row without an answer, and the endpoint counts as down.
_GIVE_UP_AFTER = 3
#: Seconds for which it is then left alone.
REST = 120.0

Form = Literal["json_schema", "json_object", "text"]
_FORMS: tuple[Form, ...] = ("json_schema", "json_object", "text")
#: Answers of servers that do not know a form (llama-cpp-python 0.3.36 says 500, older llama.cpp servers 400).
_REFUSES_FORM = frozenset({400, 404, 415, 422, 500, 501})
#: Stands for a request that the budget did not let out.
_UNPAID = -2
#: No later call would fare better: key, money, country, address.
_FINAL = frozenset({401, 402, 403, 404, 405})
#: What a person reads when no further call is made.
_TOLD: Mapping[int, Message] = {
    401: msg("{host} does not accept the key"),
    402: msg("the account at {host} has no money left"),
    403: msg("{host} refuses this key or model (403): nothing more is sent to it"),
    404: msg("{host} knows no such model or address (404)"),
}
_COUNTRY = re.compile(r"country|region|territory|geograph|стран[аеы]|регион", re.IGNORECASE)
_OTHER_COUNTRY = msg(
    "{host} does not serve the country that this machine is in (403): nothing more is sent to it; use an endpoint that does, or "
    "one of your own"
)
_OPTIONAL = ("temperature", "max_tokens")


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What a model answered; ``tokens`` are (in, out) as the server counted them, None when it did not."""

    content: str
    tokens: tuple[int, int] | None = None
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer, and why."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class _Trouble:
    """An HTTP error or none at all: ``status`` 0 is a connection that failed, -1 a call that took too long, -2 one that the
    budget did not let out.
    """

    status: int
    message: str = ""
    retry_after: str = ""
    not_stored: bool = False


class _Beginnings:
    """The first question with a beginning goes ahead of the others: a provider that keeps prefixes then has it once.

    Four at a time on twelve claims of a source read it anew four times, 2.2 times the tokens (``benchmarks/judge/prefixes.py``).
    """

    def __init__(self) -> None:
        self._read: dict[tuple[str, bytes], asyncio.Event] = {}

    @asynccontextmanager
    async def turn(self, model: str, beginning: str) -> AsyncIterator[None]:
        """Wait for the first answer on that beginning, or be the first; whatever became of it, the others go on."""
        key = model, hashlib.sha256(beginning.encode("utf-8", "replace")).digest()
        read = self._read.get(key)
        if read is not None:
            await read.wait()
            yield
            return
        read = self._read[key] = asyncio.Event()
        try:
            yield
        finally:
            read.set()


class Endpoint:
    """The endpoint of the settings. ``http_client`` is the caller's; retries are ours, never the package's.

    ``offline`` asks nobody: every question fails as *not_stored*. ``down`` is why no further call is made, once there
    is a reason, and ``trouble`` says it to a person.
    """

    def __init__(
        self,
        settings: JudgeSettings,
        *,
        key: str | None,
        http_client: httpx.AsyncClient | None,
        clock: Clock,
        offline: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.settings = settings
        self.budget = budget or Budget(settings)
        self.requests = 0
        self._key = Key(key, settings.token_command)
        self._sent: str | None = None
        self._http_client = http_client
        self._clock = clock
        self._client: openai.AsyncOpenAI | None = None
        self._slots = asyncio.Semaphore(max(1, settings.concurrency))
        self._beginnings = _Beginnings()
        #: What each model was found to accept.
        self._forms: dict[str, Form] = {}
        self._unwanted: dict[str, set[str]] = {}
        self._failed_in_a_row = 0
        self._rests_until: float | None = None
        self.down: Reason | None = Reason.not_stored if offline else None
        self.trouble: Message | None = None

    async def ask(self, prompt: Prompt, seat: Seat) -> ModelReply | Failure:
        """Put one question to the model of ``seat``. Never raises for what the endpoint does.

        Each request is held in the budget before it is sent, with the longest answer that it may bring, and counts as that much
        where it fails on the way: what a server did with it nobody knows.
        A key, an account or a country that is refused (401, 402, 403) ends all calls (a key made by ``token_command`` is made
        anew once); 429 and 5xx are waited out within bounds;
        a call that takes too long is not repeated.
        """

        async def attempt() -> ModelReply | Failure | _Trouble:
            self._wake()
            return Failure(self.down) if self.down is not None else await self._in_any_form(prompt, seat)

        async with self._beginnings.turn(seat.model, prompt.beginning), self._slots:
            outcome = await retry(attempt, self._again, _PAUSES, self._clock)
        if isinstance(outcome, ModelReply):
            self._failed_in_a_row = 0
            self._key.accepted()
            return outcome
        if isinstance(outcome, Failure):
            return outcome
        if outcome.status == _UNPAID:
            return Failure(Reason.budget_spent)
        if outcome.status in _FINAL or _no_money(outcome):
            self._give_up(outcome)
            return Failure(Reason.judge_down)
        return self._failure(outcome)

    def _again(self, outcome: ModelReply | Failure | _Trouble, pause: float) -> float | None:
        """How long to wait before the same question is put once more; None where that would be of no use."""
        if not isinstance(outcome, _Trouble) or outcome.not_stored:
            return None
        if outcome.status == 401:
            return 0.0 if self._key.refused() else None
        worth_it = not _no_money(outcome) and (outcome.status in AGAIN | _ALSO_AGAIN or outcome.status >= 500)
        return wait_asked(outcome.retry_after, self._clock.now(), pause) if worth_it else None

    def _wake(self) -> None:
        """After an outage the endpoint is tried again in a while, with one question: a judge is kept for a whole night."""
        if self._rests_until is not None and self._clock.monotonic() >= self._rests_until:
            self.down = self._rests_until = None

    def _give_up(self, trouble: _Trouble) -> None:
        self.down, self._rests_until = Reason.judge_down, None
        host = urlsplit(self.settings.base_url).netloc
        message = _TOLD.get(402 if _no_money(trouble) else trouble.status)
        if trouble.status == 403 and _COUNTRY.search(trouble.message):
            message = _OTHER_COUNTRY
        self.trouble = Message(message.source, (*message.args, ("host", host))) if message else None

    def _failure(self, trouble: _Trouble) -> Failure:
        if trouble.not_stored:
            return Failure(Reason.not_stored)
        if 400 <= trouble.status < 500 and trouble.status != 429:
            # this question alone, too long for instance
            return Failure(Reason.judge_refused)
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= _GIVE_UP_AFTER:
            self.down, self._rests_until = Reason.judge_down, self._clock.monotonic() + REST
        return Failure(Reason.judge_down)

    async def _in_any_form(self, prompt: Prompt, seat: Seat) -> ModelReply | _Trouble:
        """Ask for the strictest form that this model is known to accept; step down where it refuses."""
        first: _Trouble | None = None
        for form in _FORMS[_FORMS.index(self._forms.get(seat.model, _FORMS[0])) :]:
            outcome = await self._once(prompt, seat, form)
            if isinstance(outcome, ModelReply):
                # learned only once the simpler form works: a server that is down refuses every form
                self._forms[seat.model] = form
                return outcome
            if outcome.status == _UNPAID:
                return outcome
            first = first or outcome
            if outcome.status not in _REFUSES_FORM or form == _FORMS[-1]:
                return first if outcome.status >= 500 else outcome
        return first or _Trouble(0)

    async def _once(self, prompt: Prompt, seat: Seat, form: Form) -> ModelReply | _Trouble:
        known = self._unwanted.setdefault(seat.model, set())
        for _ in range(1 + len(_OPTIONAL)):
            body = self._body(prompt, seat, form)
            outcome = await self._send(body, prompt.tokens)
            if isinstance(outcome, ModelReply):
                return outcome
            # what this very request held: another one may have learned the same in the meantime
            unwanted = _unwanted(outcome) & set(body)
            if not unwanted:
                return outcome
            known |= unwanted
        return _Trouble(400)

    def _body(self, prompt: Prompt, seat: Seat, form: Form) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": seat.model,
            "messages": [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}],
            "temperature": 0,
            "max_tokens": ANSWER_TOKENS,
        }
        if form == "json_schema":
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "judgement", "strict": True, "schema": SCHEMA},
            }
        elif form == "json_object":
            body["response_format"] = {"type": "json_object"}
        unwanted = self._unwanted.get(seat.model, set())
        return {name: value for name, value in body.items() if name not in unwanted}

    async def _send(self, body: dict[str, Any], tokens: int) -> ModelReply | _Trouble:
        """One request; ``tokens`` is what the prompt may cost. The whole call is bounded, however slowly its answer drips."""
        import openai

        # a local server needs no key, and a header without one would be a lie
        key = await self._key.get()
        headers = {} if key else {"Authorization": openai.Omit()}
        held = (tokens, ANSWER_TOKENS)
        if not self.budget.reserve(*held):
            return _Trouble(_UNPAID)
        self.requests += 1
        used: tuple[int, int] | None = held
        try:
            async with asyncio.timeout(self.settings.timeout):
                raw = await self._openai(key).chat.completions.with_raw_response.create(**body, extra_headers=headers)
            answer = _reply(raw.text)
            used = answer.tokens or (tokens, _guessed(answer.content))
        except openai.APIStatusError as error:
            if error.status_code < 500:
                # the server says itself that it did not take the question up
                used = None
            return _Trouble(error.status_code, str(error)[:2000], error.response.headers.get("retry-after", ""))
        except (openai.APIConnectionError, TimeoutError) as error:
            if never_sent(error):
                used = None
            return _no_answer(error)
        except Exception as error:
            # the package lets what is not httpx's own through, vcrpy's «no such recording» among it
            if not _from_replay(error):
                raise
            used = None
            return _Trouble(0, not_stored=True)
        else:
            return answer
        finally:
            self.budget.settle(held, used)

    def _openai(self, key: str | None) -> openai.AsyncOpenAI:
        if self._client is None or self._sent != key:
            import openai

            gone = openai.Omit()
            headers: dict[str, Any] = {
                # what the package would tell of this machine and its environment
                **{
                    f"X-Stainless-{name}": gone
                    for name in ("OS", "Arch", "Runtime", "Runtime-Version", "Lang", "Async")
                },
                "OpenAI-Organization": gone,
                "OpenAI-Project": gone,
                **self.settings.headers,
            }
            self._sent = key
            self._client = openai.AsyncOpenAI(
                api_key=key or "none",
                base_url=self.settings.base_url,
                # the package is typed for httpx2 and takes httpx as well
                http_client=cast("Any", self._http_client),
                max_retries=0,
                timeout=self.settings.timeout,
                default_headers=headers,
            )
        return self._client


def _no_answer(error: openai.APIConnectionError | TimeoutError) -> _Trouble:
    import openai

    late = isinstance(error, openai.APITimeoutError | TimeoutError)
    return _Trouble(-1) if late else _Trouble(0, not_stored=_from_replay(error))


def _guessed(content: str) -> int:
    """Tokens of an answer that the server did not count."""
    return len(content.encode("utf-8", "replace")) // 3 or ANSWER_TOKENS


def _reply(text: str) -> ModelReply:
    """Read a chat completion by hand: servers differ, and whatever is odd must end as an answer outside the form."""
    try:
        body = json.loads(text)
        choice = body["choices"][0]
        message = choice["message"]
        content = message.get("content") or ""
        refused = bool(message.get("refusal")) or choice.get("finish_reason") == "content_filter"
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        return ModelReply("")
    return ModelReply(content if isinstance(content, str) else "", _usage(body.get("usage")), refused)


def _usage(usage: object) -> tuple[int, int] | None:
    if not isinstance(usage, dict):
        return None
    used = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if not all(isinstance(one, int) and 0 <= one < 10**9 for one in used):
        return None
    return int(used[0] or 0), int(used[1] or 0)


def _no_money(trouble: _Trouble) -> bool:
    """OpenAI says an empty account with 429; waiting does not fill it."""
    return trouble.status == 429 and "insufficient_quota" in trouble.message


def _unwanted(trouble: _Trouble) -> set[str]:
    """Optional parameters that a 400 names (newer models want neither a temperature nor max_tokens)."""
    if trouble.status not in {400, 422}:
        return set()
    return {name for name in _OPTIONAL if name in trouble.message}


def never_sent(error: BaseException | None) -> bool:
    """Whether a request failed before anything of it left: nobody answered the call for a connection, or a cassette has none."""
    import httpx

    kinds = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL)
    seen, cause = 0, error
    while cause is not None and seen < 10:
        if isinstance(cause, kinds):
            return True
        cause, seen = cause.__cause__ or cause.__context__, seen + 1
    return _from_replay(error)


def _from_replay(error: BaseException | None) -> bool:
    """Whether a cassette had no answer (``--replay``): that is not an outage."""
    seen = 0
    while error is not None and seen < 10:
        if type(error).__module__.partition(".")[0] == "vcr":
            return True
        error, seen = error.__cause__ or error.__context__, seen + 1
    return False
