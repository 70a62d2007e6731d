"""A page that people send to each other says what it shows, and where it stays."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import existing
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.proofs import award_token
from masterpoint.schemes import edition_for

pytestmark = pytest.mark.django_db
SITE = "https://points.example"


@pytest.fixture
def line() -> Line:
    lines = Line.objects.filter(award__isnull=False, person__federation="ebu", person__anonymous=False)
    return existing(lines.select_related("person__home_club", "posting__version__filing__organisation").first())


def pages(line: Line) -> dict[str, tuple[str, str, str | None]]:
    """The address of each page, what its description speaks of, and where it stays."""
    person, filing = line.person, existing(line.posting.version).filing
    club = filing.organisation
    edition = edition_for("ebu", line.day)
    result = ["ebu", filing.receipt]
    proof = reverse("award-proof", args=[award_token(line)])
    return {
        "result": (reverse("result", args=result), filing.name, None),
        "boards": (reverse("result-boards", args=result), filing.name, None),
        "why of a result": (reverse("result-why", args=[*result, 0]), "place 1 of", None),
        "record": (reverse("player", args=["ebu", person.number]), person.name, None),
        "why": (reverse("why", args=["ebu", person.number, line.pk]), "place 1 of", None),
        "club": (reverse("club", args=["ebu", club.number]), club.name, None),
        "sessions": (reverse("sessions", args=["ebu", club.number]), club.name, None),
        "proof": (proof, "place 1 of", None),
        "clauses": (reverse("book", args=["ebu"]), "clause", reverse("edition", args=["ebu", edition.name])),
    }


@pytest.mark.parametrize(
    "name", ["result", "boards", "why of a result", "record", "why", "club", "sessions", "proof", "clauses"]
)
def test_a_page_describes_itself_and_keeps_its_address(
    client: Client, settings: Settings, line: Line, name: str
) -> None:
    settings.MASTERPOINT_SITE = SITE
    path, kind, lasting = pages(line)[name]
    text = client.get(path, {"utm_source": "letter"}).content.decode()
    described = existing(re.search(r'<meta name="description" property="og:description"\s+content="([^"]*)"', text))
    assert kind in described.group(1) and "explains itself" not in described.group(1)
    address = f"{SITE}{lasting or path}"
    assert f'<link rel="canonical" href="{address}">' in text
    assert f'<meta property="og:url" content="{address}">' in text
    title = " ".join(existing(re.search(r"<title>(.*?)</title>", text, re.S))[1].split())
    assert f'<meta property="og:title" content="{title}">' in text and title != "Masterpoint"
    assert f'<meta property="og:image" content="{SITE}/static/masterpoint/icon-512.png">' in text
