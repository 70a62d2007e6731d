"""A club and its accounts in a year: moved, renamed, corrected after the invoice, paid and withdrawn."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from unittest.mock import patch

import pytest

from answers import existing
from centre.billing_kit import ISSUED, OCTOBER, evening, evening_of, owed_exactly, require_sound, set_charge
from centre.making import ORIGINAL
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import accounts, charge_codes, charging, invoicing, payments, quoting, tariffs
from masterpoint.centre.billing.documents import invoice_pdf
from masterpoint.centre.billing.models import Charge, TariffEntry
from masterpoint.centre.filing import correcting, ending, judging
from masterpoint.centre.registry import organisation_history, organisations
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.exact import rational

pytestmark = pytest.mark.django_db


@pytest.fixture
def standard_charge(federation: Federation, officer: User) -> None:
    set_charge(federation, officer)


@pytest.fixture
def counties(county: Organisation, officer: User, standard_charge: None) -> tuple[Organisation, Organisation]:
    """Two of them, with 5p and 7p a head for their own clubs."""
    other = organisations.add_organisation(
        county.federation, "77", "Moorshire", level="county", on=date(2020, 1, 1), by=officer
    )
    for part, value in ((county, "0.05"), (other, "0.07")):
        set_charge(county.federation, officer, value, name="county_charge", setter=part)
    return county, other


def move(club: Organisation, county: Organisation, officer: User, on: date) -> None:
    """The club belongs to another county from the middle of a day on."""
    noon = datetime(on.year, on.month, on.day, 12, tzinfo=UTC)
    with patch("django.utils.timezone.now", return_value=noon):
        organisations.change_organisation(club, club.name, parent=county, active=True, by=officer)


def test_the_county_of_the_day_of_play_gets_its_charge(
    club: Organisation, counties: tuple[Organisation, Organisation], people: list[Person], officer: User
) -> None:
    """A club that moves on 15 October owes the old county for the 6th and the 15th, and the new one for the 20th."""
    old, new = counties
    evening(club, people, officer, "2026-10-06")
    move(club, new, officer, date(2026, 10, 15))
    evening(club, people, officer, "2026-10-15")
    evening(club, people, officer, "2026-10-20")
    assert (owed_exactly(old), owed_exactly(new)) == (Fraction("-1.20"), Fraction("-0.84"))
    assert charging.charge_due(club.federation, by=officer) == 0, "nothing that was played before moves with it"
    assert [part.name for part in organisation_history.lineage(club, date(2026, 10, 15))][1] == old.name
    assert [part.name for part in organisation_history.lineage(club, date(2026, 10, 16))][1] == new.name


def test_accounts_are_sound_after_a_club_has_moved(
    club: Organisation, counties: tuple[Organisation, Organisation], people: list[Person], officer: User
) -> None:
    """Filed in the morning, moved in the afternoon of the same day, corrected after: the old county all along."""
    old, new = counties
    today = datetime.now(UTC).date()
    filing = evening(club, people, officer, today.isoformat())
    organisations.change_organisation(club, "Riverside BC", parent=new, active=True, by=officer)
    require_sound(club.federation)
    event = evening_of(people, today.isoformat(), pairs=8)
    correcting.correct(filing, event, ORIGINAL, by=officer, reason="two pairs were missing", choices={})
    assert (owed_exactly(old), owed_exactly(new)) == (Fraction("-0.80"), Fraction(0))
    require_sound(club.federation)


def test_what_one_county_sets_is_for_its_own_clubs(
    club: Organisation, counties: tuple[Organisation, Organisation], people: list[Person]
) -> None:
    """Without an organiser a quote has what the federation sets; the page of the tariff names each county's."""
    result = judging.judge(evening_of(people))
    totals = [quoting.quote(club.federation, result, organiser).total for organiser in (None, club)]
    assert [rational(total) for total in totals] == [Fraction("4.86"), Fraction("5.46")]
    rows = [row for row in tariffs.histories(club.federation, OCTOBER) if row.name == "county_charge"]
    assert [(existing(row.setter).name, str(existing(row.in_force).value)) for row in rows] == [
        ("Ferncestershire", "1/20"),
        ("Moorshire", "7/100"),
    ]


def test_the_same_amount_is_entered_once(federation: Federation, officer: User, standard_charge: None) -> None:
    before = TariffEntry.objects.get()
    assert set_charge(federation, officer) == before
    assert set_charge(federation, officer, "0.4050") == before
    set_charge(federation, officer, "0.41")
    set_charge(federation, officer)
    assert list(TariffEntry.objects.order_by("pk").values_list("value", flat=True)) == ["0.405", "0.41", "0.405"]


def test_an_invoice_keeps_the_name_it_was_issued_to(
    club: Organisation, people: list[Person], officer: User, standard_charge: None
) -> None:
    evening(club, people, officer)
    invoice = existing(invoicing.issue(club, OCTOBER, on=ISSUED, by=officer))
    before = invoice_pdf(invoice)
    organisations.change_organisation(club, "Riverside and Weir BC", parent=club.parent, active=True, by=officer)
    organisations.change_organisation(club, "The Weir", parent=club.parent, active=True, by=officer)
    invoice.refresh_from_db()
    assert invoice.organisation.name == "The Weir"
    assert invoice_pdf(invoice) == before
    now = datetime.now(UTC)
    assert organisation_history.name_at(club, invoice.posting.at - timedelta(seconds=1)) == "Riverside Bridge Club"
    assert organisation_history.name_at(club, now) == "The Weir"


def test_a_correction_after_the_invoice_is_by_the_tariff_of_the_day_of_play(
    club: Organisation, people: list[Person], officer: User, standard_charge: None
) -> None:
    """6 October at 40.5p; 42p since 1 November. Two pairs more in November: £1.62 more, not £1.86."""
    filing = evening(club, people, officer)
    first = existing(invoicing.issue(club, OCTOBER, on=ISSUED, by=officer))
    set_charge(club.federation, officer, "0.42", date(2026, 11, 1))
    evening(club, people, officer, "2026-11-03")
    correcting.correct(filing, evening_of(people, pairs=8), ORIGINAL, by=officer, reason="two were missing", choices={})
    # The difference to a month that was invoiced is due at once; November is not over.
    second = existing(invoicing.issue(club, date(2026, 11, 15), on=date(2026, 11, 15), by=officer))
    assert (first.total, second.total) == (486, 162)
    (line,) = second.lines.all()
    assert (line.count, line.title) == (2, "Universal Membership, code 10")
    assert owed_exactly(club) == Fraction("6.48") + 12 * Fraction("0.42")
    require_sound(club.federation)


def test_what_is_withdrawn_after_it_was_paid_is_paid_ahead(
    club: Organisation, people: list[Person], officer: User, standard_charge: None
) -> None:
    filing = evening(club, people, officer)
    invoice = existing(invoicing.issue(club, OCTOBER, on=ISSUED, by=officer))
    payment = payments.NewPayment("bank 1", ISSUED, invoice.total, "Riverside")
    payments.enter(club.federation, [payment], by=officer, owner=payments.Owner(club, (invoice.number,)))
    ending.withdraw(filing, by=officer, reason="it was never played")
    note = existing(invoicing.issue(club, date(2026, 11, 15), on=date(2026, 11, 15), by=officer))
    assert (note.kind, note.total) == ("credit note", -486)
    state = accounts.account_state(club)
    assert (state.prepaid, accounts.balance(club), sum(state.settlement.open_amounts.values())) == (486, -486, 0)
    evening(club, people, officer, "2026-10-20")
    invoicing.issue(club, OCTOBER, on=date(2026, 11, 16), by=officer)
    assert (accounts.balance(club), accounts.account_state(club).settlement.open) == (0, [])
    require_sound(club.federation)


def test_an_organiser_that_is_no_club_has_an_account(
    county: Organisation, club: Organisation, people: list[Person], officer: User, standard_charge: None
) -> None:
    """EBU 1.11.2: a licensed event of a county; three tables at £2."""
    set_charge(county.federation, officer, "2", name="licence_table")
    filing = evening(county, people, officer, organiser={"level": "county"})
    charge_codes.correct_code(filing, "30", by=officer, reason="it was licensed")
    charge = existing(Charge.objects.filter(subject=filing.receipt).order_by("pk").last())
    assert (charge.organisation, charge.amount) == (county, "6")
    (issued,) = invoicing.issue_all(county.federation, OCTOBER, on=ISSUED, by=officer)
    assert (issued.organisation, issued.total) == (county, 600)
    require_sound(county.federation)


def test_what_costs_nothing_makes_no_invoice(
    club: Organisation, people: list[Person], officer: User, standard_charge: None
) -> None:
    """EBU 1.3.1: Children in Need is free; it stands on the account with its reason, and no number is used up."""
    filing = evening(club, people, officer)
    charge_codes.correct_code(filing, "06", by=officer, reason="Children in Need")
    charge = existing(Charge.objects.filter(subject=filing.receipt).order_by("pk").last())
    assert (charge.amount, bool(charge.detail["exemption"])) == ("0", True)
    assert list(invoicing.issue_all(club.federation, OCTOBER, on=ISSUED, by=officer)) == []
    require_sound(club.federation)


def test_a_club_that_has_closed_still_pays(
    club: Organisation, people: list[Person], officer: User, standard_charge: None
) -> None:
    evening(club, people, officer)
    organisations.change_organisation(club, club.name, parent=club.parent, active=False, by=officer)
    (invoice,) = invoicing.issue_all(club.federation, OCTOBER, on=ISSUED, by=officer)
    assert invoice.total == 486
    require_sound(club.federation)


def test_what_was_charged_and_taken_back_before_its_invoice_is_not_shown(
    club: Organisation, people: list[Person], officer: User, standard_charge: None
) -> None:
    filing = evening(club, people, officer)
    correcting.correct(filing, evening_of(people, pairs=8), ORIGINAL, by=officer, reason="two were missing", choices={})
    (waiting,) = accounts.unbilled_charges(club)
    assert waiting.amount == "6.48"
    invoicing.issue(club, OCTOBER, on=ISSUED, by=officer)
    ending.withdraw(filing, by=officer, reason="it was never played")
    assert [charge.amount for charge in accounts.unbilled_charges(club)] == ["-6.48"]
