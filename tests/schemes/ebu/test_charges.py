"""The UMS codes as printed, and the dates between which each could be used."""

from __future__ import annotations

import csv
import re
from datetime import date
from fractions import Fraction

import pytest

from answers import of_kind
from handbook_cases import printed_tables
from masterpoint.core.derivation import Step
from masterpoint.core.editions import work_out
from masterpoint.core.errors import NotReadable
from masterpoint.core.tariffs import amount_of
from masterpoint.schemes import FEDERATIONS, edition_named
from masterpoint.schemes.ebu.rules.organisations.charges import charge_codes, in_use

with (printed_tables("ebu") / "ebu_appendix_ums_codes.csv").open(encoding="utf-8") as printed:
    PRINTED = {row["code"]: row["description"] for row in csv.DictReader(printed)}
EBU = edition_named("ebu", "2014")
CODES = charge_codes(EBU.book)


def test_the_printed_codes_and_no_others() -> None:
    assert list(CODES) == list(PRINTED)


@pytest.mark.parametrize("number", PRINTED)
def test_what_a_code_pays_is_what_is_printed(number: str) -> None:
    text, code = PRINTED[number], CODES[number]
    if "No charge" in text or "Free of charge" in text or "free sessions" in text:
        assert code.paid == "nothing"
    if re.search(r"[Hh]alf the standard", text):
        assert code.members == Fraction(1, 2)
    elif "standard subscription price" in text:
        assert (code.members, code.others) == (Fraction(1), Fraction(1))
    else:
        assert (code.members, code.others) == (Fraction(0), Fraction(0))
    assert code.county_charge == ("county charges" in text)
    assert (code.ended == date(2014, 10, 1)) == ("discontinued from 1st October 2014" in text)
    assert (code.first_day == date(2013, 1, 1)) == ("from 01/01/2013" in text)


def test_days_of_use() -> None:
    assert in_use(CODES["04"], date(2014, 9, 30)) and not in_use(CODES["04"], date(2014, 10, 1))
    assert in_use(CODES["50"], date(2013, 1, 1)) and not in_use(CODES["50"], date(2012, 12, 31))
    assert in_use(CODES["10"], date(2040, 1, 1))


@pytest.mark.parametrize("number", [code for code in PRINTED if CODES[code].paid == "subscription"])
def test_the_charge_never_falls_with_the_players(number: str) -> None:
    facts = {"code": number, "day": date(2014, 9, 1), "rates": [{"since": date(2014, 4, 1), "amount": "0.35"}]}
    sizes = [{"members": n, "others": n // 3} for n in range(0, 60, 4)]
    bills = [of_kind(Step, work_out(EBU, "charge", {**facts, **size})[0]).value for size in sizes]
    assert bills == sorted(bills) and bills[-1] > bills[0] == 0


@pytest.mark.parametrize("sheet", EBU.worksheets)
def test_a_worksheet_says_everything_that_is_wrong_with_what_it_was_given(sheet: str) -> None:
    with pytest.raises(NotReadable) as caught:
        work_out(EBU, sheet, {"nonsense": 1})
    assert any(problem.place == "nonsense" for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("item", "value", "first_day", "remarks"),
    [
        ("standard_charge", "0.40", date(2026, 4, 1), []),
        ("standard_charge", "0.40", date(2026, 4, 2), ["1.3.2"]),
        ("licence_table", "2.60", date(2026, 5, 1), ["1.3.2"]),
        ("charity_reduction", "1/4", date(2026, 5, 1), []),
    ],
)
def test_charges_and_fees_change_on_1_april(item: str, value: str, first_day: date, remarks: list[str]) -> None:
    charging = FEDERATIONS["ebu"].charging
    amount = amount_of(item, charging.items[item], value, first_day)
    assert [remark.clause.number for remark in charging.entry_remarks(EBU.book, amount, first_day)] == remarks
