"""Charts drawn on the server."""

from __future__ import annotations

import re
from datetime import date, timedelta

from masterpoint.web.charts import points_over_time


def steps_of(svg: str) -> list[tuple[int, int]]:
    return [(int(across), int(up)) for across, up in re.findall(r"H(\d+)V(\d+)", svg)]


def test_one_day_alone_is_no_chart():
    assert points_over_time([(date(2026, 1, 1), 600)], "Points") == ""


def test_the_line_rises_to_the_right_and_never_leaves_the_picture():
    steps = steps_of(points_over_time([(date(2026, 1, 1), 600), (date(2026, 6, 1), 1200), (date(2026, 9, 1), 40)], "P"))
    assert len(steps) == 3
    assert [up for _, up in steps] == sorted((up for _, up in steps), reverse=True)
    assert all(0 <= across <= 720 and 0 <= up <= 260 for across, up in steps)


def test_forty_years_of_evenings_stay_a_small_picture_that_ends_at_the_same_height():
    evenings = [(date(1986, 1, 1) + timedelta(days=3 * n), 10) for n in range(4_800)]
    one_each_year = [(day, 10 * 4_800 // 40) for day, _ in evenings[:: 4_800 // 40]]
    long, short = steps_of(points_over_time(evenings, "P")), steps_of(points_over_time(one_each_year, "P"))
    assert len(long) < 720
    assert long[-1][1] == short[-1][1]
