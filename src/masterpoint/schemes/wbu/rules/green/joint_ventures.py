"""5.6.1 and 5.6.2, joint ventures of the WBU and an Area: green Swiss teams and Swiss pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Contest, Entry, Matches, MatchEvent, RankingList
from masterpoint.core.exact import Exact, shown, tidy
from masterpoint.core.mechanisms import Ladder, block_sizes, total
from masterpoint.core.rounding import down_to_quarter, up_to_quarter
from masterpoint.core.traversal import everybody
from masterpoint.schemes.families.fields import Field, fields, list_name, with_standing
from masterpoint.schemes.wbu.rules.green.paying import gold, green_figure
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.principles.general import GREEN, no_award_reason, require_acceptable
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody, to_players

MATCH_BOARDS = (7, 8)  # 5.6.1(a)
PER_MATCH = Fraction(1, 4)
DRAWN_TRIANGLE = 10  # 5.6.1(a): VPs out of 20 in the two mini-matches
EIGHTH, SIXTEENTH, HALF = Fraction(1, 8), Fraction(1, 16), Fraction(1, 2)
TABLES_FOR_A_POINT = 32  # 5.6.1(b), W19; 5.6.2(b)
PAIRS_MORE = Fraction(3, 4)  # 5.6.2(b)
LOWER_BLOCKS = (Fraction(3, 4), Fraction(1, 2), Fraction(1, 4))  # 5.6.2(c)
ORGANISERS = ("area", "national")
PER_TABLE = {"teams": 1, "pairs": 2}
NUMBER = {"teams": "5.6.1", "pairs": "5.6.2"}


def award(event: MatchEvent) -> Result:
    """5.6.1 and 5.6.2: a quarter Green Point a match, and a bonus to the top eighth; no Local Points."""
    require_acceptable(event)
    refuse(swiss_problems(event, event.lists))
    awards: list[Award] = []
    for field in fields(event.lists, event.contest):
        tables = fact(field.full_tables, clause(NUMBER[event.contest]), "tables")
        awards += pay_flight(event, field, bonus_ladder(event.contest, tables, field.contestants))
    return result_of(event, awards)


def swiss_problems(event: AnyEvent, lists: Sequence[RankingList]) -> Iterator[Problem]:
    if event.organiser.level not in ORGANISERS:
        message = "a joint venture is held by the WBU with an Area"
        yield problem("5.6.1", "organiser.level", event.organiser.level, message, "write area or national")
    if event.contest == "individual":
        yield problem("5.6.1", "contest", "individual", "joint ventures are for teams or pairs", "ask the WBU (2.11.1)")
        return
    if any(ranking.direction for ranking in lists):
        message = "a Swiss has one ranking, not one for each direction"
        yield problem(NUMBER[event.contest], "lists", "direction", message, "give one ranking list")
    for path, entry in everybody(event):
        for index, group in enumerate(entry.matches):
            yield from _match_problems(f"{path}.matches[{index}]", group)


def _match_problems(path: str, group: Matches) -> Iterator[Problem]:
    if group.mini:
        if group.scores is None or len(group.scores) % 2:
            message = "a short triangle is judged by the VPs of its two mini-matches together"
            yield problem("5.6.1", f"{path}.scores", "", message, "give the VPs of both mini-matches, in order")
    elif group.boards not in MATCH_BOARDS:
        message = "matches are of 7 or 8 boards"
        yield problem("5.6.1", f"{path}.boards", group.boards, message, "ask the WBU for a special scale (2.11.1)")


def bonus_ladder(contest: Contest, tables: Step, contestants: int | None = None) -> Ladder:
    """The bonus awards of a Swiss of so many tables (which may be a half more than a whole number)."""
    size = tidy(tables.value * PER_TABLE[contest])
    field = contestants if contestants is not None else size
    return teams_bonus(tables, field) if contest == "teams" else pairs_bonus(tables, field)


def _share(size: Exact, fraction: Fraction) -> int:
    part = size * fraction
    return int(-(-part // 1))  # type: ignore[operator]


def teams_bonus(tables: Step, field: Exact) -> Ladder:
    """5.6.1(b), (c): tables/32 up to a quarter (W19); then a half, a third (W20), a quarter …, down to a quarter."""
    top = derive(
        _teams_top, tables, clause=clause("5.6.1"), message="top award: tables ÷ 32, up to a quarter", reading="W19"
    )
    return [
        top
        if place == 1
        else derive(
            partial(_fraction_down, place),
            top,
            clause=clause("5.6.1"),
            message=f"place {place}: 1/{place} of the top award, down to a quarter",
            reading="W20" if place == 3 else "",
        )
        for place in range(1, _share(field, EIGHTH) + 1)
    ]


def _teams_top(tables: Exact) -> Exact:
    return up_to_quarter(tables * Fraction(1, TABLES_FOR_A_POINT))


def _fraction_down(place: int, top: Exact) -> Exact:
    return down_to_quarter(top * Fraction(1, place))


def pairs_bonus(tables: Step, field: Exact) -> Ladder:
    """5.6.2(b), (c): a quarter less each place down to 1 at a sixteenth; then blocks of ¾, ½ and ¼ to an eighth."""
    message = "top award: tables ÷ 32 + ¾, up to a quarter"
    top = derive(_pairs_top, tables, clause=clause("5.6.2"), message=message)
    upper, paid = _share(field, SIXTEENTH), _share(field, EIGHTH)
    ladder = [
        derive(
            partial(_quarters_less, place),
            top,
            clause=clause("5.6.2"),
            message=f"place {place}: ¼ less a place, at least 1",
        )
        for place in range(1, upper + 1)
    ]
    values: list[Exact] = []
    for value, size in zip(LOWER_BLOCKS, block_sizes(paid - upper, len(LOWER_BLOCKS)), strict=True):
        values += [value] * size
    reading = "W42" if (paid - upper) % len(LOWER_BLOCKS) else ""
    lower = [
        fact(value, clause("5.6.2"), f"place {place}: equal blocks below the top sixteenth", reading=reading)
        for place, value in enumerate(values, upper + 1)
    ]
    return [*ladder, *lower]


def _pairs_top(tables: Exact) -> Exact:
    return up_to_quarter(tables * Fraction(1, TABLES_FOR_A_POINT) + PAIRS_MORE)


def _quarters_less(place: int, top: Exact) -> Exact:
    fallen = top - Fraction(place - 1, 4)
    return tidy(fallen) if fallen > 1 else 1


def pay_flight(event: AnyEvent, field: Field, ladder: Ladder, number: str = "") -> list[Award]:
    """Match awards and bonus of everybody in a field."""
    boards: int = event.boards  # type: ignore[union-attr]
    reason = no_award_reason(event, field, boards)
    if reason:
        return [*pay_nobody(field.lists, reason, "matches", GREEN), *pay_nobody(field.lists, reason, colour=GREEN)]
    unpaid = number or NUMBER[event.contest]
    awards: list[Award] = []
    for ranking in field.lists:
        name = list_name(ranking)
        for entry, finish in with_standing(ranking):
            figure = match_figure(entry, NUMBER[event.contest])
            placed = green_figure(finish, ladder, unpaid)
            awards += to_players(entry, figure, colour=GREEN, kind="matches", boards=boards, ranking=name)
            awards += to_players(entry, placed, colour=GREEN, boards=boards, ranking=name)
            both = derive(_sum, figure, placed, clause=clause("1.5.1"), message="Green Points in this event")
            awards += gold(entry, both, None, name)
        for entry in ranking.entries:
            if entry.standing == "matches":
                figure = match_figure(entry, NUMBER[event.contest])
                awards += to_players(entry, figure, colour=GREEN, kind="matches", boards=boards, ranking=name)
        awards += no_standing(ranking, GREEN)
    return awards


def _sum(one: Exact, other: Exact) -> Exact:
    return tidy(one + other)


def match_figure(entry: Entry, number: str) -> Step:
    """(a): a quarter Green Point for each match won or drawn."""
    counts = [_won_or_drawn(group, number) for group in entry.matches]
    if not any(count.value for count in counts):
        return nothing(clause(number), "no match won or drawn", *counts)
    return derive(
        _quarters, *counts, clause=clause(number), message="a quarter Green Point for each match won or drawn"
    )


def _won_or_drawn(group: Matches, number: str) -> Step:
    if group.conceded == "unplayed":
        return nothing(clause("2.6.1"), "matches not played")
    if not group.mini:
        return fact(group.won + group.drawn, clause(number), f"matches of {group.boards} boards won or drawn")
    scores = group.scores or ()
    triangles = [Decimal(one) + other for one, other in zip(scores[::2], scores[1::2], strict=True)]
    good = sum(score >= DRAWN_TRIANGLE for score in triangles)
    told = ", ".join(shown(tidy(Fraction(score))) for score in triangles)
    return fact(good, clause("5.6.1"), f"triangles with {DRAWN_TRIANGLE} VPs or more ({told})", reading="W24")


def _quarters(*counts: Exact) -> Exact:
    return total(*(tidy(count * PER_MATCH) for count in counts))
