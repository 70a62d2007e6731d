"""How the figures of one edition must agree with each other: the rules rely on it."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.figure_checks import (
    CONTESTS,
    Conflict,
    Conflicts,
    above_zero,
    among,
    ascends,
    at_least,
    falls_to_nothing,
    has_each,
    has_only,
    not_empty,
    rows_ascend,
)
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.figures import Figures
from masterpoint.schemes.ebu.figures.local import Stratum
from masterpoint.schemes.families.british_checks import (
    CONTESTS_WITH_DIRECTIONS,
    column_conflicts,
    ladder_conflicts,
    level_conflicts,
    scale_conflicts,
)

STATUSES = ("club", "district", "county", "regional", "national")
CODES = ("02", "03", "04", "06", "07", "10", "20", "21", "22", "30", "40", "50", "60", "70", "99")
"""The charge codes that rules give to events."""
KNOCKOUTS = ("single elimination teams", "double elimination teams", "single elimination pairs")
STRATA = ("one-winner pairs", "teams and two-winner pairs")


def conflicts(book: Book) -> Conflicts:
    """All figures that cannot hold together, in the order of the book."""
    figures = book.figures
    yield from _organisation_conflicts(figures)
    yield from _principle_conflicts(figures)
    yield from _scale_conflicts(figures)
    yield from _other_local_conflicts(figures)
    yield from _green_conflicts(figures)


def _organisation_conflicts(figures: Figures) -> Conflicts:
    status, codes = figures.organisations.inter_county_status, figures.charges.codes
    yield from not_empty(status)
    yield from among(status, status.value.values(), figures.principles.statuses.value, figures.principles.statuses)
    yield from has_each(codes, CODES, lines={code.number: code for code in codes.value})
    records = figures.records
    yield from above_zero(
        records.local_in_a_point, records.blues_for_a_green, records.greens_in_a_gold, records.gold_years
    )
    yield from not_empty(records.ranks)
    for rank in records.ranks.value:
        if rank.name.endswith("*") and rank.star <= 0:
            message, fix = (
                sentence("each star of {name} needs more points", name=rank.name),
                "give more than 0 as `star`",
            )
            yield Conflict(records.ranks, rank.star, message, fix)


def _principle_conflicts(figures: Figures) -> Conflicts:
    principles, sections = figures.principles, figures.sections
    yield from has_only(principles.minimum_tables, CONTESTS)
    yield from has_only(principles.minimum_tables_by_direction, CONTESTS_WITH_DIRECTIONS)
    yield from has_each(principles.statuses, STATUSES)
    statuses = [*principles.statuses.value.values(), *principles.statuses_above.value.values()]
    yield from above_zero(principles.statuses)
    yield from ascends(principles.statuses_above, statuses)
    for table in (sections.club_statuses, sections.district_statuses, sections.county_statuses):
        yield from not_empty(table)
        yield from ascends(table, table.value)
        lowest = min(statuses, default=0)
        if table.value and table.value[0] < lowest:
            message, fix = "the lowest section stands below every status", "begin at a status of `principles.statuses`"
            yield Conflict(table, table.value[0], message, fix)
    yield from has_only(sections.least_tables, CONTESTS)


def _scale_conflicts(figures: Figures) -> Conflicts:
    principles, basic = figures.principles, figures.basic
    minimums = (principles.minimum_boards, principles.stage_boards)
    yield from scale_conflicts(basic.shares, basic.limits, basic.long_boards, minimums)
    yield from column_conflicts(basic.columns, figures.finals.columns, figures.matches.columns)
    yield from above_zero(figures.finals.share, figures.finals.limit, figures.matches.share, figures.matches.limit)
    yield from above_zero(figures.matches.full_match)
    yield from falls_to_nothing(figures.matches.qualified_factors)
    yield from falls_to_nothing(figures.matches.consolation_factors)


def _other_local_conflicts(figures: Figures) -> Conflicts:
    leagues, stratified = figures.leagues, figures.stratified
    yield from has_only(figures.knockout.table, KNOCKOUTS)
    for kind, row in figures.knockout.table.value.items():
        if not row.rounds:
            yield Conflict(figures.knockout.table, "", "it has no rounds", "give what each round pays", kind)
    yield from above_zero(leagues.limit_teams, leagues.limit, leagues.share)
    for chart in (leagues.club_chart, leagues.district_chart, leagues.county_chart):
        yield from level_conflicts(chart, chart.value.rows)
    yield from ladder_conflicts(figures.ladders.awards, figures.ladders.units)
    yield from not_empty(stratified.minimum_awards)
    for scale in (stratified.scale_s, stratified.scale_qs):
        yield from has_only(scale, STRATA)
        yield from above_zero(scale)
        strata: Iterator[tuple[str, Stratum]] = iter(scale.value.items())
        for name, stratum in strata:
            yield from has_only(scale, tuple(stratified.minimum_awards.value), lines=stratum.units, part=name)


def _green_conflicts(figures: Figures) -> Conflicts:
    championships, scale, one_day, league = (
        figures.championships,
        figures.scale_g,
        figures.one_day,
        figures.inter_county,
    )
    yield from not_empty(championships.round_columns, championships.knockout, championships.blocks)
    for table in (championships.knockout, championships.blocks, league.match_awards, league.bonus_wins, league.members):
        yield from rows_ascend(table)
    yield from above_zero(figures.blue.local_in_a_blue, scale.pairs_a_point, scale.pairs_an_award)
    yield from at_least(scale.most_pairs, scale.fewest_pairs)
    yield from above_zero(one_day.tables_a_point, one_day.boards_a_point)
    yield from has_only(one_day.swiss_plus, ("pairs", "teams"))
    for minima in (one_day.finals_minima, one_day.carried_minima):
        if len(minima.value) != len(FINALS):
            message, fix = "there is one for each final, and one for the open pairs", "give four: A, B, C and open"
            yield Conflict(minima, len(minima.value), message, fix)


FINALS = ("A", "B", "C", "open")
"""6.4.6, 6.4.7: the finals of a one-day event that have a minimum award."""
