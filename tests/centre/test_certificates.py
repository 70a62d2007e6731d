"""WBU 1.7 to 1.11: certificates issued, lost, replaced, wrong, and registered once; on paper and by command."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner
from django.test import Client
from django.urls import reverse

from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.crediting import certificates
from masterpoint.centre.crediting.certificate_sheets import certificate_sheets
from masterpoint.centre.crediting.models import PointCertificate
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import services as posting
from masterpoint.centre.registry import access, offices, organisations, registering, setup
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.verifying import differences
from masterpoint.cli import main

pytestmark = pytest.mark.django_db
BEGINNING, OCTOBER, NOVEMBER = date(2020, 1, 1), date(2026, 10, 7), date(2026, 11, 2)
RAW = {
    "kind": "game",
    "name": "Ann Bell",
    "issued": "2026-10-07",
    "parts": [{"title": "Tuesday pairs", "points": {"local": "18", "green": "0.25"}}],
}


@pytest.fixture
def wales(officer: User) -> Organisation:
    """A club whose secretary is `officer`, and the office of the Union."""
    federation, national = setup.new_federation("wbu", "Welsh Bridge Union", "wbu", next_number=1001)
    club = organisations.add_organisation(
        federation, "7", "Valley", level="club", parent=national, on=date(1990, 1, 1), by=None
    )
    offices.appoint(officer, club, "secretary", on=BEGINNING, by=None)
    return club


@pytest.fixture
def office(wales: Organisation) -> User:
    staff = User.objects.create_user("office@example.org", "a long enough password", name="Olwen")
    offices.appoint(staff, existing(wales.parent), "staff", on=BEGINNING, by=None)
    return staff


@pytest.fixture
def ann(wales: Organisation) -> Person:
    return registering.register(wales.federation, "Ann", "Bell", on=BEGINNING, by=None, club=wales)


@pytest.fixture
def issued_certificate(wales: Organisation, officer: User) -> PointCertificate:
    return certificates.issue(wales, "Tuesday pairs", RAW, by=officer)


def holding_of(person: Person) -> dict[str, int]:
    """In hundredths."""
    return {colour: points for colour, points in ledger.holding(person).items() if points}


def test_a_certificate_is_registered_once(
    wales: Organisation, issued_certificate: PointCertificate, ann: Person, office: User
) -> None:
    certificates.register(issued_certificate, ann, on=NOVEMBER, by=office)
    assert holding_of(ann) == {"local": 1800, "green": 25}
    with pytest.raises(certificates.NotIssued, match="its points are registered"):
        certificates.register(issued_certificate, ann, on=NOVEMBER, by=office)
    assert list(differences([wales.federation])) == []


def test_what_was_registered_wrongly_can_be_registered_again(
    issued_certificate: PointCertificate, ann: Person, office: User
) -> None:
    first = certificates.register(issued_certificate, ann, on=NOVEMBER, by=office)
    posting.reverse(first, by=office, reason="another Ann Bell")
    assert not holding_of(ann)
    certificates.register(issued_certificate, ann, on=NOVEMBER, by=office)
    assert holding_of(ann)


def test_a_lost_certificate_is_credited_on_evidence(
    issued_certificate: PointCertificate, ann: Person, officer: User, office: User
) -> None:
    certificates.report_lost(issued_certificate, by=officer, reason="left on the train")
    with pytest.raises(certificates.NotIssued, match="evidence") as refusal:
        certificates.register(issued_certificate, ann, on=NOVEMBER, by=office)
    assert refusal.value.problems[0].clause.endswith("1.7.4")
    certificates.register(issued_certificate, ann, on=NOVEMBER, by=office, evidence="the club's list of the evening")
    assert PointCertificate.objects.get(pk=issued_certificate.pk).state == "claimed"


def test_of_a_certificate_and_the_one_instead_only_one_counts(
    wales: Organisation, issued_certificate: PointCertificate, ann: Person, officer: User, office: User
) -> None:
    """1.11.1: the points were wrong; the new one is signed by whoever issues it."""
    parts = [{"title": "Tuesday pairs", "points": {"local": "12"}}]
    amended = {"parts": parts, "issued": "2026-10-09"}
    second = certificates.replace(issued_certificate, by=officer, reason="fourth place, not third", amended=amended)
    assert (second.replaces, second.code == issued_certificate.code) == (issued_certificate, False)
    with pytest.raises(certificates.NotIssued, match=second.code):
        certificates.register(issued_certificate, ann, on=NOVEMBER, by=office)
    certificates.register(second, ann, on=NOVEMBER, by=office)
    assert holding_of(ann) == {"local": 1200}
    assert list(differences([wales.federation])) == []


def test_a_wrong_certificate_is_not_registered(
    issued_certificate: PointCertificate, ann: Person, officer: User, office: User
) -> None:
    certificates.report_wrong(issued_certificate, by=officer, reason="nobody knows who won")
    with pytest.raises(certificates.NotIssued, match="reported as wrong"):
        certificates.register(issued_certificate, ann, on=NOVEMBER, by=office)


def test_several_are_registered_together_or_not_at_all(
    wales: Organisation, issued_certificate: PointCertificate, ann: Person, officer: User, office: User
) -> None:
    other = certificates.issue(wales, "Thursday pairs", RAW | {"expires": "2026-10-31"}, by=officer)
    with pytest.raises(certificates.NotIssued) as refusal:
        certificates.register_all([issued_certificate, other], ann, on=NOVEMBER, by=office)
    assert [problem.place.split(",")[0] for problem in refusal.value.problems] == [other.code]
    assert not holding_of(ann)
    certificates.register_all([issued_certificate, other], ann, on=date(2026, 10, 31), by=office)
    assert holding_of(ann)["local"] == 3600


def test_everything_that_is_wrong_is_said_at_once(wales: Organisation, officer: User) -> None:
    with pytest.raises(certificates.NotIssued) as refusal:
        certificates.issue(wales, " ", RAW | {"name": "", "issued": "2999-01-01"}, by=officer)
    assert {problem.place for problem in refusal.value.problems} == {"issued", "name", "event"}
    assert not PointCertificate.objects.exists()


def test_only_the_office_registers_and_only_the_club_issues(
    wales: Organisation, issued_certificate: PointCertificate, ann: Person, officer: User, office: User
) -> None:
    stranger = User.objects.create_user("stranger@example.org", "a long enough password", name="Sid")
    with pytest.raises(access.NotAllowed):
        certificates.issue(wales, "Tuesday pairs", RAW, by=stranger)
    with pytest.raises(access.NotAllowed):
        certificates.register(issued_certificate, ann, on=NOVEMBER, by=officer)


def test_a_federation_without_certificates_issues_none(club: Organisation, officer: User) -> None:
    offices.appoint(officer, club, "secretary", on=BEGINNING, by=None)
    with pytest.raises(certificates.NotIssued, match="no certificates"):
        certificates.issue(club, "Tuesday pairs", RAW, by=officer)


def test_what_was_changed_by_hand_is_named(wales: Organisation, issued_certificate: PointCertificate) -> None:
    PointCertificate.objects.filter(pk=issued_certificate.pk).update(state="wrong")
    assert any("certificate of points" in line for line in differences([wales.federation]))


def test_certificates_on_paper(issued_certificate: PointCertificate) -> None:
    pdf = certificate_sheets(
        [issued_certificate, issued_certificate, issued_certificate], lambda row: f"https://example.org/{row.code}"
    )
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") <= 2 or len(pdf) > 1000


def test_pages_and_commands_do_the_same(
    client: Client, wales: Organisation, ann: Person, officer: User, office: User, tmp_path: Path
) -> None:
    client.force_login(officer, backend="django.contrib.auth.backends.ModelBackend")
    page = reverse("point-certificates", args=["wbu", "7"])
    form = {
        "name": "Ann Bell",
        "event": "League",
        "kind": "league",
        "issued": "2026-10-07",
        "parts": "Autumn; 18; 0.25",
    }
    assert b"cannot be read" in client.post(page, form | {"parts": "Autumn"}).content
    assert client.post(page, form).status_code == 302
    issued_certificate = PointCertificate.objects.get()
    shown = reverse("point-certificate", args=["wbu", "7", issued_certificate.code])
    assert b"Autumn" in client.get(shown).content
    assert client.get(f"{shown}sheet/")["Content-Type"] == "application/pdf"
    client.post(f"{shown}act/", {"act": "replace", "reason": "torn", "parts": "Autumn; 20; 0"})
    second = PointCertificate.objects.get(replaces=issued_certificate)
    path = tmp_path / "certificate.pdf"
    assert CliRunner().invoke(main, ["certificate", "print", "wbu", second.code, "--out", str(path)]).exit_code == 0
    assert path.read_bytes().startswith(b"%PDF")
    words = ["certificate", "register", "wbu", ann.number, second.code, "--officer", office.email]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert holding_of(ann)["local"] == 2000
    assert CliRunner().invoke(main, words).exit_code == 2
    client.force_login(office, backend="django.contrib.auth.backends.ModelBackend")
    register = reverse("register-certificates", args=["wbu"])
    assert b"no such certificate" in client.post(register, {"number": ann.number, "codes": "WBU-1"}).content
    assert list(differences([wales.federation])) == []
