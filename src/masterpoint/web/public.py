"""Public pages: search, records, explanations of awards, clubs and leaderboards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from django.db.models import Count
from django.db.models.functions import TruncMonth
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import chain as accounts
from masterpoint.centre.crediting.returns import uses_credit_files
from masterpoint.centre.filing import explaining, histories
from masterpoint.centre.filing.public_results import PUBLIC
from masterpoint.centre.hash_chain import Head
from masterpoint.centre.journal import queries as journal
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.reasons import Reasons
from masterpoint.centre.proofs import award_token
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.allowances import allowance_of
from masterpoint.centre.records.forecast import forecast_of
from masterpoint.centre.records.official_rank import official, promotions_of
from masterpoint.centre.records.yearly import rating_card
from masterpoint.centre.registry import access, contacts
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.models import Federation, Organisation, OrganisationContact, Person
from masterpoint.centre.translation.texts import in_language
from masterpoint.core.ranks import RankLadder
from masterpoint.core.seasons import Season
from masterpoint.schemes import FEDERATIONS
from masterpoint.web.charts import Bar, bars, points_over_time
from masterpoint.web.common import day_of, page_of, query_without_page, user_of, year_of
from masterpoint.web.home import latest_results
from masterpoint.web.rank_forecast import describe_forecast, target_of
from masterpoint.web.record_figures import best_of, partners_of
from masterpoint.web.statements import statement_rows

LINES_A_PAGE = 25
PEOPLE_A_PAGE = 40
CLUBS_A_PAGE = 60
HIGHLIGHTS = 4
RECENT_EVENINGS = 50
"""The number of evenings searched for partners on the record page, which is the busiest page of the site."""


def federation(request: HttpRequest, code: str) -> HttpResponse:
    row = get_object_or_404(Federation, code=code)
    clubs = Organisation.objects.filter(federation=row, active=True, level="club").order_by("name")
    context = {
        "federation": row,
        "clubs": page_of(request, clubs, CLUBS_A_PAGE),
        "has_national_files": uses_credit_files(row),
        "latest": latest_results([row]),
        "contact": _office_contact(row),
    }
    return render(request, "masterpoint/federation.html", context)


def _office_contact(federation: Federation) -> OrganisationContact | None:
    """The contact details of the federation's own office, if they are public."""
    office = Organisation.objects.filter(federation=federation, parent=None).order_by("pk").first()
    return contacts.organisation_contact_of(office) if office else None


def head(request: HttpRequest, code: str) -> HttpResponse:
    """The heads of ledger, journal and accounts. Anybody can keep them, to prove later that nothing was changed."""
    row = get_object_or_404(Federation, code=code)
    newest = ledger.head(row)
    seals = {"parts": newest, "entry_parts": journal.head(row), "account_parts": accounts.head(row)}
    context = {"federation": row, "head": newest} | {name: _parts(seal) for name, seal in seals.items()}
    return render(request, "masterpoint/head.html", context)


def _parts(newest: Head) -> list[str]:
    """A hash in parts that people can compare."""
    return [newest.hash[start : start + 8] for start in range(0, len(newest.hash), 8)]


def search(request: HttpRequest, code: str) -> HttpResponse:
    row = get_object_or_404(Federation, code=code)
    text = request.GET.get("q", "").strip()[:80]
    people = registry.search(row, text)
    staff = any(federation.code == code for federation in access.federations_for(user_of(request)))
    page = page_of(request, people if staff else people.filter(anonymous=False), PEOPLE_A_PAGE)
    context = {"federation": row, "text": text, "page": page, "query": query_without_page(request)}
    return render(request, "masterpoint/search.html", context)


def player(request: HttpRequest, code: str, number: str) -> HttpResponse:
    person = shown_person(request, code, number)
    if person.merged_into_id is not None:
        return redirect("player", code=code, number=registry.survivor(person).number)
    as_at = day_of(request.GET.get("as_at", ""))
    today = as_at or date.today()
    record = records.record(person, as_at)
    ladder = records.edition_of(person.federation, today).ranks
    colours = sorted({colour for _, colour, _ in record.days})
    season = FEDERATIONS[person.federation.scheme].season
    selection = selection_of(request, as_at, colours)._replace(season=season)
    lines = page_of(request, range(histories.length(person, selection)), LINES_A_PAGE)
    entries = histories.history(person, selection, skip=lines.object_list.start, count=LINES_A_PAGE)
    allowance = allowance_of(person.federation.scheme)
    user = user_of(request)
    sees_in_full = access.sees_in_full(user, person)
    rank_forecast = describe_forecast(forecast_of(person, record, today), person.federation.scheme, today)
    promotions = list(promotions_of(person, as_at))
    context = {
        "federation": person.federation,
        "person": person,
        "holding": records.points(record.holding),
        "waiting": records.points(record.waiting),
        "standing": record.standing,
        "rank_forecast": rank_forecast,
        "official": official(person, record.standing.rank, record.reached_on, as_at),
        "reached_on": record.reached_on,
        "total": records.total_of(ladder, record.holding),
        "unposted": records.points(record.unposted),
        "allowance": allowance,
        "counted_again": records.points(record.counted).get(allowance.name) if allowance else None,
        "rating": rating_card(person, today),
        "lines": lines,
        "rows": statement_rows(person, entries, user),
        "selection": selection,
        "query": query_without_page(request),
        "as_at": as_at,
        "sees_in_full": sees_in_full,
        "promotions": promotions if sees_in_full else (),
        **_highlights(person, ladder, user, as_at),
        "years": [
            (year.year, [year.colours.get(colour, 0) for colour in colours])
            for year in records.year_by_year(season, record.days)
        ],
        "colours": colours,
        "chart": points_over_time(
            records.totals_over_time(ladder, record.days),
            f"Points over time, {person.federation.name}",
            target_of(rank_forecast),
            [(promotion.reached_on, promotion.rank) for promotion in promotions],
            records.layers_over_time(ladder, record.days),
        ),
    }
    return render(request, "masterpoint/player.html", context)


def _highlights(person: Person, ladder: RankLadder, reader: User | None, as_at: date | None) -> dict[str, object]:
    """The best results and the usual partners of the record as at a day."""
    return {
        "best": best_of(person, ladder, HIGHLIGHTS, as_at),
        "partners": partners_of(person, ladder, reader, HIGHLIGHTS, RECENT_EVENINGS, as_at),
    }


def selection_of(request: HttpRequest, as_at: date | None, colours: list[str]) -> histories.Selection:
    """The part of a history that a reader selected. Impossible values are ignored."""
    colour = request.GET.get("colour", "")
    return histories.Selection(as_at, year_of(request.GET.get("year", "")), colour if colour in colours else "")


def why(request: HttpRequest, code: str, number: str, line: int) -> HttpResponse:
    """Why an award was given: field, place, tie, clause, table, rounding, reading."""
    person = shown_person(request, code, number)
    row = get_object_or_404(ledger.statement(person), pk=line)
    version = row.posting.version
    award = None
    if version is not None and row.award is not None:
        award = explaining.as_seen_by(user_of(request), version, explaining.award_of(version, row.award))
    context = {
        "federation": person.federation,
        "person": person,
        "line": row,
        "reason": Reasons(user_of(request), person).visible(row.posting.kind, row.posting.reason),
        "award": award,
        "version": version,
        "token": award_token(row) if award is not None else "",
    }
    return render(request, "masterpoint/why.html", context)


def club(request: HttpRequest, code: str, number: str) -> HttpResponse:
    row = get_object_or_404(
        Organisation.objects.select_related("federation", "parent"), federation_id=code, number=number
    )
    filings = row.filings.exclude(state__in=["withdrawn", "rejected"]).order_by("-day", "-pk")[:20]
    season = FEDERATIONS[row.federation.scheme].season
    year = year_of(request.GET.get("year", "")) or season.year_of(date.today())
    months = _sessions_by_month(row, season, year)
    context = {
        "federation": row.federation,
        "club": row,
        "season": bars(months, f"Sessions of {row.name} in {season.name(year)}, month by month"),
        "months": months,
        "filings": filings,
        "leaders": records.leaderboard(row.federation, organisation=row, year=year, limit=20),
        "year": year,
        "keeps": access.may(user_of(request), access.Action.MEMBERS, row),
        "contact": contacts.organisation_contact_of(row),
    }
    return render(request, "masterpoint/club.html", context)


def _sessions_by_month(club: Organisation, season: Season, year: int) -> list[Bar]:
    """The sessions of a season by month, from the first month with any to the last."""
    days = season.first_day(year), season.last_day(year)
    filings = club.filings.filter(state__in=PUBLIC, day__range=days).annotate(month=TruncMonth("day"))
    counts = dict(filings.values_list("month").annotate(count=Count("pk")).order_by("month"))
    months = _months(min(counts), max(counts)) if counts else ()
    return [Bar(str(in_language(f"{month:%B}")), counts.get(month, 0), str(counts.get(month, 0))) for month in months]


def _months(first: date, last: date) -> Iterator[date]:
    """The first days of the months from one to another."""
    month = first
    while month <= last:
        yield month
        month = (month + timedelta(days=31)).replace(day=1)


def shown_person(request: HttpRequest, code: str, number: str) -> Person:
    """A registered person, unless they chose to be anonymous to this reader."""
    person = registry.person_in(code, number)
    if person is None or access.is_hidden(user_of(request), person):
        raise Http404
    return person
