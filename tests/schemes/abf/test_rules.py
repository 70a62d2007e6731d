"""What holds for every event of the manual, whatever its size: order, ties, recomputing, both factors named."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from answers import existing
from handbook_cases import by_rule, check_steps
from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.exact import Exact
from masterpoint.core.parsing import event_from
from masterpoint.schemes.abf import FEDERATION

BASE = {"scheme": "abf", "day": "2026-11-10", "contest": "pairs", "organiser": {"level": "national"}}
GRADES = st.sampled_from(sorted(FEDERATION.editions[0].grades))


def award(raw: dict[str, Any]) -> Result:
    return by_rule({**BASE, **raw})


def places(groups: list[int]) -> list[str]:
    """Places of groups of tied contestants: [1, 2, 1] is 1, 2=, 2=, 4."""
    result, place = [], 1
    for size in groups:
        result += [f"{place}=" if size > 1 else str(place)] * size
        place += size
    return result


@given(GRADES, st.lists(st.integers(1, 4), min_size=3, max_size=30), st.integers(12, 40), st.booleans())
def test_a_session_never_pays_a_lower_place_more(grade: str, groups: list[int], boards: int, two: bool) -> None:
    order = " ".join(places(groups))
    lists = [{"direction": "NS", "places": order}, {"direction": "EW", "places": order}] if two else [{"places": order}]
    result = award({"form": "session", "grade": grade, "boards": boards, "lists": lists})
    points = [award.points for award in result.awards][: sum(groups)]
    assert points == sorted(points, reverse=True)
    check_steps(result)


@given(GRADES, st.integers(4, 60))
def test_more_tables_never_pay_the_winner_less(grade: str, tables: int) -> None:
    def winner(size: int) -> Exact:
        lists = [{"direction": way, "places": "1", "size": size} for way in ("NS", "EW")]
        return award({"form": "session", "grade": grade, "boards": 26, "lists": lists}).awards[0].points

    assert winner(tables) <= winner(tables + 1)


@given(GRADES, st.integers(4, 90), st.integers(2, 9))
def test_more_tables_and_sessions_never_pay_an_outright_winner_less(grade: str, tables: int, sessions: int) -> None:
    def winner(tables: int, sessions: int) -> Exact:
        raw = {
            "form": "tournament",
            "grade": grade,
            "boards": 26,
            "facts": {"accelerated": False},
            "sessions": [{"boards": 26}] * sessions,
            "overall": [{"places": "1", "size": tables * 2}],
        }
        return award(raw).awards[0].points

    if grade in ("D", "B5i"):
        grade = "E"
    assert winner(tables, sessions) <= winner(tables + 1, sessions)
    assert winner(tables, sessions) <= winner(tables, sessions + 1)


@given(st.integers(2, 12), st.integers(10, 30))
def test_a_tie_pays_no_more_than_its_best_place_and_no_less_than_its_share(sharing: int, size: int) -> None:
    plain = award({"form": "session", "boards": 26, "lists": [{"places": "1 2 3", "size": size}]})
    order = " ".join(["1", *["2="] * sharing])
    tied = award({"form": "session", "boards": 26, "lists": [{"places": order, "size": max(size, sharing + 1)}]})
    if max(size, sharing + 1) == size:
        assert tied.awards[1].points <= plain.awards[1].points
    assert len({award.points for award in tied.awards[1:]}) == 1


@given(st.permutations(["a", "b", "c", "d"]))
def test_the_order_of_tied_entries_changes_nothing(names: list[str]) -> None:
    entries = [{"place": "2=", "name": name} for name in names]
    raw = {"form": "session", "boards": 26, "lists": [{"size": 14, "entries": [{"place": 1}, *entries]}]}
    assert {row.points for row in award(raw).awards[1:]} == {
        Fraction(19, 100)
    }  # 0.42 x (0.7 + 1/2 + 1/3 + 1/4) / 4 = 0.18725


@given(st.lists(st.integers(-60, 60), min_size=1, max_size=10), st.integers(5, 32))
def test_two_teams_of_a_match_share_one_award_a_match(margins: list[int], boards: int) -> None:
    def side(place: int, sign: int) -> dict[str, Any]:
        return {"place": place, "matches": [{"boards": boards, "margins": [sign * margin for margin in margins]}]}

    raw = {"form": "matches", "contest": "teams", "boards": 24, "lists": [{"entries": [side(1, 1), side(2, -1)]}]}
    result = award(raw)
    check_steps(result)
    each = round(Fraction(8 * boards, 1000) * 100 + Fraction(1, 1000))
    whole = Fraction(each * len(margins), 100)
    assert 0 <= sum(award.points for award in result.awards) - whole <= Fraction(1, 100)


def test_the_explanation_says_which_master_factor_was_used() -> None:
    for method in ("median", "average"):
        facts = {"master_factor": method, "ranks": {"Life": 5, "National": 10, "State": 12}}
        lists = [{"places": "1", "size": 14}]
        result = award({"form": "session", "grade": "B4", "boards": 26, "facts": facts, "lists": lists})
        assert any(f"by the {method}" in str(step.message) for step in result.awards[0].steps)


def test_ranks_of_the_players_serve_as_well_as_counts() -> None:
    players = [{"name": "Ada", "rank": "Life Master"}, {"name": "Ben", "rank": "life"}]
    lists = [{"size": 14, "entries": [{"place": 1, "players": players}]}]
    raw = {"form": "session", "grade": "B4", "boards": 26, "facts": {"master_factor": "median"}, "lists": lists}
    assert award(raw).awards[0].points == Fraction(88, 100)  # 0.70 x 1.25 = 0.875


def test_every_reading_cited_is_in_the_register() -> None:
    edition = FEDERATION.editions[0]
    ids = {reading.id for reading in edition.readings}
    facts = {"rounding": "half_even"}
    lists = [{"direction": "NS", "places": "1 2 3", "size": 15}]
    result = award({"form": "session", "boards": 26, "facts": facts, "lists": lists})
    assert "B-01" in result.readings()
    assert set(result.readings()) <= ids


def test_formalities_name_level_levy_file_and_deadline() -> None:
    edition = FEDERATION.editions[0]
    raw = {**BASE, "form": "session", "grade": "B4", "boards": 26, "lists": [{"places": "1", "size": 14}]}
    messages = {
        remark.clause.number: str(remark.message)
        for remark in existing(edition.formalities)(event_from(raw, schemes.FACTS))
    }
    assert "2.68" in messages["8.3a"]
    assert ".red" in messages["5.4.1"]
    assert "congress" in messages["1.5.2a"]
    assert "2026-12-10" in messages["8.4a"]
