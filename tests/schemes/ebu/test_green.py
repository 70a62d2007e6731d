"""Chapter 6 as printed, along the real path: knock-out rounds, blocks, Scale G, matches, parameters and leagues."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from answers import existing, of_kind
from handbook_cases import by_rule, check_steps, refusal_of
from masterpoint.core.books import Book
from masterpoint.core.derivation import Step, fact
from masterpoint.core.exact import Exact, exact
from masterpoint.schemes.ebu.rules.green.rounds import drawn_award, match_award
from masterpoint.schemes.ebu.rules.green.scale_g import scale_g
from masterpoint.schemes.ebu.rules.green.standard import reductions, standard_ladder
from schemes.ebu.making import BOOK, places, rows

MISPRINTS = {(6, "win"): "0.21", (6, "draw"): "0.11"}  # E07, E08


def data(form: str, contest: str, *, championship: str = "", **fields: Any) -> dict[str, Any]:
    facts = {"members_only": True, "permission": True, "licence": "L1", **fields.pop("facts", {})}
    return {
        "form": form,
        "scheme": "ebu",
        "day": date(2026, 11, 10),
        "organiser": {"level": "county"},
        "contest": contest,
        "colour": "green",
        "championship": championship,
        "facts": facts,
        **fields,
    }


def green(event: dict[str, Any], kind: str = "ranking") -> list[Exact]:
    return [award.points for award in by_rule(event).awards if (award.kind, award.colour) == (kind, "green")]


# 6.2.2

COLUMNS = {  # teams left in the round: the smallest and the largest of each column
    "round_of_65plus": (65, 128),
    "round_of_33_64": (33, 64),
    "round_of_17_32": (17, 32),
    "round_of_9_16": (9, 16),
    "quarter_final": (5, 8),
    "semi_final": (3, 4),
    "final": (2, 2),
}


def knockout(entry: int, rounds: list[int]) -> dict[str, Any]:
    round_results = [
        {"round": n, "boards": 24, "contestants": left, "byes": left % 2} for n, left in enumerate(rounds, 1)
    ]
    won = [{"round": n, "result": "won"} for n in range(1, len(rounds) + 1)]
    return data(
        "knockout", "teams", championship="major", original_entry=entry, rounds=round_results, entries=[{"rounds": won}]
    )


def entries_of(row: dict[str, str]) -> tuple[int, int]:
    first, _, last = row["total_original_entry_teams"].rstrip("+").partition("-")
    return (int(first), int(last)) if last else (int(first), 200)


def test_knockout_rounds_as_printed() -> None:
    checked = 0
    for row in rows("ebu_6.2.2_county_teams_ko_green.csv"):
        for entry in entries_of(row):
            for column, left in COLUMNS.items():
                if row[column] == "-":
                    continue
                for teams in left:
                    assert green(knockout(entry, [min(teams, entry)]), "matches") == [exact(row[column])]
                    checked += 1
    assert checked == 2 * sum(7 - n for n in range(6)) * 2


def test_least_winning_award_as_printed() -> None:
    """A winner who joined in the second round: every round but the first."""
    for row in rows("ebu_6.2.2_county_teams_ko_green.csv"):
        entry = entries_of(row)[1]
        full = [left[1] for column, left in COLUMNS.items() if row[column] != "-"]
        assert green(knockout(entry, full[1:]), "matches") == [exact(row["minimum_winning_award"])]
        half_more = exact(row["minimum_winning_award"]) + Fraction(1, 2)
        assert green(knockout(entry, full), "matches") == [half_more]


# 6.2.3


@pytest.mark.parametrize("boards", [18, 35, 36, 60])
@pytest.mark.parametrize("teams", range(4, 26))
def test_blocks_to_half_way(boards: int, teams: int) -> None:
    table = rows("ebu_6.2.3_qualifying_blocks_green.csv")
    blocks = [exact(figure) for figure in table[1 if boards < 36 else 2]["blocks"].split(", ")]
    event = data(
        "session", "teams", championship="major", stage="qualifying", boards=boards, lists=[{"places": places(teams)}]
    )
    figures = green(event)
    nonzero = [figure for figure in figures if figure]
    assert len(nonzero) == teams // 2
    assert nonzero == sorted(nonzero, reverse=True)
    sizes = [nonzero.count(block) for block in blocks]
    assert sizes == sorted(sizes)
    assert max(sizes) - min(sizes) <= 1


# 6.3.1 and Scale G


def final(pairs: int, count: int = 8) -> dict[str, Any]:
    lists = [{"places": places(count)}]
    return data("final", "pairs", championship="major", boards=42, original_tables=exact_tables(pairs), lists=lists)


def exact_tables(pairs: int) -> Decimal:
    return Decimal(pairs) / 2


def test_only_the_fourth_place_of_scale_g_rests_on_the_reading_of_its_steps() -> None:
    """6.3.1(b), (c): 1.25, 0.75 and 0.50 less, then 0.25; what the fourth place is less, is read (E09)."""
    ladder = scale_g(BOOK, fact(20, BOOK.clause("6.3.1"), "pairs"))
    assert [step.reading for step in ladder] == ["", "", "", "E09", "", "", ""]
    assert [step.clause.number for step in ladder] == ["6.3.1", *["Scale G"] * 6]


def test_scale_g_as_printed() -> None:
    for row in rows("ebu_scaleG_county_pairs_green.csv"):
        first, _, last = row["total_original_entry_pairs"].rstrip("+").partition("-")
        for pairs in {int(first), int(last or 400)}:
            figures = [figure for figure in green(final(pairs, min(pairs, 22))) if figure]
            printed = [exact(row[place]) for place in ("1st", "2nd", "3rd", "4th") if row[place] != "n/a"]
            assert figures[:4] == printed
            assert len(figures) == int(row["last_place_awarded"])
            if len(figures) > 4:
                assert figures[-1] == Fraction(1, 4)  # E12: by 0.25 down to 0.25
                assert {first - second for first, second in pairwise(figures[3:])} == {Fraction(1, 4)}


@given(st.integers(6, 300))
@settings(max_examples=60, deadline=None)
def test_a_larger_entry_never_pays_the_winner_less(pairs: int) -> None:
    assert green(final(pairs, 5))[0] <= green(final(pairs + 1, 5))[0]


# 6.4


@pytest.mark.parametrize("row", rows("ebu_6.4.8_green_match.csv"), ids=lambda row: row["boards"])
def test_match_awards_as_printed(row: dict[str, str]) -> None:
    boards = int(row["boards"])
    assert match_award(BOOK, boards).value == exact(MISPRINTS.get((boards, "win"), row["win"]))
    assert drawn_award(BOOK, boards).value == exact(MISPRINTS.get((boards, "draw"), row["draw"]))


PARAMETERS = {row["clause"]: row for row in rows("ebu_6.4_one_day_green_parameters.csv")}


def top_of(number: str, tables: int) -> Fraction:
    plus = exact(PARAMETERS[number]["top_award"].split(" + ")[1])
    return Fraction(ceil((Fraction(tables, 24) + plus) * 2), 2)


@pytest.mark.parametrize("contest", ["teams", "pairs"])
@pytest.mark.parametrize("tables", [3, 6, 11, 12, 13, 24, 25, 47, 48, 49, 100])
def test_swiss_parameters_as_printed(contest: str, tables: int) -> None:
    size = tables if contest == "teams" else 2 * tables
    figures = [
        figure for figure in green(data("matches", contest, boards=42, lists=[{"places": places(size)}])) if figure
    ]
    assert len(figures) == ceil(Fraction(size, 6))
    assert figures[0] == top_of("6.4.1" if contest == "teams" else "6.4.2", tables)
    if len(figures) > 1:
        assert figures[-1] == exact(PARAMETERS["6.4.1"]["minimum_award"])
    assert figures == sorted(figures, reverse=True)


@pytest.mark.parametrize("pairs", [12, 20, 31, 48, 49, 97])
def test_play_through_parameters_as_printed(pairs: int) -> None:
    lists = [{"places": places(pairs)}]
    sessions = [{"boards": 24, "lists": lists}, {"boards": 24, "lists": lists}]
    event = data("tournament", "pairs", boards=48, sessions=sessions, overall=lists)
    session = [figure for figure in green(event, "session")[:pairs] if figure]
    assert (session[0], session[-1], len(session)) == (1, Fraction(1, 4), ceil(Fraction(pairs, 3)))
    overall = [figure for figure in green(event, "overall") if figure]
    assert (overall[0], overall[-1], len(overall)) == (top_of("6.4.5(b)", pairs // 2), 1, ceil(Fraction(pairs, 2)))


@pytest.mark.parametrize("carry_forward", [False, True])
@pytest.mark.parametrize("with_c", [False, True])
@pytest.mark.parametrize("pairs", [40, 64, 71, 130])
def test_finals_parameters_as_printed(carry_forward: bool, with_c: bool, pairs: int) -> None:
    number = "6.4.7" if carry_forward else "6.4.6"
    names = ["A", "B", "C", "open"] if with_c else ["A", "B", "open"]
    sizes = [10] * (len(names) - 1)
    sizes.append(pairs - sum(sizes))
    parts = [{"name": name, "lists": [{"places": places(size)}]} for name, size in zip(names, sizes, strict=True)]
    event = data(
        "finals", "pairs", boards=48, carry_forward=carry_forward, qualifying=[{"places": places(pairs)}], parts=parts
    )
    result = by_rule(event)
    tops = [top_of(f"{number}(c)i", pairs // 2)]
    tops.append(tops[0] / 2)
    tops.append(Fraction(ceil(tops[1] * 2), 4))
    open_top = Fraction(ceil(tops[2] * 2), 4) if with_c else 1
    for name, top, roman in zip(names[:-1], tops, ("i", "ii", "iii"), strict=False):
        figures = [award.points for award in result.awards if award.ranking == f"{name} final"]
        minimum = exact(PARAMETERS[f"{number}(c){roman}"]["minimum_award"])
        assert (figures[0], figures[-1], len(figures)) == (top, minimum, 10)
    figures = [award.points for award in result.awards if award.ranking == "open pairs" and award.points]
    assert (figures[0], figures[-1], len(figures)) == (open_top, Fraction(1, 4), ceil(Fraction(sizes[-1], 3)))
    qualifying = [award.points for award in result.awards if award.kind == "session" and award.points]
    assert len(qualifying) == (0 if carry_forward else ceil(Fraction(pairs, 2)))


@given(st.integers(3, 60), st.integers(3, 120))
@settings(max_examples=80, deadline=None)
def test_flight_a_never_starts_below_flight_b_and_nobody_below_half_way_is_paid(upper: int, lower: int) -> None:
    parts = [{"name": name, "lists": [{"places": places(size)}]} for name, size in (("A", upper), ("B", lower))]
    result = by_rule(data("flighted", "teams", boards=42, parts=parts))
    awards = [award for award in result.awards if award.kind == "ranking"]
    by_flight = [[award.points for award in awards if award.ranking == f"flight {name}"] for name in "AB"]
    assert by_flight[0][0] >= by_flight[1][0]
    for figures, size in zip(by_flight, (upper, lower), strict=True):
        assert sum(1 for figure in figures if figure) <= ceil(Fraction(size, 2))


@given(st.lists(st.integers(1, 4), min_size=4, max_size=14))
@settings(max_examples=60, deadline=None)
def test_ties_pay_between_the_minimum_and_their_best_place(groups: list[int]) -> None:
    written, place = [], 1
    for size in groups:
        written += [f"{place}=" if size > 1 else str(place)] * size
        place += size
    result = by_rule(data("matches", "teams", boards=42, lists=[{"places": " ".join(written)}]))
    plain = green(data("matches", "teams", boards=42, lists=[{"places": places(len(written))}]))
    check_steps(result)
    figures = [award.points for award in result.awards if award.kind == "ranking"]
    assert figures == sorted(figures, reverse=True)
    for index, figure in enumerate(figures):
        first = int(written[index].rstrip("=")) - 1
        assert figure <= plain[first]
        assert figure == 0 or figure >= Fraction(1, 4)


def test_the_reductions_can_be_replaced() -> None:
    """6.6: the published formula can be put in without touching a clause."""

    def halving(book: Book[Any], top: Step, minimum: Step, awards: Step) -> list[Step]:
        figures = [max(minimum.value, top.value / 2**place) for place in range(of_kind(int, awards.value))]
        return [fact(figure, book.clause("6.6"), "halved") for figure in figures]

    steps = [fact(value, BOOK.clause("6.6"), "given") for value in (Fraction(2), Fraction(1, 4), 5)]
    edition = replace(BOOK, rules={reductions: halving})
    values = [step.value for step in standard_ladder(edition, *steps)]
    assert values == [2, 1, Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]


# 6.5


def league(division: int, boards: int, teams: int, won: int = 1) -> dict[str, Any]:
    entries = [{"place": place, "matches": [{"boards": boards, "won": won, "lost": 1}]} for place in range(1, 5)]
    event = data("league", "teams", boards=168, divisions=[{"level": division, "size": teams, "entries": entries}])
    return event | {"organiser": {"level": "inter-county"}}


def test_league_matches_as_printed() -> None:
    for row in rows("ebu_6.5.5_inter_county_matches.csv"):
        first, _, last = row["boards_per_match"].rstrip("+").partition("-")
        for boards in (max(1, int(first)), int(last or 40)):
            for division in (1, 2, 3):
                printed = row[f"division_{division}"]
                expected = 0 if printed == "-" else exact(printed)
                assert green(league(division, boards, 8), "matches") == [expected] * 4


def test_league_bonus_wins_as_printed() -> None:
    for row in rows("ebu_6.5.5_inter_county_ranking.csv"):
        first, _, last = row["teams_in_division"].rstrip("+").partition("-")
        for teams in (max(4, int(first)), int(last or 30)):
            wins = [0 if row[place] == "-" else int(row[place].split()[0]) for place in ("1st", "2nd", "3rd")]
            assert green(league(1, 24, teams)) == [Fraction(3, 4) * win for win in wins] + [0]


@given(st.integers(1, 3), st.integers(1, 40), st.integers(5, 20), st.integers(0, 6))
@settings(max_examples=60, deadline=None)
def test_green_and_local_together_are_what_the_league_pays_in_local(
    division: int, boards: int, teams: int, won: int
) -> None:
    event = league(division, boards, teams, won)
    plain = {**event, "colour": "local", "facts": {**event["facts"], "team_letter": "ABC"[division - 1]}}
    plain["divisions"] = [{**plain["divisions"][0], "level": 1}]
    mixed, local = by_rule(event), by_rule(plain)
    check_steps(mixed)
    for kind in ("matches", "ranking"):
        lists = [
            [award.points for award in mixed.awards if (award.kind, award.colour) == (kind, c)]
            for c in ("green", "local")
        ]
        whole = [award.points for award in local.awards if award.kind == kind]
        assert [max(rest, 0) for rest in [w - 100 * g for g, w in zip(lists[0], whole, strict=True)]] == lists[1]


def test_all_that_is_wrong_with_a_green_event_is_said_at_once() -> None:
    event = data(
        "matches", "teams", boards=42, style="multiple", facts={"permission": False}, lists=[{"places": "1 2 3"}]
    )
    refusal = existing(refusal_of(event | {"organiser": {"level": "club"}}))
    assert {problem.clause for problem in refusal.problems} == {"EBU 6.1.1", "EBU 6.1.4", "EBU 6.4.4"}
