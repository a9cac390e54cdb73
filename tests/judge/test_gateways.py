"""Replicas of what gateways and local servers do differently."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.errors import ConfigError
from bot.locale import Speech
from bot.model.reasons import Reason
from bot.model.verdict import Supported, Unjudged
from tests.fakes.model import Reply, ScriptedModel, always, error
from tests.judge.rig import Rig, claim, source
from tests.judge.test_model import CLAIM, GOOD, TEXT


def token_command(folder: Path) -> str:
    """A command that prints another key each time it runs, as a gateway with 30-minute tokens needs."""
    script = folder / "токен.py"
    script.write_text(
        "import pathlib\np = pathlib.Path(__file__).with_name('n')\n"
        "n = int(p.read_text()) + 1 if p.exists() else 1\np.write_text(str(n))\nprint(f'token-{n}')\n",
        encoding="utf-8",
    )
    return shlex.join([sys.executable, str(script)])


def expiring(model: ScriptedModel, key: str, after: int) -> Callable[[dict[str, Any], int], Reply | None]:
    """A server that refuses ``key`` once it has answered so many times."""

    def behave(_: dict[str, Any], number: int) -> Reply | None:
        return error(401, "token expired") if number > after and model.authorizations[-1] == f"Bearer {key}" else None

    return behave


def test_a_short_lived_key_is_made_again_once(tmp_path: Path) -> None:
    """GigaChat's tokens live thirty minutes: on 401 the command runs again, and the run goes on."""
    with ScriptedModel([GOOD]) as model:
        model.behaviour = expiring(model, "token-1", 1)
        rig = Rig(model, key=None)
        rig.settings = replace(rig.settings, token_command=token_command(tmp_path))
        found = rig.ask((claim(CLAIM), source(TEXT)), (claim(CLAIM), source(TEXT + " More.")))
    assert all(isinstance(one, Supported) for one in found)
    assert model.authorizations == ["Bearer token-1", "Bearer token-1", "Bearer token-2"]


def test_a_key_that_is_refused_when_new_ends_the_run(tmp_path: Path) -> None:
    """The command is not run in circles."""
    with ScriptedModel([GOOD], always(error(401, "no"))) as model:
        rig = Rig(model, key=None)
        rig.settings = replace(rig.settings, token_command=token_command(tmp_path))
        found = rig.one(CLAIM, TEXT)
        assert len(model.requests) == 1
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.judge_down


@pytest.mark.parametrize("command", ["no-such-program-anywhere", f"{shlex.quote(sys.executable)} -c pass", "'"])
def test_a_command_that_gives_no_key_is_one_line(command: str) -> None:
    """A fault of the settings is said as such; neither the command nor its output is repeated."""
    with ScriptedModel([GOOD]) as model:
        rig = Rig(model, key=None)
        rig.settings = replace(rig.settings, token_command=command)
        with pytest.raises(ConfigError) as caught:
            rig.one(CLAIM, TEXT)
    assert command not in str(caught.value)


def test_headers_of_a_gateway_are_sent() -> None:
    """YandexGPT wants a folder, OpenRouter a referer: ``[judge] headers`` go along."""
    with ScriptedModel([GOOD]) as model:
        rig = Rig(model)
        rig.settings = replace(rig.settings, headers={"OpenAI-Project": "folder-1"})
        assert isinstance(rig.one(CLAIM, TEXT), Supported)
        assert model.headers[-1]["openai-project"] == "folder-1"


def test_nothing_of_the_machine_is_sent() -> None:
    """The package's telemetry (system, architecture, runtime) stays at home."""
    with ScriptedModel([GOOD]) as model:
        Rig(model).one(CLAIM, TEXT)
        sent = model.headers[-1]
    assert not {"x-stainless-os", "x-stainless-arch", "x-stainless-runtime", "openai-organization"} & set(sent)


@pytest.mark.parametrize(
    ("status", "english", "russian"),
    [
        (401, "does not accept the key", "не принимает ключ"),
        (402, "has no money left", "не осталось денег"),
        (403, "refuses this key or model", "отказывает этому ключу"),
        (404, "no such model", "не знает такой модели"),
    ],
)
def test_why_nothing_more_is_sent_is_said(status: int, english: str, russian: str) -> None:
    """A refused key is another thing than an empty account, in both languages."""
    with ScriptedModel([GOOD], always(error(status, "no"))) as model:
        rig = Rig(model)
        rig.one(CLAIM, TEXT)
    assert rig.trouble is not None
    assert english in str(rig.trouble)
    assert russian in Speech("ru").say(rig.trouble)


COUNTRY = "Country, region, or territory not supported", "unsupported_country_region_territory"


@pytest.mark.parametrize("told", COUNTRY)
def test_a_country_that_is_not_served_is_said_as_such(told: str) -> None:
    """403 for where the machine stands is another thing than 403 for a key: another key will not help."""
    with ScriptedModel([GOOD], always(error(403, told))) as model:
        rig = Rig(model)
        rig.one(CLAIM, TEXT)
        assert len(model.requests) == 1
    assert "country" in str(rig.trouble)
    assert rig.trouble is not None
    assert "страну" in Speech("ru").say(rig.trouble)


def test_an_empty_account_said_with_429_is_not_waited_for() -> None:
    """OpenAI says *insufficient_quota* with 429; waiting does not fill an account."""
    with ScriptedModel([GOOD], always(error(429, "insufficient_quota"))) as model:
        rig = Rig(model)
        rig.one(CLAIM, TEXT)
        assert len(model.requests) == 1
    assert rig.clock.waits == []
    assert "money" in str(rig.trouble)


def test_a_server_that_knows_only_json_objects_is_used() -> None:
    """DeepSeek takes ``json_object`` alone; the prompt itself names JSON, as it asks."""

    def picky(body: dict[str, Any], _: int) -> Reply | None:
        kind = (body.get("response_format") or {}).get("type")
        return None if kind == "json_object" else error(400, "This response_format type is unavailable now")

    with ScriptedModel([GOOD], picky) as model:
        assert isinstance(Rig(model).one(CLAIM, TEXT), Supported)
        assert "JSON" in model.requests[-1]["messages"][0]["content"]


def test_a_server_that_knows_no_form_is_used() -> None:
    """Old local servers take neither; the answer is then read out of plain text."""

    def picky(body: dict[str, Any], _: int) -> Reply | None:
        if "response_format" in body:
            return error(400, "unknown field response_format")
        return Reply("Sure! Here is the JSON:\n" + GOOD.content(CLAIM))

    with ScriptedModel([GOOD], picky) as model:
        assert isinstance(Rig(model).one(CLAIM, TEXT), Supported)
