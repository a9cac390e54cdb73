"""Recorded HTTP: cassettes of vcrpy, readable, in a fixed order, without dates, cookies and secrets.

A request that no cassette holds is ``Reason.not_stored``: it opens no socket and names no host to the resolver.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.errors import InputError
from bot.model.message import msg

#: The first line of what the project's own recorder writes.
FROM_REPLICAS = "recorded from replicas written for this project"
_DROPPED = frozenset(
    "date server set-cookie authorization x-request-id cf-ray age expires via connection keep-alive x-served-by "
    "x-timer report-to nel alt-svc content-length transfer-encoding".split()
)
_SECRET_PARAMETERS = ["email", "mailto", "api_key", "apikey", "key", "token"]


class ReplayClock:
    """Time in a replay: it stands still but for waiting, which takes no time at all."""

    def __init__(self, now: str = "2026-01-01T00:00:00Z") -> None:
        self._now = now
        self._seconds = 0.0

    def now(self) -> str:
        """The time of the recording, as far as anybody is told."""
        return self._now

    def monotonic(self) -> float:
        """Seconds that were asked to be waited so far."""
        return self._seconds

    async def sleep(self, seconds: float) -> None:
        """Let others go first, and call it waited."""
        import asyncio

        self._seconds += max(seconds, 0.0)
        await asyncio.sleep(0)


@contextmanager
def replaying(*paths: Path) -> Iterator[None]:
    """Answer every request from these cassettes. Raises InputError for one that cannot be read."""
    from vcr.record_mode import RecordMode

    for path in paths:
        if not path.is_file():
            raise InputError(
                msg("the cassette {path} is not there", path=str(path)),
                msg("Record it with --record, or correct the path."),
            )
    name = "\n".join(str(path) for path in paths)
    with _machine("").use_cassette(name, record_mode=RecordMode.NONE, allow_playback_repeats=True):
        yield


@contextmanager
def recording(path: Path, *, note: str = "") -> Iterator[None]:
    """Let requests through and keep them in ``path``, replacing what was there. ``note`` becomes the file's first line."""
    from vcr.record_mode import RecordMode

    with _machine(note).use_cassette(str(path), record_mode=RecordMode.ALL, drop_unused_requests=True):
        yield


def _machine(note: str) -> Any:  # noqa: ANN401 (vcrpy has no type information)
    """vcrpy, set up."""
    import vcr

    machine = vcr.VCR(
        serializer="mlwiki",
        match_on=["method", "uri", "mlwiki_body"],
        decode_compressed_response=True,
        before_record_request=_bare_request,
        before_record_response=_bare_response,
        filter_query_parameters=_SECRET_PARAMETERS,
        record_on_exception=True,
    )
    machine.register_serializer("mlwiki", _Yaml(note))
    machine.register_matcher("mlwiki_body", _same_body)
    machine.register_persister(_Files)
    return machine


def _bare_request(request: Any) -> Any:  # noqa: ANN401 (vcrpy has no type information)
    """A request without headers: they hold the contact, keys and the client's version, and nothing is matched by them."""
    request.headers = {}
    return request


def _bare_response(response: dict[str, Any]) -> dict[str, Any]:
    """A response without what changes from day to day."""
    headers = response["headers"].items()
    return {**response, "headers": {name.lower(): value for name, value in headers if name.lower() not in _DROPPED}}


def _same_body(one: Any, other: Any) -> None:  # noqa: ANN401 (vcrpy has no type information)
    """Equal as JSON, whatever the order of its keys, else equal bytes. Raises AssertionError."""
    assert _body(one.body) == _body(other.body), "bodies differ"


def _body(body: bytes | str | None) -> object:
    """A body for comparing."""
    raw = body.encode("utf-8") if isinstance(body, str) else body or b""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return raw


class _Files:
    """Cassettes as files in UTF-8 on every system; several are read as one."""

    @staticmethod
    def load_cassette(cassette_path: str, serializer: Any) -> Any:  # noqa: ANN401 (vcrpy has no type information)
        """Requests and responses of every named file. Raises vcrpy's own error for a new one."""
        from vcr.persisters.filesystem import CassetteNotFoundError
        from vcr.serialize import deserialize

        requests: list[Any] = []
        responses: list[Any] = []
        for name in cassette_path.split("\n"):
            path = Path(name)
            if not path.is_file():
                raise CassetteNotFoundError
            try:
                found = deserialize(path.read_text(encoding="utf-8"), serializer)
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise InputError(
                    msg("{path} is not a cassette", path=name), msg("Name a file that --record or vcrpy wrote.")
                ) from error
            requests += found[0]
            responses += found[1]
        return requests, responses

    @staticmethod
    def save_cassette(cassette_path: str, cassette_dict: dict[str, Any], serializer: Any) -> None:  # noqa: ANN401
        """Write the file, sorted by method, address and body, so that a repeated recording is the same file."""
        from vcr.serialize import serialize

        pairs = list(zip(cassette_dict["requests"], cassette_dict["responses"], strict=True))
        pairs.sort(key=lambda pair: (pair[0].method, pair[0].uri, str(pair[0].body)))
        data = {"requests": [one for one, _ in pairs], "responses": [one for _, one in pairs]}
        path = Path(cassette_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(serialize(data, serializer), encoding="utf-8", newline="\n")


class _Yaml:
    """YAML that a person can read: Cyrillic as it is, long texts as blocks."""

    def __init__(self, note: str) -> None:
        self._note = note

    def serialize(self, data: dict[str, Any]) -> str:
        """The cassette's text."""
        import yaml

        # a dumper of its own, so that nobody else's changes
        dumper: Any = type("Dumper", (yaml.SafeDumper,), {})
        dumper.add_representer(str, _text_node)
        head = f"# {self._note}\n" if self._note else ""
        return head + str(yaml.dump(data, Dumper=dumper, allow_unicode=True, width=1000, sort_keys=True))

    def deserialize(self, text: str) -> Any:  # noqa: ANN401 (vcrpy has no type information)
        """The cassette's data. Raises ValueError."""
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            return yaml.load(text, Loader=loader)  # noqa: S506 (a safe loader, the C one where there is one)
        except yaml.YAMLError as error:
            raise ValueError(str(error)) from error


def _text_node(dumper: Any, text: str) -> Any:  # noqa: ANN401 (yaml has no type information)
    """Texts of several lines as blocks."""
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)
