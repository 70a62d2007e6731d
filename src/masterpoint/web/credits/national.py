"""Download the current national files."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render

from masterpoint.centre.crediting.returns import uses_credit_files
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.reporting.national_files import FILES


def national_files(request: HttpRequest, code: str) -> HttpResponse:
    context = {"federation": _federation(code), "files": FILES.values()}
    return render(request, "masterpoint/credits/national.html", context)


def national_file(request: HttpRequest, code: str, name: str) -> StreamingHttpResponse:
    """One file, streamed line by line, because it may have millions."""
    federation = _federation(code)
    if name not in FILES:
        raise Http404
    lines = (line.encode("utf-8") for line in FILES[name].make(federation, date.today()))
    headers = {"Content-Disposition": f'attachment; filename="{name}.TXT"'}
    return StreamingHttpResponse(lines, content_type="text/plain; charset=utf-8", headers=headers)


def _federation(code: str) -> Federation:
    federation = get_object_or_404(Federation, code=code)
    if not uses_credit_files(federation):
        raise Http404
    return federation
