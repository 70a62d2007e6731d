"""The public results of every session: ranking, scores, awards with explanations, and corrections."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from masterpoint.centre.filing import public_results, queries
from masterpoint.centre.filing.models import REPORTED, Filing
from masterpoint.centre.filing.public_boards import boards_of, may_have_boards
from masterpoint.centre.registry.models import Organisation
from masterpoint.web.common import page_of, query_without_page, user_of, year_of

SESSIONS_A_PAGE = 50


def result(request: HttpRequest, code: str, receipt: str) -> HttpResponse:
    """A session: the places, the awards and their explanations."""
    filing = filing_in(code, receipt)
    context: dict[str, object] = {
        "federation": filing.federation,
        "filing": filing,
        "club": filing.organisation,
        "tables": None,
        "reported": False,
        "with_boards": False,
        "corrections": [],
        "keeps": False,
    }
    if public_results.is_public(filing):
        user = user_of(request)
        version = queries.current_version(filing)
        context |= {
            "version": version,
            "tables": public_results.tables_of(version, public_results.names_in(version, user)),
            "reported": version.format == REPORTED,
            "with_boards": may_have_boards(version),
            "corrections": public_results.corrections_of(filing),
            "keeps": queries.visible(user, filing.receipt) is not None,
        }
    return render(request, "masterpoint/result.html", context)


def result_why(request: HttpRequest, code: str, receipt: str, index: int) -> HttpResponse:
    """The explanation of one award of a session, even an award of zero."""
    filing = filing_in(code, receipt)
    if not public_results.is_public(filing):
        raise Http404
    version = queries.current_version(filing)
    award = public_results.award_in(version, index, public_results.names_in(version, user_of(request)))
    if award is None:
        raise Http404
    context = {"federation": filing.federation, "filing": filing, "award": award}
    return render(request, "masterpoint/result_why.html", context)


def result_boards(request: HttpRequest, code: str, receipt: str) -> HttpResponse:
    """The boards of a session, from its file."""
    filing = filing_in(code, receipt)
    if not public_results.is_public(filing):
        raise Http404
    version = queries.current_version(filing)
    boards = boards_of(version, public_results.names_in(version, user_of(request)))
    context = {"federation": filing.federation, "filing": filing, "club": filing.organisation, "boards": boards}
    return render(request, "masterpoint/result_boards.html", context)


def sessions(request: HttpRequest, code: str, number: str) -> HttpResponse:
    """Every session of a club or those of one year, newest first."""
    organisations = Organisation.objects.select_related("federation")
    club = get_object_or_404(organisations, federation_id=code, number=number)
    filings = club.filings.filter(state__in=public_results.PUBLIC).order_by("-day", "-pk")
    year = year_of(request.GET.get("year", ""))
    rows = filings.filter(day__year=year) if year else filings
    context = {
        "federation": club.federation,
        "club": club,
        "year": year,
        "years": [day.year for day in filings.dates("day", "year", order="DESC")],
        "page": page_of(request, rows, SESSIONS_A_PAGE),
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/sessions.html", context)


def filing_in(code: str, receipt: str) -> Filing:
    filings = Filing.objects.select_related("federation", "organisation")
    return get_object_or_404(filings, federation_id=code, receipt=receipt)
