"""When somebody last signed in."""

from __future__ import annotations

from datetime import datetime

from axes.models import AccessLog

from masterpoint.centre.accounts.models import User


def previous_visit(user: User) -> datetime | None:
    """The sign-in before this one; nothing for the first, or where it is older than the sign-ins we keep."""
    moments = AccessLog.objects.filter(username=user.email).order_by("-attempt_time")
    return next(iter(moments.values_list("attempt_time", flat=True)[1:2]), None)
