"""The records of an account: a player may have one in each of several federations."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.account_journal import federations_of, note_account, note_left, rows_of
from masterpoint.centre.registry.models import Federation, Person


def home_scheme(user: User | None) -> str:
    """The scheme of the federation somebody plays in; empty where nobody knows, or where it is several."""
    schemes = set(user.people.values_list("federation__scheme", flat=True)) if user is not None else set()
    return schemes.pop() if len(schemes) == 1 else ""


def lock_all(person: Person, *users: User | None) -> None:
    """Every federation whose journal is written when a record changes hands, always in one order: no deadlock."""
    known = {federation for user in users if user is not None for federation in federations_of(user)}
    for federation in sorted({person.federation, *known}, key=lambda federation: federation.pk):
        lock(federation)


def give(person: Person, user: User, *, by: User | None) -> User | None:
    """The record belongs to an account from now on; whose it was before, if it was somebody else's."""
    before = person.account
    person.account = user
    person.save(update_fields=["account"])
    if before is not None and before != user:
        note_account("record lost", before, by=None)
        leave(before, person.federation)
    for federation in federations_of(user):
        journal.write(federation, "record claimed", rows_of(user), by=by)
    return before if before != user else None


def follow(duplicate: Person, into: Person, *, by: User | None) -> None:
    """Of two records that are joined, the one that stays belongs to the account of the other, if it had none."""
    user = duplicate.account
    if user is not None and into.account_id is None:
        duplicate.account = None
        duplicate.save(update_fields=["account"])
        give(into, user, by=by)


def leave(user: User, federation: Federation) -> None:
    """A federation's journal no longer follows an account that has neither a record nor an office there."""
    if federation not in federations_of(user):
        note_left("account without a record", user, federation)
