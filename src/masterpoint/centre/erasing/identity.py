"""Who is to be forgotten: their records, every name they had, their addresses and accounts."""

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
    """What the Centre knows of somebody that could identify them."""

    federation: Federation
    person: Person
    """The record that counts; all others were merged into it."""
    people: frozenset[int]
    numbers: frozenset[str]
    names: tuple[tuple[str, str], ...]
    """Given and family name, of each name they ever had."""
    addresses: frozenset[str]
    users: tuple[User, ...]
    kept: frozenset[int] = frozenset()
    """Accounts that have records in other federations: they stay, without this one."""

    @property
    def accounts(self) -> frozenset[int]:
        return frozenset(user.pk for user in self.users)

    @property
    def closed(self) -> tuple[User, ...]:
        """Accounts that end with the record."""
        return tuple(user for user in self.users if user.pk not in self.kept)

    @property
    def closed_addresses(self) -> frozenset[str]:
        """Addresses that nobody uses here any more."""
        return self.addresses - {user.email for user in self.users if user.pk in self.kept}


def identity_of(person: Person, *, in_office: bool = False) -> Identity:
    """Who somebody is. Where an office ends with the name, the account ends too, whatever other records it has."""
    whole = survivor(person)
    people = frozenset(records_of([whole.pk]))
    users = tuple(User.objects.filter(people__in=people).distinct().order_by("pk"))
    numbers = frozenset(_numbers(sorted(people)))
    elsewhere = _elsewhere([user.pk for user in users], sorted(people)) if users and not in_office else ()
    kept = frozenset(elsewhere)
    addresses = _addresses(people, users)
    return Identity(whole.federation, whole, people, numbers, _names(people), addresses, users, kept)


@cached_query
def _numbers(people: Any) -> QuerySet[Person, str]:
    return Person.objects.filter(pk__in=people).values_list("number", flat=True)


@cached_query
def _elsewhere(users: Any, people: Any) -> QuerySet[Person, Any]:
    """Those of some accounts that have living records beside these."""
    living = Person.objects.filter(account__in=users, erased_on=None).exclude(pk__in=people)
    return living.values_list("account", flat=True)


def _names(people: frozenset[int]) -> tuple[tuple[str, str], ...]:
    """Registered ones and those before a change of name, with and without accents."""
    names: dict[tuple[str, str], None] = dict.fromkeys(_registered(sorted(people)))
    for detail in _renamed(sorted(people)):
        for full in (detail.get("before", ""), detail.get("after", "")):
            given, _, family = full.rpartition(" ")
            names[given, family] = None
    return _spellings(names)


@cached_query
def _registered(people: Any) -> QuerySet[Person, tuple[str, str]]:
    living = Person.objects.filter(pk__in=people, erased_on=None)
    return living.order_by("pk").values_list("given_name", "family_name")


@cached_query
def _renamed(people: Any) -> QuerySet[Change, Any]:
    return Change.objects.filter(person__in=people, what="renamed").values_list("detail", flat=True)


def _spellings(names: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """With and without accents."""
    written = dict.fromkeys(names)
    plain = dict.fromkeys((fold(given), fold(family)) for given, family in written)
    return tuple(name for name in {**written, **plain} if any(name))


def also_called(identity: Identity, names: Iterable[str]) -> Identity:
    """The same person, with further ways in which files write the name."""
    written = [" ".join(name.split()).rpartition(" ") for name in names]
    return identity._replace(names=_spellings([*identity.names, *((given, family) for given, _, family in written)]))


def shares_family_name(identity: Identity, name: str) -> bool:
    """Whether a name in a file is a spelling of theirs, and not somebody else's beside their number."""
    families = {word for _, family in identity.names for word in fold(family).split()}
    return not families.isdisjoint(fold(name).split())


def _addresses(people: frozenset[int], users: tuple[User, ...]) -> frozenset[str]:
    written = (*_held_addresses(sorted(people)), *_invited_addresses(sorted(people)))
    return frozenset({*(user.email for user in users), *written} - {""})


@cached_query
def _held_addresses(people: Any) -> QuerySet[PersonContact, str]:
    return PersonContact.objects.filter(person__in=people).values_list("email", flat=True)


@cached_query
def _invited_addresses(people: Any) -> QuerySet[Invitation, str]:
    return Invitation.objects.filter(person__in=people).values_list("email", flat=True)


def federations_of(identity: Identity) -> list[Federation]:
    """Their own, and every other one whose journal knows an account that ends with the record."""
    others = federation_codes([user.pk for user in identity.closed])
    return list(Federation.objects.filter(pk__in={identity.federation.pk, *others}).order_by("pk"))


def offices_of(identity: Identity) -> list[str]:
    """What their accounts still do for organisations, as people call it."""
    held = [
        appointment
        for user in identity.users
        for appointment in access.appointments(user).select_related("organisation")
        if user.pk not in identity.kept or appointment.organisation.federation_id == identity.federation.pk
    ]
    return [f"{appointment.get_role_display().partition(':')[0]}, {appointment.organisation}" for appointment in held]
