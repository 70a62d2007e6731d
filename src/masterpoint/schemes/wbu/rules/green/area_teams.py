"""5.3, Annual major Area teams championship: Green Points by the entry, Local Points made up beside them."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Award, Step, fact
from masterpoint.core.errors import Problem
from masterpoint.core.exact import exact
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.tables import Band, band
from masterpoint.core.traversal import everybody
from masterpoint.schemes.families.fields import Field, fields, list_name, with_standing
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green.area_finals import Final, original, usual_ladder
from masterpoint.schemes.wbu.rules.green.paying import green_figure, made_up, pay_green
from masterpoint.schemes.wbu.rules.handbook import clause, problem
from masterpoint.schemes.wbu.rules.principles.general import (
    GREEN,
    no_award_reason,
    place_figure,
    rounded_up,
    tie_minimum,
)
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody

QUALIFYING_FROM = 17  # 5.3.2: from so many teams there must be a qualifying round
FINAL_BOARDS = 42  # 5.3.2
MOST_MEMBERS = 6  # 5.3.1
TWICE_PRINTED = 48  # in two rows of the second table
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


def problems(event: Final, facts: Facts) -> Iterator[Problem]:
    qualifying = original(event) is not None
    teams = int(original(event) or _largest(event))
    if qualifying and teams < QUALIFYING_FROM:
        message = "below 17 teams the final is held without a qualifying round"
        yield problem("5.3.2", "original_tables", teams, message, "give the whole field as one session event")
    if not qualifying and teams >= QUALIFYING_FROM:
        message = "from 17 teams on a qualifying round must reduce the number"
        yield problem("5.3.2", "form", teams, message, "give the final, with original_tables")
    if event.sessions != 2:
        yield problem("5.3.2", "sessions", event.sessions, "the final is played over two sessions", "sessions = 2")
    if not facts.one_day:
        yield problem("5.3.2", "facts.one_day", "false", "both sessions are played on a single day", "see 5.3.2")
    if qualifying and event.boards < FINAL_BOARDS:
        message = "the final comprises at least 42 boards"
        yield problem("5.3.2", "boards", event.boards, message, "leave `colour` out: Local awards are due")
    if not facts.all_play_all:
        message = "every team of the final must meet every other"
        yield problem("5.3.2", "facts.all_play_all", "false", message, "leave `colour` out: Local awards are due")
    for path, entry in everybody(event):
        if (entry.team_size or 4) > 4:
            yield problem("5.3.1", f"{path}.team_size", entry.team_size, "this event is for teams of four", "give 4")
        if len(entry.players) > MOST_MEMBERS:
            message = "a team has at most six members"
            yield problem("5.3.1", f"{path}.players", len(entry.players), message, "list the six")


def _largest(event: Final) -> int:
    return max((field.full_tables for field in fields(event.lists, event.contest)), default=0)


def pay(event: Final, field: Field, level: Step) -> list[Award]:
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
                once_a_season=True,
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
    reading = "W22" if teams == TWICE_PRINTED else ""
    return [
        fact(value, clause("5.3.2"), f"place {place}: {teams} teams entered", reading=reading)
        for place, value in enumerate(printed, 1)
    ]
