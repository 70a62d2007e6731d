"""Days, places, figures and directions as people write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from masterpoint.core.errors import Problem
from masterpoint.web.templatetags.points import ago, figure, location, points
from masterpoint.web.wording import directions, in_words, plain_sentence


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ("player sessions of members, since 2026-04-01", "player sessions of members, since 1 April 2026"),
        ("2026-04-01 to 2026-06-30", "1 April 2026 to 30 June 2026"),
        ("lists[0].entries[3] names 1 of the 2 players", "4th in the list names 1 of the 2 players"),
        ("receipt 2026-99-99", "receipt 2026-99-99"),
        ("3 x 10 = 30", "3 x 10 = 30"),
        (
            "without effect: entry.team_size (4), facts.kind (x)",
            "without effect: players at the table at one time (4), kind of event (x)",
        ),
    ],
)
def test_a_sentence_that_was_kept_is_read_plainly(stored: str, read: str) -> None:
    assert plain_sentence(stored) == read


@pytest.mark.parametrize(
    ("place", "read"),
    [
        ("lists[0].entries[1].place", "2nd in the list, place"),
        ("lists[1].entries[1].place", "2nd in the 2nd list, place"),
        ("entries[10].players[0].id", "11th in the list, 1st player, membership number"),
        ("boards", "boards"),
        ("line 3", "line 3"),
        ("evening.csv", "evening.csv"),
    ],
)
def test_where_something_is_wrong(place: str, read: str) -> None:
    assert in_words(place) == read


@pytest.mark.parametrize(
    ("who", "line", "message", "read"),
    [
        ("", 0, "odd", "2nd in the list, place"),
        ("", 14, "odd", "Line 14, 2nd in the list, place"),
        ("Ann Bell and Ben Cole", 14, "odd", "Line 14, Ann Bell and Ben Cole, place"),
        ("Ann Bell and Ben Cole", 14, "Ann Bell and Ben Cole have no place.", "Line 14, place"),
    ],
)
def test_whoever_is_named_is_not_counted(who: str, line: int, message: str, read: str) -> None:
    assert location(Problem("lists[0].entries[1].place", "last", message, "mend it", who=who, line=line)) == read


def test_thousands_are_set_apart_in_every_figure() -> None:
    assert [figure(value) for value in (999, 2129, "12345.5", 1234567)] == ["999", "2,129", "12,345.50", "1,234,567"]
    assert [points(amount) for amount in (212_900, -212_950, 75)] == ["2,129", "-2,129.50", "0.75"]


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("NS", "North-South"),
        ("A EW", "A East-West"),
        ("N", "North"),
        ("Section N", "Section N"),
        ("final NS", "final North-South"),
        ("NSW", "NSW"),
        ("", ""),
    ],
)
def test_a_direction_is_written_out(name: str, read: str) -> None:
    assert directions(name) == read


@pytest.mark.parametrize(
    ("passed", "text"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(days=3, hours=5), "3 days ago"),
    ],
)
def test_what_has_passed_is_told_in_one_unit(passed: timedelta, text: str) -> None:
    now = datetime(2026, 11, 15, 12, tzinfo=UTC)
    assert ago(now - passed, now).replace("\xa0", " ") == text
