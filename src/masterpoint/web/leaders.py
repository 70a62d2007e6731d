"""Leaderboards: most points by year, colour, county, club and rank; and the yearly awards of each rank group."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from masterpoint.centre.records import queries as records
from masterpoint.centre.records.leaderboards import ranks_held
from masterpoint.centre.records.mccutcheon import has_mccutcheon
from masterpoint.centre.records.mccutcheon import mccutcheon as groups_of
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.web.common import query_without_page, year_of

LEADERS_A_PAGE = 50
YEARS = 8
MOST_PAGES = 100_000
MOST_ORGANISATIONS = 700


def leaders(request: HttpRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Federation, code=code)
    year = year_of(request.GET.get("year", ""))
    within = Organisation.objects.filter(federation=found, number=request.GET.get("within", "")[:40]).first()
    colours = records.edition_of(found).colours
    colour = request.GET.get("colour", "")
    rank = request.GET.get("rank", "").replace("\0", "")[:60]
    page = _page(request.GET.get("page", ""))
    rows = records.leaderboard(
        found,
        year=year,
        colours=(colour,) if colour in colours else (),
        within=within,
        rank=rank,
        skip=(page - 1) * LEADERS_A_PAGE,
        limit=LEADERS_A_PAGE + 1,
    )
    organisations = Organisation.objects.filter(federation=found).exclude(level="national")
    context = {
        "federation": found,
        "rows": rows[:LEADERS_A_PAGE],
        "page": page,
        "earlier": page - 1,
        "later": page + 1 if len(rows) > LEADERS_A_PAGE else 0,
        "query": query_without_page(request),
        "year": year,
        "within": within,
        "colour": colour,
        "rank": rank,
        "colours": colours,
        "years": _years(),
        "organisations": sorted(organisations.order_by("name")[:MOST_ORGANISATIONS], key=_clubs_last),
        "ranks": ranks_held(found),
        "mccutcheon": has_mccutcheon(found),
    }
    return render(request, "masterpoint/leaders.html", context)


def mccutcheon(request: HttpRequest, code: str) -> HttpResponse:
    """ABF 1.7.2, 1.7.3: the Trophy, and the best of each rank group."""
    found = get_object_or_404(Federation, code=code)
    if not has_mccutcheon(found):
        raise Http404
    year = year_of(request.GET.get("year", "")) or date.today().year
    trophy, *groups = groups_of(found, year)
    context = {"federation": found, "year": year, "years": _years(), "trophy": trophy, "groups": groups}
    return render(request, "masterpoint/mccutcheon.html", context | {"running": year >= date.today().year})


def _clubs_last(organisation: Organisation) -> tuple[bool, str]:
    return organisation.level == "club", organisation.level


def _years() -> range:
    this_year = date.today().year
    return range(this_year, this_year - YEARS, -1)


def _page(text: str) -> int:
    return min(max(1, int(text)), MOST_PAGES) if text.isdecimal() and text.isascii() else 1
