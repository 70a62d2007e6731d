"""Transfers of points between federations, by the conversion tables of the receiving book.

The worksheet, its facts and the officer's reason are part of the posting, and so of the hash: `verify` works it out
again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import due, services
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Person
from masterpoint.core import editions
from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem
from masterpoint.core.exact import rational
from masterpoint.core.federations import Transfer
from masterpoint.core.rounding import nearest_whole
from masterpoint.core.serialisation import exact_text
from masterpoint.schemes import FEDERATIONS, edition_for


class Answers(NamedTuple):
    """A record's answers to the questions of a conversion table, and the colours the table leaves out."""

    facts: dict[str, Any]
    left_out: tuple[str, ...]


class Conversion(NamedTuple):
    """The points a conversion credits, and its steps."""

    hundredths: dict[str, int]
    steps: list[Step]


def convert(scheme: str, sheet: str, facts: Mapping[str, Any], on: date) -> Conversion:
    """Convert points from elsewhere by the book of the receiving federation."""
    transfers = transfers_of(scheme)
    if sheet not in transfers:
        names = ", ".join(transfers) or "there is none: post an opening balance, and give the evidence as the reason"
        raise services.NotPosted(Problem("conversion", sheet, "the book has no such conversion table", names))
    edition = edition_for(scheme, on)
    answers = editions.work_out(edition, sheet, dict(facts))
    steps = [answer for answer in answers if isinstance(answer, Step)]
    colours = transfers[sheet].colours(facts)
    sums: dict[str, int] = {}
    for colour, step in zip(colours, steps, strict=False):
        amount = nearest_whole(rational(step.value) * 100)
        assert isinstance(amount, int)
        if amount:
            sums[colour] = sums.get(colour, 0) + amount
    return Conversion(sums, steps)


def answers_of(source: str, holding: Mapping[str, int], scheme: str, sheet: str) -> Answers:
    """The answers of a holding under another scheme to the questions of a conversion table."""
    transfer = transfers_of(scheme).get(sheet)
    prefilled, facts = transfer.prefill(source, holding) if transfer else ({}, {})
    sums: Counter[str] = Counter()
    for colour, amount in holding.items():
        if colour in prefilled:
            sums[prefilled[colour]] += amount
    points = {question: exact_text(Fraction(amount, 100)) for question, amount in sums.items()}
    return Answers(facts | points, tuple(colour for colour in sorted(holding) if colour not in prefilled))


def transfers_of(scheme: str) -> dict[str, Transfer]:
    """The conversion tables of a book, by the name of the worksheet."""
    return {transfer.sheet: transfer for transfer in FEDERATIONS[scheme].transfers}


def credit_transfer(
    person: Person, sheet: str, facts: Mapping[str, Any], *, on: date, by: User | None, reason: str
) -> Posting:
    """Credit points from a federation that is not in this Centre."""
    services.require_officer(by, reason)
    services.require_record(person)
    return _credit(person, sheet, facts, on=on, by=by, reason=reason)


def _credit(
    person: Person,
    sheet: str,
    facts: Mapping[str, Any],
    *,
    on: date,
    by: User | None,
    reason: str,
    is_confirmed: bool = False,
) -> Posting:
    conversion = convert(person.federation.scheme, sheet, facts, on)
    if not conversion.hundredths:
        raise services.NotPosted(_nothing_to_credit(person.federation.scheme, conversion, on))
    detail = {
        "worksheet": sheet,
        "facts": dict(facts),
        "on": on.isoformat(),
        "steps": [f"{exact_text(step.value)} {step.message} [{step.clause}]" for step in conversion.steps],
    }
    lines = [NewLine(person.pk, colour, amount, on) for colour, amount in sorted(conversion.hundredths.items())]
    return services.post(
        person.federation, Posting.Kind.TRANSFER, lines, by=by, reason=reason, detail=detail, is_confirmed=is_confirmed
    )


def _nothing_to_credit(scheme: str, conversion: Conversion, on: date) -> Problem:
    """The problem with points that the book of the day gives nothing for, and its clause."""
    clause = str(conversion.steps[0].clause) if conversion.steps else ""
    message, fix = "the book credits nothing for these", "nothing to post; see its clause"
    return Problem("points", "0", message, fix, clause, edition=edition_for(scheme, on).title if clause else "")


@transaction.atomic
def move(
    source: Person,
    target: Person,
    sheet: str,
    facts: Mapping[str, Any],
    *,
    on: date,
    by: User | None,
    reason: str,
    is_confirmed: bool = False,
) -> tuple[Posting, Posting]:
    """Close a record in one federation of this Centre and credit the other, by the other's conversion table."""
    services.require_officer(by, reason)
    for person in (source, target):
        services.require_record(person)
    if source.federation_id == target.federation_id:
        raise services.NotPosted(
            Problem("person", target.number, "both records are in the same federation", "merge them instead")
        )
    for federation in sorted((source.federation, target.federation), key=lambda record: record.pk):
        lock(federation)
    balances = balances_on(source, on)
    lines = [NewLine(source.pk, colour, -amount, on) for colour, amount in sorted(balances.items()) if amount]
    if not lines:
        message = "this record has nothing to move"
        raise services.NotPosted(Problem("person", source.number, message, "see whether it was moved before"))
    detail = {"closed": source.number, "to": f"{target.federation_id} {target.number}"}
    kind = Posting.Kind.TRANSFER
    closing = services.post(
        source.federation, kind, lines, by=by, reason=reason, detail=detail, is_confirmed=is_confirmed
    )
    return closing, _credit(target, sheet, facts, on=on, by=by, reason=reason, is_confirmed=is_confirmed)


def balances_on(person: Person, on: date) -> dict[str, int]:
    """Everything a record holds, with decaying points at their value on the day, even before the yearly run."""
    balances: dict[str, int] = {}
    decaying = due.decay_sheets(person.federation.scheme)
    for colour, amount, day in Line.objects.filter(person=person).values_list("colour", "hundredths", "day"):
        if colour not in decaying or day > on:
            balances[colour] = balances.get(colour, 0) + amount
    for colour in decaying:
        balances[colour] = balances.get(colour, 0) + due.value_as_at(person, colour, on)
    return {colour: amount for colour, amount in balances.items() if amount}


def expected_credit(posting: Posting) -> dict[str, int] | None:
    """What a stored transfer must have credited; None if it closed a record."""
    detail = posting.detail or {}
    if "worksheet" not in detail:
        return None
    scheme = posting.federation.scheme
    return convert(scheme, detail["worksheet"], detail["facts"], date.fromisoformat(detail["on"])).hundredths
