"""Status factors, minimum entries and inter-county status as printed; all that is refused comes at once."""

from __future__ import annotations

import csv
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from answers import of_kind
from handbook_cases import printed_tables
from masterpoint import schemes
from masterpoint.core.derivation import recompute
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent, LeagueEvent
from masterpoint.core.exact import exact
from masterpoint.core.parsing import event_from
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.status import higher, lower, name_of, status_step, statuses
from schemes.ebu.making import BOOK

PRINTED = printed_tables("ebu")


def rows(name: str) -> list[dict[str, str]]:
    with (PRINTED / name).open(encoding="utf-8") as printed:
        return list(csv.DictReader(printed))


def data(level: str = "club", *, form: str = "session", facts: dict[str, Any] | None = None, **fields: Any) -> AnyEvent:
    raw = {
        "form": form,
        "scheme": "ebu",
        "day": date(2026, 11, 10),
        "contest": "pairs",
        "organiser": {"level": level},
        "facts": {"licence": "L1", **(facts or {})},
        **({"boards": 24, "lists": [{"places": "1 2 3 4", "size": 12}]} if form == "session" else {}),
        **fields,
    }
    return event_from(raw, schemes.FACTS)


@pytest.mark.parametrize("row", rows("ebu_3.2_status_factor.csv"), ids=lambda row: row["status"])
def test_status_factors_as_printed(row: dict[str, str]) -> None:
    assert statuses(BOOK)[row["status"].lower()] == exact(row["times_club"])


@pytest.mark.parametrize("row", rows("ebu_3.1.1_minimum_entry.csv"), ids=lambda row: row["clause"])
def test_minimum_entries_as_printed(row: dict[str, str]) -> None:
    contest = next(word for word in ("individual", "pairs", "teams") if word in row["event"])
    is_divided = "two-winner" in row["event"] or "four-winner" in row["event"]
    figures = BOOK.figures.principles
    minimum = figures.minimum_tables_by_direction if is_divided else figures.minimum_tables
    assert minimum.value[contest] == int(row["minimum"])


@pytest.mark.parametrize(
    ("letter", "status"), [("", "National"), ("A", "National"), ("B", "Regional"), ("C", "County"), ("D", "County")]
)
def test_inter_county_status_as_printed(letter: str, status: str) -> None:
    printed = " ".join(row["status"] for row in rows("ebu_1.2.6e_inter_county_status.csv"))
    assert status in printed
    event = data("inter-county", contest="teams", facts={"team_letter": letter})
    assert name_of(BOOK, status_of(BOOK, event)) == status


def test_all_problems_come_at_once() -> None:
    facts = {"restricted_to": "mixed pairs", "sections_scored_as_one": True, "same_boards": False, "fed_by_sessions": 3}
    event = data("club", boards=30, championship="major", grade="galactic", facts=facts)
    with pytest.raises(Refused) as caught:
        status_of(BOOK, event)
    clauses = [problem.clause for problem in caught.value.problems]
    assert clauses == ["EBU 1.2.4", "EBU 1.2.4", "EBU 3.8.1", "EBU 3.2"]
    assert all(problem.fix and problem.message for problem in caught.value.problems)


def test_levels_up_and_down() -> None:
    club = status_step(BOOK, "club", "1.2.1", "test")
    names = [name_of(BOOK, club)]
    status = club
    while name_of(BOOK, status) != "2 x Regional":
        status = higher(BOOK, status, "4.1.7", "test")
        names.append(name_of(BOOK, status))
    assert names == ["Club", "District", "County", "Regional", "National", "2 x Regional"]
    with pytest.raises(Refused, match="not defined"):
        higher(BOOK, status, "4.1.7", "A06: two levels above National")
    assert name_of(BOOK, lower(BOOK, club, "1.6.2", "test")) == "Club"
    assert recompute(status) == 6


@given(
    st.sampled_from(["club", "online club", "district league", "county", "licensed organiser"]),
    st.booleans(),
    st.booleans(),
)
def test_members_only_never_lowers_the_status(level: str, outside: bool, licensed: bool) -> None:
    facts = {"outside_entry": outside, "kind": "licensed" if licensed else "regular"}
    anyone = status_of(BOOK, data(level, facts=facts)).value
    members = status_of(BOOK, data(level, facts={**facts, "members_only": True})).value
    assert anyone <= members


@given(st.integers(3, 60), st.data())
def test_an_invitation_event_is_county_below_a_third(entries: int, drawn: DataObject) -> None:
    outside = drawn.draw(st.integers(0, entries))
    event = data(
        "county",
        lists=[{"places": "1 2 3", "size": entries}],
        facts={"kind": "invitation", "outside_entries": outside},
    )
    status = name_of(BOOK, status_of(BOOK, event))
    assert status == ("County" if Fraction(outside, entries) < Fraction(1, 3) else "Regional")


def league(*divisions: tuple[int, dict[str, Any]]) -> LeagueEvent:
    lists = [{"level": level, "size": 8, "entries": [{"place": 1, **entry}]} for level, entry in divisions]
    return of_kind(LeagueEvent, data("county", form="league", contest="teams", boards=144, divisions=lists))


STRANGER = {"name": "A", "membership": "none"}


@pytest.mark.parametrize(
    "event",
    [
        league((1, {}), (2, {"players": [STRANGER]})),
        league((1, {"team_size": 8, "players": [{**STRANGER, "substitute": True}]})),
        league((1, {"players": [{**STRANGER, "membership": "lapsed"}]})),
    ],
    ids=["bottom division", "reserve of eight", "lapsed member"],
)
def test_non_members_who_do_no_harm_to_county_status(event: LeagueEvent) -> None:
    """1.2.6(c)"""
    assert name_of(BOOK, status_of(BOOK, event)) == "County"


@pytest.mark.parametrize("level", ["club", "county", "inter-county", "licensed organiser"])
def test_a_fact_that_has_nothing_to_do_with_the_status_changes_nothing(level: str) -> None:
    plain = status_of(BOOK, data(level, contest="teams")).value
    assert status_of(BOOK, data(level, contest="teams", facts={"charity": True, "abroad": True})).value == plain
