"""How the figures of one edition must agree with each other: the rules rely on it."""

from __future__ import annotations

from masterpoint.core.figure_checks import (
    CONTESTS,
    Conflicts,
    above_zero,
    among,
    ascends,
    at_least,
    begins_by,
    between,
    falls_to_nothing,
    has_each,
    has_only,
    not_empty,
    rows_ascend,
)
from masterpoint.schemes.families.british_checks import (
    COLUMNS,
    column_conflicts,
    ladder_conflicts,
    level_conflicts,
    scale_conflicts,
)
from masterpoint.schemes.wbu.book import Book, Figures

STATUSES = ("club", "district", "area", "regional", "national", "2 x regional")


def conflicts(book: Book) -> Conflicts:
    """All figures that cannot hold together, in the order of the book."""
    figures = book.figures
    yield from _general_conflicts(figures)
    yield from _local_conflicts(figures)
    yield from _green_conflicts(figures)


def _general_conflicts(figures: Figures) -> Conflicts:
    records, principles = figures.records, figures.principles
    yield from above_zero(
        records.green_parts,
        records.local_in_a_master_point,
        records.green_in_a_gold,
        records.gold_years,
        records.sessions_on_one,
        records.certificates_in_a_book,
        figures.organisations.longest_session,
    )
    yield from between(records.first_month, 1, 12)
    yield from not_empty(records.ranks)
    yield from has_only(principles.one_ranking_tables, CONTESTS)
    yield from has_only(principles.direction_tables, CONTESTS)
    yield from has_each(principles.status, STATUSES)
    yield from above_zero(principles.status)
    yield from ascends(principles.status, principles.status.value.values())
    yield from rows_ascend(principles.large_teams)
    yield from has_only(principles.tie_minimum, COLUMNS)
    letters = figures.organisations.inter_area_status
    yield from not_empty(letters)
    yield from among(letters, letters.value.values(), principles.status.value, principles.status)


def _local_conflicts(figures: Figures) -> Conflicts:
    basic, finals, matches = figures.basic, figures.finals, figures.matches
    yield from scale_conflicts(basic.shares, basic.limits, basic.long, [figures.principles.minimum_boards])
    yield from column_conflicts(basic.columns, finals.columns, finals.special_columns)
    yield from above_zero(finals.share, finals.limit, finals.special_share, finals.special_limit, matches.full_match)
    yield from falls_to_nothing(matches.qualified)
    yield from falls_to_nothing(matches.consoled)
    knockouts = figures.knockouts
    yield from not_empty(knockouts.single_teams, knockouts.double_teams, knockouts.single_pairs)
    for levels in (figures.leagues.club, figures.leagues.area, figures.sections.club, figures.sections.area):
        yield from level_conflicts(levels, levels.value)
    yield from ladder_conflicts(figures.ladders.numbers, figures.ladders.units)


def _green_conflicts(figures: Figures) -> Conflicts:
    teams, pairs, agm = figures.area_teams, figures.area_pairs, figures.agm
    for table in (teams.without_qualifying, teams.after_qualifying, agm.ranking):
        yield from not_empty(table)
        yield from rows_ascend(table)
    yield from above_zero(pairs.pairs_a_point, pairs.pairs_an_award)
    yield from not_empty(pairs.first_falls)
    yield from begins_by(pairs.small_tops, pairs.least_pairs)
    yield from at_least(pairs.most_pairs, pairs.least_pairs)
    yield from above_zero(agm.wins_for_green)
    ventures, multiple = figures.joint_ventures, figures.multiple_teams
    yield from above_zero(ventures.tables_a_point)
    yield from not_empty(agm.green_blocks, ventures.lower_blocks, multiple.sets, multiple.a_final)
    yield from above_zero(figures.heats.webber_rate)
