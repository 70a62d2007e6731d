"""Charges follow from filings: posted with them, in the same transaction, and put right with them."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from centre.making import ORIGINAL, session
from masterpoint.centre.billing import tariffs
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.filing import ending, services

pytestmark = pytest.mark.django_db


@pytest.fixture
def tariff(federation, officer):
    return tariffs.enter(federation, "standard_charge", "0.405", date(2026, 4, 1), by=officer)


def file(club, people, officer, **more):
    return services.file_event(club, session(people, **more), ORIGINAL, by=officer, decided={}).filing


def standing(club):
    charges = Charge.objects.filter(organisation=club)
    return sum((Fraction(charge.amount) for charge in charges), Fraction(0))


def test_a_filing_is_charged_by_the_head(club, people, officer, tariff):
    """EBU 1.3.2: six pairs, so twelve player sessions at 40.5p."""
    filing = file(club, people, officer)
    (charge,) = Charge.objects.filter(version__filing=filing)
    assert (charge.organisation, charge.amount, charge.player_sessions) == (club, "4.86", 12)
    assert charge.detail["tariff"][0]["value"] == "0.405"
    assert [head[0] for head in charge.detail["heads"]][:2] == ["Ada Ashby", "Ben Brook"]


def test_what_is_withdrawn_is_not_owed(club, people, officer, tariff):
    filing = file(club, people, officer)
    ending.withdraw(filing, by=officer, reason="wrong evening")
    assert standing(club) == 0
    assert Charge.objects.filter(organisation=club).count() == 2
