"""Pages of a wiki as files of a folder: ``NAME.wiki`` with its text, ``NAME.wiki.json`` with where it comes from."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bot import strictjson
from bot.atomic import write_atomic
from bot.errors import InputError
from bot.model.ids import text_sha256
from bot.model.message import msg
from bot.model.page import Page
from bot.wiki.compare import as_stored
from bot.wiki.page_titles import SIDECAR_SUFFIX, SUFFIX, clean_title, filename_for, title_of

__all__ = [
    "Folder",
    "Sidecar",
    "filename_for",
    "is_edited",
    "read_sidecar",
    "sidecar_path",
    "title_of",
    "update_pulled",
    "write_pulled",
    "write_sidecar",
]


@dataclass(frozen=True, slots=True)
class Sidecar:
    """Which revision a file was pulled from; ``sha256`` is of that revision's text, so that a local edit shows.

    ``sent`` is of the text that a push of this very file sent last, as the wiki stores it: while its answer is not known,
    that text on the wiki is this file's own.
    """

    wiki: str
    title: str
    revid: int | None
    timestamp: str | None
    user: str | None
    sha256: str
    sent: str = ""


def sidecar_path(path: Path) -> Path:
    """Where the sidecar of a page's file lies."""
    return path.with_name(path.name + SIDECAR_SUFFIX)


def read_sidecar(path: Path) -> Sidecar | None:
    """The sidecar of the page file ``path``; None when there is none. Raises InputError for a damaged one."""
    place = sidecar_path(path)
    try:
        data = strictjson.loads(place.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(msg("cannot read {path}: {why}", path=str(place), why=error.strerror or "?")) from error
    except ValueError as error:
        raise _damaged(place) from error
    if not isinstance(data, dict):
        raise _damaged(place)
    try:
        return Sidecar(
            **{name: _typed(name, data[name]) for name in _KINDS}, sent=_typed("sha256", data.get("sent", ""))
        )
    except (KeyError, TypeError) as error:
        raise _damaged(place) from error


_KINDS: dict[str, Any] = {
    "wiki": str,
    "title": str,
    "revid": int | None,
    "timestamp": str | None,
    "user": str | None,
    "sha256": str,
}


def _typed(name: str, value: Any) -> Any:  # noqa: ANN401  # a value of a JSON file, checked here
    if not isinstance(value, _KINDS[name]) or isinstance(value, bool):
        raise TypeError(name)
    return value


def _damaged(place: Path) -> InputError:
    return InputError(
        msg("{path} is not a sidecar that `mlwiki pull` wrote", path=str(place)),
        msg("pull the page again, or remove that file to treat the text as a new page"),
    )


def is_edited(text: str, sidecar: Sidecar) -> bool:
    """Whether a file says something else than the revision it was pulled from; line ends and a blank end do not count."""
    return sidecar.sha256 not in {text_sha256(text), text_sha256(as_stored(text))}


class Folder:
    """A folder of pages. Knows which titles its files have, so that «Abc» and «ABC» get names apart on every file system."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._titles: dict[str, str] | None = None

    @property
    def titles(self) -> frozenset[str]:
        """The titles that have a file or were asked for one."""
        return frozenset(self._known().values())

    def path_for(self, title: str) -> Path:
        """The file for a title: its plain name, or one with its letters escaped where a neighbour differs only in case."""
        known = self._known()
        for name in (filename_for(title), filename_for(title, fold=True)):
            if known.setdefault(_folded(name), title) == title:
                return self.directory / name
        raise InputError(
            msg("there is no file name left for {title} in {folder}", title=title, folder=str(self.directory))
        )

    def _known(self) -> dict[str, str]:
        if self._titles is None:
            self._titles = {}
            files = sorted(self.directory.glob(f"*{SUFFIX}{SIDECAR_SUFFIX}")) if self.directory.is_dir() else []
            for place in files:
                path = place.with_name(place.name.removesuffix(SIDECAR_SUFFIX))
                found = read_sidecar(path)
                if found is not None:
                    self._titles[_folded(path.name)] = found.title
        return self._titles

    def write(self, page: Page) -> Path:
        """Write a page and its sidecar, whatever stands there. Raises OutputError."""
        path = self.path_for(page.title)
        update_pulled(path, page)
        return path


def write_pulled(directory: Path, page: Page) -> Path:
    """Write a pulled page into a folder under its own name, with its sidecar; the file's path. Raises OutputError."""
    return Folder(directory).write(page)


def update_pulled(path: Path, page: Page) -> None:
    """Make the file ``path`` hold ``page`` and its sidecar say so. Each file is replaced as a whole; raises OutputError.

    The text goes first: after a crash between the two the next pull sees the wiki's own text and only mends the sidecar.
    """
    write_atomic(path, page.text.encode("utf-8", "surrogatepass"), make_folder=True, follow=False)
    write_sidecar(path, page)


def write_sidecar(path: Path, page: Page, sent: str | None = None) -> None:
    """Write beside the file ``path`` that it holds ``page``, and that ``sent`` is about to be saved. Raises OutputError."""
    sidecar = Sidecar(page.wiki, clean_title(page.title), page.revid, page.timestamp, page.user, page.sha256)
    fields = {name: value for name, value in asdict(sidecar).items() if name != "sent"}
    if sent is not None:
        fields["sent"] = text_sha256(as_stored(sent))
    data = (json.dumps(fields, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "surrogatepass")
    write_atomic(sidecar_path(path), data, make_folder=True, follow=False)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
