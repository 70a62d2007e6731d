"""4.5.6 and 4.6.1: a final of two or three teams is a knock-out final."""

from __future__ import annotations

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step
from masterpoint.core.errors import Refused
from masterpoint.core.events import FinalEvent, MatchEvent
from masterpoint.schemes.families.british_small_finals import (
    THREE,
    TWO,
    part_of_a_win,
    part_won,
)
from masterpoint.schemes.families.fields import with_standing
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.local.knockouts import final_value
from masterpoint.schemes.wbu.rules.principles.general import LOCAL, large_team, rounded_up, too_few, too_short
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody, standing_in, to_players


@rule
def pay(book: Book, event: FinalEvent | MatchEvent, level: Step) -> list[Award]:
    """The winner of two takes the award of the final round; three teams play mini-matches for it (A09)."""
    ranking = event.lists[0]
    contestants = with_standing(ranking)
    count = standing_in(ranking)
    original = int(event.original_tables or 0)
    minimum = book.figures.matches.least_entry.value
    reason = too_few(book, original, minimum, "4.6.1", event.contest) or too_short(book, event.boards, "2.1.3", "W62")
    if reason:
        return pay_nobody([ranking], reason, "matches")
    if count == THREE and not any(entry.matches for entry in ranking.entries):
        message = "a final of three teams is a knock-out final of two mini-matches each"
        fix = "give for each team the matches it won and lost"
        raise Refused(book.problem("lists[0].entries", "no matches", message, fix, "4.5.6"))
    value = final_value(book, original, max(TWO, count), event.boards, level)
    awards: list[Award] = []
    for entry, finish in contestants:
        part = part_of_a_win(count, entry, finish)
        step = rounded_up(
            book, large_team(book, part_won(part, value, clause=book.clause("4.5.6"), reading="A09"), entry)
        )
        awards += to_players(book, entry, step, kind="matches", boards=event.boards)
    return awards + no_standing(book, ranking, LOCAL, "matches")
