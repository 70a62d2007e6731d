"""The club guide as a table of contents: which page answers which form."""

from __future__ import annotations

from functools import partial

from masterpoint.core.editions import Edition
from masterpoint.schemes.sbu.book import Book
from masterpoint.schemes.sbu.rules import (
    aggregates,
    club_night,
    elsewhere,
    files,
    finals,
    programme,
    ranks,
    stages,
    swiss,
)
from masterpoint.schemes.sbu.rules.conditions import LEVELS
from masterpoint.schemes.sbu.rules.facts import Facts


def contents(book: Book) -> Edition:
    """One edition of the guide."""
    return Edition(
        book=book,
        facts=Facts,
        levels=LEVELS,
        colours=("local", "national"),
        forms={
            "session": partial(club_night.award, book),  # chapter 1, 11.1
            "stratified": partial(club_night.award_stratified, book),  # 11.5
            "ladder": partial(aggregates.award, book),  # 12.3 to 13.2
            "tournament": partial(aggregates.award_tournament, book),  # 12.1, 12.3
            "final": partial(finals.award, book),  # 13.4 to 13.7
            "consolation": partial(finals.award_consolation, book),  # 13.10
            "matches": partial(swiss.award, book),  # chapter 4
        },
        not_in_book={
            "league": "2.4",  # the chapter announced there is missing (S-02)
            "knockout": "11.7",
            "finals": "11.7",
            "sections": "2.5",
            "flighted": "2.5",
            "simultaneous": "19.3",
        },
        ranks=ranks.ladder(book),
        worksheets={
            "units": ranks.units(book),
            "stages": stages.worksheet(book),
            "bonus-file": files.worksheet(book),
        },
        programme=programme.programme(book),
        formalities=partial(elsewhere.formalities, book),
        paid_by_place=("session",),
    )
