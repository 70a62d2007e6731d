"""Money by the API: a filing's charges opened and put right, payments entered once, invoices issued once."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.core.cache import cache

from masterpoint.centre.billing.models import ChargeFact, Invoice, Payment
from masterpoint.centre.billing.references import account_reference
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Organisation
from web.test_api_kit import EBU, ROOT, is_problem, key_for, post

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits():
    cache.clear()


@pytest.fixture
def charges():
    """The address of an evening's charges."""
    filing = Filing.objects.filter(federation="ebu", organisation__number="1001", state="provisional").first()
    return f"{ROOT}/filings/{filing.receipt}/charges"


def owed(answer):
    return sum(Fraction(charge["amount"]) for charge in answer["charges"])


def test_a_charge_opens_and_its_code_is_put_right(client, charges):
    treasurer = key_for("treasurer")
    before = client.get(charges, **treasurer).json()
    assert before["facts_asked"] == ["sessions"]
    assert before["codes"]["30"]
    assert all(charge["why"] and charge["clause"] for charge in before["charges"] if not charge["takes_back"])
    asked = {"code": "06", "reason": "it was Children in Need"}
    after = post(client, f"{charges}/code", asked, **treasurer).json()
    assert (after["code"], owed(after)) == ("06", 0)
    assert [(change["value"], change["reason"]) for change in after["code_history"]] == [("06", asked["reason"])]
    assert post(client, f"{charges}/code", asked, **treasurer).json() == after, "the same again changes nothing"


def test_a_fact_is_entered_once_and_the_charge_follows(client, charges):
    treasurer = key_for("treasurer")
    once = post(client, f"{charges}/code", {"code": "30", "reason": "licensed"}, **treasurer).json()
    asked = {"fact": "sessions", "value": 2, "reason": "morning and afternoon"}
    twice = post(client, f"{charges}/facts", asked, **treasurer).json()
    assert owed(twice) == 2 * owed(once) > 0
    assert (twice["facts"], len(twice["fact_history"])) == ({"sessions": 2}, 1)
    assert post(client, f"{charges}/facts", asked, **treasurer).json() == twice
    assert ChargeFact.objects.count() == 1


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ({"fact": "mood", "value": "good", "reason": "I felt it"}, "fact"),
        ({"fact": "sessions", "value": "two", "reason": "I know"}, "sessions"),
        ({"fact": "sessions", "value": 2.5, "reason": "I know"}, "value"),
        ({"fact": "sessions", "value": 2, "reason": ""}, "reason"),
    ],
)
def test_a_fact_that_cannot_be_is_a_problem(client, charges, asked, place):
    answer = post(client, f"{charges}/facts", asked, **key_for("treasurer"))
    is_problem(answer, 422)
    assert any(place in problem["place"] for problem in answer.json()["problems"])
    assert not ChargeFact.objects.exists()


def test_a_payment_is_entered_once_and_finds_its_account(client):
    finance, organisation = key_for("finance"), Organisation.objects.get(federation="ebu", number="1001")
    known = {"key": "A-1", "day": "2026-11-02", "amount": "12.50", "reference": account_reference(organisation.pk)}
    stranger = {"key": "A-2", "day": "2026-11-03", "amount": "3.00", "payer": "Somebody"}
    first = post(client, f"{EBU}/payments", {"payments": [known, stranger]}, **finance).json()
    assert [payment["organisation"] and payment["organisation"]["number"] for payment in first["entered"]] == [
        "1001",
        None,
    ]
    again = post(client, f"{EBU}/payments", {"payments": [known, stranger]}, **finance).json()
    assert again == {"entered": [], "there_before": 2}
    assert [payment["payer"] for payment in client.get(f"{EBU}/payments", **finance).json()][:1] == ["Somebody"]


def test_payments_are_entered_all_or_none(client):
    before = Payment.objects.count()
    good = {"key": "A-1", "day": "2026-11-02", "amount": "12.50"}
    for bad in ({"amount": "much"}, {"amount": "-1"}, {"day": "2999-01-01"}):
        answer = post(
            client, f"{EBU}/payments", {"payments": [good, good | {"key": "A-2"} | bad]}, **key_for("finance")
        )
        is_problem(answer, 422)
    assert Payment.objects.count() == before


def test_what_is_due_is_issued_once(client):
    finance, run = key_for("finance"), f"{EBU}/invoice-run"
    due = client.get(f"{run}?as_at=2026-11-15", **finance).json()
    issued = post(client, run, {"as_at": "2026-11-15"}, **finance).json()
    assert [draft["total"] for draft in due] == [invoice["total"] for invoice in issued]
    assert post(client, run, {"as_at": "2026-11-15"}, **finance).json() == []
    assert client.get(f"{run}?as_at=2026-11-15", **finance).json() == []
    is_problem(post(client, run, {"as_at": "2999-12-31"}, **finance), 422)
    assert Invoice.objects.filter(federation="ebu", number__in=[row["number"] for row in issued]).count() == len(issued)
