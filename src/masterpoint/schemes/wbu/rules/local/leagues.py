"""4.8, Teams leagues: a key figure for each division, paid for a match and in steps for the ranking."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import Division, LeagueEvent, RankingList
from masterpoint.core.mechanisms import Ladder, equal_steps, part_of, share_of
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.schemes.families.british_leagues import Standing, proper
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.local.divisions import FULL_MATCH, TABLES, as_status, division_figure
from masterpoint.schemes.wbu.rules.local.match_awards import LEAGUE, matches_of, more_round_robins, pay_both
from masterpoint.schemes.wbu.rules.local.matches import LEAST_BOARDS, VERY_LONG
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of, team_status
from masterpoint.schemes.wbu.rules.principles.general import require_acceptable, too_few, too_many_boards
from masterpoint.schemes.wbu.rules.principles.payments import pay_nobody

LEAST_TEAMS, LEAST_DIVISION = 3, 5  # 2.1.1(c), 4.8.7
QUARTER = Fraction(1, 4)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def award(event: LeagueEvent) -> Result:
    """4.8: each division by its key figure."""
    require_acceptable(event)
    level = status_of(event)
    refuse(_problems(event, level))
    standings = standings_of(event)
    count = max(standing.number for standing in standings.values())
    awards: list[Award] = []
    for division in sorted(event.divisions, key=lambda one: one.level):
        key = key_figure(event, level, count, standings[division.level])
        awards += pay_division(event, division, key)
    return result_of(event, awards, tuple(_remarks(event)))


def _remarks(event: LeagueEvent) -> Iterator[Remark]:
    if len({division.level for division in event.divisions}) < len(event.divisions):
        yield Remark(clause("4.8.8"), "parallel divisions count as one, with the same awards")
    if any(matches_of(entry) >= teams_in(division) for division in event.divisions for entry in division.entries):
        yield more_round_robins()


def _problems(event: LeagueEvent, level: Step) -> Iterator[Problem]:
    if event.contest != "teams":
        yield problem("4.5.2", "contest", event.contest, "a league is for teams", 'write form = "matches"')
    levels = sorted({division.level for division in event.divisions})
    if levels != list(range(1, len(levels) + 1)):
        message = "divisions are numbered from 1 without a gap"
        yield problem("4.8.4", "divisions", levels, message, "number them 1, 2, 3 …; parallel ones alike")
    if event.boards < LEAST_BOARDS:
        message = "a league of fewer than 36 boards earns no match awards"
        yield problem("4.5.2", "boards", event.boards, message, "enter each division as a session of its own")
    if len(levels) > 1 and level.value not in TABLES and not _inter_area(event):
        message = "there are figures for several divisions of a club or an Area only"
        yield problem("4.9.4", "divisions", len(levels), message, "ask the WBU for a special scale (2.11.1)")
    yield from _non_members(event)
    yield from too_many_boards(event, event.boards)


def _inter_area(event: LeagueEvent) -> bool:
    return event.organiser.level == "inter-area" or facts_from(event, Facts).kind == "inter-area"


def _non_members(event: LeagueEvent) -> Iterator[Problem]:
    """3.2.7(f): in an Area's league non-members play in the bottom division only."""
    if event.organiser.level != "area":
        return
    facts: Facts = facts_from(event, Facts)
    bottom = max((division.level for division in event.divisions), default=1)
    for number, division in enumerate(event.divisions):
        for index, entry in enumerate(division.entries):
            if division.level == bottom > 1 or (facts.reserves_permitted and (entry.team_size or 4) >= 8):
                continue
            for who, player in enumerate(entry.players):
                if player.membership == "none":
                    path = f"divisions[{number}].entries[{index}].players[{who}].membership"
                    message = "non-members may play in the bottom division of several only"
                    fix = "for reserves in teams of eight, ask the Union, then facts.reserves_permitted = true"
                    yield problem("3.2.7(f)", path, "none", message, fix)


def teams_in(division: Division) -> int:
    return max(len(division.entries), division.size or 0)


def standings_of(event: LeagueEvent) -> dict[int, Standing]:
    """4.8.7: divisions below the first count only from five teams; parallel ones stand together (4.8.8)."""
    sizes: dict[int, int] = {}
    for division in event.divisions:
        sizes[division.level] = max(sizes.get(division.level, 0), teams_in(division))
    order = sorted(sizes)
    return dict(zip(order, proper([sizes[level] for level in order], LEAST_DIVISION), strict=True))


def key_figure(event: LeagueEvent, level: Step, count: int, standing: Standing) -> Step:
    """4.8.4 to 4.8.6: what a match of 18 to 35 boards earns in a division, exact."""
    if _inter_area(event):
        letter = facts_from(event, Facts).team_letter or LETTERS[min(standing.number, len(LETTERS)) - 1]
        return _of_status(team_status(letter))
    if level.value not in TABLES:
        return _of_status(level)
    key = division_figure(TABLES[level.value], level, count, standing.number)
    if standing.counted:
        return key
    message = "too small to count as a division: awards of the next higher one"
    return derive(partial(part_of, 1, 1), key, clause=clause("4.8.7"), message=message, reading="W50")


def _of_status(level: Step) -> Step:
    message = f"{FULL_MATCH} a match at Club status"
    return derive(partial(part_of, FULL_MATCH, 1), level, clause=clause("4.8.4"), message=message)


def pay_division(event: LeagueEvent, division: Division, key: Step) -> list[Award]:
    """4.8.2 to 4.8.4: match awards and ranking awards of a division."""
    ranking = RankingList(
        section=division.name or f"Division {division.level}",
        entries=division.entries,
        size=teams_in(division) or None,
    )
    reason = too_few(teams_in(division), LEAST_TEAMS, "2.1.1")
    if reason:
        return [*pay_nobody([ranking], reason, "matches"), *pay_nobody([ranking], reason)]
    ladder = ranking_ladder(event.boards, size_of(ranking), key)
    status = derive(as_status, key, clause=clause("4.8.4"), message="the division's status, as a multiple of Club")
    return pay_both([ranking], "teams", event.boards, status, ladder, key, None, "4.8.3", LEAGUE)


def ranking_ladder(boards: int, teams: int, key: Step) -> Ladder:
    """4.8.3, 4.8.4: a quarter of the division, by steps of the exact key figure (A10); a third less below 72 boards."""
    message = "the lowest ranking award is the key figure"
    unit = derive(partial(part_of, 1, 1), key, clause=clause("4.8.4"), message=message, reading="A10")
    if boards < VERY_LONG:
        message = f"a third less: only {boards} boards in all"
        unit = derive(partial(part_of, 2, 3), unit, clause=clause("4.8.3"), message=message)
    paid = fact(share_of(teams, QUARTER), clause("4.8.3"), f"a quarter of {teams} teams, part-teams counting as one")
    return equal_steps(unit, paid, clause=clause("4.8.4"))
