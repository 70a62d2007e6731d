"""When somebody was here before."""

from __future__ import annotations

from datetime import datetime

from axes.models import AccessLog

from masterpoint.centre.accounts.models import User


def previous_visit(user: User) -> datetime | None:
    """The sign-in before the present one; nothing, where it was the first, or is longer ago than sign-ins are kept."""
    moments = AccessLog.objects.filter(username=user.email).order_by("-attempt_time")
    return next(iter(moments.values_list("attempt_time", flat=True)[1:2]), None)
