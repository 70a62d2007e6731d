"""What goes with an event: sheets, deadline, fee."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from answers import existing
from masterpoint.core.errors import MasterpointError
from masterpoint.core.parsing import event_from
from masterpoint.core.tariffs import amount_of
from masterpoint.schemes.nz import FEDERATION
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.office.fees import a_month_after
from schemes.nz.builders import awarded, mitchell, teams, tournament

EDITION = FEDERATION.editions[0]


def remarks_by_clause(raw: dict[str, Any]) -> dict[str, str]:
    remarks = existing(EDITION.formalities)(event_from(raw, {"nz": Facts}))
    return {remark.clause.number: str(remark.message) for remark in remarks}


def test_a_club_night_is_due_at_the_end_of_the_month() -> None:
    formalities = remarks_by_clause(mitchell(7))
    assert "2026-11-30" in formalities["E10.11"]
    assert "session-result" in formalities["E10.10"]
    assert formalities["E8.7a"].startswith("28 players") and formalities["E8.7a"].endswith("$8.40")


def test_a_tournament_is_due_within_a_calendar_month() -> None:
    raw = tournament("8B", 12, 48, day=date(2026, 1, 31))
    raw["sessions"] = [{"boards": 24, "lists": [{"places": "1", "size": 12}]}] * 2
    formalities = remarks_by_clause(raw)
    assert "2026-02-28" in formalities["E10.11"]
    assert "input sheet: tournament-input, with" in formalities["E36.5b"]
    assert "48 players in sessions at $0.50: $24" in formalities["E8.7b"]


def test_teams_have_their_own_sheet() -> None:
    assert "input sheet: teams-result, with" in remarks_by_clause(teams("5A", 10, 60))["E36.5b"]
    assert remarks_by_clause(teams("", 10, 60))["E10.10"] == "result sheet: teams-result"
    assert remarks_by_clause(mitchell(7))["E10.10"] == "result sheet: session-result"


@pytest.mark.parametrize(
    ("entered", "first_day", "clauses"),
    [
        (date(2026, 1, 31), date(2026, 4, 30), []),
        (date(2026, 1, 31), date(2026, 4, 29), ["E7.7"]),
        (date(2026, 11, 15), date(2027, 2, 14), ["E7.7"]),
    ],
)
def test_fees_change_on_three_months_notice(entered: date, first_day: date, clauses: list[str]) -> None:
    amount = amount_of("club_session", FEDERATION.charging.items["club_session"], "0.40", first_day)
    remarks = FEDERATION.charging.entry_remarks(EDITION.book, amount, entered)
    assert [remark.clause.number for remark in remarks] == clauses


def test_the_discount_is_no_fee() -> None:
    """E7.7 speaks of the fees the Board sets; a share may start at once."""
    share = amount_of("discount", FEDERATION.charging.items["discount"], "0.05", date(2026, 5, 1))
    assert not FEDERATION.charging.entry_remarks(EDITION.book, share, date(2026, 4, 30))


def test_a_calendar_month() -> None:
    assert a_month_after(date(2026, 12, 15)) == date(2027, 1, 15)
    assert a_month_after(date(2028, 1, 30)) == date(2028, 2, 29)


def test_players_in_two_lists_are_named_as_they_are_listed() -> None:
    """The same each time: an order of sets differs from one process to the next."""
    numbers = [str(number) for number in range(120, 100, -1)]
    entries = [
        {"place": place, "players": [{"id": number} for number in numbers[2 * place - 2 : 2 * place]]}
        for place in range(1, 11)
    ]
    raw = mitchell(10)
    for ranking in raw["lists"]:
        ranking.pop("places")
        ranking["entries"] = entries
    with pytest.raises(MasterpointError) as refusal:
        awarded(raw)
    problems = [problem for problem in refusal.value.problems if "E3.D5" in problem.clause]
    assert [problem.value for problem in problems] == numbers
