"""The same event under every book: the same entries, honest assumptions, and the clause that makes the difference."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from answers import existing
from masterpoint import schemes
from masterpoint.core.events import AnyEvent
from masterpoint.core.exact import Exact
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.compare import Column, Comparison, compare, level_in, translate

DAY = date(2026, 11, 15)

BASE = {"form": "session", "scheme": "ebu", "day": date(2026, 11, 10), "contest": "pairs", "boards": 24}
EXAMPLES = [
    pytest.param(text, id=f"{federation.code} {name}")
    for federation in FEDERATIONS.values()
    for name, text in federation.editions[-1].book.examples.items()
]


def event(**fields: Any) -> AnyEvent:
    return event_from({**BASE, "organiser": {"level": "club"}, **fields}, schemes.FACTS)


def columns(comparison: Comparison) -> dict[str, Column]:
    return {column.scheme: column for column in comparison.columns}


def figures(comparison: Comparison, scheme: str) -> list[Exact]:
    return [sum(cell.points.values(), Fraction(0)) for cell in columns(comparison)[scheme].cells]


def divergence_of(comparison: Comparison, first: str, second: str) -> tuple[str, str, str] | None:
    """The aspect, and the clause on either side, of two books."""
    for divergence in comparison.divergences:
        sides = {side.scheme: str(side.step.clause) if side.step else "" for side in divergence.sides}
        if set(sides) == {first, second}:
            return divergence.aspect, sides[first], sides[second]
    return None


def test_every_book_has_a_column_and_every_pair_that_awards_a_divergence() -> None:
    comparison = compare(event(lists=[{"places": "1 2 3 4 5 6 7 8"}]))
    assert list(columns(comparison)) == list(FEDERATIONS)
    awarded = [column for column in comparison.columns if column.result]
    assert len(comparison.divergences) == len(awarded) * (len(awarded) - 1) // 2
    assert {"ebu", "sbu"} <= {column.scheme for column in awarded}


def test_whole_tables_are_paid_alike_in_england_and_scotland() -> None:
    """18 pairs, one winner: six awards of six points a place in both books."""
    comparison = compare(event(lists=[{"size": 18, "places": "1 2 3 4 5 6 7"}]))
    assert figures(comparison, "ebu") == figures(comparison, "sbu") == [36, 30, 24, 18, 12, 6, 0]
    assert divergence_of(comparison, "ebu", "sbu") == ("nothing", "", "")


def test_a_half_table_is_ignored_in_england_and_counted_in_scotland() -> None:
    """Nine and a half tables: ten pairs North-South are nine tables to the one and ten pairs to the other."""
    lists = [{"direction": "NS", "places": "1 2 3 4 5 6 7 8 9 10"}, {"direction": "EW", "places": "1 2 3 4 5 6 7 8 9"}]
    comparison = compare(event(lists=lists))
    assert figures(comparison, "ebu")[:4] == [30, 20, 10, 0]
    assert figures(comparison, "sbu")[:4] == [40, 30, 20, 10]
    assert divergence_of(comparison, "ebu", "sbu") == ("number of awards", "EBU 4.1.2", "SBU 4.3")


def test_the_number_of_awards_parts_them_even_where_too_few_are_listed_to_show_it() -> None:
    lists = [{"direction": "NS", "size": 10, "places": "1 2"}, {"direction": "EW", "size": 9, "places": "1"}]
    assert divergence_of(compare(event(lists=lists)), "ebu", "sbu") == ("number of awards", "EBU 4.1.2", "SBU 4.3")


def test_a_tie_for_the_last_award() -> None:
    """Twelve tables, two tie for fourth: England shares 10 and nothing, at least 6; Scotland pays each the whole 10."""
    lists = [{"direction": side, "size": 12, "places": "1 2 3 4= 4="} for side in ("NS", "EW")]
    comparison = compare(event(lists=lists))
    assert figures(comparison, "ebu")[:5] == [40, 30, 20, 6, 6]
    assert figures(comparison, "sbu")[:5] == [40, 30, 20, 10, 10]
    assert divergence_of(comparison, "ebu", "sbu") == ("ties", "EBU 3.5.1", "SBU 8.5")


def test_a_short_session_is_paid_in_one_country_only() -> None:
    """18 boards: enough for England, too few for Scotland."""
    comparison = compare(event(boards=18, lists=[{"size": 18, "places": "1 2"}]))
    assert figures(comparison, "sbu") == [0, 0]
    assert divergence_of(comparison, "ebu", "sbu") == ("whether anything is paid", "EBU 4.1.2", "SBU 3.6")


def test_a_long_session_is_refused_with_its_clause() -> None:
    column = columns(compare(event(boards=40, lists=[{"size": 18, "places": "1 2"}])))["sbu"]
    assert column.result is None
    assert column.clauses == ["SBU 4.2"]


def test_beyond_the_scale_the_top_award_parts_them() -> None:
    """60 pairs: Scotland stays at 96, England's maximum grows with the square root of the tables."""
    comparison = compare(event(lists=[{"size": 60, "places": "1 2 3"}]))
    assert figures(comparison, "sbu") == [96, 92, 87]
    assert figures(comparison, "ebu")[0] > 96
    aspect, english, scottish = existing(divergence_of(comparison, "ebu", "sbu"))
    assert (aspect, scottish) == ("unit or top award", "SBU 5.5")
    assert english.startswith("EBU 4.4")


def test_only_one_book_pays_the_matches_of_so_short_a_swiss() -> None:
    entries = [{"place": 1, "matches": [{"boards": 5, "won": 5}]}, {"place": 2, "matches": [{"boards": 5, "won": 4}]}]
    lists = [{"size": 16, "entries": entries}]
    comparison = compare(event(form="matches", contest="teams", boards=25, matches_planned=5, lists=lists))
    assert figures(comparison, "sbu") == [104, 80]
    aspect, english, scottish = existing(divergence_of(comparison, "ebu", "sbu"))
    assert (aspect, scottish) == ("awards for matches", "SBU 20.6")
    assert english


@pytest.mark.parametrize(
    ("source", "level", "scheme", "taken"),
    [
        ("wbu", "club", "ebu", "club"),
        ("ebu", "online club", "wbu", "club"),
        ("wbu", "area", "ebu", "county"),
        ("nz", "region", "ebu", "county"),
        ("abf", "state", "ebu", "county"),
        ("abf", "national", "ebu", "national"),
        ("ebu", "county", "nz", "region"),
        ("ebu", "inter-county", "nz", "island"),
        ("sbu", "district", "nz", "region"),
        ("wbu", "national", "nz", "national"),
        ("ebu", "county", "wbu", "area"),
        ("abf", "region", "wbu", "area"),
        ("ebu", "inter-county", "wbu", "inter-area"),
        ("ebu", "county", "abf", "region"),
        ("ebu", "district league", "abf", "region"),
        ("ebu", "club", "sbu", "club"),
        ("ebu", "county", "sbu", "county"),  # none there: the book refuses it itself
        ("ebu", "national", "sbu", "national"),
        ("ebu", "licensed organiser", "nz", "licensed organiser"),
        ("ebu", "some other body", "nz", "some other body"),
    ],
)
def test_levels(source: str, level: str, scheme: str, taken: str) -> None:
    assert level_in(schemes.edition_for(scheme, DAY), level, source) == taken


def test_the_levels_of_a_new_federation_are_known_by_its_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parish with clubs below it is as high as a county, whatever it is called."""
    tree = {"parish": ("national",), "club": ("parish",)}
    parishes = msgspec.structs.replace(FEDERATIONS["sbu"], organisations=tree)
    monkeypatch.setitem(FEDERATIONS.loaded, "sbu", parishes)
    assert [level_in(schemes.edition_for(code, DAY), "parish", "sbu") for code in ("ebu", "nz", "abf")] == [
        "county",
        "region",
        "region",
    ]
    edition = msgspec.structs.replace(schemes.edition_for("sbu", DAY), levels=("club", "parish"))
    assert level_in(edition, "county", "ebu") == "parish"


def test_a_county_event_is_refused_by_the_guide_for_clubs() -> None:
    column = columns(compare(event(organiser={"level": "county"}, lists=[{"size": 18, "places": "1 2"}])))["sbu"]
    assert column.clauses == ["SBU 2.6"]


def test_what_is_left_out_is_said() -> None:
    event_data = event(
        scheme="sbu",
        colour="local",
        grade="club",
        facts={"movement": "howell", "affiliated": True},
        lists=[{"size": 18, "places": "1 2"}],
    )
    changed, assumed = translate(event_data, schemes.edition_named("ebu", "2014"))
    assert (changed.grade, changed.colour, changed.facts) == ("", "", {})
    assert [line.split()[0] for line in assumed] == ["facts.movement", "facts.affiliated", "grade", "colour"]
    assert translate(event_data, schemes.edition_named("sbu", "2016")) == (event_data, ())
    translated, text = translate(event_data, schemes.edition_named("nz", "2008"))
    assert translated.facts == {"affiliated": True}
    assert not any("affiliated" in line for line in text)


def test_a_level_that_was_translated_is_said() -> None:
    _, assumed = translate(
        event(organiser={"level": "county"}, lists=[{"places": "1"}]), schemes.edition_named("nz", "2008")
    )
    assert assumed == ("organiser: county taken as region",)


def test_a_day_before_a_book_is_no_error() -> None:
    column = columns(compare(event(day=date(2015, 10, 1), lists=[{"size": 18, "places": "1 2"}])))["sbu"]
    assert column.result is None
    assert "before the first edition" in column.problems[0].message


def test_players_who_go_without_are_marked() -> None:
    players = [{"name": "A", "boards": 12}, {"name": "B"}]
    lists = [{"size": 18, "entries": [{"place": 1, "players": players}]}]
    cell = columns(compare(event(scheme="sbu", lists=lists)))["sbu"].cells[0]
    assert cell.uneven
    assert cell.points == {"local": 36}


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_is_compared_and_its_own_book_answers_as_ever(text: str) -> None:
    event_data = event_from(parse(text, source="example"), schemes.FACTS)
    comparison = compare(event_data)
    own_column = columns(comparison)[event_data.scheme]
    assert own_column.assumptions == ()
    assert own_column.result is not None
    direct = schemes.award(event_data).awards
    assert [award.points for award in own_column.result.awards] == [item.points for item in direct]
    assert sum(len(cell.awards) for cell in own_column.cells) == len(direct)
    for column in comparison.columns:
        assert (column.result is None) == bool(column.problems)
        assert column.result is None or len(column.cells) == len(comparison.rows)
    for divergence in comparison.divergences:
        assert (divergence.row is None) == (divergence.aspect == "nothing")


def test_entries_without_names_that_a_book_rewrites_keep_their_rows() -> None:
    """EBU heats re-rank those who play along: their awards stay with them, not with the winner."""
    entries = [{"place": place, "category": "club" if place % 3 == 0 else ""} for place in range(1, 13)]
    heat = event(facts={"heat_of": "national pairs"}, lists=[{"entries": entries}])
    comparison = compare(heat)
    for column in comparison.columns:
        assert all(len({award.entry.number for award in cell.awards}) <= 1 for cell in column.cells)
        if column.result is not None:
            assert all(cell.awards for cell in column.cells)
    assert not any(row.entry.number for row in comparison.rows)


def test_a_cell_is_what_a_player_receives_and_not_a_sum_nobody_has() -> None:
    """An Area final: four play enough for Green Points, the fifth has Local Points instead."""
    five = [{"name": name, "boards": boards} for name, boards in zip("abcde", (42, 42, 42, 24, 18), strict=True)]
    final = event_from(
        {
            **BASE,
            "form": "final",
            "scheme": "wbu",
            "contest": "teams",
            "championship": "major",
            "colour": "green",
            "boards": 42,
            "sessions": 2,
            "original_tables": 24,
            "organiser": {"level": "area"},
            "lists": [{"size": 8, "entries": [{"place": 1, "players": five}]}],
        },
        schemes.FACTS,
    )
    assert columns(compare(final))["wbu"].cells[0].points == {"green": 5, "local": 0, "gold": 1}


def test_books_of_one_make_part_at_the_figure_that_decides() -> None:
    """A county's knock-out is of District status in England, an Area's of Area status in Wales."""
    rounds = [{"round": 1, "boards": 24, "contestants": 8}]
    entries = [{"name": "a", "rounds": [{"round": 1, "result": "won"}]}]
    data = {key: value for key, value in BASE.items() if key != "boards"}
    knockout = {**data, "form": "knockout", "contest": "teams", "organiser": {"level": "county"}}
    comparison = compare(event_from({**knockout, "rounds": rounds, "entries": entries}, schemes.FACTS))
    assert divergence_of(comparison, "ebu", "wbu") == ("awards for matches", "EBU 1.2.1", "WBU 2.2.1")
