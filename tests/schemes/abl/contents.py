"""The ABL handbook as a table of contents: which rule answers which form."""

from __future__ import annotations

from functools import partial

from masterpoint.core.editions import Edition
from schemes.abl.book import Book
from schemes.abl.rules import championships, office, ranks, sections, turn_of_year
from schemes.abl.rules.facts import Facts

COLOURS = ("white", "black", "silver", "red", "gold", "platinum")  # 1.1


def contents(book: Book) -> Edition:
    """One edition of the handbook."""
    return Edition(
        book=book,
        facts=Facts,
        levels=championships.levels(book),
        colours=COLOURS,
        grades=tuple(grade.name for grade in book.figures.championships.grades.value),  # 3.1
        forms={
            "session": partial(sections.award_session, book),  # chapter 2
            "tournament": partial(sections.award_tournament, book),  # 2.5
        },
        not_in_book={"league": "6.1"},
        ranks=ranks.ladder(book),  # chapter 4
        worksheets={
            "transfer": office.transfer_worksheet(book),  # 5.1
            "fee": office.fee_worksheet(book),  # 5.2
            "platinum": turn_of_year.platinum_worksheet(book),  # 5.3
            "exchange": turn_of_year.exchange_worksheet(book),  # 5.4
        },
        programme=office.programme(book),  # 3.3
        formalities=partial(office.formalities, book),  # 3.2, 5.2
    )
