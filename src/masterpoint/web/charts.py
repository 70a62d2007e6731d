"""Charts drawn on the server. SVG needs no JavaScript and can be printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import count
from math import floor
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from masterpoint.centre.translation.texts import in_language
from masterpoint.core.exact import Exact

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 340, 112, 44, 14
MAX_TIME_LABELS = 3
MAX_STEPS = 5
TARGET_WITHIN = 3
"""A target of more than three times the current points would flatten the line."""
EDGE = 60
"""Text this close to the right edge is put to the left of its mark, or it would be cut off."""


LEVEL = f"""<line x1="{LEFT}" x2="{WIDTH}" y1="{{0}}" y2="{{0}}" class="grid"/>
<text x="{LEFT - 8}" y="{{0}}" text-anchor="end" dominant-baseline="middle">{{1}}</text>
"""
TARGET_LINE = f"""<line x1="{LEFT}" x2="{WIDTH}" y1="{{0}}" y2="{{0}}" class="aim"/>
<text x="{LEFT + 8}" y="{{0}}" dy="-6">{{1}}</text>
"""
MARK = """<circle cx="{}" cy="{}" r="6" class="mark"><title>{}</title></circle>
"""
AREA = """<path class="layer {}" d="{}"><title>{}</title></path>
"""
TIME = f"""<line x1="{{0}}" x2="{{0}}" y1="12" y2="{HEIGHT - BOTTOM}" class="grid"/>
<text x="{{0}}" y="{HEIGHT - BOTTOM + 30}" text-anchor="{{1}}">{{2}}</text>
"""
BAR, BAR_LEFT, BAR_RIGHT = 36, 250, 110
BAR_SHAPE = f"""<rect class="bar" x="{BAR_LEFT}" y="{{0}}" width="{{1}}" height="{{2}}" rx="3"/>
<text x="{BAR_LEFT - 10}" y="{{3}}" text-anchor="end" dominant-baseline="middle">{{4}}</text>
<text x="{WIDTH}" y="{{3}}" text-anchor="end" dominant-baseline="middle">{{5}}</text>
"""
MAX_NAME_LENGTH_BESIDE = 20
"""If a name is longer than this, there is no room beside the bars on a phone, so all names are put above the bars."""
NAMED_BAR, NAMED_BAR_RIGHT, MAX_NAME_LENGTH = 74, 140, 44
NAMED_BAR_SHAPE = f"""<text x="0" y="{{0}}">{{1}}</text>
<rect class="bar" x="0" y="{{2}}" width="{{3}}" height="{BAR - 8}" rx="3"/>
<text x="{WIDTH}" y="{{4}}" text-anchor="end" dominant-baseline="middle">{{5}}</text>
"""


class Target(NamedTuple):
    """The next rank, and the points it requires."""

    rank: str
    points: Exact


def points_over_time(
    days: Sequence[tuple[date, Exact]],
    title: str,
    target: Target | None = None,
    promotions: Sequence[tuple[date, str]] = (),
    layers: Mapping[str, Sequence[tuple[date, Exact]]] | None = None,
) -> SafeString | str:
    """A stepped line of the total after each day of play; empty for fewer than two days.

    The next rank is a horizontal line, if it is close enough to fit; ranks already reached are marked. `layers` are the
    cumulated points of the colours, lowest first; they fill the area below the line.
    """
    if len(days) < 2:
        return ""
    totals = [(day, floor(total * 100)) for day, total in days]
    first, last = totals[0][0], totals[-1][0]
    highest = max(max(total for _, total in totals), 1)
    target_points = floor(target.points * 100) if target is not None else 0
    is_near = 0 < target_points <= TARGET_WITHIN * highest
    top = max(highest, target_points) if is_near else highest
    step = _step(top)
    scale_top = -(-top // step) * step
    if is_near and target_points * 10 > scale_top * 9:
        scale_top += step  # room for the name of the rank above its line
    span = max((last - first).days, 1)

    def x(day: date) -> int:
        return LEFT + (WIDTH - LEFT - 12) * (day - first).days // span

    def y(total: int) -> int:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * max(total, 0) // scale_top

    def step_path(rows: Iterable[tuple[date, int]]) -> str:
        """One step per pixel. Forty years of evenings share a few hundred pixels; otherwise phones would be slow."""
        steps = {x(day): y(total) for day, total in rows}
        return f"M{x(first)} {y(0)}" + "".join(f"H{across}V{height}" for across, height in steps.items())

    areas = [
        (colour, f"{step_path((day, floor(top * 100)) for day, top in rows)}V{y(0)}Z", colour)
        for colour, rows in reversed(list((layers or {}).items()))
    ]
    levels = ((y(level), _plain(level)) for level in range(0, scale_top + 1, step))
    times = ((at := x(day), "end" if at > WIDTH - EDGE else "middle", text) for day, text in _times(first, last))
    marks = [(x(day), y(_total_on(totals, day)), rank) for day, rank in promotions if first <= day <= last]
    aims = [(y(target_points), f"{target.rank}, {_plain(target_points)}")] if target is not None and is_near else []
    picture = {
        "aims": format_html_join("", TARGET_LINE, aims),
        "marks": format_html_join("", MARK, marks),
        "has_marks": bool(marks),
        "title": title,
        "path": step_path(totals),
        "areas": format_html_join("", AREA, areas),
        "colours": list(layers or ()),
        "levels": format_html_join("", LEVEL, levels),
        "times": format_html_join("", TIME, times),
        "width": WIDTH,
        "height": HEIGHT,
    }
    return render_to_string("masterpoint/chart.svg", picture)


class Bar(NamedTuple):
    """A name and an amount."""

    name: str
    amount: int
    shown: str


def bars(rows: Sequence[Bar], title: str) -> SafeString | str:
    """A bar for each row, with its name and figure as text. The longest bar is as wide as the picture."""
    longest = max((row.amount for row in rows), default=0)
    if longest <= 0:
        return ""
    if all(len(row.name) <= MAX_NAME_LENGTH_BESIDE for row in rows):
        return _picture("chart bars", _names_beside(rows, longest), title, BAR * len(rows))
    return _picture("chart bars named", _names_above(rows, longest), title, NAMED_BAR * len(rows))


def _names_beside(rows: Sequence[Bar], longest: int) -> SafeString:
    shapes = (
        (
            top,
            _bar_width(row.amount, longest, WIDTH - BAR_LEFT - BAR_RIGHT),
            BAR - 8,
            top + BAR // 2,
            row.name,
            row.shown,
        )
        for top, row in zip(count(0, BAR), rows, strict=False)
    )
    return format_html_join("", BAR_SHAPE, shapes)


def _names_above(rows: Sequence[Bar], longest: int) -> SafeString:
    shapes = (
        (
            top + 24,
            _shorten(row.name),
            top + 34,
            _bar_width(row.amount, longest, WIDTH - NAMED_BAR_RIGHT),
            top + 49,
            row.shown,
        )
        for top, row in zip(count(0, NAMED_BAR), rows, strict=False)
    )
    return format_html_join("", NAMED_BAR_SHAPE, shapes)


def _shorten(name: str) -> str | SafeString:
    """As much of a name as fits across the picture. The whole name is shown on hover."""
    if len(name) <= MAX_NAME_LENGTH:
        return name
    return format_html("<title>{}</title>{}…", name, name[: MAX_NAME_LENGTH - 1].rstrip())


def _picture(style: str, shapes: SafeString, title: str, height: int) -> SafeString:
    picture = {"style": style, "bars": shapes, "title": title, "width": WIDTH, "height": height}
    return render_to_string("masterpoint/bars.svg", picture)


def _bar_width(amount: int, longest: int, width: int) -> int:
    return max(max(amount, 0) * width // longest, 2)


def _total_on(totals: Sequence[tuple[date, int]], on: date) -> int:
    return next((total for day, total in reversed(totals) if day <= on), 0)


def _times(first: date, last: date) -> list[tuple[date, str]]:
    """A few days along the axis with labels: years for a long record, months for a short one."""
    years = [date(year, 1, 1) for year in range(first.year + 1, last.year + 1)]
    if len(years) >= 3:
        return [(day, str(day.year)) for day in _thin_out(years)]
    months = [_month_after(first, n) for n in range(1, 12 * (last.year - first.year) + last.month - first.month + 1)]
    marks = [(day, f"{day:%b %Y}") for day in _thin_out(months)] or [(last, f"{last:%-d %b %Y}")]
    return [(day, str(in_language(text))) for day, text in marks]


def _thin_out(days: list[date]) -> list[date]:
    """Some of the days, evenly spaced, including the last. Each has enough room even on a narrow screen."""
    step = -(-len(days) // MAX_TIME_LABELS)
    return days[::-1][::step][::-1] if days else []


def _month_after(day: date, count: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    return date(year, month + 1, 1)


def _step(hundredths: int) -> int:
    """The distance between marks: 1, 2 or 5 times a power of ten, so that at most five steps reach the top."""
    unit: int = 10 ** max(len(str(hundredths)) - 2, 0)
    return next(unit * factor for factor in (1, 2, 5, 10, 20, 50) if unit * factor * MAX_STEPS >= hundredths)


def _plain(hundredths: int) -> str:
    if hundredths % 100 == 0:
        return f"{hundredths // 100:,}"
    return f"{hundredths // 100:,}.{hundredths % 100:02}"
