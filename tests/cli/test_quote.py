"""`masterpoint quote`: what an event would cost, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from masterpoint.cli import main

EVENT = {
    "form": "session",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
    "lists": [{"places": "1 2 3 4 5 6 7 8 9 10 11 12"}],
}


def write_event(tmp_path: Path, scheme: str) -> str:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(EVENT | {"scheme": scheme}), encoding="utf-8")
    return str(path)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return write_event(tmp_path, "ebu")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["quote", *words])


def test_the_charge_at_a_rate_with_its_reason(file: str) -> None:
    """24 players at 40.5p are £9.72."""
    result = run(file, "--rate", "standard_charge=0.405")
    assert result.exit_code == 0, result.output
    assert "£9.72" in result.output and "EBU 1.3.2" in result.output
    assert "24 player sessions of EBU members" in result.output
    assert "invented" not in result.output


def test_an_amount_that_the_book_does_not_print_is_asked_for_as_an_option(file: str) -> None:
    """There is no tariff here in which it could be entered."""
    result = run(file)
    assert result.exit_code != 0 and "give the amount: --rate standard_charge=0.40" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("scheme", "rates", "words", "added"),
    [
        ("ebu", ["standard_charge=0.405", "tax_rate=0.20"], "VAT is added: £1.944.", "1.944"),  # of £9.72
        ("ebu", ["standard_charge=0.405"], "VAT may be added: give its rate as `tax_rate`.", None),
        ("nz", [], "GST is included.", "0"),  # reading N-93
    ],
)
def test_tax_is_named_as_far_as_it_is_known(
    tmp_path: Path, scheme: str, rates: list[str], words: str, added: str | None
) -> None:
    options = [word for rate in rates for word in ("--rate", rate)]
    assert words in run(write_event(tmp_path, scheme), *options).output
    assert json.loads(run(write_event(tmp_path, scheme), *options, "--json").output)["added_tax"] == added


def test_a_charge_code_and_every_step(file: str) -> None:
    """The county's code halves it to £4.86; the answer says which code is correct."""
    result = run(file, "--rate", "standard_charge=0.405", "--fact", "code=20", "--explain")
    assert "£4.86" in result.output and "should have 10" in result.output
    assert "50% of it for EBU members  [EBU 1.3.2]" in result.output


def test_the_demo_s_amounts_are_called_invented(file: str) -> None:
    assert "invented for the demo" in run(file, "--invented").output


def test_what_the_book_prints_needs_no_rate(tmp_path: Path) -> None:
    """New Zealand prints 30 cents: 24 players, $7.20."""
    data = json.loads(run(write_event(tmp_path, "nz"), "--json").output)
    assert data["total"] == "7.20" and data["currency"] == "NZD"
    assert len(data["charges"][0]["heads"]) == 24 and data["charges"][0]["tariff"][0]["printed"]


def test_a_book_that_charges_nothing_says_so(tmp_path: Path) -> None:
    result = run(write_event(tmp_path, "sbu"))
    assert "Scottish Bridge Union charges nothing." in result.output and "SBU 3.3" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "EBU 1.3.2"),
        (["--rate", "standard=0.40"], "no such rate"),
        (["--rate", "standard_charge=much"], "this is not an amount"),
        (["--rate", "standard_charge=0.40", "--fact", "code=15"], "there is no such charge code"),
        (["--rate", "standard_charge=0.40", "--fact", "colour=blue"], "there is no such field"),
    ],
)
def test_what_is_wrong_is_named(file: str, words: list[str], message: str) -> None:
    result = run(file, *words)
    assert result.exit_code != 0 and message in result.output
