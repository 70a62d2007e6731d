"""4.5.6 and 4.6.1: a final of two or three teams is a knock-out final."""

from __future__ import annotations

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step, fact, nothing
from masterpoint.core.errors import Refused
from masterpoint.core.events import FinalEvent, MatchEvent
from masterpoint.core.places import entries_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.local.knockout import final_value
from masterpoint.schemes.ebu.rules.local.match_awards import KIND
from masterpoint.schemes.ebu.rules.principles.paying import final_figure, to_players
from masterpoint.schemes.ebu.rules.records.crediting import unranked_awards
from masterpoint.schemes.families.british_small_finals import (
    THREE,
    part_of_a_win,
    part_won,
)
from masterpoint.schemes.families.fields import fields, with_standing


@rule
def pay(book: Book, event: FinalEvent | MatchEvent, status: Step, colour: str) -> list[Award]:
    """The winner of two takes the award of the final round; three teams play mini-matches for it (reading A09)."""
    ranking = event.lists[0]
    contestants = with_standing(ranking)
    teams = fields(event.lists, event.contest)[0].contestants
    original = int(event.original_tables or 0)
    minimum = book.figures.matches.small_final_entry
    if original < minimum.value:
        entry_tables = fact(original, minimum.clause, "full tables in the original entry")
        message = sentence(
            "a final of {teams} teams needs an original entry of {least}", teams=teams, least=minimum.value
        )
        reason = nothing(minimum.clause, message, entry_tables)
        return [Award(entry, reason, colour, KIND) for entry, _ in contestants]
    if teams == THREE:
        require_mini_matches(book, event)
    value = final_value(book, original, teams, event.boards, status, event.contest)
    awards = unranked_awards(book, entries_of(ranking), colour, KIND)
    for entry, finish in contestants:
        part = part_of_a_win(teams, entry, finish)
        step = part_won(part, value, clause=book.clause("4.5.6"), reading="A09")
        figure = final_figure(book, colour, step)
        awards += to_players(book, entry, figure, colour=colour, kind=KIND, boards=event.boards)
    return awards


def require_mini_matches(book: Book, event: FinalEvent | MatchEvent) -> None:
    """The ranking of three teams does not show who won which mini-match."""
    missing = [index for index, entry in enumerate(event.lists[0].entries) if not entry.matches]
    if missing:
        raise Refused(
            book.problem(
                f"lists[0].entries[{missing[0]}].matches",
                "no matches",
                "a final of three teams is a knock-out final of two mini-matches each",
                "give for each team the matches it won and lost",
                "4.5.6",
            )
        )
