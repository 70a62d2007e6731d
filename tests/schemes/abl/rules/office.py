"""3.2, 3.3 and chapter 5: sanctions, a club's year, points from England and the fee for each table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Programme, Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent, EventModel, SessionEvent, Text, TournamentEvent
from masterpoint.core.exact import Exact, exact, tidy
from masterpoint.core.mechanisms import part_of, product
from masterpoint.core.parsing import facts_from
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.families.fields import fields
from schemes.abl.book import Book
from schemes.abl.rules.championships import grade_of
from schemes.abl.rules.facts import Facts

MAX_FIGURE = 1_000_000
Amount = Annotated[Decimal, Meta(description="0 to 1,000,000")]


class TransferFacts(EventModel, frozen=True, kw_only=True):
    """What a player brings from England."""

    local: Amount


class FeeFacts(EventModel, frozen=True, kw_only=True):
    """The tables a club reports."""

    tables: Amount


class PlannedEvent(EventModel, frozen=True, kw_only=True):
    name: Text
    grade: Text


class YearFacts(EventModel, frozen=True, kw_only=True):
    """The events a club holds in a year."""

    events: tuple[PlannedEvent, ...]


@rule
def transfer(book: Book, facts: TransferFacts) -> Sequence[Step | Remark]:
    """5.1: a hundred local points are a black point, to the nearest hundredth."""
    _require(book, "local", facts.local, "5.1")
    rate = book.figures.office.local_in_a_black
    local = fact(exact(facts.local), rate.clause, "local points of England")
    black = derive(partial(part_of, 1, rate.value), local, clause=rate.clause, message="a hundred to a black point")
    return [derive(nearest_hundredth, black, clause=book.clause("1.5"), message="to the nearest hundredth")]


def transfer_worksheet(book: Book) -> Worksheet:
    return Worksheet("Points brought from England", book.clause("5.1"), TransferFacts, partial(transfer, book))


@rule
def fee(book: Book, facts: FeeFacts) -> Sequence[Step | Remark]:
    """5.2: so much for each table."""
    _require(book, "tables", facts.tables, "5.2")
    return [_fee(book, exact(facts.tables))]


def _require(book: Book, name: str, value: Decimal, number: str) -> None:
    if not 0 <= value <= MAX_FIGURE:
        raise Refused(book.problem(name, value, "this is no such number", "give 0 to 1,000,000", number))


def _fee(book: Book, count: Exact) -> Step:
    rate = book.figures.office.fee
    tables = fact(count, rate.clause, "tables")
    return derive(product, printed_figure(rate), tables, clause=rate.clause, message="dollars for the session")


def fee_worksheet(book: Book) -> Worksheet:
    return Worksheet("The fee for each table", book.clause("5.2"), FeeFacts, partial(fee, book))


def formalities(book: Book, event: AnyEvent) -> Sequence[Remark]:
    """3.2 and 5.2: the sanction an event needs, and its fee."""
    return list(_formalities(book, event)) if isinstance(event, SessionEvent | TournamentEvent) else []


def _formalities(book: Book, event: SessionEvent | TournamentEvent) -> Iterator[Remark]:
    grade = grade_of(book, event)
    sanctioned = book.figures.championships.sanctioned
    if grade and grade.name in sanctioned.value:
        number = facts_from(event, Facts).sanction
        message = "sanction {number}" if number else "a {grade} needs a sanction: give its number as `sanction`"
        yield Remark(sanctioned.clause, sentence(message, number=number, grade=grade.name))
    tables = tables_played(event)
    step = _fee(book, tables)
    yield Remark(step.clause, sentence("a fee of {fee} dollars for {tables} tables", fee=step.value, tables=tables))


def tables_played(event: AnyEvent) -> Exact:
    """5.2: the tables of all sections of all sessions, halves counted."""
    lists = [ranking for path, ranking in ranking_lists(event) if not path.startswith("overall")]
    return tidy(sum((field.tables for field in fields(lists, event.contest)), Fraction(0)))


@rule
def findings(book: Book, facts: YearFacts) -> Sequence[Remark]:
    """3.3: how many championships a club holds."""
    maximum = book.figures.championships.most_club_championships
    names = [event.name for event in facts.events if event.grade == "club championship"]
    if len(names) <= maximum.value:
        return []
    message = sentence(
        "{count} club championships, {most} are allowed: drop {names}",
        count=len(names),
        most=maximum.value,
        names=", ".join(names[maximum.value :]),
    )
    return [Remark(maximum.clause, message)]


def programme(book: Book) -> Programme:
    return Programme(YearFacts, partial(findings, book))
