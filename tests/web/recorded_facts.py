"""What each page that only shows must show of the demo."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal

from django.db.models import Sum
from django.urls import reverse

from answers import existing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Line
from web.recorded_visits import Visit, rows_of, text_of


def player(shown: Visit) -> None:
    """The record of one player: the name, and the points that the ledger holds."""
    assert shown.person.name in text_of(shown)
    holding = ledger.holding(shown.person)
    assert {colour: int(points * 100) for colour, points in shown.page.context["holding"].items()} == holding


def awards_statement(shown: Visit) -> None:
    """Every award with its event; by colour they come to what the ledger holds."""
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for row in rows_of(shown):
        assert row["Event"]
        sums[row["Colour"]] += Decimal(row["Points"]) * 100
    assert sums == {colour: Decimal(amount) for colour, amount in ledger.holding(shown.person).items()}


def result_sheet(shown: Visit) -> None:
    """Everybody of the evening with number and home club, from the first place down; the points are those issued."""
    rows = rows_of(shown)
    places = [row["Place"] for row in rows if row.get("List") == rows[0].get("List")]
    assert places == sorted(places, key=lambda place: int(place.rstrip("="))) and places[0].startswith("1")
    (own_row,) = (row for row in rows if row["Number"] == shown.person.number)
    assert (own_row["Name"], own_row["Home club"]) == (shown.person.name, shown.club.name)
    issued = Line.objects.filter(posting__version__filing=shown.filing).aggregate(sum=Sum("hundredths"))["sum"]
    assert sum(Decimal(list(row.values())[-1] or 0) for row in rows) * 100 == issued > 0


def filing(shown: Visit) -> None:
    """The evening that was filed, with those who played it."""
    assert shown.filing.receipt in text_of(shown) and shown.person.name in text_of(shown)


def members(shown: Visit) -> None:
    """NZ E24.1b: members with their computer numbers."""
    assert f">{shown.person.name}</a>" in text_of(shown) and shown.person.number in text_of(shown)


def national_files(shown: Visit) -> None:
    """ABF F: every file is offered, and NATIONAL holds the player."""
    for name in ("NATIONAL", "CLUBS", "ALTERNAT", "HISTORY", "EVENTS", "PRE82"):
        assert reverse("national-file", args=["abf", name]) in text_of(shown)
    lines = shown.client.get(reverse("national-file", args=["abf", "NATIONAL"])).getvalue().decode()
    assert shown.person.family_name.upper() in lines.upper()


def club(shown: Visit) -> None:
    """SBU 26.2: the district that the club is in."""
    assert shown.club.name in text_of(shown) and existing(shown.club.parent).name in text_of(shown)


FACTS_SHOWN = {
    "awards-statement": awards_statement,
    "club": club,
    "filing": filing,
    "members": members,
    "national-files": national_files,
    "player": player,
    "result-sheet": result_sheet,
}
"""What must stand on each page that shows what was recorded elsewhere."""
