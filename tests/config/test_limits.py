"""A setting that cannot be is refused when it is read, whichever layer it comes from, in one line that says what may be."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import Settings
from bot.config.declared import is_address, seconds_of
from bot.config.keys import known_keys, refusal
from bot.config.load import load
from bot.errors import ConfigError, ExitCode
from bot.registries import addresses

IMPOSSIBLE = [
    ("network.concurrency", "0"),
    ("network.concurrency", "100000"),
    ("network.timeout", "-5"),
    ("network.timeout", "0"),
    ("network.host_interval", "-1"),
    ("network.allow_hosts", '["nowhere"]'),
    ("network.allow_hosts", '["127.0.0.1:99999"]'),
    ("network.proxy", '"socks5://127.0.0.1:1"'),
    ("judge.budget", "-1"),
    ("judge.budget", "nan"),
    ("judge.budget", "inf"),
    ("judge.budget_tokens", "-1"),
    ("judge.price_in", "-0.1"),
    ("judge.concurrency", "0"),
    ("judge.timeout", "1e300"),
    ("judge.base_url", '""'),
    ("judge.base_url", '"api.openai.com/v1"'),
    ("judge.embeddings_url", '"file:///etc/passwd"'),
    ("judge.model", '"a\\nb"'),
    ("run.max_time", '"2 parsecs"'),
    ("run.max_time", '"0h"'),
    ("run.max_time", '"99999999d"'),
    ("run.expect_every", '"daily"'),
    ("run.max_edits", "-1"),
    ("run.trial", "-1"),
    ("store.keep_days", "-1"),
    ("store.path", '"a\\u0000b"'),
    ("gate.precision", "1.5"),
    ("wiki.throttle", "-0.5"),
    ("wiki.url", '"not a url"'),
    ("wiki.url", '"http://"'),
    ("wiki.url", '"http://a:70000/"'),
    ("services.crossref.url", '"ftp://x"'),
    ("services.arxiv.url", '""'),
    ("contact", '"nonsense"'),
    ("contact", '"mailto:"'),
]


def written(folder: Path, key: str, value: str) -> Path:
    """A settings file with that one setting."""
    section, _, name = key.rpartition(".")
    path = folder / "mlwiki.toml"
    path.write_text(f"[{section}]\n{name} = {value}\n" if section else f"{name} = {value}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("key", "value"), IMPOSSIBLE)
def test_what_cannot_be_is_refused_with_file_key_value_and_what_may_be(tmp_path: Path, key: str, value: str) -> None:
    """Nothing that hangs, overflows or is no address gets as far as a run."""
    path = written(tmp_path, key, value)
    with pytest.raises(ConfigError) as caught:
        load(path, {})
    assert caught.value.exit_code is ExitCode.usage
    assert str(path) in str(caught.value)
    assert f"`{key}`" in str(caught.value)
    assert "it takes" in str(caught.value.hint)


def test_the_environment_and_flags_are_held_to_the_same() -> None:
    """The variable is named; what a flag said is called so."""
    with pytest.raises(ConfigError, match="MLWIKI_NETWORK_CONCURRENCY cannot be '0'"):
        load(None, {"MLWIKI_NETWORK_CONCURRENCY": "0"})
    with pytest.raises(ConfigError, match=r"`judge\.budget` on the command line cannot be -1\.0"):
        load(None, {}, {"judge.budget": -1.0})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("contact", '"mailto:bot@example.org"'),
        ("contact", '"bot@example.org"'),
        ("contact", '"https://example.org/бот"'),
        ("contact", '""'),
        ("wiki.url", '"http://www.machinelearning.ru/wiki/index.php?title=Заглавная_страница"'),
        ("wiki.url", '"http://[::1]:8080/index.php"'),
        ("wiki.throttle", "0"),
        ("judge.budget", "0"),
        ("run.max_time", '"1d 12h"'),
        ("run.expect_every", '""'),
        ("network.allow_hosts", '["127.0.0.1:8099", "[::1]:80"]'),
        ("network.proxy", '"http://user:word@proxy.example.org:3128"'),
        ("store.keep_days", "0"),
    ],
)
def test_what_people_write_is_taken(tmp_path: Path, key: str, value: str) -> None:
    """The edges of every range, and addresses as they are copied."""
    load(written(tmp_path, key, value), {})


def test_every_default_keeps_its_own_rule() -> None:
    """A rule that refuses what the program itself starts with would be wrong."""
    settings = Settings()
    for key in known_keys():
        section, _, name = key.rpartition(".")
        if section.startswith("services."):
            value: object = getattr(settings.services[section.removeprefix("services.")], name)
        else:
            value = getattr(getattr(settings, section) if section else settings, name)
        assert refusal(key, value) is None, key
    assert all(is_address(address) for address in addresses().values())


def test_every_number_has_a_range() -> None:
    """A number that is added to the settings gets its limits, too: nothing takes minus a billion."""
    settings = Settings()
    for section in ("wiki", "judge", "network", "store", "gate", "run"):
        record = getattr(settings, section)
        for item in fields(record):
            if str(item.type).split(" ")[0] in {"int", "float"}:
                assert refusal(f"{section}.{item.name}", -1_000_000_000) is not None, item.name


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ('[judge]\napi_key = "sk-1"\n', "MLWIKI_JUDGE_API_KEY"),
        ('[judge]\nembeddings_api_key = "sk-1"\n', "MLWIKI_EMBEDDINGS_API_KEY"),
        ('[wiki]\npassword = "sk-1"\n', "MLWIKI_WIKI_PASSWORD"),
    ],
)
def test_a_secret_among_the_settings_is_told_its_place(tmp_path: Path, text: str, variable: str) -> None:
    """The variable is named, the secret is not repeated."""
    (tmp_path / "mlwiki.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(tmp_path / "mlwiki.toml", {})
    assert variable in str(caught.value.hint)
    assert "sk-1" not in f"{caught.value} {caught.value.hint}"


def test_a_wrong_value_never_shows_a_secret(tmp_path: Path) -> None:
    """Headers, a proxy's and a wiki's login are masked in the line that refuses them."""
    for key, value in (
        ("judge.headers", '{"X Key" = "hunter2"}'),
        ("network.proxy", '"hunter2@proxy"'),
        ("wiki.url", '"ftp://me:hunter2@wiki/"'),
    ):
        with pytest.raises(ConfigError) as caught:
            load(written(tmp_path, key, value), {})
        assert "hunter2" not in str(caught.value)


def test_settings_without_end_are_refused(tmp_path: Path) -> None:
    """A device as settings file ends in a line, not in all the memory."""
    endless = Path("/dev/zero")
    if not endless.exists():
        pytest.skip("needs /dev/zero")
    with pytest.raises(ConfigError, match="cannot read the settings"):
        load(endless, {})
    (tmp_path / "mlwiki.toml").write_bytes(b"\xef\xbb\xbfcontact = 'a@b'\n")
    assert load(tmp_path / "mlwiki.toml", {}).contact == "a@b"


@given(st.text(max_size=20))
def test_a_time_is_a_number_of_seconds_or_refused(text: str) -> None:
    """What the rule takes, a run can count down; nothing else gets there."""
    if refusal("run.max_time", text) is None and text.strip():
        seconds = seconds_of(text, "run.max_time")
        assert seconds is not None
        assert seconds > 0


@given(st.text(alphabet="htps:/.a[]@: 1\n", max_size=25))
def test_reading_an_address_never_fails(text: str) -> None:
    """Whatever is written, the answer is yes or no."""
    assert is_address(text) in {True, False}
