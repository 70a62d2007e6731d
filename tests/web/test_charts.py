"""Charts drawn on the server."""

from __future__ import annotations

import re
from datetime import date, timedelta
from fractions import Fraction

import pytest

from masterpoint.web.charts import Bar, Target, bars, points_over_time


def steps_of(svg: str) -> list[tuple[int, int]]:
    return [(int(across), int(height)) for across, height in re.findall(r"H(\d+)V(\d+)", svg)]


def test_one_day_alone_is_no_chart() -> None:
    assert points_over_time([(date(2026, 1, 1), 6)], "Points") == ""


def test_the_line_rises_to_the_right_and_never_leaves_the_picture() -> None:
    steps = steps_of(
        points_over_time([(date(2026, 1, 1), 6), (date(2026, 6, 1), 18), (date(2026, 9, 1), Fraction("18.4"))], "P")
    )
    assert len(steps) == 3
    assert [height for _, height in steps] == sorted((height for _, height in steps), reverse=True)
    assert all(0 <= across <= 720 and 0 <= height <= 340 for across, height in steps)


def test_forty_years_of_evenings_stay_a_small_picture_that_ends_at_the_same_height() -> None:
    evenings = [(date(1986, 1, 1) + timedelta(days=3 * n), Fraction(n + 1, 10)) for n in range(4_800)]
    one_each_year = evenings[4_800 // 40 - 1 :: 4_800 // 40]
    long, short = steps_of(points_over_time(evenings, "P")), steps_of(points_over_time(one_each_year, "P"))
    assert len(long) < 720
    assert long[-1][1] == short[-1][1]


@pytest.mark.parametrize(
    ("first", "last", "labels"),
    [
        (date(2026, 8, 21), date(2026, 10, 30), ["Sep 2026", "Oct 2026"]),
        (date(2026, 10, 3), date(2026, 10, 30), ["30 Oct 2026"]),
        (date(2025, 11, 3), date(2026, 11, 2), ["Mar 2026", "Jul 2026", "Nov 2026"]),
        (date(2022, 6, 1), date(2026, 2, 1), ["2024", "2026"]),
        (date(1986, 6, 1), date(2026, 2, 1), ["1998", "2012", "2026"]),
    ],
)
def test_time_runs_along_the_bottom_in_a_few_named_days(first: date, last: date, labels: list[str]) -> None:
    svg = points_over_time([(first, 600), (last, 600)], "Points")
    assert re.findall(r">((?:\d+ )?(?:[A-Z][a-z]{2} )?(?:19|20)\d\d)<", svg) == labels


@pytest.mark.parametrize(
    ("total", "marks"),
    [
        (2_105, ["0", "500", "1,000", "1,500", "2,000", "2,500"]),
        (2_500, ["0", "500", "1,000", "1,500", "2,000", "2,500"]),
        (34, ["0", "10", "20", "30", "40"]),
        (9_001, ["0", "2,000", "4,000", "6,000", "8,000", "10,000"]),
        (1, ["0", "0.20", "0.40", "0.60", "0.80", "1"]),
    ],
)
def test_marks_are_round_figures(total: int, marks: list[str]) -> None:
    svg = points_over_time([(date(2026, 1, 1), 0), (date(2026, 6, 1), total)], "Points")
    assert re.findall(r'text-anchor="end" dominant-baseline="middle">([\d,.]+)<', svg) == marks


DAYS = [(date(2026, 1, 1), 100), (date(2026, 6, 1), 150), (date(2026, 9, 1), 200)]


def test_the_next_rank_is_a_line_above_the_points_held() -> None:
    svg = points_over_time(DAYS, "Points", Target("Master", 300))
    (aim,) = (int(height) for height in re.findall(r'y1="(\d+)" y2="\d+" class="aim"', svg))
    assert ">Master, 300<" in svg and 0 < aim < min(height for _, height in steps_of(svg))
    assert aim > 40, "its name stands above the line, in the picture"


def test_a_rank_far_away_does_not_flatten_the_line() -> None:
    far = points_over_time(DAYS, "Points", Target("Life Master", 601))
    assert "Life Master" not in far and steps_of(far) == steps_of(points_over_time(DAYS, "Points"))


def test_ranks_reached_are_marked_on_the_line() -> None:
    ranks = [(date(2026, 6, 1), "Club Master"), (date(2020, 1, 1), "Novice")]
    svg = points_over_time(DAYS, "Points", None, ranks)
    (mark,) = re.findall(r'<circle cx="(\d+)" cy="(\d+)"[^>]*><title>([^<]+)<', svg)
    assert (int(mark[0]), int(mark[1])) in steps_of(svg) and mark[2] == "Club Master"
    assert "Promotion" in svg and "Promotion" not in points_over_time(DAYS, "Points"), "the legend says what a ring is"


def test_colours_fill_the_picture_below_the_line_each_on_the_one_before() -> None:
    layers = {"local": [(day, total - 50) for day, total in DAYS], "green": DAYS}
    svg = points_over_time(DAYS, "Points", layers=layers)
    areas = re.findall(r'<path class="layer (\w+)" d="([^"]+)"><title>(\w+)<', svg)
    assert [(colour, title) for colour, _, title in areas] == [("green", "green"), ("local", "local")], "highest first"
    upper, lower = (steps_of(path) for _, path, _ in areas)
    assert upper == steps_of(svg.split('class="line"')[0].rsplit("<path d=", 1)[1])
    assert all(high < low for (_, high), (_, low) in zip(upper, lower, strict=True))
    assert svg.index("Local") < svg.index("Green"), "the legend reads from below"


def test_a_bar_is_as_long_as_its_amount() -> None:
    svg = bars([Bar("Riverside", 300, "3"), Bar("Hillside", 150, "1.50"), Bar("Abroad", -10, "-0.10")], "Clubs")
    widths = [int(width) for width in re.findall(r'class="bar"[^>]* width="(\d+)"', svg)]
    assert widths[0] == 2 * widths[1] and widths[2] < 5
    assert ">Riverside<" in svg and ">1.50<" in svg


def test_long_names_are_above_their_bars_and_a_very_long_one_ends_in_an_ellipsis() -> None:
    club, longest = "Mount Pleasant & District Bridge Club", "The " + "Very " * 20 + "Old Club"
    svg = bars([Bar(club, 300, "3"), Bar("Hillside", 150, "1.50"), Bar(longest, 10, "0.10")], "Clubs")
    names = [int(top) for top in re.findall(r'<text x="0" y="(\d+)"', svg)]
    tops = [int(top) for top in re.findall(r'class="bar" x="0" y="(\d+)"', svg)]
    assert len(names) == 3 and all(name < top for name, top in zip(names, tops, strict=True))
    assert all(name > top + 28 for name, top in zip(names[1:], tops, strict=False)), "below the bar before it"
    assert ">Mount Pleasant &amp; District Bridge Club<" in svg and f"<title>{longest}</title>" in svg
    assert svg.count("…") == 1


def test_nothing_to_compare_is_no_chart() -> None:
    assert bars([], "Clubs") == "" and bars([Bar("Riverside", 0, "0")], "Clubs") == ""
