"""What an officer does to one record: adjust it, open it with a balance, credit points from elsewhere, take it back.

Each is one posting; promotions already announced that it undoes are flagged in the same transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import by_hand, transfers
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.records import queries
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.services import flag_undone
from masterpoint.centre.records.won import WON_IN_YEAR
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import survivor
from masterpoint.core.errors import Problem

BY_HAND = (Posting.Kind.ADJUSTMENT, Posting.Kind.OPENING)
MOST = Decimal(1_000_000)
MOST_DECIMALS = 2


class Done(NamedTuple):
    """The posting, and the promotions already announced that it undid; or what waits for a second person."""

    posting: Posting | None
    undone: list[Promotion]
    proposal: Proposal | None = None


class Wanted(NamedTuple):
    """An adjustment or an opening balance, read from a form but not yet posted."""

    kind: str
    colour: str
    hundredths: int
    day: date
    reason: str
    year: int | None = None
    """The year a balance was won in, where that is known: without it, it counts for life and in no year."""


def wanted(person: Person, data: Mapping[str, str], *, today: date) -> Wanted:
    """What a form asks for, or everything that is wrong with it."""
    problems: list[Problem] = []
    day = _day(data.get("day", ""), today, problems)
    colours = queries.edition_of(person.federation, day).colours
    colour, kind = data.get("colour", ""), data.get("kind", "")
    if colour not in colours:
        problems.append(Problem("colour", colour[:20], "the book has no such points", f"one of: {', '.join(colours)}"))
    if kind not in BY_HAND:
        problems.append(Problem("kind", kind[:20], "this is not posted by hand", "an adjustment or an opening balance"))
    amount = _hundredths(data.get("points", ""), problems)
    year = _year(data.get("year", "").strip(), day, problems)
    reason = data.get("reason", "").strip()[:300]
    if not reason:
        problems.append(Problem("reason", "", "this needs a reason", "say what was wrong and when"))
    if problems:
        raise ledger.NotPosted(problems)
    return Wanted(kind, colour, amount, day, reason, year)


def hundredths_of(text: str) -> int | None:
    """Points as they are written, exactly: 12, -3.5, 0.25; nothing, where this is not a number of points."""
    try:
        points = Decimal(text.strip().replace("−", "-"))
    except InvalidOperation:
        return None
    exponent = points.as_tuple().exponent
    if not isinstance(exponent, int) or abs(points) > MOST or -exponent > MOST_DECIMALS:  # not finite, or too much
        return None
    return int(points.scaleb(2))


def _hundredths(text: str, problems: list[Problem]) -> int:
    amount = hundredths_of(text)
    if amount is None:
        problems.append(Problem("points", text[:20], "this is not a number of points", "write it as 12, 0.25 or -3.5"))
    elif not amount:
        problems.append(Problem("points", text[:20], "an adjustment of nothing", "give the amount that was wrong"))
    return amount or 0


def _day(text: str, today: date, problems: list[Problem]) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        problems.append(Problem("day", text[:20], "this is not a date", "choose the day of the error"))
        return today
    if day > today:
        problems.append(Problem("day", text, "this day has not come yet", "choose the day of the error"))
    return day


def _year(text: str, day: date, problems: list[Problem]) -> int | None:
    """The year the points belong to; an adjustment belongs to that of its day, so they have to agree."""
    if text and text != str(day.year):
        message = f"the day is in {day.year}"
        problems.append(Problem("year", text[:20], message, "give a day of the year the points were won in"))
    return day.year if text else None


@transaction.atomic
def post(person: Person, asked: Wanted, *, by: User | None, seen: int) -> Done:
    """Post what was shown. `seen` is the last line of the record that the officer saw: a second click posts nothing."""
    _require_seen(person, seen)
    try:
        posting = ledger.adjust(
            person,
            asked.colour,
            asked.hundredths,
            asked.day,
            by=by,
            reason=asked.reason,
            kind=asked.kind,
            detail=_won_in_year(person, asked),
        )
    except ledger.NeedsSecondPerson as wanted:
        return Done(None, [], proposals.propose_posting(wanted, by=by))
    return Done(posting, flag_undone(person, reason=f"adjusted: {asked.reason}"[:200]))


def _won_in_year(person: Person, asked: Wanted) -> dict[str, Any] | None:
    """What a balance that says its year leaves with its posting, as one of a list does."""
    if asked.kind != Posting.Kind.OPENING or asked.year is None:
        return None
    return {WON_IN_YEAR: [[person.pk, asked.colour, asked.day.isoformat()]]}


@transaction.atomic
def bring(
    person: Person, sheet: str, facts: Mapping[str, Any], *, on: date, by: User | None, reason: str, seen: int
) -> Done:
    """Credit what a player brings from another federation, by the conversion table of this one."""
    _require_seen(person, seen)
    try:
        return Done(transfers.bring(person, sheet, facts, on=on, by=by, reason=reason), [])
    except ledger.NeedsSecondPerson as wanted:
        return Done(None, [], proposals.propose_posting(wanted, by=by))


class Moved(NamedTuple):
    """The posting that closed one record, and the one that credited the other."""

    closed: Posting | None
    credited: Posting | None
    proposal: Proposal | None = None


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
    seen: tuple[int, int],
) -> Moved:
    """Close a record in another federation and credit this one; `seen` are the last lines of both."""
    for federation in sorted((source.federation, target.federation), key=lambda either: either.pk):
        lock(federation)
    for person, line in zip((source, target), seen, strict=True):
        _require_seen(person, line)
    try:
        return Moved(*transfers.move(source, target, sheet, facts, on=on, by=by, reason=reason))
    except ledger.NeedsSecondPerson:
        summary = f"Record of {source.name} ({source.federation_id} {source.number}) to {target.number}"
        arguments = {"source": source.pk, "target": target.pk, "sheet": sheet, "facts": dict(facts)}
        arguments |= {"on": on.isoformat()}
        act = proposals.Act.MOVE
        return Moved(
            None,
            None,
            proposals.propose(target.federation, act, summary, by=by, reason=reason, arguments=arguments),
        )


def move_now(
    source: Person,
    target: Person,
    sheet: str,
    facts: Mapping[str, Any],
    *,
    on: date,
    by: User | None,
    reason: str,
) -> Moved:
    """A move that a second person has confirmed."""
    return Moved(*transfers.move(source, target, sheet, facts, on=on, by=by, reason=reason, confirmed=True))


def _require_seen(person: Person, seen: int) -> None:
    lock(person.federation)
    if ledger_queries.last_line(person) != seen:
        message = "this record has changed since you looked at it, or this was posted already"
        raise ledger.NotPosted(Problem("record", person.number, message, "look at it again before you post"))


@transaction.atomic
def take_back(
    posting: Posting, *, by: User | None, reason: str, person: Person | None = None, people: int | None = None
) -> Done:
    """The opposite of what an officer posted by hand, for everybody or for one person only; both stay.

    `people` is how many the officer saw that it would touch: nobody takes back a whole list unawares.
    """
    ledger.require_officer(by, reason)
    lock(posting.federation)
    if not by_hand.can_be_taken_back(posting):
        message = "only a posting by hand that has not been taken back yet can be taken back here"
        raise ledger.NotPosted(
            Problem("posting", str(posting.number), message, "correct the filing, or split the record")
        )
    touched = posting.lines.exclude(person__in=by_hand.reversed_alone(posting))
    if person is not None:
        touched = touched.filter(person=person)
        _require_touched(posting, person, touched)
    _require_seen_people(touched, people)
    if ledger.wants_two_people(posting.federation):
        arguments = {"posting": posting.number, "person": person.pk if person else None}
        count = touched.values("person").distinct().count()
        whose = f"{person.name} ({person.number})" if person else f"{count} player{'' if count == 1 else 's'}"
        summary, act = f"Posting {posting.number} taken back from {whose}", proposals.Act.REVERSAL
        proposal = proposals.propose(posting.federation, act, summary, by=by, reason=reason, arguments=arguments)
        return Done(None, [], proposal)
    return take_back_now(posting, by=by, reason=reason, person=person)


@transaction.atomic
def take_back_now(posting: Posting, *, by: User | None, reason: str, person: Person | None = None) -> Done:
    """The opposite, posted; promotions it undoes are flagged."""
    touched = posting.lines.exclude(person__in=by_hand.reversed_alone(posting))
    touched = touched if person is None else touched.filter(person=person)
    if person is None:
        opposite = ledger.reverse(posting, by=by, reason=reason)
    else:
        opposite = ledger.reverse_for(posting, person, by=by, reason=reason)
    message = f"posting {posting.number} taken back: {reason}"[:200]
    return Done(
        opposite,
        [promotion for who in _promoted(posting.federation, touched) for promotion in flag_undone(who, reason=message)],
    )


def flag_all(federation: Federation, people: Collection[int], reason: str) -> list[Promotion]:
    """Promotions of some people that a posting has undone."""
    promoted = Promotion.standing.filter(person__in=list(people), flagged="").values("person")
    touched = Person.objects.filter(pk__in=promoted).select_related("federation")
    return [promotion for person in touched.order_by("pk") for promotion in flag_undone(person, reason=reason)]


def _require_touched(posting: Posting, person: Person, touched: QuerySet[Line]) -> None:
    if not touched.exists():
        message = f"posting {posting.number} gave this player nothing that can be taken back"
        raise ledger.NotPosted(Problem("player", person.number, message, "choose somebody whose points it changed"))


def _require_seen_people(touched: QuerySet[Line], people: int | None) -> None:
    count = touched.values("person").distinct().count()
    if people is not None and people != count:
        message = f"it would take points from {count} player{'' if count == 1 else 's'}"
        raise ledger.NotPosted(Problem("players", str(people), message, "look at the list below, then take it back"))


def _promoted(federation: Federation, lines: QuerySet[Line]) -> list[Person]:
    """Whose points some lines are and who has been promoted since: a list of balances has thousands who were not."""
    touched = Person.objects.filter(pk__in=lines.values("person")).select_related("federation", "merged_into")
    announced = Promotion.standing.filter(person__federation=federation, flagged="")
    promoted = set(announced.values_list("person", flat=True))
    survivors = {person.pk: person for person in map(survivor, touched.order_by("pk"))}
    return [person for pk, person in survivors.items() if pk in promoted]
