"""Who comes into the office, and which month they mean."""

from __future__ import annotations

from datetime import date

from django.http import Http404

from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation
from masterpoint.web.common import SignedInRequest, day_of, user_of


def federation_of(request: SignedInRequest, code: str) -> Federation:
    """The federation this account is staff of; nobody else learns that there is an office."""
    found = next((one for one in access.federations_for(user_of(request)) if one.code == code), None)
    if found is None:
        raise Http404
    return found


def today() -> date:
    """The day it is in the office."""
    return date.today()


def day_in(text: str) -> date:
    found = day_of(text)
    if found is None:
        raise Http404
    return found


def month_in(text: str) -> date:
    """The first day of a month told as 2026-11."""
    return day_in(f"{text}-01")
