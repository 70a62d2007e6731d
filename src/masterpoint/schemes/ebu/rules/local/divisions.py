"""4.8.4 to 4.8.9, the divisions of a teams league: how many count, and the key figure of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Remark, Step, derive
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Division, LeagueEvent, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import identity, part_of, product, with_reason
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.status import name_of, statuses
from masterpoint.schemes.families.british_leagues import Levels, PaidLevel, level_scale, paid_levels_by_level
from masterpoint.schemes.families.fields import without_standing


@cache
def charts(book: Book) -> dict[Exact, Levels]:
    """4.8.5 to 4.8.7: the exact figures behind the charts, by the status of the league."""
    figures, multiples = book.figures.leagues, statuses(book)
    charts_by_status = {"club": figures.club_chart, "district": figures.district_chart, "county": figures.county_chart}
    return {
        multiples[status]: Levels(
            chart.clause, chart.value.rows, chart.value.top, chart.value.bottom, reading=chart.reading
        )
        for status, chart in charts_by_status.items()
    }


@rule
def key_figure(book: Book, status: Step, paid_levels: dict[int, PaidLevel], division: Division) -> Step:
    """4.8.5 to 4.8.7: the exact key figure of a division, by the number of divisions that count."""
    paid_level = paid_levels[division.level]
    count = max(other.number for other in paid_levels.values())
    key = chart_figure(book, status, count, paid_level.number)
    if paid_level.is_large_enough:
        return key
    minimum = book.figures.leagues.least_teams
    message = sentence("a division of fewer than {least} teams below it takes the same figure", least=minimum.value)
    return derive(identity, key, clause=minimum.clause, message=message, reading="E38")


def chart_figure(book: Book, status: Step, count: int, number: int) -> Step:
    """What the chart for the league's status gives one of so many divisions."""
    message = sentence("key figure of Division {number} of {count}", number=number, count=count)
    levels = charts(book).get(status.value)
    if levels is None:
        single = printed_figure(book.figures.matches.full_match)
        return derive(_times, single, status, clause=book.clause("4.8.1"), message=message)
    reading = levels.reading if count > len(levels.rows) else ""
    key = partial(_key, levels, count, number)
    return derive(key, status, clause=levels.clause, message=message, reading=reading)


def _key(levels: Levels, count: int, number: int, _status: Exact) -> Exact:
    return level_scale(levels, count)[number - 1]


def _times(figure: Exact, status: Exact) -> Exact:
    return product(status, figure)


def division_status(book: Book, key: Step) -> Step:
    """The level a key figure stands for: 27 is Club."""
    message = "level of the division, as a multiple of Club"
    multiple = partial(part_of, 1, book.figures.matches.full_match.value)
    return derive(multiple, key, clause=book.clause("4.8.4"), message=message, reading="A10")


def division_paid_levels(book: Book, event: LeagueEvent) -> dict[int, PaidLevel]:
    """4.8.8, 4.8.9: parallel divisions share a level; below the first, fewer than five teams do not count."""
    sizes = ((division.level, teams_in(division)) for division in event.divisions)
    return paid_levels_by_level(sizes, book.figures.leagues.least_teams.value)


def level_problems(book: Book, event: LeagueEvent) -> Iterator[Problem]:
    """4.8.5 to 4.8.7: the awards of a division depend on how many there are, so all are given."""
    if not any(division.entries for division in event.divisions):
        fix = "list the teams of at least one division, with their places and matches"
        yield book.problem("divisions", len(event.divisions), "nobody is listed", fix, "4.8.4")
    levels = sorted({division.level for division in event.divisions})
    if levels != list(range(1, len(levels) + 1)):
        yield book.problem(
            "divisions",
            ", ".join(str(level) for level in levels),
            "divisions are numbered from 1, the highest, without a gap",
            "give all divisions of the league; of one whose teams need no award, the level and the size are enough",
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


def division_remarks(book: Book, event: LeagueEvent, paid_levels: dict[int, PaidLevel]) -> Iterator[Remark]:
    """Remarks on small and on parallel divisions."""
    for level, paid_level in paid_levels.items():
        names = [division_name(division) for division in event.divisions if division.level == level]
        if not paid_level.is_large_enough:
            message = sentence(
                "{names}: fewer than {least} teams, not counted as a division; awards of Division {number}",
                names=" and ".join(names),
                least=book.figures.leagues.least_teams.value,
                number=paid_level.number,
            )
            yield book.remark("4.8.8", message)
        if len(names) > 1:
            yield book.remark(
                "4.8.9", sentence("{names} are parallel: one level, identical awards", names=" and ".join(names))
            )


def require_chart(book: Book, status: Step, divisions: int) -> None:
    """4.8.5 to 4.8.7 are for club, district and county leagues; other leagues have one division."""
    if divisions > 1 and status.value not in charts(book):
        raise Refused(
            book.problem(
                "divisions",
                divisions,
                f"there is no chart for a league of several divisions at {name_of(book, status)} status",
                "give each division as a league of its own, or ask the EBU for a special scale",
                "4.8.7",
            )
        )


@rule
def play_off_status(book: Book, event: AnyEvent) -> Step | None:
    """4.8.9: a play-off between the winners of parallel divisions is a knock-out final at their level."""
    facts: Facts = facts_from(event, Facts)
    if facts.play_off_division is None:
        return None
    status = status_of(book, event)
    count = facts.play_off_divisions or facts.play_off_division
    problems = list(play_off_problems(book, event, facts, count))
    if problems:
        raise Refused(problems)
    require_chart(book, status, count)
    paid_levels = {level: PaidLevel(level, True) for level in range(1, count + 1)}
    level = Division(level=facts.play_off_division)
    message = "play-off between parallel divisions, at their level"
    return derive(
        with_reason,
        division_status(book, key_figure(book, status, paid_levels, level)),
        clause=book.clause("4.8.9"),
        message=message,
    )


def play_off_problems(book: Book, event: AnyEvent, facts: Facts, count: int) -> Iterator[Problem]:
    """What such a play-off needs to give."""
    if (facts.play_off_division or 0) > count:
        message = f"the league has {count} divisions"
        yield book.problem("facts.play_off_division", facts.play_off_division, message, "give one of them", "4.8.9")
    if getattr(event, "original_entry", None) is None:
        message = "all teams of the parallel divisions count as having tried to qualify"
        yield book.problem("original_entry", "", message, "add the number of teams in them", "4.8.9")
