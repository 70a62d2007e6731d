"""E11.2 and E12: which deals of a session count, and how many of them were played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Entry, RankingList
from masterpoint.core.places import entries_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.facts import Facts

WHOLE_FIELD_SCORING = ("matchpoints", "percentage")
"""By these ways of scoring, a deal counts even if some did not play it."""


class Deals(msgspec.Struct, frozen=True):
    """The deals of a session."""

    boards: int
    """Deals each contestant plays."""
    total: Step
    """The deals in circulation, or those that everybody played."""
    scoring: str

    @property
    def must_be_played_by_all(self) -> bool:
        """A deal counts only if all in the section have played it."""
        return self.scoring not in WHOLE_FIELD_SCORING


@rule
def deals_in_circulation(book: Book, event: AnyEvent, boards: int, movement: int | None, facts: Facts) -> Deals:
    """E12.1d; by any other scoring than match points a deal counts only if all have played it (E11.2)."""
    circulating = movement or boards
    total = fact(circulating, book.clause("E12.1d"), "deals in circulation")
    if facts.deals_all_played is not None and event.scoring not in WHOLE_FIELD_SCORING:
        message = sentence("deals that all in the section played, of {deals} in circulation", deals=circulating)
        total = fact(min(circulating, facts.deals_all_played), book.clause("E11.2"), message)
    return Deals(boards, total, event.scoring)


def section_deals(book: Book, deals: Deals, lists: Sequence[RankingList]) -> Step:
    """E11.2: if only deals count that everybody played, no more count than the contestant with the fewest played."""
    deal_counts = [entry.boards for ranking in lists for entry in entries_of(ranking) if entry.boards is not None]
    if not deal_counts or not deals.must_be_played_by_all or min(deal_counts) >= deals.total.value:
        return deals.total
    message = sentence("deals that all in the section can have played, of {deals}", deals=deals.total.value)
    return fact(min(deal_counts), book.clause("E11.2"), message)


def deal_problems(
    book: Book, deals: Deals, movement: int | None, facts: Facts, lists: Sequence[RankingList], path: str = ""
) -> Iterator[Problem]:
    """Deals that contradict each other."""
    if movement is not None and movement < deals.boards:
        message = f"fewer boards in the movement than the {deals.boards} each contestant plays"
        fix = "give all boards in play, or leave it out"
        yield book.problem(f"{path}movement_boards", movement, message, fix, "E12.1d")
    circulating = movement or deals.boards
    if facts.deals_all_played is not None and facts.deals_all_played > circulating:
        message = f"more deals than the {circulating} in circulation"
        fix = "give the deals that all in the section played"
        yield book.problem("facts.deals_all_played", facts.deals_all_played, message, fix, "E11.2")
    for list_index, ranking in enumerate(lists):
        for index, entry in enumerate(entries_of(ranking)):
            if entry.boards is not None and entry.boards > circulating:
                place = f"{path}lists[{list_index}].entries[{index}].boards"
                message = f"more deals than the {circulating} in circulation"
                yield book.problem(place, entry.boards, message, "give the deals this contestant played", "E12.1d")


def deal_remarks(book: Book, deals: Deals, lists: Sequence[RankingList]) -> list[Remark]:
    """E11.2: what the way of scoring means for deals that some did not play."""
    if deals.must_be_played_by_all:
        message = "scored by {scoring}: a deal counts only if all in the section played it"
        return [book.remark("E11.2", sentence(message, scoring=deals.scoring))]
    entries = [entry for ranking in lists for entry in entries_of(ranking)]
    short_entries = [entry for entry in entries if entry.boards is not None and entry.boards < deals.boards]
    if not short_entries:
        return []
    message = "{who} played fewer than the {boards} deals: by match points the places still count"
    names = ", ".join(f"{_name(entry)} ({entry.boards})" for entry in short_entries)
    return [book.remark("E11.2", sentence(message, who=names, boards=deals.boards))]


def _name(entry: Entry) -> str:
    players = " and ".join(player.name or player.id for player in entry.players)
    return entry.name or players.strip() or f"place {entry.place}"
