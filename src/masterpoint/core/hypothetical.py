"""An event without names, with a number of contestants one after the other, to see what it would pay."""

from __future__ import annotations

from datetime import date
from typing import Any

DIRECTIONS_BY_LIST_COUNT = {1: ("",), 2: ("NS", "EW"), 4: ("N", "S", "E", "W")}
"""By the number of rankings."""
RANKED_FORMS = ("session", "final", "consolation", "matches", "simultaneous", "ladder")
"""Forms that need no more than lists of contestants."""
LARGEST_FIELD = 20_000


def hypothetical_lists(count: int, rankings: int) -> list[dict[str, str]]:
    """Ranking lists with `count` contestants in all, without ties; the first lists are the longer ones."""
    directions = DIRECTIONS_BY_LIST_COUNT[rankings]
    return [
        {"direction": direction, "places": " ".join(str(place) for place in range(1, size + 1))}
        for index, direction in enumerate(directions)
        if (size := (count + rankings - 1 - index) // rankings)
    ]


def hypothetical_event(
    form: str, scheme: str, day: date, contest: str, *, level: str, lists: list[dict[str, Any]], **fields: Any
) -> dict[str, Any]:
    """The event as `event_from` reads it, without the fields that are not known."""
    data = {
        "form": form,
        "scheme": scheme,
        "day": day,
        "contest": contest,
        "organiser": {"level": level},
        "lists": lists,
    }
    return data | {name: value for name, value in fields.items() if value is not None}
