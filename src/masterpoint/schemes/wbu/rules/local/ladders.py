"""4.11, Ladder events: the additional award on the overall ranking of a series of regular games."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Award, Remark, Result, Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, LadderEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.families.british_ladders import LadderTable, full_on_average, ladder_awards
from masterpoint.schemes.families.british_leagues import Standing
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.local.sections import TABLES, section_status
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import require_acceptable, tie_minimum
from masterpoint.schemes.wbu.rules.principles.payments import pay_list
from masterpoint.schemes.wbu.rules.principles.status import higher

UNITS: dict[Contest, tuple[Contest, ...]] = {  # 4.11.3: what a series of such games may rank
    "pairs": ("individual", "pairs"),
    "teams": ("individual", "pairs", "teams"),
    "individual": ("individual",),
}
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
FEWEST_RESULTS, MANY_GAMES = 6, 18  # 4.11.4, 4.11.8


def award(event: LadderEvent) -> Result:
    """4.11: the bonus of each place on the ladder, or in the final it led to."""
    require_acceptable(event)
    level = status_of(event)
    facts: Facts = facts_from(event, Facts)
    refuse((*_problems(event), *_section_problems(facts, level)))
    level = ladder_status(event, facts, level)
    unit = event.unit or event.contest
    assert event.average_tables is not None, "asked for before"
    ladder = ladder_awards(TABLE, unit, full_on_average(TABLE, event.average_tables), level)
    column = {"teams": "teams", "pairs": "one-winner pairs", "individual": "individual"}[unit]
    minimum = tie_minimum(column, level)
    boards = event.final_boards or 0
    awards: list[Award] = []
    for ranking in event.lists:
        awards += pay_list(ranking, ladder, minimum=minimum, unpaid="4.11.6", kind="bonus", boards=boards)
    return result_of(event, awards, tuple(_remarks(event)))


def _problems(event: LadderEvent) -> Iterator[Problem]:
    unit = event.unit or event.contest
    if unit not in UNITS[event.contest]:
        message = f"a series of {event.contest} games cannot rank {unit}"
        yield problem("4.11.3", "unit", unit, message, f"rank {' or '.join(UNITS[event.contest])}")
    if event.counted < FEWEST_RESULTS:
        message = "a ladder counts at least six results"
        fix = "count six or more; a final after fewer is an ordinary game of its own size (2.7.4)"
        yield problem("4.11.4", "counted", event.counted, message, fix)
    if event.games < event.counted:
        message = f"only {event.games} games were available"
        yield problem("4.11.4", "games", event.games, message, "give all games of the series")
    if event.average_tables is None:
        fix = "give the average number of full tables in a game"
        yield problem("4.11.5", "average_tables", "", "the awards depend on the average attendance", fix)
    elif event.average_tables < 1:
        fix = "give the average number of full tables in a game"
        yield problem("4.11.5", "average_tables", event.average_tables, "no full table played on average", fix)


def _section_problems(facts: Facts, level: Step) -> Iterator[Problem]:
    """4.11.9, note (c): a ladder for one section of several."""
    if facts.ladder_section is None and facts.ladder_sections is None:
        return
    if facts.ladder_section is None or facts.ladder_sections is None or facts.ladder_section > facts.ladder_sections:
        message = "a ladder for one section needs its number and how many sections there are"
        fix = "give both, the first no larger"
        yield problem("4.11.9", "facts.ladder_section", facts.ladder_section or "", message, fix)
    if level.value not in TABLES:
        message = "sections of differing status are held by clubs and Areas"
        yield problem("4.9.4", "facts.ladder_sections", facts.ladder_sections or "", message, "leave the sections out")


def ladder_status(event: LadderEvent, facts: Facts, level: Step) -> Step:
    """4.11.7 to 4.11.9: one level up for 18 games, and one for a final; both may apply."""
    if facts.ladder_section is not None and facts.ladder_sections is not None:
        level = section_status(level, facts.ladder_sections, Standing(facts.ladder_section, True))
    if event.games >= MANY_GAMES:
        level = higher(level, "4.11.8", f"{event.games} games available")
    if event.final:
        level = higher(level, "4.11.9", "awarded on the result of a final")
    return level


def _remarks(event: LadderEvent) -> Iterator[Remark]:
    yield Remark(clause("4.11.1"), "each game has its own awards besides; an organiser may hold two ladders a year")
    if event.final:
        yield Remark(clause("4.11.9"), "the ladder's own awards are withheld: the final's ranking receives them")
