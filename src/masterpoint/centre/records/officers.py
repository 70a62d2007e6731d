"""Acts of officers on one record: adjust it, open it with a balance, credit points from elsewhere, reverse a posting.

Each is one posting; announced promotions that it no longer supports are flagged in the same transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import manual_postings, transfers
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.carryovers import WON_IN_YEAR
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.records.manual_entries import ManualEntry
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.services import flag_undone
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import survivor
from masterpoint.core.errors import Problem
from masterpoint.core.plurals import count_text


class OfficerResult(NamedTuple):
    """The posting and the promotions it no longer supports, or the proposal that waits for a second person."""

    posting: Posting | None
    undone: list[Promotion]
    proposal: Proposal | None = None


@transaction.atomic
def post(person: Person, entry: ManualEntry, *, by: User | None, line_shown: int) -> OfficerResult:
    """Post an entry. `line_shown` is the last line on the officer's page, so that a second click posts nothing."""
    _require_unchanged(person, line_shown)
    try:
        posting = ledger.adjust(
            person,
            entry.colour,
            entry.hundredths,
            entry.day,
            by=by,
            reason=entry.reason,
            kind=entry.kind,
            detail=_year_detail(person, entry),
        )
    except ledger.NeedsSecondPerson as refusal:
        return OfficerResult(None, [], proposals.propose_posting(refusal, by=by))
    return OfficerResult(posting, flag_undone(person, reason=f"adjusted: {entry.reason}"[:200]))


def _year_detail(person: Person, entry: ManualEntry) -> dict[str, Any] | None:
    """The detail of a posting for a balance with a year, as in a list of balances."""
    if entry.kind != Posting.Kind.OPENING or entry.year is None:
        return None
    return {WON_IN_YEAR: [[person.pk, entry.colour, entry.day.isoformat()]]}


@transaction.atomic
def credit_transfer(
    person: Person, sheet: str, facts: Mapping[str, Any], *, on: date, by: User | None, reason: str, line_shown: int
) -> OfficerResult:
    """Credit points from another federation, by the conversion table of this one."""
    _require_unchanged(person, line_shown)
    try:
        return OfficerResult(transfers.credit_transfer(person, sheet, facts, on=on, by=by, reason=reason), [])
    except ledger.NeedsSecondPerson as refusal:
        return OfficerResult(None, [], proposals.propose_posting(refusal, by=by))


class MoveResult(NamedTuple):
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
    lines_shown: tuple[int, int],
) -> MoveResult:
    """Close a record in another federation and credit this one; `lines_shown` are the last lines of both."""
    for federation in sorted((source.federation, target.federation), key=lambda row: row.pk):
        lock(federation)
    for person, line in zip((source, target), lines_shown, strict=True):
        _require_unchanged(person, line)
    try:
        return MoveResult(*transfers.move(source, target, sheet, facts, on=on, by=by, reason=reason))
    except ledger.NeedsSecondPerson:
        summary = f"Record of {source.name} ({source.federation_id} {source.number}) to {target.number}"
        arguments = {"source": source.pk, "target": target.pk, "sheet": sheet, "facts": dict(facts)}
        arguments |= {"on": on.isoformat()}
        act = proposals.Act.MOVE
        return MoveResult(
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
) -> MoveResult:
    """Do a move that a second person has confirmed."""
    return MoveResult(*transfers.move(source, target, sheet, facts, on=on, by=by, reason=reason, is_confirmed=True))


def _require_unchanged(person: Person, line_shown: int) -> None:
    lock(person.federation)
    if ledger_queries.last_line(person) != line_shown:
        message = "this record has changed since you looked at it, or this was posted already"
        raise ledger.NotPosted(Problem("record", person.number, message, "look at it again before you post"))


@transaction.atomic
def take_back(
    posting: Posting, *, by: User | None, reason: str, person: Person | None = None, people: int | None = None
) -> OfficerResult:
    """Reverse a manual posting, for everybody or for one person only; both stay.

    `people` is the number of people shown to the officer, so that nobody reverses a whole list by mistake.
    """
    ledger.require_officer(by, reason)
    lock(posting.federation)
    if not manual_postings.is_reversible(posting):
        message = "only a posting by hand that has not been taken back yet can be taken back here"
        raise ledger.NotPosted(
            Problem("posting", str(posting.number), message, "correct the filing, or split the record")
        )
    lines = posting.lines.exclude(person__in=manual_postings.reversed_people(posting))
    if person is not None:
        lines = lines.filter(person=person)
        _require_lines(posting, person, lines)
    _require_people_count(lines, people)
    if ledger.requires_two_people(posting.federation):
        arguments = {"posting": posting.number, "person": person.pk if person else None}
        count = lines.values("person").distinct().count()
        owner = f"{person.name} ({person.number})" if person else count_text(count, "player")
        summary, act = f"Posting {posting.number} taken back from {owner}", proposals.Act.REVERSAL
        proposal = proposals.propose(posting.federation, act, summary, by=by, reason=reason, arguments=arguments)
        return OfficerResult(None, [], proposal)
    return take_back_now(posting, by=by, reason=reason, person=person)


@transaction.atomic
def take_back_now(posting: Posting, *, by: User | None, reason: str, person: Person | None = None) -> OfficerResult:
    """Post the reversal, and flag promotions that it no longer supports."""
    lines = posting.lines.exclude(person__in=manual_postings.reversed_people(posting))
    lines = lines if person is None else lines.filter(person=person)
    if person is None:
        reversal = ledger.reverse(posting, by=by, reason=reason)
    else:
        reversal = ledger.reverse_for(posting, person, by=by, reason=reason)
    message = f"posting {posting.number} taken back: {reason}"[:200]
    return OfficerResult(
        reversal,
        [
            promotion
            for player in _promoted_people(posting.federation, lines)
            for promotion in flag_undone(player, reason=message)
        ],
    )


def flag_promotions(federation: Federation, people: Collection[int], reason: str) -> list[Promotion]:
    """Flag promotions of some people that a posting no longer supports."""
    player_keys = Promotion.in_force.filter(person__in=list(people), flagged="").values("person")
    players = Person.objects.filter(pk__in=player_keys).select_related("federation")
    return [promotion for person in players.order_by("pk") for promotion in flag_undone(person, reason=reason)]


def _require_lines(posting: Posting, person: Person, lines: QuerySet[Line]) -> None:
    if not lines.exists():
        message = f"posting {posting.number} gave this player nothing that can be taken back"
        raise ledger.NotPosted(Problem("player", person.number, message, "choose somebody whose points it changed"))


def _require_people_count(lines: QuerySet[Line], people: int | None) -> None:
    count = lines.values("person").distinct().count()
    if people is not None and people != count:
        message = f"it would take points from {count_text(count, 'player')}"
        raise ledger.NotPosted(Problem("players", str(people), message, "look at the list below, then take it back"))


def _promoted_people(federation: Federation, lines: QuerySet[Line]) -> list[Person]:
    """The owners of some lines who have promotions; most owners of a list of balances have none."""
    players = Person.objects.filter(pk__in=lines.values("person")).select_related("federation", "merged_into")
    promotions = Promotion.in_force.filter(person__federation=federation, flagged="")
    player_keys = set(promotions.values_list("person", flat=True))
    survivors = {person.pk: person for person in map(survivor, players.order_by("pk"))}
    return [person for pk, person in survivors.items() if pk in player_keys]
