"""Settings are read one by one and refused all at once; the docs describe each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from masterpoint.centre.environment import SETTINGS, Environment

DOCS = (Path(__file__).parents[2] / "docs" / "operators.md").read_text(encoding="utf-8")


def test_the_docs_describe_every_setting_and_no_other():
    assert set(re.findall(r"^\| `(MASTERPOINT_[A-Z_]+)`", DOCS, re.M)) == SETTINGS


def test_everything_wrong_is_said_at_once_each_with_the_fix():
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
    environment.address("MASTERPOINT_MAIL", ("smtp", "smtps"), "smtp://host")
    environment.choice("MASTERPOINT_MODE", ("demo", "production"), "demo")
    with pytest.raises(SystemExit) as refusal:
        environment.require()
    assert str(refusal.value).splitlines() == [
        "4 settings are wrong:",
        "  MASTERPOINT_HOST is not a setting: did you mean MASTERPOINT_HOSTS?",
        "  MASTERPOINT_THREADS cannot be 'four': write a whole number such as 4",
        "  MASTERPOINT_LIMITS cannot be 'adress=70': write some of address=60,token=600",
        "  MASTERPOINT_MAIL cannot be 'mail.example.org': write smtp://host",
    ]


@pytest.mark.parametrize(
    ("value", "number"), [("", 7), ("12", 12), (" 12 ", 12), ("0", None), ("-1", None), ("1.5", None), ("٣", None)]
)
def test_whole_numbers(value, number):
    environment = Environment({"MASTERPOINT_THREADS": value})
    read = environment.whole_number("MASTERPOINT_THREADS", 7)
    assert (read == number) if number else environment.problems


@pytest.mark.parametrize("value", ["postgres://u:secret@host:port/name", "mysql://u:secret@host/name"])
def test_a_wrong_address_is_shown_without_its_password(value):
    environment = Environment({"MASTERPOINT_DATABASE": value})
    assert environment.address("MASTERPOINT_DATABASE", ("postgres",), "postgres://…") == ""
    assert "secret" not in environment.problems[0] and "host" in environment.problems[0]


@pytest.mark.parametrize(("value", "set_"), [("", False), ("no", False), ("0", False), ("yes", True), ("1", True)])
def test_flags(value, set_):
    assert Environment({"MASTERPOINT_BEHIND_PROXY": value}).flag("MASTERPOINT_BEHIND_PROXY") is set_


def test_a_host_may_be_that_of_a_federation():
    environment = Environment({"MASTERPOINT_HOSTS": "points.example, EBU=Points.ebu.example"})
    hosts = environment.hosts("MASTERPOINT_HOSTS", "localhost")
    assert hosts == (["points.example", "Points.ebu.example"], {"points.ebu.example": "ebu"})
    assert Environment({}).hosts("MASTERPOINT_HOSTS", "localhost") == (["localhost"], {})
    assert environment.problems == []


@pytest.mark.parametrize("value", ["ebu=", "=points.example"])
def test_half_a_host_is_refused(value):
    environment = Environment({"MASTERPOINT_HOSTS": value})
    environment.hosts("MASTERPOINT_HOSTS", "localhost")
    (problem,) = environment.problems
    assert "ebu=points.ebu.example" in problem
