"""Flags of a person: anonymous, a visitor, a rank reached abroad."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry.audit import NotRegistered, note
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import rank_named
from masterpoint.core.errors import Problem


@transaction.atomic
def set_anonymous(person: Person, anonymous: bool, *, by: User | None) -> Person:
    """Set whether a player is anonymous. It is the player's own choice, and can be undone."""
    person.anonymous = anonymous
    person.save(update_fields=["anonymous"])
    note(person, "anonymous", by, anonymous=anonymous)
    return person


@transaction.atomic
def set_from_overseas(person: Person, visitor: bool, rank_abroad: str, *, on: date, by: User | None) -> Person:
    """Set whether somebody is a visitor from overseas, or the rank they had before they moved here."""
    rank = rank_named(person.federation, rank_abroad, on) if rank_abroad.strip() else ""
    if rank is None:
        raise NotRegistered(
            Problem(
                "rank", rank_abroad, "the handbook has no such rank", "write the rank of this handbook that matches it"
            )
        )
    person.visitor, person.rank_abroad = visitor, rank
    person.save(update_fields=["visitor", "rank_abroad"])
    note(person, "from overseas", by, visitor=visitor, rank_abroad=rank)
    return person
