"""Filing: shown before, then written once. Corrections, endings and the close of a month have modules of their own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import consequences, judging, notices
from masterpoint.centre.filing.checking import checks_of, count
from masterpoint.centre.filing.content_digests import with_digests
from masterpoint.centre.filing.examining import Decisions, Examined, examine_played
from masterpoint.centre.filing.identifying import Decided
from masterpoint.centre.filing.models import Filing, Play, Version
from masterpoint.centre.filing.months import mark_late, may_file_late
from masterpoint.centre.filing.newcomers import register_newcomers
from masterpoint.centre.filing.play_digest import played_event
from masterpoint.centre.filing.receipts import new_receipt
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.similar import ENDED, plays_of
from masterpoint.centre.filing.stored import current_version
from masterpoint.centre.filing.whereabouts import Whereabouts
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.intake import ImportedFile

RENEWED = ("id", "number", "people", "at")
"""What is new in a version that was written before."""


class Original(NamedTuple):
    """The file as it came."""

    data: bytes
    name: str
    format: str
    imported: ImportedFile | None = None
    """What was read from it, where it is to be checked against the book."""


class Receipt(NamedTuple):
    """What the scorer gets: the filing, and whether it was there already."""

    filing: Filing
    version: Version
    already: bool
    superseded: bool = False
    """Filed before, and corrected since: these results are no longer what it says."""
    undone: tuple[Promotion, ...] = ()
    """Promotions already announced that a correction has undone: flagged, not revoked."""
    waits: bool = False
    """A correction of what is official: the office decides, and until then the approved version counts."""


def file_event(
    organisation: Organisation,
    event: AnyEvent,
    original: Original,
    *,
    by: User | None,
    decided: Decided,
    late_reason: str = "",
    not_same_as: Collection[str] = (),
    organiser_confirmed: bool = False,
) -> Receipt:
    """File an event: facts, original file and awards kept, the ledger posted, newcomers registered; all or nothing.

    The same event again changes nothing and answers with the first receipt, though it was corrected since. What looks
    like a filing that is there already needs a decision that names it. Into a closed month only the federation's office
    files, with a reason; such a filing is official at once, and promotions follow at the next run.
    """
    played = played_event(organisation.pk, event)
    before = filed_before(organisation, played.digest)
    if before is not None:
        return before
    decisions = Decisions(decided, not_same_as, organiser_confirmed)
    with transaction.atomic():
        lock(organisation.federation)
        before = filed_before(organisation, played.digest)
        if before is not None:
            return before
        require_active(organisation)
        examined = examine_played(organisation, played, decisions, imported=original.imported)
        reasons = examined.reasons(Whereabouts(original.imported))
        late = reasons.gather(lambda: may_file_late(organisation, event.day, by=by, reason=late_reason))
        reasons.require_none()
        filing = new_filing(organisation, event, examined.digest, by=by)
        checks = checks_of(original.imported, examined)
        filing.findings = count(checks)
        if late:
            mark_late(filing, late_reason, by=by)
        filing.save(force_insert=True)
        version = write_version(filing, 1, examined, original, checks, by=by, reason=filing.late_reason)
        post_version(version, examined, by=by)
        journal.write(filing.federation, "filed", {"filing": [filing.pk]}, by=by, reason=filing.late_reason)
        consequences.follow([filing], by=by, results={filing.pk: examined.paid})
        notices.receipt(filing, version, by=by)
        return Receipt(filing, version, already=False)


def filed_before(organisation: Organisation, digest: str) -> Receipt | None:
    """The receipt of the filing that stands and has these results, or once had them."""
    plays = plays_of(organisation.federation).filter(digest=digest).exclude(filing__state__in=ENDED)
    play = plays.select_related("filing").order_by("filing", "version").first()
    if play is None:
        return None
    current = current_version(play.filing)
    return Receipt(play.filing, current, already=True, superseded=current.play.digest != digest)


def require_active(organisation: Organisation) -> None:
    """Nothing new for a club that has closed; what it filed before can still be corrected."""
    if not organisation.active:
        message = "this one is no longer at work, so nothing new is filed for it"
        raise NotFiled(
            Problem("organisation", organisation.name, message, "choose another, or ask the federation's office")
        )


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


def write_version(
    filing: Filing,
    number: int,
    examined: Examined,
    original: Original,
    checks: dict[str, Any] | None,
    *,
    by: User | None,
    reason: str,
    waits: bool = False,
) -> Version:
    """The facts as they stand, what judged them, what came out, and what was to be looked at.

    Newcomers are registered with it; those of a version that waits for the office, when that accepts it.
    """
    new = {} if waits else register_newcomers(examined.identified.new, on=examined.judged.day, by=by)
    known = examined.identified.known | new
    data = examined.played.data_of(examined.judged)
    version = new_version(filing, number, data, examined.paid, original, by=by, reason=reason)
    version.people = {key: person.pk for key, person in known.items() if person.pk}
    version.checks = checks
    save_version(version, examined.judged.day, examined.digest)
    return version


def new_version(
    filing: Filing,
    number: int,
    data: dict[str, Any],
    result: Result,
    original: Original,
    *,
    by: User | None,
    reason: str,
) -> Version:
    """A version about to be written: what was judged, by which engine, and what came out."""
    return Version(
        filing=filing,
        number=number,
        event=data,
        edition=result.edition,
        engine=engine(),
        result=judging.compress_result(result),
        original=original.data,
        original_name=original.name,
        format=original.format,
        reason=reason,
        by=by,
    )


def save_version(version: Version, day: date, digest: str) -> None:
    """A version, and the play it is found by."""
    version.save(force_insert=True)
    filing = version.filing
    Play.objects.create(version=version, filing=filing, federation_id=filing.federation_id, day=day, digest=digest)


def complete_version(version: Version, people: Mapping[str, int]) -> Version:
    """A version that waited, written again with those it names for the first time: versions are never edited."""
    fields = {field.name: getattr(version, field.name) for field in Version._meta.fields if field.name not in RENEWED}
    number = version.filing.versions.count() + 1
    complete = Version(**fields, number=number, people=dict(people))
    save_version(complete, version.play.day, version.play.digest)
    return complete


def post_version(version: Version, examined: Examined, *, by: User | None) -> Posting:
    """The awards of a version just written, with the decisions it rests on."""
    return post_result(version, examined.paid, by=by, detail=examined.detail())


def post_result(version: Version, result: Result, *, by: User | None, detail: Mapping[str, Any] | None) -> Posting:
    """What a result pays the people of its version."""
    people = version.people
    lines = [
        NewLine(people[share.key], share.colour, share.hundredths, result.event.day, share.award)
        for share in judging.shares_of(result)
        if share.key in people
    ]
    return post_awards(version, lines, by=by, detail=detail)


def post_awards(
    version: Version, lines: Sequence[NewLine], *, by: User | None, detail: Mapping[str, Any] | None
) -> Posting:
    """The ledger takes what a version awards; decisions and digests go under the hash of the posting."""
    return ledger.post(
        version.filing.federation,
        Posting.Kind.AWARDS,
        lines,
        by=by,
        version_id=version.pk,
        reason=version.reason,
        detail=with_digests(version, detail),
    )
