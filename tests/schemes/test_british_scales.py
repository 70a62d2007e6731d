"""What the English and Welsh books lay down alike, each tried along its own path: shares, limits, growth, status."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isqrt
from types import ModuleType

import pytest

from masterpoint.core.exact import rational
from schemes.british_events import awarded, counts, field, payouts, places, points, read_down, two_winners
from schemes.ebu import making as ebu
from schemes.wbu import making as wbu

BOOKS = {"ebu": ebu, "wbu": wbu}
CONTESTS = {"teams_and_2winner": "teams", "1winner_pairs": "pairs"}
COLUMNS = CONTESTS | {"1winner_individual": "individual"}
LEVELS = range(5)
"""Club, District, County or Area, Regional, National."""
MULTIPLES = (1, Fraction(3, 2), 2, 3, 4, 6)
"""Of Club, for each of them and for the level above National."""


@pytest.fixture(params=BOOKS)
def scheme(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def book(scheme: str) -> ModuleType:
    return BOOKS[scheme]


def printed_rows(name: str) -> list[pytest.ParameterSet]:
    """The rows of a table that each book prints."""
    return [
        pytest.param(book, row, id=f"{scheme} {' '.join(list(row.values())[:2])}")
        for scheme, book in BOOKS.items()
        for row in book.rows(f"{scheme}_{name}.csv")
    ]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("column", CONTESTS)
def test_basic_scale_continued_as_printed(scheme: str, book: ModuleType, level: int, column: str) -> None:
    status, contest = book.STATUSES[level], CONTESTS[column]
    name = f"{scheme}_scale{'ABCDE'[level]}_{status}_basic"
    table = book.rows(f"{name}_36plus_continued.csv") + book.rows(f"{name}.csv")
    table = [row for row in table if row.get("tables_36plus_boards") or row[column]]
    for index, row in enumerate(table):
        tables = next(iter(counts(row["tables_36plus_boards"])), 0)
        cells = read_down(table, index, column)
        if tables > 20 and cells and (column == "teams_and_2winner" or tables <= 50):
            event = book.raw_event("session", contest, status, boards=36, lists=field(contest, tables))
            assert payouts(event) == cells, tables


@pytest.mark.parametrize(("book", "row"), printed_rows("4.4.9_sqrt_maximum"))
def test_growth_with_the_square_root_as_printed(book: ModuleType, row: dict[str, str]) -> None:
    event = book.raw_event("session", boards=24, lists=field("pairs", int(row["tables"]), shown=1))
    assert points(event) == [int(row["actual_maximum_award_club_1winner_18_35"])]


@pytest.mark.parametrize(("book", "row"), printed_rows("scaleA_to_E_notes_limits"))
def test_notes_of_the_scales_as_printed(book: ModuleType, row: dict[str, str]) -> None:
    status, note, figure = row["status"].lower(), row["boards"], int(row["points"])
    if note == "minimum award":  # far down a list beyond its limit
        event = book.raw_event("session", "teams", status, boards=18, lists=field("teams", 180))
        assert payouts(event)[-1] == figure
        return
    boards = {"12-17": 12, "18-35": 18, "36+": 36}[note.split()[0]]
    qualifying = "qualifying" in note
    minimum = 30 if boards < 36 else 36 if qualifying else 60
    stage = "qualifying" if qualifying else ""
    event = book.raw_event(
        "session", "teams", status, boards=boards, stage=stage, lists=field("teams", minimum, shown=1)
    )
    assert points(event) == [figure]


@pytest.mark.parametrize(("contest", "maximum"), [("teams", 60), ("pairs", 50), ("individual", 50)])
@pytest.mark.parametrize("beyond", [1, 15, 75])
def test_a_long_event_grows_beyond_its_limit(book: ModuleType, contest: str, maximum: int, beyond: int) -> None:
    """4.4.9 with the limit of 4.4.6: 300 × √(tables ÷ limit tables), rounded up."""
    tables = maximum + beyond
    square = 300 * 300 * tables
    root = isqrt(square // maximum)
    while root * root * maximum < square:
        root += 1
    event = book.raw_event("session", contest, boards=36, lists=field(contest, tables, shown=1))
    assert points(event) == [root]


@pytest.mark.parametrize("contest", ["pairs", "individual"])
def test_directions_have_the_same_awards(book: ModuleType, contest: str) -> None:
    lists = two_winners(12, contest)
    assert points(book.raw_event("session", contest, boards=24, lists=lists)) == [40, 30, 20, 10, *[0] * 8] * len(lists)


@pytest.mark.parametrize(("boards", "share"), [(12, 4), (17, 4), (18, 6), (35, 6), (36, 8), (71, 8)])
def test_share_of_the_field_at_each_edge(book: ModuleType, boards: int, share: int) -> None:
    """4.1.2 for 16 tables of teams: a quarter, a third (5⅓, so 6), a half."""
    assert len(payouts(book.raw_event("session", "teams", boards=boards, lists=field("teams", 16)))) == share


@pytest.mark.parametrize("level", LEVELS)
def test_seventy_two_boards_raise_the_status(book: ModuleType, level: int) -> None:
    event = book.raw_event("session", "teams", book.STATUSES[level], boards=72, lists=field("teams", 10))
    assert payouts(event) == [int(MULTIPLES[level + 1] * figure) for figure in (50, 40, 30, 20, 10)]
    assert "4.1.7" in {step.clause.number for step in awarded(event).awards[0].steps}


def test_half_tables_are_ignored(book: ModuleType) -> None:
    lists = [{"places": places(19)}]
    assert payouts(book.raw_event("session", boards=24, lists=lists)) == [36, 30, 24, 18, 12, 6]


def test_teams_of_36_boards_are_told_of_match_awards(book: ModuleType) -> None:
    result = awarded(book.raw_event("session", "teams", boards=36, lists=field("teams", 10)))
    assert "4.5.1" in {remark.clause.number for remark in result.remarks}
    result = awarded(book.raw_event("session", "teams", boards=35, lists=field("teams", 10)))
    assert "4.5.1" not in {remark.clause.number for remark in result.remarks}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("column", COLUMNS)
def test_special_quali_final_scale_as_printed(scheme: str, book: ModuleType, level: int, column: str) -> None:
    """Club and District are printed; County or Area is Club × 2, Regional District × 2, National Club × 4."""
    status = ("club", "district", "club", "district", "club")[level]
    times = (1, 1, 2, 2, 4)[level]
    contest, table = COLUMNS[column], book.rows(f"{scheme}_scaleQF_special_qualifinal.csv")
    checked = 0
    for index, row in enumerate(table):
        cells = [times * cell for cell in read_down(table, index, f"{status}_{column}")]
        for tables in counts(row["original_full_tables"]):
            if not cells:
                continue
            size = max(4, len(cells))
            fields = {"boards": 36, "original_tables": tables, "lists": [{"places": places(size)}]}
            assert payouts(book.raw_event("matches", contest, book.STATUSES[level], **fields)) == cells, tables
            checked += 1
    assert checked >= 40


LIMITS = {  # contest: tables at which a final and a lesser stage reach their limit (4.4.7, note 5)
    "teams": (65, 40),
    "pairs": (55, 33),
    "individual": (55, 33),
}


@pytest.mark.parametrize("contest", LIMITS)
@pytest.mark.parametrize("level", LEVELS)
def test_limit_of_a_final_and_of_a_lesser_stage(book: ModuleType, contest: str, level: int) -> None:
    for last, limit, tables in zip((True, False), (300, 180), LIMITS[contest], strict=True):
        fields = {"boards": 24, "original_tables": tables, "last": last, "lists": [{"places": places(8)}]}
        assert payouts(book.raw_event("final", contest, book.STATUSES[level], **fields))[0] == limit * MULTIPLES[level]


@pytest.mark.parametrize("tables", [66, 130, 260])
def test_growth_beyond_the_limit_of_a_final(book: ModuleType, tables: int) -> None:
    """4.4.9: 300 × √(tables ÷ 65), rounded up."""
    event = book.raw_event("final", "teams", boards=24, original_tables=tables, lists=[{"places": places(20)}])
    top = rational(payouts(event)[0])
    assert (top - 1) ** 2 * 65 < 300 * 300 * tables <= top**2 * 65


CLUB, DISTRICT, MIDDLE, _, NATIONAL = LEVELS


@pytest.mark.parametrize(
    ("boards", "stages", "finalists", "level", "becomes"),
    [
        (24, 1, 8, MIDDLE, 2),
        (36, 1, 8, MIDDLE, 3),  # 4.2.5
        (72, 1, 8, MIDDLE, 3),  # A07: one level only
        (24, 2, 8, MIDDLE, 3),  # 4.2.6: half of the field
        (24, 2, 9, MIDDLE, 2),  # more than half
        (36, 2, 8, MIDDLE, 3),  # never two levels
        (17, 1, 8, MIDDLE, "3/2"),  # 4.2.7
        (17, 2, 8, MIDDLE, 2),  # they cancel
        (17, 2, 9, MIDDLE, "3/2"),
        (12, 1, 8, CLUB, "3/4"),  # half of District
        (17, 1, 8, DISTRICT, 1),
        (36, 1, 8, NATIONAL, 6),
    ],
)
def test_moves_of_the_status(
    book: ModuleType, boards: int, stages: int, finalists: int, level: int, becomes: int | str
) -> None:
    event = book.raw_event(
        "final",
        "pairs",
        book.STATUSES[level],
        boards=boards,
        stages_before=stages,
        original_tables=16,
        lists=two_winners(finalists),
    )
    assert payouts(event) == [ceil(Fraction(becomes) * figure) for figure in (72, 54, 36, 18)] * 2
