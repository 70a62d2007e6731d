"""What the figures of one edition need from each other."""

from __future__ import annotations

from masterpoint.core.figure_checks import Conflicts, above_zero, not_empty, rows_ascend
from masterpoint.schemes.example.book import Book


def conflicts(book: Book) -> Conflicts:
    """All figures that cannot hold together, in the order of the book."""
    pairs = book.figures.club_pairs
    yield from not_empty(pairs.top_award, book.figures.ranks.ranks)
    yield from rows_ascend(pairs.top_award)
    yield from above_zero(pairs.step, pairs.minimum)
