"""Points between federations, by the conversion tables of the book they come under.

The worksheet, the facts it was filled in with and the officer's reason go into the posting, and so into the hash:
`verify` fills it in again.
"""

from __future__ import annotations

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
    """What a record already answers of a conversion table's questions, and the colours the table does not ask for."""

    facts: dict[str, Any]
    left_out: tuple[str, ...]


class Brought(NamedTuple):
    """What a conversion credits."""

    hundredths: dict[str, int]
    steps: list[Step]


def convert(scheme: str, sheet: str, facts: Mapping[str, Any], on: date) -> Brought:
    """What the book of the receiving federation makes of points from elsewhere."""
    transfers = transfers_of(scheme)
    if sheet not in transfers:
        known = ", ".join(transfers) or "there is none: post an opening balance, and give the evidence as the reason"
        raise services.NotPosted(Problem("conversion", sheet, "the book has no such conversion table", known))
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
    return Brought(sums, steps)


def answers_of(source: str, holding: Mapping[str, int], scheme: str, sheet: str) -> Answers:
    """The questions of a conversion table that a holding under another scheme answers."""
    transfer = transfers_of(scheme).get(sheet)
    asked, facts = transfer.prefill(source, holding) if transfer else ({}, {})
    points = {asked[colour]: exact_text(Fraction(amount, 100)) for colour, amount in holding.items() if colour in asked}
    return Answers(facts | points, tuple(colour for colour in sorted(holding) if colour not in asked))


def transfers_of(scheme: str) -> dict[str, Transfer]:
    """The conversion tables of a book, by the name of the worksheet."""
    return {transfer.sheet: transfer for transfer in FEDERATIONS[scheme].transfers}


def bring(person: Person, sheet: str, facts: Mapping[str, Any], *, on: date, by: User | None, reason: str) -> Posting:
    """Credit what a player brings from a federation that is not in this Centre."""
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
    confirmed: bool = False,
) -> Posting:
    brought = convert(person.federation.scheme, sheet, facts, on)
    if not brought.hundredths:
        raise services.NotPosted(
            Problem(
                "points", "0", "the book credits nothing for these", "nothing to post; see its clause", _why(brought)
            )
        )
    detail = {
        "worksheet": sheet,
        "facts": dict(facts),
        "on": on.isoformat(),
        "steps": [f"{exact_text(step.value)} {step.message} [{step.clause}]" for step in brought.steps],
    }
    lines = [NewLine(person.pk, colour, amount, on) for colour, amount in sorted(brought.hundredths.items())]
    return services.post(
        person.federation, Posting.Kind.TRANSFER, lines, by=by, reason=reason, detail=detail, confirmed=confirmed
    )


def _why(brought: Brought) -> str:
    return str(brought.steps[0].clause) if brought.steps else ""


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
    confirmed: bool = False,
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
    held = held_on(source, on)
    lines = [NewLine(source.pk, colour, -amount, on) for colour, amount in sorted(held.items()) if amount]
    if not lines:
        message = "this record has nothing to move"
        raise services.NotPosted(Problem("person", source.number, message, "see whether it was moved before"))
    detail = {"closed": source.number, "to": f"{target.federation_id} {target.number}"}
    kind = Posting.Kind.TRANSFER
    closed = services.post(source.federation, kind, lines, by=by, reason=reason, detail=detail, confirmed=confirmed)
    return closed, _credit(target, sheet, facts, on=on, by=by, reason=reason, confirmed=confirmed)


def held_on(person: Person, on: date) -> dict[str, int]:
    """All a record holds; what loses value as it is worth on the day, whether or not the yearly run has been."""
    held: dict[str, int] = {}
    decaying = due.decaying(person.federation.scheme)
    for colour, amount, day in Line.objects.filter(person=person).values_list("colour", "hundredths", "day"):
        if colour not in decaying or day > on:
            held[colour] = held.get(colour, 0) + amount
    for colour in decaying:
        held[colour] = held.get(colour, 0) + due.value_as_at(person, colour, on)
    return {colour: amount for colour, amount in held.items() if amount}


def expected(posting: Posting) -> dict[str, int] | None:
    """What a kept transfer must have credited; nothing, where it closed a record."""
    detail = posting.detail or {}
    if "worksheet" not in detail:
        return None
    scheme = posting.federation.scheme
    return convert(scheme, detail["worksheet"], detail["facts"], date.fromisoformat(detail["on"])).hundredths
