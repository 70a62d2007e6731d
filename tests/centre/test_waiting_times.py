"""Statuses as open data tells them: when points waited, and nothing else."""

from __future__ import annotations

from datetime import date

import pytest

from masterpoint.centre.open_data.waiting_times import Period, WaitingTime, periods_of, waiting_times

JAN, MAR, MAY, JUL = (date(2026, month, 1) for month in (1, 3, 5, 7))
END_FEB, END_APR, END_JUN = date(2026, 2, 28), date(2026, 4, 30), date(2026, 6, 30)


@pytest.mark.parametrize(
    ("periods", "times"),
    [
        ([("active", JAN, None)], []),
        ([("active", JAN, END_FEB), ("lapsed", MAR, None)], [("lapsed", MAR, None)]),
        ([("potential", JAN, END_FEB), ("active", MAR, None)], [("potential", None, END_FEB)]),
        ([("active", JAN, END_FEB), ("lapsed", MAR, END_APR), ("active", MAY, None)], [("lapsed", MAR, END_APR)]),
        ([("active", JAN, END_FEB), ("lapsed", MAR, END_APR), ("inactive", MAY, None)], [("lapsed", MAR, None)]),
        ([("potential", JAN, END_FEB), ("lapsed", MAR, None)], [("potential", None, END_FEB), ("lapsed", None, None)]),
        ([("active", JAN, END_FEB), ("suspended", MAR, END_APR), ("deceased", MAY, None)], []),
        # A suspension that was to last until June ended when the member lapsed in May.
        ([("suspended", MAR, END_JUN), ("lapsed", MAY, None)], [("lapsed", MAY, None)]),
        ([("lapsed", MAR, END_APR), ("active", JUL, None)], [("lapsed", None, END_APR)]),
    ],
)
def test_when_points_waited(periods: list[Period], times: list[WaitingTime]) -> None:
    assert waiting_times(periods) == times


@pytest.mark.parametrize(
    ("times", "now"),
    [
        ([("lapsed", MAR, None)], "lapsed"),
        ([("potential", None, END_FEB)], "active"),
        ([("potential", None, END_FEB), ("lapsed", None, None)], "lapsed"),
        ([("potential", None, END_FEB), ("lapsed", MAY, END_JUN)], "active"),
    ],
)
def test_periods_made_of_them_tell_the_same(times: list[WaitingTime], now: str) -> None:
    periods = periods_of(times, now)
    assert waiting_times(periods) == times
    assert periods[-1][0] == now and periods[-1][2] is None
