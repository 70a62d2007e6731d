"""Memberships: one home club, any number of other clubs, one county of primary allegiance."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry.audit import NotRegistered, lock_record, note
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person
from masterpoint.centre.registry.organisations import NATIONAL, levels
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS

Kind = Membership.Kind


def allegiance(federation: Federation) -> str:
    """The level of a member's primary allegiance: county, area, district, state or region (EBU 1.1.2, WBU 3.1.3).

    If there is no level between the clubs and the federation, it is the federation itself.
    """
    clubs = FEDERATIONS[federation.scheme].club_levels
    return next((level for level in levels(federation) if level not in clubs), NATIONAL)


def memberships_on(person: Person, day: date) -> QuerySet[Membership]:
    """Somebody's memberships on a day, the home club first."""
    memberships = Membership.objects.filter(person=person).filter(Q(last_day=None) | Q(last_day__gte=day))
    return memberships.select_related("organisation").order_by("-kind", "organisation__name", "pk")


@transaction.atomic
def transfer(person: Person, club: Organisation, *, on: date, by: User | None) -> Person:
    """Set a new home club. The old membership and an alternate membership of the new club end the day before."""
    if club.federation_id != person.federation_id:
        raise NotRegistered(
            Problem("club", club.name, "this club belongs to another federation", "register there instead")
        )
    lock_record(person)
    _end(person.memberships.filter(Q(kind=Kind.HOME) | Q(kind=Kind.ALTERNATE, organisation=club)), on)
    Membership.objects.create(person=person, organisation=club, kind=Kind.HOME, first_day=on)
    before = person.home_club.number if person.home_club else ""
    person.home_club = club
    person.save(update_fields=["home_club"])
    note(person, "transfer", by, before=before, after=club.number, on=on.isoformat())
    return person


@transaction.atomic
def join(person: Person, organisation: Organisation, kind: str, *, on: date, by: User | None) -> Membership:
    """Join another club, or the one county of primary allegiance. Doing it twice changes nothing."""
    lock_record(person)
    problems = _problems(person, organisation, kind)
    if problems:
        raise NotRegistered(problems)
    memberships = person.memberships.filter(kind=kind, last_day=None)
    current = memberships.filter(organisation=organisation).first()
    if current is not None:
        return current
    if kind == Kind.PRIMARY:
        _end(memberships, on)
    membership = Membership.objects.create(person=person, organisation=organisation, kind=kind, first_day=on)
    note(person, "join", by, organisation=organisation.number, kind=kind, on=on.isoformat())
    return membership


@transaction.atomic
def leave(membership: Membership, *, on: date, by: User | None) -> None:
    """Leave an alternate club or a county. A home club ends only by a transfer or a change of status."""
    person = membership.person
    lock_record(person)
    membership.refresh_from_db(fields=["last_day"])
    if membership.kind == Kind.HOME:
        message = "a member cannot simply leave the home club"
        raise NotRegistered(
            Problem("club", membership.organisation.name, message, "transfer the member, or change the status")
        )
    if membership.last_day is None:
        _end(person.memberships.filter(pk=membership.pk), on)
        note(person, "leave", by, organisation=membership.organisation.number, kind=membership.kind, on=on.isoformat())


def _end(memberships: QuerySet[Membership], on: date) -> None:
    memberships.filter(last_day=None).update(last_day=on - timedelta(days=1))


def _problems(person: Person, organisation: Organisation, kind: str) -> list[Problem]:
    if organisation.federation_id != person.federation_id:
        return [Problem("club", organisation.name, "this belongs to another federation", "register there instead")]
    if not organisation.active:
        return [Problem("club", organisation.name, "this one is no longer active", "choose another one")]
    clubs = FEDERATIONS[person.federation.scheme].club_levels
    levels_allowed = clubs if kind == Kind.ALTERNATE else (allegiance(person.federation),)
    if kind not in (Kind.ALTERNATE, Kind.PRIMARY) or organisation.level not in levels_allowed:
        message = f"this is not a {levels_allowed[0]}"
        return [Problem("club", organisation.name, message, f"choose a {levels_allowed[0]}")]
    if kind == Kind.ALTERNATE and organisation.pk == person.home_club_id:
        return [Problem("club", organisation.name, "this is the home club already", "nothing to do")]
    return []
