"""Whether two evenings with most of the same players had the same outcome, whatever day or club is written on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple, TypeVar

from masterpoint.centre.filing.judging import key_of
from masterpoint.core.events import AnyEvent, Entry
from masterpoint.core.traversal import entry_lists

FEWEST_ENTRIES = 3
"""The outcome of so many, most of them alike, is no chance."""
Partners = frozenset[object]
"""Those who played together, each by whatever stands for one person on both sides."""


def near_days(day: date) -> set[date]:
    """The day itself, the days beside it, and the one that has day and month the other way round."""
    return {day, swapped(day)} | {day + timedelta(days=more) for more in (-1, 1) if date.min < day < date.max}


def swapped(day: date) -> date:
    """The day that has day and month the other way round; the day itself where there is none."""
    return day.replace(month=day.day, day=day.month) if day.day <= 12 else day


def mistaken_days(day: date) -> set[date]:
    """Days that are written by mistake when a form of last week, last month or last year is used again."""
    weeks = [day + timedelta(days=more) for more in (-7, 7) if date.min.year < day.year < date.max.year]
    months = [_moved(day, more) for more in (-12, -1, 1, 12)]
    return {near for near in [*weeks, *months] if near is not None} - near_days(day)


def _moved(day: date, months: int) -> date | None:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    try:
        return day.replace(year=year, month=month + 1)
    except ValueError:  # there is no such day
        return None


class Played(NamedTuple):
    """An evening as it is compared with another one."""

    organisation: int
    day: date
    form: str
    who: Mapping[str, object]
    """What stands for each player on both sides."""
    event: Callable[[], AnyEvent]
    """Its facts; read only where most of the players are the same."""


def why_alike(evening: Played, other: Played) -> str:
    """Why two evenings with most of the same players look like one; nothing where they do not."""
    own = other.organisation == evening.organisation
    club = "" if own else ", for another organisation"
    if other.day == evening.day and other.form == evening.form:
        return f"the same day and most of the same players{club}"
    near = other.day in near_days(evening.day)
    if not (near or own):
        return ""
    if other.day == evening.day:
        finishes, others = (set(_places(played).items()) for played in (evening, other))
        alike = 2 * len(finishes & others) > min(len(finishes), len(others))
        return f"the same day, and most of the same players in the same places{club}" if alike else ""
    if not _same_outcome(evening, other, scored_only=not near):
        return ""
    return f"most of the same players with the same results, on {other.day:%-d %B %Y}{club}"


def _same_outcome(evening: Played, other: Played, *, scored_only: bool) -> bool:
    """Whether most partnerships have the same score on both sides; where one side has no scores, the same place.

    Regulars who meet again have other scores. Their places may well be the same, so `scored_only` leaves those alone.
    """
    scores = _scores(evening)
    if len(scores) >= FEWEST_ENTRIES and len(others := _scores(other)) >= FEWEST_ENTRIES:
        return _mostly_alike(scores, others)
    return not scored_only and _mostly_alike(_places(evening), _places(other))


def _mostly_alike(first: Mapping[Partners, object], second: Mapping[Partners, object]) -> bool:
    fewest = min(len(first), len(second))
    alike = sum(second.get(partners) == outcome for partners, outcome in first.items())
    return fewest >= FEWEST_ENTRIES and 2 * alike > fewest


def _scores(played: Played) -> dict[Partners, object]:
    return {partners: entry.score for partners, entry in _partnerships(played) if entry.score is not None}


def _places(played: Played) -> dict[Partners, object]:
    return {partners: str(entry.place).strip("= ") for partners, entry in _partnerships(played)}


def _partnerships(played: Played) -> Iterator[tuple[Partners, Entry]]:
    for _, entries in entry_lists(played.event()):
        for entry in entries:
            if entry.players:
                yield frozenset(played.who.get(key_of(player)) for player in entry.players), entry


Name = TypeVar("Name")


def sharing_most(players: Mapping[Name, Collection[object]]) -> Iterator[tuple[Name, Name]]:
    """The pairs of evenings that share more than half of the players, counted on the smaller side."""
    evenings_of: dict[object, list[Name]] = {}
    for name, own in players.items():
        shared = Counter(other for player in own for other in evenings_of.get(player, ()))
        for other, count in shared.items():
            if 2 * count > min(len(own), len(players[other])):
                yield other, name
        for player in own:
            evenings_of.setdefault(player, []).append(name)
