"""Pages, styles and data go over the line compressed, whatever stands in front of the site.

Django pads each compressed page by a random length and masks its token anew for every answer, so that nobody learns a
secret from how well a page compresses. What is compressed already (PDF, zip, pictures) stays as it is.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSIBLE = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
"""Prefixes of the types worth compressing."""


class CompressionMiddleware(GZipMiddleware):
    """Compresses text for browsers and programs that accept it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith(COMPRESSIBLE):
            return response
        return super().process_response(request, response)
