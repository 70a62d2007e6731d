"""An entry list checked: paste names or numbers; rank, grade and points as at the day of the event."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from masterpoint.centre.records import entrants
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.entrants import Entrant
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.exact import Exact
from masterpoint.web.common import day_of, user_of

MOST = 200


class Row(NamedTuple):
    """One line of the list: whoever it is, or why nobody."""

    written: str
    person: Person | None
    rank: str
    points: Exact
    message: str


def entry_list(request: HttpRequest, code: str) -> HttpResponse:
    """Nothing is kept; it is a form to post only because a long list does not fit into an address."""
    found = get_object_or_404(Federation, code=code)
    text = request.POST.get("list", "").replace("\0", "")[:20_000]
    day = day_of(request.POST.get("day", "")) or date.today()
    lines = [line.strip()[:120] for line in text.splitlines() if line.strip()]
    context = {
        "federation": found,
        "text": text,
        "day": day,
        "rows": [_row(one) for one in entrants.look_up(user_of(request), found, lines[:MOST], day)],
        "left_out": max(0, len(lines) - MOST),
        "most": MOST,
    }
    return render(request, "masterpoint/entry_list.html", context)


def _row(one: Entrant) -> Row:
    return Row(one.written, one.person, one.rank, sum(records.points(one.holding).values()), _says(one))


def _says(one: Entrant) -> str:
    named = [f"{match.person.name} {match.person.number}" for match in one.matches]
    if not named:
        return "nobody of this name or number"
    if one.matches[0].score < 1 or len(named) == 1:
        return f"nobody quite so; perhaps {named[0]}"
    return f"several: {', '.join(named)}. Write the number"
