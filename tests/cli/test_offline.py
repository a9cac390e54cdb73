"""``--offline`` sends nothing, to the wiki neither: a listening server stands for every address there is, and nobody comes."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.registries import addresses
from tests.cli.command_line import mlwiki


@pytest.fixture
def server() -> Iterator[tuple[str, list[bytes]]]:
    """A replica of any server; what it was sent is in the list. It answers nothing of use."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    heard.append(connection.recv(4096))
                    connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", heard


def everywhere(address: str) -> dict[str, str]:
    """Settings that point every service, the model and the wiki to it."""
    return {
        **{f"MLWIKI_SERVICES_{name.upper()}_URL": address for name in addresses()},
        "MLWIKI_WIKI_URL": address + "/index.php",
        "MLWIKI_JUDGE_BASE_URL": address + "/v1",
        "MLWIKI_JUDGE_EMBEDDINGS_URL": address + "/v1",
        "MLWIKI_JUDGE_EMBEDDINGS_MODEL": "m",
        "MLWIKI_JUDGE_MODEL": "m",
        "MLWIKI_JUDGE_API_KEY": "k",
        "MLWIKI_NETWORK_ALLOW_HOSTS": address.removeprefix("http://"),
        "MLWIKI_CONTACT": "a@b",
    }


@pytest.mark.parametrize(
    "words",
    [
        ("check", "title:Дропаут"),
        ("check", "{address}/index.php?title=X"),
        ("check", "{address}/index.php?title=X&oldid=2&diff=3"),
        ("check", "d.wiki", "--since", "7"),
        ("tidy", "title:Дропаут"),
        ("push", "d.wiki"),
        ("push", "d.wiki", "--save", "-m", "s"),
        ("run", "--recent", "2"),
        ("run", "--recent", "2", "--save"),
    ],
)
def test_without_the_wiki_a_page_is_not_there_and_nobody_is_asked(
    tmp_path: Path, server: tuple[str, list[bytes]], words: tuple[str, ...]
) -> None:
    """One line that says why, and exit 4: a second run without --offline could finish."""
    address, heard = server
    (tmp_path / "d.wiki").write_text("Слова<ref>Книга. 2001. DOI: 10.1234/x</ref>.\n", encoding="utf-8")
    asked = [word.format(address=address) for word in words]
    ran = mlwiki(*asked, "--offline", cwd=tmp_path, environment=everywhere(address))
    assert (ran.code, len(ran.error_lines), ran.out) == (4, 1, b""), ran.err
    assert "--offline sends nothing" in ran.err
    assert heard == []


def test_a_file_is_checked_with_what_is_stored(tmp_path: Path, server: tuple[str, list[bytes]]) -> None:
    """Neither a registry, nor the page, nor a model, nor the embeddings are asked."""
    address, heard = server
    text = f"Слова<ref>Книга. 2001. DOI: 10.1234/x</ref> и ещё<ref>{address}/page Страница</ref>.\n"
    (tmp_path / "d.wiki").write_text(text, encoding="utf-8")
    ran = mlwiki("check", "d.wiki", "--offline", "--judge", "openai", cwd=tmp_path, environment=everywhere(address))
    assert ran.code == 4, ran.err
    assert heard == []
    assert mlwiki("check", "d.wiki", "--judge", "openai", cwd=tmp_path, environment=everywhere(address)).code in {1, 4}
    assert heard != []  # the replica does hear whoever asks


def test_tidy_takes_offline_too(tmp_path: Path) -> None:
    """A file needs no network anyway: what `check` may be told `tidy` may be told."""
    (tmp_path / "d.wiki").write_text("Метод `fit`.\n", encoding="utf-8")
    assert mlwiki("tidy", "d.wiki", "--offline", "--diff", cwd=tmp_path).code == 1
