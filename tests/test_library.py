"""`import masterpoint`: light, typed, and the same figures as everywhere."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

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


def test_the_engine_loads_nothing_it_does_not_need():
    program = "import sys, masterpoint, masterpoint.schemes; print(*[name for name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in loaded if name.startswith(HEAVY)]
    assert "masterpoint.schemes.ebu" not in loaded, "a federation is loaded when somebody asks for it"


def test_a_dictionary_an_event_and_a_file_give_the_same(tmp_path: Path):
    by_dictionary = masterpoint.award(EVENT)
    assert [award.points for award in by_dictionary] == [24, 15, 15, 6, *[0] * 8]
    assert by_dictionary.as_data() == masterpoint.award(event_from(EVENT, schemes.FACTS)).as_data()
    file = tmp_path / "evening.json"
    file.write_text(__import__("json").dumps(EVENT), encoding="utf-8")
    assert by_dictionary.as_data() == masterpoint.award(file).as_data() == masterpoint.award(str(file)).as_data()
    assert by_dictionary.as_data() == masterpoint.award(file.read_bytes()).as_data()


def test_an_award_says_why_and_shows_itself_shortly():
    award = masterpoint.award(EVENT)[1]
    assert award.why().startswith("Equal 2nd of 12 pairs: ")
    assert award.steps[-1].value == award.points == 15
    assert repr(award) == "<Award place 2=: 15 local [EBU 3.5.1]>"
    assert repr(masterpoint.award(EVENT)) == (
        "<Awards: 12 by the EBU Licensing and Master Points Handbook, 7th edition (2014)>"
    )


def test_a_slice_is_a_list():
    assert [award.place for award in masterpoint.award(EVENT)[:3]] == ["1", "2=", "2="]


@pytest.mark.parametrize("sizes", [{}, {"pairs": 10, "teams": 4}])
def test_what_pays_needs_one_size(sizes):
    with pytest.raises(TypeError, match="give one of"):
        masterpoint.what_pays(scheme="ebu", boards=24, on=DAY, **sizes)


def test_a_field_of_nobody_is_refused_like_everywhere():
    with pytest.raises(MasterpointError):
        masterpoint.what_pays(scheme="ebu", pairs=0, boards=24, on=DAY)


def test_the_day_decides_the_edition():
    with pytest.raises(MasterpointError, match="before the first edition"):
        masterpoint.rank({"local": 5000}, scheme="ebu", on=date(2001, 1, 1))


def test_checking_names_what_is_wrong():
    checked = masterpoint.check(b"<html><body>results</body></html>", today=DAY)
    assert checked.errors
    assert all(problem.fix for problem in checked.errors)


def test_an_unknown_name_is_unknown():
    with pytest.raises(AttributeError):
        _ = masterpoint.nothing_like_it
