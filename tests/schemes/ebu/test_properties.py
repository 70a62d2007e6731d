"""What holds for every event of 4.1 to 4.8, whatever its size, length, status and ties."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from handbook_cases import by_rule, check_steps
from masterpoint.core.exact import Exact
from masterpoint.schemes.ebu.rules.principles.status import statuses as multiples
from schemes.british_events import SEATED, points, ranked_matches, shuffled, tied, untied
from schemes.ebu.making import BOOK, STATUSES, data

CONTESTS = st.sampled_from(["pairs", "teams", "individual"])
statuses = st.sampled_from(STATUSES)
LEAST = {"pairs": 3, "teams": 3, "individual": 2}
SMALL_FINAL = 4  # two or three teams are a knock-out final, which has no ranking


@st.composite
def sessions(draw: DrawFn) -> dict[str, Any]:
    contest = draw(CONTESTS)
    tables = draw(st.integers(LEAST[contest], 70))
    boards = draw(st.sampled_from([12, 17, 18, 35, 36, 71, 72, 100]))
    size = tables * SEATED[contest] + draw(st.integers(0, SEATED[contest] - 1))
    words = draw(tied(min(size, 60)))
    stage = draw(st.sampled_from(["", "qualifying"]))
    lists = [{"places": " ".join(words), "size": size}]
    return data("session", contest, draw(statuses), boards=boards, stage=stage, lists=lists)


@st.composite
def finals(draw: DrawFn) -> dict[str, Any]:
    contest = draw(CONTESTS)
    tables = draw(st.integers(5, 120))
    size = draw(st.integers(SMALL_FINAL, tables * SEATED[contest]))
    words = draw(tied(min(size, 60)))
    fields = {"stages_before": draw(st.integers(1, 3)), "last": draw(st.booleans())}
    boards = draw(st.sampled_from([12, 17, 18, 35] if contest == "teams" else [12, 17, 18, 35, 36, 80]))
    lists = [{"places": " ".join(words), "size": size}]
    return data("final", contest, draw(statuses), boards=boards, original_tables=tables, lists=lists, **fields)


@st.composite
def match_events(draw: DrawFn) -> dict[str, Any]:
    contest = draw(CONTESTS)
    size = draw(st.integers(12, 80))
    boards = draw(st.sampled_from([36, 71, 72, 100]))
    entries = draw(ranked_matches(min(size, 40)))
    fields = {"original_tables": 80 + size} if draw(st.booleans()) else {}
    return data("matches", contest, draw(statuses), boards=boards, lists=[{"entries": entries, "size": size}], **fields)


EVENTS = st.one_of(sessions(), finals(), match_events())


def minimum(event: dict[str, Any]) -> int:
    """Six points at Club; a short final at Club is below it (4.2.7)."""
    share = Fraction(3, 4) if event["form"] == "final" and event["boards"] <= 17 else multiples(BOOK)[event["grade"]]
    return ceil(6 * min(share, multiples(BOOK)[event["grade"]]))


@given(EVENTS)
def test_awards_never_rise_down_the_list(event: dict[str, Any]) -> None:
    figures = points(event)
    assert figures == sorted(figures, reverse=True)


@given(EVENTS)
def test_steps_recompute_and_nothing_floats(event: dict[str, Any]) -> None:
    result = by_rule(event)
    check_steps(result)
    assert all(isinstance(award.points, int) for award in result.awards)
    assert result.awards


@given(EVENTS)
def test_a_paid_contestant_has_at_least_the_minimum(event: dict[str, Any]) -> None:
    lowest = min((figure for figure in points(event) if figure), default=minimum(event))
    assert lowest >= minimum(event)


@given(EVENTS)
def test_a_tie_pays_no_more_than_its_best_and_no_less_than_its_last_place(event: dict[str, Any]) -> None:
    tied, single = points(event), points(untied(event))
    awards = [award for award in by_rule(event).awards if award.kind == "ranking"]
    numbers = [int(str(award.entry.place).rstrip("=")) for award in awards]
    for number, figure in zip(numbers, tied, strict=True):
        sharing = numbers.count(number)
        if number + sharing - 1 <= len(single):
            assert single[number - 1] >= figure >= single[number + sharing - 2]


@given(EVENTS, st.randoms(use_true_random=False))
def test_the_order_of_tied_contestants_changes_nothing(event: dict[str, Any], random: Random) -> None:
    awards = by_rule(event).awards
    by_place = {(str(award.entry.place), award.kind): award.points for award in awards if award.kind == "ranking"}
    for award in by_rule(shuffled(event, random)).awards:
        if award.kind == "ranking":
            assert by_place[str(award.entry.place), award.kind] == award.points


@given(CONTESTS, statuses, st.sampled_from([12, 18, 36, 72]), st.integers(3, 150), st.sampled_from(["", "qualifying"]))
def test_more_tables_never_pay_the_winner_of_a_session_less(
    contest: str, status: str, boards: int, tables: int, stage: str
) -> None:
    def winner(count: int) -> Exact:
        lists = [{"places": "1", "size": count * SEATED[contest]}]
        return points(data("session", contest, status, boards=boards, stage=stage, lists=lists))[0]

    assert winner(tables) <= winner(tables + 1)


@given(CONTESTS, statuses, st.sampled_from([12, 18, 36]), st.integers(5, 200), st.booleans())
def test_a_larger_first_stage_never_pays_the_winner_of_a_final_less(
    contest: str, status: str, boards: int, tables: int, last: bool
) -> None:
    assume(contest != "teams" or boards < 36)  # long finals of teams are match events (4.2.8)

    def winner(count: int) -> Exact:
        lists = [{"places": "1 2 3 4"}]
        return points(data("final", contest, status, boards=boards, original_tables=count, last=last, lists=lists))[0]

    assert winner(tables) <= winner(tables + 1)


@given(st.integers(1, 60), st.integers(1, 60), statuses)
def test_longer_matches_never_earn_less(boards: int, longer: int, status: str) -> None:
    def win(length: int) -> Exact:
        entries = [{"place": 1}, {"place": 2}, {"place": 3}, {"place": 4, "matches": [{"boards": length, "won": 1}]}]
        event = data("matches", "teams", status, boards=144, lists=[{"entries": entries, "size": 12}])
        return points(event, "matches")[-1]

    assert win(min(boards, longer)) <= win(max(boards, longer))


@given(st.integers(1, 14), st.sampled_from(["club", "district", "county"]))
def test_divisions_fall_to_the_level_of_the_league(count: int, status: str) -> None:
    entries = [{"place": place, "matches": [{"boards": 24, "won": 1}]} for place in range(1, 6)]
    divisions = [{"level": level, "entries": entries} for level in range(1, count + 1)]
    event = data("league", "teams", status, boards=96, divisions=divisions)
    figures = points(event, "matches")[::5]
    assert figures == sorted(figures, reverse=True)
    assert figures[-1] == ceil(27 * multiples(BOOK)[status])
    assert figures[0] <= 2 * figures[-1]
    check_steps(by_rule(event))


@given(st.integers(1, 10), st.sampled_from(["single", "double"]), statuses, st.integers(0, 3))
def test_knock_out_awards_never_fall_from_round_to_round(
    halvings: int, elimination: str, status: str, byes: int
) -> None:
    size = 2**halvings
    rounds = [{"round": number, "boards": 20, "contestants": size >> (number - 1)} for number in range(1, halvings + 1)]
    if byes:
        rounds.insert(0, {"round": 0, "boards": 20, "contestants": size + 2, "byes": size - 2 or 0})
    entries = [{"rounds": [{"round": item["round"], "result": "won"}]} for item in rounds]
    event = data("knockout", "teams", status, rounds=rounds, entries=entries, elimination=elimination)
    figures = points(event, "matches")
    assert figures == sorted(figures)
    check_steps(by_rule(event))
