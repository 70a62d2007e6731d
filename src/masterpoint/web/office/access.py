"""Who may enter the office, and the month in an address."""

from __future__ import annotations

from datetime import date

from django.http import Http404

from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation
from masterpoint.web.common import SignedInRequest, day_of, user_of


def federation_of(request: SignedInRequest, code: str) -> Federation:
    """The federation of whose staff this account is. For others, the office does not exist."""
    federation = next(
        (federation for federation in access.federations_for(user_of(request)) if federation.code == code), None
    )
    if federation is None:
        raise Http404
    return federation


def today() -> date:
    """Today's date."""
    return date.today()


def day_in(text: str) -> date:
    day = day_of(text)
    if day is None:
        raise Http404
    return day


def month_in(text: str) -> date:
    """The first day of a month written as 2026-11."""
    return day_in(f"{text}-01")
