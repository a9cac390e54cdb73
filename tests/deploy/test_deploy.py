"""The files for schedules are true: systemd reads them, the others have what they need, and every command in them exists."""

from __future__ import annotations

import importlib
import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from bot.cli.help import COMMANDS
from bot.config.keys import known_keys
from bot.config.load import load
from tests.mediawiki import REQUIRED

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in [*DEPLOY.rglob("*"), *(ROOT / "docs").glob("*.md")] if path.is_file())
_NAMES = "|".join(name for name, _ in COMMANDS)
_COMMAND = re.compile(rf"(?:^|[ /`])mlwiki ((?:{_NAMES})\b[^`\n>|#]*)", re.MULTILINE)


def missing(what: str) -> None:
    """Skip with the reason; where MLWIKI_REQUIRE names deploy (as in CI), fail."""
    if "deploy" in REQUIRED:
        pytest.fail(f"MLWIKI_REQUIRE names deploy, but {what}", pytrace=False)
    pytest.skip(what)


def commands() -> list[tuple[str, str]]:
    """Every command line in the files, with its file."""
    found = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        found += [(path.name, words.strip()) for words in _COMMAND.findall(text)]
    return found


def test_every_command_in_the_files_exists_with_its_options() -> None:
    """A flag that was renamed is found here and not at three in the morning."""
    found = commands()
    assert len(found) > 8
    for file, line in found:
        name, *words = shlex.split(line)
        command = importlib.import_module(f"bot.cli.{name}").command
        assert isinstance(command, click.Command)
        known = {option for parameter in command.params for option in parameter.opts}
        flags = {word.partition("=")[0] for word in words if word.startswith("-") and word != "-"}
        assert flags <= known, (file, line, flags - known)


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """As systemd-analyze verify reads them; only the program's path is put where one exists."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        missing("systemd-analyze is not installed")
        return
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(re.sub(r"^(User|Group)=.*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    units = sorted(str(path) for path in tmp_path.iterdir())
    done = subprocess.run([tool, "verify", "--man=no", *units], capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if "mlwiki" in line]
    assert (done.returncode, said) == (0, []), done.stderr


def test_cron_lines_have_a_user_and_five_times() -> None:
    """As /etc/cron.d wants them; nothing in them is a percent sign, which cron would turn into a line break."""
    lines = [
        line for line in (DEPLOY / "cron" / "mlwiki").read_text(encoding="utf-8").splitlines() if line[:1].isdigit()
    ]
    assert lines
    for line in lines:
        times, user = line.split()[:5], line.split()[5]
        assert all(re.fullmatch(r"[\d*/,-]+", time) for time in times)
        assert user == "mlwiki"
        assert "%" not in line


def test_cron_itself_takes_the_lines(tmp_path: Path) -> None:
    """Debian's crontab checks their syntax, without the user that only /etc/cron.d names."""
    tool = shutil.which("crontab")
    if tool is None or "-n" not in subprocess.run([tool, "-h"], capture_output=True, text=True, check=False).stderr:
        missing("there is no crontab that checks without installing")
        return
    text = (DEPLOY / "cron" / "mlwiki").read_text(encoding="utf-8")
    table = tmp_path / "table"
    table.write_text(re.sub(r"^((?:\S+ ){5})mlwiki ", r"\1", text, flags=re.MULTILINE), encoding="utf-8")
    done = subprocess.run([tool, "-n", str(table)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    table.write_text("61 3 * * * true\n", encoding="utf-8")
    assert subprocess.run([tool, "-n", str(table)], capture_output=True, check=False).returncode != 0


def test_cron_mails_only_what_needs_a_person(tmp_path: Path) -> None:
    """The alarm line as the shell runs it: silent when a run succeeded lately, one sentence and no more when none did."""
    line = next(
        line for line in (DEPLOY / "cron" / "mlwiki").read_text(encoding="utf-8").splitlines() if "status" in line
    )
    command = line.split(maxsplit=6)[6].replace("--config /etc/mlwiki/mlwiki.toml", "")
    program = tmp_path / "mlwiki"
    for code, said in ((0, ""), (4, "mlwiki: no run succeeded within [run] expect_every\n")):
        program.write_text(f"#!/bin/sh\necho a table\nexit {code}\n", encoding="utf-8")
        program.chmod(0o755)
        environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
        done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, env=environment, check=False)
        assert (done.stdout, done.stderr) == (said, "")


def test_schedules_that_save_are_quiet() -> None:
    """Every schedule that saves passes -q: what leaves the machine was read by whoever set it up."""
    saving = [
        (file, line)
        for file, line in commands()
        if line.startswith("run") and "--save" in line and not file.endswith(".md")
    ]
    assert {file for file, _ in saving} >= {"mlwiki", "mlwiki.service", "jobs.yaml"}
    assert all(line.rstrip().endswith("-q") for _, line in saving)
    job = read_yaml(DEPLOY / "kubernetes" / "cronjob.yaml")[1]
    assert job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]["command"][-2:] == ["--save", "-q"]


def read_yaml(path: Path) -> list[Any]:
    """All documents of a YAML file; vcrpy brings the reader."""
    import yaml

    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def test_kubernetes_never_runs_two_pods_and_lets_a_save_end() -> None:
    """One writer, no restart at once, time for SIGTERM; every volume that is mounted is there."""
    claim, job = read_yaml(DEPLOY / "kubernetes" / "cronjob.yaml")
    assert (job["apiVersion"], job["kind"], job["spec"]["concurrencyPolicy"]) == ("batch/v1", "CronJob", "Forbid")
    pod = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    assert pod["restartPolicy"] == "Never"
    assert pod["terminationGracePeriodSeconds"] >= 300
    volumes = {volume["name"]: volume for volume in pod["volumes"]}
    assert {mount["name"] for mount in pod["containers"][0]["volumeMounts"]} == set(volumes)
    assert volumes["state"]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
    assert pod["containers"][0]["command"][:2] == ["mlwiki", "run"]


def test_kubernetes_takes_the_manifest() -> None:
    """By the schemas of its newest version, unknown fields refused; a misspelt field would be found."""
    if find_spec("kubernetes_validate") is None:
        missing("kubernetes-validate is not installed")
    validator = importlib.import_module("kubernetes_validate")
    newest = validator.latest_version()
    documents = read_yaml(DEPLOY / "kubernetes" / "cronjob.yaml")
    for document in documents:
        validator.validate(document, newest, strict=True)
    documents[1]["spec"]["concurrencyPolice"] = "Forbid"
    with pytest.raises(validator.ValidationError):
        validator.validate(documents[1], newest, strict=True)


#: What ``toolforge jobs load`` reads (Help:Toolforge/Running jobs): a field and the form of its value.
JOB_FIELDS = {
    "name": r"[a-z][a-z0-9-]{0,51}",
    "image": r"[a-z][a-z0-9./-]+",
    "command": r"[^\n]+",
    "schedule": r"@(?:hourly|daily|weekly|monthly|yearly)|(?:[\d*/,-]+ ){4}[\d*/,-]+",
    "emails": r"none|all|onfinish|onfailure",
    "mem": r"\d+(?:Mi|Gi)",
    "cpu": r"\d+(?:\.\d+)?",
    "mount": r"all|none",
    "filelog-stdout": r"/data/project/\S+",
    "filelog-stderr": r"/data/project/\S+",
}


def test_toolforge_jobs_have_what_they_need() -> None:
    """The fields that ``toolforge jobs load`` asks for, no other one, each in its form; within what a job may have there."""
    (jobs,) = read_yaml(DEPLOY / "toolforge" / "jobs.yaml")
    assert jobs
    for job in jobs:
        assert {"name", "image", "command", "schedule"} <= set(job) <= set(JOB_FIELDS)
        for field, value in job.items():
            assert re.fullmatch(JOB_FIELDS[field], value), (field, value)
        assert int(job["mem"].removesuffix("Gi")) <= 4


def test_github_only_reports() -> None:
    """No save from a runner, and no right to write anything."""
    path = DEPLOY / "github" / "report.yml"
    (workflow,) = read_yaml(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert "--save" not in path.read_text(encoding="utf-8")


def test_the_settings_in_the_manual_are_taken(tmp_path: Path) -> None:
    """The example of docs/operating.md is a mlwiki.toml that loads, and every section in it is real."""
    text = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    path = tmp_path / "mlwiki.toml"
    path.write_text(found[1], encoding="utf-8")
    settings = load(path, {}, {})
    assert settings.run.report_page == "User:MyBot/Report"
    assert set(settings.origins) <= set(known_keys())


def test_github_takes_the_workflow(tmp_path: Path) -> None:
    """By the schema that editors use for workflows; a misspelt key would be found."""
    if find_spec("check_jsonschema") is None:
        missing("check-jsonschema is not installed")
    text = (DEPLOY / "github" / "report.yml").read_text(encoding="utf-8")
    for words, wanted in ((text, 0), (text.replace("timeout-minutes:", "timeout-minute:"), 1)):
        path = tmp_path / "report.yml"
        path.write_text(words, encoding="utf-8")
        command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == wanted, done.stdout + done.stderr


def test_compose_is_valid_and_holds_no_secret() -> None:
    """By the compose specification's own schema; a password comes from the environment, and the settings beside it load."""
    folder = DEPLOY / "compose"
    place = find_spec("check_jsonschema")
    if place is None or place.origin is None:
        missing("check-jsonschema is not installed")
        return
    schema = Path(place.origin).parent / "builtin_schemas" / "vendor" / "compose-spec.json"
    (found,) = read_yaml(folder / "compose.yaml")
    validator = Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))
    assert list(validator.iter_errors(found)) == []
    assert list(validator.iter_errors({"services": {"x": {"imag": 1}}})) != []
    environments = [service["environment"] for service in found["services"].values()]
    secrets = [value for one in environments for name, value in one.items() if "PASSWORD" in name]
    assert len(secrets) == len(found["services"])
    assert all(value.startswith("${MLWIKI_ENGINE_PASSWORD:?") for value in secrets)
    settings = load(folder / "mlwiki.toml", {})
    assert settings.engine.store.endswith("@database/mlwiki")
    assert found["services"]["worker"]["depends_on"]["database"]["condition"] == "service_healthy"
    assert "mlwiki-bot[engine]" in (folder / "Dockerfile").read_text(encoding="utf-8")
