"""What holds for every Welsh event, whatever its size, length, status and ties."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from handbook_cases import by_rule, check_steps
from masterpoint.core.exact import Exact
from masterpoint.core.rounding import up_to_quarter
from schemes.british_events import SEATED, points, ranked_matches, shuffled, tied, untied
from schemes.wbu.making import STATUS, STATUSES, area_event, raw_event

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
    lists = [{"places": " ".join(draw(tied(min(size, 60)))), "size": size}]
    stage = draw(st.sampled_from(["", "qualifying"]))
    return raw_event("session", contest, draw(statuses), boards=boards, stage=stage, lists=lists)


@st.composite
def heats(draw: DrawFn) -> dict[str, Any]:
    contest = draw(st.sampled_from(["pairs", "teams"]))
    size = draw(st.integers(6, 120))
    heat = draw(
        st.sampled_from(["area major", "area championship", "open pairs" if contest == "pairs" else "webber cup"])
    )
    lists = [{"places": " ".join(draw(tied(min(size, 60)))), "size": size}]
    boards = draw(st.sampled_from([18, 36, 72]))
    return raw_event("session", contest, boards=boards, lists=lists, facts={"heat_of": heat})


@st.composite
def finals(draw: DrawFn) -> dict[str, Any]:
    contest = draw(CONTESTS)
    tables = draw(st.integers(5, 120))
    size = draw(st.integers(SMALL_FINAL, tables * SEATED[contest]))
    fields = {"stages_before": draw(st.integers(1, 3)), "last": draw(st.booleans())}
    boards = draw(st.sampled_from([12, 17, 18, 35] if contest == "teams" else [12, 17, 18, 35, 36, 80]))
    lists = [{"places": " ".join(draw(tied(min(size, 60)))), "size": size}]
    return raw_event("final", contest, draw(statuses), boards=boards, original_tables=tables, lists=lists, **fields)


@st.composite
def match_events(draw: DrawFn) -> dict[str, Any]:
    contest = draw(CONTESTS)
    size = draw(st.integers(12, 80))
    boards = draw(st.sampled_from([36, 71, 72, 100]))
    entries = draw(ranked_matches(min(size, 40)))
    fields = {"original_tables": 80 + size} if draw(st.booleans()) else {}
    return raw_event(
        "matches", contest, draw(statuses), boards=boards, lists=[{"entries": entries, "size": size}], **fields
    )


EVENTS = st.one_of(sessions(), heats(), finals(), match_events())


@st.composite
def green_events(draw: DrawFn) -> dict[str, Any]:
    """A championship, an AGM event or a joint venture of an Area."""
    contest = draw(st.sampled_from(["pairs", "teams"]))
    size = draw(st.integers(10, 64))
    lists = [{"places": " ".join(draw(tied(min(size, 40)))), "size": size}]
    kind = draw(st.sampled_from(["championship", "agm", "joint-venture"]))
    if kind == "championship":
        fields = {"colour": "green", "championship": "major", "sessions": 2, "boards": 42, "lists": lists}
        if contest == "teams" and size >= 17:
            return area_event("final", contest, original_tables=size, **fields)
        return area_event("session", contest, **fields)
    form = "session" if (kind, contest) == ("agm", "pairs") else "matches"
    sessions = 2 if kind == "agm" else 1
    return area_event(form, contest, boards=42, sessions=sessions, facts={"kind": kind}, lists=lists)


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
    status = Fraction(STATUS[event["grade"]])
    share = min(status, Fraction(3, 4)) if event["form"] == "final" and event["boards"] <= 17 else status
    lowest = min((figure for figure in points(event) if figure), default=1000)
    assert lowest >= ceil(6 * share)


@given(EVENTS)
def test_a_tie_pays_no_more_than_its_best_and_no_less_than_its_last_place(event: dict[str, Any]) -> None:
    """Nor does the minimum of 10 at Club status, on the scale of teams, lift a tie above its best place (W53)."""
    tied, single = points(event), points(untied(event))
    awards = [award for award in by_rule(event).awards if award.kind == "ranking"]
    numbers = [int(str(award.entry.place).rstrip("=")) for award in awards]
    for number, figure in zip(numbers, tied, strict=True):
        sharing = numbers.count(number)
        if number + sharing - 1 <= len(single):
            assert single[number - 1] >= figure >= single[number + sharing - 2]


@given(EVENTS, st.randoms(use_true_random=False))
def test_the_order_of_tied_contestants_changes_nothing(event: dict[str, Any], random: Random) -> None:
    by_place = {str(award.entry.place): award.points for award in by_rule(event).awards if award.kind == "ranking"}
    for award in by_rule(shuffled(event, random)).awards:
        if award.kind == "ranking":
            assert by_place[str(award.entry.place)] == award.points


@given(green_events())
def test_green_comes_in_quarters_and_nobody_loses_by_it(event: dict[str, Any]) -> None:
    """1.4.1(a), and 5.3.2: what an entry has in all never falls below what the places below it have."""
    result = by_rule(event)
    check_steps(result)
    totals: dict[int, Exact] = {}
    order: list[int] = []
    for award in result.awards:
        assert award.colour in ("green", "local", "gold")
        if award.colour == "green":
            assert up_to_quarter(award.points) == award.points
        if award.kind == "ranking":
            local = award.points * 100 if award.colour == "green" else award.points
            if id(award.entry) not in totals:
                order.append(id(award.entry))
            totals[id(award.entry)] = totals.get(id(award.entry), Fraction(0)) + local
    figures = [totals[entry] for entry in order]
    assert all(first >= second - 25 for first, second in pairwise(figures))


@given(CONTESTS, statuses, st.sampled_from([12, 18, 36, 72]), st.integers(3, 150), st.sampled_from(["", "qualifying"]))
def test_more_tables_never_pay_the_winner_of_a_session_less(
    contest: str, status: str, boards: int, tables: int, stage: str
) -> None:
    def winner(count: int) -> Exact:
        lists = [{"places": "1", "size": count * SEATED[contest]}]
        return points(raw_event("session", contest, status, boards=boards, stage=stage, lists=lists))[0]

    assert winner(tables) <= winner(tables + 1)


@given(st.sampled_from(["pairs", "teams"]), st.integers(3, 63))
def test_more_tables_never_pay_the_winner_of_a_green_swiss_less(contest: str, tables: int) -> None:
    def winner(count: int) -> Exact:
        lists = [{"places": "1", "size": count * SEATED[contest]}]
        event = area_event("matches", contest, boards=49, facts={"kind": "joint-venture"}, lists=lists)
        return points(event)[0]

    assert winner(tables) <= winner(tables + 1)


@given(st.integers(3, 60), st.integers(3, 60), st.sampled_from(["pairs", "teams"]))
def test_flight_a_never_pays_less_than_flight_b(a: int, b: int, contest: str) -> None:
    """5.6.3(e)."""
    parts = [
        {"name": name, "lists": [{"places": "1 2", "size": count * SEATED[contest]}]}
        for name, count in (("A", a), ("B", b))
    ]
    first_a, _, first_b, _ = points(area_event("flighted", contest, boards=49, parts=parts))
    assert first_a >= first_b


@given(st.integers(1, 14), st.sampled_from(["club", "area"]))
def test_divisions_fall_between_the_limits(count: int, level: str) -> None:
    entries = [{"place": place, "matches": [{"boards": 24, "won": 1}]} for place in range(1, 6)]
    divisions = [{"level": number, "entries": entries} for number in range(1, count + 1)]
    event = area_event("league", "teams", boards=96, divisions=divisions) | {"organiser": {"level": level}}
    figures = points(event, "matches")[::5]
    assert figures == sorted(figures, reverse=True)
    lowest, highest = {"club": (21, 41), "area": (54, 108)}[level]
    assert lowest <= figures[-1] and figures[0] <= highest
    check_steps(by_rule(event))


@given(st.integers(3, 9), st.sampled_from(["single", "double"]), statuses, st.booleans())
def test_knock_out_awards_never_fall_from_round_to_round(
    halvings: int, elimination: str, status: str, byes: bool
) -> None:
    size = 2**halvings
    rounds = [{"round": number, "boards": 20, "contestants": size >> (number - 1)} for number in range(1, halvings + 1)]
    if byes:
        rounds.insert(0, {"round": 0, "boards": 20, "contestants": size + 2, "byes": size - 2})
    entries = [{"rounds": [{"round": item["round"], "result": "won"}]} for item in rounds]
    event = raw_event("knockout", "teams", status, rounds=rounds, entries=entries, elimination=elimination)
    figures = points(event, "matches")
    assert figures == sorted(figures)
    check_steps(by_rule(event))


def test_a_tie_at_the_foot_of_a_long_list_pays_no_more_than_its_best_place() -> None:
    """W53: 180 teams, 60 awards of 100 × √6: place 59 is 8.16 and place 60 raised to 6; a tie is not lifted to 10."""
    words = [*map(str, range(1, 59)), "59=", "59="]
    event = raw_event("session", "teams", boards=24, lists=[{"places": " ".join(words), "size": 180}])
    assert points(event)[-3:] == [13, 9, 9]
