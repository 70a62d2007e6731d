"""All 2,142 cells of Tables 1A to 3C as printed, and every other printed table of the manual."""

from __future__ import annotations

import csv
from datetime import date
from fractions import Fraction

import pytest

from answers import existing, of_kind
from handbook_cases import printed_tables
from masterpoint.core.derivation import Step, fact, recompute
from masterpoint.core.editions import work_out
from masterpoint.core.exact import exact, rational
from masterpoint.schemes.abf import FEDERATION
from masterpoint.schemes.abf.rules.awards import consolations
from masterpoint.schemes.abf.rules.awards.consolations import Consolation
from masterpoint.schemes.abf.rules.awards.formulae import outright_winner, session_winner
from masterpoint.schemes.abf.rules.awards.placing import place_ladder
from masterpoint.schemes.abf.rules.awards.rounding import round_award
from masterpoint.schemes.abf.rules.grades import factors, national_events
from masterpoint.schemes.abf.rules.levies import capitation

PRINTED = printed_tables("abf")
EDITION = FEDERATION.editions[0]
BOOK = EDITION.book
FIGURES = BOOK.figures
GRADES = FIGURES.grades.weights.value
WEIGHT = {"A": Fraction(1), "B": Fraction(3, 2), "C": Fraction(5, 2)}


def rows(name: str) -> list[dict[str, str]]:
    with (PRINTED / f"abf_{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def step(value: Fraction | int) -> Step:
    return fact(value, BOOK.clause("3.1.3a"), "given")


@pytest.mark.parametrize("table", ["1A", "1B", "1C", "2A", "2B", "2C"])
def test_session_table(table: str) -> None:
    winners = 2 if table[0] == "1" else 1
    for row in rows(f"table_{table}"):
        tables = int(row["T"])
        printed = [exact(cell) for name, cell in row.items() if name != "T" and cell]
        winner = session_winner(BOOK, winners, step(WEIGHT[table[1]]), step(tables))
        ladder = [round_award(BOOK, "half_up", item) for item in place_ladder(BOOK, winner, step(len(printed)))]
        assert [entry.value for entry in ladder] == printed, f"{table} T={tables}"
        assert all(recompute(element) == element.value for element in ladder)
        assert len(printed) == min(9, tables // 2 if winners == 2 else tables)


@pytest.mark.parametrize("table", ["3A", "3B", "3C"])
def test_outright_table(table: str) -> None:
    for row in rows(f"table_{table}"):
        for name, cell in row.items():
            if name.startswith("S="):
                winner = outright_winner(BOOK, step(WEIGHT[table[1]]), step(int(row["T"])), step(int(name[2:])))
                assert round_award(BOOK, "half_up", winner).value == exact(cell), f"{table} T={row['T']} {name}"


def test_there_are_2142_cells() -> None:
    cells = sum(
        bool(cell)
        for table in ["1A", "1B", "1C", "2A", "2B", "2C", "3A", "3B", "3C"]
        for row in rows(f"table_{table}")
        for cell in row.values()
    )
    lines = sum(len(rows(f"table_{table}")) for table in ["1A", "1B", "1C", "2A", "2B", "2C", "3A", "3B", "3C"])
    assert cells - lines == 2142


def test_half_even_as_the_text_says_misses_36_cells() -> None:
    wrong = 0
    for table in ("1A", "1B", "1C", "2A", "2B", "2C"):
        for row in rows(f"table_{table}"):
            printed = [exact(cell) for name, cell in row.items() if name != "T" and cell]
            winner = session_winner(BOOK, 2 if table[0] == "1" else 1, step(WEIGHT[table[1]]), step(int(row["T"])))
            ladder = [
                round_award(BOOK, "half_even", item).value for item in place_ladder(BOOK, winner, step(len(printed)))
            ]
            wrong += sum(first != second for first, second in zip(ladder, printed, strict=True))
    assert wrong == 36


def test_sixty_places_decide_every_rounding_far_beyond_the_tables() -> None:
    for weight in (Fraction(1, 2), Fraction(15, 4), Fraction(10)):
        for tables in range(1, 400, 7):
            for sessions in range(2, 30, 3):
                value = outright_winner(BOOK, step(weight), step(tables), step(sessions)).value
                rest = (rational(value) * 100) % 1
                assert abs(rest - Fraction(1, 2)) > Fraction(1, 10**12)


def test_grades() -> None:
    for row in rows("grades"):
        grade = GRADES[row["grade"]]
        assert grade.colour == row["type"].lower()
        assert (grade.pairs, grade.teams) == (exact(row["pairs_weight"]), exact(row["teams_weight"]))


@pytest.mark.parametrize("row", rows("multiplying_factors"), ids=lambda row: f"{row['grade']} {row['type']}")
def test_multiplying_factors_give_the_weights(row: dict[str, str]) -> None:
    table = WEIGHT[row["tables_used"].split()[0].rstrip("&")[-1]]
    for grade in row["grade"].replace(" and ", ", ").split(", "):
        for contest in row["type"].split(" & "):
            weight = GRADES[grade].pairs if contest == "Pairs" else GRADES[grade].teams
            assert table * exact(row["session_factor"]) == weight
            assert table * exact(row["outright_factor"]) == weight


@pytest.mark.parametrize("row", rows("match_awards"), ids=lambda row: row["boards"])
def test_match_awards(row: dict[str, str]) -> None:
    award, margin = work_out(EDITION, "match-award", {"boards": int(row["boards"])})
    assert of_kind(Step, award).value == exact(row["winner_award"])
    printed = row["imp_margin_for_a_win"]
    assert of_kind(Step, margin).value == (int(printed[1:]) + 1 if printed.startswith(">") else int(printed))


def test_awards_per_board() -> None:
    for row in rows("per_board_awards"):
        word = row["grade"].removeprefix("Grade ").removeprefix("All Grades ")
        grades = {"B5/B5I": ("B5", "B5i"), "B4": ("B4", "B4c", "B4s")}.get(word, (word,))
        for grade in grades:
            assert GRADES[grade].teams * FIGURES.matches.per_board.value == exact(row["award_per_board"])
            assert GRADES[grade].colour == row["colour"]


def test_master_factors() -> None:
    names = {"Grad.": "Graduate"}
    for row in rows("master_factors"):
        line = row.pop("grade")
        for grade in [
            word for word in line.replace("Grade ", "").replace("&", ",").replace(" ", "").split(",") if word
        ]:
            for rank, factor in row.items():
                assert factors.factor_of(BOOK, grade, names.get(rank, rank)) == exact(factor)


def test_ranks() -> None:
    printed = [
        (row["rank"], *(int(row[name] or 0) for name in ("total", "red_and_gold", "gold", "note")))
        for row in rows("ranks")
    ]
    assert list(FIGURES.ranks.ranks.value) == printed
    assert len(printed) == 21


def test_levies_and_capitation() -> None:
    for row in rows("levies"):
        for grade in row["grades"].split(", "):
            assert FIGURES.levies.levy.value[grade] == exact(row["dollars_per_masterpoint"])
    full, reduced, nil = [row["fee"].strip("$*") for row in rows("capitation")]
    assert [capitation.fee_on(BOOK, date(2026, month, 1)) for month in (4, 9, 10, 12, 1, 3)] == [
        exact(full),
        exact(full),
        exact(reduced),
        exact(reduced),
        0,
        0,
    ]
    assert nil == "Nil"


def test_reciprocity() -> None:
    for row, rate in zip(rows("reciprocity"), FIGURES.members.rates.value.values(), strict=True):
        assert (row["one_foreign_point"], row["colour"]) == (rate.source, rate.colour)
        assert exact(row["australian_points"]) == rate.rate


def test_consolation_tables() -> None:
    for row, count in zip(rows("consolation_session_factors"), (1, 2, 5), strict=True):
        printed = [exact(row[name]) for name in ("first", "second", "third", "others") if row[name]]
        for number in range(1, count + 1):
            expected = printed[min(number, len(printed)) - 1]
            assert consolations.session_factor(BOOK, Consolation(number, count, graded=True)) == expected
    shares = {  # abf_consolation_outright.csv, in words
        (1, 1, True): "1/4",
        (2, 3, False): "1/5",
        (1, 2, True): "1/3",
        (2, 2, True): "1/5",
        (1, 3, True): "1/3",
        (2, 3, True): "1/4",
        (3, 3, True): "1/5",
        (4, 6, True): "1/6",
    }
    for (number, size, graded), share in shares.items():
        assert consolations.consolation_share(BOOK, Consolation(number, size, graded)).value == exact(share)


def test_gold_events_are_data() -> None:
    printed = rows("gold_events")
    assert [line.event for line in national_events.listed_events(BOOK)] == [row["event"] for row in printed]
    for row in printed:
        assert (
            existing(national_events.listed_event(BOOK, row["event"])).clause == row["clause"]
            or row["event"] == "Interstate Teams"
        )
