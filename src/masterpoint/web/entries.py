"""An entry list checked: paste names or numbers; rank, grade and points as at the day of the event."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.records import queries as records
from masterpoint.centre.registry import access
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.exact import Exact
from masterpoint.web.common import day_of, user_of

MOST = 200


class Row(NamedTuple):
    """One line of the list: whoever it is, or why nobody."""

    written: str
    person: Person | None = None
    rank: str = ""
    points: Exact = 0
    says: str = ""


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
        "rows": [_row(request, found, line, day) for line in lines[:MOST]],
        "left_out": max(0, len(lines) - MOST),
        "most": MOST,
    }
    return render(request, "masterpoint/entry_list.html", context)


def _row(request: HttpRequest, federation: Federation, written: str, day: date) -> Row:
    found = [person for person in registry.search(federation, written)[:5] if _shown(request, person)]
    if not found:
        near = [match.person for match in registry.likely_matches(federation, written) if _shown(request, match.person)]
        if not near:
            return Row(written, says="nobody of this name or number")
        return Row(written, says=f"nobody quite so; perhaps {near[0].name}, {near[0].number}")
    if len(found) > 1:
        numbers = ", ".join(f"{person.name} {person.number}" for person in found)
        return Row(written, says=f"several: {numbers}. Write the number")
    person = found[0]
    held = records.points(ledger.holding(person, day))
    standing = records.edition_of(federation, day).ranks.standing(held)
    return Row(written, person, standing.rank, sum(held.values()))


def _shown(request: HttpRequest, person: Person) -> bool:
    return not access.is_hidden(user_of(request), person)
