"""Facts of a charge that no results file says: entered with a reason and a history; the difference is posted."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from centre.billing_kit import APRIL, evening, owed_exactly, require_sound, set_charge
from centre.making import ORIGINAL
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import charge_codes, charge_facts, payer_facts, periodic, periodic_facts, tariffs
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Charge, ChargeFact
from masterpoint.centre.filing import services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry import organisations, registering, setup
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.cli import main
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS, FEDERATIONS

pytestmark = pytest.mark.django_db
MARCH = date(2026, 3, 31)


@pytest.fixture
def licensed_filing(club: Organisation, people: list[Person], officer: User) -> Filing:
    """EBU 1.11.2: three tables and a session at £2 are £6."""
    set_charge(club.federation, officer)
    set_charge(club.federation, officer, "2", APRIL, "licence_table")
    filing = evening(club, people, officer)
    charge_codes.correct_code(filing, "30", by=officer, reason="it was licensed")
    assert owed_exactly(club) == 6
    return filing


def test_every_fact_a_federation_asks_for_can_be_entered_or_is_known(licensed_filing: Filing) -> None:
    assert charge_facts.facts_for(licensed_filing) == ["sessions"]
    entered = {"abf": ["state_wide"], "ebu": ["sessions"], "nz": ["complete"], "sbu": [], "wbu": ["sessions"]}
    for code, names in entered.items():
        fact_names = FEDERATIONS[code].charging.facts.__struct_fields__
        described = {"code", "received", "free_sessions_used", "player_sessions"}
        assert [name for name in fact_names if name not in described] == names


def test_a_fact_is_refused_with_what_would_do(licensed_filing: Filing, officer: User) -> None:
    for name, value, place in (("mood", "good", "fact"), ("sessions", "two", "sessions"), ("sessions", 0, "sessions")):
        with pytest.raises(NotBilled) as refusal:
            charge_facts.enter(licensed_filing, name, value, by=officer, reason="")
        assert [problem.place for problem in refusal.value.problems] == [place, "reason"]
    assert not ChargeFact.objects.exists()


def new_zealand(officer: User) -> tuple[Federation, Organisation]:
    """A tournament of class 5B, filed at once: its sessions have a discount."""
    federation, national = setup.new_federation("nz", "NZ Bridge", "nz", next_number=1001)
    club = organisations.add_organisation(
        federation, "7", "Kauri", level="club", parent=national, on=date(1990, 1, 1), by=None
    )
    return federation, club


def test_results_that_were_not_complete_have_no_discount(officer: User) -> None:
    """NZ E8.7d: ten per cent off the session fee is taken back where the results were not complete."""
    federation, club = new_zealand(officer)
    people = [
        registering.register(federation, "Ann", f"Nga{n}", on=date(2010, 1, 1), by=None, club=club) for n in range(24)
    ]
    entries = [
        {"place": n + 1, "players": [{"id": people[2 * n + k].number, "name": people[2 * n + k].name} for k in (0, 1)]}
        for n in range(12)
    ]
    today = date.today()
    raw = {"form": "session", "scheme": "nz", "day": str(today), "contest": "pairs", "boards": 26, "grade": "8B"}
    raw |= {"organiser": {"level": "club"}, "lists": [{"entries": entries}], "facts": {"in_schedule": True}}
    filing = services.file_event(club, event_from(raw, FACTS), ORIGINAL, by=officer, choices={}).filing
    discount = Charge.objects.filter(organisation=club, amount__startswith="-")
    assert discount.count() == 1
    saved = -Fraction(discount.get().amount)
    before = owed_exactly(club)
    assert charge_facts.enter(filing, "complete", False, by=officer, reason="two numbers were missing")
    assert owed_exactly(club) == before + saved
    assert charge_facts.enter(filing, "complete", False, by=officer, reason="again") is None
    assert [fact.value for fact in charge_facts.fact_history(filing)] == [False]
    require_sound(federation)


def test_the_docs_name_every_fact_that_the_centre_knows() -> None:
    page = (Path(__file__).parents[2] / "docs/developers/federation-parts.md").read_text(encoding="utf-8")
    names = {*payer_facts.FACTS, *charge_facts.COUNTED_BY_US, *periodic_facts.FACTS}
    assert {name for name in names if f"`{name}`" not in page} == set()


def test_the_command_line_enters_a_fact(licensed_filing: Filing, club: Organisation) -> None:
    words = [
        "charges",
        club.federation.code,
        licensed_filing.receipt,
        "--fact",
        "sessions=2",
        "--reason",
        "two sessions",
    ]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert ChargeFact.objects.get().value == 2
    require_sound(club.federation)


def test_the_command_line_puts_a_code_right_with_all_else_or_changes_nothing(
    licensed_filing: Filing, club: Organisation
) -> None:
    words = ["charges", club.federation.code, licensed_filing.receipt, "--put-right", "06", "--reason", "for children"]
    refused = CliRunner().invoke(main, [*words, "--fact", "sessions=2", "--put-right", "77"])
    assert refused.exit_code == 2, refused.output
    assert (owed_exactly(club), ChargeFact.objects.count()) == (Fraction(6), 0)
    assert CliRunner().invoke(main, words).exit_code == 0
    assert owed_exactly(club) == 0
    require_sound(club.federation)


@pytest.mark.parametrize(
    ("name", "clause"), [("Youth Players' Club", "1.3.6"), ("Foreign Players Club", "1.3.3a"), ("Harbour", "")]
)
def test_clubs_for_youth_and_for_visitors_pay_no_capitation(officer: User, name: str, clause: str) -> None:
    federation, national = setup.new_federation("abf", "Australian Bridge Federation", "abf", next_number=1001)
    club = organisations.add_organisation(
        federation, "201", name, level="club", parent=national, on=date(1990, 1, 1), by=None
    )
    registering.register(federation, "Ada", "Ashby", on=date(2020, 1, 1), by=None, club=club)
    tariffs.enter(federation, "capitation_april", "21.50", date(2025, 4, 1), by=officer)
    periodic.post(federation, "capitation", MARCH, by=officer)
    (charge,) = Charge.objects.filter(organisation=club)
    assert Fraction(charge.amount) == (0 if clause else Fraction("21.5"))
    assert clause in charge.detail["clause"]
    require_sound(federation)
