"""5.2 to 5.4, the major championships of an Area: Green Points for teams (with Local beside them) and pairs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import FinalEvent, MatchEvent, SessionEvent
from masterpoint.core.exact import Exact, exact, tidy
from masterpoint.core.mechanisms import Ladder, given, whole
from masterpoint.core.reading import facts_from
from masterpoint.core.rounding import up_to_quarter, up_to_whole
from masterpoint.core.tables import Band, band
from masterpoint.schemes.families.fields import Field, fields, with_standing
from masterpoint.schemes.wbu.e2003.basic import LONG, basic_ladder, column_of, full_tables, result_of
from masterpoint.schemes.wbu.e2003.facts import Facts
from masterpoint.schemes.wbu.e2003.green import green_figure, made_up, pay_green
from masterpoint.schemes.wbu.e2003.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.e2003.organisations import everybody, status_of
from masterpoint.schemes.wbu.e2003.payments import list_name, no_standing, pay_nobody
from masterpoint.schemes.wbu.e2003.principles import (
    GREEN,
    no_award_reason,
    place_figure,
    require_acceptable,
    rounded_up,
    tie_minimum,
    too_short,
)
from masterpoint.schemes.wbu.e2003.quali_scales import QUALI, awards_of, original_entry

Final = SessionEvent | FinalEvent | MatchEvent
QUALIFYING_FROM = 17  # 5.3.2: from so many teams there must be a qualifying round
TEAMS_FINAL_BOARDS, PAIRS_FINAL_BOARDS, ROUND_BOARDS = 42, 36, 2  # 5.3.2, 5.4.1
MOST_MEMBERS = 6  # 5.3.1
WITHOUT_QUALIFYING = (  # 5.3.2, table 1
    Band(6, 8, "1.5 1 0.5"),
    Band(9, 12, "2.5 2 1.5 1 0.5"),
    Band(13, 16, "2.75 2 1.5 1 0.5 0.25"),
    Band(17, 20, "4.5 3 2 1.5 1 0.75 0.25"),  # W21: cannot occur
)
AFTER_QUALIFYING = (  # 5.3.2, table 2; W22, W23
    Band(17, 20, "4.5 3 2 1.5 1 0.75 0.25"),
    Band(21, 24, "5 3 2.5 1.75 1.25 1 0.5"),
    Band(25, 28, "5.5 3.5 3 2 1.5 1 0.5"),
    Band(29, 32, "6 4 3 2.25 1.75 1.25 0.75"),
    Band(33, 48, "6.5 4 3.5 2.5 2 1.5 1"),
    Band(49, None, "7 5 4 3 2.5 2 1.5"),
)
SMALL_PAIRS = (Band(6, 7, "2.5"), Band(8, 9, "2.75"), Band(10, 11, "3"), Band(12, 13, "3.25"))  # Scale G
LEAST_PAIRS, FORMULA_FROM, MOST_PAIRS = 6, 14, 280  # 5.4.1(e), (f)
FIRST_FALLS = (Fraction(0), Fraction(5, 4), Fraction(2), Fraction(5, 2))  # 5.4.1(b): below the top award
LATER_FALL = Fraction(1, 4)  # 5.4.1(c), W16


def award(event: Final) -> Result:
    """5.2.2: the final of a championship that meets the format, or what it lacks."""
    require_acceptable(event)
    facts: Facts = facts_from(event, Facts)
    level = status_of(event)  # 3.2.6, W32: Area becomes Regional
    problems = _teams_problems(event, facts) if event.contest == "teams" else _pairs_problems(event, facts)
    refuse((*problems, *_one_ranking(event)))
    pay = pay_teams if event.contest == "teams" else pay_pairs
    awards = [award for field in fields(event.lists, event.contest) for award in pay(event, field, level)]
    return result_of(event, awards)


def _one_ranking(event: Final) -> Iterator[Problem]:
    number = "5.3.2" if event.contest == "teams" else "5.4.1"
    if len(event.lists) > 1:
        yield problem(number, "lists", len(event.lists), "the final is one field with one ranking", "give one list")
    if event.contest == "individual":
        says = "the major championships of an Area are a teams and a pairs event"
        yield problem("5.2.1", "contest", "individual", says, "leave `colour` out")


def original(event: Final) -> Fraction | None:
    """Tables (teams) of the qualifying round, where there was one."""
    told = getattr(event, "original_tables", None)
    return None if told is None else Fraction(told)


def usual_ladder(event: Final, field: Field, level: Step) -> Ladder:
    """The Local awards of the usual scale: D without a qualifying round, QD after one (5.3.2; A19, W41)."""
    tables = original(event)
    if tables is None:
        return basic_ladder(column_of(field), max(event.boards, LONG), full_tables(field), level)
    return awards_of(QUALI, column_of(field), original_entry(tables), level, contestants=field.contestants)


def _teams_problems(event: Final, facts: Facts) -> Iterator[Problem]:
    qualifying = original(event) is not None
    teams = int(original(event) or _largest(event))
    if qualifying and teams < QUALIFYING_FROM:
        says = "below 17 teams the final is held without a qualifying round"
        yield problem("5.3.2", "original_tables", teams, says, "give the whole field as one session event")
    if not qualifying and teams >= QUALIFYING_FROM:
        says = "from 17 teams on a qualifying round must reduce the number"
        yield problem("5.3.2", "form", teams, says, "give the final, with original_tables")
    if event.sessions != 2:
        yield problem("5.3.2", "sessions", event.sessions, "the final is played over two sessions", "sessions = 2")
    if not facts.one_day:
        yield problem("5.3.2", "facts.one_day", "false", "both sessions are played on a single day", "see 5.3.2")
    if qualifying and event.boards < TEAMS_FINAL_BOARDS:
        says = "the final comprises at least 42 boards"
        yield problem("5.3.2", "boards", event.boards, says, "leave `colour` out: Local awards are due")
    if not facts.all_play_all:
        says = "every team of the final must meet every other"
        yield problem("5.3.2", "facts.all_play_all", "false", says, "leave `colour` out: Local awards are due")
    for path, entry in everybody(event):
        if (entry.team_size or 4) > 4:
            yield problem("5.3.1", f"{path}.team_size", entry.team_size, "this event is for teams of four", "give 4")
        if len(entry.players) > MOST_MEMBERS:
            says = "a team has at most six members"
            yield problem("5.3.1", f"{path}.players", len(entry.players), says, "list the six")


def _largest(event: Final) -> int:
    return max((field.full_tables for field in fields(event.lists, event.contest)), default=0)


def pay_teams(event: Final, field: Field, level: Step) -> list[Award]:
    """5.3.2: Green Points by the entry, and Local Points made up to the Regional award."""
    reason = no_award_reason(event, field, event.boards, stage=original(event) is not None)
    if reason:
        return pay_nobody(field.lists, reason)
    local, green = usual_ladder(event, field, level), green_teams(event, field)
    minimum = tie_minimum("teams", level)
    awards: list[Award] = []
    for ranking in field.lists:
        for entry, finish in with_standing(ranking):
            full_local = place_figure(finish, local, minimum, "4.2.3" if original(event) else "4.1.2")
            greens = green_figure(finish, green, "5.3.2")
            beside = made_up(full_local, greens, "5.3.2") if full_local.value else full_local
            awards += pay_green(
                entry,
                greens,
                beside,
                rounded_up(full_local),
                boards=event.boards,
                half_the_boards=bool(greens.value),
                ranking=list_name(ranking),
            )
        awards += no_standing(ranking, GREEN)
    return awards


def green_teams(event: Final, field: Field) -> Ladder:
    """5.3.2: the two green tables; below six teams there are no Green Points."""
    tables = original(event)
    rows = WITHOUT_QUALIFYING if tables is None else AFTER_QUALIFYING
    teams = field.full_tables if tables is None else int(tables)
    row = band(rows, teams)
    printed = [] if row is None else [exact(figure) for figure in row.holds.split()]
    return given(printed, clause("5.3.2"), f"{teams} teams entered")


def _pairs_problems(event: Final, facts: Facts) -> Iterator[Problem]:
    cure = "leave `colour` out: Local awards are due"
    if event.boards < PAIRS_FINAL_BOARDS:
        yield problem("5.4.1", "boards", event.boards, "the final has at least 36 boards", cure)
    if facts.rounds_boards is not None and facts.rounds_boards < ROUND_BOARDS:
        says = "pairs of the final meet for at least two boards"
        yield problem("5.4.1", "facts.rounds_boards", facts.rounds_boards, says, cure)
    if not facts.all_play_all or any(field.winners > 1 for field in fields(event.lists, event.contest)):
        says = "every pair of the final must meet every other, in one ranking"
        yield problem("5.4.1", "facts.all_play_all", "false", says, "ask the WBU for a special scale (2.11.1)")


def pay_pairs(event: Final, field: Field, level: Step) -> list[Award]:
    """5.4.1: Green Points in place of Local; a player barred by 5.2.6 has the Local award (W41)."""
    entry_size = original_pairs(event, field)
    reason = too_short(event.boards, "2.1.2") or _too_few_pairs(entry_size)
    if reason:
        return pay_nobody(field.lists, reason, colour=GREEN)
    ladder, local = scale_g(entry_size), usual_ladder(event, field, level)
    minimum = tie_minimum(column_of(field), level)
    none = nothing(clause("5.2.3"), "Green Points are in place of Local Points")
    awards: list[Award] = []
    for ranking in field.lists:
        for entry, finish in with_standing(ranking):
            full_local = rounded_up(place_figure(finish, local, minimum, "4.2.3" if original(event) else "4.1.2"))
            greens = green_figure(finish, ladder, "5.4.1")
            awards += pay_green(entry, greens, none, full_local, boards=event.boards, ranking=list_name(ranking))
        awards += no_standing(ranking, GREEN)
    return awards


def original_pairs(event: Final, field: Field) -> Step:
    """5.4.1(a): the total original entry, counted in pairs."""
    tables = original(event)
    pairs = field.contestants if tables is None else int(2 * tables)
    return fact(pairs, clause("5.4.1"), "total original entry, in pairs")


def _too_few_pairs(pairs: Step) -> Step | None:
    if pairs.value >= LEAST_PAIRS:
        return None
    return nothing(clause("5.4.1"), f"no Green Points below {LEAST_PAIRS} pairs", pairs)


def scale_g(pairs: Step) -> Ladder:
    """5.4.1(a) to (g) and Scale G: the Green awards of an Area pairs final."""
    small = pairs.value < FORMULA_FROM
    counted = pairs
    if pairs.value > MOST_PAIRS:
        counted = fact(MOST_PAIRS, clause("5.4.1"), f"{pairs.value} pairs count as {MOST_PAIRS}, the most there can be")
    top = derive(
        _small_top if small else _top,
        counted,
        clause=clause("Scale G" if small else "5.4.1"),
        says="top award as printed" if small else "top award: entry ÷ 40 + 3, up to a quarter",
    )
    awards = derive(
        _half_way if small else _number,
        counted,
        clause=clause("5.4.1"),
        says="number of awards: half the entry" if small else "number of awards: entry ÷ 10 + 5",
    )
    return [
        derive(
            partial(_fallen, place),
            top,
            clause=clause("5.4.1" if place < len(FIRST_FALLS) else "Scale G"),
            says=f"place {place + 1}: {tidy(_fall(place))} below the top award",
            reading="" if place < len(FIRST_FALLS) else "W16",
        )
        for place in range(whole(awards.value))
    ]


def _top(pairs: Exact) -> Exact:
    return up_to_quarter(Fraction(whole(pairs), 40) + 3)


def _small_top(pairs: Exact) -> Exact:
    row = band(SMALL_PAIRS, whole(pairs))
    assert row is not None, "fewer than six pairs have been told that there is no award"
    return exact(row.holds)


def _number(pairs: Exact) -> Exact:
    return up_to_whole(Fraction(whole(pairs), 10) + 5)


def _half_way(pairs: Exact) -> Exact:
    return whole(pairs) // 2


def _fall(place: int) -> Fraction:
    if place < len(FIRST_FALLS):
        return FIRST_FALLS[place]
    return FIRST_FALLS[-1] + LATER_FALL * (place - len(FIRST_FALLS) + 1)


def _fallen(place: int, top: Exact) -> Exact:
    return tidy(top - _fall(place))
