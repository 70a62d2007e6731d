"""5.5, the green event of an Area's annual general meeting: teams by Scale I, pairs by Scale C and green blocks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Entry, Matches, MatchEvent, SessionEvent
from masterpoint.core.exact import Exact, exact, shown, tidy
from masterpoint.core.mechanisms import Ladder, block_sizes, given, product, share_of, total
from masterpoint.core.places import Finish
from masterpoint.schemes.families.fields import Field, fields, list_name, with_standing
from masterpoint.schemes.wbu.rules.green.paying import green_figure, in_quarters, made_up, pay_green
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local.basic import LONG, basic_ladder, column_of, full_tables, result_of
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import (
    GREEN,
    LOCAL,
    as_it_is,
    no_award_reason,
    place_figure,
    require_acceptable,
    rounded_up,
    tie_minimum,
)
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody, to_players

RATE = 3  # Scale I: Area scale, boards × 3
LONGEST = 18  # 4.5.4
WINS_FOR_GREEN, GREEN_FOR_WINS = 2, Fraction(1, 4)  # Scale I
QUARTER = Fraction(1, 4)
SCALE_I = (  # original teams up to, Local, Green; lower places read down
    (4, "11", "1/4"),
    (8, "47", "1/4"),
    (12, "58", "1/2"),
    (16, "69", "3/4"),
    (20, "105", "3/4"),
    (24, "116", "1"),
    (28, "152", "1"),
    (32, "188", "1"),
    (36, "199", "1 1/4"),
    (40, "235", "1 1/4"),
    (44, "271", "1 1/4"),
    (48, "282", "1 1/2"),
    (52, "318", "1 1/2"),
    (56, "354", "1 1/2"),
    (60, "365", "1 3/4"),
    (64, "401", "1 3/4"),
)
MOST_TEAMS = 64
FIRST_GREENS = (Fraction(3, 2), Fraction(5, 4))  # 5.5.3
GREEN_BLOCKS = (Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4))  # 5.5.3


def award(event: SessionEvent | MatchEvent) -> Result:
    """5.5.1: one extra green event a year, of two sessions, that is no major championship."""
    require_acceptable(event)
    refuse(_problems(event))
    level = status_of(event)
    pay = pay_teams if event.contest == "teams" else pay_pairs
    return result_of(
        event, [award for field in fields(event.lists, event.contest) for award in pay(event, field, level)]
    )


def _problems(event: AnyEvent) -> Iterator[Problem]:
    number = "5.5.2" if event.contest == "teams" else "5.5.3"
    if event.contest == "individual":
        message = "an AGM event is for teams or pairs"
        yield problem("5.5.1", "contest", "individual", message, "ask the WBU for a special scale (2.11.1)")
    if event.championship == "major":
        message = "Scale I is for an event that is not a major championship"
        yield problem("Scale I", "championship", "major", message, "leave `kind` out for the championship itself")
    if getattr(event, "sessions", 1) != 2:
        message = "the awards are for an event of two sessions"
        yield problem(number, "sessions", getattr(event, "sessions", 1), message, "sessions = 2")
    if event.contest == "teams" and isinstance(event, SessionEvent):
        message = "teams earn an award for each match"
        yield problem("5.5.2", "form", "session", message, 'write form = "matches", with the matches of each team')


def pay_teams(event: SessionEvent | MatchEvent, field: Field, level: Step) -> list[Award]:
    """5.5.2, Scale I: Local and Green for matches, and both again for the ranking."""
    reason = no_award_reason(event, field, event.boards)
    if reason:
        return pay_nobody(field.lists, reason)
    local, green = scale_i(field.full_tables)
    awards: list[Award] = []
    for ranking in field.lists:
        name = list_name(ranking)
        for entry, finish in with_standing(ranking):
            awards += pay_matches(entry, event.boards, name)
            beside = rounded_up(_column(finish, local))
            greens = in_quarters(_column(finish, green))
            awards += pay_green(entry, greens, beside, beside, boards=event.boards, ranking=name)
        for entry in ranking.entries:
            if entry.standing == "matches":
                awards += pay_matches(entry, event.boards, name)
        awards += no_standing(ranking, LOCAL)
    return awards


def _column(finish: Finish, ladder: Ladder) -> Step:
    """5.5.2: a place in one of the two columns; those who tie share each column on its own (W43)."""
    step = place_figure(finish, ladder, None, "5.5.2")
    if not step.value:
        return step
    reading = "W43" if finish.sharing > 1 else ""
    return derive(as_it_is, step, clause=clause("5.5.2"), message="teams at an Area's AGM", reading=reading)


def scale_i(teams: int) -> tuple[Ladder, Ladder]:
    """Scale I: the row of the entry is the first place, each row below it the next."""
    if teams > MOST_TEAMS:
        message = f"Scale I ends at {MOST_TEAMS} teams"
        raise Refused(problem("Scale I", "lists", teams, message, "ask the WBU for a special scale (2.11.1)"))
    rows = [row for row in SCALE_I if row[0] < teams + 4]
    message = f"Scale I for {teams} teams"
    return (
        given([exact(row[1]) for row in reversed(rows)], clause("Scale I"), message),
        given([exact(row[2]) for row in reversed(rows)], clause("Scale I"), message),
    )


def pay_matches(entry: Entry, boards: int, ranking: str) -> list[Award]:
    """Scale I: three a board for each match won or drawn; each two of them turn 25 Local into a quarter Green (A18)."""
    local, count = earned_by_matches(entry.matches)
    green = derive(
        _greens, count, clause=clause("Scale I"), message="a quarter Green Point for each two", reading="A18"
    )
    left = made_up(local, green, "Scale I")
    awards = to_players(entry, left, kind="matches", boards=boards, ranking=ranking)
    if green.value:
        awards += to_players(entry, green, colour=GREEN, kind="matches", boards=boards, ranking=ranking)
    return awards


def earned_by_matches(matches: tuple[Matches, ...]) -> tuple[Step, Step]:
    """The Local Points of the matches won or drawn, and how many they were; mini-matches count half (4.5.7)."""
    parts, counts = [], []
    for group in matches:
        worth = Fraction(1, 2) if group.mini else Fraction(1)
        number = tidy((group.won + group.drawn) * worth if group.conceded != "unplayed" else Fraction(0))
        boards = min(group.boards * (2 if group.mini else 1), LONGEST)
        figure = fact(RATE * boards, clause("Scale I"), f"a match of {boards} boards, {RATE} a board")
        message = f"{shown(number)} of them won or drawn"
        counts.append(fact(number, clause("4.5.7" if group.mini else "Scale I"), message))
        parts.append(derive(partial(product, number), figure, clause=clause("Scale I"), message=message, reading="A18"))
    return (
        derive(total, *parts, clause=clause("Scale I"), message="all matches together"),
        derive(total, *counts, clause=clause("Scale I"), message="matches won or drawn", reading="A18"),
    )


def _greens(count: Exact) -> Exact:
    return tidy((count // WINS_FOR_GREEN) * GREEN_FOR_WINS)  # type: ignore[operator]


def pay_pairs(event: SessionEvent | MatchEvent, field: Field, level: Step) -> list[Award]:
    """5.5.3: Scale C to the top half; the top quarter take part of it in Green."""
    reason = no_award_reason(event, field, event.boards)
    if reason:
        return pay_nobody(field.lists, reason)
    column = column_of(field)
    ladder = basic_ladder(column, LONG, full_tables(field), level)
    minimum = tie_minimum(column, level)
    awards: list[Award] = []
    for ranking in field.lists:
        greens = green_blocks(field.full_tables * (1 if field.winners > 1 else 2))
        for entry, finish in with_standing(ranking):
            full_local = place_figure(finish, ladder, minimum, "5.5.3")
            green = green_figure(finish, greens, "5.5.3")
            beside = made_up(full_local, green, "5.5.3") if green.value else rounded_up(full_local)
            awards += pay_green(
                entry, green, beside, rounded_up(full_local), boards=event.boards, ranking=list_name(ranking)
            )
        awards += no_standing(ranking, LOCAL)
    return awards


def green_blocks(pairs: int) -> Ladder:
    """5.5.3: 1.5, 1.25, then equal blocks of 1 to a quarter, down to a quarter of the field (A12, W42)."""
    paid = share_of(pairs, QUARTER)
    values = list(FIRST_GREENS[:paid])
    for value, size in zip(GREEN_BLOCKS, block_sizes(max(0, paid - len(FIRST_GREENS)), len(GREEN_BLOCKS)), strict=True):
        values += [value] * size
    uneven = (paid - len(FIRST_GREENS)) % len(GREEN_BLOCKS) and paid > len(FIRST_GREENS)
    message = f"{paid} places, a quarter of the field, are paid in Green"
    reading = "W42" if uneven else ""
    return [
        fact(tidy(value), clause("5.5.3"), f"place {place}: {message}", reading=reading)
        for place, value in enumerate(values, 1)
    ]
