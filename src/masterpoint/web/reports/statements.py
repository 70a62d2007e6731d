"""A player's awards statement to keep: A4 pages and CSV."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse

from masterpoint.centre.registry.queries import survivor
from masterpoint.centre.reporting import printing, statements
from masterpoint.web.common import PDF, day_of, download, user_of
from masterpoint.web.public import shown_person


def awards_statement(request: HttpRequest, code: str, number: str, ending: str) -> HttpResponse:
    """The whole record, or as at a day, for whoever may see it."""
    person = survivor(shown_person(request, code, number))
    last, reader = day_of(request.GET.get("as_at", "")), user_of(request)
    file = f"statement-{person.number}.{ending}"
    if ending == "csv":
        made = statements.statement_csv(person, reader=reader, last=last)
        return download(made, file, "text/csv; charset=utf-8")
    if ending != "pdf":
        raise Http404
    statement = statements.statement(person, reader=reader, last=last, today=date.today())
    return download(printing.report_pdf(statement, by=person.federation.name, on=date.today()), file, PDF)
