"""4.8, Teams leagues: the key figure of a division is the award for a match, and the step of its ranking awards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import Division, LeagueEvent, RankingList
from masterpoint.core.mechanisms import Ladder, equal_steps, part_of, share_of
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.families.british import part_earning
from masterpoint.schemes.families.british_leagues import PaidLevel, paid_levels_by_level, require_places
from masterpoint.schemes.families.missing_matches import all_paid_for_all, missing_matches
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.local.divisions import as_status, division_figure, divisions
from masterpoint.schemes.wbu.rules.local.inter_area import is_inter_area, letter_of, letters_in, team_problems
from masterpoint.schemes.wbu.rules.local.match_awards import league_clauses, matches_of, more_round_robins, pay_both
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of, team_status
from masterpoint.schemes.wbu.rules.principles.general import too_few
from masterpoint.schemes.wbu.rules.principles.payments import pay_nobody
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable, too_many_boards
from masterpoint.schemes.wbu.rules.refusals import refuse


@rule
def award(book: Book, event: LeagueEvent) -> Result:
    """4.8: each division by its key figure."""
    require_acceptable(book, event)
    require_places(event)
    level = status_of(book, event)
    refuse(_problems(book, event, level))
    paid_levels = paid_levels_of(book, event)
    count = max(paid_level.number for paid_level in paid_levels.values())
    awards: list[Award] = []
    for division in sorted(event.divisions, key=lambda division: division.level):
        if is_inter_area(event):
            awards += pay_letters(book, event, division)
        else:
            key = key_figure(book, level, count, paid_levels[division.level])
            awards += pay_division(book, event, division, key)
    return result_of(book, event, awards, tuple(_remarks(book, event)))


def _remarks(book: Book, event: LeagueEvent) -> Iterator[Remark]:
    if missing := missing_matches(event):
        yield book.remark("4.8.2", missing)
    if unclear := all_paid_for_all(event):
        yield book.remark("2.3.2", unclear)
    if len({division.level for division in event.divisions}) < len(event.divisions):
        yield book.remark("4.8.8", "parallel divisions count as one, with the same awards")
    if any(matches_of(entry) >= teams_in(division) for division in event.divisions for entry in division.entries):
        yield more_round_robins(book)


def _problems(book: Book, event: LeagueEvent, level: Step) -> Iterator[Problem]:
    if event.contest != "teams":
        yield book.problem("contest", event.contest, "a league is for teams", 'write form = "matches"', "4.5.2")
    levels = sorted({division.level for division in event.divisions})
    if levels != list(range(1, len(levels) + 1)):
        message = "divisions are numbered from 1 without a gap"
        yield book.problem("divisions", levels, message, "number them 1, 2, 3 …; parallel ones alike", "4.8.4")
    minimum = book.figures.matches.least_boards.value
    if event.boards < minimum:
        message = f"a league of fewer than {minimum} boards earns no match awards"
        yield book.problem("boards", event.boards, message, "enter each division as a session of its own", "4.5.2")
    if len(levels) > 1 and level.value not in divisions(book) and not is_inter_area(event):
        message = "there are figures for several divisions of a club or an Area only"
        yield book.problem("divisions", len(levels), message, "ask the WBU for a special scale (2.11.1)", "4.9.4")
    if is_inter_area(event):
        yield from team_problems(book, event)
    yield from _non_members(book, event)
    yield from too_many_boards(book, event, event.boards)


def _non_members(book: Book, event: LeagueEvent) -> Iterator[Problem]:
    """3.2.7(f): in an Area's league non-members play in the bottom division only."""
    if event.organiser.level != "area":
        return
    facts: Facts = facts_from(event, Facts)
    large_size = book.figures.organisations.reserves_team.value
    bottom = max((division.level for division in event.divisions), default=1)
    for number, division in enumerate(event.divisions):
        for index, entry in enumerate(division.entries):
            if division.level == bottom > 1 or (facts.reserves_permitted and (entry.team_size or 4) >= large_size):
                continue
            for seat, player in enumerate(entry.players):
                if player.membership == "none":
                    path = f"divisions[{number}].entries[{index}].players[{seat}].membership"
                    message = "non-members may play in the bottom division of several only"
                    fix = "for reserves in teams of eight, ask the Union, then facts.reserves_permitted = true"
                    yield book.problem(path, "none", message, fix, "3.2.7(f)")


def teams_in(division: Division) -> int:
    return max(len(division.entries), division.size or 0)


@rule
def paid_levels_of(book: Book, event: LeagueEvent) -> dict[int, PaidLevel]:
    """4.8.7: divisions below the first need five teams to count; parallel ones count as one (4.8.8)."""
    sizes = ((division.level, teams_in(division)) for division in event.divisions)
    return paid_levels_by_level(sizes, book.figures.leagues.least_division.value)


@rule
def key_figure(book: Book, level: Step, count: int, paid_level: PaidLevel) -> Step:
    """4.8.4 to 4.8.6: what a match of 18 to 35 boards earns in a division, exact."""
    division_levels = divisions(book).get(level.value)
    if division_levels is None:
        return _of_status(book, level)
    key = division_figure(book, division_levels, level, count, paid_level.number)
    if paid_level.is_large_enough:
        return key
    message = "too small to count as a division: awards of the next higher one"
    return derive(partial(part_of, 1, 1), key, clause=book.clause("4.8.7"), message=message, reading="W50")


def _of_status(book: Book, level: Step) -> Step:
    full_award = book.figures.matches.full_match.value
    message = sentence("{points} a match at Club status", points=full_award)
    return derive(partial(part_of, full_award, 1), level, clause=book.clause("4.8.4"), message=message)


def pay_letters(book: Book, event: LeagueEvent, division: Division) -> list[Award]:
    """3.2.7(h): teams of several letters may meet in one division, each paid at its own status."""
    awards: list[Award] = []
    for letter in letters_in(event, division):
        key = _of_status(book, team_status(book, letter))
        division_awards = pay_division(book, event, division, key)
        awards += [award for award in division_awards if letter_of(event, division, award.entry) == letter]
    return awards


def pay_division(book: Book, event: LeagueEvent, division: Division, key: Step) -> list[Award]:
    """4.8.2 to 4.8.4: match awards and ranking awards of a division."""
    ranking = RankingList(
        section=division.name or f"Division {division.level}",
        entries=division.entries,
        size=teams_in(division) or None,
    )
    minimum = book.figures.principles.one_ranking_tables.value["teams"]
    reason = too_few(book, teams_in(division), minimum, "2.1.1", "teams")
    if reason:
        return [*pay_nobody([ranking], reason, "matches"), *pay_nobody([ranking], reason)]
    ladder = ranking_ladder(book, event.boards, size_of(ranking), key)
    status = derive(
        partial(as_status, book),
        key,
        clause=book.clause("4.8.4"),
        message="the division's status, as a multiple of Club",
    )
    return pay_both(book, [ranking], "teams", event.boards, status, ladder, key, None, "4.8.3", league_clauses(book))


@rule
def ranking_ladder(book: Book, boards: int, teams: int, key: Step) -> Ladder:
    """4.8.3, 4.8.4: a quarter of the division, by steps of the exact key figure (A10); a third less below 72 boards."""
    lowest = "the lowest ranking award is the key figure"
    unit = derive(partial(part_of, 1, 1), key, clause=book.clause("4.8.4"), message=lowest, reading="A10")
    figures = book.figures
    if boards < figures.matches.enlarged_from.value:
        part = figures.leagues.short_part
        message = sentence(
            "{part} less: only {boards} boards in all", part=part_in_words(1 - part.value), boards=boards
        )
        less = partial(part_of, part.value.numerator, part.value.denominator)
        unit = derive(less, unit, clause=part.clause, message=message)
    share = figures.leagues.share
    awards = fact(
        share_of(teams, share.value),
        share.clause,
        part_earning(teams, share.value),
    )
    return equal_steps(unit, awards, clause=book.clause("4.8.4"))
