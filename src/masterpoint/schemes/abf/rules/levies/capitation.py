"""8.2 and 8.3, the capitation fees of members and the commission for new players, as a worksheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.levies.points import fee_problems


class Capitation(EventModel, frozen=True, kw_only=True):
    """Members a club renews on 31 March, or registers on a day."""

    members: Count
    registered: date | None = None
    """The day, for members added during the year; left out for the yearly renewal."""
    new: Count = 0
    """How many of them are registered for the first time."""
    visitors_and_youth: Count = 0
    """How many of them are members of the youth club or of a club for visitors, and pay nothing."""
    new_club: bool = False
    """The club affiliated for the first time this registration year."""


def season_of(book: Book, day: date | None) -> int:
    """8.3: the month from which the fee of a day holds; for the yearly renewal, that in which the year begins.

    Full from April to September, half from October to December, nothing from January to March.
    """
    months = [first for first, _ in book.figures.levies.capitation.value]
    return months[0] if day is None else max(first for first in months if first <= day.month)


def fee_on(book: Book, day: date | None) -> Fraction:
    """8.3: the fee of a member registered on a day, or renewed."""
    return dict(book.figures.levies.capitation.value)[season_of(book, day)]


def capitation(book: Book, facts: Capitation) -> Sequence[Step | Remark]:
    """8.2, 8.3: the fee of each member who pays, and the commission for new players."""
    problems = list(_capitation_problems(book, facts))
    if problems:
        raise Refused(problems)
    fee = book.figures.levies.capitation
    renewed = "capitation fee of a member: the yearly renewal"
    template = renewed if facts.registered is None else "capitation fee of a member: {day}"
    rate = fact(tidy(fee_on(book, facts.registered)), fee.clause, sentence(template, day=facts.registered))
    capitation_fee = capitation_due(book, _paying(book, facts), rate)
    new = fact(facts.new, book.clause("8.3b"), "new players")
    dollars = printed_figure(book.figures.levies.commission, "dollars for a new player")
    return [capitation_fee, commission_due(book, new, dollars)]


def capitation_due(book: Book, members: Step, rate: Step) -> Step:
    """8.2: the fee of the season for every member who pays."""
    return derive(product, members, rate, clause=book.clause("8.2a"), message="capitation due")


def commission_due(book: Book, players: Step, rate: Step) -> Step:
    """8.3: the commission to the club for each new player."""
    return derive(product, players, rate, clause=book.clause("8.3b"), message="commission, to the club")


def _capitation_problems(book: Book, facts: Capitation) -> Iterator[Problem]:
    message, fix = f"the club has {facts.members} members here", "count them among `members`"
    parts = (("new", facts.new, "8.3b"), ("visitors_and_youth", facts.visitors_and_youth, "1.3.6"))
    for name, count, number in parts:
        if count > facts.members:
            yield book.problem(name, count, message, fix, number)
    yield from fee_problems(book, "registered", facts.registered, "8.3b")


@rule
def _paying(book: Book, facts: Capitation) -> Step:
    """8.2: the members who pay."""
    members = fact(facts.members, book.clause("8.2a"), "home club members")
    exempt_members = []
    if facts.visitors_and_youth:
        exempt_members.append(
            fact(facts.visitors_and_youth, book.clause("1.3.6"), "youth and visitors, who pay nothing")
        )
    if facts.new_club:
        exempt_members.append(
            fact(facts.new, book.clause("8.2b"), "never registered before, in a new club’s first year")
        )
    if not exempt_members:
        return members
    return derive(_less, members, *exempt_members, clause=book.clause("8.2a"), message="members who pay")


def _less(whole: Exact, *parts: Exact) -> Exact:
    remainder = whole - total(*parts)
    return remainder if remainder > 0 else 0
