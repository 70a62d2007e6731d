"""Settings are read one by one and refused all at once; the docs describe each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from masterpoint.centre.environment import SETTINGS, WATCH_SETTINGS, Environment

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")


def test_the_docs_describe_every_setting_and_no_other() -> None:
    assert set(re.findall(r"^\| `(MASTERPOINT_[A-Z_]+)`", DOCS, re.M)) == SETTINGS


def test_what_a_watched_folder_reads_is_described_and_disturbs_no_centre() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/masterpoint/cli").glob("*.py"))
    names = set(re.findall(r"""(?:envvar=|environ\.get\()"(MASTERPOINT_[A-Z_]+)""", sources)) - SETTINGS
    scorers = (ROOT / "docs/scorers.md").read_text(encoding="utf-8")
    assert names == WATCH_SETTINGS == set(re.findall(r"`(MASTERPOINT_[A-Z_]+)`", scorers))
    assert Environment(dict.fromkeys(names, "x")).problems == []


def test_everything_wrong_is_said_at_once_each_with_the_fix() -> None:
    environment = Environment(
        {
            "MASTERPOINT_HOST": "points.example.org",
            "MASTERPOINT_THREADS": "four",
            "MASTERPOINT_LIMITS": "address=60,adress=70",
            "MASTERPOINT_MAIL": "mail.example.org",
            "OTHER": "left alone",
        }
    )
    environment.whole_number("MASTERPOINT_THREADS", 4)
    environment.numbers("MASTERPOINT_LIMITS", {"address": 60, "token": 600})
    environment.server("MASTERPOINT_MAIL", ("smtp", "smtps"), "smtp://host")
    environment.choice("MASTERPOINT_MODE", ("demo", "production"), "demo")
    with pytest.raises(SystemExit) as refusal:
        environment.require()
    assert str(refusal.value).splitlines() == [
        "4 settings are wrong:",
        "  MASTERPOINT_HOST is not a setting: did you mean MASTERPOINT_HOSTS?",
        "  MASTERPOINT_THREADS cannot be 'four': write a whole number from 1 to 36500, such as 4",
        "  MASTERPOINT_LIMITS cannot be 'adress=70': write some of address=60,token=600, each once",
        "  MASTERPOINT_MAIL cannot be 'mail.example.org': write smtp://host, or nothing",
    ]


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("", 7),
        ("12", 12),
        (" 12 ", 12),
        ("36500", 36500),
        *((wrong, None) for wrong in ("0", "-1", "1.5", "٣", "36501")),
    ],
)
def test_whole_numbers(value: str, number: int | None) -> None:
    environment = Environment({"MASTERPOINT_THREADS": value})
    read = environment.whole_number("MASTERPOINT_THREADS", 7)
    assert (read == number) if number else environment.problems


@pytest.mark.parametrize("value", ["postgres://u:secret@host:port/name", "mysql://u:secret@host/name"])
def test_a_wrong_address_is_shown_without_its_password(value: str) -> None:
    environment = Environment({"MASTERPOINT_DATABASE": value})
    assert environment.database("MASTERPOINT_DATABASE") == ""
    assert "secret" not in environment.problems[0] and "host" in environment.problems[0]


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        ("smtp://me:pa#s/s@mail.example.org", "in user name and password write %23 for # and %2F for /"),
        ("smtp://me:pass@mail.example.org/box", "or nothing"),
    ],
)
def test_whoever_has_a_strange_password_hears_how_to_write_it(value: str, advice: str) -> None:
    environment = Environment({"MASTERPOINT_MAIL": value})
    assert environment.server("MASTERPOINT_MAIL", ("smtp",), "smtp://host") == ""
    assert environment.problems[0].endswith(advice) and "pa" not in environment.problems[0].partition(" write ")[0]


@pytest.mark.parametrize(("value", "set_"), [("", False), ("no", False), ("0", False), ("yes", True), ("1", True)])
def test_flags(value: str, set_: bool) -> None:
    assert Environment({"MASTERPOINT_BEHIND_PROXY": value}).flag("MASTERPOINT_BEHIND_PROXY") is set_


def test_a_host_may_be_that_of_a_federation() -> None:
    environment = Environment({"MASTERPOINT_HOSTS": "points.example, EBU=Points.ebu.example"})
    hosts = environment.hosts("MASTERPOINT_HOSTS", "localhost")
    assert hosts == (["points.example", "Points.ebu.example"], {"points.ebu.example": "ebu"})
    assert Environment({}).hosts("MASTERPOINT_HOSTS", "localhost") == (["localhost"], {})
    assert environment.problems == []


@pytest.mark.parametrize(
    "value",
    [
        *("ebu=", "=points.example", "https://points.example", "points.example:443", "points.example/site"),
        *("ebu=https://points.example", "points.example;other.example", "two words", "b\u00fccher.example"),
    ],
)
def test_what_no_browser_sends_as_a_host_is_refused(value: str) -> None:
    environment = Environment({"MASTERPOINT_HOSTS": value})
    environment.hosts("MASTERPOINT_HOSTS", "localhost")
    (problem,) = environment.problems
    assert repr(value) in problem and "ebu=points.ebu.example" in problem


@pytest.mark.parametrize("value", ["flase", "maybe", "yess"])
def test_a_flag_is_a_plain_yes_or_no(value: str) -> None:
    environment = Environment({"MASTERPOINT_BEHIND_PROXY": value})
    assert environment.flag("MASTERPOINT_BEHIND_PROXY") is False
    assert environment.problems == [f"MASTERPOINT_BEHIND_PROXY cannot be {value!r}: write yes or no"]


@pytest.mark.parametrize(
    ("value", "sound"),
    [
        ("postgres://user:secret@host/name?sslmode=verify-full", True),
        ("postgres:///name?host=/var/run/postgresql", True),
        ("sqlite:////srv/records.sqlite3", True),
        *(("postgres://", False), ("postgres://host/", False), ("sqlite://file", False), ("sqlite:///", False)),
    ],
)
def test_a_database_has_a_name(value: str, sound: Any) -> None:
    environment = Environment({"MASTERPOINT_DATABASE": value})
    assert bool(environment.database("MASTERPOINT_DATABASE")) is sound
    assert bool(environment.problems) is not sound


@pytest.mark.parametrize(
    ("value", "sound"),
    [
        *(("smtp://mail.example.org", True), ("smtp://me:word@mail.example.org:587", True), ("smtp://[::1]/", True)),
        *(("smtp://", False), ("smtp://:587", False), ("smtp://host:0", False), ("smtp://host/box", False)),
    ],
)
def test_a_server_has_a_name_and_nothing_behind_it(value: str, sound: Any) -> None:
    """Without a name letters would become files, and nobody would get one."""
    environment = Environment({"MASTERPOINT_MAIL": value})
    assert bool(environment.server("MASTERPOINT_MAIL", ("smtp",), "smtp://host")) is sound
    assert bool(environment.problems) is not sound


@pytest.mark.parametrize(
    ("value", "sound"),
    [
        *(("", True), ("points@example.org", True), ("The Union <points@example.org>", True)),
        *(("nobody", False), ("<>", False), ("The Union <points@example.org", False), ("a@b.org\nBcc: c@d.org", False)),
    ],
)
def test_letters_come_from_an_address(value: str, sound: Any) -> None:
    environment = Environment({"MASTERPOINT_MAIL_FROM": value})
    environment.sender("MASTERPOINT_MAIL_FROM", "Masterpoint <no-reply@example.org>")
    assert bool(environment.problems) is not sound


@pytest.mark.parametrize(("value", "sound"), [("", True), ("x" * 16, True), ("x" * 15, False), ("\u00fc" * 16, False)])
def test_a_token_is_long_and_can_be_sent(value: str, sound: Any) -> None:
    environment = Environment({"MASTERPOINT_METRICS_TOKEN": value})
    environment.token("MASTERPOINT_METRICS_TOKEN")
    assert bool(environment.problems) is not sound
    assert not value or value not in " ".join(environment.problems)


def test_a_limit_is_given_once() -> None:
    environment = Environment({"MASTERPOINT_LIMITS": "address=60,address=70"})
    environment.numbers("MASTERPOINT_LIMITS", {"address": 60})
    assert len(environment.problems) == 2


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = Environment({"MASTERPOINT_BACKUPS": str(tmp_path / "file")})
    environment.folder("MASTERPOINT_BACKUPS", tmp_path)
    assert "this is a file; name a folder" in environment.problems[0]
    assert Environment({}).folder("MASTERPOINT_BACKUPS", tmp_path / "new") == tmp_path / "new"
