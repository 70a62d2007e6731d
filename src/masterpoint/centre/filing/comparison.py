"""Whether two evenings with most of the same players had the same outcome, whatever their days and clubs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple, TypeVar

from masterpoint.centre.filing.judging import key_of
from masterpoint.core.events import AnyEvent, Entry
from masterpoint.core.traversal import entry_lists

MIN_ENTRIES = 3
"""If most of so many entries agree, it is no coincidence."""
Partners = frozenset[object]
"""Partners, each by something that identifies one person in both evenings."""


def near_days(day: date) -> set[date]:
    """The day itself, its neighbours, and the one with day and month swapped."""
    return {day, swap_day_and_month(day)} | {
        day + timedelta(days=offset) for offset in (-1, 1) if date.min < day < date.max
    }


def swap_day_and_month(day: date) -> date:
    """The day with day and month swapped; the day itself if there is none."""
    return day.replace(month=day.day, day=day.month) if day.day <= 12 else day


def mistaken_days(day: date) -> set[date]:
    """Days written by mistake when a form of another week, month or year is used again."""
    weeks = [day + timedelta(days=offset) for offset in (-7, 7) if date.min.year < day.year < date.max.year]
    months = [_shift_months(day, offset) for offset in (-12, -1, 1, 12)]
    return {candidate for candidate in [*weeks, *months] if candidate is not None} - near_days(day)


def _shift_months(day: date, months: int) -> date | None:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    try:
        return day.replace(year=year, month=month + 1)
    except ValueError:  # there is no such day
        return None


class ComparedEvening(NamedTuple):
    """An evening for comparison with another one."""

    organisation: int
    day: date
    form: str
    players: Mapping[str, object]
    """What identifies each player in both evenings."""
    event: Callable[[], AnyEvent]
    """Its facts; read only if most of the players are the same."""


def similarity_reason(evening: ComparedEvening, second: ComparedEvening) -> str:
    """Why two evenings with most of the same players look like one; empty if they do not."""
    is_same_organisation = second.organisation == evening.organisation
    club = "" if is_same_organisation else ", for another organisation"
    if second.day == evening.day and second.form == evening.form:
        return f"the same day and most of the same players{club}"
    is_near = second.day in near_days(evening.day)
    if not (is_near or is_same_organisation):
        return ""
    if second.day == evening.day:
        finishes, second_finishes = (set(_places(each).items()) for each in (evening, second))
        has_same_outcome = 2 * len(finishes & second_finishes) > min(len(finishes), len(second_finishes))
        return f"the same day, and most of the same players in the same places{club}" if has_same_outcome else ""
    if not _same_outcome(evening, second, scored_only=not is_near):
        return ""
    return f"most of the same players with the same results, on {second.day:%-d %B %Y}{club}"


def _same_outcome(evening: ComparedEvening, second: ComparedEvening, *, scored_only: bool) -> bool:
    """Whether most partnerships have the same score in both evenings or, without scores, the same place.

    Regulars who meet again have other scores, but may have the same places, which `scored_only` ignores.
    """
    scores = _scores(evening)
    if len(scores) >= MIN_ENTRIES and len(second_scores := _scores(second)) >= MIN_ENTRIES:
        return _most_agree(scores, second_scores)
    return not scored_only and _most_agree(_places(evening), _places(second))


def _most_agree(first: Mapping[Partners, object], second: Mapping[Partners, object]) -> bool:
    smaller = min(len(first), len(second))
    count = sum(second.get(partners) == outcome for partners, outcome in first.items())
    return smaller >= MIN_ENTRIES and 2 * count > smaller


def _scores(evening: ComparedEvening) -> dict[Partners, object]:
    return {partners: entry.score for partners, entry in _partnerships(evening) if entry.score is not None}


def _places(evening: ComparedEvening) -> dict[Partners, object]:
    return {partners: str(entry.place).strip("= ") for partners, entry in _partnerships(evening)}


def _partnerships(evening: ComparedEvening) -> Iterator[tuple[Partners, Entry]]:
    for _, entries in entry_lists(evening.event()):
        for entry in entries:
            if entry.players:
                yield frozenset(evening.players.get(key_of(player)) for player in entry.players), entry


Name = TypeVar("Name")


def pairs_with_most_players(players: Mapping[Name, Collection[object]]) -> Iterator[tuple[Name, Name]]:
    """Pairs of evenings that share more than half of the players of the smaller one."""
    evenings_of: dict[object, list[Name]] = {}
    for name, own_players in players.items():
        counts = Counter(second for player in own_players for second in evenings_of.get(player, ()))
        for second, count in counts.items():
            if 2 * count > min(len(own_players), len(players[second])):
                yield second, name
        for player in own_players:
            evenings_of.setdefault(player, []).append(name)
