"""The XBU Handbook 2024 as a table of contents."""

from masterpoint.core.editions import Edition
from masterpoint.core.events import EventModel
from masterpoint.schemes.example.rules import club_pairs, ranks
from masterpoint.schemes.example.rules.handbook import BOOK


class Facts(EventModel, frozen=True, kw_only=True):
    """The XBU asks for nothing that the vocabulary does not have."""


EDITION = Edition(
    book=BOOK,
    facts=Facts,
    levels=("club",),
    colours=("local",),
    forms={
        "session": club_pairs.award,  # chapter 4
    },
    not_in_book={"league": "9.1"},
    ranks=ranks.LADDER,  # chapter 8
)
