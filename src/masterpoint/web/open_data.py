"""Open data to download without an account. The address of each day's file is permanent."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from masterpoint.centre.open_data.tables import TABLES
from masterpoint.centre.open_data.writing import file_name
from masterpoint.centre.registry.models import Federation
from masterpoint.web.common import day_of

FILES_SHOWN = 60


def open_data(request: HttpRequest, code: str) -> HttpResponse:
    """What the data contains, and the newest files."""
    federation = get_object_or_404(Federation, code=code)
    paths = sorted(settings.MASTERPOINT_OPEN_DATA.glob(f"{federation.code}-????-??-??.zip"), reverse=True)
    files = [
        (day_of(path.stem.removeprefix(f"{federation.code}-")), path.stat().st_size) for path in paths[:FILES_SHOWN]
    ]
    context = {"federation": federation, "files": [row for row in files if row[0]], "tables": TABLES}
    return render(request, "masterpoint/open_data.html", context)


def open_data_file(request: HttpRequest, code: str, day: str) -> FileResponse:
    federation = get_object_or_404(Federation, code=code)
    requested_day = day_of(day)
    path = settings.MASTERPOINT_OPEN_DATA / file_name(federation, requested_day or date.min)
    if requested_day is None or not path.is_file():
        raise Http404
    return FileResponse(path.open("rb"), as_attachment=True, filename=path.name, content_type="application/zip")
