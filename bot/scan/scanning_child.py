"""The child of ``bot.scan.workers``: reads pages, a JSON line each, and answers each with its line of ``mlwiki/scan/1``."""

from __future__ import annotations

import json
import sys
from typing import BinaryIO

from bot.config import Settings, WikiSettings
from bot.crash import Crashes
from bot.jobs.session import choose_profile
from bot.model.page import Page
from bot.scan.scanned import line_of, scan_page


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Until the input ends. The first line names the profile."""
    profile = json.loads(source.readline())["profile"]
    chosen = choose_profile(profile, Settings(wiki=WikiSettings(profile=profile)))
    for line in source:
        page = Page(**json.loads(line))
        target.write(line_of(scan_page(page, chosen, Crashes())).encode())
        target.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
