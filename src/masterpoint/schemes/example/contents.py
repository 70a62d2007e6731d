"""The XBU handbook as a table of contents: which rule answers which form."""

from __future__ import annotations

from functools import partial

from masterpoint.core.editions import Edition
from masterpoint.core.events import EventModel
from masterpoint.schemes.example.book import Book
from masterpoint.schemes.example.rules import club_pairs, ranks


class Facts(EventModel, frozen=True, kw_only=True):
    """The XBU asks for nothing that the vocabulary does not have."""


def contents(book: Book) -> Edition:
    """One edition of the handbook."""
    return Edition(
        book=book,
        facts=Facts,
        levels=("club",),
        colours=("local",),
        forms={
            "session": partial(club_pairs.award, book),  # chapter 4
        },
        not_in_book={"league": "9.1"},
        ranks=ranks.ladder(book),  # chapter 8
    )
