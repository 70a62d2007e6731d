"""4.8, Teams leagues: a key figure for each division is the award per match won, and the step of the ranking awards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Result, Step, fact, nothing
from masterpoint.core.errors import NotReadable
from masterpoint.core.events import Division, LeagueEvent
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.places import place_problems, size_of
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause
from masterpoint.schemes.ebu.rules.local.basic import LONG, VERY_LONG, minimum_award, pay_basic
from masterpoint.schemes.ebu.rules.local.divisions import (
    as_list,
    division_name,
    division_remarks,
    division_standings,
    division_status,
    key_figure,
    level_problems,
    require_chart,
)
from masterpoint.schemes.ebu.rules.local.match_awards import (
    FULL_MATCH,
    KIND,
    MATCH_CLAUSES,
    length_remarks,
    minimum_total,
    pay_matches,
    round_robin_remarks,
)
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    MINIMUM_AWARD,
    colour_of,
    held_remarks,
    no_award_reason,
    pay_list,
    require_ranking_without_handicap,
)
from masterpoint.schemes.families.british import ScaleClauses, ScaleRule, scale_ladder
from masterpoint.schemes.families.fields import Field, without_standing

SHORT_SEASON = Fraction(2, 3)  # 4.8.3: one third less for 36 to 71 boards
LEAGUE_RULE = ScaleRule(clause("4.8.4"), "key figure", 1, Fraction(1, 4), FULL_MATCH, 450, 65)
LEAGUE_CLAUSES = ScaleClauses(
    share=clause("4.8.3"),
    down=clause("4.8.4"),
    limit=clause("4.4.3"),
    root=clause("4.4.9"),
    minimum=clause("4.4.5"),
    few=clause("4.2.4"),
    most=clause("4.4.1"),
)
LEAGUE_MATCHES = replace(MATCH_CLAUSES, figure=clause("4.8.2"), long=clause("4.8.2"), long_reading="E72")


def award(event: LeagueEvent) -> Result:
    """4.8: match awards and ranking awards, division by division."""
    require_ranking_without_handicap(event)
    colour = colour_of(event)
    require_places(event)
    status = status_of(event, level_problems(event))
    standings = division_standings(event)
    require_chart(status, len({standing.number for standing in standings.values()}))
    awards: list[Award] = []
    for division in event.divisions:
        key = key_figure(status, standings, division)
        awards += pay_division(event, division, key, colour)
    lists = [as_list(division) for division in event.divisions]
    remarks = (
        *division_remarks(event, standings),
        *length_remarks(lists, event.boards),
        *dict.fromkeys(round_robin_remarks(lists)),
        *held_remarks(event, awards),
    )
    return Result(event, TITLE, tuple(awards), remarks)


def pay_division(event: LeagueEvent, division: Division, key: Step, colour: str) -> list[Award]:
    """One division: 4.5.2 makes a season of fewer than 36 boards a basic event at the level of the division."""
    ranking = as_list(division)
    status = division_status(key)
    if event.boards < LONG:
        basic = nothing(clause("4.5.2"), f"{event.boards} boards in all: a basic event, with no award for each match")
        awards = pay_basic(event, (ranking,), event.boards, status, colour)
        return awards + [Award(entry, basic, colour, KIND, None, ranking.section) for entry in division.entries]
    reason = no_award_reason(event, Field(ranking.section, (ranking,), "teams"), event.boards)
    if reason:
        both = [(entry, kind) for entry in division.entries for kind in ("ranking", KIND)]
        return [Award(entry, reason, colour, kind, None, ranking.section) for entry, kind in both]
    teams = fact(size_of(ranking) - without_standing(ranking), clause("4.8.3"), "teams in the division")
    ladder = ranking_ladder(teams, status, event.boards)
    awards = pay_list(
        ranking, ladder, colour=colour, minimum=minimum_award(status), unpaid="4.8.3", boards=event.boards
    )
    return awards + list(pay_division_matches(event, division, key, colour, awards))


def pay_division_matches(
    event: LeagueEvent, division: Division, key: Step, colour: str, ranked: Sequence[Award]
) -> Iterator[Award]:
    """4.8.2: the key figure for a match of 18 to 35 boards, in proportion below, half as much again from 36 on."""
    with_bonus = {id(award.entry) for award in ranked if award.points}
    minimum = minimum_total(division_status(key))
    for entry in division.entries:
        if entry.standing == "none":
            reason = nothing(clause("2.10.2"), "playing without standing")
            yield Award(entry, reason, colour, KIND, None, division_name(division))
            continue
        yield from pay_matches(
            entry,
            key,
            minimum,
            colour=colour,
            boards=event.boards,
            ranked=id(entry) in with_bonus,
            clauses=LEAGUE_MATCHES,
            ranking=division_name(division),
        )


@lru_cache(maxsize=256)
def ranking_ladder(teams: Step, status: Step, boards: int) -> Ladder:
    """4.8.3, 4.8.4: a quarter of the division, in steps of the exact key figure (reading A10)."""
    short = fact(SHORT_SEASON, clause("4.8.3"), f"{boards} boards in all: ranking awards one third less")
    return scale_ladder(
        LEAGUE_RULE,
        teams,
        status,
        clauses=LEAGUE_CLAUSES,
        minimum=MINIMUM_AWARD,
        enlarged=short if boards < VERY_LONG else None,
    )


def require_places(event: LeagueEvent) -> None:
    """Final tables of the divisions, told like any ranking."""
    problems = [
        found
        for index, division in enumerate(event.divisions)
        for found in place_problems(as_list(division), f"divisions[{index}]")
    ]
    if problems:
        raise NotReadable(problems)
