"""The end of the year: a preview of what the book prescribes, run once."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.closing import year_end as reading
from masterpoint.centre.records import yearly
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, page_of, query_without_page, show_problems
from masterpoint.web.office.access import federation_of
from masterpoint.web.templatetags.points import season

ROWS_A_PAGE = 100
YEARS = range(1950, 2201)


@login_required
def year_end(request: SignedInRequest, code: str, year: int) -> HttpResponse:
    """What the run would do to whom, and the button to run it."""
    federation = federation_of(request, code)
    if year not in YEARS or not reading.has_year_end(federation):
        raise Http404
    if request.method == "POST":
        return _run(request, federation, year)
    end = reading.preview(federation, year, today=date.today())
    rows = page_of(request, [*end.changes, *end.ratings], ROWS_A_PAGE)
    people = Person.objects.select_related("home_club").in_bulk([row.person for row in rows])
    earlier_ratings = yearly.ratings_of(people, year - 1)
    context = {
        "federation": federation,
        "end": end,
        "page": rows,
        "changes": [(people[row.person], row) for row in rows if isinstance(row, reading.Change)],
        "ratings": [
            (people[row.person], earlier_ratings.get(row.person), row)
            for row in rows
            if not isinstance(row, reading.Change)
        ],
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/year_end.html", context)


def _run(request: SignedInRequest, federation: Federation, year: int) -> HttpResponse:
    try:
        postings = reading.run(federation, year, by=request.user, today=date.today())
    except MasterpointError as error:
        show_problems(request, error)
    else:
        for posting in postings:
            messages.success(request, f"Posted: {posting.reason}, as number {posting.number} of the ledger.")
        if not postings:
            messages.info(request, f"Nothing was due for {season(year, federation)}, and nothing is changed.")
    return redirect("year-end", code=federation.code, year=year)
