"""Why points were posted, as a reader may see it: what officers write is public only where the federation says so."""

from __future__ import annotations

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry import access
from masterpoint.centre.registry.audit import note_act
from masterpoint.centre.registry.models import Federation, Person

BY_THE_PROGRAM = frozenset(
    {
        Posting.Kind.AWARDS,
        Posting.Kind.REPORTED,
        Posting.Kind.OPENING,
        Posting.Kind.EXPIRY,
        Posting.Kind.RATING,
        Posting.Kind.CONVERSION,
    }
)
"""Postings whose reason names an event, a list or a yearly run, and no opinion of anybody."""


def public_reason(federation: Federation, kind: str, reason: str) -> str:
    """A reason as everybody may read it."""
    return reason if federation.public_reasons or kind in BY_THE_PROGRAM else ""


class Reasons:
    """The reasons of one person's postings, to one reader: decided once, asked for many lines."""

    def __init__(self, user: User | None, person: Person) -> None:
        self.all = person.federation.public_reasons or access.sees_in_full(user, person)

    def of(self, kind: str, reason: str) -> str:
        return reason if self.all or kind in BY_THE_PROGRAM else ""


@transaction.atomic
def set_public(federation: Federation, public: bool, *, by: User | None) -> Federation:
    """Whether everybody may read what officers write when they adjust, reverse or move points."""
    if federation.public_reasons != public:
        federation.public_reasons = public
        federation.save(update_fields=["public_reasons"])
        note_act(federation, "reasons public", {"federation": [federation.pk]}, by=by, public=public)
    return federation
