"""How an organisation is reached: kept by the office, shown to everybody only with its tick."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from masterpoint.centre.registry.models import OrganisationContact
from web.test_every_door import signed_in

pytestmark = pytest.mark.django_db
PAGE, PUBLIC = reverse("organisation", args=["ebu", "1001"]), reverse("club", args=["ebu", "1001"])
DETAILS = {"contact": "1", "email": "office@riverside.example", "phone": "01865 1", "post": "1 High Street\nFernton"}


def test_kept_shown_with_a_tick_and_hidden_without(client: Client) -> None:
    signed_in(client, "staff", "ebu")
    client.post(PAGE, DETAILS)
    assert "office@riverside.example" in client.get(PAGE).content.decode()
    assert "riverside.example" not in client.get(PUBLIC).content.decode()
    client.post(PAGE, DETAILS | {"public": "yes"})
    page = client.get(PUBLIC).content.decode()
    assert "mailto:office@riverside.example" in page and "1 High Street<br>Fernton" in page


def test_what_is_wrong_is_said_and_what_was_typed_stays(client: Client) -> None:
    page = signed_in(client, "staff", "ebu").post(PAGE, DETAILS | {"email": "nowhere", "phone": "call me"})
    text = page.content.decode()
    assert (
        "this is not an e-mail address" in text
        and "this is not a telephone number" in text
        and 'value="nowhere"' in text
    )
    assert not OrganisationContact.objects.exists()


@pytest.mark.parametrize("role", ["player", "scorer", "secretary", "treasurer"])
def test_others_may_not(client: Client, role: str) -> None:
    assert signed_in(client, role, "ebu").post(PAGE, DETAILS).status_code in (403, 404)
    assert not OrganisationContact.objects.exists()
