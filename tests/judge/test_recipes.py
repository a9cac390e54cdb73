"""The recipes of docs/judges.md, each as it stands there, against a replica of its gateway's quirk on loopback."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot.config import JudgeSettings, Settings
from bot.config.load import load
from bot.config.secrets import judge_key
from bot.jobs.connections import opened_judge
from bot.jobs.session import Session
from bot.judge import open_judge
from bot.model.message import Message
from bot.model.reasons import Reason
from bot.model.verdict import Support, Supported, Unjudged
from bot.net.network import SystemNetwork
from bot.store import open_store
from tests.fakes.model import Reply, ScriptedModel, error
from tests.judge.rig import MemoryCache, PatientClock, claim, source
from tests.judge.test_model import CLAIM, GOOD, TEXT

DOC = Path(__file__).resolve().parents[2] / "docs" / "judges.md"
OPENSSL = shutil.which("openssl")
_RECIPE = re.compile(r"^### (?P<name>[^\n]+)\n```toml\n(?P<toml>.*?)^```", re.MULTILINE | re.DOTALL)


def recipes() -> dict[str, str]:
    """Each recipe's settings by its heading."""
    return {found["name"]: found["toml"] for found in _RECIPE.finditer(DOC.read_text(encoding="utf-8"))}


def recipe(name: str, folder: Path) -> JudgeSettings:
    """The settings of a recipe, read as a user's file is."""
    path = folder / "mlwiki.toml"
    path.write_text(recipes()[name], encoding="utf-8")
    return load(path, {}).judge


NAMES = [
    "OpenAI",
    "DeepSeek",
    "OpenRouter",
    "YandexGPT",
    "GigaChat",
    "Ollama, llama.cpp, vLLM",
    "A panel",
    "Passages by another encoder",
]


def test_every_gateway_has_a_recipe() -> None:
    """None is added without a test of its quirk."""
    assert list(recipes()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_can_be_pasted(name: str, tmp_path: Path) -> None:
    """It is valid TOML, every key is known, and a judge opens from it without asking anybody."""
    settings = recipe(name, tmp_path)
    judge = open_judge(settings, key=None, http_client=None, clock=PatientClock(), cache=MemoryCache())
    assert judge.confirms is (settings.kind == "openai")


def test_no_recipe_holds_a_secret() -> None:
    """Keys come from the environment; a header with a key would be printed by every editor."""
    assert not re.search(r"(?i)authorization|api[-_]key\s*=|bearer|sk-", "".join(recipes().values()))


@dataclass
class Ran:
    """What came of some claims, and what a person was told."""

    found: list[Support]
    requests: int
    trouble: Message | None


def ran(settings: JudgeSettings, n: int = 1, *, key: str | None = None, network: SystemNetwork | None = None) -> Ran:
    """Judge so many claims side by side with the judge that the program would open."""
    environment = {"MLWIKI_JUDGE_API_KEY": key} if key else {}
    with open_store(None) as store:
        session = Session(Settings(judge=settings), store, PatientClock(), environment=environment, network=network)

        async def run() -> Ran:
            async with opened_judge(session) as judge:
                asked = [
                    judge.judge(claim(f"{CLAIM} ({letter})"), source(TEXT), title="Форматы") for letter in "абвгдеж"[:n]
                ]
                found = await asyncio.gather(*asked)
                return Ran(list(found), judge.cost.requests, getattr(judge, "trouble", None))

        return asyncio.run(run())


def all_supported(found: Sequence[Support]) -> bool:
    """Whether every claim was confirmed."""
    return all(isinstance(one, Supported) for one in found)


def test_openai_may_want_neither_temperature_nor_max_tokens(tmp_path: Path) -> None:
    """Newer models say so once each; all claims are judged all the same."""

    def picky(body: dict[str, Any], _: int) -> Reply | None:
        return next(
            (error(400, f"Unsupported parameter: '{name}'") for name in ("temperature", "max_tokens") if name in body),
            None,
        )

    with ScriptedModel([GOOD], picky) as model:
        settings = replace(recipe("OpenAI", tmp_path), base_url=model.url)
        assert all_supported(ran(settings, 6, key="k").found)


def test_the_openai_key_goes_to_openai_alone(tmp_path: Path) -> None:
    """A key that lies in the environment is sent to no other gateway."""
    for name in NAMES:
        settings = recipe(name, tmp_path)
        taken = judge_key(settings, {"OPENAI_API_KEY": "k"})
        assert (taken == "k") is (urlsplit(settings.base_url).hostname == "api.openai.com")


def test_deepseek_takes_json_object_only(tmp_path: Path) -> None:
    """A schema is refused; the word JSON must stand in the prompt, or the server refuses that too."""

    def picky(body: dict[str, Any], _: int) -> Reply | None:
        kind = (body.get("response_format") or {}).get("type")
        if kind != "json_object":
            return error(400, "This response_format type is unavailable now")
        told = any("json" in str(message["content"]).lower() for message in body["messages"])
        return None if told else error(400, "Prompt must contain the word 'json'")

    with ScriptedModel([GOOD], picky) as model:
        settings = replace(recipe("DeepSeek", tmp_path), base_url=model.url, concurrency=1)
        done = ran(settings, 4, key="k")
        forms = [body["response_format"]["type"] for body in model.requests]
    assert all_supported(done.found)
    assert forms == ["json_schema", *["json_object"] * 4]


def test_openrouter_says_an_empty_account_with_402(tmp_path: Path) -> None:
    """After two answers: two verdicts stand, nothing more is sent, and the reason is told."""
    with ScriptedModel([GOOD], lambda _, n: error(402, "Insufficient credits") if n > 2 else None) as model:
        settings = replace(recipe("OpenRouter", tmp_path), base_url=model.url, concurrency=1)
        done = ran(settings, 6, key="k")
        assert len(model.requests) == 3
        assert model.headers[-1]["x-title"] == "mlwiki"
    assert [isinstance(one, Supported) for one in done.found] == [True, True, False, False, False, False]
    assert "money" in str(done.trouble)


def test_openrouter_may_answer_an_error_with_200(tmp_path: Path) -> None:
    """An error of the provider behind it comes with status 200: no answer, and nothing is kept of it."""
    raw = json.dumps({"error": {"code": 502, "message": "Provider returned error"}}).encode()
    with ScriptedModel([GOOD], lambda _, n: Reply(raw=raw) if n == 1 else None) as model:
        settings = replace(recipe("OpenRouter", tmp_path), base_url=model.url)
        [found] = ran(settings, key="k").found
    assert isinstance(found, Unjudged)


@dataclass
class OneAtATime:
    """A gateway that refuses a question while another is being answered."""

    busy: threading.Lock = field(default_factory=threading.Lock)
    refused: int = 0

    def __call__(self, _: dict[str, Any], __: int) -> Reply | None:
        """Answer slowly, or refuse."""
        if not self.busy.acquire(blocking=False):
            self.refused += 1
            return error(429, "Too many concurrent requests")
        try:
            time.sleep(0.05)
            return None
        finally:
            self.busy.release()


@pytest.mark.parametrize("name", ["YandexGPT", "GigaChat"])
def test_one_question_at_a_time_where_the_gateway_wants_it(name: str, tmp_path: Path) -> None:
    """``concurrency = 1`` holds although the claims are judged side by side; with more the gateway does refuse."""
    gate = OneAtATime()
    with ScriptedModel([GOOD], gate) as model:
        settings = replace(recipe(name, tmp_path), base_url=model.url, token_command="", ca_bundle="")
        done = ran(settings, 6, key="k")
        assert all_supported(done.found)
        assert gate.refused == 0
        ran(replace(settings, concurrency=6), 6, key="k")
        assert gate.refused > 0


def test_yandexgpt_is_told_its_folder(tmp_path: Path) -> None:
    """In the model's name and in the header."""
    with ScriptedModel([GOOD]) as model:
        ran(replace(recipe("YandexGPT", tmp_path), base_url=model.url), key="k")
        assert model.headers[-1]["openai-project"] == "FOLDER_ID"
        assert model.requests[-1]["model"] == "gpt://FOLDER_ID/yandexgpt/latest"


GIGACHAT = "gigachat.devices.sberbank.ru"


def _openssl(folder: Path, *arguments: str) -> None:
    subprocess.run([OPENSSL or "openssl", *arguments], check=True, capture_output=True, cwd=folder)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root of its own, and a certificate that it signed for the gateway: made for this run, thrown away after it."""
    folder = tmp_path_factory.mktemp("authority")
    _openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Foreign Root",
             "-addext", "basicConstraints=critical,CA:TRUE", "-keyout", "root.key", "-out", "root.pem")  # fmt: skip
    _openssl(
        folder,
        "req",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        f"/CN={GIGACHAT}",
        "-keyout",
        "key.pem",
        "-out",
        "csr.pem",
    )
    (folder / "extensions").write_text(f"subjectAltName=DNS:{GIGACHAT}\n", encoding="utf-8")
    _openssl(folder, "x509", "-req", "-in", "csr.pem", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial",
             "-days", "2", "-extfile", "extensions", "-out", "cert.pem")  # fmt: skip
    return folder


async def here(host: str, _: int) -> tuple[str, ...]:
    """The gateway's name is this machine."""
    assert host == GIGACHAT
    return ("127.0.0.1",)


@dataclass
class HalfAnHour:
    """Tokens that the gateway takes for so many answers: its clock is the number of requests."""

    model: ScriptedModel
    answers: int = 2
    used: dict[str, int] = field(default_factory=dict)

    def __call__(self, _: dict[str, Any], __: int) -> Reply | None:
        """Refuse a token whose time is over."""
        token = self.model.authorizations[-1].removeprefix("Bearer ")
        self.used[token] = self.used.get(token, 0) + 1
        return error(401, "Token has expired") if self.used[token] > self.answers else None


@pytest.mark.skipif(OPENSSL is None, reason="openssl makes the certificates")
class TestGigaChat:
    """A root that no system ships, tokens of half an hour, one question at a time: all of it over a real TLS server."""

    def settings(self, model: ScriptedModel, authority: Path, folder: Path) -> JudgeSettings:
        """The recipe with the replica's port and this run's root."""
        port = urlsplit(model.url).port
        script = folder / "token.py"
        script.write_text(
            "import pathlib\np = pathlib.Path(__file__).with_name('n')\n"
            "n = int(p.read_text()) + 1 if p.exists() else 1\np.write_text(str(n))\nprint(f'token-{n}')\n",
            encoding="utf-8",
        )
        made = recipe("GigaChat", folder)
        return replace(
            made,
            base_url=made.base_url.replace(GIGACHAT, f"{GIGACHAT}:{port}").replace("/api/v1", "/v1"),
            token_command=shlex.join([sys.executable, str(script)]),
            ca_bundle=str(authority / "root.pem") if made.ca_bundle else "",
        )

    def replica(self, authority: Path) -> ScriptedModel:
        """The gateway over TLS."""
        return ScriptedModel([GOOD], certificate=(authority / "cert.pem", authority / "key.pem"))

    def test_a_long_run_outlives_its_tokens(self, authority: Path, tmp_path: Path) -> None:
        """Five claims with tokens for two answers each: three tokens are made, and every claim is judged."""
        with self.replica(authority) as model:
            model.behaviour = HalfAnHour(model)
            done = ran(self.settings(model, authority, tmp_path), 5, network=SystemNetwork(here))
            sent = list(dict.fromkeys(model.authorizations))
        assert all_supported(done.found)
        assert sent == ["Bearer token-1", "Bearer token-2", "Bearer token-3"]

    def test_without_its_root_nothing_is_sent(self, authority: Path, tmp_path: Path) -> None:
        """A certificate of nobody we know: no token and no claim leave, and the claim waits for another run."""
        with self.replica(authority) as model:
            settings = replace(self.settings(model, authority, tmp_path), ca_bundle="")
            [found] = ran(settings, network=SystemNetwork(here)).found
            assert model.requests == []
        assert isinstance(found, Unjudged)
        assert found.reason is Reason.judge_down

    def test_its_root_is_trusted_for_its_own_address_alone(self, authority: Path, tmp_path: Path) -> None:
        """The same root does not make another name's certificate good."""

        async def other(_: str, __: int) -> tuple[str, ...]:
            return ("127.0.0.1",)

        with self.replica(authority) as model:
            settings = self.settings(model, authority, tmp_path)
            settings = replace(settings, base_url=settings.base_url.replace(GIGACHAT, "other.example"))
            [found] = ran(settings, network=SystemNetwork(other)).found
            assert model.requests == []
        assert isinstance(found, Unjudged)


def test_ollama_needs_no_key(tmp_path: Path) -> None:
    """Nothing stands in for one; it is asked one question at a time and may take ten minutes."""
    settings = recipe("Ollama, llama.cpp, vLLM", tmp_path)
    assert (settings.concurrency, settings.timeout) == (1, 600.0)
    with ScriptedModel([GOOD]) as model:
        assert all_supported(ran(replace(settings, base_url=model.url), 3).found)
        assert model.authorizations == [""] * 3


def test_a_panel_asks_all_its_models(tmp_path: Path) -> None:
    """Three models behind one address."""
    with ScriptedModel([GOOD]) as model:
        settings = replace(recipe("A panel", tmp_path), base_url=model.url)
        [found] = ran(settings, key="k").found
        asked = [body["model"] for body in model.requests]
    assert isinstance(found, Supported)
    assert asked == ["qwen/qwen-2.5-72b-instruct", "deepseek/deepseek-chat", "mistralai/mistral-large"]
