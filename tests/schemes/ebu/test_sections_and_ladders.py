"""4.9 and 4.11 as printed: the statuses of sections, and the awards of ladders."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers import existing
from handbook_cases import by_rule, check_steps, refusal_of
from masterpoint.core.exact import Exact, exact
from schemes.ebu.making import points, rows

TABLES = {
    "club": ("ebu_4.9.5_sections_club.csv", 1),
    "district league": ("ebu_4.9.6_sections_district_league.csv", Fraction(3, 2)),
    "county": ("ebu_4.9.7_sections_county.csv", 2),
}
NAMED: dict[str, Exact] = {"Club": 1, "District": Fraction(3, 2), "County": 2, "Regional": 3, "National": 4}


def sections(level: str, sizes: list[int], **fields: Any) -> dict[str, Any]:
    parts = [{"name": str(n), "lists": [{"places": "1 2 3", "size": size}]} for n, size in enumerate(sizes, 1)]
    return {
        "form": "sections",
        "scheme": "ebu",
        "day": date(2026, 11, 10),
        "organiser": {"level": level},
        "contest": "pairs",
        "boards": 24,
        "facts": {"members_only": level == "county"},
        "parts": parts,
        **fields,
    }


def multiple(cell: str) -> Exact:
    """`District awards`, `2½ x Club awards`, `County` as a multiple of Club."""
    words = cell.removesuffix(" awards")
    return NAMED[words] if words in NAMED else exact(words.split(" x ")[0])


@pytest.mark.parametrize("level", TABLES)
def test_status_of_sections_as_printed(level: str) -> None:
    table = rows(TABLES[level][0])
    for row in table:
        count = int(row["sections"])
        printed = [multiple(row[f"section_{number}"]) for number in range(1, count + 1)]
        winners = points(sections(level, [8] * count))[::3]
        assert winners == [18 * status for status in printed]  # eight pairs: three awards of 6 at Club status


@given(st.sampled_from(sorted(TABLES)), st.lists(st.integers(6, 30), min_size=1, max_size=9))
@settings(max_examples=80, deadline=None)
def test_a_higher_section_of_the_same_size_earns_no_less(level: str, sizes: list[int]) -> None:
    result = by_rule(sections(level, sizes))
    check_steps(result)
    winners = [award.points for award in result.awards if award.entry.place == "1"]
    assert len(winners) == len(sizes)
    for upper, size in enumerate(sizes):
        for lower in range(upper + 1, len(sizes)):
            if sizes[lower] == size:
                assert winners[upper] >= winners[lower]


@given(st.integers(1, 12))
@settings(max_examples=12, deadline=None)
def test_top_and_bottom_section_stay_at_their_limits(count: int) -> None:
    winners = points(sections("county", [8] * count))[::3]
    assert winners[-1] == 36
    assert winners[0] == min(72, 36 + 9 * (count - 1))


AVERAGES = {"up to 8": (3, 8), "9-17": (9, 17), "18+": (18, 40)}


def ladder(unit: str, tables: int | None, **fields: Any) -> dict[str, Any]:
    return {
        "form": "ladder",
        "scheme": "ebu",
        "day": date(2026, 11, 10),
        "organiser": {"level": "club"},
        "contest": "teams",
        "unit": unit,
        "games": 10,
        "counted": 6,
        "average_tables": tables,
        "lists": [{"places": " ".join(str(place) for place in range(1, 14))}],
        **fields,
    }


@pytest.mark.parametrize("unit", ["teams", "pairs", "individual"])
def test_ladder_awards_as_printed(unit: str) -> None:
    for row in rows("ebu_4.11.6_ladder.csv"):
        number, step = int(row[f"{unit}_awards"]), int(row[f"{unit}_step"])
        for tables in AVERAGES[row["average_full_tables"]]:
            figures = [figure for figure in points(ladder(unit, tables), "bonus") if figure]
            assert figures == [step * place for place in range(number, 0, -1)]


@given(st.sampled_from(["teams", "pairs", "individual"]), st.integers(3, 40), st.integers(6, 40), st.booleans())
@settings(max_examples=60, deadline=None)
def test_more_games_and_a_final_never_pay_less(unit: str, tables: int, games: int, final: bool) -> None:
    longer = ladder(unit, tables, games=games, final=final)
    plain = points(ladder(unit, tables), "bonus")
    assert all(longer_points >= less for longer_points, less in zip(points(longer, "bonus"), plain, strict=True))
    check_steps(by_rule(longer))


def test_all_that_is_wrong_with_a_ladder_is_said_at_once() -> None:
    refusal = existing(refusal_of(ladder("teams", None, contest="pairs", counted=5) | {"average_tables": None}))
    clauses = {problem.clause for problem in refusal.problems}
    assert clauses == {"EBU 4.11.3", "EBU 4.11.4", "EBU 4.11.5"}
