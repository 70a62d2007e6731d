"""Certificates of points on the site: who sees which page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from masterpoint.centre.accounts.models import User
from masterpoint.centre.crediting import certificates
from masterpoint.centre.registry.models import Organisation
from web.test_every_door import signed_in

pytestmark = pytest.mark.django_db
ISSUERS = {"scorer", "secretary", "staff"}
RAW = {
    "kind": "game",
    "name": "Ann Bell",
    "issued": "2026-10-07",
    "parts": [{"title": "Pairs", "points": {"local": "6"}}],
}


@pytest.mark.parametrize("role", ["", "player", "scorer", "secretary", "treasurer", "finance", "staff"])
def test_who_sees_certificates(client: Client, role: str) -> None:
    club = Organisation.objects.get(federation="wbu", number="1001")
    issued = certificates.issue(club, "Pairs", RAW, by=User.objects.get(email="staff@wbu.example"))
    certificate = ["wbu", "1001", issued.code]
    pages = {
        reverse("point-certificates", args=["wbu", "1001"]): ISSUERS,
        reverse("point-certificate", args=certificate): ISSUERS,
        reverse("point-certificate-sheet", args=certificate): ISSUERS,
        reverse("register-certificates", args=["wbu"]): {"staff"},
    }
    if role:
        signed_in(client, role, "wbu")
    for address, allowed in pages.items():
        answer = client.get(address)
        assert (answer.status_code == 200) == (role in allowed), f"{role} {address}"
    lost = client.post(reverse("certificate-act", args=certificate), {"act": "lost", "reason": "on the train"})
    issued.refresh_from_db()
    assert (issued.state == "lost") == (role in ISSUERS), f"{role} {lost.status_code}"


@pytest.mark.parametrize("scheme", ["ebu", "nz"])
def test_a_federation_without_certificates_has_no_such_page(client: Client, scheme: str) -> None:
    staff = signed_in(client, "staff", scheme)
    assert staff.get(reverse("point-certificates", args=[scheme, "1001"])).status_code == 404
    assert staff.get(reverse("register-certificates", args=[scheme])).status_code == 404
    assert "Certificates" not in staff.get("/").content.decode().split("<main")[0]
