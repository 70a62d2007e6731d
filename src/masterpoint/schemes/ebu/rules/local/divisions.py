"""4.8.4 to 4.8.9, the divisions of a teams league: how many count, and the key figure of each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Division, LeagueEvent, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import part_of
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import clause, problem, remark
from masterpoint.schemes.ebu.rules.local.match_awards import FULL_MATCH
from masterpoint.schemes.ebu.rules.organisations.organisers import name_of, status_of
from masterpoint.schemes.families.british_leagues import Levels, Standing, graded, proper
from masterpoint.schemes.families.fields import without_standing

CLUB, DISTRICT, COUNTY = Fraction(27), Fraction(81, 2), Fraction(54)
KEY_FIGURES: dict[Exact, Levels] = {  # the exact figures behind the charts, by the status of the league
    1: Levels(clause("4.8.5"), ((CLUB,), (DISTRICT, CLUB), (COUNTY, DISTRICT, CLUB)), COUNTY, CLUB),
    Fraction(3, 2): Levels(
        clause("4.8.6"),
        (
            (DISTRICT,),
            (COUNTY, DISTRICT),
            (Fraction(135, 2), COUNTY, DISTRICT),
            (Fraction(81), Fraction(135, 2), COUNTY, DISTRICT),
        ),
        Fraction(81),
        Fraction(41),  # as printed, reading E27
        reading="E27",
    ),
    2: Levels(
        clause("4.8.7"),
        (
            (COUNTY,),
            (Fraction(135, 2), COUNTY),
            (Fraction(81), Fraction(135, 2), COUNTY),
            (Fraction(189, 2), Fraction(81), Fraction(135, 2), COUNTY),
            (Fraction(108), Fraction(189, 2), Fraction(81), Fraction(135, 2), COUNTY),
        ),
        Fraction(108),
        COUNTY,
    ),
}
LEAST_TEAMS = 5  # 4.8.8, 4.9.2


def key_figure(status: Step, standings: dict[int, Standing], division: Division) -> Step:
    """4.8.5 to 4.8.7: the exact key figure of a division, by the number of divisions that count."""
    standing = standings[division.level]
    count = max(one.number for one in standings.values())
    key = chart_figure(status, count, standing.number)
    if standing.counted:
        return key
    message = f"a division of fewer than {LEAST_TEAMS} teams below it takes the same figure"
    return derive(_same, key, clause=clause("4.8.8"), message=message, reading="E38")


def chart_figure(status: Step, count: int, number: int) -> Step:
    """What the chart of the league's status has for one of so many divisions."""
    message = f"key figure of Division {number} of {count}"
    levels = KEY_FIGURES.get(status.value)
    if levels is None:
        single = fact(FULL_MATCH, clause("4.6.3"), "a match of 18 to 35 boards at Club status")
        return derive(_times, single, status, clause=clause("4.8.1"), message=message)
    beyond = count > len(levels.rows)
    reading = levels.reading if beyond else ""
    return derive(
        partial(_key, status.value, count, number), status, clause=levels.clause, message=message, reading=reading
    )


def _key(level: Exact, count: int, number: int, status: Exact) -> Exact:
    return graded(KEY_FIGURES[level], count)[number - 1]


def _times(figure: Exact, status: Exact) -> Exact:
    return status * figure  # type: ignore[operator]


def division_status(key: Step) -> Step:
    """The level a key figure stands for: 27 is Club."""
    message = "level of the division, as a multiple of Club"
    return derive(partial(part_of, 1, FULL_MATCH), key, clause=clause("4.8.4"), message=message, reading="A10")


def division_standings(event: LeagueEvent) -> dict[int, Standing]:
    """4.8.8, 4.8.9: parallel divisions share a level; below the first, fewer than five teams do not count."""
    levels = sorted({division.level for division in event.divisions})
    sizes = [max(teams_in(one) for one in event.divisions if one.level == level) for level in levels]
    return dict(zip(levels, proper(sizes, LEAST_TEAMS), strict=True))


def level_problems(event: LeagueEvent) -> Iterator[Problem]:
    """4.8.5 to 4.8.7: the awards of a division depend on how many there are, so all are told."""
    if not any(division.entries for division in event.divisions):
        fix = "list the teams of at least one division, with their places and matches"
        yield problem("divisions", len(event.divisions), "nobody is listed", fix, "4.8.4")
    levels = sorted({division.level for division in event.divisions})
    if levels != list(range(1, len(levels) + 1)):
        yield problem(
            "divisions",
            ", ".join(str(level) for level in levels),
            "divisions are numbered from 1, the highest, without a gap",
            "tell all divisions of the league; one whose teams need no answer by its level and size alone",
            "4.8.4",
        )


def teams_in(division: Division) -> int:
    """Teams that count as the entry."""
    ranking = as_list(division)
    return size_of(ranking) - without_standing(ranking)


def as_list(division: Division) -> RankingList:
    return RankingList(section=division_name(division), entries=division.entries, size=division.size)


def division_name(division: Division) -> str:
    return division.name or f"Division {division.level}"


def division_remarks(event: LeagueEvent, standings: dict[int, Standing]) -> Iterator[Remark]:
    """What should be said of small and of parallel divisions."""
    for level, standing in standings.items():
        names = [division_name(division) for division in event.divisions if division.level == level]
        if not standing.counted:
            message = f"{' and '.join(names)}: fewer than {LEAST_TEAMS} teams, not counted as a division"
            yield remark("4.8.8", f"{message}; awards of Division {standing.number}")
        if len(names) > 1:
            yield remark("4.8.9", f"{' and '.join(names)} are parallel: one level, identical awards")


def require_chart(status: Step, divisions: int) -> None:
    """4.8.5 to 4.8.7 are for club, district and county leagues; other leagues have one division."""
    if divisions > 1 and status.value not in KEY_FIGURES:
        raise Refused(
            problem(
                "divisions",
                divisions,
                f"there is no chart for a league of several divisions at {name_of(status)} status",
                "give each division as a league of its own, or ask the EBU for a special scale",
                "4.8.7",
            )
        )


def play_off_status(event: AnyEvent) -> Step | None:
    """4.8.9: a play-off between the winners of parallel divisions is a knock-out final at their level."""
    facts: Facts = facts_from(event, Facts)
    if facts.play_off_division is None:
        return None
    status = status_of(event)
    count = facts.play_off_divisions or facts.play_off_division
    problems = list(play_off_problems(event, facts, count))
    if problems:
        raise Refused(problems)
    require_chart(status, count)
    standings = {level: Standing(level, True) for level in range(1, count + 1)}
    level = Division(level=facts.play_off_division)
    message = "play-off between parallel divisions, at their level"
    return derive(_same, division_status(key_figure(status, standings, level)), clause=clause("4.8.9"), message=message)


def play_off_problems(event: AnyEvent, facts: Facts, count: int) -> Iterator[Problem]:
    """What such a play-off needs to tell."""
    if (facts.play_off_division or 0) > count:
        message = f"the league has {count} divisions"
        yield problem("facts.play_off_division", facts.play_off_division, message, "give one of them", "4.8.9")
    if getattr(event, "original_entry", None) is None:
        message = "all teams of the parallel divisions count as having tried to qualify"
        yield problem("original_entry", "", message, "add the number of teams in them", "4.8.9")


def _same(status: Exact) -> Exact:
    return status
