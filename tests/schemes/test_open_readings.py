"""Readings that a federation may overrule say what the other one would pay, in figures."""

from __future__ import annotations

import re

import pytest

from masterpoint.schemes import FEDERATIONS

OPEN = ["ebu E70", "ebu E74", "wbu W64", "wbu W66", "sbu S-32", "nz N-53", "abf B-71", "abf B-77"]
OTHER = re.compile(r"(?:alternatives?:|the other reading).*\d")


@pytest.mark.parametrize("name", OPEN)
def test_what_the_other_reading_would_pay_is_said(name: str) -> None:
    scheme, number = name.split()
    (reading,) = [reading for reading in FEDERATIONS[scheme].editions[-1].readings if reading.id == number]
    assert reading.kind == "ambiguity"
    assert OTHER.search(reading.why), reading.why
