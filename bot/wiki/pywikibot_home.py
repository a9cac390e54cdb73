"""A private folder for pywikibot, which otherwise executes ``user-config.py`` of the current folder and writes into HOME."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.errors import OutputError
from bot.model.message import msg

#: Settings by names of pywikibot 11.9: no question is ever asked, nothing is shown, nothing but our own clock throttles.
_CONFIG = """\
# written by mlwiki for its own use of pywikibot; changes are overwritten
userinterface = 'buffer'
solve_captcha = False
password_file = None
log = []
cosmetic_changes = False
simulate = False
minthrottle = 0
put_throttle = 0
noisysleep = 10**6
max_retries = 1
retry_wait = 1
retry_max = 5
read_maxlag = 30
write_maxlag = 5
socket_timeout = (10.0, 30.0)
"""


def prepare(state: Path) -> Path:
    """Make ``state/pywikibot`` (mode 700) with a generated ``user-config.py`` (600). Raises OutputError."""
    folder = state / "pywikibot"
    config = folder / "user-config.py"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        config.unlink(missing_ok=True)
        with os.fdopen(os.open(config, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(_CONFIG)
    except OSError as error:
        raise OutputError(
            msg("cannot write {path}: {why}", path=str(config), why=error.strerror or "?"),
            msg("name another folder in `[store] path` or MLWIKI_STATE"),
        ) from error
    return folder


@contextmanager
def sheltered(folder: Path) -> Iterator[None]:
    """What must hold while pywikibot is first imported: its folder named, the command line and its own variables hidden."""
    hidden = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(("PYWIKIBOT_", "PWB_"))}
    arguments = sys.argv[:]
    sys.argv[1:] = []
    os.environ["PYWIKIBOT_DIR"] = str(folder)
    try:
        yield
    finally:
        sys.argv[:] = arguments
        del os.environ["PYWIKIBOT_DIR"]
        os.environ.update(hidden)
