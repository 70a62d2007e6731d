"""What a first paint costs on a slow link, apart from speed: no redirect, one request that blocks, few bytes."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from answers import existing
from masterpoint.centre.ledger.models import Line

pytestmark = pytest.mark.django_db
BUDGET = 60_000
"""Bytes of a page with all that it waits for, without chart data."""
STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
SCRIPTS = re.compile(r"<script\b([^>]*)>")


def addresses() -> dict[str, str]:
    line = existing(Line.objects.filter(award__isnull=False, person__federation="ebu", person__anonymous=False).first())
    person, filing = line.person, existing(line.posting.version).filing
    return {
        "home": reverse("home"),
        "record": reverse("player", args=["ebu", person.number]),
        "result": reverse("result", args=["ebu", filing.receipt]),
        "why": reverse("why", args=["ebu", person.number, line.pk]),
    }


@pytest.mark.parametrize("name", ["home", "record", "result", "why"])
def test_one_request_blocks_and_the_page_is_small(client: Client, name: str) -> None:
    answer = client.get(addresses()[name], headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200 and answer["Content-Encoding"] == "gzip"
    text = gzip.decompress(answer.content).decode()
    (style,) = STYLES.findall(text)
    assert [script for script in SCRIPTS.findall(text) if "defer" not in script and "module" not in script] == []
    assert "@import" not in text and "@font-face" not in text
    css = Path(existing(finders.find(style.removeprefix("/static/")))).read_bytes()
    assert b"@import" not in css and b"@font-face" not in css and b"url(" not in css
    assert len(answer.content) + len(gzip.compress(css)) <= BUDGET
