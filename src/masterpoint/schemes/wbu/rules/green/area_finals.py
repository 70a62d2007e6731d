"""5.2.3 and 5.2.6, what the finals of both Area championships have in common: the entry and the usual Local scale."""

from __future__ import annotations

from fractions import Fraction

from masterpoint.core.derivation import Step, derive
from masterpoint.core.events import FinalEvent, MatchEvent, SessionEvent
from masterpoint.core.mechanisms import Ladder, identity
from masterpoint.schemes.families.british import column_of
from masterpoint.schemes.families.fields import Field
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.local.basic import basic_ladder, full_tables
from masterpoint.schemes.wbu.rules.local.quali_scales import awards_of, original_entry, quali_scale

Final = SessionEvent | FinalEvent | MatchEvent


def original(event: Final) -> Fraction | None:
    """Tables (teams) of the qualifying round, where there was one."""
    tables = getattr(event, "original_tables", None)
    return None if tables is None else Fraction(tables)


def usual_ladder(book: Book, event: Final, field: Field, level: Step) -> Ladder:
    """The Local awards of the usual scale: D without a qualifying round, QD after one (5.3.2; A19, W41)."""
    tables = original(event)
    if tables is None:
        return basic_ladder(
            book, column_of(field), max(event.boards, book.figures.basic.long.value), full_tables(book, field), level
        )
    message = "plain Regional status: the length of the final raises it no further"
    regional_level = derive(identity, level, clause=book.clause("5.3.2"), message=message, reading="A19")
    return awards_of(
        book,
        quali_scale(book),
        column_of(field),
        original_entry(book, tables, event.contest),
        regional_level,
        contestants=field.contestants,
    )
