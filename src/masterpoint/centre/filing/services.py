"""Filing: shown before, then written once. Corrections, endings and the close of a month have modules of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from django.db import IntegrityError, transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging, notices
from masterpoint.centre.filing.checking import checks_of, count
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.months import mark_late, may_file_late
from masterpoint.centre.filing.play_digest import event_as_data, play_digest, storable
from masterpoint.centre.filing.receipts import new_receipt
from masterpoint.centre.filing.register_status import with_standing_on_the_day
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.events import FORMS, AnyEvent, form_of
from masterpoint.intake import ImportedFile


class NotFiled(MasterpointError):
    """The filing cannot be taken as it stands."""


class Original(NamedTuple):
    """The file as it came."""

    data: bytes
    name: str
    format: str
    taken: ImportedFile | None = None
    """What was read from it, where it is to be checked against the book."""


class Receipt(NamedTuple):
    """What the scorer gets: the filing, and whether it was there already."""

    filing: Filing
    version: Version
    already: bool
    undone: tuple[Promotion, ...] = ()
    """Promotions already announced that a correction has undone: flagged, not revoked."""
    waits: bool = False
    """A correction of what is official: the office decides, and until then the approved version counts."""


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
    already = Filing.objects.filter(federation=federation, identity=play_digest(organisation.pk, event)).first()
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
    organisation: Organisation,
    event: AnyEvent,
    original: Original,
    *,
    by: User | None,
    decided: Mapping[str, int],
    late_reason: str = "",
) -> Receipt:
    """File an event: facts, original file and awards kept, the ledger posted, all of it or nothing.

    The same event again changes nothing and answers with the first receipt: two people at once meet at the unique
    constraint, and the later one is shown the earlier one's filing. Into a closed month only the federation's office
    files, with a reason; such a filing is official at once, and promotions follow at the next run.
    """
    mark = play_digest(organisation.pk, event)
    before = Filing.objects.filter(federation=organisation.federation, identity=mark).first()
    if before is not None:
        return _again(before)
    require_active(organisation)
    known, judged, result = judged_for(organisation, event, decided)
    try:
        with transaction.atomic():
            ledger.lock(organisation.federation)
            late = may_file_late(organisation, event.day, by=by, reason=late_reason)
            filing = new_filing(organisation, event, mark, by=by)
            filing.findings = count(checks_of(original.taken, result))
            if late:
                mark_late(filing, late_reason, by=by)
            filing.save(force_insert=True)
            version = version_of(filing, 1, judged, result, original, known, by=by, reason=filing.late_reason)
            post_awards(filing, version, result, known, by=by)
            journal.write(filing.federation, "filed", {"filing": [filing.pk]}, by=by, reason=filing.late_reason)
            notices.receipt(filing, version, by=by)
            return Receipt(filing, version, already=False)
    except IntegrityError:
        before = Filing.objects.filter(federation=organisation.federation, identity=mark).first()
        if before is None:
            raise
        return _again(before)


def require_active(organisation: Organisation) -> None:
    """Nothing new for a club that has closed; what it filed before can still be corrected."""
    if not organisation.active:
        message = "this one is no longer at work, so nothing new is filed for it"
        raise NotFiled(
            Problem("organisation", organisation.name, message, "choose another, or ask the federation's office")
        )


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


def judged_for(
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
    problems += [unnamed_problem(str(award.entry.place)) for award in judging.awards_without_players(result)]
    if problems:
        raise NotFiled(problems)
    return known, judged, result


def require_fileable(organisation: Organisation, event: AnyEvent) -> None:
    """An event of the federation's own scheme, in text that any database can keep."""
    problems = []
    if event.scheme != organisation.federation.scheme:
        message = f"{organisation.name} is judged by the scheme {organisation.federation.scheme}"
        problems.append(
            Problem("scheme", event.scheme, message, f"tell the event for {organisation.federation.scheme}")
        )
    if not storable(event):
        message = "a name or text holds characters that cannot be kept"
        problems.append(Problem("event", "", message, "type the names again, without control characters"))
    if problems:
        raise NotFiled(problems)


def unknown_problem(key: str, who: str) -> Problem:
    fix = "say who it is, or register a new person whose points are held"
    return Problem(key, who, "the register does not know this player", fix)


def unnamed_problem(place: str) -> Problem:
    return Problem(f"place {place}", "", "this entry earns points but names no players", "name them")


def version_of(
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
    """The facts as they stand, what judged them, what came out, and what the checks found."""
    return Version.objects.create(
        filing=filing,
        number=number,
        event=event_as_data(event),
        edition=result.edition,
        engine=engine(),
        result=judging.compress_result(result),
        original=original.data,
        original_name=original.name,
        format=original.format,
        people={key: person.pk for key, person in known.items()},
        checks=checks_of(original.taken, result),
        reason=reason,
        by=by,
    )


def post_awards(
    filing: Filing, version: Version, result: Result, known: Mapping[str, Person], *, by: User | None
) -> Posting:
    lines = judging.lines_of(result, known)
    return ledger.post(filing.federation, Posting.Kind.AWARDS, lines, by=by, version=version, reason=version.reason)


def stored_event(version: Version) -> AnyEvent:
    """A version's facts, read again as they were told."""
    event: AnyEvent = msgspec.convert(version.event, FORMS[version.event["form"]], strict=False)
    return event
