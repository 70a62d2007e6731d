"""The way to the next rank in words: dates as ranges, and what holds a rank up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from masterpoint.centre.records.forecast import Forecast, Way
from masterpoint.centre.records.pace import TWO_YEARS, Pace
from masterpoint.core.editions import Edition
from masterpoint.core.exact import Exact, written
from masterpoint.schemes import edition_named, edition_or_first
from masterpoint.web.charts import Target

IN_ALL = "points"
MONTHS_ARE_HONEST = 5 * 366
"""Days. More than five years ahead a month would pretend to know too much, so only the year is shown."""


class Shown(NamedTuple):
    """One thing the next rank still asks for, as the page shows it."""

    what: str
    missing: Exact
    needed: Exact
    percent: int
    only: str
    no_pace: str
    won_in: SafeString
    working: Sequence[tuple[str, str, str]]


class Ahead(NamedTuple):
    """The way to the next rank, as the page shows it."""

    rank: str
    message: str
    ways: Sequence[Shown]


def ahead(forecast: Forecast | None, scheme: str, today: date) -> Ahead | None:
    if forecast is None:
        return None
    edition = edition_or_first(scheme, today)
    ways = [
        Shown(
            what_of(way),
            way.missing,
            way.needed,
            way.percent,
            only(way),
            no_pace(way),
            won_in(edition, way.what),
            working(way, today),
        )
        for way in forecast.ways
    ]
    return Ahead(forecast.rank, when(forecast, today), ways)


def target_of(coming: Ahead | None) -> Target | None:
    """What a chart of all points together can show of the next rank: the points in all it asks for."""
    if coming is None:
        return None
    return next((Target(coming.rank, way.needed) for way in coming.ways if way.what == IN_ALL), None)


def won_in(edition: Edition, what: str) -> SafeString:
    """Where the points that fill a need are won: the same for everybody, so it is written once in each language."""
    return _won_in(edition.scheme, edition.name, what, get_language() or "")


@cache
def _won_in(scheme: str, name: str, what: str, _language: str) -> SafeString:
    edition = edition_named(scheme, name)
    ladder = edition.ranks
    places = [(colour, ladder.won_in[colour]) for colour in ladder.counts[what]]
    return render_to_string("masterpoint/won_in.html", {"places": places, "edition": edition.title})


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def what_of(way: Way) -> str:
    return IN_ALL if way.what == "total" else f"{way.what} points"


def span(days: Sequence[date], today: date) -> str:
    """From the first to the last day, as months, or as years where they are far."""
    first, last = days[0], days[-1]
    if (last - today).days > MONTHS_ARE_HONEST:
        return f"{first.year}" if first.year == last.year else f"{first.year} to {last.year}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first:%B %Y}"
    return f"{first:%B} to {last:%B %Y}" if first.year == last.year else f"{first:%B %Y} to {last:%B %Y}"


def when(forecast: Forecast, today: date) -> str:
    """When the rank might be reached, in one sentence."""
    if forecast.waiting:
        return "Points are held until the player is a member, so there is no telling when."
    if not forecast.days:
        return "No points yet, so there is no pace to go by."
    possible = [(pace, day) for pace, day in forecast.days if day is not None]
    never = [pace for pace, day in forecast.days if day is None]
    if not possible:
        return _not_at_all(forecast)
    data = f"about {span(forecast.possible, today)}"
    message = f"At the pace of {listed([pace.name for pace, _ in possible])}: {data}"
    end = f"; at that of {never[0].name}: not at all" if never else ""
    return " ".join([f"{message}{end}.", *(_sooner(*sooner, today) for sooner in forecast.sooner)])


def _sooner(pace: Pace, rank: str, day: date, today: date) -> str:
    return f"At the pace of {pace.name}, {rank} comes first: about {span([day], today)}."


def _not_at_all(forecast: Forecast) -> str:
    """Where no pace leads to the rank: never, or too far ahead for a date."""
    far = all(_brought(way) for way in forecast.in_the_way)
    held_up = listed([what_of(way) for way in forecast.in_the_way] or ["points"])
    message = "not within fifty years" if far else "never"
    return f"At the pace of {_looked_at(forecast.days[-1][0])}: {message}. Still needed: more {held_up}."


def _looked_at(pace: Pace) -> str:
    """The longest stretch there is to go by."""
    return "the last two years" if pace.name == TWO_YEARS else pace.name


def _brought(way: Way) -> bool:
    return any(projection.brought for projection in way.projections)


def only(way: Way) -> str:
    """Which colours count, where others do not."""
    if not way.others:
        return ""
    others = f"{listed(list(way.others))} points do not help"
    return f"Only {listed(list(way.colours))} points count for this; {others}."


def no_pace(way: Way) -> str:
    """Said plainly where a need is not being filled at all."""
    if not way.projections or any(projection.days is not None for projection in way.projections):
        return ""
    names, over = listed(list(way.colours), "or"), _looked_at(way.projections[-1].pace)
    if _brought(way):
        return f"So few {names} points came in {over} that at this pace it takes more than fifty years."
    if any(projection.pace.won.get(colour) for projection in way.projections for colour in way.colours):
        return f"The {names} points of {over} did not bring it nearer: at this pace never."
    return f"No {names} points in {over}: at this pace never."


def working(way: Way, today: date) -> list[tuple[str, str, str]]:
    """The arithmetic of each date: over what time, what it brought, and what follows."""
    rows = []
    for projection in way.projections:
        over = f"{projection.pace.name}, {projection.pace.days} days to {projection.pace.until:%-d %B %Y}"
        if projection.days is None or projection.day is None:
            follows = "never" if not projection.brought else "not within fifty years"
        else:
            days = f"{projection.days:,} day{'' if projection.days == 1 else 's'}"
            follows = f"{written(way.missing)} more take {days}: {span([projection.day], today)}"
        rows.append((over, written(projection.brought), follows))
    return rows
