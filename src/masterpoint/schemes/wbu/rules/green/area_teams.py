"""5.3, Annual major Area teams championship: Green Points by the entry, Local Points made up beside them."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import band
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.families.bands import bands
from masterpoint.schemes.families.fields import Field, fields, list_name, with_standing
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green.area_finals import Final, original, usual_ladder
from masterpoint.schemes.wbu.rules.green.paying import green_figure, made_up, pay_green
from masterpoint.schemes.wbu.rules.principles.general import (
    GREEN,
    no_award_reason,
    place_figure,
    rounded_up,
    tie_minimum,
)
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody


@rule
def problems(book: Book, event: Final, facts: Facts) -> Iterator[Problem]:
    qualifying = original(event) is not None
    teams = int(original(event) or _largest(event))
    figures = book.figures.area_teams
    minimum = figures.qualifying_from.value
    if qualifying and teams < minimum:
        message = f"below {minimum} teams the final is held without a qualifying round"
        yield book.problem("original_tables", teams, message, "give the whole field as one session event", "5.3.2")
    if not qualifying and teams >= minimum:
        message = f"from {minimum} teams on a qualifying round must reduce the number"
        yield book.problem("form", teams, message, "give the final, with original_tables", "5.3.2")
    sessions = figures.sessions.value
    if event.sessions != sessions:
        message = f"the final is played over {sessions} sessions"
        yield book.problem("sessions", event.sessions, message, f"write sessions = {sessions}", "5.3.2")
    if not facts.one_day:
        message, fix = "both sessions are played on a single day", "leave `colour` out: Local awards are due"
        yield book.problem("facts.one_day", "false", message, fix, "5.3.2")
    if qualifying and event.boards < figures.final_boards.value:
        message = f"the final comprises at least {figures.final_boards.value} boards"
        yield book.problem("boards", event.boards, message, "leave `colour` out: Local awards are due", "5.3.2")
    if not facts.all_play_all:
        message = "every team of the final must meet every other"
        yield book.problem("facts.all_play_all", "false", message, "leave `colour` out: Local awards are due", "5.3.2")
    for path, entry in all_entries(event):
        seats, maximum = figures.at_the_table.value, figures.most_members.value
        if entry.team_size is not None and entry.team_size > seats:
            message = f"this event is for teams of {seats}"
            yield book.problem(f"{path}.team_size", entry.team_size, message, f"give {seats}", "5.3.1")
        if len(entry.players) > maximum:
            message = f"a team has at most {maximum} members"
            yield book.problem(f"{path}.players", len(entry.players), message, f"list the {maximum}", "5.3.1")


def _largest(event: Final) -> int:
    return max((field.full_tables for field in fields(event.lists, event.contest)), default=0)


def pay(book: Book, event: Final, field: Field, level: Step) -> list[Award]:
    """5.3.2: Green Points by the entry, and Local Points made up to the Regional award."""
    reason = no_award_reason(book, event, field, event.boards, stage=original(event) is not None)
    if reason:
        return pay_nobody(field.lists, reason)
    local, green = usual_ladder(book, event, field, level), green_teams(book, event, field)
    minimum = tie_minimum(book, "teams", level)
    no_green = too_few_teams(book, field)
    awards: list[Award] = []
    for ranking in field.lists:
        for entry, finish in with_standing(ranking):
            full_local = place_figure(book, finish, local, minimum, "4.2.3" if original(event) else "4.1.2")
            greens = green_figure(book, finish, green, "5.3.2") if green else no_green
            local_step = made_up(book, full_local, greens, "5.3.2") if full_local.value else full_local
            awards += pay_green(
                book,
                entry,
                greens,
                local_step,
                rounded_up(book, full_local),
                boards=event.boards,
                half_the_boards=bool(greens.value),
                once_a_season=True,
                ranking=list_name(ranking),
            )
        awards += no_standing(book, ranking, GREEN)
    return awards


def too_few_teams(book: Book, field: Field) -> Step:
    """5.3.2: the tables start at six teams."""
    table = book.figures.area_teams.without_qualifying
    (minimum, *_), *_ = table.value
    entry_step = fact(field.full_tables, table.clause, "teams entered")
    return nothing(table.clause, sentence("no Green Points below {least} teams", least=minimum), entry_step)


@rule
def green_teams(book: Book, event: Final, field: Field) -> Ladder:
    """5.3.2: the two green tables; below six teams there are no Green Points."""
    figures, tables = book.figures.area_teams, original(event)
    rows = figures.without_qualifying if tables is None else figures.after_qualifying
    teams = field.full_tables if tables is None else int(tables)
    row = band(bands(rows.value), teams)
    repeated_row = figures.twice_printed
    reading = repeated_row.reading if teams == repeated_row.value else ""
    steps = [
        fact(
            tidy(value),
            rows.clause,
            sentence("Green Points of place {place} with {teams} teams entered", place=place, teams=teams),
            reading=reading,
        )
        for place, value in enumerate(row.value if row else (), 1)
    ]
    message = sentence("{teams} teams entered: places paid in Green", teams=teams)
    return Ladder(steps, fact(len(steps), rows.clause, message))
