"""Who is to be forgotten: their records, every name they had, their addresses and accounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.claiming.models import Invitation
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Appointment, Change, Federation, Person, PersonContact
from masterpoint.centre.registry.name_keys import folded
from masterpoint.centre.registry.queries import records_of, survivor


class Identity(NamedTuple):
    """What the Centre knows of somebody that could tell who they are."""

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
    numbers = frozenset(Person.objects.filter(pk__in=people).values_list("number", flat=True))
    living = Person.objects.filter(account__in=users, erased_on=None).exclude(pk__in=people)
    kept = frozenset() if in_office else frozenset(living.values_list("account", flat=True))
    addresses = _addresses(people, users)
    return Identity(whole.federation, whole, people, numbers, _names(people), addresses, users, kept)


def _names(people: frozenset[int]) -> tuple[tuple[str, str], ...]:
    """Registered ones and those before a change of name, with and without accents."""
    rows = Person.objects.filter(pk__in=people, erased_on=None).values_list("given_name", "family_name")
    names = dict.fromkeys(rows.order_by("pk"))
    for detail in Change.objects.filter(person__in=people, what="renamed").values_list("detail", flat=True):
        for full in (detail.get("before", ""), detail.get("after", "")):
            given, _, family = full.rpartition(" ")
            names[given, family] = None
    return _spellings(names)


def _spellings(names: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """With and without accents."""
    written = dict.fromkeys(names)
    plain = dict.fromkeys((folded(given), folded(family)) for given, family in written)
    return tuple(name for name in {**written, **plain} if any(name))


def also_called(identity: Identity, names: Iterable[str]) -> Identity:
    """The same person, with further ways in which files write the name."""
    written = [" ".join(name.split()).rpartition(" ") for name in names]
    return identity._replace(names=_spellings([*identity.names, *((given, family) for given, _, family in written)]))


def shares_family_name(identity: Identity, name: str) -> bool:
    """Whether a name in a file is a spelling of theirs, and not somebody else's beside their number."""
    families = {word for _, family in identity.names for word in folded(family).split()}
    return not families.isdisjoint(folded(name).split())


def _addresses(people: frozenset[int], users: tuple[User, ...]) -> frozenset[str]:
    held = PersonContact.objects.filter(person__in=people).values_list("email", flat=True)
    invited = Invitation.objects.filter(person__in=people).values_list("email", flat=True)
    return frozenset({*(user.email for user in users), *held, *invited} - {""})


def federations_of(identity: Identity) -> list[Federation]:
    """Their own, and every other one whose journal knows an account that ends with the record."""
    held = Appointment.objects.filter(user__in=identity.closed).values_list("organisation__federation", flat=True)
    played = Person.objects.filter(account__in=identity.closed).values_list("federation", flat=True)
    return list(Federation.objects.filter(pk__in={identity.federation.pk, *held, *played}).order_by("pk"))


def offices_of(identity: Identity) -> list[str]:
    """What their accounts still do for organisations, as people call it."""
    held = [
        appointment
        for user in identity.users
        for appointment in access.appointments(user).select_related("organisation")
        if user.pk not in identity.kept or appointment.organisation.federation_id == identity.federation.pk
    ]
    return [f"{appointment.get_role_display().partition(':')[0]}, {appointment.organisation}" for appointment in held]
