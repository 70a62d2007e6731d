"""How each page that records is used: what is written on it, and what is then kept."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any
from unittest.mock import patch

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from answers import existing
from masterpoint.centre.billing.models import Charge, TariffEntry
from masterpoint.centre.crediting.models import CreditDraft, PointCertificate
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import services as ledger_services
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.people import statuses
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry import memberships
from masterpoint.centre.registry.models import Organisation, Person
from web.recorded_visits import DROPPED, Visit, drop, write
from web.test_every_door import signed_in, user

DAY = "2026-11-10"
CERTIFICATE = {"event": "Pairs", "kind": "game", "parts": "Pairs; 18", "issued": DAY}


def new_member(shown: Visit) -> None:
    write(shown, {"given": "Ines", "family": "Newcomer", "joined": "2026-10-01"})
    assert Person.objects.filter(home_club=shown.club, family_name="Newcomer").exists()


def member(shown: Visit) -> None:
    """ABF A: the home club and an alternate one; EBU 1.1.2: the primary county; WBU 1.7.6: a lapsed member is back."""
    {"abf": _clubs, "ebu": _county, "wbu": _reinstatement}[shown.scheme](shown)


def _act(shown: Visit, act: str, **fields: Any) -> None:
    changed_fields = {
        "code": shown.scheme,
        "organisation_number": shown.club.number,
        "number": shown.person.number,
        "action": act,
    }
    shown.post(fields, reverse("member-act", kwargs=changed_fields))
    shown.person.refresh_from_db()


def _clubs(shown: Visit) -> None:
    other = existing(
        Organisation.objects.filter(federation=shown.scheme, level="club").exclude(pk=shown.club.pk).first()
    )
    _act(shown, "join", club=other.pk)
    memberships_held = memberships.memberships_on(shown.person, date.today())
    assert memberships_held.filter(organisation=other, kind="alternate").exists()
    _act(shown, "transfer", club=other.pk)
    assert shown.person.home_club == other


def _county(shown: Visit) -> None:
    county = existing(Organisation.objects.filter(federation=shown.scheme, level="county").last())
    _act(shown, "county", county=county.pk)
    assert memberships.memberships_on(shown.person, date.today()).filter(organisation=county, kind="primary").exists()


def _reinstatement(shown: Visit) -> None:
    statuses.set_status(shown.person, "lapsed", on=date(2026, 10, 1), by=user("staff", "wbu"), reason="not renewed")
    _act(shown, "status", status="active", reason="renewed")
    assert shown.person.status == "active"


def adjust(shown: Visit) -> None:
    context = shown.page.context
    fields = {"kind": "adjustment", "points": "1", "day": DAY, "reason": "left out", "post": "1"}
    before = ledger.holding(shown.person)
    write(shown, fields | {"colour": context["colours"][0], "seen": context["seen"]})
    assert sum(ledger.holding(shown.person).values()) == sum(before.values()) + 100


def bring(shown: Visit) -> None:
    """ABF 1.3.3c: the least points of a Life Master are 300, in all colours."""
    before = sum(ledger.holding(shown.person).values())
    fields = {"fact.rank": "Life", "day": DAY, "reason": "has come to live here", "post": "1"}
    write(shown, fields | {"seen": shown.page.context["seen"]})
    assert sum(ledger.holding(shown.person).values()) == before + 30_000


def organisation(shown: Visit) -> None:
    write(shown, {"email": "district@example.org", "phone": "", "post": "", "public": "yes", "contact": "1"})
    public = shown.client.get(reverse("club", args=[shown.scheme, shown.club.number]))
    assert "district@example.org" in public.content.decode()


def organisations(shown: Visit) -> None:
    write(shown, {"number": "9001", "name": "A new club", "level": "club", "under": existing(shown.club.parent).pk})
    assert Organisation.objects.get(federation=shown.scheme, number="9001").parent == shown.club.parent


def file(shown: Visit) -> None:
    """A results file is dropped and filed: the winners have their points."""
    winners = drop(shown, DAY)
    lines = Line.objects.filter(posting__version__filing__name=DROPPED, hundredths__gt=0).order_by("-hundredths")
    assert {line.person for line in lines[:2]} == set(winners)


def queue(shown: Visit) -> None:
    """One that waits is ticked and approved."""
    waiting = Filing.objects.get(pk=min(shown.page.context["clean"]))
    shown.post({"receipt": waiting.receipt}, reverse("approve-clean", args=[shown.scheme]))
    waiting.refresh_from_db()
    assert waiting.state == "official"


def credit_returns(shown: Visit) -> None:
    """ABF E: a credit file; SBU 12.7: claims of MEMPAD, in which one is a hundred points (2.8)."""
    claims = "Claim Date,Membership ID,Event Code,Club Code,Local Points,National Points\n"
    claims += f"{date.today():%d/%m/%Y},{shown.person.number},AGG1,1001,0.60,\n"
    files = {"abf": ("club.grn", f"{int(shown.person.number):07}000042\r\n"), "sbu": ("claims.csv", claims)}
    name, text = files[shown.scheme]
    heading = {"event": "Spring Congress", "day": DAY}
    preview = shown.post(heading | {"file": SimpleUploadedFile(name, text.encode())})
    ((_, data),) = preview.context["files"]
    write(shown, heading | {"post": "1", "name": name, "data": data})
    line = Line.objects.get(posting__kind="reported", posting__federation=shown.scheme)
    assert (line.person, line.hundredths) == (shown.person, {"abf": 42, "sbu": 6000}[shown.scheme])


def awards_register(shown: Visit) -> None:
    typed = {f"points.{shown.person.number}.green": "0.42"}
    assert "0.42 green" in shown.post(typed).content.decode()
    assert CreditDraft.objects.get(organisation=shown.club).fields == typed


def credit_tool(shown: Visit) -> None:
    """Two files of one colour become one, with each player once."""
    files = [SimpleUploadedFile(f"{name}.grn", b"0000019000042\r\n") for name in ("first", "second")]
    assert shown.post({"act": "merge", "file": files}).content == b"0000019000084\r\n"


def point_certificates(shown: Visit) -> None:
    write(shown, CERTIFICATE | {"name": "Ann Bell"})
    assert PointCertificate.objects.get().name == "Ann Bell"


def register_certificates(shown: Visit) -> None:
    """What a club issued is registered by the code printed on it; the points stand on the record."""
    issued = CERTIFICATE | {"name": shown.person.name}
    shown.post(issued, reverse("point-certificates", args=[shown.scheme, shown.club.number]))
    before = ledger.holding(shown.person)["local"]
    write(shown, {"number": shown.person.number, "codes": PointCertificate.objects.get().code, "day": DAY})
    assert ledger.holding(shown.person)["local"] == before + 1800


def renewals(shown: Visit) -> None:
    """ABF 1.4.2b: who is ticked in time is no member of the new year."""
    with patch("masterpoint.web.reports.renewals.now", lambda: datetime(2026, 2, 1, tzinfo=UTC)):
        write(shown, {"number": [shown.person.number]})
    shown.person.refresh_from_db()
    assert shown.person.status == "inactive"


def sheets(shown: Visit) -> None:
    """NZ E25: the sheet of an addition is begun, keyed and filed; the member is in the register."""
    address = shown.post({"sheet": "addition"}).headers["Location"]
    row = {"number": "77777", "first_name": "Ines", "surname": "Newcomer", "home_club": shown.club.number}
    shown.post({"club_number": "1001", "send": "1"} | {f"rows.0.{key}": row[key] for key in row}, address)
    assert Person.objects.get(federation="nz", number="77777").home_club == shown.club


def tariff(shown: Visit) -> None:
    fields = {"name": "standard_charge", "value": "0.52", "first_day": "2027-04-01"}
    shown.post(fields)
    assert TariffEntry.objects.filter(federation=shown.scheme, **fields).exists()


def invoice_run(shown: Visit) -> None:
    """NZ E35.4: an evening of a quarter that is over is invoiced."""
    signed_in(shown.client, "staff", shown.scheme)
    drop(shown, "2026-08-10", late_reason="the post was slow")
    signed_in(shown.client, "finance", shown.scheme)
    shown.post({"as_at": date.today().isoformat()})
    charge = Charge.objects.get(organisation=shown.club, day="2026-08-10")
    assert charge.billed.line.invoice.total == Fraction(charge.amount) * 100 > 0


def year_end(shown: Visit) -> None:
    ledger_services.adjust(shown.person, "A", 1000, date(2025, 3, 3), by=user("staff", "nz"), reason="won")
    shown.post({})
    assert Rating.objects.filter(person=shown.person, year=2025).exists()


USES = {
    "adjust": adjust,
    "awards-register": awards_register,
    "bring": bring,
    "credit-returns": credit_returns,
    "credit-tool": credit_tool,
    "file": file,
    "invoice-run": invoice_run,
    "member": member,
    "new-member": new_member,
    "organisation": organisation,
    "organisations": organisations,
    "point-certificates": point_certificates,
    "queue": queue,
    "register-certificates": register_certificates,
    "renewals": renewals,
    "sheets": sheets,
    "tariff": tariff,
    "year-end": year_end,
}
"""What is done on each page that records, and what must then be true."""
