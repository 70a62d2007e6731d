"""Seasons: which one a day is in, its days and its name."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from masterpoint.core.seasons import CALENDAR_YEAR, Season

SEPTEMBER = Season(9, 1)


def test_a_season_from_september_has_the_number_of_the_year_in_which_it_begins() -> None:
    assert (SEPTEMBER.year_of(date(2026, 8, 31)), SEPTEMBER.year_of(date(2026, 9, 1))) == (2025, 2026)
    assert (SEPTEMBER.first_day(2026), SEPTEMBER.last_day(2026)) == (date(2026, 9, 1), date(2027, 8, 31))
    assert (SEPTEMBER.name(2026), SEPTEMBER.name(1999)) == ("2026/27", "1999/00")


def test_the_calendar_year_is_the_ordinary_season() -> None:
    assert CALENDAR_YEAR.is_calendar_year and not SEPTEMBER.is_calendar_year
    assert (CALENDAR_YEAR.first_day(2026), CALENDAR_YEAR.last_day(2026)) == (date(2026, 1, 1), date(2026, 12, 31))
    assert (CALENDAR_YEAR.year_of(date(2026, 1, 1)), CALENDAR_YEAR.year_of(date(2026, 12, 31))) == (2026, 2026)
    assert CALENDAR_YEAR.name(2026) == "2026"


@pytest.mark.parametrize("season", [CALENDAR_YEAR, SEPTEMBER, Season(3, 1), Season(12, 31)])
def test_every_day_is_in_one_season(season: Season) -> None:
    for day in (date(2023, 12, 30) + timedelta(days=days) for days in range(800)):
        year = season.year_of(day)
        assert season.first_day(year) <= day <= season.last_day(year)
        assert season.first_day(year + 1) == season.last_day(year) + timedelta(days=1)


def test_the_calendar_ends() -> None:
    assert SEPTEMBER.last_day(SEPTEMBER.year_of(date.max)) == date.max == CALENDAR_YEAR.last_day(9999)
    assert SEPTEMBER.year_of(date.min) == 1
