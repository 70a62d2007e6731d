"""4.8, Teams leagues: the key figure of a division is the award per match won, and the step of its ranking awards."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec.structs import replace

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Award, Result, Step, fact, nothing
from masterpoint.core.events import Division, LeagueEvent
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.places import size_of
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.local.basic import minimum_award, pay_basic, scale_clauses
from masterpoint.schemes.ebu.rules.local.divisions import (
    as_list,
    division_name,
    division_paid_levels,
    division_remarks,
    division_status,
    key_figure,
    level_problems,
    require_chart,
)
from masterpoint.schemes.ebu.rules.local.match_awards import (
    KIND,
    length_remarks,
    match_clauses,
    minimum_total,
    missing_remarks,
    pay_all_matches,
    round_robin_remarks,
)
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    colour_of,
    held_remarks,
    no_award_reason,
    pay_list,
    require_ranking_without_handicap,
)
from masterpoint.schemes.families.british import ScaleRule, scale_ladder
from masterpoint.schemes.families.british_leagues import require_places
from masterpoint.schemes.families.british_matches import MatchClauses
from masterpoint.schemes.families.fields import Field, without_standing


@cache
def league_scale(book: Book) -> ScaleRule:
    """4.8.4: ranking awards of a division at Club status."""
    figures, unit = book.figures.leagues, book.figures.matches.full_match.value
    limit, teams = figures.limit.value, figures.limit_teams.value
    return ScaleRule(figures.limit.clause, "key figure", 1, figures.share.value, unit, limit, teams)


@cache
def league_matches(book: Book) -> MatchClauses:
    """4.8.2: matches of a league are paid like others, at the key figure."""
    return replace(match_clauses(book), figure=book.clause("4.8.2"), long=book.clause("4.8.2"), long_reading="E72")


@rule
def award(book: Book, event: LeagueEvent) -> Result:
    """4.8: match awards and ranking awards, division by division."""
    require_ranking_without_handicap(book, event)
    colour = colour_of(book, event)
    require_places(event)
    status = status_of(book, event, level_problems(book, event))
    paid_levels = division_paid_levels(book, event)
    require_chart(book, status, len({paid_level.number for paid_level in paid_levels.values()}))
    awards: list[Award] = []
    for division in event.divisions:
        key = key_figure(book, status, paid_levels, division)
        awards += pay_division(book, event, division, key, colour)
    lists = [as_list(division) for division in event.divisions]
    remarks = (
        *division_remarks(book, event, paid_levels),
        *missing_remarks(book, event),
        *length_remarks(book, lists, event.boards),
        *dict.fromkeys(round_robin_remarks(book, lists)),
        *held_remarks(book, event, awards),
    )
    return Result(event, book.title, tuple(awards), remarks)


def pay_division(book: Book, event: LeagueEvent, division: Division, key: Step, colour: str) -> list[Award]:
    """One division: 4.5.2 makes a season of fewer than 36 boards a basic event at the level of the division."""
    ranking = as_list(division)
    status = division_status(book, key)
    if event.boards < book.figures.matches.event_boards.value:
        template = "{boards} boards in all: a basic event, with no award for each match"
        basic = nothing(book.clause("4.5.2"), sentence(template, boards=event.boards))
        awards = pay_basic(book, event, (ranking,), event.boards, status, colour)
        return awards + [Award(entry, basic, colour, KIND, None, ranking.section) for entry in division.entries]
    reason = no_award_reason(book, event, Field(ranking.section, (ranking,), "teams"), event.boards)
    if reason:
        entries_and_kinds = [(entry, kind) for entry in division.entries for kind in ("ranking", KIND)]
        return [Award(entry, reason, colour, kind, None, ranking.section) for entry, kind in entries_and_kinds]
    teams = fact(size_of(ranking) - without_standing(ranking), book.clause("4.8.3"), "teams in the division")
    ladder = ranking_ladder(book, teams, status, event.boards)
    awards = pay_list(
        book,
        ranking,
        ladder,
        colour=colour,
        minimum=minimum_award(book, status),
        unpaid_number="4.8.3",
        boards=event.boards,
    )
    # 4.8.2: the key figure for a match of 18 to 35 boards, in proportion below, half as much again from 36 on.
    return awards + pay_all_matches(
        book,
        division.entries,
        key,
        minimum_total(book, status),
        league_matches(book),
        ranking_awards=awards,
        colour=colour,
        boards=event.boards,
        ranking=division_name(division),
    )


@lru_cache(maxsize=256)
def ranking_ladder(book: Book, teams: Step, status: Step, boards: int) -> Ladder:
    """4.8.3, 4.8.4: a quarter of the division, in steps of the exact key figure (reading A10)."""
    figures = book.figures.leagues
    share = figures.short_season_share
    message = sentence(
        "{boards} boards in all: ranking awards {less} less", boards=boards, less=part_in_words(1 - share.value)
    )
    reduction = printed_figure(share, message)
    return scale_ladder(
        league_scale(book),
        teams,
        status,
        clauses=scale_clauses(book, share="4.8.3", step_down="4.8.4"),
        minimum=book.figures.principles.minimum_award.value,
        enlargement=reduction if boards < figures.full_season_boards.value else None,
    )
