"""Leaderboards: most points by season, colour, county, club and rank; and the yearly awards of each rank group."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from masterpoint.centre.records import queries as records
from masterpoint.centre.records.leaderboards import last_day, ranks_used
from masterpoint.centre.records.yearly_trophy import trophy_groups, trophy_of
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.schemes import FEDERATIONS
from masterpoint.web.common import query_without_page, year_of

T = TypeVar("T")
LEADERS_A_PAGE = 50
YEARS = 8
MAX_PAGES = 100_000
MAX_ORGANISATIONS = 2_000
OPTION = '<option value="{}"{}>{}</option>\n'
OPTIONS_OF_A_LEVEL = '<optgroup label="{}">\n{}</optgroup>\n'


def leaders(request: HttpRequest, code: str) -> HttpResponse:
    federation = get_object_or_404(Federation, code=code)
    year = year_of(request.GET.get("year", ""))
    organisation = Organisation.objects.filter(federation=federation, number=request.GET.get("within", "")[:40]).first()
    colours = records.edition_of(federation, last_day(federation, year)).colours
    colour = next((colour for colour in colours if colour == request.GET.get("colour")), "")
    rank = request.GET.get("rank", "")[:60]
    page = _page(request.GET.get("page", ""))
    rows = records.leaderboard(
        federation,
        year=year,
        colours=(colour,) if colour else (),
        organisation=organisation,
        rank=rank,
        skip=(page - 1) * LEADERS_A_PAGE,
        limit=LEADERS_A_PAGE + 1,
    )
    context = {
        "federation": federation,
        "rows": rows[:LEADERS_A_PAGE],
        "page": page,
        "earlier": page - 1,
        "later": page + 1 if len(rows) > LEADERS_A_PAGE else 0,
        "query": query_without_page(request),
        "year": year,
        "shown_organisation": organisation,
        "colour": colour,
        "rank": rank,
        "colours": colours,
        "years": _including(_years(federation), year),
        "organisations": _organisations(federation, organisation),
        "ranks": _including(ranks_used(federation, last_day(federation, year)), rank),
        "trophy": trophy_of(federation),
    }
    return render(request, "masterpoint/leaders.html", context)


def yearly_trophy(request: HttpRequest, code: str) -> HttpResponse:
    """The trophy of a season, and the best players of each rank group."""
    federation = get_object_or_404(Federation, code=code)
    trophy = trophy_of(federation)
    if trophy is None:
        raise Http404
    season = FEDERATIONS[federation.scheme].season
    year = year_of(request.GET.get("year", "")) or season.year_of(date.today())
    overall, *groups = trophy_groups(federation, trophy, year)
    edition = records.edition_of(federation, season.first_day(year))
    context = {
        "federation": federation,
        "year": year,
        "years": _including(_years(federation), year),
        "trophy": trophy,
        "overall": overall,
        "groups": groups,
        "edition": edition.title,
        "open_clause": str(edition.book.clause(trophy.open_clause)),
        "barred_clause": str(edition.book.clause(trophy.barred_clause)),
        "first_day": season.first_day(year),
        "last_day": season.last_day(year),
        "running": year >= season.year_of(date.today()),
    }
    return render(request, "masterpoint/yearly_trophy.html", context)


def _organisations(federation: Federation, current: Organisation | None) -> SafeString:
    """The organisations to choose from, by level, clubs last. There are hundreds, which is too slow in a template."""
    organisations = Organisation.objects.filter(federation=federation).exclude(level="national").order_by("name")
    by_level: dict[str, list[tuple[str, str, str]]] = {}
    for level, number, name in organisations.values_list("level", "number", "name")[:MAX_ORGANISATIONS]:
        selected = " selected" if current is not None and current.number == number else ""
        by_level.setdefault(level, []).append((number, selected, name))
    levels = sorted(by_level, key=lambda level: (level == "club", level))
    groups = ((level.capitalize(), format_html_join("", OPTION, by_level[level])) for level in levels)
    return format_html_join("", OPTIONS_OF_A_LEVEL, groups)


def _years(federation: Federation) -> range:
    this_year = FEDERATIONS[federation.scheme].season.year_of(date.today())
    return range(this_year, this_year - YEARS, -1)


def _including(choices: Sequence[T], current: T | None) -> list[T]:
    """The choices of a filter, with what an address asks for: the filter must not show another than the list has."""
    return [*choices, *([current] if current and current not in choices else [])]


def _page(text: str) -> int:
    return min(max(1, int(text)), MAX_PAGES) if text.isdecimal() and text.isascii() else 1
