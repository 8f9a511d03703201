"""The settings: where they come from, what is over what, and what is said about a wrong one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.server.config import Mail, Metrics, Settings
from sandtable.server.configfile import ConfigError, read_settings, settings, settings_table


def read(tmp_path, text="", environment=None, **command_line):
    file = tmp_path / "sandtable.toml"
    file.write_text(text)
    return read_settings(str(file), command_line, environment or {})


def wrong(tmp_path, text="", environment=None, **command_line):
    with pytest.raises(ConfigError) as fault:
        read(tmp_path, text, environment, **command_line)
    return str(fault.value).replace(str(tmp_path) + "/", "")


def test_nothing_needs_to_be_set():
    assert read_settings(None, {}, {"HOME": "/nowhere"}) == Settings()


def test_the_command_line_is_over_the_environment_and_that_over_the_file(tmp_path):
    text = "port = 1000\n[limits]\nchat_length = 7\n"
    assert read(tmp_path, text).port == 1000
    assert read(tmp_path, text).limits.chat_length == 7
    assert read(tmp_path, text, {"SANDTABLE_PORT": "2000"}).port == 2000
    assert read(tmp_path, text, {"SANDTABLE_PORT": "2000"}, port=3000).port == 3000
    assert read(tmp_path, text, {"SANDTABLE_PORT": "2000"}, port=None).port == 2000


def test_every_setting_can_come_from_the_environment(tmp_path):
    told = {
        "SANDTABLE_PUBLIC": "yes",
        "SANDTABLE_PEOPLE_ADMINISTRATORS": "Anna, Ben",
        "SANDTABLE_LOG_LEVEL": "debug",
        "SANDTABLE_MAIL_HOST": "mail.example",
        "SANDTABLE_MAIL_SENDER": "games@club.example",
        "SANDTABLE_ADDRESS": "https://games.example",
    }
    chosen = read(tmp_path, "", told)
    assert chosen.public is True
    assert chosen.people.administrators == ("Anna", "Ben")
    assert (chosen.log.level, chosen.mail.host) == ("debug", "mail.example")


def test_the_file_is_found_in_the_users_folder(tmp_path):
    (tmp_path / "sandtable").mkdir()
    (tmp_path / "sandtable" / "sandtable.toml").write_text("port = 1234\n")
    assert read_settings(None, {}, {"XDG_CONFIG_HOME": str(tmp_path)}).port == 1234


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = 'http'", "sandtable.toml line 1: port must be a whole number from 0 to 65535, not 'http'"),
        ("\n\nport = 70000", "sandtable.toml line 3: port must be a whole number from 0 to 65535, not 70000"),
        ("prot = 1", "sandtable.toml line 1: there is no setting 'prot'; did you mean port?"),
        (
            "[limits]\nchat = 1",
            "sandtable.toml line 2: there is no setting 'limits.chat'; did you mean limits.chat_length?",
        ),
        ("[limit]\nchat = 1", "sandtable.toml line 1: there is no setting 'limit'"),
        ("limits = 3", "sandtable.toml line 1: limits is a section: write [limits]"),
        ("port = ", "sandtable.toml line 1: Invalid value"),
        (
            "[mail]\nsecurity = 'ssl'",
            "sandtable.toml line 2: mail.security must be one of starttls, tls, none, not 'ssl'",
        ),
        ("public = 1", "sandtable.toml line 1: public must be true or false, not 1"),
        ("host = '0.0.0.0'", "sandtable.toml line 1: host '0.0.0.0' can be reached by others: say --public too"),
        ("workers = 2", "sandtable.toml line 1: workers is 2, and several workers need PostgreSQL: set database too"),
        ("database = 'mysql://x'", "sandtable.toml line 1: database must be like postgresql://"),
        ("address = 'games.example'", "sandtable.toml line 1: address must be like https://games.club.example"),
        ("address = 'https://games.example/sub'", "sandtable.toml line 1: address must be like https://"),
        ("trusted_proxies = ['proxy']", "sandtable.toml line 1: trusted_proxies has 'proxy': write addresses such as"),
        ("[mail]\nhost = 'm'", "sandtable.toml line 2: mail.host is set, so mail.sender must be too"),
        ("[mail]\nhost = 'm'\nsender = 'a@b.c'", "sandtable.toml line 2: mail.host is set, so address must be too"),
        ("[people]\nadministrators = ['?']", "sandtable.toml line 2: people.administrators has '?', and a name"),
    ],
)
def test_a_wrong_setting_is_named_with_its_line_and_what_would_be_right(tmp_path, text, said):
    assert wrong(tmp_path, text).startswith(said)


def test_wrong_settings_of_the_environment_and_the_command_line_are_named(tmp_path):
    assert wrong(tmp_path, "", {"SANDTABLE_PORT": "x"}).startswith("SANDTABLE_PORT: port must be a whole number")
    assert wrong(tmp_path, "", {"SANDTABLE_PROT": "1"}) == (
        "there is no environment variable 'SANDTABLE_PROT'; did you mean SANDTABLE_PORT?"
    )
    assert wrong(tmp_path, "", {}, workers=0) == "--workers: workers must be a whole number from 1 to 256, not 0"
    assert wrong(tmp_path, "", {"SANDTABLE_WORKERS": "3"}).startswith("SANDTABLE_WORKERS: workers is 3, and several")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"nothing\.toml cannot be read \(No such file"):
        read_settings(str(tmp_path / "nothing.toml"), {}, {})


def test_a_wrong_password_setting_is_not_repeated(tmp_path):
    said = wrong(tmp_path, "[mail]\npassword = 12345678")
    assert said == "sandtable.toml line 2: mail.password must be a text"


def test_what_is_secret_is_not_shown():
    shown = repr(Settings(database="hush", mail=Mail(password="hush"), metrics=Metrics(token="hush")))
    assert "hush" not in shown
    assert "hush" not in repr(Mail(password="hush")) + repr(Metrics(token="hush"))


def test_the_command_ends_with_2_and_one_sentence(tmp_path):
    environment = {**os.environ, "SANDTABLE_PORT": "many", "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "sandtable", "serve"], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr == "sandtable: SANDTABLE_PORT: port must be a whole number from 0 to 65535, not 'many'\n"
    assert done.stdout == ""


def test_every_setting_is_documented():
    page = Path(__file__).parents[2].joinpath("docs", "server.md").read_text(encoding="utf-8")
    assert settings_table() in page, (
        "docs/server.md must hold the table of sandtable.server.configfile.settings_table()"
    )
    assert len(list(settings())) > 40
