"""Announce the promotions of a month, or take the announcement back; both change the state of the months."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing.moments import current_moment, is_current
from masterpoint.centre.closing.player_letters import congratulations
from masterpoint.centre.filing.models import Month
from masterpoint.centre.garbage_collection import pause_collection
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal.moments import Moment
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


PEOPLE_PER_PAGE = 50
"""People in one transaction: few, so that filings in between do not wait long."""
MAX_TRIES = 3
"""How often a page is prepared again because its people changed. After that, it is prepared under the lock."""


def promote(
    federation: Federation, as_at: date, *, by: User | None, progress: promoting.Progress = lambda _: None
) -> PromotionRun:
    """Promote everybody whose rank is higher than the one last announced. A second run does nothing.

    The list is worked out while others go on writing. Then the announcement is written page by page, and the ranks of
    each page are checked again. A run that was interrupted continues when it is started again.
    """
    existing = PromotionRun.in_force.filter(federation=federation, as_at=as_at).first()
    if existing is not None and existing.finished_at is not None:
        return existing
    due_promotions = promoting.promotions_due(federation, as_at, progress)
    mail.load_addresses()
    pages = [
        due_promotions[start : start + PEOPLE_PER_PAGE] for start in range(0, len(due_promotions), PEOPLE_PER_PAGE)
    ] or [[]]
    run = existing
    for page in pages:
        run = _announce_page(federation, as_at, run, page, by=by, is_last=page is pages[-1])
    assert run is not None, "there is always a last page"
    return run


class _PreparedPage(NamedTuple):
    """The people of a page as at a moment: the promotions still due, and their letters."""

    moment: Moment
    promoted: list[promoting.Due]
    letters: list[Letter]


def _prepare_page(federation: Federation, as_at: date, page: list[promoting.Due]) -> _PreparedPage:
    with snapshot():
        moment = current_moment(federation)
        due_promotions = promoting.promotions_still_due(federation, as_at, page)
        return _PreparedPage(moment, due_promotions, congratulations(federation, due_promotions))


def _announce_page(
    federation: Federation,
    as_at: date,
    run: PromotionRun | None,
    page: list[promoting.Due],
    *,
    by: User | None,
    is_last: bool,
) -> PromotionRun:
    """Prepare and write a page of people; if they change every time, do both under the lock."""
    for _ in range(MAX_TRIES):
        written_run = _write_page(
            federation, as_at, run, _prepare_page(federation, as_at, page), by=by, is_last=is_last
        )
        if written_run is not None:
            return written_run
    with transaction.atomic():
        lock(federation)
        written_run = _write_page(
            federation, as_at, run, _prepare_page(federation, as_at, page), by=by, is_last=is_last
        )
    assert written_run is not None, "nobody else writes while the lock is held"
    return written_run


@pause_collection()
@transaction.atomic
def _write_page(
    federation: Federation,
    as_at: date,
    run: PromotionRun | None,
    prepared: _PreparedPage,
    *,
    by: User | None,
    is_last: bool,
) -> PromotionRun | None:
    """Write a page of a run: the first page begins it, the last one ends it. None if people have changed since."""
    lock(federation)
    existing = PromotionRun.in_force.filter(federation=federation, as_at=as_at).first()
    if existing is None and run is not None:
        message = "this announcement was taken back while it was being made"
        raise NotAnnounced(Problem("announcement", f"{as_at:%-d %B %Y}", message, "announce the promotions again"))
    if existing is not None and existing.finished_at is not None:
        return existing
    if not is_current(federation, prepared.moment, [due.person.pk for due in prepared.promoted]):
        return None
    current = existing or PromotionRun.objects.create(federation=federation, as_at=as_at, by=by)
    promotions = _promotions(current, prepared.promoted)
    mail.write_all(prepared.letters)
    row_keys = {"run": [] if existing and not is_last else [current.pk], "promotion": [row.pk for row in promotions]}
    if is_last:
        row_keys["month"] = _announced_months(federation, as_at)
        current.finished_at = datetime.now(UTC)
        current.save(update_fields=["finished_at"])
    journal.write(federation, "promotions announced" if is_last else "promotions entered", row_keys, by=by)
    return current


def _promotions(run: PromotionRun, due_promotions: list[promoting.Due]) -> list[Promotion]:
    """Write the rows of a run and the new ranks in the register, one statement for each rank."""
    by_rank: dict[str, list[int]] = {}
    for due in due_promotions:
        by_rank.setdefault(due.rank, []).append(due.person.pk)
    for rank, people in sorted(by_rank.items()):
        Person.objects.filter(pk__in=people).update(rank=rank)
    return Promotion.objects.bulk_create(
        Promotion(run=run, person=due.person, rank=due.rank, before=due.before, reached_on=due.reached_on)
        for due in due_promotions
    )


def _announced_months(federation: Federation, as_at: date) -> list[int]:
    closed_months = Month.objects.filter(federation=federation, first_day__lte=as_at, state=Month.State.CLOSED)
    closed_months = closed_months.exclude(closed_at=None)  # without a time, a month is still being closed
    months = list(closed_months.values_list("pk", flat=True))
    closed_months.update(state=Month.State.ANNOUNCED)
    return months


@transaction.atomic
def revoke_run(run: PromotionRun, *, by: User | None, reason: str) -> PromotionRun:
    """Take back the newest announcement. Its months count as closed again, so they can be reopened."""
    ledger.require_officer(by, reason)
    lock(run.federation)
    run.refresh_from_db()
    day_text = f"{run.as_at:%-d %B %Y}"
    if run.revoked_at is not None:
        raise NotRevoked(Problem("announcement", day_text, "this has already been taken back", "nothing more to do"))
    runs = PromotionRun.in_force.filter(federation=run.federation_id)
    later_run = runs.filter(as_at__gt=run.as_at).order_by("-as_at").first()
    if later_run is not None:
        fix = f"take back the announcement of {later_run.as_at:%-d %B %Y} first"
        raise NotRevoked(Problem("announcement", day_text, "later promotions were announced since", fix))
    promotions = list(Promotion.in_force.filter(run=run))
    take_back(promotions, by, reason)
    run.revoked_at, run.revoked_by, run.revoked_reason = datetime.now(UTC), by, reason.strip()[:300]
    run.save(update_fields=["revoked_at", "revoked_by", "revoked_reason"])
    earlier_day = runs.filter(as_at__lt=run.as_at).order_by("-as_at").values_list("as_at", flat=True).first()
    months = Month.objects.filter(federation=run.federation_id, first_day__lte=run.as_at, state=Month.State.ANNOUNCED)
    months = months.filter(first_day__gt=earlier_day) if earlier_day else months
    month_keys = list(months.values_list("pk", flat=True))
    months.update(state=Month.State.CLOSED)
    row_keys = {"run": [run.pk], "promotion": [promotion.pk for promotion in promotions], "month": month_keys}
    journal.write(run.federation, "announcement taken back", row_keys, by=by, reason=reason)
    return run
