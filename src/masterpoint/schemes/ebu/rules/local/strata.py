"""4.12.4 and 4.12.6 to 4.12.8, with Scales S and QS: the awards of one category's list."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import StratifiedEvent
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, equal_steps, part_of, product, share_of, whole
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import band
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.figures.local import Stratum
from masterpoint.schemes.ebu.rules.local.basic import basic_tables
from masterpoint.schemes.ebu.rules.principles.status import statuses
from masterpoint.schemes.families.british import part_earning
from masterpoint.schemes.families.words import more_in_words

ONE_WINNER, ONE_LIST_A_DIRECTION = "one-winner pairs", "teams and two-winner pairs"
NAMED = ("club", "district", "county")
"""Scale S note 5: the statuses whose scales are printed."""


class StratumScale(msgspec.Struct, frozen=True):
    """One half of Scale S or QS."""

    clause: Clause
    name: str
    figures: Stratum


def stratum_scale(book: Book, name: str, *, match_won: bool) -> StratumScale:
    """The half of Scale S that serves a movement, or of Scale QS where matches won are paid too."""
    figures = book.figures.stratified
    figure = figures.scale_qs if match_won else figures.scale_s
    return StratumScale(figure.clause, name, figure.value[name])


def categories_of(book: Book) -> str:
    """4.12.1: A to D."""
    return "".join(book.figures.stratified.minimum_awards.value)


def stratum_tables(
    book: Book, scale: StratumScale, category: str, contestants: int, winners: int, *, all_have_standing: bool = True
) -> Step:
    """4.12.6, 4.12.8 ii: full tables of a category; with two winners, those of the smaller direction.

    Contestants without standing are not counted; `all_have_standing` says that there are none.
    """
    template = "contestants in the list of category {category}"
    template = template if all_have_standing else f"{template}, those without standing not counted"
    if winners > 1:
        message = sentence(f"{template}, the smaller direction", category=category)
        count = fact(contestants, book.clause("4.12.6"), message)
    else:
        count = fact(contestants, book.clause("4.12.3"), sentence(template, category=category))
    if scale.figures.per_table == 1:
        return count
    formula = partial(_full_tables, scale.figures.per_table)
    return derive(formula, count, clause=book.clause("4.12.8"), message="full tables of these")


def _full_tables(per_table: int, contestants: Exact) -> Exact:
    return whole(contestants) // per_table


def require_within_limit(book: Book, event: StratifiedEvent, scale: StratumScale, category: str, tables: Step) -> None:
    """4.12.8 iii: beyond its limit a category needs a maximum in points, which no clause prints (reading A15)."""
    is_long = event.boards >= book.figures.basic.long_boards.value
    limit = scale.figures.long_limit_tables if is_long else scale.figures.limit_tables
    if tables.value > limit:
        raise Refused(
            book.problem(
                "lists",
                f"{tables.value} tables in category {category}",
                f"{scale.clause.number} reaches its limit at {limit} tables of {scale.name}, "
                "and the book does not print the limit of a category in points (reading A15)",
                "ask the EBU for the scale, or rate the event without categories",
                "4.12.8",
            )
        )


@rule
def stratum_ladder(
    book: Book, event: StratifiedEvent, scale: StratumScale, category: str, tables: Step, status: Step
) -> Ladder:
    """Scales S and QS: the number of awards, and the unit for each place."""
    share = book.figures.stratified.match_share.value if event.match_won else share_by_boards(book, event.boards)
    awards = derive(
        partial(_paid_count, scale.figures.per_table, share),
        tables,
        clause=book.clause("4.12.7" if event.match_won else "4.12.4"),
        message=part_earning(tables.value * scale.figures.per_table, share),
    )
    unit = _unit(book, scale, category, status)
    if event.match_won:
        unit = _enlarged_unit(book, unit, event.boards)
    return equal_steps(unit, awards, clause=book.clause("4.12.4"))


def _unit(book: Book, scale: StratumScale, category: str, status: Step) -> Step:
    unit = scale.figures.units[category]
    message = sentence(
        "{unit} points a place in category {category} at Club status ({scale}, {column})",
        scale=scale.clause.number,
        column=scale.name,
        unit=unit,
        category=category,
    )
    reading = "" if status.value in [statuses(book)[name] for name in NAMED] else "E52"
    return derive(partial(product, unit), status, clause=scale.clause, message=message, reading=reading)


def _enlarged_unit(book: Book, unit: Step, boards: int) -> Step:
    """4.5.3: ranking awards of long events with match awards."""
    factor, minimum = book.figures.matches.long_event_factor, book.figures.matches.long_event_boards
    if boards < minimum.value:
        return unit
    message = sentence("{more} from {boards} boards", more=more_in_words(factor.value), boards=minimum.value)
    formula = partial(part_of, *factor.value.as_integer_ratio())
    return derive(formula, unit, clause=factor.clause, message=message)


def share_by_boards(book: Book, boards: int) -> Fraction:
    share = band(basic_tables(book).shares, boards)
    assert share is not None, "no_award_reason has refused fewer boards"
    return share.value


def _paid_count(per_table: int, share: Fraction, tables: Exact) -> Exact:
    return share_of(whole(tables) * per_table, share)


def least_award(book: Book, category: str, status: Step) -> Step:
    """4.12.8 v: the lowest award of the one-winner scale in the category."""
    message = sentence("minimum award in category {category}", category=category)
    minimum = book.figures.stratified.minimum_awards
    return derive(partial(product, minimum.value[category]), status, clause=minimum.clause, message=message)
