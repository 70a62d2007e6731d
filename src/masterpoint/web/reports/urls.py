"""The addresses of reports and statements."""

from __future__ import annotations

from django.urls import path

from masterpoint.web.reports import pages, renewals, statements
from masterpoint.web.security import limit_requests, limit_work

REPORTS = "reports/<slug:code>/<str:organisation_number>/"
PATTERNS = [
    path("reports/", pages.my_reports, name="my-reports"),
    path(REPORTS, pages.reports, name="reports"),
    path(f"{REPORTS}schedule/", renewals.schedule, name="renewals"),
    path(f"{REPORTS}<slug:name>/", pages.report, name="report"),
    path(f"{REPORTS}<slug:name>.<slug:ending>", pages.report_file, name="report-file"),
    path(f"{REPORTS}<slug:name>/certificates.pdf", pages.report_certificates, name="report-certificates"),
    path("filings/<slug:receipt>/result.<slug:ending>", statements.result_sheet, name="result-sheet"),
    path(
        "f/<slug:code>/player/<str:number>/statement.<slug:ending>",
        limit_work(limit_requests("check", statements.awards_statement)),
        name="awards-statement",
    ),
]
