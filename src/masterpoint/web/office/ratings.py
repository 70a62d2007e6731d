"""Ratings from an older system: first a preview of a file, then the posting."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.records import opening_ratings, yearly
from masterpoint.centre.records.grades import grade_names
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest
from masterpoint.web.office.access import federation_of
from masterpoint.web.office.balances import preview_of, sent_file
from masterpoint.web.templatetags.points import season


@login_required
def ratings(request: SignedInRequest, code: str) -> HttpResponse:
    """Read and preview a file. The preview sends it back to be posted."""
    federation = federation_of(request, code)
    if not yearly.has_ratings(federation):
        raise Http404
    grades = f"The grade may be left out: the book gives it. Grades: {', '.join(grade_names(federation.scheme))}."
    context = {
        "federation": federation,
        "columns": opening_ratings.COLUMNS,
        "help": grades,
        "problems": (),
        "ratings": None,
    }
    if request.method != "POST":
        return render(request, "masterpoint/ratings.html", context)
    try:
        name, data = sent_file(request)
        ratings_read = opening_ratings.read_ratings(federation, data, source=name, today=date.today())
        if "post" in request.POST:
            for posting in opening_ratings.post_ratings(federation, ratings_read, by=request.user):
                year, count = posting.facts["year"], posting.facts["count"]
                messages.success(
                    request,
                    f"Ratings of {season(year, federation)}: {count} posted, as number {posting.number} of the ledger.",
                )
            return redirect("ledger", code=code)
    except MasterpointError as error:
        return render(request, "masterpoint/ratings.html", context | {"problems": error.problems})
    preview = preview_of(ratings_read.rows, data) | {
        "ratings": ratings_read,
        "seasons": [season(year, federation) for year in ratings_read.years],
    }
    return render(request, "masterpoint/ratings.html", context | preview)
