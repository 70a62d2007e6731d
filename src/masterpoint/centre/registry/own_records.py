"""The records of an account: a player may have one in each of several federations."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.account_journal import federations_of, note_account, note_departure, rows_of
from masterpoint.centre.registry.models import Federation, Person


def home_scheme(user: User | None) -> str:
    """The scheme of the federation somebody plays in; empty if there are none or several."""
    schemes = set(user.people.values_list("federation__scheme", flat=True)) if user is not None else set()
    return schemes.pop() if len(schemes) == 1 else ""


def lock_all(person: Person, *users: User | None) -> None:
    """Lock all federations whose journals record a change of owner, always in the same order to avoid deadlocks."""
    federations = {federation for user in users if user is not None for federation in federations_of(user)}
    for federation in sorted({person.federation, *federations}, key=lambda federation: federation.pk):
        lock(federation)


def give_record(person: Person, user: User, *, by: User | None) -> User | None:
    """Give the record to an account, and return the previous owner, if any."""
    previous = person.account
    person.account = user
    person.save(update_fields=["account"])
    if previous is not None and previous != user:
        note_account("record lost", previous, by=None)
        stop_recording(previous, person.federation)
    for federation in federations_of(user):
        journal.write(federation, "record claimed", rows_of(user), by=by)
    return previous if previous != user else None


def pass_account_on(duplicate: Person, target: Person, *, by: User | None) -> None:
    """When two records are merged, give the account of the merged one to the other, if that has none."""
    user = duplicate.account
    if user is not None and target.account_id is None:
        duplicate.account = None
        duplicate.save(update_fields=["account"])
        give_record(target, user, by=by)


def stop_recording(user: User, federation: Federation) -> None:
    """Stop recording an account in a federation where it has neither a record nor an office."""
    if federation not in federations_of(user):
        note_departure("account without a record", user, federation)
