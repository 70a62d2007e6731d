"""The times of sign-ins."""

from __future__ import annotations

from datetime import datetime

from axes.models import AccessLog

from masterpoint.centre.accounts.models import User


def previous_visit(user: User) -> datetime | None:
    """The sign-in before the current one; None if this is the first, or if the record of it was deleted."""
    moments = AccessLog.objects.filter(username=user.email).order_by("-attempt_time")
    return next(iter(moments.values_list("attempt_time", flat=True)[1:2]), None)
