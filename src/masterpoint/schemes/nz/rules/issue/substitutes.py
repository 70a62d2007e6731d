"""E18 and E22, substitutes in pairs: an award is apportioned by the deals each has played."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, Entry
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import product
from masterpoint.core.rounding import nearest_whole
from masterpoint.core.seats import PLAYERS_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.issue.eligibility import Share


def has_substitute(entry: Entry, contest: Contest, deals: int) -> bool:
    """More players than seats, a player marked as a substitute, or a player who missed deals."""
    if contest == "teams":
        return False
    seats = PLAYERS_PER_CONTESTANT[contest]
    has_missed_deals = any(player.boards is not None and player.boards < deals for player in entry.players)
    return has_missed_deals or len(entry.players) > seats or any(player.substitute for player in entry.players)


@rule
def shares_of(
    book: Book, entry: Entry, step: Step, contest: Contest, boards: int, *, number: str, reading: str = ""
) -> list[Share]:
    """The award of all players, or of each by the deals played, to the nearest whole number."""
    total = entry.boards or boards
    if not step.value or not has_substitute(entry, contest, total):
        return [(None, step)]
    is_shared_seat = len(entry.players) > PLAYERS_PER_CONTESTANT[contest] or any(
        player.substitute for player in entry.players
    )
    shares: list[Share] = []
    for player in entry.players:
        deals_played = total if player.boards is None else player.boards
        if deals_played >= total:
            shares.append(((player,), step))
            continue
        own_deals = fact(deals_played, book.clause(number), sentence("deals played, of {total}", total=total))
        part = derive(
            partial(_part, total),
            step,
            own_deals,
            clause=book.clause(number),
            message="apportioned by deals played, to the nearest whole number",
            reading=(reading or "N-26") if is_shared_seat else "N-57",
        )
        shares.append(((player,), part))
    return shares


def _part(total: int, award: Exact, deals_played: Exact) -> Exact:
    return nearest_whole(product(award, deals_played, Fraction(1, total)))


def substitute_problems(
    book: Book, entries: tuple[Entry, ...], contest: Contest, deals: int, path: str, number: str
) -> Iterator[Problem]:
    """A player without a number played every deal. Together they cannot have played more deals than the seats have."""
    if contest == "teams":
        return
    seats = PLAYERS_PER_CONTESTANT[contest]
    for index, entry in enumerate(entries):
        place = f"{path}.entries[{index}].players"
        deal_counts = [deals if player.boards is None else player.boards for player in entry.players]
        if sum(deal_counts) > seats * deals or any(count > deals for count in deal_counts):
            message = (
                "who played which deals is not given"
                if sum(player.boards is None for player in entry.players) >= seats
                else "more deals are given than were played"
            )
            fix = f"give boards for the substitute and for the player who made room: together {seats} × {deals} deals"
            yield book.problem(place, sum(deal_counts), message, fix, number)
