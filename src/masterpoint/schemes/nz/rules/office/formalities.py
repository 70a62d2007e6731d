"""E8, E10, E24 and E35 to E36: what must be sent with the results of an event, when, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent
from masterpoint.core.heads import heads_of, player_sessions
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.office.event_fees import is_tournament
from masterpoint.schemes.nz.rules.office.fees import a_month_after, end_of_month


def formalities(book: Book, event: AnyEvent) -> Sequence[Remark]:
    """Sheets, deadline and session fee of an event."""
    tournament = is_tournament(event)
    remarks = [book.remark("E35.3a", "every sheet has the names and computer numbers of all players")]
    remarks += _tournament(book, event) if tournament else _club(book, event)
    return [*remarks, _fee(book, event, tournament)]


def _tournament(book: Book, event: AnyEvent) -> list[Remark]:
    due_day = a_month_after(event.day)
    discount = book.figures.points.discount
    sheet = "teams-result" if event.contest == "teams" else "tournament-input"
    return [
        book.remark(
            "E10.11",
            sentence("A and B sheets reach NZ Bridge within one calendar month: by {due}", due=due_day),
        ),
        book.remark("E36.5e", "nothing is processed before overall and session results have all arrived"),
        book.remark(
            discount.clause.number,
            sentence(
                "{percent}% off the session fee for complete results by {due}",
                percent=discount.value * 100,
                due=due_day,
            ),
        ),
        book.remark("E36.5b", sentence("input sheet: {sheet}, with the awards of the tables", sheet=sheet)),
        book.remark("E36.5d", "overall result with every player's home club; copies to regions and clubs"),
    ]


def _club(book: Book, event: AnyEvent) -> list[Remark]:
    sheet = "teams-result" if event.contest == "teams" else "session-result"
    return [
        book.remark("E10.10", sentence("result sheet: {sheet}", sheet=sheet)),
        book.remark(
            "E10.11",
            sentence("sessions are sent at least monthly: by {due}", due=end_of_month(event.day)),
        ),
    ]


def _fee(book: Book, event: AnyEvent, tournament: bool) -> Remark:
    figures = book.figures.points
    rate = figures.tournament_fee if tournament else figures.club_fee
    players = player_sessions(heads_of(event))
    charge = "{players} players in sessions at ${rate}: ${fee}"
    if tournament:
        charge += ", and ${for_a_point} for each A Point"
    fee = rate.value * players
    message = sentence(charge, players=players, rate=rate.value, fee=fee, for_a_point=figures.a_point_fee.value)
    return book.remark(rate.clause.number, message)
