"""The list of reports, and each report as a page, as CSV and as A4 sheets."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from masterpoint.centre.people.renewals import renewal_window
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.reporting import printing, readers
from masterpoint.centre.reporting.catalogue import ReportKind
from masterpoint.centre.reporting.periods import Period, period_before, period_of
from masterpoint.centre.reporting.tables import Column, Table, as_csv
from masterpoint.web.common import CSV, PDF, SignedInRequest, download, page_of
from masterpoint.web.reports.access import (
    kind_of,
    now,
    organisation_of,
    period_for,
    today,
)

ROWS_SHOWN = 500
PERIODS_OFFERED = 6
WITH_CERTIFICATES = ("promotions", "grades")


@login_required
def my_reports(request: SignedInRequest) -> HttpResponse:
    """The organisations whose reports this account may read."""
    organisations = readers.organisations_of(request.user)
    if not organisations:
        raise Http404
    if len(organisations) == 1:
        return redirect("reports", code=organisations[0].federation_id, organisation_number=organisations[0].number)
    context = {"page": page_of(request, organisations, 200), "query": ""}
    return render(request, "masterpoint/reports/organisations.html", context)


@login_required
def reports(request: SignedInRequest, code: str, organisation_number: str) -> HttpResponse:
    """Every report of an organisation, for its usual period."""
    organisation = organisation_of(request, code, organisation_number)
    kinds = [(kind, period_before(today(), kind.length)) for kind in readers.kinds_for(request.user, organisation)]
    context = {"federation": organisation.federation, "organisation": organisation, "kinds": kinds}
    return render(request, "masterpoint/reports/reports.html", context)


@login_required
def report(request: SignedInRequest, code: str, organisation_number: str, name: str) -> HttpResponse:
    organisation = organisation_of(request, code, organisation_number)
    kind = kind_of(request, organisation, name)
    period = period_for(request, kind)
    document = kind.make(organisation, period)
    context = {
        "federation": organisation.federation,
        "organisation": organisation,
        "kind": kind,
        "period": period,
        "periods": _periods(kind, period),
        "report": document,
        "tables": [_table_page(table) for table in document.tables],
        "has_certificates": name in WITH_CERTIFICATES and bool(document.tables[0].rows),
        "is_schedule": name == "renewals" and renewal_window(organisation.federation, now()) is not None,
    }
    return render(request, "masterpoint/reports/report.html", context)


class TablePage(NamedTuple):
    """A table on the page: each cell with its column, and the number of rows left out."""

    table: Table
    rows: list[list[tuple[str, Column]]]
    sums: list[tuple[str, Column]]
    rows_left_out: int


def _table_page(table: Table) -> TablePage:
    read = table._replace(rows=table.rows[:ROWS_SHOWN]).for_people()
    rows = [list(zip(row, table.columns, strict=True)) for row in read.rows]
    sums = list(zip(read.sums, table.columns, strict=True)) if read.sums else []
    return TablePage(table, rows, sums, max(0, len(table.rows) - ROWS_SHOWN))


def _periods(kind: ReportKind, current: Period) -> list[Period]:
    """Periods of the usual length to choose from, newest first, including the current one."""
    periods = [period_of(today(), kind.length)]
    for _ in range(PERIODS_OFFERED - 1):
        periods.append(period_of(periods[-1].first - timedelta(days=1), kind.length))
    return periods if current in periods else [current, *periods]


@login_required
def report_file(request: SignedInRequest, code: str, organisation_number: str, name: str, ending: str) -> HttpResponse:
    """A report as CSV or as A4 pages. Cards are printed as cards."""
    organisation = organisation_of(request, code, organisation_number)
    kind = kind_of(request, organisation, name)
    period = period_for(request, kind)
    document = kind.make(organisation, period)
    file = f"{name}-{organisation.number}-{period.code}.{ending}"
    if ending == "csv":
        return download(as_csv(document), file, CSV)
    if ending != "pdf":
        raise Http404
    return download(printing.print_report(name, document, by=organisation.federation, on=today()), file, PDF)


@login_required
def report_certificates(request: SignedInRequest, code: str, organisation_number: str, name: str) -> HttpResponse:
    """The certificates of a report of promotions or grades, in one file."""
    organisation = organisation_of(request, code, organisation_number)
    kind = kind_of(request, organisation, name)
    period = period_for(request, kind)
    file = f"certificates-{organisation.number}-{period.code}.pdf"

    def link(promotion: Promotion) -> str:
        return request.build_absolute_uri(reverse("rank-proof", args=[promotion.key]))

    pdf = printing.certificates_pdf(name, organisation, period, on=today(), link=link)
    if pdf is None:
        raise Http404
    return download(pdf, file, PDF)
