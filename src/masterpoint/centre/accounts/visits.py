"""When somebody last signed in."""

from __future__ import annotations

from datetime import datetime

from axes.models import AccessLog

from masterpoint.centre.accounts.models import User


def previous_visit(user: User) -> datetime | None:
    """The sign-in before this one; None for the first, or if the record of it has been deleted."""
    moments = AccessLog.objects.filter(username=user.email).order_by("-attempt_time")
    return next(iter(moments.values_list("attempt_time", flat=True)[1:2]), None)
