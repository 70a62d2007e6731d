"""Answers that are files: A4 pages as PDF, and CSV for other programs."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

PDF, CSV = "application/pdf", "text/csv"


def answers(kind: str) -> dict[str, Any]:
    """The OpenAPI description of an operation that returns a file."""
    schema = {"type": "string", "format": "binary"} if kind == PDF else {"type": "string"}
    return {"responses": {200: {"description": "OK", "content": {kind: {"schema": schema}}}}}


def file(data: bytes | str, kind: str, name: str) -> HttpResponse:
    """A file to download under a name."""
    content_type = kind if kind == PDF else f"{kind}; charset=utf-8"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)
