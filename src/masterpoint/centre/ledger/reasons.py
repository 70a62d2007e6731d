"""Reasons of postings as a reader may see them. Officers' reasons are public only if the federation says so."""

from __future__ import annotations

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry import access
from masterpoint.centre.registry.audit import note_act
from masterpoint.centre.registry.models import Federation, Person

PROGRAM_KINDS = frozenset(
    {
        Posting.Kind.AWARDS,
        Posting.Kind.REPORTED,
        Posting.Kind.OPENING,
        Posting.Kind.EXPIRY,
        Posting.Kind.RATING,
        Posting.Kind.CONVERSION,
    }
)
"""Kinds of postings whose reason names an event, a list or a yearly run, and never an officer's opinion."""


def public_reason(federation: Federation, kind: str, reason: str) -> str:
    """A reason as everybody may read it; empty if it is not public."""
    return reason if federation.public_reasons or kind in PROGRAM_KINDS else ""


class Reasons:
    """The reasons of one person's postings for one reader: decided once for many lines."""

    def __init__(self, user: User | None, person: Person) -> None:
        self.all = person.federation.public_reasons or access.sees_in_full(user, person)

    def visible(self, kind: str, reason: str) -> str:
        return reason if self.all or kind in PROGRAM_KINDS else ""


@transaction.atomic
def set_public(federation: Federation, public: bool, *, by: User | None) -> Federation:
    """Set whether everybody may read why officers adjusted, reversed or moved points."""
    if federation.public_reasons != public:
        federation.public_reasons = public
        federation.save(update_fields=["public_reasons"])
        note_act(federation, "reasons public", {"federation": [federation.pk]}, by=by, public=public)
    return federation
