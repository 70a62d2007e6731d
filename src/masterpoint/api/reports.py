"""Reports of an organisation as data, CSV and A4 pages; a player's statement and the results of a filing as files."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from masterpoint.api import rendering
from masterpoint.api.callers import account, anyone, user_of, work_limit
from masterpoint.api.errors import not_found
from masterpoint.api.files import CSV, PDF, answers, file
from masterpoint.api.filings import filing_of
from masterpoint.api.params import Code, Number, ReceiptNumber
from masterpoint.api.people_schemas import OrganisationOut
from masterpoint.centre.mail.services import address_of
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.reporting import printing, readers, result_sheets, statements
from masterpoint.centre.reporting.catalogue import ReportKind
from masterpoint.centre.reporting.periods import Length, Period, period_before, read_period
from masterpoint.centre.reporting.tables import Report, as_csv

router = Router(tags=["Reports"])
REPORTS = "/federations/{code}/organisations/{number}/reports"
REPORT = f"{REPORTS}/{{report}}"
STATEMENT = "/federations/{code}/players/{number}/statement"
RESULT = "/filings/{receipt}/result"
Name = Annotated[str, Field(max_length=40, pattern=r"^[a-z]+$", description="such as noticeboard; see the list")]
PeriodText = Annotated[
    str | None,
    Query(
        max_length=7,
        pattern=r"^[0-9]{4}(-([0-9]{2}|Q[1-4]))?$",
        description="2026-10, 2026-Q3 or 2026; the last complete one by default",
    ),
]


class PeriodOut(Schema):
    """The period of a report."""

    code: str
    first: date
    last: date


class ReportKindOut(Schema):
    """A report that can be requested."""

    name: str
    title: str
    about: str
    length: Length
    """The length of its usual period. Any other can be requested."""
    period: PeriodOut
    """The last period of this length that is over."""


class ColumnOut(Schema):
    """A column heading."""

    name: str
    is_figure: bool


class TableOut(Schema):
    """Rows of text under headings. Figures are exact."""

    title: str
    columns: list[ColumnOut]
    rows: list[list[str]]
    sums: list[str]
    """The last row, if there is one."""


class ReportOut(Schema):
    """All contents of a report."""

    name: str
    title: str
    organisation: OrganisationOut
    period: PeriodOut
    tables: list[TableOut]
    notes: list[str]


@router.get(REPORTS, response=list[ReportKindOut], operation_id="reports", auth=account("read"))
def reports(request: HttpRequest, code: Code, number: Number) -> list[ReportKindOut]:
    """The reports of an organisation that this account may read."""
    organisation = _organisation_of(request, code, number)
    return [
        ReportKindOut(
            name=kind.name,
            title=kind.title,
            about=kind.about,
            length=kind.length,
            period=_period_out(period_before(date.today(), kind.length)),
        )
        for kind in readers.kinds_for(user_of(request), organisation)
    ]


@router.get(REPORT, response=ReportOut, operation_id="report", auth=account("read"))
def report(request: HttpRequest, code: Code, number: Number, report: Name, period: PeriodText = None) -> ReportOut:
    """A report on a period: its tables, row by row."""
    organisation, kind, span = _parse_request(request, code, number, report, period)
    content = kind.make(organisation, span)
    return ReportOut(
        name=kind.name,
        title=content.title,
        organisation=rendering.organisation_out(organisation),
        period=_period_out(span),
        tables=_tables(content),
        notes=list(content.notes),
    )


@router.get(f"{REPORT}/csv", operation_id="report-csv", auth=account("read"), openapi_extra=answers(CSV))
def report_as_csv(
    request: HttpRequest, code: Code, number: Number, report: Name, period: PeriodText = None
) -> HttpResponse:
    """A report on a period as CSV, as on the site."""
    organisation, kind, span = _parse_request(request, code, number, report, period)
    return file(as_csv(kind.make(organisation, span)), CSV, f"{report}-{organisation.number}-{span.code}.csv")


@router.get(f"{REPORT}/pdf", operation_id="report-pdf", auth=account("read"), openapi_extra=answers(PDF))
def report_as_pdf(
    request: HttpRequest, code: Code, number: Number, report: Name, period: PeriodText = None
) -> HttpResponse:
    """A report on a period as A4 pages. The noticeboard is a sheet to pin up; registration cards are cards."""
    organisation, kind, span = _parse_request(request, code, number, report, period)
    pdf = printing.print_report(kind.name, kind.make(organisation, span), by=organisation.federation, on=date.today())
    return file(pdf, PDF, f"{report}-{organisation.number}-{span.code}.pdf")


@router.get(
    f"{REPORT}/certificates", operation_id="report-certificates-pdf", auth=account("read"), openapi_extra=answers(PDF)
)
def certificates(
    request: HttpRequest, code: Code, number: Number, report: Name, period: PeriodText = None
) -> HttpResponse:
    """The certificates of a report of promotions or grades, in one file."""
    organisation, kind, span = _parse_request(request, code, number, report, period)
    pdf = printing.certificates_pdf(
        kind.name,
        organisation,
        span,
        on=date.today(),
        link=lambda promotion: address_of("rank-proof", promotion.key),
    )
    if pdf is None:
        raise not_found("certificates", f"{report} {span.code}")
    return file(pdf, PDF, f"certificates-{organisation.number}-{span.code}.pdf")


@router.get(f"{STATEMENT}/pdf", operation_id="statement-pdf", auth=anyone("read"), openapi_extra=answers(PDF))
def statement_as_pdf(request: HttpRequest, code: Code, number: Number, as_at: date | None = None) -> HttpResponse:
    """A player's statement as A4 pages: every line with event, place and partners, and the totals of each year."""
    user, today = user_of(request), date.today()
    person = rendering.person_of(user, rendering.federation_of(code), number)
    with work_limit(request):
        content = statements.statement(person, reader=user, last=as_at, today=today)
        return file(printing.report_pdf(content, by=person.federation, on=today), PDF, f"statement-{person.number}.pdf")


@router.get(f"{STATEMENT}/csv", operation_id="statement-csv", auth=anyone("read"), openapi_extra=answers(CSV))
def statement_as_csv(request: HttpRequest, code: Code, number: Number, as_at: date | None = None) -> HttpResponse:
    """A player's statement as CSV, with the sentence of each award."""
    user = user_of(request)
    person = rendering.person_of(user, rendering.federation_of(code), number)
    with work_limit(request):
        content = statements.statement_csv(person, reader=user, last=as_at)
        return file(content, CSV, f"statement-{person.number}.csv")


@router.get(f"{RESULT}/pdf", operation_id="result-pdf", auth=account("read"), openapi_extra=answers(PDF))
def result_as_pdf(request: HttpRequest, receipt: ReceiptNumber) -> HttpResponse:
    """The overall result of a filing as A4 pages, with the home clubs."""
    filing = filing_of(user_of(request), receipt)
    sheet = result_sheets.result_sheet(filing, reader=user_of(request), reasons=True)
    pdf = printing.report_pdf(sheet, by=filing.federation, on=date.today())
    return file(pdf, PDF, f"result-{filing.receipt}.pdf")


@router.get(f"{RESULT}/csv", operation_id="result-csv", auth=account("read"), openapi_extra=answers(CSV))
def result_as_csv(request: HttpRequest, receipt: ReceiptNumber) -> HttpResponse:
    """The overall result of a filing as CSV."""
    filing = filing_of(user_of(request), receipt)
    sheet = result_sheets.result_sheet(filing, reader=user_of(request), reasons=False)
    return file(as_csv(sheet), CSV, f"result-{filing.receipt}.csv")


def _organisation_of(request: HttpRequest, code: str, number: str) -> Organisation:
    """An organisation that has reports this caller may read. For others it does not exist."""
    organisation = rendering.organisation_of(rendering.federation_of(code), number)
    if not readers.may_read(user_of(request), organisation):
        raise not_found("reports", organisation.number)
    return organisation


def _parse_request(
    request: HttpRequest, code: str, number: str, name: str, period: str | None
) -> tuple[Organisation, ReportKind, Period]:
    organisation = _organisation_of(request, code, number)
    kind = readers.kind_named(user_of(request), organisation, name)
    if kind is None:
        raise not_found("report", name)
    return organisation, kind, read_period(period) if period else period_before(date.today(), kind.length)


def _period_out(period: Period) -> PeriodOut:
    return PeriodOut(code=period.code, first=period.first, last=period.last)


def _tables(content: Report) -> list[TableOut]:
    return [
        TableOut(
            title=table.title,
            columns=[ColumnOut(name=column.name, is_figure=column.is_figure) for column in table.columns],
            rows=list(table.rows),
            sums=list(table.sums),
        )
        for table in content.tables
    ]
