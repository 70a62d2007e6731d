"""2.6 and 3.3: clubs pay an affiliation fee once a year; nobody is charged for points."""

from __future__ import annotations

from datetime import date

from masterpoint.core.charges import Assessment, Charge, amounts_of
from masterpoint.core.derivation import Result
from masterpoint.core.events import EventModel
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes.sbu.book import Book

AFFILIATION = "affiliation"


class AffiliationFacts(EventModel, frozen=True, kw_only=True):
    """A club that is affiliated on a day."""

    day: date
    """The first day of the year it pays for."""


def event_charges(book: Book, _result: Result, _facts: object, _tariff: Tariff) -> Assessment:
    """3.3: points cost nothing."""
    message = "no charge for an event: the club's affiliation fee covers its points"
    return Assessment((), (book.remark("3.3", message),))


def affiliation(book: Book, facts: AffiliationFacts, tariff: Tariff) -> Assessment:
    """2.6: the fee for which a club may award points for a year."""
    tariff.require(book, [AFFILIATION], facts.day)
    charge = Charge(
        kind=AFFILIATION,
        step=tariff.step(book, AFFILIATION, facts.day),
        day=facts.day,
        amounts=amounts_of(tariff, [AFFILIATION], facts.day),
        thing=str(facts.day.year),
    )
    return Assessment((charge,))
