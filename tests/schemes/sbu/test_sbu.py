"""The SBU guide as a whole: every rule is shown by a case, ranks, formalities, explanations and properties."""

from __future__ import annotations

import csv
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers import existing
from handbook_cases import by_rule, cases_of, check_steps
from invented_editions import first_edition_of
from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.editions import work_out
from masterpoint.core.errors import NotReadable, Refused
from masterpoint.core.events import LadderEvent, Organiser, RankingList
from masterpoint.core.exact import Exact, rational
from masterpoint.core.parsing import event_from
from masterpoint.schemes.sbu import FEDERATION
from schemes.citing import cited_by

HERE = Path(__file__).parent
EDITION = FEDERATION.editions[0]
BASE = {"scheme": "sbu", "day": date(2026, 11, 10), "contest": "pairs", "organiser": {"level": "club"}}


def result_of(form: str = "session", **fields: Any) -> Result:
    return schemes.award(event_from({**BASE, "form": form, **fields}, schemes.FACTS))


def test_every_rule_is_cited_by_some_case_or_shown_as_an_example() -> None:
    with (HERE / "inventory.csv").open(encoding="utf-8") as inventory:
        rules = {
            row["clause"] for row in csv.DictReader(inventory) if {"COMPUTE", "VALIDATE"} & set(row["kinds"].split())
        }
    cases = list(cases_of("sbu"))
    shown = {case["shows"] for case in cases if "shows" in case}
    cited = {number for case in cases for number in cited_by(EDITION, case)} | {"2.9"}  # 2.9: test_the_one_rank
    assert rules - cited - shown == set()


def test_readings_that_are_cited_are_registered() -> None:
    ids = {reading.id for reading in EDITION.readings}
    used = set()
    for case in cases_of("sbu"):
        if not {"sheet", "programme", "refused", "formalities"} & set(case):
            used |= set(by_rule(case["event"]).readings())
    assert used <= ids
    assert {"S-06", "S-07", "S-08", "S-09", "S-13", "S-14", "S-15", "S-16", "S-22", "S-24", "S-25", "S-26"} <= used


def test_the_one_rank() -> None:
    """2.9: 200 points, local or national; the guide knows no other rank (S-01)."""
    standing = EDITION.ranks.progress({"local": 120, "national": 80})
    assert (standing.rank, standing.next_rank, standing.gaps) == ("Club Master", "", ())
    short = EDITION.ranks.progress({"local": 150, "national": 20})
    assert (short.rank, short.next_rank) == ("", "Club Master")
    assert [(gap.what, gap.missing) for gap in short.gaps] == [("total", 30)]
    assert short.gaps[0].step.clause.number == "2.9"


def test_the_ladder_of_ranks_grows_by_data(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text('title = "A longer list"\nin_force_from = 2030-01-01\nbased_on = "2016"\n')
    ranks = '[["Club Master", 200], ["Example Master", 1000]]'
    (tmp_path / "figures.toml").write_text(f'[ranks]\nranks = {{ value = {ranks}, clause = "2.9" }}\n')
    longer = first_edition_of("sbu").with_editions({"2030": tmp_path}).edition("2030").ranks
    assert longer.progress({"local": 999}).next_rank == "Example Master"
    assert longer.progress({"local": 700, "national": 300}).rank == "Example Master"


def test_every_problem_at_once() -> None:
    with pytest.raises(Refused) as refusal:
        result_of(boards=40, handicap=True, colour="red", championship="major", lists=[{"size": 18, "places": "1"}])
    numbers = {problem.clause.removeprefix("SBU ") for problem in refusal.value.problems}
    assert numbers == {"2.7", "3.5", "11.2", "14.4", "4.2"}
    assert all(problem.fix for problem in refusal.value.problems)


@pytest.mark.parametrize("form", ["league", "knockout", "finals", "sections", "flighted", "simultaneous"])
def test_what_the_guide_leaves_to_the_full_handbook_names_the_clause(form: str) -> None:
    assert form not in EDITION.forms
    gist = EDITION.clauses[EDITION.not_in_book[form]].gist
    assert "full handbook" in gist or form == "simultaneous"


def test_the_refusal_itself_points_to_the_full_handbook() -> None:
    division = {"level": 1, "entries": [{"place": 1}]}
    with pytest.raises(Refused, match="leagues are in the full handbook"):
        result_of("league", contest="teams", boards=24, divisions=[division])


def test_unknown_facts_are_refused() -> None:
    with pytest.raises(NotReadable, match="there is no such field"):
        result_of(boards=24, facts={"licence": "12"}, lists=[{"size": 18, "places": "1"}])


@pytest.mark.parametrize(
    ("facts", "numbers"),
    [
        ({}, {"2.6", "3.3"}),
        ({"heat_of": "National Pairs"}, {"2.6", "3.3", "26.1", "26.3"}),
        ({"simultaneous": "Celtic Pairs"}, {"2.6", "3.3", "19.4", "19.5", "26.4"}),
    ],
)
def test_formalities(facts: dict[str, str], numbers: set[str]) -> None:
    event = event_from(
        {**BASE, "form": "session", "boards": 24, "facts": facts, "lists": [{"places": "1 2"}]}, schemes.FACTS
    )
    assert {remark.clause.number for remark in existing(EDITION.formalities)(event)} == numbers


def test_who_awards_a_simultaneous_event_is_said() -> None:
    with pytest.raises(Refused, match="the EBU awards Local Points"):
        result_of(boards=24, name="British Simultaneous Pairs", lists=[{"size": 18, "places": "1"}])


def test_an_award_reads_aloud() -> None:
    steps = result_of(boards=24, lists=[{"size": 20, "places": "1 2= 2= 4"}]).awards[1].steps
    assert [(step.value, step.clause.number) for step in steps] == [
        (20, "4.1"),
        (1, "3.12"),
        (42, "5.2"),
        (21, "4.4"),
        (7, "4.3"),
        (6, "5.4"),
        (36, "4.5"),
        (30, "4.5"),
        (33, "5.6"),
    ]


places = st.lists(st.integers(1, 4), min_size=1, max_size=24)
SCALES = st.sampled_from(["pairs", "teams", "individual"])


def places_text(ties: list[int]) -> list[str]:
    """Tie sizes as a list of places."""
    words, place = [], 1
    for count in ties:
        words += [f"{place}=" if count > 1 else str(place)] * count
        place += count
    return words


@given(ties=places, contest=SCALES, extra=st.integers(0, 70))
def test_awards_fall_down_the_list_and_ties_are_within_their_places(ties: list[int], contest: str, extra: int) -> None:
    words = places_text(ties)
    size = len(words) + extra
    result = result_of(contest=contest, boards=24, lists=[{"size": size, "places": " ".join(words)}])
    check_steps(result)
    points = [award.points for award in result.awards]
    assert points == sorted(points, reverse=True)
    untied = [
        award.points
        for award in result_of(
            contest=contest,
            boards=24,
            lists=[{"size": size, "places": " ".join(str(n + 1) for n in range(len(words)))}],
        ).awards
    ]
    nonzero = [points for points in untied if points]
    for word, got in zip(words, points, strict=True):
        first = int(word.rstrip("="))
        assert got <= untied[first - 1]
        assert not got or not nonzero or got >= min(nonzero)
        assert bool(got) == bool(untied[first - 1])


@given(contest=SCALES, size=st.integers(1, 150))
def test_a_larger_field_never_pays_the_winner_less(contest: str, size: int) -> None:
    def winner(count: int) -> Exact:
        return result_of(contest=contest, boards=24, lists=[{"size": count, "places": "1"}]).awards[0].points

    assert winner(size) <= winner(size + 1)


@given(size=st.integers(6, 200))
def test_as_many_awards_as_a_third_of_the_field(size: int) -> None:
    words = " ".join(str(n) for n in range(1, size + 1))
    points = [award.points for award in result_of(boards=24, lists=[{"places": words}]).awards]
    assert sum(map(bool, points)) == -(-size // 3)


@given(ties=places)
def test_tied_contestants_are_paid_alike_in_any_order(ties: list[int]) -> None:
    words = places_text(ties)
    forward = {
        award.entry.place: award.points for award in result_of(boards=24, lists=[{"places": " ".join(words)}]).awards
    }
    entries = [{"place": word, "name": str(n)} for n, word in enumerate(words)]
    backward = result_of(boards=24, lists=[{"entries": entries[::-1]}]).awards
    assert all(forward[award.entry.place] == award.points for award in backward)


@given(
    size=st.integers(6, 80),
    boards=st.integers(20, 60),
    extra=st.integers(0, 80),
    championship=st.sampled_from(["", "minor", "major"]),
)
def test_finals_fall_by_equal_steps_to_the_top_half(size: int, boards: int, extra: int, championship: str) -> None:
    words = " ".join(str(n) for n in range(1, size + 1))
    fields = {"original_tables": 1, "facts": {"events": 4, "toe": size + extra}}
    result = result_of("final", boards=boards, championship=championship, lists=[{"places": words}], **fields)
    check_steps(result)
    points = [award.points for award in result.awards]
    assert points == sorted(points, reverse=True)
    assert sum(map(bool, points)) == -(-size // 2)
    ordinary = 200 if boards < 36 else min(400, 4 * (size + extra))
    factor = {"": Fraction(1), "major": Fraction(3, 2), "minor": Fraction(9, 8)}[championship]
    assert abs(rational(points[0]) - ordinary * factor) <= Fraction(1, 2)


@given(size=st.integers(9, 90), championship=st.sampled_from(["", "major"]))
def test_swiss_bonus_goes_to_the_top_quarter(size: int, championship: str) -> None:
    words = " ".join(str(n) for n in range(1, size + 1))
    fields = {"boards": 24, "matches_planned": 3, "championship": championship, "facts": {"permission": True}}
    result = result_of("matches", lists=[{"places": words}], **fields)
    bonus = [award.points for award in result.awards if award.kind == "bonus"]
    assert sum(map(bool, bonus)) == -(-size // 4)
    assert bonus[0] == (min(300, 6 * size) if championship else min(200, 4 * size))


def test_nobody_qualified_earns_nobody_a_bonus() -> None:
    entries = [{"place": 1, "sessions": 1}, {"place": 2, "sessions": 0}]
    result = result_of("ladder", games=8, counted=4, lists=[{"entries": entries}])
    assert [(award.points, award.step.clause.number) for award in result.awards] == [(0, "17.1"), (0, "17.1")]


def test_an_event_made_by_hand_is_awarded_as_well() -> None:
    """The engine takes values, not only files."""
    event = LadderEvent(
        scheme="sbu",
        day=date(2026, 6, 30),
        organiser=Organiser(level="club"),
        contest="pairs",
        games=4,
        counted=4,
        lists=(RankingList(places="1 2 3"),),
    )
    assert [award.points for award in EDITION.award(event).awards] == [150, 0, 0]


def test_who_played_too_few_boards_goes_without_and_the_partner_does_not() -> None:
    """3.6: first of twelve pairs, 24 points; one of the two played 19 of the 24 boards."""
    players = [{"name": "Ann", "boards": 19}, {"name": "Ben", "boards": 24}]
    result = result_of(boards=24, lists=[{"size": 12, "entries": [{"place": 1, "players": players}]}])
    received = {award.points: [player.name for player in award.recipients] for award in result.awards}
    assert received == {24: ["Ben"], 0: ["Ann"]}


@pytest.mark.parametrize(("stages", "too_many"), [(1, False), (2, False), (3, True)])
def test_one_or_two_stages_before_an_all_play_through_final(stages: int, too_many: bool) -> None:
    facts = {"kind": "all play through", "contestants": [20] * (stages + 1), "boards": [20] * (stages + 1)}
    answers = [str(answer.message) for answer in work_out(EDITION, "stages", facts)]
    assert any("stages are followed by a final" in answer for answer in answers) == too_many


def test_the_events_of_an_aggregate_are_numbered_from_one() -> None:
    sessions = [{"boards": 24, "lists": [{"size": 12, "places": "1"}]} for _ in range(2)]
    overall = [{"size": 12, "places": "1"}]
    result = result_of("tournament", boards=48, facts={"aggregate": True}, sessions=sessions, overall=overall)
    assert [award.ranking for award in result.awards if award.kind == "session"] == ["event 1", "event 2"]


def test_a_list_for_each_direction_has_two_winners() -> None:
    """3.13: the table is entered with the winners that the movement gives."""
    lists = [{"direction": side, "size": 6, "places": "1"} for side in ("NS", "EW")]
    steps = result_of(boards=24, lists=lists).awards[0].steps
    assert [step.value for step in steps if step.clause.number == "3.13"] == [2]


def test_who_played_too_few_events_is_told_how_many() -> None:
    """17.1: three of the four events that count."""
    entries = [{"place": 1, "name": "A", "sessions": 4}, {"place": 2, "name": "B", "sessions": 3}]
    lists = [{"size": 9, "entries": entries}]
    awards = result_of("ladder", games=5, counted=4, lists=lists).awards
    short = [award for award in awards if award.entry.name == "B"]
    assert [[step.value for step in award.steps] for award in short] == [[3, 0]]


def test_a_plate_is_named_where_it_has_no_session() -> None:
    """11.8: the stages of a tournament that the guide does not scale."""
    sessions = [{"boards": 24, "lists": [{"size": 9, "places": "1"}]}] * 2
    overall, plate = [{"size": 9, "places": "1"}], [{"size": 4, "places": "1"}]
    with pytest.raises(Refused) as refusal:
        result_of("tournament", boards=48, sessions=sessions, overall=overall, plate=plate)
    assert {problem.value for problem in refusal.value.problems if problem.place == "sessions"} == {"plate"}
