"""1.8.1, 3.4, 3.5.4 and 5.2.5: the licence fee of an event, and what certificates cost."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.charges import Assessment, Charge, amounts_of
from masterpoint.core.derivation import Remark, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent, EventModel, KnockoutEvent, LeagueEvent
from masterpoint.core.exact import Exact, rational, tidy
from masterpoint.core.heads import heads_of, matches_played, sessions_of, tables_of
from masterpoint.core.issued_points import issued_to
from masterpoint.core.mechanisms import product
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes.families.charged_sessions import session_problems, sessions_needed
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts

LICENCE_FEE, AREA_FEE, CERTIFICATES = "licence fee", "area licence fee", "certificates"


class LicenceFacts(EventModel, frozen=True, kw_only=True):
    """What has to be known besides the event itself."""

    sessions: Annotated[int, Meta(ge=1, le=100)] | None = None
    """Sessions of the event, where neither its form nor its boards give them."""


def event_charges(book: Book, result: Result, charge_facts: LicenceFacts, tariff: Tariff) -> Assessment:
    """3.4, 5.2.5: a fee for a licensed event, certificates for an Area's green event; for other events, nothing."""
    event = result.event
    facts: Facts = facts_from(event, Facts)
    if problems := list(session_problems(book, event, charge_facts.sessions, "3.5.4")):
        raise Refused(problems)
    authority = licensed_by(book, event, facts)
    charges: list[Charge] = []
    remarks: list[Remark] = []
    if authority:
        charges.append(_licence(book, event, charge_facts, tariff, authority))
    elif charge_facts.sessions is not None:
        remarks.append(book.remark("3.5.4", "sessions change nothing: this event needs no licence"))
    if event.organiser.level == "area" and event.colour.lower() == "green":
        charges.append(_cards(book, result, tariff))
    if not charges:
        message = "no charge: an event for members and their guests needs no licence"
        remarks.append(book.remark("3.1.1", message))
    return Assessment(tuple(charges), tuple(remarks))


@rule
def licensed_by(_book: Book, event: AnyEvent, facts: Facts) -> str:
    """3.4, 3.5.1: who licenses an event: the Area if only its members may enter, otherwise the Union; or nobody."""
    opened = event.organiser.level == "club" and facts.open_to != "members"
    if not opened and facts.kind != "licensed" and not facts.licence:
        return ""
    return "area" if facts.open_to == "area" else "wbu"


def _licence(book: Book, event: AnyEvent, charge_facts: LicenceFacts, tariff: Tariff, authority: str) -> Charge:
    """3.5.4: sessions and tables; an Area sets its own fee, or charges none (3.4)."""
    item = "licence_table" if authority == "wbu" else "area_licence_table"
    tariff.require(book, [item], event.day)
    rate = tariff.step(book, item, event.day)
    if not rate.value:
        step = nothing(book.clause("3.4"), "no licence fee: the Area may charge one, but has set none", rate)
    else:
        step = _fee(book, event, charge_facts, rate)
    return Charge(
        kind=LICENCE_FEE if authority == "wbu" else AREA_FEE,
        step=step,
        day=event.day,
        payee="" if authority == "wbu" else authority,
        heads=heads_of(event),
        amounts=amounts_of(tariff, [item], event.day),
        exemption="" if rate.value else "the Area charges no fee",
    )


def _fee(book: Book, event: AnyEvent, charge_facts: LicenceFacts, rate: Step) -> Step:
    clause = book.clause("3.5.4")
    if isinstance(event, KnockoutEvent | LeagueEvent):
        units = fact(matches_played(event), clause, "tables, each counted once for every match")
        return derive(product, units, rate, clause=clause, message="tables × matches × rate")
    sessions = fact(charge_facts.sessions or sessions_in(book, event), clause, "sessions", reading="W92")
    tables = fact(tables_of(event), clause, "tables", reading="W93")
    return derive(product, sessions, tables, rate, clause=clause, message="sessions × tables × rate")


@rule
def sessions_in(book: Book, event: AnyEvent) -> int:
    """3.5.4: the sessions given, or as many as the boards need; a session has at most 35."""
    return max(sessions_of(event), sessions_needed(event, book.figures.organisations.longest_session.value))


def _cards(book: Book, result: Result, tariff: Tariff) -> Charge:
    """5.2.5: the cost of a certificate for each player who receives an award."""
    event = result.event
    tariff.require(book, ["certificate_book"], event.day)
    heads = issued_to(event, result.awards)
    count = fact(len(heads), book.clause("5.2.5"), "players who receive an award")
    rate = _certificate(book, tariff.step(book, "certificate_book", event.day))
    return Charge(
        kind=CERTIFICATES,
        step=derive(product, count, rate, clause=book.clause("5.2.5"), message="congress cards"),
        day=event.day,
        heads=heads,
        amounts=amounts_of(tariff, ["certificate_book"], event.day),
    )


def _certificate(book: Book, price: Step) -> Step:
    in_a_book = book.figures.records.certificates_in_a_book
    message = sentence("cost of a certificate: a book has {count}", count=in_a_book.value)
    return derive(
        partial(_part, in_a_book.value), price, clause=in_a_book.clause, message=message, reading=in_a_book.reading
    )


def _part(count: int, price: Exact) -> Exact:
    return tidy(rational(price) / count)


class BooksOrdered(EventModel, frozen=True, kw_only=True):
    """Books of blank certificates that a club or an Area buys."""

    day: date
    books: Annotated[int, Meta(ge=1, le=1_000)]
    reference: Annotated[str, Meta(max_length=60)] = ""
    """What identifies this order."""


def certificate_books(book: Book, facts: BooksOrdered, tariff: Tariff) -> Assessment:
    """1.8.1: certificates are sold in books of 100, at the price of the day."""
    tariff.require(book, ["certificate_book"], facts.day)
    books = fact(facts.books, book.clause("1.8.1"), "books of certificates")
    price = tariff.step(book, "certificate_book", facts.day)
    charge = Charge(
        kind=CERTIFICATES,
        step=derive(product, books, price, clause=book.clause("1.8.1"), message="books × price"),
        day=facts.day,
        amounts=amounts_of(tariff, ["certificate_book"], facts.day),
        thing=facts.reference,
    )
    return Assessment((charge,))
