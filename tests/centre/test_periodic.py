"""Charges of a year or a quarter: previewed, posted once, and the difference where the facts have changed."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from answers import existing
from centre.billing_kit import require_sound
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import invoicing, payments, periodic, tariffs
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.periodic_facts import ChargeContext, is_automatic, known_facts
from masterpoint.centre.people.statuses import set_status
from masterpoint.centre.registry import organisations, registering, setup
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.cli import main
from masterpoint.core.charges import Assessment, PeriodicCharge
from masterpoint.core.events import EventModel
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes import FEDERATIONS

pytestmark = pytest.mark.django_db
MARCH = date(2026, 3, 31)


@pytest.fixture
def australia() -> Organisation:
    federation, national = setup.new_federation("abf", "Australian Bridge Federation", "abf", next_number=1001)
    state = organisations.add_organisation(
        federation, "2", "A State", level="state", parent=national, on=MARCH, by=None
    )
    return organisations.add_organisation(
        federation, "201", "Harbour", level="club", parent=state, on=date(1990, 1, 1), by=None
    )


def members(club: Organisation, count: int, on: date = date(2020, 1, 1)) -> list[Person]:
    names = [("Ada", f"Ashby{number}") for number in range(count)]
    return [registering.register(club.federation, *name, on=on, by=None, club=club) for name in names]


def sum_of_charges(club: Organisation) -> Fraction:
    return sum(map(Fraction, Charge.objects.filter(organisation=club).values_list("amount", flat=True)), Fraction(0))


def set_amount(club: Organisation, officer: User, name: str, value: str) -> None:
    tariffs.enter(club.federation, name, value, date(2025, 4, 1), by=officer)


def test_capitation_counts_the_home_members_of_31_march(australia: Organisation, officer: User) -> None:
    """ABF 8.2a: three home members at $21.50 are $64.50; the one who lapsed before is not counted."""
    set_amount(australia, officer, "capitation_april", "21.50")
    *_, lapsed = members(australia, 4)
    set_status(lapsed, "lapsed", on=date(2026, 3, 1), by=officer, reason="moved away")
    shown = periodic.preview(australia.federation, "capitation", MARCH)
    assert (len(shown.differences), shown.amount, sum_of_charges(australia)) == (1, Fraction("64.5"), Fraction(0))
    periodic.post(australia.federation, "capitation", MARCH, by=officer)
    assert sum_of_charges(australia) == Fraction("64.5")
    assert periodic.post(australia.federation, "capitation", MARCH, by=officer).differences == []
    require_sound(australia.federation)


def test_a_member_found_later_is_the_difference(australia: Organisation, officer: User) -> None:
    set_amount(australia, officer, "capitation_april", "21.50")
    members(australia, 2)
    periodic.post(australia.federation, "capitation", MARCH, by=officer)
    members(australia, 1)
    again = periodic.post(australia.federation, "capitation", MARCH, by=officer)
    assert again.amount == Fraction("21.5")
    assert sum_of_charges(australia) == Fraction("64.5")
    require_sound(australia.federation)


def test_another_day_than_the_books_is_refused(australia: Organisation, officer: User) -> None:
    set_amount(australia, officer, "capitation_april", "21.50")
    members(australia, 1)
    run = periodic.preview(australia.federation, "capitation", date(2026, 3, 30))
    assert run.differences == []
    assert "31 March" in run.refusals[0].problems[0].fix


@pytest.mark.parametrize(("name", "day"), [("capitation", date(2100, 3, 31)), ("nothing", MARCH)])
def test_what_cannot_be_run(australia: Organisation, name: str, day: date) -> None:
    with pytest.raises(NotBilled):
        periodic.preview(australia.federation, name, day)


def test_an_overdue_account_is_fined_once_a_quarter(australia: Organisation, officer: User) -> None:
    set_amount(australia, officer, "capitation_april", "21.50")
    members(australia, 2)
    periodic.post(australia.federation, "capitation", MARCH, by=officer)
    invoice = existing(invoicing.issue(australia, date(2026, 6, 30), on=date(2026, 7, 1), by=officer))
    late = date(2026, 11, 12)
    first = periodic.post(australia.federation, "overdue", late, by=officer)
    assert first.amount > 0
    assert periodic.post(australia.federation, "overdue", late, by=officer).differences == []
    assert periodic.preview(australia.federation, "overdue", date(2026, 11, 13)).amount == 0, "the same quarter"
    owner = payments.Owner(australia, (invoice.number,))
    payments.enter(australia.federation, [payments.NewPayment("p", late, invoice.total)], by=officer, owner=owner)
    require_sound(australia.federation)


def test_a_yearly_charge_is_charged_once_a_year_whatever_day_it_is_run(officer: User) -> None:
    """SBU 2.6: an affiliation fee a year. Run in March and again in June, each club owes it once."""
    federation, national = setup.new_federation("sbu", "Scottish Bridge Union", "sbu", next_number=1001)
    club = organisations.add_organisation(
        federation, "7", "Loch", level="club", parent=national, on=date(1990, 1, 1), by=None
    )
    set_amount(club, officer, "affiliation", "25")
    for day in (date(2025, 6, 1), date(2026, 3, 1), date(2026, 6, 1)):
        periodic.post(federation, "affiliation", day, by=officer)
    assert sum_of_charges(club) == 50
    require_sound(federation)


def test_a_yearly_charge_follows_the_year_of_charges(officer: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """From September to August: run in September and in March it is owed once, and in the next September again."""
    rules = FEDERATIONS["sbu"]
    charging = msgspec.structs.replace(rules.charging, year_begins=(9, 1))
    monkeypatch.setitem(FEDERATIONS.loaded, "sbu", msgspec.structs.replace(rules, charging=charging))
    federation, national = setup.new_federation("sbu", "Scottish Bridge Union", "sbu", next_number=1001)
    club = organisations.add_organisation(
        federation, "7", "Loch", level="club", parent=national, on=date(1990, 1, 1), by=None
    )
    set_amount(club, officer, "affiliation", "25")
    for day, sum_owed in (
        (date(2025, 9, 1), 25),
        (date(2026, 3, 1), 25),
        (date(2026, 8, 31), 25),
        (date(2026, 9, 1), 50),
    ):
        periodic.post(federation, "affiliation", day, by=officer)
        assert sum_of_charges(club) == sum_owed
    require_sound(federation)


def test_a_rule_knows_the_level_of_the_organisation_it_charges(australia: Organisation) -> None:
    """Everybody with an account is charged, so the rule tells clubs from the State that has one."""

    class LevelFacts(EventModel, frozen=True, kw_only=True):
        level: str

    def fee(_book: Any, _facts: Any, _tariff: Tariff) -> Assessment:
        return Assessment()

    charge = PeriodicCharge(title="Fee", clause="8.2a", facts=LevelFacts, charges=fee, period="year")
    assert is_automatic(charge)
    facts = [
        known_facts(ChargeContext(organisation, charge, MARCH, ""))
        for organisation in (australia, existing(australia.parent))
    ]
    assert facts == [{"level": "club"}, {"level": "state"}]


def test_additions_are_charged_by_the_quarter_and_once(australia: Organisation, officer: User) -> None:
    """ABF 8.3b: whoever joins in a quarter is charged with it: half the fee from October on."""
    for name, value in (("capitation_april", "21.50"), ("capitation_october", "10.75"), ("commission", "1")):
        set_amount(australia, officer, name, value)
    members(australia, 3)
    members(australia, 2, on=date(2025, 10, 9))
    first = periodic.post(australia.federation, "additions", date(2025, 11, 30), by=officer)
    assert first.amount == 2 * Fraction("10.75") - 2 * 1
    registering.register(australia.federation, "Zoe", "Zed", on=date(2025, 12, 12), by=None, club=australia)
    again = periodic.post(australia.federation, "additions", date(2025, 12, 31), by=officer)
    assert again.amount == Fraction("10.75") - 1
    assert sum_of_charges(australia) == 3 * Fraction("10.75") - 3
    assert periodic.post(australia.federation, "additions", date(2025, 12, 31), by=officer).differences == []
    require_sound(australia.federation)


@pytest.mark.parametrize(
    ("affiliated", "fee"),
    [
        (date(2025, 11, 30), "21.50"),  # its first registration year ended with March 2026
        (date(2026, 3, 31), "21.50"),
        (date(2026, 4, 1), "0"),
        (date(2026, 6, 1), "0"),
    ],
)
def test_a_new_club_pays_nothing_for_new_players_until_march(
    australia: Organisation, officer: User, affiliated: date, fee: str
) -> None:
    """ABF 8.2b: the registration year has twelve months from 1 April, or what is left of them."""
    for name, value in (("capitation_april", "21.50"), ("commission", "1")):
        set_amount(australia, officer, name, value)
    club = organisations.add_organisation(
        australia.federation, "202", "Reef", level="club", parent=australia.parent, on=affiliated, by=None
    )
    members(club, 1, on=date(2026, 6, 9))
    periodic.post(australia.federation, "additions", date(2026, 6, 30), by=officer)
    assert sum_of_charges(club) == Fraction(fee) - 1


def test_a_payment_without_the_number_of_the_club_costs_once(australia: Organisation, officer: User) -> None:
    """ABF 8.4c: two payments, one of them with the number; run twice in the quarter, one fee."""
    set_amount(australia, officer, "payment_without_number", "5")
    owner = payments.Owner(australia, ())
    rows = [
        payments.NewPayment("a", date(2026, 7, 9), 1000, "Harbour", "thanks"),
        payments.NewPayment("b", date(2026, 8, 9), 1000, "Harbour", "club 201"),
    ]
    payments.enter(australia.federation, rows, by=officer, owner=owner)
    for day in (date(2026, 8, 31), date(2026, 9, 30), date(2026, 9, 30)):
        periodic.post(australia.federation, "payments", day, by=officer)
        assert sum_of_charges(australia) == 5
    require_sound(australia.federation)


def test_two_orders_of_one_day_are_two_by_their_references(officer: User) -> None:
    """WBU 1.8.1: books of certificates at £3: two and one; sent again, the first changes nothing."""
    federation, national = setup.new_federation("wbu", "Welsh Bridge Union", "wbu", next_number=1001)
    club = organisations.add_organisation(
        federation, "7", "Dragon", level="club", parent=national, on=date(1990, 1, 1), by=None
    )
    set_amount(club, officer, "certificate_book", "3")
    for books, reference in ((2, "by post"), (1, "by hand"), (2, "by post")):
        facts = {"day": "2026-10-06", "books": books, "reference": reference}
        periodic.charge_by_hand(club, "certificates", date(2026, 10, 6), facts, by=officer)
    assert sum_of_charges(club) == 9


def test_the_command_line_runs_it_too(australia: Organisation, officer: User) -> None:
    set_amount(australia, officer, "capitation_april", "21.50")
    members(australia, 2)
    words = ["periodic", "abf", "capitation", "--day", "2026-03-31"]
    assert CliRunner().invoke(main, words).output.endswith("1 to post, together 43\n")
    assert CliRunner().invoke(main, [*words, "--post"]).output.endswith("1 posted, together 43\n")
    assert CliRunner().invoke(main, [*words, "--post"]).output == "0 posted, together 0\n"
