"""Money by the API: a filing's charges opened and put right, payments entered once, invoices issued once."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from answers import existing
from masterpoint.centre.billing.models import ChargeFact, Invoice, Payment
from masterpoint.centre.billing.references import account_reference
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Organisation
from web.test_api_kit import EBU, ROOT, is_problem, key_for, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def charges() -> str:
    """The address of an evening's charges."""
    filing = existing(Filing.objects.filter(federation="ebu", organisation__number="1001", state="provisional").first())
    return f"{ROOT}/filings/{filing.receipt}/charges"


def sum_of(answer: dict[str, Any]) -> Fraction:
    return sum((Fraction(charge["amount"]) for charge in answer["charges"]), Fraction(0))


def test_a_charge_opens_and_its_code_is_put_right(client: Client, charges: str) -> None:
    treasurer = key_for("treasurer")
    before = client.get(charges, **treasurer).json()
    assert before["facts_asked"] == ["sessions"]
    assert before["codes"]["30"]
    assert all(charge["why"] and charge["clause"] for charge in before["charges"] if not charge["takes_back"])
    body = {"code": "06", "reason": "it was Children in Need"}
    after = post(client, f"{charges}/code", body, **treasurer).json()
    assert (after["code"], sum_of(after)) == ("06", Fraction(0))
    assert [(change["value"], change["reason"]) for change in after["code_history"]] == [("06", body["reason"])]
    assert post(client, f"{charges}/code", body, **treasurer).json() == after, "the same again changes nothing"


def test_a_fact_is_entered_once_and_the_charge_follows(client: Client, charges: str) -> None:
    treasurer = key_for("treasurer")
    once = post(client, f"{charges}/code", {"code": "30", "reason": "licensed"}, **treasurer).json()
    body = {"fact": "sessions", "value": 2, "reason": "morning and afternoon"}
    second = post(client, f"{charges}/facts", body, **treasurer).json()
    assert sum_of(second) == 2 * sum_of(once) > 0
    assert (second["facts"], len(second["fact_history"])) == ({"sessions": 2}, 1)
    assert post(client, f"{charges}/facts", body, **treasurer).json() == second
    assert ChargeFact.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"fact": "mood", "value": "good", "reason": "I felt it"}, "fact"),
        ({"fact": "sessions", "value": "two", "reason": "I know"}, "sessions"),
        ({"fact": "sessions", "value": 2.5, "reason": "I know"}, "value"),
        ({"fact": "sessions", "value": 2, "reason": ""}, "reason"),
    ],
)
def test_a_fact_that_cannot_be_is_a_problem(client: Client, charges: str, body: dict[str, Any], place: str) -> None:
    answer = post(client, f"{charges}/facts", body, **key_for("treasurer"))
    is_problem(answer, 422)
    assert any(place in problem["place"] for problem in answer.json()["problems"])
    assert not ChargeFact.objects.exists()


def test_a_payment_is_entered_once_and_finds_its_account(client: Client) -> None:
    finance, organisation = key_for("finance"), Organisation.objects.get(federation="ebu", number="1001")
    first_payment = {
        "key": "A-1",
        "day": "2026-11-02",
        "amount": "12.50",
        "reference": account_reference(organisation.pk),
    }
    stranger = {"key": "A-2", "day": "2026-11-03", "amount": "3.00", "payer": "Somebody"}
    first = post(client, f"{EBU}/payments", {"payments": [first_payment, stranger]}, **finance).json()
    assert [payment["organisation"] and payment["organisation"]["number"] for payment in first["entered"]] == [
        "1001",
        None,
    ]
    again = post(client, f"{EBU}/payments", {"payments": [first_payment, stranger]}, **finance).json()
    assert again == {"entered": [], "there_before": 2}
    assert [payment["payer"] for payment in client.get(f"{EBU}/payments", **finance).json()][:1] == ["Somebody"]


def test_a_key_belongs_to_one_payment(client: Client) -> None:
    """What is sent with a key again must be the payment it was sent with: nothing is passed over in silence."""
    finance = key_for("finance")
    payment = {"key": "A-1", "day": "2026-11-02", "amount": "12.50", "payer": "Riverside"}
    post(client, f"{EBU}/payments", {"payments": [payment]}, **finance)
    for change in ({"amount": "12.05"}, {"day": "2026-11-03"}, {"reference": "26-00001"}):
        answer = post(client, f"{EBU}/payments", {"payments": [payment | change]}, **finance)
        is_problem(answer, 422)
        (problem,) = answer.json()["problems"]
        assert (problem["place"], problem["value"]) == ("key", "api A-1")
        assert "£12.50 on 2 November 2026" in problem["message"]
    body = {"payments": [payment | {"key": "A-2"}, payment | {"key": "A-2", "amount": "1.00"}]}
    is_problem(post(client, f"{EBU}/payments", body, **finance), 422)
    assert Payment.objects.filter(key__startswith="api ").count() == 1


def test_invoices_and_statements_are_files(client: Client) -> None:
    treasurer, invoice = key_for("treasurer"), Invoice.objects.filter(organisation__number="1001").first()
    address = f"{EBU}/invoices/{existing(invoice).number}"
    assert client.get(f"{address}/pdf", **treasurer).content.startswith(b"%PDF")
    rows = list(csv.DictReader(io.StringIO(client.get(f"{address}/csv", **treasurer).content.decode())))
    assert {row["invoice"] for row in rows} == {existing(invoice).number}
    assert sum(Decimal(row["net"]) + Decimal(row["tax"]) for row in rows) * 100 == existing(invoice).total
    statement = f"{EBU}/accounts/1001/statement"
    days = f"?first={existing(invoice).issued_on}&last={existing(invoice).issued_on}"
    assert client.get(f"{statement}/pdf{days}", **treasurer).content.startswith(b"%PDF")
    before, *rest = csv.DictReader(io.StringIO(client.get(f"{statement}/csv{days}", **treasurer).content.decode()))
    assert (before["what"], before["amount"]) == ("Owed before", "")
    assert existing(invoice).number in {row["invoice"] for row in rest}
    assert Decimal(rest[-1]["owed"]) == Decimal(before["owed"]) + sum(Decimal(row["amount"]) for row in rest)


def test_a_statement_backwards_is_a_problem(client: Client) -> None:
    days = "?first=2026-11-02&last=2026-11-01"
    answer = client.get(f"{EBU}/accounts/1001/statement/csv{days}", **key_for("treasurer"))
    is_problem(answer, 422)
    assert "after the last day" in answer.json()["problems"][0]["message"]
    earliest = client.get(f"{EBU}/accounts/1001/statement/pdf?last=0001-01-01", **key_for("treasurer"))
    assert earliest.status_code == 200


def test_exports_are_for_the_finance_in_each_shape(client: Client) -> None:
    for shape, column in {"invoices": "account_code", "xero": "*ContactName", "journal": "debit"}.items():
        answer = client.get(f"{EBU}/exports/{shape}?first=2026-01-01", **key_for("finance"))
        assert column in answer.content.decode().splitlines()[0].split(",")
    is_problem(client.get(f"{EBU}/exports/sage", **key_for("finance")), 422)


def test_payments_are_entered_all_or_none(client: Client) -> None:
    before = Payment.objects.count()
    good = {"key": "A-1", "day": "2026-11-02", "amount": "12.50"}
    for bad in ({"amount": "much"}, {"amount": "-1"}, {"day": "2999-01-01"}):
        answer = post(
            client, f"{EBU}/payments", {"payments": [good, good | {"key": "A-2"} | bad]}, **key_for("finance")
        )
        is_problem(answer, 422)
    assert Payment.objects.count() == before


def test_what_is_due_is_issued_once(client: Client) -> None:
    finance, run = key_for("finance"), f"{EBU}/invoice-run"
    due = client.get(f"{run}?as_at=2026-11-15", **finance).json()
    issued = post(client, run, {"as_at": "2026-11-15"}, **finance).json()
    assert [draft["total"] for draft in due] == [invoice["total"] for invoice in issued]
    assert post(client, run, {"as_at": "2026-11-15"}, **finance).json() == []
    assert client.get(f"{run}?as_at=2026-11-15", **finance).json() == []
    is_problem(post(client, run, {"as_at": "2999-12-31"}, **finance), 422)
    assert Invoice.objects.filter(federation="ebu", number__in=[row["number"] for row in issued]).count() == len(issued)
