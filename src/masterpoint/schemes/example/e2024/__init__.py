"""The XBU Handbook 2024 as a table of contents."""

from masterpoint.core.editions import Edition
from masterpoint.core.events import EventModel
from masterpoint.schemes.example.e2024 import club_pairs, ranks
from masterpoint.schemes.example.e2024.handbook import CLAUSES, IN_FORCE_FROM, READINGS, TITLE


class Facts(EventModel, frozen=True, kw_only=True):
    """The XBU asks for nothing that the vocabulary does not have."""


EDITION = Edition(
    scheme="xbu",
    package=__name__,
    title=TITLE,
    in_force_from=IN_FORCE_FROM,
    clauses=CLAUSES,
    facts=Facts,
    levels=("club",),
    colours=("local",),
    forms={
        "session": club_pairs.award,  # chapter 4
    },
    not_in_book={"league": "9.1"},
    ranks=ranks.LADDER,  # chapter 8
    readings=READINGS,
)
