"""Appendices 2 and 3 (pages 24 and 25): the figures to type into a scoring program for the bonus of an aggregate."""

from __future__ import annotations

from functools import partial
from typing import Literal

from masterpoint.core.books import printed_figure
from masterpoint.core.derivation import Remark, Step, derive
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import Contest, EventModel, Size
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import whole
from masterpoint.core.seats import CONTESTANTS_PER_TABLE
from masterpoint.schemes.sbu.book import Book
from masterpoint.schemes.sbu.rules.aggregates import bonus_ladder, event_problems, qualifiers
from masterpoint.schemes.sbu.rules.scales import top_third


class BonusFile(EventModel, frozen=True, kw_only=True):
    """An aggregate whose bonus is to be uploaded."""

    contest: Contest = "pairs"
    qualifiers: Size
    """Those who played the required number of events."""
    events: Size
    """Events that count for the ranking."""
    championship: Literal["", "major", "minor"] = ""


def to_type_in(book: Book, facts: BonusFile) -> list[Step | Remark]:
    """24.1, 25.1: tables, top award, lowest award and number of awards, in that order."""
    problems = list(event_problems(book, facts.contest, facts.events))
    if problems:
        raise Refused(problems)
    field = qualifiers(book, facts.qualifiers)
    ladder = bonus_ladder(book, field, facts.contest, facts.events, facts.championship)
    per_table = CONTESTANTS_PER_TABLE[facts.contest]
    return [
        derive(
            partial(tables_for, per_table), field, clause=book.clause("24.1"), message="tables of the result-only event"
        ),
        ladder[0],
        ladder[-1],
        top_third(book, field),
        printed_figure(book.figures.files.boards_typed),
        book.remark("24.1", "Scorebridge: a result-only event, names in order of place, points typed beside them"),
        book.remark("12.7", "then make the SBU file in the usual way and upload it"),
    ]


def tables_for(per_table: int, contestants: Exact) -> Exact:
    return -(-whole(contestants) // per_table)


def worksheet(book: Book) -> Worksheet:
    return Worksheet(
        "Figures for the file of an aggregate's bonus", book.clause("24.1"), BonusFile, partial(to_type_in, book)
    )
