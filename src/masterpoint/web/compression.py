"""Compress pages, styles and data, whatever proxy is in front of the site.

Django pads each compressed page to a random length and masks its token anew in every response, so that nobody can guess
a secret from the size. What is already compressed (PDF, zip, pictures) stays as it is.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSIBLE = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
"""The prefixes of content types worth compressing."""


class CompressionMiddleware(GZipMiddleware):
    """Compresses text for browsers and programs that accept it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith(COMPRESSIBLE):
            return response
        return super().process_response(request, response)
