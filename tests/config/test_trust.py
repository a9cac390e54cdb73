"""A settings file of the current folder may be anybody's: what it can do before its owner has said that it is theirs."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import platformdirs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.config import ServiceSettings, Standing
from bot.config.declared import Setting
from bot.config.keys import SECTIONS, declared, harm_of, harmful
from bot.config.load import load, read_untrusted
from bot.config.settings_files import FILE_NAME, Untrusted
from bot.config.trust import distrust, trust
from bot.errors import ConfigError
from bot.registries import addresses

#: A value for every setting that can harm, as a stranger would write it.
HOSTILE = {
    "wiki.url": '"http://evil.example/index.php"',
    "wiki.password_file": '"/home/you/.ssh/id_ed25519"',
    "wiki.stop_page": '"Anything"',
    "wiki.allow_personal": "true",
    "judge.kind": '"openai"',
    "judge.base_url": '"http://evil.example/v1"',
    "judge.token_command": '"touch ran"',
    "judge.ca_bundle": '"evil.pem"',
    "judge.headers": '{ "X-To" = "evil" }',
    "judge.embeddings_url": '"http://evil.example/v1"',
    "network.allow_hosts": '["127.0.0.1:22"]',
    "network.proxy": '"http://evil.example:3128"',
    "store.path": '"state"',
    "engine.store": '"postgresql://evil.example/store"',
    "engine.broker": '"postgresql://evil.example/queue"',
    "gate.text": '"report-only"',
    "gate.mechanical": '"report-only"',
    "gate.judge_profile": '"profile.json"',
    "gate.precision": "0.0",
    "run.report_page": '"Main Page"',
    "run.approved_task": '"Anything"',
    "review.trusted": '["Evil"]',
    "services.crossref.url": '"http://evil.example"',
}
#: Other such values of some of them.
OTHER = {
    "wiki.url": '"http://evil.example/api.php"',
    "judge.token_command": '"touch ran "',
    "judge.headers": '{ "X-To" = "Evil" }',
    "network.allow_hosts": '["127.0.0.1:22", "127.0.0.1:23"]',
    "store.path": '"State"',
    "gate.text": '"no-proven-fault"',
    "gate.precision": "0.1",
    "services.crossref.url": '"http://evil.example/x"',
}
#: Values of settings that do no harm.
TAME = {
    "contact": '"mailto:a@example.org"', "wiki.profile": '"mlru"', "wiki.throttle": "3.0", "judge.kind": '"none"',
    "judge.budget": "1.0", "network.timeout": "5.0", "run.max_edits": "3", "services.dblp.enabled": "false",
    "gate.text": '"confirmed"',
}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, anybody's."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def toml(values: Mapping[str, str]) -> str:
    """A settings file of «section.key» and TOML values."""
    top = [f"{key} = {value}\n" for key, value in values.items() if "." not in key]
    return "".join(top) + "".join(f"{key} = {value}\n" for key, value in values.items() if "." in key)


def put(values: Mapping[str, str], place: Path | None = None) -> Path:
    """Write it into the current folder, or to ``place``."""
    path = place or Path(FILE_NAME)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(toml(values), encoding="utf-8")
    return path


def refusal(environment: Mapping[str, str] | None = None) -> str:
    """What is said of an untrusted file."""
    with pytest.raises(ConfigError) as caught:
        load(None, environment or {})
    assert caught.value.exit_code == 2
    assert "mlwiki trust" in str(caught.value.hint)
    return str(caught.value.message)


def trusted(path: Path) -> None:
    """As ``mlwiki trust`` does."""
    trust(path, read_untrusted(path).digest)


def test_it_is_said_of_every_setting_whether_it_can_harm() -> None:
    """A new setting is decided about where it is declared; one that nobody decided about would be taken for the worst."""
    records = (*SECTIONS.values(), ServiceSettings)
    assert [(record, item.name) for record in records for item in fields(record) if Setting not in item.metadata] == []
    assert harm_of("judge.something_new") is not None
    able = {key for key, setting in declared().items() if setting.harm is not None}
    assert {key for key in able if not key.startswith("services.")} == set(HOSTILE) - {"services.crossref.url"}
    assert {key for key in able if key.startswith("services.")} == {f"services.{name}.url" for name in addresses()}


@pytest.mark.parametrize("key", HOSTILE)
def test_each_setting_that_can_harm_ends_the_command(key: str) -> None:
    """Alone in a file that nobody trusts it is named, and nothing goes on with the default."""
    put({key: HOSTILE[key]})
    assert key in refusal()


def test_all_of_them_are_named_at_once() -> None:
    """So that nobody mends a file line by line."""
    put(HOSTILE)
    told = refusal()
    assert all(key in told for key in HOSTILE)


def test_markup_limits_and_names_of_models_work_untrusted() -> None:
    """A shared folder may say which wiki's markup its pages have, and bound the work."""
    put(TAME)
    found = load(None, {})
    assert (found.wiki.profile, found.run.max_edits, found.network.timeout) == ("mlru", 3, 5.0)
    assert [file.standing for file in found.files] == [Standing.harmless]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.dictionaries(st.sampled_from(sorted(OTHER)), st.booleans(), min_size=1, max_size=4),
    change=st.dictionaries(st.sampled_from(sorted(OTHER)), st.sampled_from([None, False, True]), max_size=2),
    tame=st.sets(st.sampled_from([key for key in TAME if key not in HOSTILE])),
)
def test_trust_holds_exactly_as_long_as_the_harmful_values(
    before: dict[str, bool], change: dict[str, bool | None], tame: set[str]
) -> None:
    """Whatever else changes in the file does not end it; another, a new or a missing harmful value does."""
    after = {key: odd for key, odd in (before | change).items() if odd is not None}
    trusted(put({key: chosen(key, odd=odd) for key, odd in before.items()}))
    put({key: TAME[key] for key in tame} | {key: chosen(key, odd=odd) for key, odd in reversed(after.items())})
    if not after:
        assert load(None, {}).files[0].standing is Standing.harmless
    elif after == before:
        assert load(None, {}).files[0].standing is Standing.trusted
    else:
        assert all(key in refusal() for key in after)


def chosen(key: str, *, odd: bool) -> str:
    """One of two values of a setting."""
    return OTHER[key] if odd else HOSTILE[key]


def test_trust_is_of_one_place() -> None:
    """The same file in another folder is another's, and so is the folder itself under another name."""
    here = put({"store.path": '"state"'})
    trusted(here)
    assert load(None, {}).files[0].standing is Standing.trusted
    there = put({"store.path": '"state"'}, Path("elsewhere") / FILE_NAME)
    os.chdir(there.parent)
    assert "store.path" in refusal()


@pytest.mark.skipif(os.name != "posix", reason="makes links")
def test_a_link_to_a_trusted_file_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it names relatively (`token_command = "./key.sh"`) would be of this folder; a link to the folder is the folder."""
    mine = tmp_path / "mine"
    trusted(put({"judge.token_command": '"./key.sh"'}, mine / FILE_NAME))
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / FILE_NAME).symlink_to(mine / FILE_NAME)
    monkeypatch.chdir(theirs)
    assert "judge.token_command" in refusal()
    (tmp_path / "by link").symlink_to(mine)
    monkeypatch.chdir(tmp_path / "by link")
    assert load(None, {}).files[0].standing is Standing.trusted


def test_what_was_read_is_what_was_hashed() -> None:
    """A file that is swapped while the owner thinks it over gives neither other settings nor trust in them."""
    put({"store.path": '"mine"'})

    def swap(found: Untrusted) -> bool:
        put({"store.path": '"theirs"'})
        return found.settings == {"store.path": "mine"}

    assert load(None, {}, confirm=swap).store.path == "mine"
    assert "store.path" in refusal()


def test_a_no_at_the_question_is_a_refusal() -> None:
    """The command ends; nothing is remembered."""
    put({"store.path": '"state"'})
    with pytest.raises(ConfigError):
        load(None, {}, confirm=lambda _: False)
    assert "store.path" in refusal()
    assert load(None, {}, confirm=lambda _: True).store.path == "state"
    assert load(None, {}).store.path == "state"
    assert distrust(Path(FILE_NAME))
    assert "store.path" in refusal()


def test_a_person_is_asked_about_all_that_they_will_have_trusted() -> None:
    """What a flag or a variable covers this time acts the next time: it is shown, too."""
    put({"judge.token_command": HOSTILE["judge.token_command"], "store.path": '"state"'})
    seen: list[Untrusted] = []

    def no(found: Untrusted) -> bool:
        seen.append(found)
        return False

    with pytest.raises(ConfigError):
        load(None, {"MLWIKI_JUDGE_TOKEN_COMMAND": "mine"}, confirm=no)
    assert set(seen[0].settings) == {"judge.token_command", "store.path"}


@pytest.mark.skipif(sys.platform != "linux", reason="makes a name that is no UTF-8")
def test_a_folder_whose_name_is_no_text_can_be_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what was trusted before stays so."""
    first = put({"store.path": '"state"'})
    trusted(first)
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    odd.mkdir()
    monkeypatch.chdir(odd)
    trusted(put({"store.path": '"state"'}))
    assert load(None, {}).files[0].standing is Standing.trusted
    monkeypatch.chdir(tmp_path)
    assert load(None, {}).files[0].standing is Standing.trusted


def test_a_file_that_is_named_is_the_users_word() -> None:
    """By --config or MLWIKI_CONFIG, whole or relative."""
    path = put(HOSTILE, Path("mine.toml"))
    assert load(path, {}).store.path == "state"
    found = load(None, {"MLWIKI_CONFIG": str(path.absolute())})
    assert (found.store.path, found.files[0].standing) == ("state", Standing.named)
    with pytest.raises(ConfigError, match="cannot read"):
        load(None, {"MLWIKI_CONFIG": "absent.toml"})


def test_the_environment_and_flags_are_the_users_word() -> None:
    """A setting that they give is theirs, whatever the file says of it; the others stay refused."""
    put({"wiki.url": HOSTILE["wiki.url"], "judge.kind": '"openai"'})
    assert "wiki.url" not in refusal({"MLWIKI_WIKI_URL": "http://mine.example/index.php"})
    found = load(None, {"MLWIKI_WIKI_URL": "http://mine.example/"}, {"judge.kind": "none"})
    assert (found.wiki.url, found.judge.kind) == ("http://mine.example/", "none")


@pytest.mark.parametrize(
    "form", ["{path}@sha256:{digest}", "{path}={digest}", "{file}  {path}", "sha256:{file} {path}"]
)
def test_a_machine_without_a_person_is_told_by_a_variable(form: str, tmp_path: Path) -> None:
    """MLWIKI_TRUST holds path and hash: the one that `mlwiki trust` prints, or the whole file's as sha256sum prints it."""
    path = put({"store.path": '"state"'})
    hashes = {"digest": read_untrusted(path).digest, "file": hashlib.sha256(path.read_bytes()).hexdigest()}
    word = form.format(path=tmp_path.resolve() / FILE_NAME, **hashes)
    assert load(None, {"MLWIKI_TRUST": word}).store.path == "state"
    put({"store.path": '"other"'})
    assert "store.path" in refusal({"MLWIKI_TRUST": word})


@pytest.mark.parametrize("word", ["1", "mlwiki.toml", f"mlwiki.toml@sha256:{'0' * 64}", "/x@sha256:12"])
def test_a_variable_that_names_no_place_and_hash_is_refused(word: str) -> None:
    """«Trust everything» cannot be said, nor can «whatever lies in the folder I stand in»."""
    put({"store.path": '"state"'})
    with pytest.raises(ConfigError, match="MLWIKI_TRUST"):
        load(None, {"MLWIKI_TRUST": word})


def own_file(values: Mapping[str, str]) -> Path:
    """The user's own settings file."""
    return put(values, Path(platformdirs.user_config_dir("mlwiki", appauthor=False)) / FILE_NAME)


def test_the_users_own_file_comes_first_and_is_believed() -> None:
    """It lies in the user's configuration folder; the folder's file adds what does no harm, and takes nothing away."""
    path = own_file({"wiki.url": '"http://mine.example/"', "wiki.stop_page": '"Stop"', "wiki.throttle": "9.0"})
    put({"wiki.throttle": "4.0"})
    found = load(None, {})
    assert (found.wiki.url, found.wiki.throttle) == ("http://mine.example/", 4.0)
    assert [file.standing for file in found.files] == [Standing.own, Standing.harmless]
    put({"wiki.url": '"http://mine.example/"'})
    assert load(None, {}).files[-1].standing is Standing.harmless
    put({"wiki.stop_page": '""'})
    assert "wiki.stop_page" in refusal()
    if os.name == "posix":
        path.chmod(0o666)
        Path(FILE_NAME).unlink()
        assert load(None, {}).files == ()


def test_a_home_that_may_not_be_looked_into_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under systemd's ProtectHome; root, who runs some tests, may look everywhere, so that the error is made."""
    own_file({"wiki.throttle": "9.0"})

    def forbidden(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("bot.config.trust._is_ours", forbidden)
    assert load(None, {}).files == ()


def test_trust_is_kept_privately_and_not_where_the_file_says(tmp_path: Path) -> None:
    """In the user's data folder, mode 0600; a file in the store that somebody brought says nothing, a broken one neither."""
    path = put({"store.path": '"state"'})
    wanted = read_untrusted(path).digest
    for place in (tmp_path / "state", Path(os.environ["MLWIKI_STATE"])):
        place.mkdir(exist_ok=True)
        (place / "trust.json").write_text(json.dumps({"trusted": {str(path.absolute()): wanted}, "uses": []}))
    assert "store.path" in refusal()
    trusted(path)
    kept = Path(platformdirs.user_data_dir("mlwiki", appauthor=False)) / "trust.json"
    if os.name == "posix":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        kept.chmod(0o666)
        assert "store.path" in refusal()
        kept.chmod(0o600)
    kept.write_text("[" * 100_000)
    assert "store.path" in refusal()


def test_the_first_start_says_that_this_is_new() -> None:
    """Once, in the same line; afterwards the line is shorter."""
    put({"store.path": '"state"'})
    hints = []
    for _ in range(2):
        with pytest.raises(ConfigError) as caught:
            load(None, {})
        hints.append(str(caught.value.hint))
    assert hints[0].startswith("this is new")
    assert not hints[1].startswith("this is new")


def test_what_can_harm_is_told_with_its_value() -> None:
    """Harmless values of such settings (no judge, the strictest gate) need no trust and are no part of it."""
    assert harmful({"judge.kind": "none", "gate.text": "confirmed", "wiki.profile": "mlru"}) == {}
    assert harmful({"judge.kind": "openai", "gate.text": "report-only"}) == {
        "judge.kind": "openai",
        "gate.text": "report-only",
    }
