"""Papers about one person or one event: a player's awards statement, and the overall result of an event."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse

from masterpoint.centre.registry.queries import survivor
from masterpoint.centre.reporting import printing, result_sheets, statements
from masterpoint.centre.reporting.tables import as_csv
from masterpoint.web.common import CSV, PDF, SignedInRequest, day_of, download, user_of
from masterpoint.web.filings import filing_of
from masterpoint.web.public import shown_person


def awards_statement(request: HttpRequest, code: str, number: str, ending: str) -> HttpResponse:
    """The whole record, or the record as at a day, for readers who may see it."""
    person = survivor(shown_person(request, code, number))
    last, reader = day_of(request.GET.get("as_at", "")), user_of(request)
    file = f"statement-{person.number}.{ending}"
    if ending == "csv":
        content = statements.statement_csv(person, reader=reader, last=last)
        return download(content, file, CSV)
    if ending != "pdf":
        raise Http404
    statement = statements.statement(person, reader=reader, last=last, today=date.today())
    return download(printing.report_pdf(statement, by=person.federation, on=date.today()), file, PDF)


@login_required
def result_sheet(request: SignedInRequest, receipt: str, ending: str) -> HttpResponse:
    """The overall result of a filing with the home clubs, for readers who may see it."""
    filing = filing_of(request, receipt)
    sheet = result_sheets.result_sheet(filing, reader=request.user, reasons=ending == "pdf")
    file = f"result-{filing.receipt}.{ending}"
    if ending == "csv":
        return download(as_csv(sheet), file, CSV)
    if ending != "pdf":
        raise Http404
    return download(printing.report_pdf(sheet, by=filing.federation, on=date.today()), file, PDF)
