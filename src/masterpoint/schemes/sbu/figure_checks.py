"""How the figures of one edition must agree with each other: the rules rely on it."""

from __future__ import annotations

from masterpoint.core.figure_checks import Conflicts, above_zero, has_each, not_empty, rows_ascend
from masterpoint.schemes.sbu.book import Book

RESTRICTED_FINAL = "aggregated with restricted final"


def conflicts(book: Book) -> Conflicts:
    """All figures that cannot hold together, in the order of the guide."""
    figures = book.figures
    yield from above_zero(figures.ranks.points_in_one)
    yield from not_empty(figures.ranks.ranks)
    scales, aggregates, swiss = figures.scales, figures.aggregates, figures.swiss
    yield from above_zero(scales.share, scales.swiss_share, scales.final_share)
    for table in (
        scales.one_winner,
        scales.individual,
        scales.tables,
        aggregates.pairs_bonus,
        aggregates.individual_bonus,
        aggregates.teams_bonus,
        swiss.win,
        swiss.draw,
    ):
        yield from not_empty(table)
        yield from rows_ascend(table)
    yield from has_each(figures.championships.individual_formats, [RESTRICTED_FINAL])
