"""EBU 1.3.1: a club has one free social or charity session a year, whatever order its evenings are filed in."""

from __future__ import annotations

from datetime import date
from itertools import permutations
from typing import Any

import pytest

from centre.billing_kit import evening, owed_exactly, require_sound, set_charge
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import charging
from masterpoint.centre.billing.free_sessions import player_sessions_before
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.filing import consequences, ending
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.charges import CLAIMED_AS_FREE, FREE_SESSION, year_around
from masterpoint.schemes import FEDERATIONS

pytestmark = pytest.mark.django_db
DAYS = ("2026-05-05", "2026-06-02", "2026-07-07")


@pytest.fixture(autouse=True)
def standard_charge(federation: Federation, officer: User) -> Any:
    return set_charge(federation, officer, first_day=date(2025, 4, 1))


def party(club: Any, people: list[Person], officer: User, day: Any) -> Any:
    return evening(club, people, officer, day=day, facts={"exempt": "social"})


def standing(filing: Filing) -> Any:
    (charge,) = Charge.objects.filter(subject=filing.receipt, reverses=None, reversed_by=None)
    return charge.amount, charge.detail["code"]


@pytest.mark.parametrize("order", list(permutations(DAYS)))
def test_the_first_of_the_year_is_free_whatever_order_they_are_filed_in(
    club: Organisation, people: list[Person], officer: User, order: tuple[str, ...]
) -> None:
    """Twelve players at 40.5p are £4.86; the two later parties are charged as ordinary sessions."""
    filings = {day: party(club, people, officer, day) for day in order}
    assert [standing(filings[day]) for day in DAYS] == [("0", "03"), ("4.86", "10"), ("4.86", "10")]
    require_sound(club.federation)


@pytest.mark.parametrize("at_once", [1, 50])
def test_those_of_a_year_that_is_charged_late_are_free_in_the_order_of_play(
    club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """Each is charged once: what it costs is known only when all before it are charged."""
    monkeypatch.setattr(charging, "FILINGS_PER_PAGE", at_once)
    others = {
        act: preparation
        for act, preparation in consequences._registrations.items()
        if act is not charging.charge_filings
    }
    with monkeypatch.context() as uncharged:
        uncharged.setattr(consequences, "_registrations", others)
        filings = [party(club, people, officer, day) for day in (*DAYS[::-1], "2026-03-10")]
        ordinary = evening(club, people, officer, day="2026-06-11")
    assert charging.charge_due(club.federation, by=officer) == 5
    assert [standing(filing) for filing in filings] == [("4.86", "10"), ("4.86", "10"), ("0", "03"), ("0", "03")]
    assert (standing(ordinary)[0], Charge.objects.count()) == ("4.86", 5)
    assert charging.charge_due(club.federation, by=officer) == 0
    require_sound(club.federation)


def test_when_the_free_session_is_withdrawn_the_next_one_is_free(
    club: Organisation, people: list[Person], officer: User
) -> None:
    first, second = (party(club, people, officer, day) for day in DAYS[:2])
    assert standing(second) == ("4.86", "10")
    ending.withdraw(first, by=officer, reason="it was rained off")
    assert standing(second) == ("0", "03")
    assert owed_exactly(club) == 0
    require_sound(club.federation)


def test_a_new_year_has_a_free_session_of_its_own(club: Organisation, people: list[Person], officer: User) -> None:
    before, after = (party(club, people, officer, day) for day in ("2026-03-10", "2026-04-14"))
    assert [year_around(FEDERATIONS["ebu"].charging, filing.day)[0].year for filing in (before, after)] == [2025, 2026]
    assert standing(after) == ("0", "03")


def test_teaching_sessions_use_up_none(club: Organisation, people: list[Person], officer: User) -> None:
    evening(club, people, officer, day=DAYS[0], boards=16, facts={"exempt": "teaching"})
    assert standing(party(club, people, officer, DAYS[1])) == ("0", "03")


def test_the_size_of_a_club_is_what_it_played_the_year_before(
    club: Organisation, people: list[Person], officer: User
) -> None:
    """Two evenings of twelve in the year to March 2026; a party of April counts for the next year."""
    for day in ("2025-11-04", "2026-03-10"):
        evening(club, people, officer, day=day)
    assert player_sessions_before(party(club, people, officer, "2026-04-14")) == 24


@pytest.mark.parametrize("scheme", FEDERATIONS)
def test_a_title_says_what_is_free(scheme: str) -> None:
    """Claims are looked for by their titles first, which are cut at two hundred characters."""
    assert all("free" in thing for thing in (FREE_SESSION, CLAIMED_AS_FREE))
    for kind in FEDERATIONS[scheme].charging.kinds.values():
        assert len(f"{kind.title}, code 9999, {CLAIMED_AS_FREE}, collected for you") <= 200
