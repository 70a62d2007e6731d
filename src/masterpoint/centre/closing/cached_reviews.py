"""The last review of each open month, cached for a day: the page of a month compares only what changed since."""

from __future__ import annotations

from datetime import date, timedelta

from django.core.cache import cache

from masterpoint.centre.closing.month_end import Matter
from masterpoint.centre.closing.reviews import Review, first_review, second_review
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.registry.models import Federation

SECONDS_CACHED = 30 * 60 * 60
"""The work of the night makes each review anew."""
DAYS_REVIEWED = 400
"""How far back the work of the night looks for open months."""


def current_review(federation: Federation, first_day: date) -> Review:
    """The review of a month, from the cached one if there is one."""
    cached = _cached_review(federation, first_day)
    review = second_review(federation, first_day, cached) if cached else first_review(federation, first_day)
    _cache(federation, first_day, review)
    return review


def review_open_months(federation: Federation, today: date) -> int:
    """Review every month with provisional filings anew, so that its page opens at once. Returns their number."""
    provisional = Filing.objects.filter(federation=federation, state=Filing.State.PROVISIONAL, day__lte=today)
    months = list(provisional.filter(day__gt=today - timedelta(days=DAYS_REVIEWED)).dates("day", "month"))
    for first_day in months:
        _cache(federation, first_day, first_review(federation, first_day))
    return len(months)


def _cached_review(federation: Federation, first_day: date) -> Review | None:
    """The cached review; None if it is of other records, such as those before a restore."""
    data = cache.get(_key(federation, first_day))
    if data is None or _journal_hash(federation, data["journal_number"]) != data["journal_hash"]:
        return None
    return Review([Matter(*matter) for matter in data["same_evenings"]], [], data["journal_number"])


def _cache(federation: Federation, first_day: date, review: Review) -> None:
    journal_hash = _journal_hash(federation, review.journal_number)
    if journal_hash is not None:
        data = {
            "journal_number": review.journal_number,
            "journal_hash": journal_hash,
            "same_evenings": [list(matter) for matter in review.same_evenings],
        }
        cache.set(_key(federation, first_day), data, SECONDS_CACHED)


def _key(federation: Federation, first_day: date) -> str:
    return f"review-{federation.pk}-{first_day}"


def _journal_hash(federation: Federation, number: int) -> str | None:
    return Entry.objects.filter(federation=federation, number=number).values_list("hash", flat=True).first()
