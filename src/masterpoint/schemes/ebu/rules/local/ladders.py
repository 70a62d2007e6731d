"""4.11, Ladder events: the additional award on the overall ranking of a series of regular games."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Award, Remark, Result, Step
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Contest, LadderEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem, remark
from masterpoint.schemes.ebu.rules.local.basic import minimum_award
from masterpoint.schemes.ebu.rules.local.sections import TOP_STATUS, level_up, section_status
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    colour_of,
    held_remarks,
    pay_list,
    require_ranking_without_handicap,
)
from masterpoint.schemes.families.british_ladders import LadderTable, full_on_average, ladder_awards

UNITS: dict[Contest, tuple[Contest, ...]] = {  # 4.11.3: what a series of such games may rank
    "pairs": ("individual", "pairs"),
    "teams": ("individual", "pairs", "teams"),
    "individual": ("individual",),
}
FEWEST_RESULTS = 6  # 4.11.4
TABLE = LadderTable(
    clause("4.11.6"),
    status=clause("4.11.7"),
    average=clause("4.11.5"),
    numbers={
        "teams": ((0, "1"), (9, "2"), (18, "3")),
        "pairs": ((0, "2"), (9, "4"), (18, "6")),
        "individual": ((0, "4"), (9, "8"), (18, "12")),
    },
    units={"teams": 27, "pairs": 16, "individual": 8},
)
MANY_GAMES = 18  # 4.11.8


def award(event: LadderEvent) -> Result:
    """4.11: the bonus of each place on the ladder, or in the final it led to."""
    require_ranking_without_handicap(event)
    problems = [*unit_problems(event), *result_problems(event), *section_problems(event)]
    if problems:
        raise Refused(problems)
    colour, status = colour_of(event), status_of_ladder(event)
    assert event.average_tables is not None, "asked for before"
    ladder = ladder_awards(TABLE, ranked_unit(event), full_on_average(TABLE, event.average_tables), status)
    minimum = minimum_award(status)
    boards = event.final_boards or 0
    awards: list[Award] = []
    for ranking in event.lists:
        awards += pay_list(
            ranking, ladder, colour=colour, minimum=minimum, unpaid="4.11.6", kind="bonus", boards=boards
        )
    return Result(event, TITLE, tuple(awards), (*held_remarks(event, awards), *remarks(event)))


def ranked_unit(event: LadderEvent) -> Contest:
    return event.unit or event.contest


def unit_problems(event: LadderEvent) -> Iterator[Problem]:
    """4.11.3: pairs games rank pairs or players, teams games anything, individual games players."""
    unit = ranked_unit(event)
    if unit not in UNITS[event.contest]:
        yield problem(
            "unit",
            unit,
            f"a series of {event.contest} games cannot rank {unit}",
            f"rank {' or '.join(UNITS[event.contest])}",
            "4.11.3",
        )


def result_problems(event: LadderEvent) -> Iterator[Problem]:
    """4.11.4, 4.11.5: six results at least, no more than there were games, and the average attendance."""
    if event.counted < FEWEST_RESULTS:
        yield problem(
            "counted",
            str(event.counted),
            "a ladder counts at least six results",
            "count six or more; a final after fewer games is an ordinary session by its own size (3.7.4)",
            "4.11.4",
        )
    if event.games < event.counted:
        fix = "give all games of the series under `games`"
        message = f"only {event.games} games were available"
        yield problem("counted", str(event.counted), message, fix, "4.11.4")
    if event.average_tables is None:
        fix = "give the average number of full tables in a game as `average_tables`"
        yield problem("average_tables", "", "the awards depend on the average attendance", fix, "4.11.5")


def section_problems(event: LadderEvent) -> Iterator[Problem]:
    """4.11.9(c): a ladder for one section of several."""
    facts: Facts = facts_from(event, Facts)
    section, sections = facts.ladder_section, facts.ladder_sections
    if (section is None) != (sections is None) or (section or 0) > (sections or 0):
        fix = "give both ladder_section and ladder_sections, the first no larger"
        message = "a ladder for one section needs its number and how many sections there are"
        yield problem("facts.ladder_section", str(section or ""), message, fix, "4.11.9")
    elif sections and event.championship == "major":
        message = "not all members can win an event in sections of differing status"
        yield problem("championship", "major", message, "leave `championship` or the sections out", "1.2.4")
    elif sections and event.organiser.level not in ("club", "district league", "county"):
        fix = "leave the sections out"
        message = "sections of differing status are held by clubs, district leagues and counties"
        yield problem("organiser.level", event.organiser.level, message, fix, "4.9.4")


def status_of_ladder(event: LadderEvent) -> Step:
    """4.11.7 to 4.11.9: the organiser's status, one level up for 18 games, and one for a final."""
    facts: Facts = facts_from(event, Facts)
    status = status_of(event)
    if facts.ladder_sections and facts.ladder_section and status.value in TOP_STATUS:
        status = section_status(status, facts.ladder_sections, facts.ladder_section)
    if event.games >= MANY_GAMES:
        status = level_up(status, "4.11.8", f"{event.games} games available")
    if event.final:
        status = level_up(status, "4.11.9", "awarded on the result of a final")
    return status


def remarks(event: LadderEvent) -> Iterator[Remark]:
    yield remark("4.11.1", "each game has its own awards besides; an organiser may hold two ladders a year")
    yield remark("1.2.3", "one of at most two ladders of the organiser this year")
    if event.final:
        yield remark("4.11.9", "the ladder's own awards are withheld: the final's ranking receives them")
