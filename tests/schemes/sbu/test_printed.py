"""Every printed table of the guide, cell by cell as printed; known misprints are named by their reading."""

from __future__ import annotations

import csv
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from answers import of_kind
from handbook_cases import by_rule, printed_tables
from masterpoint.core.derivation import Result, Step
from masterpoint.core.editions import check_programme
from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact, exact
from masterpoint.core.rounding import nearest_whole, up_to_whole
from masterpoint.schemes.sbu import FEDERATION
from masterpoint.schemes.sbu.rules import swiss

PRINTED = printed_tables("sbu")
EDITION = FEDERATION.editions[0]
MOVEMENTS = EDITION.book.figures.conditions


def rows(name: str) -> list[dict[str, str]]:
    with (PRINTED / f"sbu_{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def result_of(form: str = "session", **fields: Any) -> Result:
    raw = {
        "form": form,
        "scheme": "sbu",
        "day": date(2026, 11, 10),
        "contest": "pairs",
        "organiser": {"level": "club"},
        **fields,
    }
    return by_rule(raw)


def ladder_of(size: int, places: int, **fields: Any) -> list[Exact]:
    """What the places 1 to `paid` earn, and that the next place earns nothing."""
    written = " ".join(str(place) for place in range(1, min(size, places + 1) + 1))
    lists = [{"size": size, "places": written}]
    points = [award.points for award in result_of(lists=lists, **fields).awards]
    assert points[places:] == [0] * (len(points) - places)
    return points[:places]


def whole_rows(name: str) -> list[dict[str, str]]:
    return [row for row in rows(name) if row["from"]]


def sizes(row: dict[str, str]) -> range:
    return range(int(row["from"]), int(row["to"]) + 1)


TABLES = {"table2_one_winner_pairs": ("pairs", 6), "table3_individual": ("individual", 3)}
CELLS = [
    (contest, step, size, int(row["points"]))
    for name, (contest, step) in TABLES.items()
    for row in whole_rows(name)
    for size in sizes(row)
] + [("teams", 10, size, int(row["points"])) for row in rows("table4_two_winner_and_teams") for size in sizes(row)]


@pytest.mark.parametrize(("contest", "step", "size", "top"), CELLS)
def test_tables_2_to_4(contest: str, step: int, size: int, top: int) -> None:
    assert ladder_of(size, top // step, contest=contest, boards=24) == list(range(top, 0, -step))


@pytest.mark.parametrize("row", rows("table4_two_winner_and_teams"), ids=lambda row: row["label"])
def test_table_4_for_two_winners(row: dict[str, str]) -> None:
    for size in sizes(row):
        lists = [{"direction": side, "size": size, "places": "1"} for side in ("NS", "EW")]
        points = [award.points for award in result_of(lists=lists, boards=24).awards]
        assert points == ([0, 0] if size == 3 else [int(row["points"])] * 2)  # S-18: the row of three is for teams


def test_the_decrements_and_the_lone_six_of_table_3() -> None:
    """S-04: TABLE 3 ends with a 6 that has no players; the decrements stand below both tables."""
    assert [row["points"] for row in rows("table3_individual") if not row["label"]] == ["6"]
    for name, (_, step) in TABLES.items():
        assert rows(name)[-1] == {"label": "*Decrement", "from": "", "to": "", "open_ended": "", "points": str(step)}


@pytest.mark.parametrize("row", rows("table1_movements"), ids=lambda row: row["movement"])
def test_table_1(row: dict[str, str]) -> None:
    words = row["movement"].lower().replace("share+relay", "share and relay")
    names = {
        "mitchell/bowman with arrow switch": ("mitchell with arrow switch", "bowman with arrow switch"),
        "mitchell including skip and share and relay": ("mitchell", "skip mitchell", "share and relay mitchell"),
    }.get(words, (words,))
    movements = MOVEMENTS.one_winner_movements if row["winners"] == "1" else MOVEMENTS.two_winner_movements
    assert set(names) <= set(movements.value)


def test_table_1_is_whole() -> None:
    movements = {*MOVEMENTS.one_winner_movements.value, *MOVEMENTS.two_winner_movements.value}
    assert len(movements) == len(rows("table1_movements")) + 1 + 2


BONUSES = {"table5_pairs_bonus": "pairs", "table6_individual_bonus": "individual", "table7_teams_bonus": "teams"}


@pytest.mark.parametrize("name", BONUSES)
def test_tables_5_to_7(name: str) -> None:
    for row in rows(name):
        first = int(row["events"])
        for events in range(first, first + 4 if row["or_more"] else first + 1):
            fields = {"contest": BONUSES[name], "games": 20, "counted": events}
            assert ladder_of(9, 3, form="ladder", **fields)[0] == int(row["maximum_bonus"])


@pytest.mark.parametrize("row", rows("major_minor_top_awards"), ids=lambda row: "-".join(row.values()))
def test_top_awards_of_championships(row: dict[str, str]) -> None:
    events = int(row["events"].rstrip("+"))
    for counted in range(events, events + 3 if row["events"].endswith("+") else events + 1):
        fields = {"contest": row["contest"], "games": 20, "counted": counted, "championship": row["status"]}
        assert ladder_of(9, 3, form="ladder", **fields)[0] == int(row["top"])


@pytest.mark.parametrize("row", rows("table8_swiss_match_awards"), ids=lambda row: row["boards"])
def test_table_8(row: dict[str, str]) -> None:
    first = int(row["boards"].rstrip("+"))
    for boards in (first, 19, 32) if row["boards"].endswith("+") else (first,):
        entry = {"place": 1, "matches": [{"boards": boards, "won": 1}]}
        drawn = {"place": 2, "matches": [{"boards": boards, "drawn": 1}]}
        lists = [{"size": 60, "entries": [entry, drawn]}]
        result = result_of("matches", contest="teams", boards=40, matches_planned=3, lists=lists)
        points = [award.points for award in result.awards if award.kind == "matches"]
        assert points == [int(row["win"]), int(row["draw"])]


def test_table_8_is_half_as_much_again_a_board() -> None:
    """What the table follows, so that no cell of it is a slip."""
    for row in rows("table8_swiss_match_awards"):
        boards = int(row["boards"].rstrip("+"))
        assert up_to_whole(Fraction(3 * boards, 2)) == int(row["win"])
        assert swiss.half_rounded_up(int(row["win"])) == int(row["draw"])


EXAMPLE_EVENTS: dict[str, dict[str, Any]] = {
    "18 pairs": {"boards": 24},
    "26 pairs": {"boards": 24},
    "7 pairs": {"boards": 24},
    "15 pairs": {"boards": 24},
    "20 pairs": {"boards": 24},
    "60 pairs": {"boards": 24},
    "8 players": {"boards": 24, "contest": "individual"},
    "12 tables": {"boards": 24, "contest": "teams"},
    "13 tables": {"boards": 24, "contest": "teams"},
    "9.5 tables (10 N/S)": {"boards": 24, "contest": "teams", "size": 10},
    "9.5 tables (9 E/W)": {"boards": 24, "contest": "teams", "size": 9},
    "9 tables": {"boards": 24, "contest": "teams"},
    "36 tables": {"boards": 24, "contest": "teams"},
    "3 tables": {"boards": 24, "contest": "teams"},
    "18 qualifiers (9 tables)": {"form": "ladder", "games": 20, "counted": 12},
}
FINAL = {"form": "final", "original_tables": 30, "facts": {"events": 4}, "size": 35}
FINALS = {
    "23A": {**FINAL, "boards": 24},
    "23B": {**FINAL, "boards": 36},
    "23C": {**FINAL, "form": "consolation", "boards": 24, "premier_tables": 17, "size": 25},
}
MISPRINTS = {  # reading, and the places whose printed award contradicts the rounding the text beside it states
    "23A": ("S-07", {6, 7, 8, 9, 15, 16, 17, 18}),
    "23B": ("S-08", {2, 3, 5, 6, 8, 9, 11, 12, 15, 18}),
    "23C": ("S-09", {4, 5, 6, 7, 9, 10, 11, 12, 13}),
}
LISTS: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
for row in rows("examples_awards"):
    LISTS.setdefault((row["example"], row["list"], row["field"]), []).append((row["place"], row["points"]))


def points_by_place(places: list[str], fields: dict[str, Any]) -> dict[str, Exact]:
    fields = dict(fields)
    size = fields.pop("size")
    last = max(int(place.rstrip("=")) for place in places)
    tied = {int(place.rstrip("=")): places.count(place) for place in places if place.endswith("=")}
    written, place = [], 1
    while place <= last:
        count = tied.get(place, 1)
        written += [f"{place}=" if count > 1 else str(place)] * count
        place += count
    result = result_of(fields.pop("form", "session"), lists=[{"size": size, "places": " ".join(written)}], **fields)
    return {str(award.entry.place): award.points for award in result.awards}


@pytest.mark.parametrize("key", LISTS, ids=" ".join)
def test_every_printed_award_of_the_examples(key: tuple[str, str, str]) -> None:
    example, _, field = key
    fields = FINALS.get(example) or {"size": int(field.split()[0]) if "." not in field else 0, **EXAMPLE_EVENTS[field]}
    got = points_by_place([place for place, _ in LISTS[key]], fields)
    _, misprints = MISPRINTS.get(example, ("", set()))
    for place, printed in LISTS[key]:
        agrees = got[place] == exact(printed)
        assert agrees != (place.isdigit() and int(place) in misprints), f"{place}: {got[place]}, printed {printed}"


@pytest.mark.parametrize("example", MISPRINTS)
def test_the_documented_alternative_is_what_the_book_printed(example: str) -> None:
    """S-07 to S-09: three other ways of rounding, each of which makes the printed list and contradicts the text."""
    printed = [int(points) for key, cells in LISTS.items() if key[0] == example for _, points in cells]
    reading, _ = MISPRINTS[example]
    assert reading in {each.id for each in EDITION.readings if "alternative" in each.taken}
    events = {
        "23A": [nearest_whole(Fraction(200, 18) * (18 - n)) for n in range(18)],
        "23B": [240, *(nearest_whole(Fraction("13.3") * (18 - n)) for n in range(1, 18))],
        "23C": [nearest_whole(132 - Fraction("10.2") * n) for n in range(13)],
    }
    assert printed == events[example]


@pytest.mark.parametrize("row", rows("example8_16_steps"), ids=lambda row: f"{row['example']}-{row['place']}")
def test_steps_of_examples_8_and_16(row: dict[str, str]) -> None:
    fields = {"size": 60} if row["example"] == "8" else {"size": 36, "contest": "teams"}
    assert points_by_place([row["place"]], {**fields, "boards": 24})[row["place"]] == int(row["points"])


def test_example_21_original_list_pays_whoever_wins_the_handicap() -> None:
    pairs = rows("example21_handicap")
    entries = [{"place": int(row["place"]), "name": row["pair"]} for row in pairs]
    result = result_of(boards=24, lists=[{"entries": entries}])
    points = {award.entry.name: award.points for award in result.awards}
    assert [points[row["pair"]] for row in pairs] == [54, 48, 42, 36, 30, 24, 18, 12, 6, *[0] * 17]
    assert pairs[0]["pair_ranked_here_after_handicap"] == "K" and points["K"] == 0
    after = {row["pair"]: exact(row["percentage"]) + exact(row["handicap"]) for row in pairs}
    assert all(after[row["pair"]] == exact(row["new_percentage"]) for row in pairs)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("example24_swiss_teams", {"contest": "teams", "boards": 25}),
        ("example25_swiss_pairs", {"boards": 24, "championship": "major", "facts": {"permission": True}}),
    ],
)
def test_examples_24_and_25(name: str, fields: dict[str, Any]) -> None:
    table = rows(name)
    boards = 5 if "teams" in name else 6
    entries = [
        {"place": int(row["rank"]), "matches": [{"boards": boards, "won": int(row["won"]), "drawn": int(row["drawn"])}]}
        for row in table
    ]
    result = result_of("matches", lists=[{"entries": entries}], **fields)
    for kind, column in (("matches", "match_mps"), ("bonus", "bonus_mps")):
        got = [award.points for award in result.awards if award.kind == kind]
        assert got == [int(row[column] or 0) for row in table]
    totals = [sum(by_colour.values()) for _, by_colour in result.totals()]
    assert totals == [int(row["total_mps"]) for row in table]


@pytest.mark.parametrize("row", rows("minimums"), ids=lambda row: f"{row['contest']} {row['winners']}")
def test_minimum_tables_and_boards(row: dict[str, str]) -> None:
    minimum, contest = int(row["minimum_complete_tables"]), row["contest"]
    seats = {"pairs": 2, "teams": 1, "individual": 4}[contest]

    def pays(tables: int, boards: int) -> bool:
        sides = ("NS", "EW") if row["winners"] == "2" else ("",)
        size = tables * seats // len(sides)
        lists = [{"direction": side, "size": size, "places": "1"} for side in sides]
        return all(award.points for award in result_of(contest=contest, boards=boards, lists=lists).awards)

    assert pays(minimum, 20)
    assert not pays(minimum - 1, 20)
    assert not pays(minimum, int(row["minimum_boards"]) - 1)


FORMATS = {
    "2+ events aggregated": ("aggregated", 2),
    "3+ events aggregated": ("aggregated", 3),
    "4+ rounds aggregated with a restricted final": ("aggregated with restricted final", 4),
    "3+ rounds aggregated with a restricted final": ("aggregated with restricted final", 3),
    "Single Elimination Teams": ("single elimination", 0),
    "Qualifying round and final": ("qualifying and final", 0),
    "All play through": ("all play through", 0),
    "Multiple Teams in one or more sections": ("multiple teams", 0),
    "Carry forward": ("carry forward", 0),
    "Perfect Teams": ("perfect teams", 0),
    "Swiss Pairs": ("swiss", 0),
    "Swiss Teams": ("swiss", 0),
}
SUITABLE = {
    (row["contest"], FORMATS[row["format"]][0]): FORMATS[row["format"]][1] for row in rows("major_suitable_events")
}


@pytest.mark.parametrize("contest", ["pairs", "individual", "teams"])
@pytest.mark.parametrize("form", sorted({name for name, _ in FORMATS.values()} | {"single session", "league"}))
def test_suitable_events_of_a_major(contest: str, form: str) -> None:
    events = SUITABLE.get((contest, form), 9)

    def findings(count: int) -> list[str]:
        nomination = {
            "championship": "major",
            "contest": contest,
            "format": form,
            "events": count,
            "permission": True,
        }
        return [remark.clause.number for remark in check_programme(EDITION, {"nominations": [nomination]})]

    number = {"pairs": "14.4", "individual": "14.5", "teams": "14.6"}[contest]
    assert findings(events) == ([] if (contest, form) in SUITABLE else [number])
    if (contest, form) in SUITABLE and events:
        assert findings(events - 1) == [number]


def test_constants() -> None:
    """The figures the text states, each where the code uses it."""
    printed = {row["item"]: row["value"] for row in rows("constants")}
    steps = EDITION.worksheets["units"].answers(
        EDITION.worksheets["units"].facts(points=int(printed["points per 1.00 LP"]))
    )
    assert [of_kind(Step, step).value for step in steps] == [1]
    threshold = int(printed["Club Master threshold (points)"])
    assert EDITION.ranks.progress({"local": threshold}).rank == "Club Master"
    assert EDITION.ranks.progress({"local": threshold - 1}).rank == ""
    assert ladder_of(9, 3, boards=int(printed["single-session scales cater for boards to"])) == [18, 12, 6]
    with pytest.raises(Refused):
        ladder_of(9, 3, boards=int(printed["single-session scales cater for boards to"]) + 1)
