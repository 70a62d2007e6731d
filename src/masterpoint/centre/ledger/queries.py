"""All reads of the ledger."""

from __future__ import annotations

from datetime import date

from django.db.models import QuerySet, Sum

from masterpoint.centre.ledger.models import Line, Total
from masterpoint.centre.registry.models import Person


def holding(person: Person, as_at: date | None = None) -> dict[str, int]:
    """Hundredths by colour: from the totals for today, from the lines as at any other day."""
    if as_at is None:
        rows = Total.objects.filter(person=person).values("colour").annotate(sum=Sum("hundredths"))
    else:
        rows = Line.objects.filter(person=person, day__lte=as_at).values("colour").annotate(sum=Sum("hundredths"))
    return {row["colour"]: row["sum"] for row in rows if row["sum"]}


def statement(person: Person, first: date | None = None, last: date | None = None) -> QuerySet[Line]:
    """A person's lines, newest first, with what they rest on."""
    lines = Line.objects.filter(person=person).select_related("posting__version__filing__organisation")
    if first is not None:
        lines = lines.filter(day__gte=first)
    if last is not None:
        lines = lines.filter(day__lte=last)
    return lines.order_by("-day", "-pk")
