"""All writes of filings: file once, correct by a new version, withdraw or reject with a reason, close the month."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

import msgspec
from django.db import IntegrityError, transaction

from masterpoint import __version__
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.identity import event_as_data, identity, storable
from masterpoint.centre.filing.models import Filing, Month, Version
from masterpoint.centre.filing.receipts import new_receipt
from masterpoint.centre.filing.standing import with_standing_on_the_day
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.records import services as records
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.events import FORMS, AnyEvent, form_of


class MonthClosed(MasterpointError):
    """The day belongs to a month that is closed."""


class NotFiled(MasterpointError):
    """The filing cannot be taken as it stands."""


class Original(NamedTuple):
    """The file as it came."""

    data: bytes
    name: str
    format: str


class Receipt(NamedTuple):
    """What the scorer gets: the filing, and whether it was there already."""

    filing: Filing
    version: Version
    already: bool
    undone: tuple[Promotion, ...] = ()
    """Promotions already announced that a correction has undone: flagged, not revoked."""


class Preview(NamedTuple):
    """What filing would do."""

    event: AnyEvent
    result: Result
    known: dict[str, Person]
    unknown: list[judging.Unknown]
    already: Filing | None
    similar: list[Filing]


def preview(organisation: Organisation, event: AnyEvent, decided: Mapping[str, int]) -> Preview:
    """Awards with explanations, unknown players with likely matches, and whether it was filed before."""
    federation = organisation.federation
    known = judging.known_people(federation, event, decided)
    judged = with_standing_on_the_day(event, known)
    already = Filing.objects.filter(federation=federation, identity=identity(organisation.pk, event)).first()
    similar = (
        []
        if already
        else list(
            Filing.objects.filter(organisation=organisation, day=event.day, form=form_of(event)).exclude(
                state__in=[Filing.State.WITHDRAWN, Filing.State.REJECTED]
            )[:5]
        )
    )
    unknown = judging.unknown_players(federation, organisation, event, known)
    return Preview(judged, judging.judge(judged), known, unknown, already, similar)


def file_event(
    organisation: Organisation, event: AnyEvent, original: Original, *, by: User | None, decided: Mapping[str, int]
) -> Receipt:
    """File an event: facts, original file and awards kept, the ledger posted, all of it or nothing.

    The same event again changes nothing and answers with the first receipt: two people at once meet at the unique
    constraint, and the later one is shown the earlier one's filing.
    """
    mark = identity(organisation.pk, event)
    before = Filing.objects.filter(federation=organisation.federation, identity=mark).first()
    if before is not None:
        return _again(before)
    known, judged, result = _judged(organisation, event, decided)
    try:
        with transaction.atomic():
            ledger.lock(organisation.federation)
            require_open_month(organisation, event.day)
            filing = new_filing(organisation, event, mark, by=by)
            filing.save(force_insert=True)
            version = _version(filing, 1, judged, result, original, known, by=by, reason="")
            _post(filing, version, result, known, by=by)
            return Receipt(filing, version, already=False)
    except IntegrityError:
        before = Filing.objects.filter(federation=organisation.federation, identity=mark).first()
        if before is None:
            raise
        return _again(before)


def _again(filing: Filing) -> Receipt:
    return Receipt(filing, filing.versions.order_by("-number")[0], already=True)


def new_filing(organisation: Organisation, event: AnyEvent, mark: str, *, by: User | None) -> Filing:
    """A filing about to be written, with its receipt number."""
    return Filing(
        receipt=new_receipt(organisation.federation_id),
        federation_id=organisation.federation_id,
        organisation=organisation,
        name=(event.name or f"{event.contest.title()} at {organisation.name}")[:200],
        day=event.day,
        form=form_of(event),
        identity=mark,
        filed_by=by,
    )


def _judged(
    organisation: Organisation, event: AnyEvent, decided: Mapping[str, int]
) -> tuple[dict[str, Person], AnyEvent, Result]:
    require_fileable(organisation, event)
    known = judging.known_people(organisation.federation, event, decided)
    judged = with_standing_on_the_day(event, known)
    result = judging.judge(judged)
    problems = [
        unknown_problem(unknown.key, unknown.name or unknown.number)
        for unknown in judging.unknown_players(organisation.federation, organisation, event, known)
    ]
    problems += [unnamed_problem(str(award.entry.place)) for award in judging.unnamed(result)]
    if problems:
        raise NotFiled(problems)
    return known, judged, result


def require_fileable(organisation: Organisation, event: AnyEvent) -> None:
    """An event of the federation's own scheme, in text that any database can keep."""
    problems = []
    if event.scheme != organisation.federation.scheme:
        says = f"{organisation.name} is judged by the scheme {organisation.federation.scheme}"
        problems.append(Problem("scheme", event.scheme, says, f"tell the event for {organisation.federation.scheme}"))
    if not storable(event):
        says = "a name or text holds characters that cannot be kept"
        problems.append(Problem("event", "", says, "type the names again, without control characters"))
    if problems:
        raise NotFiled(problems)


def unknown_problem(key: str, who: str) -> Problem:
    cure = "say who it is, or register a new person whose points are held"
    return Problem(key, who, "the register does not know this player", cure)


def unnamed_problem(place: str) -> Problem:
    return Problem(f"place {place}", "", "this entry earns points but names no players", "name them")


def _version(
    filing: Filing,
    number: int,
    event: AnyEvent,
    result: Result,
    original: Original,
    known: Mapping[str, Person],
    *,
    by: User | None,
    reason: str,
) -> Version:
    return Version.objects.create(
        filing=filing,
        number=number,
        event=event_as_data(event),
        edition=result.edition,
        engine=__version__,
        result=judging.packed(result),
        original=original.data,
        original_name=original.name,
        format=original.format,
        people={key: person.pk for key, person in known.items()},
        reason=reason,
        by=by,
    )


def _post(filing: Filing, version: Version, result: Result, known: Mapping[str, Person], *, by: User | None) -> Posting:
    lines = judging.lines_of(result, known)
    return ledger.post(filing.federation, Posting.Kind.AWARDS, lines, by=by, version=version, reason=version.reason)


def correct(
    filing: Filing, event: AnyEvent, original: Original, *, by: User | None, reason: str, decided: Mapping[str, int]
) -> Receipt:
    """A new version: the old awards are reversed, the new ones posted; both versions stay."""
    _require_reason(reason)
    known, judged, result = _judged(filing.organisation, event, decided)
    mark = identity(filing.organisation_id, event)
    with transaction.atomic():
        _lock_standing(filing)
        _require_own_identity(filing, mark)
        number = filing.versions.count() + 1
        version = _version(filing, number, judged, result, original, known, by=by, reason=reason)
        _reverse_current(filing, by=by, reason=reason)
        _post(filing, version, result, known, by=by)
        filing.identity = mark
        filing.name, filing.day = (event.name or filing.name)[:200], event.day
        filing.save(update_fields=["identity", "name", "day"])
        return Receipt(filing, version, already=False, undone=_flag_undone(filing, f"corrected: {reason}"))


def _lock_standing(filing: Filing) -> None:
    """Whatever two people do to one filing happens one after the other, each seeing what the other did."""
    ledger.lock(filing.federation)
    filing.refresh_from_db(fields=["state", "state_reason", "identity", "name", "day"])
    _require_standing(filing)


def _require_own_identity(filing: Filing, mark: str) -> None:
    other = Filing.objects.filter(federation=filing.federation, identity=mark).exclude(pk=filing.pk).first()
    if other is not None:
        raise NotFiled(
            Problem(
                "event",
                other.receipt,
                "corrected like this, it is an event that is filed already",
                f"withdraw one of the two: {filing.receipt} or {other.receipt}",
            )
        )


def _reverse_current(filing: Filing, *, by: User | None, reason: str) -> None:
    current = Posting.objects.filter(version__filing=filing, kind=Posting.Kind.AWARDS, reversed_by=None)
    for posting in current.order_by("number"):
        ledger.reverse(posting, by=by, reason=reason)


def _flag_undone(filing: Filing, why: str) -> tuple[Promotion, ...]:
    """Promotions announced to people of this filing that their holding no longer supports: flagged, not revoked."""
    people = Person.objects.filter(lines__posting__version__filing=filing, promotions__flagged="").distinct()
    flag = f"{filing.receipt} {why}"[:200]
    return tuple(
        promotion
        for person in people.select_related("federation").order_by("pk")
        for promotion in records.flag_undone(person, reason=flag)
    )


@transaction.atomic
def approve(filing: Filing, *, by: User | None) -> Filing:
    """One filing becomes official before its month is closed. Approving twice changes nothing."""
    _lock_standing(filing)
    filing.state = Filing.State.OFFICIAL
    filing.state_reason = f"approved by {by}"[:300] if by else filing.state_reason
    filing.save(update_fields=["state", "state_reason"])
    return filing


def withdraw(filing: Filing, *, by: User | None, reason: str) -> Filing:
    """The organisation takes its filing back."""
    return _end(filing, Filing.State.WITHDRAWN, by=by, reason=reason)


def reject(filing: Filing, *, by: User | None, reason: str) -> Filing:
    """The federation refuses it."""
    return _end(filing, Filing.State.REJECTED, by=by, reason=reason)


@transaction.atomic
def _end(filing: Filing, state: str, *, by: User | None, reason: str) -> Filing:
    _require_reason(reason)
    _lock_standing(filing)
    _reverse_current(filing, by=by, reason=reason)
    filing.state, filing.state_reason = state, reason
    # The identity is freed, so that the same event may be filed again after it was taken back.
    filing.identity = f"{filing.receipt}"
    filing.save(update_fields=["state", "state_reason", "identity"])
    _flag_undone(filing, f"{state}: {reason}")
    return filing


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise NotFiled(Problem("reason", "", "a reason is needed", "say in a few words what was wrong"))


def _require_standing(filing: Filing) -> None:
    if filing.state in (Filing.State.WITHDRAWN, Filing.State.REJECTED):
        raise NotFiled(
            Problem("filing", filing.receipt, f"this filing was {filing.state}", "file the event anew instead")
        )


def require_open_month(organisation: Organisation, day: date) -> None:
    """New filings go into months that are still open; closed ones take corrections only."""
    month = Month.objects.filter(federation=organisation.federation, first_day=day.replace(day=1)).first()
    if month is None or month.state == Month.State.OPEN:
        return
    if month.state == Month.State.CLOSED:
        says, cure = f"{day:%B %Y} is closed", "ask the federation's office to open it again"
    else:
        says = f"{day:%B %Y} is closed, and its promotions have been announced"
        cure = "check the day of play; if it is right, ask the federation's office, who can still add the points"
    raise MonthClosed(Problem("day of play", f"{day:%-d %B %Y}", says, cure))


@transaction.atomic
def close_month(federation_code: str, first_day: date, *, by: User | None) -> Month:
    """Everything provisional in the month becomes official. Closing twice changes nothing."""
    ledger.lock(Federation(pk=federation_code))
    month, _ = Month.objects.get_or_create(federation_id=federation_code, first_day=first_day)
    Filing.objects.filter(
        federation_id=federation_code,
        day__gte=first_day,
        day__lt=_next_month(first_day),
        state=Filing.State.PROVISIONAL,
    ).update(state=Filing.State.OFFICIAL)
    if month.state == Month.State.OPEN:
        month.state, month.closed_at, month.closed_by = Month.State.CLOSED, datetime.now(UTC), by
        month.save()
    return month


@transaction.atomic
def reopen_month(federation_code: str, first_day: date) -> Month:
    """Closing is reversible until the month's promotions are announced."""
    ledger.lock(Federation(pk=federation_code))
    month = Month.objects.filter(federation_id=federation_code, first_day=first_day).first()
    if month is None:
        raise MonthClosed(Problem("month", f"{first_day:%B %Y}", "this month was never closed", "nothing to open"))
    if month.state == Month.State.ANNOUNCED:
        raise MonthClosed(
            Problem(
                "month", f"{first_day:%B %Y}", "its promotions have been announced", "correct single filings instead"
            )
        )
    Filing.objects.filter(
        federation_id=federation_code, day__gte=first_day, day__lt=_next_month(first_day), state=Filing.State.OFFICIAL
    ).update(state=Filing.State.PROVISIONAL)
    month.state, month.closed_at, month.closed_by = Month.State.OPEN, None, None
    month.save()
    return month


def _next_month(first_day: date) -> date:
    return first_day.replace(year=first_day.year + first_day.month // 12, month=first_day.month % 12 + 1)


def stored_event(version: Version) -> AnyEvent:
    """A version's facts, read again as they were told."""
    event: AnyEvent = msgspec.convert(version.event, FORMS[version.event["form"]], strict=False)
    return event


def awards_of(versions: Sequence[Version]) -> list[dict[str, object]]:
    return [judging.unpacked(version.result) for version in versions]
