"""A year's programme: what a finding says, and what is not read at all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.derivation import Remark
from masterpoint.core.editions import check_programme
from masterpoint.core.errors import NotReadable
from masterpoint.schemes import edition_named
from masterpoint.schemes.families.calendar import months_after

EBU = edition_named("ebu", "2014")


def year(level: str, *events: dict[str, Any], **fields: Any) -> dict[str, Any]:
    event_list = [{"name": f"event {n}", "day": date(2026, 3, 3), **event} for n, event in enumerate(events)]
    return {"level": level, "starts": date(2026, 1, 1), "events": event_list, **fields}


def findings(level: str, *events: dict[str, Any], **fields: Any) -> Sequence[Remark]:
    return check_programme(EBU, year(level, *events, **fields))


def test_a_finding_tells_what_was_found_what_is_allowed_and_what_to_do() -> None:
    (finding,) = findings("club", *({"form": "ladder"} for _ in range(3)))
    assert "3 ladders (event 0, event 1, event 2)" in str(finding.message)
    assert "allowed a year: 2" in str(finding.message)
    assert "Award the games only" in str(finding.message)


def test_long_lists_of_names_are_cut() -> None:
    (finding,) = findings("club", *({"form": "ladder"} for _ in range(30)))
    assert "event 5 …" in str(finding.message) and "event 6" not in str(finding.message)


def test_an_event_outside_the_year_is_not_counted_but_told() -> None:
    for day in (date(2025, 12, 31), date(2027, 1, 1)):
        with pytest.raises(NotReadable) as caught:
            findings("club", {"day": day})
        assert caught.value.problems[0].place == "events[0].day"


def test_the_national_body_has_no_quotas() -> None:
    with pytest.raises(NotReadable):
        findings("national", {})


@given(st.integers(0, 8), st.sampled_from([("club", 2, "5.3.1"), ("county", 4, "1.2.6(a)")]))
def test_blue_quotas(count: int, quota: tuple[str, int, str]) -> None:
    level, maximum, number = quota
    blue = {"colour": "blue", "open_event": True, "members_only": True, "licence": "B", "sessions": 2}
    results = [finding.clause.number for finding in findings(level, *([blue] * count))]
    assert results == ([number] if count > maximum else [])


@given(st.integers(0, 5), st.integers(0, 5))
def test_ladders_of_one_event_count_once(sections: int, others: int) -> None:
    events = [{"form": "ladder", "ladder": "same"}] * sections + [{"form": "ladder"}] * others
    is_over = (sections > 0) + others > 2
    assert [finding.clause.number for finding in findings("county", *events)] == (["1.2.3"] if is_over else [])


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2028, 1, 31), 1, date(2028, 2, 29)),
        (date(2026, 12, 15), 1, date(2027, 1, 15)),
        (date(2026, 11, 30), 3, date(2027, 2, 28)),
        (date(2026, 8, 31), 12, date(2027, 8, 31)),
    ],
)
def test_months_after(day: date, months: int, later: date) -> None:
    assert months_after(day, months) == later
