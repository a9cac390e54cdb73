"""Record the demo's cassettes anew: ``python -m tests.fakes.record [FOLDER]``.

The real ``check`` job runs against the replicas of this folder; nothing in a recording is written by hand, and two runs make
the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bot.config import NetworkSettings, Settings
from bot.jobs.check import CheckOptions, check
from bot.jobs.demo import demo_settings, sample_page
from bot.jobs.session import Quiet, Session, choose_profile
from bot.jobs.tidy import tidy
from bot.model.page import Page
from bot.model.report import CheckReport
from bot.net.cassettes import FROM_REPLICAS, ReplayClock
from bot.sample import mended_text
from bot.store import open_store
from tests.fakes.model import ScriptedModel
from tests.fakes.resolver import network
from tests.fakes.script import answers
from tests.fakes.services import Services

FOLDER = Path(__file__).parents[2] / "cassettes" / "demo"
JUDGES = ("embedded", "openai")


def pages(judge: str) -> tuple[Page, ...]:
    """What a cassette must answer for.

    With the model: the sample as tidying leaves it, which is what the demo checks. Without it also the sample as it came and as
    a person mended it, since these ask the services for little more.
    """
    draft = sample_page()
    tidied = replace(draft, text=tidy([draft], choose_profile("mlru", Settings()), Quiet()).pages[0].text)
    return (tidied,) if judge == "openai" else (tidied, draft, replace(draft, text=mended_text()))


def record(folder: Path, judge: str) -> CheckReport:
    """Record one judge's run on its pages into ``folder/JUDGE.yaml``."""
    return record_pages(folder / f"{judge}.yaml", judge, pages(judge))


def record_pages(path: Path, judge: str, wanted: Sequence[Page]) -> CheckReport:
    """Record one judge's run on ``wanted`` into the cassette ``path``."""
    # one exchange at a time: the order in a recording must not depend on how threads were scheduled
    settings = replace(demo_settings(judge, Settings()), network=NetworkSettings(concurrency=1))
    with (
        Services() as services,
        ScriptedModel(answers()) as model,
        open_store(None) as store,
    ):
        session = Session(
            settings,
            store,
            clock=ReplayClock(),
            environment={"MLWIKI_JUDGE_API_KEY": "no-key"},
            network=network(services, model_port=int(model.url.rpartition(":")[2].partition("/")[0])),
        )
        options = CheckOptions(record=path, note=FROM_REPLICAS, remember=False)
        return check(wanted, choose_profile("mlru", settings), session, options)


def main() -> None:
    """Record every cassette and say where."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for judge in JUDGES:
        record(folder, judge)
        sys.stdout.write(f"{folder / judge}.yaml\n")


if __name__ == "__main__":
    main()
