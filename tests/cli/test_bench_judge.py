"""``mlwiki bench judge`` measures a judge in balanced figures and writes the profile that the gate reads."""

from __future__ import annotations

import json
from pathlib import Path

from bot.judge.profile import read_profile
from tests.cli.command_line import mlwiki

SOURCE = "The bfloat16 format keeps the eight exponent bits of single precision. Its fraction has seven bits."
DATA: list[dict[str, object]] = [
    {"claim": "Формат bfloat16 сохраняет восемь бит порядка.", "source": SOURCE, "label": "supported",
     "evidence": ["keeps the eight exponent bits"]},
    {"claim": "Балет поставили в 1877 году.", "source": SOURCE, "label": "not_in_source"},
]  # fmt: skip


def written(folder: Path) -> Path:
    """The labelled claims as a file."""
    path = folder / "утверждения.jsonl"
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in DATA), encoding="utf-8")
    return path


def test_a_measurement_prints_intervals_and_writes_a_profile(tmp_path: Path) -> None:
    """Balanced accuracy with its interval, the ranking, the evidence; never bare accuracy."""
    ran = mlwiki("bench", "judge", written(tmp_path).name, "--write", "profile.json", "--lang", "en", cwd=tmp_path)
    assert ran.code == 0, ran.err
    text = ran.out.decode("utf-8")
    assert "balanced accuracy" in text
    assert "1.000  [" in text
    assert read_profile(tmp_path / "profile.json").judge == "embedded"


def test_json_names_its_schema(tmp_path: Path) -> None:
    """A script reads the same figures."""
    ran = mlwiki("bench", "judge", written(tmp_path).name, "--format", "json", cwd=tmp_path)
    found = json.loads(ran.out)
    assert found["schema"] == "mlwiki/bench-judge/1"
    assert found["auroc_any_against_none"]["value"] == 1.0


def test_bad_data_is_one_line(tmp_path: Path) -> None:
    """A file that holds no claims is a fault of the call."""
    (tmp_path / "data.jsonl").write_text("{}\n", encoding="utf-8")
    ran = mlwiki("bench", "judge", "data.jsonl", cwd=tmp_path)
    assert ran.code == 2
    assert len(ran.error_lines) == 1
    assert "Traceback" not in ran.err


ANSWERS: list[dict[str, object]] = [
    {"claim": DATA[0]["claim"], "model": "m-1", "verdict": "supported", "quotes": ["keeps the eight exponent bits of single"]},
    {"claim": DATA[1]["claim"], "model": "m-1", "verdict": "supported", "quotes": ["The ballet was staged in 1877."]},
]  # fmt: skip


def answered(folder: Path, answers: list[dict[str, object]]) -> Path:
    """Recorded answers as a file beside the claims."""
    path = folder / "ответы.jsonl"
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in answers), encoding="utf-8")
    return path


def test_recorded_answers_go_through_the_checks(tmp_path: Path) -> None:
    """Of two *supported* one has words that the source lacks: the model alone is right in one of two, here in one of one."""
    data, answers = written(tmp_path), answered(tmp_path, ANSWERS)
    ran = mlwiki("bench", "judge", data.name, "--answers", answers.name, "--format", "json", cwd=tmp_path)
    found = json.loads(ran.out)
    assert found["judge"] == "m-1"
    assert found["supported_by_the_model_alone"]["precision"]["value"] == 0.5
    assert (found["supported"]["precision"]["value"], found["supported"]["recall"]["value"]) == (1.0, 1.0)
    assert found["unjudged"] == {"quote_not_found": 1}
    assert found["cost"]["requests"] == 0


def test_answers_to_other_claims_are_refused(tmp_path: Path) -> None:
    """A file in another order would measure nonsense."""
    data, answers = written(tmp_path), answered(tmp_path, ANSWERS[::-1])
    ran = mlwiki("bench", "judge", data.name, "--answers", answers.name, cwd=tmp_path)
    assert (ran.code, len(ran.error_lines)) == (2, 1)


def test_an_answer_outside_the_form_is_one_line(tmp_path: Path) -> None:
    """A verdict that no model may give."""
    data, answers = written(tmp_path), answered(tmp_path, [{**ANSWERS[0], "verdict": "perhaps"}, ANSWERS[1]])
    ran = mlwiki("bench", "judge", data.name, "--answers", answers.name, cwd=tmp_path)
    assert (ran.code, len(ran.error_lines)) == (2, 1)
    assert "Traceback" not in ran.err
