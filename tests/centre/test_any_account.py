"""Whatever is filed, corrected, withdrawn, invoiced and paid, in whatever order: the accounts agree to the coin."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from centre.billing_kit import evening, evening_of, owed_exactly, require_sound, set_charge
from centre.making import ORIGINAL
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import accounts, crediting, invoicing, payments
from masterpoint.centre.billing.models import Charge, Invoice, InvoiceLine, Payment
from masterpoint.centre.filing import correcting, ending
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.errors import MasterpointError

pytestmark = pytest.mark.django_db
DAYS = [f"2026-{month:02}-{day:02}" for month in range(4, 10) for day in (3, 17)]
small = st.integers(0, 11)
ACTS = st.lists(
    st.tuples(st.sampled_from(["file", "correct", "withdraw", "issue", "pay", "credit", "rate", "tax"]), small, small),
    min_size=3,
    max_size=18,
)
unhurried = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


class Rollback(Exception):
    """Ends an example without keeping anything of it."""


@contextlib.contextmanager
def example() -> Iterator[None]:
    """What an example does is forgotten when it ends."""
    with contextlib.suppress(Rollback), transaction.atomic():
        yield
        raise Rollback


def standing(federation: Federation) -> Any:
    return Filing.objects.filter(federation=federation).exclude(state="withdrawn").order_by("pk")


class World:
    """A club and its treasurer; what is refused is refused whole."""

    def __init__(self, club: Any, people: list[Person], officer: User) -> None:
        self.club, self.people, self.officer = club, people, officer
        set_charge(club.federation, officer, "0.4071")
        set_charge(club.federation, officer, "0.175", name="tax_rate")

    def do(self, act: str, first: int, second: int) -> None:
        filings = list(standing(self.club.federation))
        filing = filings[first % len(filings)] if filings else None
        match act:
            case "file":
                evening(self.club, self.people, self.officer, DAYS[first], pairs=6 + second)
            case "correct" if filing:
                event = evening_of(self.people, DAYS[second], 6 + first)
                correcting.correct(filing, event, ORIGINAL, by=self.officer, reason="because", choices={})
            case "withdraw" if filing:
                ending.withdraw(filing, by=self.officer, reason="because")
            case "issue":
                self.issue(date(2026, 4 + first % 7, 30))
            case "pay":
                key = f"payment {Payment.objects.count()}"
                payment = payments.NewPayment(key, date.fromisoformat(DAYS[first]), 1 + 97 * second)
                payments.enter(self.club.federation, [payment], by=self.officer, owner=payments.Owner(self.club))
            case "credit":
                invoice = Invoice.objects.filter(kind="invoice").order_by("pk").first()
                if invoice:
                    crediting.credit(invoice, {1: second}, on=date(2026, 11, 1), by=self.officer, reason="because")
            case "tax":
                first_day = date(2026, 4 + first % 6, 1)
                set_charge(self.club.federation, self.officer, f"0.{second:02}", first_day=first_day, name="tax_rate")
            case "rate":
                set_charge(
                    self.club.federation, self.officer, f"0.{400 + second}3", first_day=date(2026, 4 + first % 6, 1)
                )

    def issue(self, as_at: date) -> Any:
        return invoicing.issue(self.club, as_at, on=date(2026, 11, 1), by=self.officer)


@unhurried
@given(acts=ACTS)
def test_any_account(club: Organisation, people: list[Person], officer: User, acts: Any) -> None:
    with example():
        world = World(club, people, officer)
        for act in acts:
            with contextlib.suppress(MasterpointError):
                world.do(*act)
        require_sound(club.federation)
        for filing in standing(club.federation):
            charges = Charge.objects.filter(subject=filing.receipt, reverses=None, reversed_by=None)
            assert charges.count() == 1, "charged once"
        world.issue(date(2026, 10, 31))
        billed = InvoiceLine.objects.filter(invoice__credits=None).values_list("amount", flat=True)
        assert abs(Fraction(sum(billed), 100) - owed_exactly(club)) <= Fraction(1, 200)
        for filing in standing(club.federation):
            ending.withdraw(filing, by=officer, reason="all of it")
        world.issue(date(2026, 10, 31))
        assert owed_exactly(club) == 0
        assert sum(InvoiceLine.objects.filter(invoice__credits=None).values_list("amount", flat=True)) == 0
        assert sum(InvoiceLine.objects.filter(invoice__credits=None).values_list("tax", flat=True)) == 0
        require_sound(club.federation)


@unhurried
@given(order=st.permutations(range(5)), cuts=st.sets(st.integers(0, 4)))
def test_any_order_of_filings_gives_the_same_account(
    club: Organisation, people: list[Person], officer: User, order: tuple[int, ...], cuts: Any
) -> None:
    """Filed in any order and invoiced at any moments, five evenings of 12 to 20 cost the same."""
    with example():
        world = World(club, people, officer)
        for turn, number in enumerate(order):
            evening(club, people, officer, DAYS[number], pairs=6 + number)
            if turn in cuts:
                world.issue(date(2026, 10, 31))
        world.issue(date(2026, 10, 31))
        heads = sum(12 + 2 * number for number in range(5))
        net = int(Fraction("0.4071") * heads * 100 + Fraction(1, 2))
        assert accounts.balance(club) == net + int(net * Fraction("0.175") + Fraction(1, 2))
        require_sound(club.federation)
