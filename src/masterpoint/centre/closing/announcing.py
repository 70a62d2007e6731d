"""The promotions of a month are announced, and the whole announcement is taken back: the months follow."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing.moments_of_people import Moment, moment_now, stands
from masterpoint.centre.closing.player_letters import congratulations
from masterpoint.centre.filing.models import Month
from masterpoint.centre.garbage_collection import paused
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.locking import lock
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.records import promoting
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.records.revoking import NotRevoked, take_back
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.snapshots import snapshot
from masterpoint.core.errors import MasterpointError, Problem


class NotAnnounced(MasterpointError):
    """The promotions were not announced, or not all of them."""


PEOPLE_AT_ONCE = 50
"""So many are announced in one transaction: whoever files meanwhile waits for no more than that."""
TRIES = 3
"""So often are they looked at again before the lock is taken, where they change meanwhile; then with it."""


def promote(
    federation: Federation, as_at: date, *, by: User | None, progress: promoting.Progress = lambda _: None
) -> PromotionRun:
    """Everybody who holds a more senior rank than last announced; run twice, nothing happens twice.

    Who that is, is worked out while others go on writing. The announcement is written some people at a time; before
    each is written, their rank is looked at again. A run that was stopped goes on when it is started again.
    """
    before = PromotionRun.in_force.filter(federation=federation, as_at=as_at).first()
    if before is not None and before.finished_at is not None:
        return before
    promoted = promoting.promotions_due(federation, as_at, progress)
    mail.load_addresses()
    pages = [promoted[start : start + PEOPLE_AT_ONCE] for start in range(0, len(promoted), PEOPLE_AT_ONCE)] or [[]]
    run = before
    for page in pages:
        run = _announced(federation, as_at, run, page, by=by, last=page is pages[-1])
    assert run is not None, "there is always a last page"
    return run


class _Ready(NamedTuple):
    """People as they were at a moment: who is still due, and what they are written."""

    moment: Moment
    promoted: list[promoting.Due]
    letters: list[Letter]


def _ready(federation: Federation, as_at: date, page: list[promoting.Due]) -> _Ready:
    with snapshot():
        moment = moment_now(federation)
        promoted = promoting.promotions_still_due(federation, as_at, page)
        return _Ready(moment, promoted, congratulations(federation, promoted))


def _announced(
    federation: Federation,
    as_at: date,
    run: PromotionRun | None,
    page: list[promoting.Due],
    *,
    by: User | None,
    last: bool,
) -> PromotionRun:
    """Some people are looked at again before the lock is taken; with it, where something is always done meanwhile."""
    for _ in range(TRIES):
        written = _announce(federation, as_at, run, _ready(federation, as_at, page), by=by, last=last)
        if written is not None:
            return written
    with transaction.atomic():
        lock(federation)
        written = _announce(federation, as_at, run, _ready(federation, as_at, page), by=by, last=last)
    assert written is not None, "with the lock held, nothing else is done"
    return written


@paused()
@transaction.atomic
def _announce(
    federation: Federation, as_at: date, run: PromotionRun | None, ready: _Ready, *, by: User | None, last: bool
) -> PromotionRun | None:
    """Some people of a run; the first of them begin it, the last of them end it. Nothing if they have changed since."""
    lock(federation)
    standing = PromotionRun.in_force.filter(federation=federation, as_at=as_at).first()
    if standing is None and run is not None:
        message = "this announcement was taken back while it was being made"
        raise NotAnnounced(Problem("announcement", f"{as_at:%-d %B %Y}", message, "announce the promotions again"))
    if standing is not None and standing.finished_at is not None:
        return standing
    if not stands(federation, ready.moment, [due.person.pk for due in ready.promoted]):
        return None
    current = standing or PromotionRun.objects.create(federation=federation, as_at=as_at, by=by)
    made = _promotions(current, ready.promoted)
    mail.write_all(ready.letters)
    touched = {"run": [] if standing and not last else [current.pk], "promotion": [row.pk for row in made]}
    if last:
        touched["month"] = _announced_months(federation, as_at)
        current.finished_at = datetime.now(UTC)
        current.save(update_fields=["finished_at"])
    journal.write(federation, "promotions announced" if last else "promotions entered", touched, by=by)
    return current


def _promotions(run: PromotionRun, promoted: list[promoting.Due]) -> list[Promotion]:
    """The rows of a run; the register shows the new ranks, by one statement for each rank."""
    by_rank: dict[str, list[int]] = {}
    for due in promoted:
        by_rank.setdefault(due.rank, []).append(due.person.pk)
    for rank, people in sorted(by_rank.items()):
        Person.objects.filter(pk__in=people).update(rank=rank)
    return Promotion.objects.bulk_create(
        Promotion(run=run, person=due.person, rank=due.rank, before=due.before, reached_on=due.reached_on)
        for due in promoted
    )


def _announced_months(federation: Federation, as_at: date) -> list[int]:
    closed = Month.objects.filter(federation=federation, first_day__lte=as_at, state=Month.State.CLOSED)
    closed = closed.exclude(closed_at=None)  # those are being closed
    months = list(closed.values_list("pk", flat=True))
    closed.update(state=Month.State.ANNOUNCED)
    return months


@transaction.atomic
def revoke_run(run: PromotionRun, *, by: User | None, reason: str) -> PromotionRun:
    """A whole announcement is taken back, the newest first; its months are closed, and can be opened again."""
    ledger.require_officer(by, reason)
    lock(run.federation)
    run.refresh_from_db()
    when = f"{run.as_at:%-d %B %Y}"
    if run.revoked_at is not None:
        raise NotRevoked(Problem("announcement", when, "this has already been taken back", "nothing more to do"))
    runs = PromotionRun.in_force.filter(federation=run.federation_id)
    later = runs.filter(as_at__gt=run.as_at).order_by("-as_at").first()
    if later is not None:
        fix = f"take back the announcement of {later.as_at:%-d %B %Y} first"
        raise NotRevoked(Problem("announcement", when, "later promotions were announced since", fix))
    promotions = list(Promotion.in_force.filter(run=run))
    take_back(promotions, by, reason)
    run.revoked_at, run.revoked_by, run.revoked_reason = datetime.now(UTC), by, reason.strip()[:300]
    run.save(update_fields=["revoked_at", "revoked_by", "revoked_reason"])
    before = runs.filter(as_at__lt=run.as_at).order_by("-as_at").values_list("as_at", flat=True).first()
    months = Month.objects.filter(federation=run.federation_id, first_day__lte=run.as_at, state=Month.State.ANNOUNCED)
    months = months.filter(first_day__gt=before) if before else months
    closed = list(months.values_list("pk", flat=True))
    months.update(state=Month.State.CLOSED)
    touched = {"run": [run.pk], "promotion": [promotion.pk for promotion in promotions], "month": closed}
    journal.write(run.federation, "announcement taken back", touched, by=by, reason=reason)
    return run
