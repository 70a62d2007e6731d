"""Pages everybody may see: search, records, why an award, clubs and leaderboards."""

from __future__ import annotations

from datetime import date

from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from masterpoint.centre.filing import explaining
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.records import queries as records
from masterpoint.centre.registry import access
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.web.charts import points_over_time

LINES_A_PAGE = 50
PEOPLE_A_PAGE = 40


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "masterpoint/home.html", {"federations": Federation.objects.order_by("name")})


def federation(request: HttpRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Federation, code=code)
    clubs = Organisation.objects.filter(federation=found, active=True, level="club").order_by("name")
    return render(request, "masterpoint/federation.html", {"federation": found, "clubs": clubs[:200]})


def search(request: HttpRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Federation, code=code)
    text = request.GET.get("q", "").strip()[:80]
    people = registry.search(found, text)
    visible = people if access.federations_for(_user(request)) else people.filter(anonymous=False)
    page = Paginator(visible, PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "masterpoint/search.html", {"federation": found, "text": text, "page": page})


def player(request: HttpRequest, code: str, number: str) -> HttpResponse:
    person = _person(request, code, number)
    if person.merged_into is not None:
        return redirect("player", code=code, number=person.merged_into.number)
    as_at = _day(request.GET.get("as_at", ""))
    lines = Paginator(ledger.statement(person, last=as_at), LINES_A_PAGE).get_page(request.GET.get("page"))
    days = Line.objects.filter(person=person)
    days = days.filter(day__lte=as_at) if as_at else days
    by_day = list(days.values_list("day").annotate(sum=Sum("hundredths")).order_by("day"))
    context = {
        "federation": person.federation,
        "person": person,
        "holding": records.points(ledger.holding(person, as_at)),
        "standing": records.standing(person, as_at),
        "reached": records.rank_reached_on(person, as_at),
        "lines": lines,
        "as_at": as_at,
        "in_full": access.sees_in_full(_user(request), person),
        "chart": points_over_time(by_day, f"Points over time, {person.federation.name}"),
    }
    return render(request, "masterpoint/player.html", context)


def why(request: HttpRequest, code: str, number: str, line: int) -> HttpResponse:
    """Why this award: field, place, tie, clause, table, rounding, reading."""
    person = _person(request, code, number)
    found = get_object_or_404(ledger.statement(person), pk=line)
    version = found.posting.version
    award = explaining.award_of(version, found.award) if version is not None and found.award is not None else None
    context = {"federation": person.federation, "person": person, "line": found, "award": award, "version": version}
    return render(request, "masterpoint/why.html", context)


def club(request: HttpRequest, code: str, number: str) -> HttpResponse:
    found = get_object_or_404(
        Organisation.objects.select_related("federation", "parent"), federation_id=code, number=number
    )
    filings = found.filings.exclude(state__in=["withdrawn", "rejected"]).order_by("-day", "-pk")[:20]
    year = date.today().year
    leaders = records.leaderboard(found.federation, within=found, year=_year(request, year), limit=20)
    context = {
        "federation": found.federation,
        "club": found,
        "filings": filings,
        "leaders": leaders,
        "year": _year(request, year),
    }
    return render(request, "masterpoint/club.html", context)


def leaders(request: HttpRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Federation, code=code)
    year = request.GET.get("year", "")
    within = request.GET.get("within", "")
    chosen = Organisation.objects.filter(federation=found, number=within).first() if within else None
    edition = records.edition_of(found)
    colour = request.GET.get("colour", "")
    colours = (colour,) if colour in edition.colours else ()
    rank = request.GET.get("rank", "")[:60]
    rows = records.leaderboard(
        found, year=int(year) if year.isdigit() and len(year) == 4 else None, colours=colours, within=chosen, rank=rank
    )
    this_year = date.today().year
    organisations = Organisation.objects.filter(federation=found).exclude(level="national")
    ranks = Person.objects.filter(federation=found).exclude(rank="")
    context = {
        "federation": found,
        "rows": rows,
        "year": year,
        "within": chosen,
        "colour": colour,
        "rank": rank,
        "colours": edition.colours,
        "years": range(this_year, this_year - 8, -1),
        "organisations": organisations.order_by("level", "name")[:300],
        "ranks": ranks.values_list("rank", flat=True).distinct().order_by("rank"),
    }
    return render(request, "masterpoint/leaders.html", context)


def _person(request: HttpRequest, code: str, number: str) -> Person:
    people = Person.objects.select_related("federation", "home_club", "merged_into")
    person = get_object_or_404(people, federation_id=code, number=number)
    if person.anonymous and not access.sees_in_full(_user(request), person):
        raise Http404
    return person


def _user(request: HttpRequest):
    return request.user if request.user.is_authenticated else None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _year(request: HttpRequest, default: int) -> int:
    text = request.GET.get("year", "")
    return int(text) if text.isdigit() and len(text) == 4 else default
