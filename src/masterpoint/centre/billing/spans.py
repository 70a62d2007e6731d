"""The days an account is looked at: from a first to a last, a year where nobody says more."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from masterpoint.centre.billing.errors import NotBilled
from masterpoint.core.errors import Problem

YEAR = timedelta(days=365)


class Span(NamedTuple):
    """Both days count."""

    first: date
    last: date


def span_of(first: date | None, last: date | None, today: date) -> Span:
    """The days somebody asks for: up to today, and a year back, where they leave one out."""
    end = last or today
    begin = first or date.fromordinal(max(1, end.toordinal() - YEAR.days))
    if begin > end:
        fix = f"choose a day up to {end:%-d %B %Y}"
        raise NotBilled(Problem("first day", begin.isoformat(), "it comes after the last day", fix))
    return Span(begin, end)
