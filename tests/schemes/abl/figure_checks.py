"""What the figures of one edition need from each other."""

from __future__ import annotations

from masterpoint.core.figure_checks import Conflict, Conflicts, above_zero, among, not_empty
from schemes.abl.book import Book

COLOURS = ("white", "black", "silver", "red", "gold", "platinum")  # 1.1


def conflicts(book: Book) -> Conflicts:
    """All figures that cannot hold together, in the order of the book."""
    grades, ranks = book.figures.championships.grades, book.figures.ranks
    yield from not_empty(grades, ranks.ranks)
    colours = [colour for grade in grades.value for colour in (grade.section, grade.overall)]
    yield from among(grades, colours, COLOURS, "the league")
    names = [grade.name for grade in grades.value]
    yield from among(book.figures.championships.sanctioned, book.figures.championships.sanctioned.value, names, grades)
    if ranks.star_factor.value < 2:
        message = "stars would go on for ever at the same points"
        yield Conflict(ranks.star_factor, ranks.star_factor.value, message, "give 2 or more")
    yield from above_zero(book.figures.office.local_in_a_black, book.figures.office.white_in_a_black)
