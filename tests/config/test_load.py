"""Settings: file, then environment, then flags; a wrong one is named, with what was probably meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.config import lines
from bot.config import JudgeSettings
from bot.config.keys import RETIRED, declared, harm_of, shown_value
from bot.config.load import load
from bot.config.secrets import judge_key, wiki_password
from bot.errors import ConfigError


def written(folder: Path, text: str) -> Path:
    """A settings file."""
    path = folder / "mlwiki.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_flags_win_over_environment_over_file(tmp_path: Path) -> None:
    """Each layer covers the one before, and the origin is known."""
    path = written(tmp_path, '[wiki]\nuser = "file"\nthrottle = 5\n[judge]\nmodel = "m"\n')
    settings = load(path, {"MLWIKI_WIKI_USER": "environment"}, {"judge.model": "flag", "judge.kind": None})
    assert settings.wiki.user == "environment"
    assert settings.wiki.throttle == 5.0
    assert settings.judge.model == "flag"
    assert settings.judge.kind == "embedded"
    assert settings.origins["wiki.user"] == "MLWIKI_WIKI_USER"
    assert settings.origins["wiki.throttle"] == str(path)
    assert settings.origins["judge.model"] == "flag"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('[wiki]\nusr = "x"\n', "wiki.user"),
        ("[network]\nconcurency = 3\n", "network.concurrency"),
        ('[services.crosref]\nurl = "http://x"\n', "services.crossref.url"),
        ('contat = "mailto:a@b"\n', "contact"),
    ],
)
def test_an_unknown_setting_names_the_one_that_was_meant(tmp_path: Path, text: str, meant: str) -> None:
    """A typing error does not pass in silence."""
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text), {})
    assert meant in str(caught.value.hint)


@pytest.mark.parametrize(
    "text",
    ['[wiki]\nthrottle = "soon"\n', '[judge]\nkind = "oracle"\n', '[gate]\ntext = "lax"\n', "[wiki]\nuser = 7\n"],
)
def test_an_impossible_value_says_what_is_possible(tmp_path: Path, text: str) -> None:
    """Types and closed choices are held when the file is read."""
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text), {})
    assert "it takes" in str(caught.value.hint)


def test_broken_toml_and_missing_files_are_told_apart(tmp_path: Path) -> None:
    """Neither is a traceback."""
    with pytest.raises(ConfigError, match="not valid TOML"):
        load(written(tmp_path, "[wiki\n"), {})
    with pytest.raises(ConfigError, match="cannot read the settings"):
        load(tmp_path / "absent.toml", {})


def test_an_unknown_variable_is_an_error_but_secrets_and_language_are_none() -> None:
    """MLWIKI_* that is no setting is a typing error; the known exceptions are not."""
    with pytest.raises(ConfigError, match="MLWIKI_WIKI_USR"):
        load(None, {"MLWIKI_WIKI_USR": "x"})
    load(None, {"MLWIKI_LANG": "ru", "MLWIKI_STATE": "/x", "MLWIKI_WIKI_PASSWORD": "p", "PATH": "/bin"})


def test_lists_and_services_come_from_the_environment_too() -> None:
    """``a,b`` is a list; a service is pointed elsewhere by its variable."""
    settings = load(
        None, {"MLWIKI_NETWORK_ALLOW_HOSTS": "127.0.0.1:80, 127.0.0.1:81", "MLWIKI_SERVICES_CROSSREF_URL": "http://x/"}
    )
    assert settings.network.allow_hosts == ("127.0.0.1:80", "127.0.0.1:81")
    assert settings.services["crossref"].url == "http://x"
    assert settings.services["arxiv"].url == "https://export.arxiv.org"


def test_the_key_of_one_provider_never_goes_to_another() -> None:
    """OPENAI_API_KEY is for api.openai.com alone."""
    environment = {"OPENAI_API_KEY": "sk-1"}
    assert judge_key(JudgeSettings(), environment) == "sk-1"
    assert judge_key(JudgeSettings(base_url="https://api.openai.com.example.org/v1"), environment) is None
    assert judge_key(JudgeSettings(base_url="http://127.0.0.1:1/v1"), {"MLWIKI_JUDGE_API_KEY": "k"}) == "k"


@pytest.mark.skipif("sys.platform == 'win32'", reason="file modes mean nothing on Windows")
def test_a_password_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """The password file must be private; its white space is not part of the password."""
    secret = tmp_path / "password"
    secret.write_text("correct horse\n", encoding="utf-8")
    settings = load(None, {"MLWIKI_WIKI_PASSWORD_FILE": str(secret)})
    secret.chmod(0o644)
    with pytest.raises(ConfigError, match="can be read by others"):
        wiki_password(settings.wiki, {})
    secret.chmod(0o600)
    assert wiki_password(settings.wiki, {}) == "correct horse"
    assert wiki_password(settings.wiki, {"MLWIKI_WIKI_PASSWORD": "other"}) == "other"


def test_no_setting_that_may_hold_a_secret_is_shown() -> None:
    """What is declared private is masked by its declaration, and in any address an account; what is unset is shown so."""
    secret = "s3cret-value"
    for key, declaration in declared().items():
        if declaration.private and isinstance(declaration.default, str):
            assert secret not in shown_value(key, f"http://{secret}@host.test/{secret}"), key
            assert shown_value(key, declaration.default) == repr(declaration.default)
        elif isinstance(declaration.default, str):
            assert secret not in shown_value(key, f"http://me:{secret}@host.test/"), key
    assert shown_value("judge.headers", {"X-Key": secret}) == "***"
    assert {"judge.token_command", "judge.headers", "network.proxy"} <= {k for k, v in declared().items() if v.private}
    settings = load(
        None, {"MLWIKI_JUDGE_TOKEN_COMMAND": f"print {secret}", "MLWIKI_NETWORK_PROXY": f"http://a:{secret}@p.test"}
    )
    shown = lines(settings, {"MLWIKI_JUDGE_API_KEY": secret})
    assert not [line for line in shown if secret in line]
    assert "judge.token_command = ***  # MLWIKI_JUDGE_TOKEN_COMMAND" in "\n".join(shown)


def test_a_setting_that_was_taken_out_is_a_warning_for_one_release(tmp_path: Path) -> None:
    """It is left out and named, in a file and in the environment; nobody has to trust it; any other unknown one is an error."""
    path = tmp_path / "mlwiki.toml"
    path.write_text("[judge]\nvotes = 3\n", encoding="utf-8")
    assert load(path, {}).retired == (("judge.votes", str(path)),)
    assert load(None, {"MLWIKI_JUDGE_VOTES": "3"}).retired == (("judge.votes", "MLWIKI_JUDGE_VOTES"),)
    assert harm_of("judge.votes") is None
    assert not RETIRED & set(declared())
    path.write_text("[judge]\nvoices = 3\n", encoding="utf-8")
    with pytest.raises(ConfigError):
        load(path, {})
