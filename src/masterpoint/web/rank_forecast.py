"""The forecast of the next rank in words: dates as ranges, and the points still missing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from masterpoint.centre.records.forecast import Forecast, Requirement
from masterpoint.centre.records.pace import TWO_YEARS, Pace
from masterpoint.core.editions import Edition
from masterpoint.core.exact import Exact, grouped_text
from masterpoint.core.plurals import count_text
from masterpoint.core.sentences import join_alternatives, join_words
from masterpoint.schemes import edition_named, edition_or_first
from masterpoint.web.charts import Target

ALL_POINTS = "points"
DAYS_WITH_MONTHS = 5 * 366
"""In days. For a date more than five years ahead, a month would be too precise, so only the year is shown."""


class RequirementRow(NamedTuple):
    """A requirement of the next rank, as shown on the page."""

    label: str
    missing: Exact
    amount: Exact
    percent: int
    colours: str
    no_pace: str
    sources: SafeString
    calculation: Sequence[tuple[str, str, str]]


class RankForecast(NamedTuple):
    """The forecast of the next rank, as shown on the page."""

    rank: str
    message: str
    requirements: Sequence[RequirementRow]


def describe_forecast(forecast: Forecast | None, scheme: str, today: date) -> RankForecast | None:
    if forecast is None:
        return None
    edition = edition_or_first(scheme, today)
    requirements = [
        RequirementRow(
            need_text(requirement),
            requirement.missing,
            requirement.amount,
            requirement.percent,
            colours_text(requirement),
            no_pace_text(requirement),
            sources_of(edition, requirement.kind),
            calculation_rows(requirement, today),
        )
        for requirement in forecast.requirements
    ]
    return RankForecast(forecast.rank, expected_text(forecast, today), requirements)


def target_of(forecast: RankForecast | None) -> Target | None:
    """The target for a chart of all points: the total that the next rank requires."""
    if forecast is None:
        return None
    return next((Target(forecast.rank, row.amount) for row in forecast.requirements if row.label == ALL_POINTS), None)


def sources_of(edition: Edition, need: str) -> SafeString:
    """Where the required points can be won.

    This is the same for everybody, so it is rendered once for each language.
    """
    return _sources_of(edition.scheme, edition.name, need, get_language() or "")


@cache
def _sources_of(scheme: str, name: str, need: str, _language: str) -> SafeString:
    edition = edition_named(scheme, name)
    ladder = edition.ranks
    places = [(colour, ladder.won_in[colour]) for colour in ladder.colours_by_need[need]]
    return render_to_string("masterpoint/won_in.html", {"places": places, "edition": edition.title})


def need_text(requirement: Requirement) -> str:
    return ALL_POINTS if requirement.kind == "total" else f"{requirement.kind} points"


def span_text(days: Sequence[date], today: date) -> str:
    """From the first to the last day, as months, or as years if they are far away."""
    start, end = days[0], days[-1]
    if (end - today).days > DAYS_WITH_MONTHS:
        return f"{start.year}" if start.year == end.year else f"{start.year} to {end.year}"
    if (start.year, start.month) == (end.year, end.month):
        return f"{start:%B %Y}"
    return f"{start:%B} to {end:%B %Y}" if start.year == end.year else f"{start:%B %Y} to {end:%B %Y}"


def expected_text(forecast: Forecast, today: date) -> str:
    """When the rank may be reached, in one sentence."""
    if forecast.points_wait:
        return "Points are held until the player is a member, so there is no telling when."
    if not forecast.dates:
        return "No points yet, so there is no pace to go by."
    possible = [(pace, day) for pace, day in forecast.dates if day is not None]
    paces_without_date = [pace for pace, day in forecast.dates if day is None]
    if not possible:
        return _never_text(forecast)
    data = f"about {span_text(forecast.possible_dates, today)}"
    message = f"At the pace of {join_words([pace.name for pace, _ in possible])}: {data}"
    end = f"; at that of {paces_without_date[0].name}: not at all" if paces_without_date else ""
    return " ".join(
        [f"{message}{end}.", *(_earlier_rank_text(*earlier_rank, today) for earlier_rank in forecast.earlier_ranks)]
    )


def _earlier_rank_text(pace: Pace, rank: str, day: date, today: date) -> str:
    return f"At the pace of {pace.name}, {rank} comes first: about {span_text([day], today)}."


def _never_text(forecast: Forecast) -> str:
    """Why no date can be given: the rank is never reached, or only too far ahead."""
    is_too_far = all(_has_progress(requirement) for requirement in forecast.unreachable)
    missing_points = join_words([need_text(requirement) for requirement in forecast.unreachable] or ["points"])
    message = "not within fifty years" if is_too_far else "never"
    return f"At the pace of {_period_text(forecast.dates[-1][0])}: {message}. Still needed: more {missing_points}."


def _period_text(pace: Pace) -> str:
    """The longest period used for the forecast."""
    return "the last two years" if pace.name == TWO_YEARS else pace.name


def _has_progress(requirement: Requirement) -> bool:
    return any(projection.gain for projection in requirement.projections)


def colours_text(requirement: Requirement) -> str:
    """The colours that count, if not all do."""
    if not requirement.other_colours:
        return ""
    other_points = f"{join_words(list(requirement.other_colours))} points do not help"
    return f"Only {join_words(list(requirement.colours))} points count for this; {other_points}."


def no_pace_text(requirement: Requirement) -> str:
    """A sentence for a requirement without any progress."""
    if not requirement.projections or any(projection.days is not None for projection in requirement.projections):
        return ""
    names, period = join_alternatives(list(requirement.colours)), _period_text(requirement.projections[-1].pace)
    if _has_progress(requirement):
        return f"So few {names} points came in {period} that at this pace it takes more than fifty years."
    if any(projection.pace.won.get(colour) for projection in requirement.projections for colour in requirement.colours):
        return f"The {names} points of {period} did not bring it nearer: at this pace never."
    return f"No {names} points in {period}: at this pace never."


def calculation_rows(requirement: Requirement, today: date) -> list[tuple[str, str, str]]:
    """The calculation of each date: the period, the points gained in it, and the result."""
    rows = []
    for projection in requirement.projections:
        period = (
            f"{projection.pace.name}, {count_text(projection.pace.days, 'day')} to {projection.pace.until:%-d %B %Y}"
        )
        if projection.days is None or projection.day is None:
            follows = "never" if not projection.gain else "not within fifty years"
        else:
            days, span = count_text(projection.days, "day"), span_text([projection.day], today)
            points = grouped_text(requirement.missing)
            follows = f"{points} more {'takes' if requirement.missing == 1 else 'take'} {days}: {span}"
        rows.append((period, grouped_text(projection.gain), follows))
    return rows
