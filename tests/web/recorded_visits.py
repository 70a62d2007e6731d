"""A page that the register of clauses names, opened in the demo by the federation's staff."""

from __future__ import annotations

import csv
import io
import json
from typing import Any, NamedTuple

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver, reverse

from answers import Answer, existing
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Organisation, Person
from web.test_every_door import signed_in

DROPPED = "A dropped evening"
FINANCE = ("tariff", "invoice-run")
ON_THE_CLUB = ("organisation", "club")


class Visit(NamedTuple):
    """A page as the federation's staff opened it, and whom and what it is about."""

    client: Client
    scheme: str
    club: Organisation
    person: Person
    filing: Filing
    address: str
    page: Answer

    def post(self, fields: dict[str, Any], address: str = "") -> Answer:
        return self.client.post(address or self.address, fields)


def visit(client: Client, scheme: str, name: str) -> Visit:
    """Open a page of this name about the demo's first club, one of its members or a filing of it."""
    signed_in(client, "finance" if name in FINANCE else "staff", scheme)
    club = Organisation.objects.select_related("parent").get(federation=scheme, number="1001")
    filing = existing(Filing.objects.filter(organisation=club).first())
    person = existing(
        Person.objects.filter(home_club=club, lines__posting__version__filing=filing, anonymous=False).first()
    )
    values = {
        "code": scheme,
        "organisation_number": club.number,
        "number": club.number if name in ON_THE_CLUB else person.number,
        "receipt": filing.receipt,
        "sheet": "new-resident",
        "ending": "csv",
        "year": 2025,
    }
    names = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
    address = reverse(name, kwargs={key: values[key] for key in names})
    return Visit(client, scheme, club, person, filing, address, client.get(address))


def write(shown: Visit, fields: dict[str, Any]) -> None:
    """A form of the page itself: sent, and kept in the journal or the ledger."""
    before = kept_club(shown.scheme)
    assert shown.post(fields).status_code == 302
    assert kept_club(shown.scheme) > before


def kept_club(scheme: str) -> int:
    """How much journal and ledger hold of a federation."""
    return Entry.objects.filter(federation=scheme).count() + Posting.objects.filter(federation=scheme).count()


def drop(shown: Visit, day: str, **options: Any) -> Any:
    """An evening of eight pairs of the club in a file, dropped and filed; the winners of it."""
    people = list(Person.objects.filter(home_club=shown.club, status="active").order_by("pk")[:16])
    pairs = [[{"id": player.number, "name": player.name} for player in people[at : at + 2]] for at in range(0, 16, 2)]
    event: dict[str, Any] = {"form": "session", "scheme": shown.scheme, "day": day, "name": DROPPED, "contest": "pairs"}
    event |= {"boards": 24, "organiser": {"level": "club"}}
    event["lists"] = [{"entries": [{"place": place, "players": pair} for place, pair in enumerate(pairs, 1)]}]
    upload = SimpleUploadedFile("evening.json", json.dumps(event).encode())
    shown.post({"organisation": shown.club.pk, "file": upload}, reverse("file"))
    shown.post(options, reverse("file-draft", args=[Draft.objects.get().key]))
    return people[:2]


def text_of(shown: Visit) -> str:
    return shown.page.content.decode("utf-8-sig")


def rows_of(shown: Visit) -> Any:
    return list(csv.DictReader(io.StringIO(text_of(shown))))
