"""4.8.5 and 4.8.6, the key figures of a league's divisions; and 4.8.8, play-offs between parallel ones."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import KnockoutEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.british_leagues import Levels, scale_level
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.figures.local import Levels as Rows
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.status import statuses


@cache
def divisions(book: Book) -> dict[Exact, Levels]:
    """4.8.5 and 4.8.6: the key figures of a club's and an Area's divisions, by the organiser's status."""
    figures, status_values = book.figures.leagues, statuses(book)
    return {
        status_values["club"]: levels_of(figures.club, figures.club_limits.value, figures.club_limits.reading),
        status_values["area"]: levels_of(figures.area, figures.area_limits.value, figures.area_limits.reading),
    }


def levels_of(figure: Figure[Rows], limits: tuple[Exact, Exact], reading: str = "") -> Levels:
    """A printed triangle of levels, and the limits for levels beyond it."""
    rows = tuple(tuple(tidy(level) for level in row) for row in figure.value)
    return Levels(figure.clause, rows, tidy(limits[0]), tidy(limits[1]), reading)


@rule
def division_figure(book: Book, levels: Levels, level: Step, count: int, number: int) -> Step:
    """4.8.5, 4.8.6: the key figure of one division, by how many there are."""
    is_beyond_rows = count > len(levels.rows)
    count_step = fact(count, levels.clause, "divisions that count")
    doubtful_cell = book.figures.leagues.doubtful_division
    misprint = doubtful_cell.reading if (count, number) == doubtful_cell.value else ""
    return derive(
        partial(scale_level, levels, number),
        count_step,
        level,
        clause=levels.clause,
        message=sentence("key figure of division {number} of {count}", number=number, count=count),
        reading=levels.reading if is_beyond_rows else misprint,
    )


def as_status(book: Book, key: Exact) -> Exact:
    return tidy(key * Fraction(1, book.figures.matches.full_match.value))


@rule
def play_off_status(book: Book, event: KnockoutEvent, facts: Facts) -> Step:
    """4.8.8: a play-off between winners of parallel divisions has the status of their division."""
    level = status_of(book, event)
    number, count = facts.play_off_division, facts.play_off_divisions
    if number is None or count is None or number > count:
        message = "the status is that of the division whose winners play off"
        fix = "give facts.play_off_division and facts.play_off_divisions, the first no larger"
        raise Refused(book.problem("facts.play_off_division", number or "", message, fix, "4.8.8"))
    division_levels = divisions(book).get(level.value)
    if division_levels is None:
        return level
    key = division_figure(book, division_levels, level, count, number)
    return derive(
        partial(as_status, book),
        key,
        clause=book.clause("4.8.8"),
        message="status of the division, as a multiple of Club",
    )
