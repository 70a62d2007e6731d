"""What goes over the line is small: text is compressed for whoever takes it so, and nothing else."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.templatetags.static import static
from django.test import Client, RequestFactory

from answers import existing
from masterpoint.web import compression

GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.django_db
def test_a_page_is_compressed_for_a_browser_that_takes_it(client: Client) -> None:
    plain, packed = client.get("/about/"), client.get("/about/", headers=GZIP)
    assert not plain.has_header("Content-Encoding")
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 2


def test_styles_are_compressed_too(client: Client) -> None:
    packed = client.get(static("masterpoint/site.css"), headers=GZIP)
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.getvalue()) == Path(existing(finders.find("masterpoint/site.css"))).read_bytes()


@pytest.mark.parametrize("kind", ["application/zip", "application/pdf", "image/png", "application/gzip"])
def test_what_is_packed_already_stays_as_it_is(rf: RequestFactory, kind: str) -> None:
    content = bytes(2000)
    site = compression.CompressionMiddleware(lambda request: HttpResponse(content, content_type=kind))
    answer = site(rf.get("/", headers=GZIP))
    assert isinstance(answer, HttpResponse)
    assert not answer.has_header("Content-Encoding")
    assert answer.content == content
