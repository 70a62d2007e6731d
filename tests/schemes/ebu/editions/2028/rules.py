"""3.5.1 in new words: those who tie receive what the best place they share pays."""

from __future__ import annotations

from masterpoint.core.books import as_written
from masterpoint.core.derivation import Step
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.places import Finish
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.principles import paying


def best_place_award(
    book: Book, finish: Finish, ladder: Ladder, colour: str, minimum: Step, unpaid_number: str
) -> Step:
    """3.5.1: a tie pays what its best place pays."""
    single = Finish(finish.place)
    return as_written(paying.place_award)(book, single, ladder, colour, minimum, unpaid_number)


RULES = {paying.place_award: best_place_award}
