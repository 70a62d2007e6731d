"""What is true of every charge, whoever plays and in whatever order."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers import of_kind
from masterpoint.core.charges import Assessment, Period, period_end
from masterpoint.core.events import SessionEvent
from masterpoint.core.heads import heads_of, player_sessions
from masterpoint.core.parsing import event_from
from masterpoint.core.tariffs import Item, Tariff, amount_of
from masterpoint.schemes import FACTS, FEDERATIONS, award
from masterpoint.schemes.charging import charge_event

DAY = date(2026, 5, 12)
PER_HEAD = {"ebu": ("standard_charge", "subscription"), "nz": ("club_session", "club sessions")}
MEMBERSHIPS = st.sampled_from(["member", "visitor", "none"])


def session(scheme: str, memberships: list[str], **fields: Any) -> SessionEvent:
    """A session of pairs, each player a member, a visitor or neither."""
    entries = [
        {"place": place, "players": [{"name": f"A {place}", "membership": a}, {"name": f"B {place}", "membership": b}]}
        for place, (a, b) in enumerate(zip(memberships[::2], memberships[1::2], strict=True), 1)
    ]
    raw = {
        "form": "session",
        "scheme": scheme,
        "day": DAY.isoformat(),
        "contest": "pairs",
        "boards": 26,
        "organiser": {"level": "club"},
        "lists": [{"entries": entries}],
        **fields,
    }
    return of_kind(SessionEvent, event_from(raw, FACTS))


def cost(scheme: str, event: SessionEvent, **rates: Any) -> Assessment:
    federation = FEDERATIONS[scheme]
    items = federation.charging.items
    entries = [amount_of(name, items[name], value, DAY) for name, value in rates.items()]
    return charge_event(award(event), federation.printed_tariff.with_amounts(entries))


@pytest.mark.parametrize("scheme", PER_HEAD)
@settings(max_examples=30, deadline=None)
@given(
    memberships=st.integers(4, 12).flatmap(lambda pairs: st.lists(MEMBERSHIPS, min_size=2 * pairs, max_size=2 * pairs)),
    rate=st.fractions(min_value=0, max_value=2, max_denominator=1000),
)
def test_a_club_session_costs_its_players_times_the_rate(scheme: str, memberships: list[str], rate: Fraction) -> None:
    """Members and visitors alike, and exactly, whatever fraction of a penny the rate is."""
    item, kind = PER_HEAD[scheme]
    (charge,) = cost(scheme, session(scheme, memberships), **{item: rate}).charges
    assert charge.kind == kind and charge.amount == len(memberships) * rate
    assert [head.name for head in charge.heads][:2] == ["A 1", "B 1"]


@settings(max_examples=30, deadline=None)
@given(memberships=st.lists(MEMBERSHIPS, min_size=24, max_size=24))
def test_a_county_event_takes_half_from_members_alone(memberships: list[str]) -> None:
    event = session("ebu", memberships, organiser={"level": "county"})
    members = memberships.count("member")
    (charge,) = cost("ebu", event, standard_charge="0.41").charges
    assert charge.amount == Fraction("0.41") * (Fraction(members, 2) + len(memberships) - members)


def test_two_sessions_in_one_filing_cost_what_they_cost_in_two() -> None:
    once = cost("ebu", session("ebu", ["member"] * 24), standard_charge="0.395").total
    total = cost("ebu", session("ebu", ["member"] * 24, sessions=2, boards=52), standard_charge="0.395").total
    assert total == 2 * once


@given(st.permutations([("0.35", 0), ("0.40", 10), ("0.405", 20), ("1/3", 30)]), st.integers(0, 60))
def test_the_order_of_entering_amounts_does_not_matter(entries: list[tuple[str, int]], days: int) -> None:
    item = Item(clause="1.3.2", text="charge")
    first = date(2026, 1, 1)
    tariff = Tariff({"charge": item}).with_amounts(
        amount_of("charge", item, value, first + timedelta(days=day)) for value, day in entries
    )
    expected = max((day, value) for value, day in entries if day <= days)[1]
    assert tariff.value("charge", first + timedelta(days=days)) == Fraction(expected)


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.sampled_from(["month", "quarter", "at once"]))
def test_a_period_ends_on_or_after_its_day_and_is_its_own_end(day: date, period: Period) -> None:
    end = period_end(period, day)
    assert day <= end <= day + timedelta(days=91)
    assert period_end(period, end) == end
    assert period == "at once" or (end + timedelta(days=1)).day == 1


@pytest.mark.parametrize(
    ("scheme", "periods"),
    [
        ("abf", {"levy": "quarter", "congress levy": "at once", "capitation": "quarter", "late file": "at once"}),
        ("ebu", {"subscription": "month", "county charge": "month", "licence fee": "at once"}),
        ("nz", {"club sessions": "quarter", "tournament sessions": "quarter", "A Points": "quarter"}),
        ("wbu", {"licence fee": "at once", "certificates": "at once"}),
    ],
)
def test_charges_are_invoiced_when_the_book_says(scheme: str, periods: dict[str, str]) -> None:
    """ABF 8.1 and 8.2, EBU 1.3.3, NZ E35.4."""
    kinds = FEDERATIONS[scheme].charging.kinds
    assert {name: kinds[name].period for name in periods} == periods


def test_heads_of_lists_without_names_are_as_many_as_may_sit() -> None:
    """Twelve pairs, nine teams of four and a team of eight, ten individuals."""
    sizes = {"pairs": (12, 24), "teams": (9, 36), "individual": (10, 10)}
    for contest, (size, players) in sizes.items():
        event = session("ebu", [], contest=contest, lists=[{"size": size, "entries": [{"place": 1}]}])
        assert player_sessions(heads_of(event)) == players
    eight = session("ebu", [], contest="teams", lists=[{"size": 3, "entries": [{"place": 1, "team_size": 8}]}])
    assert player_sessions(heads_of(eight)) == 16
    assert player_sessions(heads_of(eight, sessions=3)) == 48
