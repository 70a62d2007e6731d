"""The identity of somebody to be erased: their records, every name they had, their addresses and accounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.claiming.models import Invitation
from masterpoint.centre.registry import access
from masterpoint.centre.registry.account_journal import federation_codes
from masterpoint.centre.registry.models import Change, Federation, Person, PersonContact
from masterpoint.centre.registry.name_keys import fold
from masterpoint.centre.registry.queries import records_of, survivor


class Identity(NamedTuple):
    """Everything in the Centre that could identify somebody."""

    federation: Federation
    person: Person
    """The current record; all others were merged into it."""
    people: frozenset[int]
    numbers: frozenset[str]
    names: tuple[tuple[str, str], ...]
    """Given and family name of each name they ever had."""
    addresses: frozenset[str]
    users: tuple[User, ...]
    kept_accounts: frozenset[int] = frozenset()
    """Accounts with records in other federations. They stay, but without this record."""

    @property
    def accounts(self) -> frozenset[int]:
        return frozenset(user.pk for user in self.users)

    @property
    def closed_accounts(self) -> tuple[User, ...]:
        """Accounts that are closed together with the record."""
        return tuple(user for user in self.users if user.pk not in self.kept_accounts)

    @property
    def closed_addresses(self) -> frozenset[str]:
        """Addresses that nobody here will use any more."""
        return self.addresses - {user.email for user in self.users if user.pk in self.kept_accounts}


def identity_of(person: Person, *, in_office: bool = False) -> Identity:
    """The identity of somebody. If an office ends with the erasure, the account is closed despite its other records."""
    current = survivor(person)
    people = frozenset(records_of([current.pk]))
    users = tuple(User.objects.filter(people__in=people).distinct().order_by("pk"))
    numbers = frozenset(_numbers(sorted(people)))
    other_records = _other_records([user.pk for user in users], sorted(people)) if users and not in_office else ()
    kept_users = frozenset(other_records)
    addresses = _addresses(people, users)
    return Identity(current.federation, current, people, numbers, _names(people), addresses, users, kept_users)


@cached_query
def _numbers(people: Any) -> QuerySet[Person, str]:
    return Person.objects.filter(pk__in=people).values_list("number", flat=True)


@cached_query
def _other_records(users: Any, people: Any) -> QuerySet[Person, Any]:
    """Other records of these accounts, which are not erased."""
    other_people = Person.objects.filter(account__in=users, erased_on=None).exclude(pk__in=people)
    return other_people.values_list("account", flat=True)


def _names(people: frozenset[int]) -> tuple[tuple[str, str], ...]:
    """Current and earlier names, with and without accents."""
    names: dict[tuple[str, str], None] = dict.fromkeys(_registered_names(sorted(people)))
    for detail in _earlier_names(sorted(people)):
        for full_name in (detail.get("before", ""), detail.get("after", "")):
            given_name, _, family = full_name.rpartition(" ")
            names[given_name, family] = None
    return _spellings(names)


@cached_query
def _registered_names(people: Any) -> QuerySet[Person, tuple[str, str]]:
    people_rows = Person.objects.filter(pk__in=people, erased_on=None)
    return people_rows.order_by("pk").values_list("given_name", "family_name")


@cached_query
def _earlier_names(people: Any) -> QuerySet[Change, Any]:
    return Change.objects.filter(person__in=people, what="renamed").values_list("detail", flat=True)


def _spellings(names: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Names with and without accents."""
    spelt_names = dict.fromkeys(names)
    plain = dict.fromkeys((fold(given_name), fold(family)) for given_name, family in spelt_names)
    return tuple(name for name in {**spelt_names, **plain} if any(name))


def with_names(identity: Identity, names: Iterable[str]) -> Identity:
    """The identity with further spellings of the name from files."""
    parts = [" ".join(name.split()).rpartition(" ") for name in names]
    return identity._replace(
        names=_spellings([*identity.names, *((given_name, family) for given_name, _, family in parts)])
    )


def shares_family_name(identity: Identity, name: str) -> bool:
    """Whether a name in a file is a spelling of theirs, not the name of somebody else with their number."""
    families = {word for _, family in identity.names for word in fold(family).split()}
    return not families.isdisjoint(fold(name).split())


def _addresses(people: frozenset[int], users: tuple[User, ...]) -> frozenset[str]:
    addresses = (*_held_addresses(sorted(people)), *_invited_addresses(sorted(people)))
    return frozenset({*(user.email for user in users), *addresses} - {""})


@cached_query
def _held_addresses(people: Any) -> QuerySet[PersonContact, str]:
    return PersonContact.objects.filter(person__in=people).values_list("email", flat=True)


@cached_query
def _invited_addresses(people: Any) -> QuerySet[Invitation, str]:
    return Invitation.objects.filter(person__in=people).values_list("email", flat=True)


def federations_of(identity: Identity) -> list[Federation]:
    """Their own federation, and others whose journals have an account that is closed."""
    other_federations = federation_codes([user.pk for user in identity.closed_accounts])
    return list(Federation.objects.filter(pk__in={identity.federation.pk, *other_federations}).order_by("pk"))


def offices_of(identity: Identity) -> list[str]:
    """The offices of their accounts, as text."""
    appointments = [
        appointment
        for user in identity.users
        for appointment in access.appointments(user).select_related("organisation")
        if user.pk not in identity.kept_accounts or appointment.organisation.federation_id == identity.federation.pk
    ]
    return [
        f"{appointment.get_role_display().partition(':')[0]}, {appointment.organisation}"
        for appointment in appointments
    ]
