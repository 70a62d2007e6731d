"""E43: a consolation that took new entries, beside the final of a 15A pairs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, RankingList, TournamentEvent
from masterpoint.core.places import size_of
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass, class_named, restrictions_for
from masterpoint.schemes.nz.rules.tournaments.overall import overall_ladder, pay_overall


@rule
def consolation_class(book: Book) -> TournamentClass:
    """E43.Q3c: a consolation is paid as an event of this class."""
    kind = class_named(book, "3A")
    factor = replace(kind.session_factor, message="factor for a session of a consolation, a 3A event")
    return replace(kind, session_factor=factor)


def consolation_boards(event: TournamentEvent) -> int:
    return sum(session.boards for session in event.sessions if session.stage == "consolation")


def consolation_problems(book: Book, event: TournamentEvent, kind: TournamentClass) -> Iterator[Problem]:
    """E43.Q3c: printed for 15A pairs, and for 48 boards or more."""
    if kind.name != "15A" or event.contest == "teams":
        fix = "enter the consolation as a tournament of its own, in the class it was approved for"
        message = "a consolation inside the event is known for 15A pairs only"
        yield book.problem("sessions", "consolation", message, fix, "E43.Q3c")
    boards = consolation_boards(event)
    if boards < consolation_class(book).minimum_deals:
        fix = f"at least {consolation_class(book).minimum_deals} boards"
        yield book.problem("sessions", boards, "too few boards for a consolation", fix, "E43.Q3c")


def pay_consolation(book: Book, ranking: RankingList, event: AnyEvent, facts: Facts, boards: int) -> list[Award]:
    """E43.Q3c: overall awards of a 3A event, for the contestants of the consolation."""
    restrictions = restrictions_for(consolation_class(book), facts)
    field = fact(size_of(ranking), book.clause("E43.Q3c"), "contestants in the consolation, a 3A event", reading="N-23")
    ladder = overall_ladder(book, consolation_class(book), event.contest, field)
    return pay_overall(
        book,
        ranking,
        ladder,
        consolation_class(book),
        event.contest,
        restrictions,
        boards=boards,
        kind_of_award="consolation",
    )
