"""`import masterpoint`: light, typed, and with the same figures as everywhere else."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import masterpoint
from masterpoint import schemes
from masterpoint.core.errors import MasterpointError
from masterpoint.core.parsing import event_from

DAY = date(2026, 11, 10)
EVENT = {
    "form": "session",
    "scheme": "ebu",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
    "lists": [{"places": "1 2= 2= 4 5 6 7 8 9 10 11 12"}],
}
HEAVY = ("django", "jsonschema", "masterpoint.centre", "lxml", "openpyxl")


def test_the_engine_loads_nothing_it_does_not_need() -> None:
    program = "import sys, masterpoint, masterpoint.schemes; print(*[name for name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in loaded if name.startswith(HEAVY)]
    assert "masterpoint.schemes.ebu" not in loaded, "a federation is loaded when somebody asks for it"


def test_an_event_is_awarded_without_what_reads_files() -> None:
    program = (
        "import sys, json, masterpoint; awards = masterpoint.award(json.loads(sys.argv[1]));"
        "print(awards[0].points, *[name for name in sys.modules])"
    )
    words = [sys.executable, "-c", program, json.dumps(EVENT)]
    points, *loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert points == "24"
    reading = ("masterpoint.formats", "masterpoint.intake", "masterpoint.schemes.cases", "masterpoint.schemes.nz")
    assert not [name for name in loaded if name.startswith((*HEAVY, *reading))]


def test_a_dictionary_an_event_and_a_file_give_the_same(tmp_path: Path) -> None:
    by_dictionary = masterpoint.award(EVENT)
    assert [award.points for award in by_dictionary] == [24, 15, 15, 6, *[0] * 8]
    assert by_dictionary.as_data() == masterpoint.award(event_from(EVENT, schemes.FACTS)).as_data()
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(EVENT), encoding="utf-8")
    assert by_dictionary.as_data() == masterpoint.award(file).as_data() == masterpoint.award(str(file)).as_data()
    assert by_dictionary.as_data() == masterpoint.award(file.read_bytes()).as_data()


def test_an_award_says_why_and_shows_itself_shortly() -> None:
    award = masterpoint.award(EVENT)[1]
    assert award.why().startswith("Equal 2nd of 12 pairs: ")
    assert award.steps[-1].value == award.points == 15
    assert repr(award) == "<Award place 2=: 15 local [EBU 3.5.1]>"
    assert repr(masterpoint.award(EVENT)) == (
        "<Awards: 12 by the EBU Licensing and Master Points Handbook, 7th edition (2014)>"
    )


def test_a_slice_is_a_list() -> None:
    assert [award.place for award in masterpoint.award(EVENT)[:3]] == ["1", "2=", "2="]


@pytest.mark.parametrize("sizes", [{}, {"pairs": 10, "teams": 4}])
def test_what_pays_needs_one_size(sizes: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="give one of"):
        masterpoint.what_pays(scheme="ebu", boards=24, on=DAY, **sizes)


def test_a_field_of_nobody_is_refused_like_everywhere() -> None:
    with pytest.raises(MasterpointError):
        masterpoint.what_pays(scheme="ebu", pairs=0, boards=24, on=DAY)


def test_the_day_decides_the_edition() -> None:
    with pytest.raises(MasterpointError, match="before the first edition"):
        masterpoint.rank({"local": 5000}, scheme="ebu", on=date(2001, 1, 1))


def test_checking_names_what_is_wrong() -> None:
    checked = masterpoint.check(b"<html><body>results</body></html>", today=DAY)
    assert checked.errors
    assert all(problem.fix for problem in checked.errors)


def test_an_unknown_name_is_unknown() -> None:
    with pytest.raises(AttributeError):
        _ = masterpoint.nothing_like_it


def test_a_quote_charges_what_is_given_and_what_the_book_prints() -> None:
    quote = masterpoint.quote(EVENT, rates={"standard_charge": "0.395", "county_charge": "1/20"})
    assert [(charge.kind, charge.amount) for charge in quote] == [
        ("subscription", Fraction("9.48")),
        ("county charge", Fraction("1.20")),
    ]
    assert quote.total == Fraction("10.68") and quote[0].clause == "EBU 1.3.2"
    assert repr(quote) == "<Quote: £10.68 in 2 charges>"
    assert quote.as_data()["charges"][0]["amount"] == "9.48"
    printed = masterpoint.quote({**EVENT, "scheme": "nz"})
    assert printed.total == Fraction("7.20"), "24 players at 30 cents"


def test_a_quote_names_the_tax_that_comes_on_top_where_its_rate_is_given() -> None:
    """24 players at 50p are £12; a fifth of that is £2.40."""
    quote = masterpoint.quote(EVENT, rates={"standard_charge": "0.50", "tax_rate": "0.20"})
    assert (quote.total, quote.added_tax, quote.tax_words) == (12, Fraction("2.40"), "VAT is added: £2.40.")
    unknown = masterpoint.quote(EVENT, rates={"standard_charge": "0.50"})
    assert unknown.added_tax is None and unknown.tax_words.startswith("VAT may be added")
    assert unknown.as_data()["added_tax"] is None


def test_a_quote_from_awards_and_with_the_amounts_of_the_demo() -> None:
    awards = masterpoint.award(EVENT)
    assert masterpoint.quote(awards, invented=True).as_data() == masterpoint.quote(EVENT, invented=True).as_data()
    assert masterpoint.quote(awards, rates={"standard_charge": "0.40"}, facts={"code": "20"}).total == Fraction("4.80")


def test_a_quote_says_all_that_is_wrong_with_its_rates() -> None:
    with pytest.raises(MasterpointError) as refusal:
        masterpoint.quote(EVENT, rates={"standard": "0.40", "county_charge": "five", "licence_table": "-1"})
    assert [problem.place for problem in refusal.value.problems] == [
        "rates.standard",
        "rates.county_charge",
        "rates.licence_table",
    ]
    with pytest.raises(MasterpointError, match=r"EBU 1\.3\.2") as refusal:
        masterpoint.quote(EVENT)
    assert refusal.value.problems[0].fix == 'give the amount: rates={"standard_charge": "0.40"}'
    with pytest.raises(MasterpointError, match="there is no such field"):
        masterpoint.quote(EVENT, rates={"standard_charge": "0.40"}, facts={"colour": "blue"})


def test_whatever_it_gives_shows_itself_in_a_line() -> None:
    awards = masterpoint.award(EVENT)
    steps = awards[0].steps
    assert repr(steps[-1]) == "<Step 24: place 1 of 4: 4 × 6 [EBU 4.1.5]>"
    assert repr(steps[-1].clause) == "<Clause EBU 4.1.5>"
    assert repr(awards.remarks[0]) == "<Remark: every figure is what each player receives [EBU 3.3.1]>"
    assert repr(masterpoint.rank({}, scheme="ebu", on=DAY)) == "<RankProgress: no rank yet, next Local Master>"
    assert repr(masterpoint.check(b"<html>", today=DAY)) == "<CheckedFile: 1 error, 0 warnings>"


def test_an_editor_can_complete_its_names() -> None:
    assert {"award", "check", "quote", "rank", "what_pays"} <= set(dir(masterpoint))
