"""Printed tables whose cells are words: each row is read as printed and tried at both ends of what it says."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from answers import existing, of_kind
from handbook_cases import by_rule, printed_tables
from masterpoint import schemes
from masterpoint.core.derivation import Remark, Step
from masterpoint.core.editions import work_out
from masterpoint.core.exact import exact, rational
from masterpoint.schemes.wbu import FEDERATION
from masterpoint.schemes.wbu.rules.organisations.organisers import team_status

HERE = Path(__file__).parent
BOOKS = ("ebu", "wbu")
WBU = FEDERATION.editions[0].book
SIX_BOARDS = Fraction(9)  # 4.6.3: six boards at Club status, 1 1/2 a board
QUALIFIED_ENTRY, CONSOLATION_ENTRY, PREMIER = 96, 120, 6


def printed_rows(book: str, name: str) -> list[dict[str, str]]:
    with (printed_tables(book) / f"{book}_{name}.csv").open(encoding="utf-8") as table:
        return list(csv.DictReader(table))


def ends(words: str, entry: int) -> list[int]:
    """Teams just above what the row leaves out, and exactly what it ends with."""
    results = []
    for bound, share in re.findall(r"(more than|up to)?\s*(\d+/\d+)", words):
        results.append(int(Fraction(share) * entry) + (bound == "more than"))
    return results


def factor(words: str) -> Fraction:
    return Fraction(1) if words == "no change" else rational(exact(words.removeprefix("x ")))


def match_award(book: str, teams: int, **fields: Any) -> object:
    """What one six-board match earns the winner of a final of so many teams."""
    entries = [{"place": place, "matches": [{"boards": 6, "won": 1, "lost": 5}]} for place in range(1, teams + 1)]
    raw = {"form": "matches", "scheme": book, "day": "2026-11-10", "contest": "teams", "boards": 36}
    data = raw | {"organiser": {"level": "club"}, "lists": [{"entries": entries}]} | fields
    return next(award.points for award in by_rule(data).awards if award.kind == "matches")


QUALIFIED = [(book, row) for book in BOOKS for row in printed_rows(book, "4.6.6_qualified_match_factor")]
CONSOLED = [(book, row) for book in BOOKS for row in printed_rows(book, "4.6.7_consolation_match_factor")]


@pytest.mark.parametrize(("book", "row"), QUALIFIED, ids=lambda part: str(part)[:60])
def test_match_awards_of_those_who_qualified(book: str, row: dict[str, str]) -> None:
    for teams in ends(row["proportion_qualified"], QUALIFIED_ENTRY):
        award = match_award(book, teams, original_tables=QUALIFIED_ENTRY)
        assert award == ceil(SIX_BOARDS * factor(row["increase"])), teams


@pytest.mark.parametrize(("book", "row"), CONSOLED, ids=lambda part: str(part)[:60])
def test_match_awards_of_a_consolation(book: str, row: dict[str, str]) -> None:
    for teams in ends(row["proportion_in_consolation"], CONSOLATION_ENTRY):
        award = match_award(book, teams, original_tables=CONSOLATION_ENTRY, premier_tables=PREMIER)
        assert award == ceil(SIX_BOARDS * factor(row["increase"])), teams


@pytest.mark.parametrize("row", [row for row in printed_rows("nz", "E8_overseas") if row["points"].startswith("ABF ")],
                         ids=lambda row: row["points"])  # fmt: skip
def test_points_earned_in_australia(row: dict[str, str]) -> None:
    colour = row["points"].removeprefix("ABF ")
    gives, receives = existing(re.fullmatch(rf"(\d+) {colour} = (\d+) [AB]", row["rate"])).groups()
    place = "abf-gold-event" if colour == "Gold" else "holiday"
    facts = {"points": 12 * int(gives), "kind": colour.lower(), "where": place}
    answers = work_out(schemes.edition_named("nz", "2008"), "overseas", facts)
    assert of_kind(Step, answers[0]).value == 12 * int(receives)


def test_inter_area_leagues_as_printed() -> None:
    """Each row adds a team per Area: what it prints of the last letter, and `and so on` for those after it."""
    numbers = {"National": 4, "Regional": 3, "Area": 2}
    rows = printed_rows("wbu", "3.2.7h_inter_area_status")
    last = [re.findall(r"National|Regional|Area", row["status"])[-1] for row in rows]
    assert rows[-1]["status"].endswith("and so on")
    assert [team_status(WBU, letter).value for letter in "ABCD"] == [numbers[name] for name in (*last, last[-1])]


@pytest.mark.parametrize(
    "row", [row for row in printed_rows("nz", "E6_grades") if row["page"] == "E6"], ids=lambda row: row["grade"]
)
def test_new_zealand_grades_as_printed(row: dict[str, str]) -> None:
    """A holding inside what the row prints has that grade; N-10 decides the edges and is tested by its own cases."""
    bounds = [int(number) for number in re.findall(r"\d+", row["rating_points"])]
    values = {"more": bounds[0] + 1, "at": bounds[0] + 1, "not": bounds[0] - 1}[row["rating_points"].split()[0]]
    facts = {"rating_points": values, "a_points": 5}
    (graded,) = [
        answer for answer in work_out(schemes.edition_named("nz", "2008"), "grade", facts) if isinstance(answer, Remark)
    ]
    assert str(graded.message).startswith(f"{row['grade']}:")
